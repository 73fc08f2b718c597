"""Where pins come from: real ones on a Pi, pretend ones elsewhere, and words where they cannot be had."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from gpiozero import LED, Device
from gpiozero.pins.mock import MockFactory, MockPWMPin

from device.pins import FACTORY_VARIABLE, Pins, Wiring, is_a_pi, open_outputs, open_pins


@pytest.fixture(autouse=True)
def factory(monkeypatch: pytest.MonkeyPatch) -> Iterator[MockFactory]:
    """What gpiozero takes for real pins; the real ones come back afterwards."""
    monkeypatch.delenv(FACTORY_VARIABLE, raising=False)
    saved = Device.pin_factory
    factory = MockFactory(pin_class=MockPWMPin)
    Device.pin_factory = factory
    yield factory
    factory.reset()
    Device.pin_factory = saved


@pytest.fixture
def pi(tmp_path: Path) -> Path:
    """The file by which a Pi is known."""
    path = tmp_path / "model"
    path.write_text("Raspberry Pi 4 Model B Rev 1.4\0")
    return path


def test_a_machine_that_is_no_pi_gets_pretend_pins_and_a_reason(tmp_path: Path) -> None:
    pins = open_pins(model_file=tmp_path / "absent")
    assert pins.pretend
    assert pins.note.startswith("this is no Raspberry Pi")
    (tmp_path / "other").write_text("Some other board\0")
    assert not is_a_pi(tmp_path / "other")


def test_a_pi_gets_gpiozeros_own_pins(pi: Path, factory: MockFactory) -> None:
    assert open_pins(model_file=pi) == Pins(factory, False, "")


def test_whoever_chooses_a_pin_factory_gets_it(
    tmp_path: Path, factory: MockFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(FACTORY_VARIABLE, "mock")
    assert open_pins(model_file=tmp_path / "absent").factory is factory


def test_a_pi_without_a_pin_library_goes_on_with_pretend_pins(
    pi: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Device, "pin_factory", None)
    monkeypatch.setenv(FACTORY_VARIABLE, "absent")
    pins = open_pins(model_file=pi)
    assert pins.pretend
    assert "the pins cannot be had (Unable to find pin factory 'absent')" in pins.note
    assert "python3-lgpio" in pins.note


def test_pins_that_another_program_uses_become_pretend_ones(pi: Path, factory: MockFactory) -> None:
    with LED(18), open_outputs(Wiring(), pins=open_pins(model_file=pi)) as outputs:
        assert outputs.pretend
        assert "another program uses them" in outputs.note
        outputs.lights.your_turn(0, background=False)
        assert factory.pin(17).states[-1].state == 0


def test_pins_that_can_be_had_are_used(pi: Path, factory: MockFactory) -> None:
    with open_outputs(Wiring(), pins=open_pins(model_file=pi)) as outputs:
        assert not outputs.pretend
        outputs.buzzer.kill(background=False)
        assert [state.state for state in factory.pin(18).states] == [0, 0.5, 0, 0.5, 0]
    outputs.close()


def test_a_wiring_lists_every_pin() -> None:
    table = dict(Wiring(player_pins=(5, 6), alarm_pin=13, buzzer_pin=19).table())
    assert table == {"lamp of player 1": 5, "lamp of player 2": 6, "red lamp": 13, "buzzer": 19}


def test_two_things_on_one_pin_are_refused() -> None:
    with pytest.raises(ValueError, match="buzzer cannot be on pin 17: lamp of player 1 is there already"):
        Wiring(buzzer_pin=17)


def test_a_pin_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match="red lamp cannot be on pin 28: BCM numbers go from 0 to 27"):
        Wiring(alarm_pin=28)
