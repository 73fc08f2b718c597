"""A match at the table: its games follow one another, and an undo reaches back over the end of one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.ending import Accept, Refuse, Resign
from engine.errors import NotNowError, SetupError, StaleError
from engine.events import GameStarted, GameWithdrawn, Logged, Setup, ThrowAsked, ThrowKept, Undone
from engine.match import Match, MatchPlace
from engine.move import Double
from engine.table import Table, games_before
from engine.table.commands import (
    AskThrow,
    BeginNextGame,
    ChangeSeat,
    CorrectThrow,
    DropThrow,
    PlayMove,
    Redo,
    SetPosition,
    TakeThrow,
    Undo,
)
from engine.throw import Dice
from engines.random_matches import NAMES, check_match, deeds, match_setup
from engines.recorded_table import Box


def standing(box: Box) -> tuple[int, tuple[int, int]]:
    """Tell which game of the match is on the table, and the score."""
    place, match = box.model.setup.match, box.model.match
    assert place is not None
    assert match is not None
    return place.number, match.score


def test_bp28_the_next_game_follows_with_the_next_throw_and_its_right_options() -> None:
    box = Box(match_setup(3))
    assert box.model.setup.options == {}
    box.lose(0, 2)
    assert (standing(box), box.model.game, box.model.game_follows) == ((1, (0, 2)), 1, True)
    box.dice(3, 1)
    assert (standing(box), box.model.game, box.deeds()) == ((2, (0, 2)), 2, ["3-1"])
    assert box.model.setup.options == {"crawford": True}
    assert Double() not in box.model.line.optional
    box.lose(1)
    box.table.do(BeginNextGame())
    assert (standing(box), box.model.setup.options) == ((3, (1, 2)), {})
    assert [
        started.event.setup.match for started in box.record if isinstance(started.event, GameStarted)
    ] == [
        MatchPlace(Match(3)),
        MatchPlace(Match(3, (0, 2)), number=2, first=1, before=1),
        MatchPlace(Match(3, (1, 2), crawford_played=True), number=3, first=1, before=2),
    ]


def test_a_match_that_is_won_is_over_and_nothing_follows_it() -> None:
    box = Box(match_setup(1))
    box.lose(1, 3)
    match = box.model.match
    assert match is not None
    assert (match.score, match.winner, box.model.game_follows) == ((3, 0), 0, False)
    count = len(box.record)
    with pytest.raises(NotNowError, match="the match is over, 3–0"):
        box.table.do(BeginNextGame())
    with pytest.raises(NotNowError, match="the game is over"):
        box.dice(3, 1)
    assert len(box.record) == count


def test_no_game_follows_one_that_goes_on_or_is_of_no_match() -> None:
    box = Box(match_setup(3))
    with pytest.raises(NotNowError, match="is not over"):
        box.table.do(BeginNextGame())
    box = Box(Setup("backgammon", "standard", NAMES))
    box.lose(0)
    with pytest.raises(NotNowError, match="no match"):
        box.table.do(BeginNextGame())
    with pytest.raises(NotNowError, match="the game is over"):
        box.dice(3, 1)


def test_a_throw_that_cannot_begin_the_next_game_begins_none() -> None:
    box = Box(match_setup(3, preset="finnish"))
    box.lose(0)
    count = len(box.record)
    with pytest.raises(ValueError, match="one die"):
        box.dice(3)
    assert (len(box.record), box.model.game) == (count, 1)


@pytest.mark.parametrize(("preset", "points"), [("standard", 3), ("polish", 3), ("finnish", 1)])
def test_a_resignation_counts_for_the_match_by_the_rules_of_its_preset(preset: str, points: int) -> None:
    box = Box(match_setup(7, preset=preset, cube=preset != "finnish"))
    box.dice(3, 1)
    with pytest.raises(NotNowError, match=f"not {points + 1}"):
        box.table.do(PlayMove(Resign(1, points + 1)))
    if points > 1:
        box.table.do(PlayMove(Resign(1, 1)))
        assert box.model.turn == 0, "the other seat answers"
        box.table.do(PlayMove(Refuse()))
        assert standing(box) == (1, (0, 0))
    box.lose(1, points)
    assert standing(box) == (1, (points, 0))


def test_an_undo_reaches_back_over_the_end_and_everything_is_as_before() -> None:
    box = Box(match_setup(3))
    box.do("3-1", "resign 1 =2")
    before = box.model
    box.do("accept", "4-1", "undo")
    assert (box.model.game, box.deeds()) == (2, [])
    box.table.do(Undo())
    assert (box.model.game, standing(box)) == (1, (1, (0, 0)))
    assert replace(box.model.line, rules=before.rules) == before.line
    assert box.types()[-4:] == ["undone", "turn-began", "game-withdrawn", "undone"]
    assert [one.game for one in box.record[-2:]] == [2, 1]
    box.table.do(PlayMove(Refuse()))
    assert standing(box) == (1, (0, 0))
    box.lose(1)
    box.dice(4, 1)
    assert (box.model.game, standing(box)) == (3, (2, (1, 0)))
    check_match(box.model)
    assert deeds(box.match_again().model) == deeds(box.model)


def test_what_an_undo_took_over_the_end_comes_back_and_the_match_goes_on() -> None:
    box = Box(match_setup(3))
    box.lose(0, 2)
    box.table.do(BeginNextGame())
    box.table.do(Undo())
    assert (box.model.outcome, standing(box)) == (None, (1, (0, 0)))
    box.table.do(Redo())
    assert (standing(box), box.model.game_follows) == ((1, (0, 2)), True)
    box.dice(3, 1)
    assert (box.model.game, standing(box), box.model.setup.options) == (3, (2, (0, 2)), {"crawford": True})


def test_undo_goes_back_through_all_games_to_the_beginning_also_after_a_restart() -> None:
    box = Box(match_setup(5))
    for seat in (0, 1, 1):
        box.lose(seat)
        box.table.do(BeginNextGame())
    for table in (box.match_again(), box.table):
        while table.model.actions or table.model.before:
            table.do(Undo())
        assert (table.model.game, table.model.match) == (1, Match(5))
        with pytest.raises(NotNowError, match="nothing to take back"):
            table.do(Undo())


def test_an_undo_may_name_what_it_reaches_back_to_in_the_game_before() -> None:
    box = Box(match_setup(3))
    box.lose(0)
    box.table.do(BeginNextGame())
    with pytest.raises(NotNowError, match="nothing to take back"):
        box.table.do(Undo(of=999))
    first = box.model.before.actions[0].seq  # type: ignore[union-attr]
    box.table.do(Undo(of=first))
    assert (box.model.game, box.deeds()) == (1, [])
    box.do("redo", "3-1")
    with pytest.raises(NotNowError, match="cannot be undone"):
        box.table.do(Undo(of=first))


def test_a_throw_that_was_kept_in_the_next_game_is_kept_before_the_end() -> None:
    box = Box(match_setup(3))
    box.lose(0)
    box.dice(3, 1)
    box.table.do(TakeThrow(Dice((5, 2)), photo="throw-9"))
    box.do("undo", "undo")
    [waiting] = box.model.waiting
    assert (box.model.game, waiting.throw, waiting.photo, box.model.held) == (
        1,
        Dice((5, 2)),
        "throw-9",
        True,
    )
    assert isinstance(box.record[-2].event, ThrowKept)


LAST = {"board": [0, 1, *[0] * 21, -1, 0, 0], "turn": 0, "number": 9}
"""Asha bears her last checker off with any throw, and has no choice."""


def test_the_throw_that_ends_a_forced_last_move_begins_the_next_game() -> None:
    box = Box(match_setup(3))
    box.table.do(SetPosition(LAST))
    box.dice(6, 5)
    box.table.do(TakeThrow(Dice((4,)), photo="throw-2"))
    assert (box.model.game, box.deeds(), box.model.waiting) == (2, ["4"], ())
    assert box.model.actions[0].photo == "throw-2"
    assert standing(box) == (2, (1, 0))
    for _ in range(2):
        box.table.do(Undo())
    assert (box.model.game, box.deeds()[-1], box.model.held) == (1, "6-5", True)
    assert deeds(box.match_again().model) == deeds(box.model)
    box.table.do(Redo())
    assert standing(box)[1] == (1, 0)


def test_what_the_eye_asks_at_the_end_of_a_game_is_asked_until_it_begins_the_next_one() -> None:
    box = Box(match_setup(3))
    box.table.do(SetPosition(LAST))
    box.dice(6, 5)
    box.table.do(AskThrow(ThrowAsked(faces=("unsure",), alternatives=(Dice((3,)), Dice((4,))))))
    box.play("1/off")
    assert (box.model.game, len(box.model.waiting), box.model.game_follows) == (1, 1, True)
    box.table.do(CorrectThrow(box.model.waiting[0].seq, Dice((3,))))
    assert (box.model.game, box.deeds(), box.model.waiting) == (2, ["3"], ())


def test_an_early_throw_that_cannot_begin_the_next_game_waits_in_it() -> None:
    box = Box(match_setup(3, preset="finnish"))
    box.table.do(SetPosition(LAST))
    box.do("6-5", "4")
    assert (box.model.game, box.deeds(), [one.throw for one in box.model.waiting]) == (2, [], [Dice((4,))])
    box.table.do(DropThrow(box.model.waiting[0].seq))
    box.dice(3, 1)
    assert box.deeds() == ["3-1"]


def test_an_action_counts_once_also_where_it_leads_to_another_game() -> None:
    box = Box(match_setup(3))
    box.do("3-1", "resign 1")
    box.table.do(PlayMove(Accept()), request="end")
    box.table.do(TakeThrow(Dice((4, 1))), request="next")
    box.table.do(PlayMove(Accept()), request="end")
    box.table.do(TakeThrow(Dice((4, 1))), request="next")
    assert box.deeds() == ["4-1"]
    box.table.do(Undo())
    box.table.do(Undo(), request="back")
    count = len(box.record)
    for mark in ("next", "end", "back"):
        box.table.do(Undo(), request=mark)
    assert len(box.record) == count


def test_a_page_that_has_not_heard_of_the_next_game_acts_on_nothing_in_it() -> None:
    box = Box(match_setup(3))
    box.lose(0)
    heard = box.model.revision
    box.table.do(BeginNextGame())
    with pytest.raises(StaleError, match="has changed the game since"):
        box.table.do(Undo(), at=heard)


def test_a_game_whose_beginning_was_taken_back_is_never_put_on_the_table() -> None:
    box = Box(match_setup(3))
    box.lose(0)
    box.table.do(BeginNextGame())
    box.table.do(Undo())
    withdrawn = [one for one in box.record if one.game == 2]
    assert isinstance(withdrawn[-1].event, GameWithdrawn)
    with pytest.raises(NotNowError, match="is not played"):
        box.table.resume(withdrawn)
    assert box.model.game == 1


def test_an_earlier_game_that_is_damaged_or_gone_only_ends_the_way_back() -> None:
    box = Box(match_setup(5))
    for seat in (0, 1):
        box.lose(seat)
        box.table.do(BeginNextGame())
    table = Table(record=lambda _: None, seq=99, game=3)
    third = [one for one in box.record if one.game == 3]
    broken = [Logged(1, 1, GameStarted(match_setup(5))), Logged(2, 1, Undone(77))]
    table.resume(third, earlier=[broken])
    assert table.model.before is None
    assert table.model.match == box.model.match
    assert games_before(lambda game: {3: third}[game], 3) == []


def test_a_game_before_that_ended_otherwise_since_or_is_none_of_the_match_is_not_gone_back_to() -> None:
    box = Box(match_setup(5))
    box.lose(0)
    box.table.do(BeginNextGame())
    second = [one for one in box.record if one.game == 2]
    other = Box(match_setup(5))
    for points in (2, 1, None):
        other.table.start(match_setup(5)) if points else other.table.start(Setup("pachisi", "six", NAMES))
        if points:
            other.lose(0, points)
        earlier = [replace(one, game=1) for one in other.record if one.game == other.model.game]
        box.table.resume(second, earlier=[earlier])
        assert (box.model.before is not None) == (points == 1)


def test_crawford_is_refused_in_a_single_game_and_is_the_matchs_own_in_a_match() -> None:
    box = Box(match_setup(3))
    with pytest.raises(SetupError, match="crawford"):
        box.table.start(Setup("backgammon", "standard", NAMES, {"crawford": True}))
    with pytest.raises(SetupError, match="not that of the match"):
        box.table.start(replace(match_setup(3), options={"crawford": True}))
    with pytest.raises(SetupError, match="without it"):
        box.table.start(match_setup(0, jacoby=True, cube=False))
    with pytest.raises(SetupError, match="match is of backgammon"):
        box.table.start(Setup("pachisi", "six", NAMES, match=MatchPlace(Match(3))))
    with pytest.raises(NotNowError, match="the match is over"):
        box.table.start(match_setup(3, score=(3, 0)))
    box.table.start(replace(match_setup(3, score=(2, 0)), options={"crawford": True}))
    assert box.model.setup.options == {"crawford": True}


def test_people_who_change_seats_in_one_game_play_the_next_one_so() -> None:
    box = Box(match_setup(3))
    box.table.do(ChangeSeat(0, ("Asha", "Dev")))
    box.lose(1)
    box.dice(3, 1)
    assert box.model.setup.names == ("Asha & Dev", "Ravi")
    assert box.model.setup.members == (("Asha", "Dev"), ("Ravi",))
