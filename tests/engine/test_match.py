"""Matches: the score, the Crawford game, money play, the clock, and a match in the setup of its games."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.errors import NotNowError, SetupError
from engine.events import Setup
from engine.facts import Ending, Outcome
from engine.match import Clock, Conduct, Match, MatchPlace, TimeControl
from engine.move import Double, parse_play
from engine.record import read, write
from engines.backgammon_boards import at, rules
from engines.random_matches import NAMES, match_setup


def won(seat: int, points: int = 1) -> Outcome:
    return Outcome((seat,), Ending.BORNE_OFF, points=points)


def test_bp28_a_match_is_a_series_of_games_that_counts_their_points() -> None:
    match = Match(5).after(won(0, 2)).after(won(1)).after(won(0, 2))
    assert (match.score, match.is_over, match.winner) == ((4, 1), False, None)
    over = match.after(won(0, 4))
    assert (over.score, over.is_over, over.winner) == ((8, 1), True, 0)
    with pytest.raises(NotNowError, match="no further game"):
        over.after(won(1))
    with pytest.raises(NotNowError, match="no next game"):
        over.options()


def test_bp28_a_game_that_was_played_counts_with_its_gammon() -> None:
    playing = rules("polish", cube=True)
    outcome = playing.outcome(playing.apply(at("1:1", "24:15", (6, 5)), parse_play("1/off")).state)
    assert outcome is not None
    assert Match(3).after(outcome).score == (2, 0)


def test_bs5_the_crawford_game_comes_once_when_a_player_first_needs_one_point() -> None:
    match = Match(3)
    assert (match.is_crawford, match.options()["crawford"]) == (False, False)
    crawford = match.after(won(1, 2))
    assert (crawford.is_crawford, crawford.is_post_crawford) == (True, False)
    playing = rules("standard", **crawford.options())
    assert playing.optional(playing.start(begins=0)) == []
    later = crawford.after(won(0))
    assert (later.score, later.is_crawford, later.is_post_crawford) == ((1, 2), False, True)
    playing = rules("standard", **later.options())
    assert playing.optional(playing.start(begins=0)) == [Double()]
    level = later.after(won(0))
    assert (level.score, level.is_crawford) == ((2, 2), False)
    assert not Match(3, score=(2, 0), crawford=False).is_crawford
    assert not Match(1).is_crawford


def test_bs5_for_money_there_are_jacoby_and_beavers_and_no_end() -> None:
    money = Match(0, jacoby=True, beavers=True)
    assert money.options() == {"cube": True, "crawford": False, "jacoby": True, "beavers": True}
    rich = money.after(won(0, 64)).after(won(0, 192))
    assert (rich.score, rich.is_over, rich.is_crawford) == ((256, 0), False, False)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Match(-1), "1 to 99 points"),
        (lambda: Match(3, score=(3, 3)), "only one player"),
        (lambda: Match(3, score=(-1, 0)), "two whole numbers"),
        (lambda: Match(3, jacoby=True), "'jacoby' is for money"),
        (lambda: Match(3, beavers=True), "'beavers' is for money"),
        (lambda: TimeControl.of_match(Match(0)), "money play has none"),
    ],
)
def test_a_match_that_cannot_be_is_refused(make: object, message: str) -> None:
    assert callable(make)
    with pytest.raises(SetupError, match=message):
        make()


def test_a_game_without_one_winner_counts_for_no_match() -> None:
    with pytest.raises(NotNowError, match="seat 0 or 1"):
        Match(3).after(Outcome((), Ending.STUCK))


def test_the_clock_gives_twelve_free_seconds_and_two_minutes_a_point() -> None:
    clock = Clock.of(TimeControl.of_match(Match(5)))
    assert clock.remaining(1000.0) == (600.0, 600.0)
    with pytest.raises(NotNowError, match="start it"):
        clock.pressed(1000.0)
    clock = clock.started(0, 1000.0)
    assert clock.remaining(1012.0) == (600.0, 600.0)
    assert clock.remaining(1020.0) == (592.0, 600.0)
    clock = clock.pressed(1020.0)
    assert (clock.running, clock.remaining(1030.0)) == (1, (592.0, 600.0))
    clock = clock.pressed(1062.0)
    assert clock.remaining(1062.0) == (592.0, 570.0)
    assert clock.remaining(900.0) == (592.0, 570.0)
    assert clock.stopped(1062.0).remaining(9999.0) == (592.0, 570.0)
    assert clock.falls_at_s == 1062.0 + 12 + 592
    assert clock.stopped(1062.0).falls_at_s is None


def test_time_is_given_and_taken_while_a_move_goes_on_and_while_the_clock_stands() -> None:
    clock = Clock.of(TimeControl(12.0, 100.0)).started(0, 1000.0)
    given = clock.given(0, 30.0, 1005.0)
    assert (given.remaining(1005.0), given.free(1005.0)) == ((130.0, 100.0), 7.0)
    assert given.remaining(1022.0) == (120.0, 100.0)
    assert clock.given(0, -95.0, 1020.0).remaining(1020.0) == (0.0, 100.0)
    stands = clock.stopped(1022.0).given(1, -30.0, 1022.0)
    assert (stands.remaining(2000.0), stands.free(2000.0)) == ((90.0, 70.0), 12.0)
    assert clock.given(0, 36_000.0, 1000.0).reserves == (36_000.0, 100.0)


def test_where_plays_are_said_both_have_three_free_seconds_more() -> None:
    spoken = Conduct(spoken=True)
    times = TimeControl.of_match(Match(7))
    place = MatchPlace(Match(7), times=times, conduct=spoken)
    assert place.clock == Clock((840.0, 840.0), 15.0)
    assert MatchPlace(Match(7), times=times).clock == Clock((840.0, 840.0), 12.0)
    assert MatchPlace(Match(7), conduct=spoken).clock is None


def test_doubles_have_eighteen_free_seconds_and_two_and_a_half_minutes_a_point() -> None:
    times = TimeControl.of_match(Match(7), per_point_s=150, delay_s=18)
    assert times == TimeControl(18.0, 1050.0)
    assert Clock.of(times).started(1, 0.0).remaining(20.0) == (1050.0, 1048.0)


PLACE = MatchPlace(
    Match(7, (6, 3), crawford_played=True), number=5, first=4, before=9, times=TimeControl(12, 840)
)


def test_a_match_is_read_back_as_it_was_written_and_setups_without_one_read_as_before() -> None:
    setup = replace(match_setup(7), match=PLACE)
    assert read(Setup, write(setup)) == setup
    single = Setup("backgammon", "standard", NAMES)
    assert "match" not in write(single)
    assert read(Setup, write(single)).match is None


@pytest.mark.parametrize(
    "wrong",
    [
        {"length": 26},
        {"length": -1},
        {"length": True},
        {"length": "7"},
        {"score": [6]},
        {"score": [7, 3]},
        {"score": [6, 3.5]},
        {"score": [6, 10**9], "length": 0},
        {"crawford": 1},
        {"jacoby": True},
        {"number": 0},
        {"first": -1},
        {"before": None},
        {"times": {"delay_s": 12}},
        {"times": {"delay_s": float("nan"), "reserve_s": 840}},
        {"times": {"delay_s": 12, "reserve_s": 10**9}},
        {"times": {"delay_s": 12, "reserve_s": 840, "bonus": 1}},
        {"times": 12},
        {"winner": 0},
        {"conduct": None},
        {"conduct": {"turn_ends": "shout"}},
        {"conduct": {"turn_ends": ["dice"]}},
        {"conduct": {"event": "x" * 81}},
        {"conduct": {"round": "1\n2"}},
        {"conduct": {"spectators_lag_s": 901}},
        {"conduct": {"tournament": 1}},
        {"conduct": {"pips": True}},
    ],
)
def test_a_match_that_cannot_be_is_not_read(wrong: dict[str, Any]) -> None:
    written = write(replace(match_setup(7), match=PLACE))
    written["match"] |= wrong
    with pytest.raises((ValueError, KeyError)):
        read(Setup, written)
    del written["match"]["score"]
    with pytest.raises((ValueError, KeyError)):
        read(Setup, written)


def test_a_match_says_how_it_is_conducted_where_it_is_not_as_by_default() -> None:
    conduct = Conduct("Sunday cup", "2", "dice", "responsible moves", "count", True, False, True, 300)
    setup = replace(match_setup(7), match=replace(PLACE, conduct=conduct))
    assert read(Setup, write(setup)) == setup
    assert "conduct" not in write(replace(match_setup(7), match=PLACE))["match"]


def test_a_match_of_another_game_or_of_three_is_not_read() -> None:
    written = write(match_setup(7))
    for other in ({"game": "pachisi", "preset": "six"}, {"names": ["A", "B", "C"]}):
        with pytest.raises(SetupError, match="a match is of backgammon between two"):
            read(Setup, written | other)
