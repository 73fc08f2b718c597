"""The doubling cube: who may double when, what answers there are, and what a game then counts."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.backgammon import BackgammonRules, State
from engine.backgammon.cube import Cube
from engine.errors import IllegalMoveError, NotationError, PositionError, ThrowError
from engine.events import (
    GameEnded,
    Happened,
    Logged,
    Moved,
    Setup,
    ThrowKept,
    TurnBegan,
    event_from_json,
    event_to_json,
)
from engine.facts import Ending, Stakes
from engine.game import Game, Waits
from engine.move import (
    Beaver,
    CubeMove,
    Double,
    Drop,
    EndTurn,
    Move,
    Take,
    move_from_json,
    move_to_json,
    parse_move,
    parse_play,
)
from engine.notation.backgammon import Standing, match_id, parse_gnu_ids, position_id, xgid
from engine.registry import make_rules
from engine.table import Table
from engine.table.commands import PlayMove, TakeThrow, Undo
from engine.throw import Dice
from engines.backgammon_boards import at, board, rules

standard = rules("standard")
CUBE_MOVES: tuple[CubeMove, ...] = (Double(), Take(), Drop(), Beaver())


def why(playing: BackgammonRules, state: State, move: Move) -> str:
    return str(playing.why_not(state, move))


@pytest.mark.parametrize("move", CUBE_MOVES, ids=str)
def test_a_move_with_the_cube_is_one_word_that_reads_back(move: CubeMove) -> None:
    assert parse_move(str(move)) == move
    assert move_from_json(move_to_json(move)) == move
    with pytest.raises(NotationError, match="unknown key"):
        move_from_json({**move_to_json(move), "value": 2})


def test_bs4_a_double_is_offered_before_the_throw_and_the_taker_owns_the_cube() -> None:
    game = Game(standard, begins=0)
    assert (game.waits, standard.optional(game.state)) == (Waits.THROW, [Double()])
    game.push(Double())
    assert (game.turn, game.waits, game.legal_moves()) == (1, Waits.MOVE, [])
    assert standard.turn_number(game.state) == 1
    assert standard.optional(game.state) == [Take(), Drop()]
    with pytest.raises(ThrowError):
        standard.apply_throw(game.state, Dice((3, 1)))
    game.push(Take())
    assert (game.turn, game.waits, game.state.cube) == (0, Waits.THROW, Cube(2, owner=1))
    assert game.state.board == standard.start(begins=0).board
    refusal = "BS4: the cube is player 2’s, so player 1 cannot double"
    assert why(standard, game.state, Double()) == refusal
    game.throw(Dice((3, 1)))
    game.push(parse_play("8/5 6/5"))
    assert why(standard, game.state, Double()) == (
        "BS4: player 1 has thrown already: a double is offered before the throw"
    )
    game.push(EndTurn())
    game.push(Double())
    game.push(Take())
    assert game.state.cube == Cube(4, owner=0)


def test_bs4_a_double_that_is_passed_loses_the_game_for_what_the_cube_showed() -> None:
    game = Game(standard, begins=1)
    for move in (Double(), Take()):
        game.push(move)
    game.throw(Dice((3, 1)))
    game.push(parse_play("8/5 6/5"))
    for move in (EndTurn(), Double(), Drop()):
        game.push(move)
    outcome = game.outcome
    assert outcome is not None
    assert (game.waits, outcome.winners, outcome.ending) == (Waits.OVER, (0,), Ending.DROPPED)
    assert (outcome.points, outcome.cube) == (2, 2)
    assert standard.optional(game.state) == []
    with pytest.raises(IllegalMoveError, match="the game is over"):
        game.push(Take())


def test_bs4_what_cannot_be_done_with_the_cube_is_refused_with_its_rule() -> None:
    begun = standard.start(begins=0)
    offered = standard.apply(begun, Double()).state
    assert why(standard, begun, Take()) == "BS4: no double is offered to player 1"
    answer = "BS4: a double is offered to player 2, who first takes or passes it"
    for move in (Double(), EndTurn(), parse_play("8/5")):
        assert why(standard, offered, move) == answer
    assert why(standard, standard.start(), Double()).startswith("BS4: nobody doubles before the throws")
    full = replace(begun, cube=Cube(64, owner=0))
    assert why(standard, full, Double()) == "BS4: the cube shows 64 and goes no higher"
    assert standard.optional(full) == []
    assert why(rules("finnish"), begun, Double()).endswith("played without the doubling cube")
    for move in (Take(), Drop(), Beaver()):
        assert standard.apply(begun, move).state == begun


def test_bs5_nobody_doubles_in_the_crawford_game() -> None:
    playing = rules("standard", crawford=True)
    begun = playing.start(begins=0)
    assert playing.optional(begun) == []
    assert why(playing, begun, Double()) == "BS5: nobody doubles in the Crawford game"


def test_bs5_a_beaver_doubles_at_once_and_keeps_the_cube() -> None:
    playing = rules("standard", beavers=True)
    game = Game(playing, begins=0)
    game.push(Double())
    assert playing.optional(game.state) == [Take(), Drop(), Beaver()]
    game.push(Beaver())
    assert (game.turn, playing.optional(game.state)) == (0, [Take(), Drop()])
    assert why(playing, game.state, Beaver()).startswith("BS5: player 1 cannot double again")
    game.push(Take())
    assert (game.turn, game.waits, game.state.cube) == (0, Waits.THROW, Cube(4, owner=1))
    game.pop()
    game.push(Drop())
    outcome = game.outcome
    assert outcome is not None
    assert (outcome.winners, outcome.points) == ((1,), 2)
    offered = standard.apply(standard.start(begins=0), Double()).state
    assert why(standard, offered, Beaver()).startswith("BS5: ")


def test_bs5_under_jacoby_a_gammon_counts_only_after_a_double() -> None:
    points = []
    for playing in (standard, rules("standard", jacoby=True)):
        for cube in (Cube(), Cube(2, owner=1), Cube(4)):
            state = replace(at("1:1", "24:15", (6, 5)), cube=cube)
            outcome = playing.outcome(playing.apply(state, parse_play("1/off")).state)
            assert outcome is not None
            points.append(outcome.points)
    assert points == [2, 4, 8, 1, 4, 4]


def test_bs1_each_tie_doubles_the_cube_where_that_is_played() -> None:
    for automatic, values in ((True, [2, 4, 8, 16, 32, 64, 64]), ("once", [2] * 7), (False, [1] * 7)):
        playing = rules("standard", automatic_doubles=automatic)
        state = playing.start()
        seen = []
        for _ in range(7):
            state = playing.apply_throw(state, Dice((5, 5))).state
            seen.append(state.cube.value)
        assert seen == values
        assert playing.apply_throw(state, Dice((5, 4))).state.cube == state.cube


def test_bp32_the_cube_multiplies_the_points_where_it_is_chosen() -> None:
    playing = rules("polish", cube=True)
    game = Game(playing, begins=0)
    game.push(Double())
    game.push(Take())
    assert why(playing, game.state, Double()).startswith("BP32: the cube is player 2’s")
    state = replace(at("6:1", "24:15", (6, 5)), cube=Cube(8, owner=1))
    outcome = playing.outcome(playing.apply(state, parse_play("6/off")).state)
    assert outcome is not None
    assert (outcome.points, outcome.cube) == (16, 8)
    assert rules("polish").optional(rules("polish").start(begins=0)) == []


@pytest.mark.parametrize(
    "moves", ["double", "double take", "double drop", "double beaver", "double beaver drop"]
)
def test_a_position_carries_the_cube(moves: str) -> None:
    playing = rules("standard", beavers=True)
    state = playing.start(begins=1)
    for move in moves.split():
        state = playing.apply(state, parse_move(move)).state
    assert playing.from_position(playing.to_position(state)) == state


@pytest.mark.parametrize(
    ("cube", "message"),
    [
        (2, "give an object"),
        ({"value": 3}, "1, 2, 4, 8"),
        ({"value": True}, "1, 2, 4, 8"),
        ({"value": 1, "owner": 0}, "above 1"),
        ({"value": 2, "owner": 2}, "above 1"),
        ({"value": 2, "face": 1}, "give an object"),
        ({"value": 2, "offered": "redouble"}, "may be"),
        ({"value": 2, "dropped": True}, "nothing is 'offered'"),
        ({"value": 64, "offered": "double"}, "below 64"),
        ({"value": 2, "owner": 0, "offered": "double"}, "seat 0 answers"),
        ({"value": 2, "owner": 0, "offered": "beaver"}, "seat 0 answers"),
    ],
)
def test_a_cube_that_cannot_be_is_refused(cube: Any, message: str) -> None:
    shown = {"board": list(standard.start(begins=0).board), "cube": cube}
    with pytest.raises(PositionError, match=message):
        standard.from_position(shown)
    with pytest.raises(PositionError, match="without the doubling cube"):
        rules("finnish").from_position(shown)


def test_other_programs_forms_carry_the_cube_and_the_offer() -> None:
    state = replace(standard.start(begins=0), cube=Cube(2, owner=0))
    offered = standard.apply(state, Double()).state
    standing = Standing.of(offered)
    assert (standing.turn, standing.cube, standing.owner, standing.offered) == (0, 2, 0, True)
    assert xgid(standing) == "XGID=-b----E-C---eE---c-e----B-:1:1:1:D:0:0:0:0:10"
    assert parse_gnu_ids(f"{position_id(standing.board)}:{match_id(standing)}").offered
    with pytest.raises(NotationError, match="double passed"):
        Standing.of(standard.apply(offered, Drop()).state)


def test_at_the_table_a_throw_that_comes_while_a_double_is_offered_is_kept() -> None:
    record: list[Logged] = []
    table = Table(record=record.extend)
    table.start(Setup("backgammon", "standard", ("Asha", "Ravi"), {}, 0))
    turns = sum(isinstance(logged.event, TurnBegan) for logged in record)
    table.do(PlayMove(Double()))
    table.do(TakeThrow(Dice((3, 1))))
    assert isinstance(record[-1].event, ThrowKept)
    assert (table.model.turn, table.model.waits) == (1, Waits.MOVE)
    table.do(PlayMove(Take()))
    assert (table.model.turn, table.model.state.left) == (0, (3, 1))
    assert sum(isinstance(logged.event, TurnBegan) for logged in record) == turns
    facts = [logged.event.fact for logged in record if isinstance(logged.event, Happened)]
    assert [(fact.kind.value, fact.player, fact.values) for fact in facts] == [
        ("doubled", 0, (2,)),
        ("taken", 1, (2,)),
    ]


def test_at_the_table_a_throw_says_no_double_and_a_passed_double_ends_the_game() -> None:
    record: list[Logged] = []
    table = Table(record=record.extend)
    table.start(Setup("backgammon", "standard", ("Asha", "Ravi"), {}, 0))
    table.do(TakeThrow(Dice((3, 1))))
    with pytest.raises(IllegalMoveError, match="before the throw"):
        table.do(PlayMove(Double()))
    table.do(Undo())
    table.do(PlayMove(Double()))
    table.do(PlayMove(Drop()))
    ended = record[-1].event
    assert isinstance(ended, GameEnded)
    assert (ended.outcome.winners, ended.outcome.points) == ((0,), 1)
    assert event_from_json(event_to_json(ended)) == ended
    table.do(Undo())
    assert table.model.rules.optional(table.model.state) == [Take(), Drop()]
    assert isinstance(record[-2].event, GameEnded | Moved)
    assert board("24:2") != table.model.state.board


def test_every_game_says_what_its_cube_shows_or_that_it_has_none() -> None:
    game = Game(standard, begins=0)
    assert standard.stakes(game.state) == Stakes(1, None)
    game.push(Double())
    assert standard.stakes(game.state) == Stakes(1, None), "a double that is only offered turns nothing"
    game.push(Take())
    assert standard.stakes(game.state) == Stakes(2, 1)
    for name in ("chowka-bhara", "pachisi"):
        other = make_rules(name)
        assert other.stakes(other.start()) is None
    without = make_rules("backgammon", options={"cube": False})
    assert without.stakes(without.start()) is None
