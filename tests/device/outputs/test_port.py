"""A person tries lamps, buzzer and voice: the whole list of what the pins did, and the game as it was."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory

from device.outputs.buzzer import Buzzer
from device.outputs.lights import Lights
from device.outputs.outputs import Outputs
from device.outputs.port import BoxLamps
from device.outputs.voice import Voice
from device.pins.factory import Pins, pretend_pins
from device.pins.wiring import Wiring
from device.store import Journal
from waiting_for_tests import wait_until
from web.house.settings import HouseSettings
from web.language.locale import speaking
from web.language.messages import said
from web.ports import Output, TrialError

FIRST, SECOND, RED, SOUND = 17, 27, 24, 18
RGB = (5, 6, 13)
BEAT_S = 0.004
SPEAKS = (sys.executable, "-c", "import sys; open(sys.argv[1], 'a').write(sys.stdin.read() + '\\n')")

until = partial(wait_until, within_s=10)


class Bench:
    """Lamps and a buzzer on pins, tried without a game around them."""

    def __init__(self, pins: MockFactory, wiring: Wiring, voice: Voice | None, *, pretend: bool) -> None:
        self.pins = pins
        self.lights = Lights(
            player_pins=wiring.player_pins,
            rgb_pins=wiring.rgb_pins,
            alarm_pin=wiring.alarm_pin,
            beat_s=BEAT_S,
        )
        self.buzzer = Buzzer(pin=SOUND, pace=0.02)
        self.voice = voice
        outputs = Outputs(self.lights, self.buzzer, Pins(pins, pretend))
        self.lamps = BoxLamps(outputs, wiring, voice=voice, language=lambda: "nl")

    def states(self, pin: int) -> list[float]:
        return [state.state for state in self.pins.pin(pin).states]

    def rest(self, ground: str = "still") -> None:
        """Wait until nothing is tried any more and the lamps show what lay below."""
        until(lambda: self.lights.pattern == ground and not self.buzzer.sound)

    def close(self) -> None:
        self.lights.close()
        self.buzzer.close()
        if self.voice is not None:
            self.voice.close()


@pytest.fixture
def bench(pins: MockFactory) -> Iterator[Any]:
    made: list[Bench] = []

    def make(wiring: Wiring | None = None, *, voice: Voice | None = None, pretend: bool = False) -> Bench:
        two = Wiring((FIRST, SECOND), alarm_pin=RED, buzzer_pin=SOUND)
        made.append(Bench(pins, wiring or two, voice, pretend=pretend))
        return made[-1]

    yield make
    for one in made:
        one.close()


def test_each_output_is_tried_by_itself(bench: Any) -> None:
    on = bench()
    on.lamps.test("lamp-2")
    on.rest()
    assert [on.states(pin) for pin in (FIRST, SECOND, RED, SOUND)] == [[0], [0, 1, 0, 1, 0], [0], [0]]
    on.lamps.test("red")
    on.rest()
    assert on.states(RED) == [0, 1, 0, 1, 0, 1, 0]
    on.lamps.test("buzzer")
    on.rest()
    assert on.states(SOUND) == [0] + [0.5, 0] * 4
    assert on.states(FIRST) == [0]


def test_after_a_trial_the_lamps_show_what_they_showed(bench: Any) -> None:
    on = bench()
    on.lights.your_turn(0, signal=False)
    on.lights.fault()
    until(lambda: on.lights.players == (1, 0) and on.lights.alarm == 1)
    for name in ("lamp-1", "lamp-2", "red", "buzzer"):
        on.lamps.test(name)
        on.rest("fault")
    until(lambda: on.lights.players == (1, 0) and on.lights.alarm == 1)
    assert on.lamps.state().pattern == "fault"
    on.lamps.looked()
    until(lambda: on.lights.alarm == 0)
    assert on.lamps.state().pattern == "still"


def test_while_the_eye_reads_nothing_is_tried_and_it_says_why(bench: Any) -> None:
    on = bench(voice=Voice(command=("no-such-speaker",)))
    on.lights.hold(True)
    for name in ("lamp-1", "red", "buzzer", "voice"):
        with pytest.raises(TrialError, match=r"is being read.*: try again"):
            on.lamps.test(name)
    assert [on.states(pin) for pin in (FIRST, RED, SOUND)] == [[0], [0], [0]]
    on.lights.hold(False)
    on.lamps.test("red")
    on.rest()
    assert len(on.states(RED)) == 7


def test_what_is_not_there_is_refused_with_what_would_help(bench: Any) -> None:
    on = bench()
    with pytest.raises(TrialError, match="no lamp for player 3: wire one"):
        on.lamps.test("lamp-3")
    with pytest.raises(TrialError, match=r"does not speak: set on = true in section \[voice\]"):
        on.lamps.test("voice")
    with pytest.raises(ValueError, match="no output 'disco': there are lamp-1, lamp-2") as refused:
        on.lamps.test("disco")
    assert not isinstance(refused.value, TrialError)
    with pytest.raises(ValueError, match="no output"):
        on.lamps.test("lamp-9")


def test_every_output_says_where_it_is(bench: Any) -> None:
    assert bench().lamps.outputs() == (
        Output("lamp-1", "wired", (FIRST,)),
        Output("lamp-2", "wired", (SECOND,)),
        Output("lamp-3", "none"),
        Output("lamp-4", "none"),
        Output("red", "wired", (RED,)),
        Output("buzzer", "wired", (SOUND,)),
        Output("voice", "none"),
    )


def test_pretend_lamps_stand_on_the_page_and_flash_there(bench: Any) -> None:
    on = bench(pretend=True)
    assert {output.where for output in on.lamps.outputs()} == {"page", "none"}
    seen: list[tuple[float, ...]] = []
    stop = on.lamps.listen(lambda: seen.append(on.lamps.state().players))
    on.lamps.test("lamp-1")
    on.rest()
    until(lambda: seen[-1:] == [(0, 0)] and len(seen) > 3)
    stop()
    assert [one for one, before in zip(seen, [None, *seen], strict=False) if one != before] == [
        (1, 0),
        (0, 0),
        (1, 0),
        (0, 0),
    ]


def test_an_rgb_lamp_shows_the_tried_seat_in_its_own_colour_whose_turn_it_may_be(
    bench: Any, pins: MockFactory
) -> None:
    on = bench(Wiring((), rgb_pins=RGB, alarm_pin=None, buzzer_pin=None))
    assert [output.where for output in on.lamps.outputs()] == ["wired"] * 5 + ["page", "none"]
    assert on.lamps.outputs()[4].pins == RGB
    on.lights.your_turn(0, signal=False)
    until(lambda: pins.pin(RGB[0]).state == 1)
    for pin in RGB:
        pins.pin(pin).clear_states()
    on.lamps.test("lamp-2")
    until(lambda: on.lights.pattern == "still")
    blue = on.states(RGB[2])
    assert blue[:5] == [0, 1, 0, 1, 0]
    assert on.states(RGB[1]) == [0], "no green and so no white: only the tried seat shines"
    until(lambda: pins.pin(RGB[0]).state == 1)


def test_the_voice_says_how_it_speaks_in_its_own_language(bench: Any, tmp_path: Path) -> None:
    said = tmp_path / "said"
    on = bench(voice=Voice(command=(*SPEAKS, str(said))))
    on.lamps.test("voice")
    until(lambda: said.exists() and said.read_text("utf-8") == "Zo spreek ik\n")
    assert on.lamps.outputs()[-1] == Output("voice", "wired")


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (("no-such-speaker",), "apt install espeak-ng"),
        ((sys.executable, "-c", "import sys; sys.stdin.read(); sys.exit('no sound card')"), "no sound card"),
    ],
    ids=["missing", "failing"],
)
def test_a_voice_that_cannot_be_heard_says_why(bench: Any, command: tuple[str, ...], words: str) -> None:
    on = bench(voice=Voice(command=command))
    with pytest.raises(TrialError, match=words):
        on.lamps.test("voice")
    assert on.lamps.outputs()[-1].trouble is not None


def test_why_a_trial_failed_is_said_in_the_readers_language(bench: Any) -> None:
    on = bench(voice=Voice(command=("no-such-speaker",)))
    for name in ("lamp-4", "voice", "red"):
        on.lights.hold(name == "red")
        with pytest.raises(TrialError) as refused:
            on.lamps.test(name)
        with speaking("nl"):
            assert said(refused.value.message) != str(refused.value.message)


# The settings, on disk.


def test_what_the_house_wants_to_hear_outlives_a_restart_and_is_told_at_once(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        settings = HouseSettings(journal)
        told: list[object] = []
        stop = settings.listen(lambda: told.append(settings.get().hears_phones))
        settings.set(hears="alerts", hears_buzzer="silent", hears_phones="alerts")
        with pytest.raises(ValueError, match="everything or alerts or silent"):
            settings.set(hears_phones="loud")
        stop()
        settings.set(hears_phones="silent")
        assert told == ["alerts"], "nobody is told of what was refused, or after the stop"
    with Journal(tmp_path) as journal:
        kept = HouseSettings(journal).get()
    assert (kept.hears, kept.hears_buzzer, kept.hears_phones) == ("alerts", "silent", "silent")


def test_without_pins_the_page_has_pretend_lamps() -> None:
    pins = pretend_pins()
    with Lights(player_pins=(FIRST,), pin_factory=pins.factory) as lights:
        with_buzzer = Outputs(lights, Buzzer(pin=SOUND, pin_factory=pins.factory), pins)
        with with_buzzer:
            lamps = BoxLamps(with_buzzer, Wiring((FIRST,)))
            assert [one.where for one in lamps.outputs()] == [
                "page", "none", "none", "none", "page", "page", "none",
            ]  # fmt: skip
            assert lamps.wiring() == Wiring((FIRST,)).table()
            assert lamps.header(str).startswith("<svg")
