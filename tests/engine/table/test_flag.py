"""The flag of a match's clock is told and never enforced; a person may put a clock right."""

from __future__ import annotations

import pytest

from engine.ending import Accept, Resign
from engine.errors import NotNowError, SetupError, StaleError
from engine.match import TimeControl
from engine.match.match_events import FlagFell, TimeGiven
from engine.table.match_clock import clock_of
from engines.random_matches import match_setup
from engines.timed_table import TIMES, Timed, begun


def test_a_flag_that_fell_is_told_once_and_costs_nothing_more() -> None:
    timed = begun()
    falls_at_s = timed.clock.clock.falls_at_s
    assert falls_at_s == timed.now_s + 612.0
    assert timed.clock.fallen_at(falls_at_s - 0.001) == frozenset()
    timed.now_s = falls_at_s
    assert (timed.clock.fallen_at(timed.now_s), timed.clock.told) == ({0}, set())
    before = timed.clock.clock
    with pytest.raises(StaleError, match="has happened since"):
        timed.table.flag_fell(0, seen=timed.record[-1].seq - 1)
    timed.table.flag_fell(0, seen=timed.record[-1].seq)
    assert isinstance(timed.record[-1].event, FlagFell)
    assert (timed.clock.clock, timed.clock.told) == (before, {0})
    timed.play(5.0, "8/5 6/5", "end")
    assert (timed.left, timed.clock.fallen) == ((0.0, 600.0), {0})
    timed.table.undo()
    assert timed.clock.fallen == {0}, "an undo gives no time back"
    without = clock_of([one for one in timed.record if not isinstance(one.event, FlagFell)])
    assert without is not None
    for part in ("clock", "at_s", "move", "free", "fallen"):
        assert getattr(without, part) == getattr(timed.clock, part)


def test_a_reserve_of_none_is_used_up_with_the_first_delay_not_before() -> None:
    timed = Timed(match_setup(5, times=TimeControl(12.0, 0.0)))
    assert timed.clock.fallen_at(timed.now_s) == frozenset()
    timed.dice(5.0, 3, 1)
    assert timed.clock.fallen_at(timed.now_s + 11.9) == frozenset()
    assert timed.clock.fallen_at(timed.now_s + 12.0) == {0}


def test_time_that_a_person_gives_lifts_a_flag_which_may_fall_again() -> None:
    timed = begun()
    timed.now_s += 612.0
    timed.table.flag_fell(0, seen=timed.record[-1].seq)
    timed.now_s += 8.0
    timed.table.give_time(0, 60, "  a glass fell\n on the board ")
    assert timed.record[-1].event == TimeGiven(0, 60, "a glass fell on the board")
    assert (timed.left, timed.clock.fallen, timed.clock.told) == ((60.0, 600.0), set(), set())
    timed.now_s += 60.0
    assert timed.clock.fallen_at(timed.now_s) == {0}
    timed.table.give_time(1, -600, "late by ten minutes")
    assert (timed.left, timed.clock.fallen_at(timed.now_s)) == ((0.0, 0.0), {0})
    timed.play(0.0, "8/5 6/5", "end")
    assert timed.clock.fallen_at(timed.now_s + 11.0) == {0}, "the free seconds are still free"
    assert timed.clock.fallen_at(timed.now_s + 12.0) == {0, 1}


@pytest.mark.parametrize(
    ("seat", "seconds", "why", "message"),
    [
        (2, 60, "so", "no seat 2"),
        (0, 0, "so", "0 seconds cannot"),
        (0, 36_001, "so", "36001 seconds cannot"),
        (0, True, "so", "True seconds cannot"),
        (0, 60, " \n ", "at most 80 letters"),
        (0, 60, "x" * 81, "at most 80 letters"),
        (0, 60, "\u202eso", "at most 80 letters"),
    ],
)
def test_time_that_cannot_be_given_is_refused(seat: int, seconds: int, why: str, message: str) -> None:
    timed = begun()
    known = len(timed.record)
    with pytest.raises(SetupError, match=message):
        timed.table.give_time(seat, seconds, why)
    assert len(timed.record) == known


def test_time_is_given_between_games_and_not_after_the_match_or_without_a_clock() -> None:
    timed = Timed(match_setup(2, times=TIMES))
    timed.dice(0.0, 3, 1)
    timed.table.play(Resign(0, 1))
    timed.table.play(Accept())
    timed.table.give_time(1, 5, "so")
    assert timed.left == (600.0, 605.0)
    timed.dice(0.0, 3, 1)
    timed.table.play(Resign(0, 1))
    timed.table.play(Accept())
    with pytest.raises(NotNowError, match="the match is over"):
        timed.table.give_time(1, 5, "so")
    plain = Timed(match_setup(3))
    with pytest.raises(NotNowError, match="without a clock"):
        plain.table.give_time(1, 5, "so")
