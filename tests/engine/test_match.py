"""Matches: the score, the Crawford game, money play and the clock."""

from __future__ import annotations

import pytest

from engine.errors import NotNowError, SetupError
from engine.facts import Ending, Outcome
from engine.match import Clock, Conduct, Match, MatchPlace, TimeControl
from engine.move import Double, parse_play
from engines.backgammon_boards import at, rules


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
