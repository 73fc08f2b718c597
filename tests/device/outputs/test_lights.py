"""The lamps: whole lists of what the pins did."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, ClassVar

import pytest
from gpiozero import PWMLED, RGBLED, GPIOPinInUse
from gpiozero.pins.mock import MockFactory

from device.outputs.lights import Lights
from device.outputs.sounds import RHYTHMS
from waiting_for_tests import wait_until

FIRST, SECOND, RED = 17, 27, 24
RGB = (5, 6, 13)
BEAT_S = 0.004

until = partial(wait_until, within_s=20)


@pytest.fixture
def lights(pins: MockFactory) -> Iterator[Lights]:
    with Lights(player_pins=(FIRST, SECOND), alarm_pin=RED, beat_s=BEAT_S) as lights:
        yield lights


def states(pins: MockFactory, pin: int) -> list[float]:
    return [state.state for state in pins.pin(pin).states]


def run_lengths(rhythm: str) -> list[int]:
    """Beats between changes, for one round of a rhythm and the start of the next."""
    doubled = rhythm * 2
    cuts = [n for n in range(1, len(doubled)) if doubled[n] != doubled[n - 1]]
    return [b - a for a, b in zip([0, *cuts], cuts, strict=False)]


SHINES, KILL = [0, 1, 0, 1, 0, 1], [0] + [1, 0] * 6


@pytest.mark.parametrize(
    ("tell", "first", "second"),
    [
        (lambda lights: lights.your_turn(0, background=False), SHINES, [0]),
        (lambda lights: lights.show("kill", background=False), KILL, KILL),
        (lambda lights: (lights.your_turn(3, background=False), lights.win([3])), [0], [0]),
    ],
    ids=["two long flashes and then light", "a kill: six quick flashes of all", "a player without a lamp"],
)
def test_each_pattern_has_its_flashes(
    pins: MockFactory, lights: Lights, tell: Callable[[Lights], object], first: list[int], second: list[int]
) -> None:
    for held in (True, True, False):  # holding twice and letting go once lets go
        lights.hold(held)
    tell(lights)
    assert [states(pins, pin) for pin in (FIRST, SECOND, RED)] == [first, second, [0]]


def test_the_lamp_of_the_turn_before_goes_out(pins: MockFactory, lights: Lights) -> None:
    lights.your_turn(0, signal=False)
    until(lambda: lights.players == (1, 0))
    lights.your_turn(1, background=False)
    until(lambda: lights.players == (0, 1))
    assert states(pins, FIRST) == [0, 1, 0]
    assert states(pins, SECOND) == [0, 1, 0, 1, 0, 1]


def test_the_turn_shines_on_after_a_kill(pins: MockFactory, lights: Lights) -> None:
    lights.your_turn(0, signal=False)
    until(lambda: lights.players == (1, 0))
    lights.show("kill", background=False)
    until(lambda: lights.players == (1, 0))
    assert states(pins, FIRST) == [0] + [1, 0] * 6 + [1]


def test_an_illegal_move_blinks_red_until_it_is_settled(pins: MockFactory, lights: Lights) -> None:
    lights.refuse()
    until(lambda: len(states(pins, RED)) > 9)
    lights.settled()
    until(lambda: lights.alarm == 0)
    seen = states(pins, RED)
    assert seen == [n % 2 for n in range(len(seen))]
    assert states(pins, FIRST) == [0]
    lights.your_turn(0, background=False)
    assert states(pins, RED) == seen


def test_a_question_winks_twice_and_pauses(pins: MockFactory) -> None:
    with Lights(player_pins=(), alarm_pin=5, beat_s=0.05) as slow:
        slow.question()
        until(lambda: len(states(pins, 5)) >= 8)
    times = [state.timestamp for state in pins.pin(5).states][2:8]
    lit, pause, lit_again, long_pause, _, pause_again = times
    assert max(lit, pause, lit_again, pause_again) < long_pause


def test_a_win_runs_until_the_next_turn(pins: MockFactory, lights: Lights) -> None:
    lights.win([1])
    until(lambda: len(states(pins, SECOND)) > 20)
    assert lights.pattern == "win"
    lights.your_turn(0, signal=False)
    until(lambda: lights.players == (1, 0))
    assert lights.pattern == "still"
    assert states(pins, FIRST) == [0, 1]


def test_a_fault_stays_red_until_someone_looks(pins: MockFactory, lights: Lights) -> None:
    lights.fault()
    until(lambda: lights.alarm == 1)
    lights.settled()
    lights.quiet()
    lights.refuse()
    lights.your_turn(0, background=False)
    assert states(pins, RED) == [0, 1]
    lights.settled()
    lights.looked()
    until(lambda: lights.alarm == 0)
    assert states(pins, RED) == [0, 1, 0]


def test_quiet_puts_everything_out(lights: Lights) -> None:
    lights.your_turn(0)
    lights.question()
    until(lambda: lights.players[0] == 1)
    lights.quiet()
    until(lambda: (*lights.players, lights.alarm) == (0, 0, 0))
    assert lights.pattern == "still"


def test_rhythms_differ_even_by_their_proportions() -> None:
    shapes = set()
    for rhythm in RHYTHMS.values():
        lengths = run_lengths(rhythm)
        shapes.add(tuple(length / min(lengths, default=1) for length in lengths))
    assert len(shapes) == len(RHYTHMS)


def test_lamps_hold_still_while_the_eye_reads(pins: MockFactory, lights: Lights) -> None:
    lights.your_turn(0, signal=False)
    lights.refuse()
    until(lambda: len(states(pins, RED)) > 3)
    lights.hold(True)
    before = [states(pins, pin) for pin in (FIRST, SECOND, RED)]
    lights.your_turn(1)
    lights.show("kill")
    time.sleep(30 * BEAT_S)
    assert [states(pins, pin) for pin in (FIRST, SECOND, RED)] == before
    lights.hold(False)
    until(lambda: states(pins, SECOND) == [0] + [1, 0] * 6 + [1])


def test_a_pattern_shown_for_a_test_leaves_what_the_game_says(pins: MockFactory, lights: Lights) -> None:
    lights.your_turn(1, signal=False)
    until(lambda: lights.players == (0, 1))
    lights.show("illegal", background=False)
    assert states(pins, RED) == [0, 1, 0, 1, 0, 1, 0]
    assert lights.players == (0, 1)
    assert lights.pattern == "still"


def test_a_newer_pattern_cuts_the_one_before(pins: MockFactory, lights: Lights) -> None:
    lights.show("kill")
    lights.your_turn(0, background=False)
    assert states(pins, FIRST)[-5:] == [1, 0, 1, 0, 1]
    assert len(states(pins, SECOND)) < 12


def test_listeners_hear_of_every_change(lights: Lights) -> None:
    heard = threading.Event()
    stop = lights.listen(heard.set)
    lights.your_turn(0, signal=False)
    assert heard.wait(2)
    stop()
    stop()
    heard.clear()
    lights.your_turn(1, background=False)
    assert not heard.is_set()


@pytest.mark.parametrize("wired", [{"player_pins": (FIRST,)}, {"rgb_pins": RGB}], ids=["lamps", "rgb"])
def test_closing_twice_and_a_pin_in_use_give_all_pins_back(pins: MockFactory, wired: dict[str, Any]) -> None:
    with PWMLED(RED), pytest.raises(GPIOPinInUse):
        Lights(**wired, alarm_pin=RED)
    lights = Lights(**wired, alarm_pin=RED, beat_s=BEAT_S)
    lights.your_turn(0)
    lights.fault()
    until(lambda: lights.alarm == 1)
    lights.close()
    lights.close()
    assert not any((*lights.players, lights.alarm))
    for [*given] in wired.values():
        for pin in (*given, RED):
            with PWMLED(pin) as free:
                assert free.value == 0


def test_no_call_waits_for_its_pattern(pins: MockFactory) -> None:
    with Lights(player_pins=(FIRST,), alarm_pin=RED, beat_s=10) as slow:
        slow.show("kill")
        slow.your_turn(0)
        slow.refuse()
        slow.win([0])
    assert len(states(pins, FIRST)) <= 3, "no pattern has gone on, and the end waited for none"


class Recording(RGBLED):
    """An RGB lamp that remembers its colours."""

    shown: ClassVar[list[object]] = []

    @property
    def value(self) -> object:
        return RGBLED.value.fget(self)

    @value.setter
    def value(self, colour: object) -> None:
        self.shown.append(colour)
        RGBLED.value.fset(self, colour)


@pytest.fixture
def colours(pins: MockFactory, monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """What the RGB lamp showed, change by change."""
    monkeypatch.setattr("device.outputs.lights.RGBLED", Recording)
    monkeypatch.setattr(Recording, "shown", [])
    return Recording.shown


BLUE_LIT, WHITE, DARK = (0.0, 0.0, 1.0), (1.0, 1.0, 1.0), (0.0, 0.0, 0.0)


@pytest.mark.parametrize("seat", [0, 1, 3])
def test_an_rgb_lamp_counts_the_seat_in_its_rhythm(pins: MockFactory, seat: int) -> None:
    with Lights(rgb_pins=RGB, alarm_pin=RED, beat_s=BEAT_S) as lights:
        lights.hold(True)  # nothing is shown before everything is asked
        lights.your_turn(seat)
        lights.hold(False)
        until(lambda: lights.pattern == "still")
        brightness = lights.players
    leg = {0: RGB[0], 1: RGB[2], 3: RGB[1]}[seat]
    flashes = [0.0] + [1.0, 0.0] * (seat + 1)
    assert states(pins, leg)[: len(flashes)] == flashes
    assert len(brightness) == 4


def test_an_rgb_lamp_shines_in_the_players_colour_and_winks_the_seat_over_and_over(
    pins: MockFactory, colours: list[object]
) -> None:
    with Lights(rgb_pins=RGB, alarm_pin=RED, beat_s=0.01) as lights:
        lights.your_turn(1, signal=False)
        until(lambda: len(states(pins, RGB[2])) > 12)
        assert lights.alarm == 0
    assert set(colours[1:]) == {BLUE_LIT, DARK}
    # A mock pin's time stamp is the length of the state before: two winks apart, then a long light.
    lit = [state.timestamp for state in pins.pin(RGB[2]).states if not state.state][2:10]
    assert max(lit) > 2 * min(lit)


def test_an_rgb_lamp_flashes_white_for_a_kill(pins: MockFactory, colours: list[object]) -> None:
    with Lights(rgb_pins=RGB, alarm_pin=RED, beat_s=BEAT_S) as lights:
        lights.show("kill", background=False)
        for pin in RGB[:1] + RGB[2:]:
            assert states(pins, pin) == [0] + [1, 0] * 6
    assert colours == [DARK, *[WHITE, DARK] * 6]


def test_without_a_red_lamp_the_rgb_lamp_shows_what_is_red_and_nothing_else_then(pins: MockFactory) -> None:
    with Lights(rgb_pins=RGB, beat_s=BEAT_S) as lights:
        lights.your_turn(1, signal=False)
        until(lambda: states(pins, RGB[2])[-1] == 1)
        lights.refuse()
        until(lambda: len(states(pins, RGB[0])) > 8)
        blue = len(states(pins, RGB[2]))
        assert states(pins, RGB[2])[-1] == 0
        until(lambda: len(states(pins, RGB[0])) > 14)
        assert len(states(pins, RGB[2])) == blue
        lights.settled()
        until(lambda: states(pins, RGB[2])[-1] == 1)
        assert states(pins, RGB[0])[-1] == 0


def test_lamps_that_are_not_wired_still_stand_on_the_page(pins: MockFactory) -> None:
    with Lights(player_pins=(FIRST, SECOND), beat_s=BEAT_S) as lights:
        lights.fault()
        until(lambda: lights.alarm == 1)
        lights.your_turn(0, background=False)
        assert states(pins, FIRST) == [0, 1, 0, 1, 0, 1]


def test_the_lamps_of_a_game_that_was_won_long_ago_shine_and_wake_nobody(
    pins: MockFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("device.outputs.lights.WIN_BEATS", 32)
    with Lights(player_pins=(FIRST, SECOND), beat_s=BEAT_S) as lights:
        lights.win([0])
        until(lambda: lights._same_beats() is None and lights._beat > 32)
        assert states(pins, FIRST) == [0] + [1, 0] * 8 + [1]
        assert lights.pattern == "win"
        lights.question()
        until(lambda: len(states(pins, FIRST)) > 20)


def test_the_thread_of_the_lamps_sleeps_until_one_of_them_changes(pins: MockFactory) -> None:
    with Lights(rgb_pins=RGB, beat_s=BEAT_S) as lights:
        lights.your_turn(0, signal=False)
        lengths = run_lengths("..###" + "#" * 25)
        until(lambda: lights._same_beats() == max(lengths) - 1)
