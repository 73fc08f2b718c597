"""Resigning in Backgammon: it is offered with what it counts, and waits for its answer."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.backgammon.state import State as Backgammon
from engine.ending import Accept, Refuse, Resign
from engine.errors import IllegalMoveError, NotNowError, ThrowError
from engine.events import ThrowKept
from engine.facts import Ending, Outcome
from engine.game import Game, Waits
from engine.match import Match
from engine.move import Double, Drop, Take, parse_play
from engine.registry import make_rules
from engine.throw import Dice
from engines.played_table import ASHA, RAVI, backgammon


def test_a_resignation_waits_for_its_answer_and_survives_a_restart() -> None:
    played = backgammon()
    played.play("resign 1 =2")
    for table in (played.table, played.again()):
        model = table.model
        assert (model.turn, model.waits) == (RAVI, Waits.MOVE)
        assert model.line.moves == []
        assert model.line.optional == [Accept(), Refuse()]
        assert model.outcome is None
    again = played.again()
    again.play(Accept())
    assert again.model.outcome == Outcome((RAVI,), Ending.RESIGNED, points=2)
    assert again.model.actions[-1].player == RAVI


def test_refusing_it_leaves_the_game_as_it_was() -> None:
    played = backgammon()
    before = played.table.model
    played.play("resign 1", "refuse")
    after = played.table.model
    assert (after.state, after.turn, after.waits) == (before.state, before.turn, before.waits)
    assert "turn-began" not in played.kinds()[-4:], "the turn never changed"
    played.play("resign 2 =3", "accept")
    assert played.outcome == Outcome((ASHA,), Ending.RESIGNED, points=3)


def test_throws_wait_and_moves_are_refused_until_it_is_answered() -> None:
    played = backgammon()
    table = played.table
    table.throw(Dice((3, 1)))
    played.play("resign 2")
    table.throw(Dice((6, 5)))
    assert isinstance(played.events[-1].event, ThrowKept)
    for refused in (
        lambda: table.play(parse_play("8/5 6/5")),
        lambda: table.report_move((0, 0), "p5"),
        lambda: table.play(Resign(ASHA)),
        lambda: table.play(Double()),
    ):
        with pytest.raises(NotNowError, match="accept or refuse that first"):
            refused()
    assert table.model.turn == ASHA, "Asha answers"
    played.play("refuse", "8/5 6/5")
    table.throw(Dice((6, 5)))
    assert [str(action.action) for action in table.model.actions] == [
        "3-1",
        "resign 2",
        "refuse",
        "8/5 6/5",
        "end",
        "6-5",
    ]


def test_an_offer_and_each_answer_can_be_taken_back() -> None:
    played = backgammon()
    table = played.table
    start = table.model.state
    played.play("resign 1 =3", "accept")
    table.undo()
    assert table.model.line.declared.offered == Resign(ASHA, 3)
    assert played.again().model.line.declared.offered == Resign(ASHA, 3)
    played.play("refuse")
    table.undo()
    assert table.model.line.optional == [Accept(), Refuse()]
    table.undo()
    assert (table.model.state, table.model.line.declared.offered) == (start, None)


def test_the_cube_counts_and_jacoby_holds() -> None:
    played = backgammon(cube=True)
    played.play("double", "take", "resign 2 =3", "accept")
    assert played.outcome == Outcome((ASHA,), Ending.RESIGNED, points=6, cube=2)
    jacoby = backgammon(cube=True, jacoby=True)
    with pytest.raises(NotNowError, match="a win counts 1 here, not 2"):
        jacoby.play("resign 1 =2")
    jacoby.play("double", "take", "resign 1 =2", "accept")
    assert jacoby.outcome == Outcome((RAVI,), Ending.RESIGNED, points=4, cube=2)


def test_a_double_is_answered_before_anyone_resigns() -> None:
    played = backgammon(cube=True)
    played.play("double")
    for seat in (ASHA, RAVI):
        with pytest.raises(NotNowError, match="take or pass it first"):
            played.table.play(Resign(seat))
    played.play("drop")
    assert played.outcome == Outcome((ASHA,), Ending.DROPPED)


def test_who_has_borne_off_and_who_plays_by_finnish_rules_loses_a_single_game() -> None:
    assert make_rules("backgammon", "finnish").resignations(Backgammon((0,) * 26), ASHA) == (1,)
    rules = make_rules("backgammon", "standard")
    start = rules.start(begins=0)
    assert rules.resignations(start, ASHA) == rules.resignations(start, RAVI) == (1, 2, 3)
    board = list(start.board)
    board[6] -= 1
    borne = replace(start, board=tuple(board))
    assert (rules.resignations(borne, ASHA), rules.resignations(borne, RAVI)) == ((1,), (1, 2, 3))


def test_a_match_counts_it() -> None:
    match = Match(length=5, score=(3, 4), crawford_played=True)
    assert match.after(Outcome((0,), Ending.RESIGNED, points=2)).winner == 0
    assert match.after(Outcome((), Ending.AGREED, points=0)) == match, (
        "no points, and no Crawford game played"
    )
    with pytest.raises(NotNowError):
        match.after(Outcome((), Ending.STUCK))


def test_no_answer_is_given_to_nothing() -> None:
    played = backgammon()
    for move in (Accept(), Refuse()):
        with pytest.raises(NotNowError, match="no resignation waits"):
            played.table.play(move)
    for move in (Take(), Drop()):
        with pytest.raises(IllegalMoveError):
            played.table.play(move)


def test_a_game_without_a_table_resigns_too() -> None:
    game = Game(make_rules("backgammon", "standard"), begins=0)
    game.push(Resign(RAVI, 2))
    assert game.legal_moves() == []
    with pytest.raises(ThrowError):
        game.throw(Dice((3, 1)))
    with pytest.raises(NotNowError):
        game.push(parse_play("8/5"))
    game.push(Accept())
    assert game.outcome == Outcome((ASHA,), Ending.RESIGNED, points=2)
    assert [game.pop(), game.pop()] == [Accept(), Resign(RAVI, 2)]
    assert game.waits is Waits.THROW
