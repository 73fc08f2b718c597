"""Where pins come from: real ones on a Pi, pretend ones elsewhere, and words where they cannot be had."""

from __future__ import annotations

from pathlib import Path
from typing import NoReturn

import pytest
from gpiozero import LED, Device
from gpiozero.pins.mock import MockFactory

from device.outputs.outputs import open_outputs
from device.pins.factory import FACTORY_VARIABLE, Pins, is_a_pi, open_buttons, open_pins
from device.pins.wiring import Wiring


@pytest.fixture(autouse=True)
def factory(pins: MockFactory, monkeypatch: pytest.MonkeyPatch) -> MockFactory:
    """What gpiozero takes for real pins."""
    monkeypatch.delenv(FACTORY_VARIABLE, raising=False)
    return pins


@pytest.fixture
def pi(tmp_path: Path) -> Path:
    """The file by which a Pi is known."""
    path = tmp_path / "model"
    path.write_text("Raspberry Pi 4 Model B Rev 1.4\0")
    return path


def test_a_machine_that_is_no_pi_gets_pretend_pins_and_a_reason(tmp_path: Path) -> None:
    pins = open_pins(model_file=tmp_path / "absent")
    assert pins.pretend
    assert str(pins.note).startswith("this is no Raspberry Pi")
    (tmp_path / "other").write_text("Some other board\0")
    assert not is_a_pi(tmp_path / "other")


def test_a_pi_gets_gpiozeros_own_pins(pi: Path, factory: MockFactory) -> None:
    assert open_pins(model_file=pi) == Pins(factory, False)


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
    assert "the pins cannot be had (Unable to find pin factory 'absent')" in str(pins.note)
    assert "python3-lgpio" in str(pins.note)


def test_pins_that_another_program_uses_become_pretend_ones(pi: Path, factory: MockFactory) -> None:
    with LED(18), open_outputs(Wiring(), pins=open_pins(model_file=pi)) as outputs:
        assert outputs.pretend
        assert "another program uses them" in str(outputs.note)
        outputs.lights.your_turn(0, background=False)
        assert factory.pin(17).states[-1].state == 0


class BusyPins(MockFactory):
    """Lines that another process holds: gpiozero knows only its own, and lgpio says it in these words."""

    def pin(self, name: object) -> NoReturn:
        raise RuntimeError("'GPIO busy'")


def test_a_line_that_another_process_holds_is_told_as_such(pi: Path) -> None:
    Device.pin_factory = BusyPins()
    with open_outputs(Wiring(), pins=open_pins(model_file=pi)) as outputs:
        assert outputs.pretend
        assert "another program uses them" in str(outputs.note)


def test_pins_that_can_be_had_are_used(pi: Path, factory: MockFactory) -> None:
    with open_outputs(Wiring(), pins=open_pins(model_file=pi)) as outputs:
        assert not outputs.pretend
        outputs.buzzer.play("kill", background=False)
        assert [state.state for state in factory.pin(18).states] == [0, 0.5, 0, 0.5, 0]
    outputs.close()


def test_what_is_not_wired_is_pretended_and_the_rest_is_real(pi: Path, factory: MockFactory) -> None:
    wiring = Wiring(player_pins=(17,), alarm_pin=None, buzzer_pin=None)
    with open_outputs(wiring, pins=open_pins(model_file=pi)) as outputs:
        assert not outputs.pretend
        outputs.buzzer.play("kill", background=False)
        assert outputs.buzzer.number == 1
        outputs.lights.your_turn(0, background=False)
    assert sorted(factory.pins) == [factory.pin(17).info]


def test_one_rgb_lamp_takes_the_place_of_the_players_lamps(pi: Path, factory: MockFactory) -> None:
    wiring = Wiring(rgb_pins=(5, 6, 13))
    with open_outputs(wiring, pins=open_pins(model_file=pi)) as outputs, LED(17):
        outputs.lights.show("kill", background=False)
        assert len(factory.pin(5).states) == len(factory.pin(13).states) > 12


def test_buttons_are_taken_where_they_are_wired(pi: Path, factory: MockFactory) -> None:
    pins = open_pins(model_file=pi)
    assert open_buttons(Wiring(), lambda *_: None, pins=pins) is None
    buttons = open_buttons(Wiring(undo_pin=6), lambda *_: None, pins=pins)
    assert buttons is not None
    with buttons:
        assert factory.pin(6).pull == "up"


def test_a_box_goes_on_without_buttons_that_another_program_uses(
    pi: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with LED(6), caplog.at_level("WARNING"):
        assert open_buttons(Wiring(undo_pin=6), lambda *_: None, pins=open_pins(model_file=pi)) is None
    assert "the buttons cannot be used" in caplog.text
