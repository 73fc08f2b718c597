"""Chowka Bhara: what hands do, refused with its rule or accepted as played, and what can be touched."""

from __future__ import annotations

from typing import Any

import pytest

from engine.board import Placed
from engine.errors import NotationError
from engine.game import Game, Waits
from engine.move import PieceMove, Play, Step
from engines.chowka_bhara_table import HOME, game, push, rules, throw, told


def test_two_touches_are_a_legal_move_where_one_fits() -> None:
    played = game([16, 16, 3, 0], [22, 22, 22, 0], bank=[2, 1])
    touched = {
        ((0, 2), "r1c4"): "c 3/5 =2",
        ((0, 3), "r4c3"): "d 0/1 =1",
        ((0, 1), "r3c1"): "pair ab 16",
        ((0, 1), "r1c1"): "challenge b 16/18 =2 x2a,2b,2c",
    }
    for (piece, square), text in touched.items():
        move = played.rules.move_between(played.state, piece, square)
        assert (str(move), played.why_not(move)) == (text, None)


OUTER = ([3, 5, 15, 0], [0, 5, 0, 0])
"""South's pawns c on the square before the gate; north's b on r3c0."""
INNER = ([16, 16, 17, 0], [23, 23, 22, 22])
"""South's gatti and a pawn before north's gatti on r1c2 and pollu on r1c1."""
NAMES = ("Asha", "Ravi")


@pytest.mark.parametrize(
    ("pawns", "keys", "piece", "square", "sentence"),
    [
        (OUTER, {"bank": [2, 4]}, (0, 0), "r0c4", "C2: a 2 moves a pawn by 2, not by 3"),
        (OUTER, {"bank": [2, 4]}, (0, 0), "r4c3", "C3: pawns never go back"),
        (OUTER, {"bank": [2, 4]}, (0, 0), "r3c4", "C9: a gatti is made of two pawns"),
        (
            OUTER,
            {"bank": [2, 4]},
            (1, 1),
            "r4c1",
            "C2: it is the turn of Asha, and this pawn belongs to Ravi",
        ),
        (OUTER, {"bank": [2]}, (0, 0), "r1c4", "C8: a pawn of Asha is there already"),
        (OUTER, {"bank": [3]}, (0, 1), "r0c2", "C7: a pawn of Ravi is safe on this crossed square"),
        (OUTER, {"bank": [2]}, (0, 2), "r2c1", "C4: Asha has no kadi yet"),
        (INNER, {"bank": [4]}, (0, 2), "r2c3", "C11: a gatti of Ravi bars the way: r1c2"),
        (INNER, {"bank": [3]}, (0, 0), "r1c2", "C10: a gatti moves by even values only"),
        (INNER, {"bank": [2]}, (0, 1), "r1c1", "C10: a 2 moves a gatti by 1, not by 2"),
        (INNER, {"bank": [8]}, (0, 2), "r2c2", "C1: the centre needs the exact number"),
    ],
)
def test_what_hands_did_wrong_is_refused_with_its_rule(
    pawns: tuple[list[int], list[int]],
    keys: dict[str, Any],
    piece: tuple[int, int],
    square: str,
    sentence: str,
) -> None:
    pairs = [[[0, 1]], [[0, 1]]] if pawns is INNER else [[], []]
    played = game(*pawns, pairs=pairs, **keys)
    reason = played.why_not(played.rules.move_between(played.state, piece, square))
    assert reason is not None
    assert reason.text(names=NAMES).startswith(sentence)


def test_touches_of_what_does_not_exist_are_no_moves() -> None:
    played = Game(rules())
    for piece, square in (((0, 4), "r0c0"), ((2, 0), "r0c0"), ((0, 0), "r5c0")):
        with pytest.raises(NotationError):
            played.rules.move_between(played.state, piece, square)


def test_before_the_throw_every_move_is_refused_by_the_rule_that_throws_come_first() -> None:
    played = Game(rules())
    move = played.rules.move_between(played.state, (0, 0), "r4c3")
    assert str(played.why_not(move)) == "C2: player 1 throws first and moves then"


def test_an_accepted_illegal_move_stands_as_hands_made_it() -> None:
    played = game([3, 0, 0, 0], [5, 0, 0, 0], bank=[2, 4])
    move = played.rules.move_between(played.state, (0, 0), "r0c4")  # three squares with a 2 and a 4
    assert str(played.why_not(move)).startswith("C2")
    played.force(move)
    assert played.state.pawns[0][0] == 6
    assert played.state.bank == (4,)


def test_an_accepted_illegal_move_takes_what_its_landing_takes() -> None:
    played = game([1, 0, 0, 0], [13, 0, 0, 0], bank=[1])
    move = played.rules.move_between(played.state, (0, 0), "r1c4")  # four squares, onto north's pawn
    played.force(move)
    assert told(played) == ["captured 0 1a C6", "again 0 C5"]


def test_a_kill_that_was_accepted_before_the_throw_gives_two_throws() -> None:
    played = game(HOME, [10, 0, 0, 0])
    played.force(PieceMove("move", (0,), 2, 2, 0, 2))
    throw(played, 3)
    assert played.waits is Waits.THROW
    throw(played, 1)
    assert (played.waits, played.state.bank) == (Waits.MOVE, (3, 1))


def test_an_accepted_move_of_another_s_pawn_stands_as_well() -> None:
    played = game([3, 0, 0, 0], [5, 0, 0, 0], bank=[2])
    played.force(played.rules.move_between(played.state, (1, 0), "r4c1"))
    assert played.state.pawns == ((3, 0, 0, 0), (7, 0, 0, 0))


def test_a_gatti_that_hands_took_apart_is_one_no_more() -> None:
    played = game([16, 16, 0, 0], HOME, bank=[1], pairs=[[[0, 1]], []])
    played.force(PieceMove("move", (0,), 1, 1, 16, 17))
    assert played.state.pairs == ((), ())


def test_an_accepted_pawn_in_the_inner_ring_without_a_kadi_is_kept_by_the_position() -> None:
    played = game([15, 0, 0, 0], HOME, bank=[1])
    played.force(PieceMove("move", (0,), 1, 1, 15, 16))
    position = played.rules.to_position(played.state)
    assert position["as_played"] is True
    assert played.rules.from_position(position) == played.state


def test_a_challenge_ends_when_hands_take_the_challenger_away() -> None:
    played = game([16, 3, 24, 24], [22, 22, 22, 0], bank=[2])
    push(played, "challenge a 16/18 =2")
    played.force(PieceMove("move", (0,), 2, 2, 16, 19))
    assert (played.state.challenge, played.waits, played.turn) == (None, Waits.THROW, 1)


def test_moves_of_other_games_and_pawns_that_do_not_exist_are_refused_without_a_crash() -> None:
    played = game([3, 0, 0, 0], HOME, bank=[2])
    for move in (
        Play((Step(8, 5),)),
        PieceMove("move", (9,), 2, 2, 3, 5),
        PieceMove("move", (0, 0), 2, 2, 3, 5),
        PieceMove("move", (0,), 2, 2, 4, 6),
        PieceMove("enter", (1,), 2, 2, 0, 1),
        PieceMove("pair", (0,), start=3, end=3),
        PieceMove("pair", (0, 1, 2), start=3, end=3),
        PieceMove("move", (0,), 2, 2, 3, 99),
    ):
        assert played.why_not(move) is not None
    for move in (
        Play((Step(8, 5),)),
        PieceMove("move", (9,), 2, 2, 3, 5),
        PieceMove("move", (0,), 2, 2, 3, 99),
    ):
        with pytest.raises(NotationError):
            played.force(move)


def test_the_board_is_drawn_with_homes_rings_and_a_centre() -> None:
    layout = rules(3).layout
    kinds = {square.id: square.kind for square in layout.squares}
    assert (layout.width, layout.height, len(layout.squares)) == (5, 5, 25)
    assert sorted(name for name, kind in kinds.items() if kind == "home") == ["r0c2", "r2c0", "r2c4", "r4c2"]
    assert {name: layout.square(name).owner for name in ("r4c2", "r2c4", "r0c2", "r2c0")} == {
        "r4c2": 0,
        "r2c4": 1,
        "r0c2": 2,
        "r2c0": None,
    }
    assert kinds["r2c2"] == "centre"
    assert sum(kind == "inner" for kind in kinds.values()) == 8
    assert (layout.square("r1c3").x, layout.square("r1c3").y) == (3.0, 1.0)


def test_pawns_are_placed_by_square_and_step() -> None:
    placed = rules().placed(rules().start())
    assert placed[0] == Placed(0, 0, "r4c2", 0)
    assert placed[7] == Placed(1, 3, "r0c2", 0)


def test_every_pawn_that_can_move_can_be_touched() -> None:
    played = game([16, 16, 0, 0], HOME, bank=[2, 1], pairs=[[[0, 1]], []])
    taps = {(tap.piece, tap.start, tap.end, str(tap.move)) for tap in played.rules.taps(played.state)}
    assert taps == {
        ((0, 0), "r3c1", "r2c1", "ab 16/17 =2"),
        ((0, 1), "r3c1", "r2c1", "ab 16/17 =2"),
        ((0, 2), "r4c2", "r4c4", "c 0/2 =2"),
        ((0, 2), "r4c2", "r4c3", "c 0/1 =1"),
        ((0, 3), "r4c2", "r4c4", "d 0/2 =2"),
        ((0, 3), "r4c2", "r4c3", "d 0/1 =1"),
    }
