"""The clock of a match, worked out of its record: delay, reserve, and what stops it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from engine.errors import NotNowError, SetupError, StaleError
from engine.events import BoardAsked, FlagFell, Paused, Setup, ThrowAsked, TimeGiven, WentOn
from engine.match import Match, MatchPlace, TimeControl
from engine.move import parse_move
from engine.setup import members_of
from engine.table.commands import (
    AnswerBoard,
    AskBoard,
    AskThrow,
    BeginNextGame,
    CallFlag,
    ChangeSeat,
    CloseTurn,
    CorrectThrow,
    EndPause,
    FindBoard,
    GiveTime,
    LoseBoard,
    ObjectToMove,
    Pause,
    ReportMove,
    TakeMoveBack,
    Undo,
    VoidThrow,
)
from engine.table.match_clock import clock_of, match_events, standing_of
from engine.throw import Dice
from engines.random_matches import NAMES, act, match_setup
from engines.recorded_table import logged_again
from engines.timed_table import TIMES, Timed, begun


def illegal(timed: Timed) -> tuple[tuple[int, int], str]:
    """Return a piece of the player's, and a square to which no die leads it."""
    rules = timed.model.rules
    piece = next(one for one in rules.placed(timed.model.state) if one.player == 0)
    return (0, piece.piece), rules.steps(0)[2]


ACTS: dict[str, Callable[[Timed], object]] = {
    "pause": lambda timed: timed.table.do(Pause()),
    "go on": lambda timed: timed.table.do(EndPause()),
    "void": lambda timed: timed.table.do(VoidThrow(timed.model.actions[-1].seq)),
    "lift": lambda timed: timed.table.do(CloseTurn(source="camera")),
    "next game": lambda timed: timed.table.do(BeginNextGame()),
    "misplay": lambda timed: timed.table.do(ReportMove(*illegal(timed))),
    "object": lambda timed: timed.table.do(
        ObjectToMove(timed.model.rules.move_between(timed.model.state, *illegal(timed)))
    ),
    "put back": lambda timed: timed.table.do(TakeMoveBack(timed.model.question.seq)),  # type: ignore[union-attr]
    "correct": lambda timed: timed.table.do(CorrectThrow(timed.model.actions[0].seq, Dice((6, 2)))),
    "doubt dice": lambda timed: timed.table.do(
        AskThrow(ThrowAsked(faces=("6", "unsure"), alternatives=(Dice((6, 2)), Dice((6, 3)))))
    ),
    "say dice": lambda timed: timed.table.do(CorrectThrow(timed.model.waiting[0].seq, Dice((6, 2)))),
    "doubt board": lambda timed: timed.table.do(AskBoard(BoardAsked(((parse_move("8/5 6/5"),), ())))),
    "say board": lambda timed: timed.table.do(AnswerBoard(timed.model.question.seq, 0)),  # type: ignore[union-attr]
    "lose board": lambda timed: timed.table.do(LoseBoard()),
    "find board": lambda timed: timed.table.do(FindBoard()),
}

MOVED = (0.0, "8/5 6/5, end", (600.0, 600.0), 1)
"""What happens after so many seconds, then the reserves and whose time runs."""

SCENES: dict[str, list[tuple[float, str, tuple[float, float], int | None]]] = {
    "each move has its free seconds and then the reserve runs": [
        (10.0, "8/5 6/5, end", (600.0, 600.0), 1),
        (11.0, "6-2", (600.0, 600.0), 1),  # a throw gives no new delay
        (11.0, "24/18 13/11, end", (600.0, 590.0), 0),
        (20.0, "", (592.0, 590.0), 0),
    ],
    "a void throw gives no new delay": [
        MOVED,
        (10.0, "6-2, void", (600.0, 600.0), 1),
        (10.0, "5-2", (600.0, 592.0), 1),
        (10.0, "", (600.0, 582.0), 1),
    ],
    "an undo gives no time back and no new delay": [
        (30.0, "8/5 6/5, end", (582.0, 600.0), 1),
        (5.0, "undo", (582.0, 600.0), 0),
        (10.0, "8/5 6/5, end", (572.0, 600.0), 1),
        (10.0, "", (572.0, 597.0), 1),  # five of the twelve seconds are gone
    ],
    "it stands while the eye asks what was thrown": [
        MOVED,
        (15.0, "doubt dice", (600.0, 597.0), None),
        (300.0, "say dice", (600.0, 597.0), 1),
        (4.0, "", (600.0, 593.0), 1),
    ],
    "it stands while the eye asks what was played": [
        (20.0, "doubt board", (592.0, 600.0), None),
        (100.0, "say board", (592.0, 600.0), 0),
        (3.0, "", (589.0, 600.0), 0),
    ],
    "it stands while the eye objects to a move and nobody has answered": [
        (20.0, "object", (592.0, 600.0), None),
        (100.0, "put back", (592.0, 600.0), 0),
        (1.0, "", (591.0, 600.0), 0),
    ],
    "it stands from the loss of the board until it is found or people play on": [
        (20.0, "lose board", (592.0, 600.0), None),
        (100.0, "find board", (592.0, 600.0), 0),
        (2.0, "lose board", (590.0, 600.0), None),
        (100.0, "8/5 6/5, end", (590.0, 600.0), 1),
        (14.0, "", (590.0, 598.0), 1),
    ],
    "what players ask of one another is their own time": [
        (20.0, "misplay", (592.0, 600.0), 0),
        (10.0, "put back", (582.0, 600.0), 0),
        (1.0, "8/5 6/5, end", (581.0, 600.0), 1),
        (15.0, "correct", (581.0, 597.0), 1),
        (5.0, "", (581.0, 592.0), 1),
    ],
    "a pause stops it, and a move ends the pause": [
        (21.0, "pause", (591.0, 600.0), None),
        (900.0, "go on", (591.0, 600.0), 0),
        (2.0, "pause", (589.0, 600.0), None),
        (50.0, "8/5 6/5, end", (589.0, 600.0), 1),
    ],
    "a double gives both a new delay and a refused resignation none": [
        MOVED,
        (15.0, "double", (600.0, 597.0), 0),
        (12.0, "take", (600.0, 597.0), 1),
        (14.0, "resign 2", (600.0, 595.0), 0),
        (12.0, "refuse", (600.0, 595.0), 1),
        (1.0, "", (600.0, 594.0), 1),
    ],
    "a turn that is ended before its play is told gives free seconds once, also after a cube": [
        MOVED,
        (0.0, "double, take, 6-2", (600.0, 600.0), 1),
        (5.0, "lift", (600.0, 600.0), 0),
        (10.0, "24/18 13/11", (600.0, 600.0), 0),
        (5.0, "", (597.0, 600.0), 0),
    ],
    "the reserve is that of the whole match and stands between its games": [
        (42.0, "resign 1, accept", (570.0, 600.0), None),
        (600.0, "next game", (570.0, 600.0), None),
        (70.0, "5-1", (570.0, 600.0), 0),
        (13.0, "", (569.0, 600.0), 0),
        (0.0, "undo", (569.0, 600.0), None),
        (0.0, "undo", (569.0, 600.0), 1),  # the resignation waits for its answer again
        (12.0, "undo", (569.0, 600.0), 0),
        (5.0, "", (564.0, 600.0), 0),
    ],
}


@pytest.mark.parametrize("name", SCENES)
def test_the_clock_runs_and_stands(name: str) -> None:
    timed = begun()
    for number, (seconds, deeds, left, running) in enumerate(SCENES[name]):
        timed.now_s += seconds
        for deed in filter(None, deeds.split(", ")):
            ACTS[deed](timed) if deed in ACTS else timed.do(deed)
        assert (number, timed.left, timed.running) == (number, left, running)


def test_the_clock_runs_from_the_throw_that_decides_who_begins() -> None:
    timed = Timed()
    timed.now_s += 500.0
    assert (timed.running, timed.left) == (None, (600.0, 600.0))
    timed.after(10.0, "4", "4")
    assert timed.running is None, "a tie is thrown again"
    timed.after(100.0, "2", "5")
    assert (timed.running, timed.left) == (1, (600.0, 600.0))
    finnish = Timed(match_setup(5, preset="finnish", times=TIMES))
    finnish.now_s += 60.0
    assert (finnish.left, finnish.running) == ((600.0, 600.0), None)
    finnish.after(10.0, "3-1")
    assert finnish.running == 0


def test_a_pause_is_recorded_and_there_is_one_at_a_time() -> None:
    timed = begun()
    timed.table.do(Pause())
    assert isinstance(timed.record[-1].event, Paused)
    with pytest.raises(NotNowError, match="stands already"):
        timed.table.do(Pause())
    timed.table.do(EndPause())
    assert isinstance(timed.record[-1].event, WentOn)
    with pytest.raises(NotNowError, match="nobody pauses"):
        timed.table.do(EndPause())
    timed.table.do(ObjectToMove(timed.model.rules.move_between(timed.model.state, *illegal(timed))))
    assert standing_of(timed.model) == "question"


@pytest.mark.parametrize("setup", [match_setup(3), Setup("backgammon", "standard", NAMES)])
def test_without_a_clock_there_is_no_pause_and_no_time_to_give(setup: Setup) -> None:
    plain = Timed(setup)
    for refused in (Pause(), GiveTime(1, 5, "so")):
        with pytest.raises(NotNowError, match="without a clock"):
            plain.table.do(refused)
    assert clock_of(plain.record) is None


def test_people_who_share_a_seat_share_its_clock() -> None:
    names = ("Asha & Dev", "Ravi & Mina")
    times = TimeControl.of_match(Match(3), per_point_s=150, delay_s=18)
    place = MatchPlace(Match(3), times=times)
    timed = Timed(Setup("backgammon", "standard", names, members=members_of(names), match=place))
    timed.do("3-1")
    timed.after(20.0, "8/5 6/5", "end", "6-2")
    assert timed.left == (448.0, 450.0)
    timed.after(19.0, "24/18 13/11", "end", "6-1")
    timed.after(28.0, "13/7 8/7", "end")
    timed.table.do(ChangeSeat(0, ("Dev",)))
    assert (timed.left, timed.running) == ((438.0, 449.0), 1)


def test_events_without_a_time_or_from_a_clock_that_went_back_cost_nothing() -> None:
    timed = begun()
    timed.after(20.0, "8/5 6/5", "end")
    used = timed.left
    clock = clock_of([replace(one, clock_s=None) for one in timed.record])
    assert clock is not None
    assert clock.clock.reserves == (600.0, 600.0)
    timed.after(-500.0, "6-2")
    assert timed.clock.clock.reserves == used


@pytest.mark.parametrize("seed", range(12))
def test_by_chance_no_reserve_ever_grows_and_the_record_read_back_gives_the_same_clock(seed: int) -> None:
    chance = Random(seed)
    timed = Timed(match_setup(chance.choice((1, 3, 5)), times=TimeControl(12.0, 900.0)))
    left, ran = (900.0, 900.0), 0.0
    fold = clock_of(timed.record)
    assert fold is not None
    for _ in range(150):
        model = timed.model
        known = len(timed.record)
        step = chance.choice((0.5, 3.0, 20.0))
        ran += step if fold.clock.running is not None else 0.0
        timed.now_s += step
        if model.outcome is not None and not model.game_follows:
            break
        if chance.random() < 0.1 and (model.actions or model.before):
            timed.table.do(Undo())
        elif chance.random() < 0.03 and not model.paused and model.outcome is None:
            timed.table.do(Pause())
        else:
            act(timed.table, chance)
        for one in timed.record[known:]:
            fold = fold.after(one)
        now = fold.clock.remaining(timed.now_s)
        assert now[0] <= left[0]
        assert now[1] <= left[1]
        left = now
    assert 1800.0 - sum(left) <= ran + 1e-6
    again = clock_of([replace(logged_again(one), clock_s=one.clock_s) for one in timed.record])
    assert again is not None
    assert (again.clock, again.move) == (fold.clock, fold.move)
    games = {one.game: [] for one in timed.record}  # type: ignore[var-annotated]
    for one in timed.record:
        games[one.game].append(one)
    firsts = [(number, 0 if number == 1 else 1) for number in games]
    assert match_events([*firsts, (99, 98)], games.__getitem__, first=1) == timed.record


# The flag, which is told and never enforced, and time that a person gives.


def test_a_flag_that_fell_is_told_once_and_costs_nothing_more() -> None:
    timed = begun()
    falls_at_s = timed.clock.clock.falls_at_s
    assert falls_at_s == timed.now_s + 612.0
    assert timed.clock.fallen_at(falls_at_s - 0.001) == frozenset()
    timed.now_s = falls_at_s
    assert (timed.clock.fallen_at(timed.now_s), timed.clock.told) == ({0}, set())
    before = timed.clock.clock
    with pytest.raises(StaleError, match="has happened since"):
        timed.table.do(CallFlag(0, seen=timed.record[-1].seq - 1))
    timed.table.do(CallFlag(0, seen=timed.record[-1].seq))
    assert isinstance(timed.record[-1].event, FlagFell)
    assert (timed.clock.clock, timed.clock.told) == (before, {0})
    timed.after(5.0, "8/5 6/5", "end")
    assert (timed.left, timed.clock.fallen) == ((0.0, 600.0), {0})
    timed.table.do(Undo())
    assert timed.clock.fallen == {0}, "an undo gives no time back"
    without = clock_of([one for one in timed.record if not isinstance(one.event, FlagFell)])
    assert without is not None
    for part in ("clock", "at_s", "move", "free", "fallen"):
        assert getattr(without, part) == getattr(timed.clock, part)


def test_a_reserve_of_none_is_used_up_with_the_first_delay_not_before() -> None:
    timed = Timed(match_setup(5, times=TimeControl(12.0, 0.0)))
    assert timed.clock.fallen_at(timed.now_s) == frozenset()
    timed.after(5.0, "3-1")
    assert timed.clock.fallen_at(timed.now_s + 11.9) == frozenset()
    assert timed.clock.fallen_at(timed.now_s + 12.0) == {0}


def test_time_that_a_person_gives_lifts_a_flag_which_may_fall_again() -> None:
    timed = begun()
    timed.now_s += 612.0
    timed.table.do(CallFlag(0, seen=timed.record[-1].seq))
    timed.now_s += 8.0
    timed.table.do(GiveTime(0, 60, "  a glass fell\n on the board "))
    assert timed.record[-1].event == TimeGiven(0, 60, "a glass fell on the board")
    assert (timed.left, timed.clock.fallen, timed.clock.told) == ((60.0, 600.0), set(), set())
    timed.now_s += 60.0
    assert timed.clock.fallen_at(timed.now_s) == {0}
    timed.table.do(GiveTime(1, -600, "late by ten minutes"))
    assert (timed.left, timed.clock.fallen_at(timed.now_s)) == ((0.0, 0.0), {0})
    timed.after(0.0, "8/5 6/5", "end")
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
        timed.table.do(GiveTime(seat, seconds, why))
    assert len(timed.record) == known


def test_time_is_given_between_games_and_not_after_the_match() -> None:
    timed = Timed(match_setup(2, times=TIMES))
    timed.do("3-1", "resign 1", "accept")
    timed.table.do(GiveTime(1, 5, "so"))
    assert timed.left == (600.0, 605.0)
    timed.do("3-1", "resign 1", "accept")
    with pytest.raises(NotNowError, match="the match is over"):
        timed.table.do(GiveTime(1, 5, "so"))
