"""How a game ends by word: in Backgammon a resignation waits for its answer; all may agree; and its texts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.backgammon.state import State as Backgammon
from engine.ending import Accept, Agree, Refuse, Resign
from engine.errors import IllegalMoveError, NotationError, NotNowError, ThrowError
from engine.events import ThrowKept
from engine.facts import Ending, Outcome
from engine.game import Game, Waits
from engine.match import Match
from engine.move import Double, Drop, Take, move_from_json, move_to_json, parse_move, parse_play
from engine.notation import read_record, replay_record, write_record
from engine.options import OptionValue
from engine.registry import make_rules
from engine.table.commands import PlayMove, ReportMove, TakeThrow, Undo
from engine.table.state import replayed
from engine.throw import Dice
from engines.recorded_table import ASHA, MEENA, RAVI, Box, begun


def backgammon(**options: OptionValue) -> Box:
    return begun("backgammon", "standard", **options)


def test_a_resignation_waits_for_its_answer_and_survives_a_restart() -> None:
    played = backgammon()
    played.do("resign 1 =2")
    for table in (played.table, played.restart()):
        model = table.model
        assert (model.turn, model.waits) == (RAVI, Waits.MOVE)
        assert model.line.moves == []
        assert model.line.optional == [Accept(), Refuse()]
        assert model.outcome is None
    again = played.restart()
    again.do(PlayMove(Accept()))
    assert again.model.outcome == Outcome((RAVI,), Ending.RESIGNED, points=2)
    assert again.model.actions[-1].player == RAVI


def test_refusing_it_leaves_the_game_as_it_was() -> None:
    played = backgammon()
    before = played.model
    played.do("resign 1", "refuse")
    after = played.model
    assert (after.state, after.turn, after.waits) == (before.state, before.turn, before.waits)
    assert "turn-began" not in played.types()[-4:], "the turn never changed"
    played.do("resign 2 =3", "accept")
    assert played.outcome == Outcome((ASHA,), Ending.RESIGNED, points=3)


def test_throws_wait_and_moves_are_refused_until_it_is_answered() -> None:
    played = backgammon()
    table = played.table
    table.do(TakeThrow(Dice((3, 1))))
    played.do("resign 2")
    table.do(TakeThrow(Dice((6, 5))))
    assert isinstance(played.record[-1].event, ThrowKept)
    for refused in (
        lambda: table.do(PlayMove(parse_play("8/5 6/5"))),
        lambda: table.do(ReportMove((0, 0), "p5")),
        lambda: table.do(PlayMove(Resign(ASHA))),
        lambda: table.do(PlayMove(Double())),
    ):
        with pytest.raises(NotNowError, match="accept or refuse that first"):
            refused()
    assert table.model.turn == ASHA, "Asha answers"
    played.do("refuse", "8/5 6/5")
    table.do(TakeThrow(Dice((6, 5))))
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
    played.do("resign 1 =3", "accept")
    table.do(Undo())
    assert table.model.line.declared.offered == Resign(ASHA, 3)
    assert played.restart().model.line.declared.offered == Resign(ASHA, 3)
    played.do("refuse")
    table.do(Undo())
    assert table.model.line.optional == [Accept(), Refuse()]
    table.do(Undo())
    assert (table.model.state, table.model.line.declared.offered) == (start, None)


def test_the_cube_counts_and_jacoby_holds() -> None:
    played = backgammon(cube=True)
    played.do("double", "take", "resign 2 =3", "accept")
    assert played.outcome == Outcome((ASHA,), Ending.RESIGNED, points=6, cube=2)
    jacoby = backgammon(cube=True, jacoby=True)
    with pytest.raises(NotNowError, match="a win counts 1 here, not 2"):
        jacoby.do("resign 1 =2")
    jacoby.do("double", "take", "resign 1 =2", "accept")
    assert jacoby.outcome == Outcome((RAVI,), Ending.RESIGNED, points=4, cube=2)


def test_a_double_is_answered_before_anyone_resigns() -> None:
    played = backgammon(cube=True)
    played.do("double")
    for seat in (ASHA, RAVI):
        with pytest.raises(NotNowError, match="take or pass it first"):
            played.table.do(PlayMove(Resign(seat)))
    played.do("drop")
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
            played.table.do(PlayMove(move))
    for move in (Take(), Drop()):
        with pytest.raises(IllegalMoveError):
            played.table.do(PlayMove(move))


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


# Agreeing that a game is over, with or without a winner.


@pytest.mark.parametrize(
    ("make", "winners", "text"),
    [
        (lambda: begun("chowka-bhara", "5x5", 3), (), "agree"),
        (lambda: begun("chowka-bhara", "5x5", 3), (MEENA,), "agree 3"),
        (lambda: begun("pachisi", "six", 4, partners=True), (ASHA, MEENA), "agree 1 3"),
        (lambda: backgammon(), (), "agree"),
    ],
)
def test_all_may_agree_that_it_is_over(make: Callable[[], Box], winners: tuple[int, ...], text: str) -> None:
    played = make()
    played.do(text)
    assert played.outcome == Outcome(winners, Ending.AGREED, points=1 if winners else 0)
    assert played.restart().model.outcome == played.outcome
    played.table.do(Undo())
    assert played.outcome is None


def test_an_agreed_winner_gets_points_times_the_cube() -> None:
    played = backgammon(cube=True)
    played.do("double", "take", "agree 2 =2")
    assert played.outcome == Outcome((RAVI,), Ending.AGREED, points=4, cube=2)


@pytest.mark.parametrize("text", ["agree 3", "agree 1 2", "agree 1 1", "agree =2", "agree 1 =4", "resign 3"])
def test_what_nobody_can_agree_on_is_refused(text: str) -> None:
    played = backgammon()
    count = len(played.record)
    with pytest.raises(NotNowError):
        played.do(text)
    assert len(played.record) == count


def test_an_agreement_answers_an_offer() -> None:
    played = backgammon()
    played.do("resign 1 =2", "agree")
    assert played.outcome == Outcome((), Ending.AGREED, points=0)


# Resigning, its answer and agreeing as texts: moves, their parts, and records.


@given(st.integers(0, 8), st.integers(1, 9), st.lists(st.integers(0, 8), max_size=4))
def test_every_such_move_reads_back_from_its_text_and_its_parts(
    seat: int, points: int, winners: list[int]
) -> None:
    for move in (Resign(seat, points), Accept(), Refuse(), Agree(tuple(winners), points)):
        assert parse_move(str(move)) == move
        assert move_from_json(move_to_json(move)) == move


@pytest.mark.parametrize(
    "wrong",
    [
        {"kind": "resign"},
        {"kind": "resign", "player": -1},
        {"kind": "resign", "player": True},
        {"kind": "resign", "player": 0, "points": 0},
        {"kind": "resign", "player": 0, "all": 1},
        {"kind": "agree", "winners": 1},
        {"kind": "agree", "winners": ["0"]},
        {"kind": "accept", "player": 0},
    ],
)
def test_parts_that_cannot_be_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(NotationError):
        move_from_json(wrong)
    for text in ("resign", "resign 0", "resign 1 =1", "resign 10", "agree 0", "agree1", "accept 1"):
        with pytest.raises(NotationError):
            parse_move(text)


@pytest.mark.parametrize(
    ("make", "moves"),
    [
        (lambda: backgammon(cube=True), ("resign 2", "refuse", "double", "take", "resign 1 =3", "accept")),
        (lambda: begun("chowka-bhara", "5x5", 4), ("resign 2", "resign 1", "resign 4")),
        (lambda: begun("pachisi", "seven", 3), ("resign 3", "agree 2")),
        (lambda: begun("ludo", "plain"), ("agree",)),
    ],
)
def test_a_record_tells_it_and_reads_back(make: Callable[[], Box], moves: tuple[str, ...]) -> None:
    played = make()
    played.do(*moves)
    written = write_record(played.model, events=played.record)
    again = replay_record(read_record(written))
    assert again.outcome == played.outcome
    assert [(a.player, a.action) for a in again.actions] == [
        (a.player, a.action) for a in played.model.actions
    ]
    assert write_record(again) == write_record(played.model)
    assert replayed(played.record).outcome == played.outcome


def test_a_record_says_who_resigned_and_who_accepted() -> None:
    played = backgammon()
    played.do("resign 1 =2", "accept")
    assert write_record(played.model).splitlines()[-3:] == [
        "1 Asha: resign 1 =2",
        "1 Ravi: accept",
        "result resigned winners 2 points 2",
    ]
