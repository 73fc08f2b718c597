"""The buzzer: whole lists of what the pin did."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from itertools import combinations

import pytest
from gpiozero import Buzzer as GpioBuzzer
from gpiozero.pins.mock import MockFactory
from gpiozero.tones import Tone

from device.outputs.buzzer import Buzzer
from device.outputs.sounds import TUNES
from waiting_for_tests import wait_until
from web.language.events import Signal

PIN = 18


@pytest.fixture
def buzzer(pins: MockFactory) -> Iterator[Buzzer]:
    with Buzzer(pin=PIN, pace=0.05) as buzzer:
        yield buzzer


def states(pins: MockFactory) -> list[float]:
    return [state.state for state in pins.pin(PIN).states]


def notes(count: int) -> list[float]:
    return [0] + [0.5, 0] * count


@pytest.mark.parametrize(("tune", "count"), [("kill", 2), ("illegal", 3), ("win", 4), ("question", 3)])
def test_each_tune_has_its_notes(pins: MockFactory, buzzer: Buzzer, tune: Signal, count: int) -> None:
    assert (states(pins), buzzer.sound, buzzer.number) == ([0], "", 0), "silent as long as nobody uses it"
    buzzer.play(tune, background=False)
    assert states(pins) == notes(count)
    assert buzzer.number == 1


@pytest.mark.parametrize("player", [0, 1, 3])
def test_a_turn_counts_the_seat(pins: MockFactory, buzzer: Buzzer, player: int) -> None:
    buzzer.play("turn", times=player + 1, background=False)
    assert states(pins) == notes(player + 1)


def test_no_two_tunes_have_the_same_rhythm() -> None:
    turns = {f"turn {seat}": [0.12] * seat for seat in (1, 2, 3, 4)}
    rhythms = turns | {tune: [s for _, s in TUNES[tune]] for tune in TUNES if tune != "turn"}
    for one, other in combinations(rhythms, 2):
        assert rhythms[one] != rhythms[other], (one, other)
    # Three equal long notes and three equal short ones are told apart by a factor of three and more.
    assert rhythms["illegal"][0] > 3 * rhythms["turn 3"][0]


def test_every_note_can_be_played(buzzer: Buzzer) -> None:
    low, high = Tone("A3").frequency, Tone("A5").frequency
    assert all(low <= Tone(note).frequency <= high for tune in TUNES.values() for note, _ in tune)


def test_the_notes_of_a_kill_fall_and_the_second_is_longer(pins: MockFactory) -> None:
    heard: list[float] = []

    def listen() -> bool:
        frequency = pins.pin(PIN).frequency
        if frequency and pins.pin(PIN).state and frequency not in heard:
            heard.append(frequency)
        return len(heard) == 2 and not buzzer.sound

    with Buzzer(pin=PIN, pace=1) as buzzer:
        buzzer.play("kill")
        wait_until(listen, within_s=20)
    assert [round(hertz) for hertz in heard] == [659, 440]
    _, _, first, _, second = (state.timestamp for state in pins.pin(PIN).states)
    assert second > first


def test_a_newer_tune_cuts_the_one_before(pins: MockFactory) -> None:
    with Buzzer(pin=PIN, pace=0.3) as buzzer:
        buzzer.play("win")
        buzzer.play("kill", background=False)
        assert buzzer.number == 2
    assert len(states(pins)) < len(notes(4 + 2))


def test_quiet_cuts_a_tune(pins: MockFactory) -> None:
    with Buzzer(pin=PIN, pace=10) as buzzer:
        buzzer.play("win")
        wait_until(lambda: states(pins)[-1], within_s=2)
        buzzer.quiet()
        wait_until(lambda: not states(pins)[-1], within_s=2)
        assert states(pins) == [0, 0.5, 0]
        assert buzzer.sound == ""


def test_no_call_waits_for_its_tune(pins: MockFactory) -> None:
    with Buzzer(pin=PIN, pace=100) as buzzer:
        buzzer.play("win")
        buzzer.play("kill")
        buzzer.play("turn", times=2)
        assert buzzer.sound == "turn"
    assert len(states(pins)) <= len(notes(3)), "the end waited for none"


def test_listeners_hear_a_tune_begin_and_end(buzzer: Buzzer) -> None:
    heard: list[str] = []
    ended = threading.Event()

    def note() -> None:
        heard.append(buzzer.sound)
        if not buzzer.sound:
            ended.set()

    stop = buzzer.listen(note)
    buzzer.play("question")
    assert ended.wait(2)
    stop()
    assert heard == ["question", ""]


def test_closing_twice_is_silent_and_gives_the_pin_back(pins: MockFactory) -> None:
    buzzer = Buzzer(pin=PIN, pace=10)
    buzzer.play("win")
    buzzer.close()
    buzzer.close()
    assert states(pins)[-1] == 0
    with GpioBuzzer(PIN) as free:
        assert not free.is_active
