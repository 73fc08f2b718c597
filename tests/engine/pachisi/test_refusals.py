"""Why not, for whatever hands do: the rule that a player would name, the first one where several forbid."""

from __future__ import annotations

import string

import pytest

from engine.board import Placed
from engine.errors import NotationError, ThrowError
from engine.game import Game, Waits
from engine.move import EndTurn, PieceMove, Play, Step
from engine.pachisi.refusals import RULE_OF
from engine.reasons import Reason
from engine.record import read, write
from engine.rulebook import REASONS, RULES, on_board
from engine.rulebook import pachisi as book
from engine.throw import Cowries, Dice
from engines.pachisi_table import at, decline, enter, move, refused, rules, throw

SIX = rules()
SEVEN = rules("seven")


def test_every_refusal_has_a_rule_and_a_sentence() -> None:
    assert set(RULE_OF) - set(on_board.REASONS) == set(book.REASONS)
    assert set(RULE_OF.values()) <= set(RULES)


STUCK_ON_A_CASTLE = at(SIX, "17 80 84 0", "55 0 0 0", bank=[4, 5], entered=[True, True])
BARRED = rules(capture_first=True, gate=True, stack="castles", split=True)
REFUSALS = [
    # (rules, position, move, rule, sentence)
    (SIX, at(SIX, "9 0 0 0", "0 0 0 0", bank=[3]), enter(1, 3), "P4", "only 6, 10, 25 do"),
    (
        SIX,
        at(SIX, "9 0 0 0", "0 0 0 0", bank=[6]),
        PieceMove("enter", (0,), 6, 6, 9, 1),
        "P4",
        "this one does not wait there",
    ),
    (SIX, STUCK_ON_A_CASTLE, move(0, 17, 21, 4), "P15", "player 2 holds this castle: r10c15"),
    (SIX, STUCK_ON_A_CASTLE, move(1, 80, 85, 5), "P21", "this piece needs 4"),
    (SIX, STUCK_ON_A_CASTLE, move(2, 84, 88, 4), "P21", "home already"),
    (SIX, STUCK_ON_A_CASTLE, move(0, 17, 23, 6), "P11", "no 6 left to play, only 4, 5"),
    (SIX, STUCK_ON_A_CASTLE, move(0, 16, 20, 4), "P11", "stands elsewhere: r10c11"),
    (SIX, STUCK_ON_A_CASTLE, move(5, 0, 4, 4), "P2", "belongs to player 2"),
    (SIX, STUCK_ON_A_CASTLE, PieceMove("move", (0, 1), 4, 4, 17, 21), "P11", "one piece with one throw"),
    (SIX, STUCK_ON_A_CASTLE, EndTurn(), "P11", "or declines the throw"),
    (SIX, STUCK_ON_A_CASTLE, Play((Step(8, 5),)), "P11", "one piece"),
    (SIX, STUCK_ON_A_CASTLE, PieceMove("pair", (0,), start=17, end=17), "P11", "one piece"),
]


@pytest.mark.parametrize(("of", "state", "played", "rule", "words"), REFUSALS)
def test_a_refusal_names_its_rule_and_what_it_is_about(of, state, played, rule, words) -> None:  # type: ignore[no-untyped-def]
    reason = of.why_not(state, played)
    assert reason is not None
    assert reason.rule == rule
    assert words in str(reason)
    assert read(Reason, write(reason)) == reason


def test_the_gate_comes_before_the_grace_and_the_throw_before_the_way_home() -> None:
    shut = at(BARRED, "74 9 0 0", "0 0 0 0", bank=[3], gate_open=[False, True])
    assert refused(BARRED, shut, enter(2, 3)) == "P3"
    assert refused(BARRED, shut, move(0, 74, 77, 3)) == "P3"
    open_gate = at(BARRED, "74 9 0 0", "0 0 0 0", bank=[3])
    assert refused(BARRED, open_gate, move(0, 74, 78, 3)) == "P12"
    assert refused(BARRED, open_gate, move(0, 74, 77, 3)) == "P19"
    assert refused(BARRED, open_gate, move(0, 74, 86, 3)) == "P12"


def test_the_grace_comes_before_the_first_square_and_before_the_way_out() -> None:
    waiting = at(SIX, "9 0 0 0", "0 0 0 0", bank=[3, 10])
    assert refused(SIX, waiting, enter(1, 3, end=3)) == "P4"
    assert refused(SIX, waiting, move(1, 0, 3, 3)) == "P4"
    assert refused(SIX, waiting, enter(1, 10, end=10)) == "P7"
    assert refused(SIX, waiting, move(1, 0, 1, 10)) == "P9"
    strict = at(SEVEN, "80 0 0 0", "0 0 0 0", bank=[10])
    assert refused(SEVEN, strict, move(0, 80, 90, 10)) == "P8"


def test_the_paths_end_comes_before_the_bar_and_the_bar_before_the_landing() -> None:
    of = rules(capture_first=True, stack="castles", revenge=True)
    state = at(of, "80 9 82 84", "0 0 0 0", bank=[5, 2], captured=[0, 0])
    assert refused(of, state, move(0, 80, 85, 5)) == "P21"
    assert refused(of, state, move(0, 80, 82, 2)) == "P19"


def test_what_is_said_to_be_captured_must_be_what_stands_there() -> None:
    state = at(SIX, "18 84 84 84", "54 54 0 0", bank=[2])
    played = PieceMove("move", (0,), 2, 2, 18, 20, ((1, 0),))
    assert refused(SIX, state, played) == "P16"
    assert SIX.why_not(state, move(0, 18, 20, 2)) is None  # captures need not be written


def test_before_a_throw_and_while_throwing_nothing_moves() -> None:
    game = Game(SIX, begins=0)
    assert refused(SIX, game.state, enter(0, 10)) == "P11"
    assert refused(SIX, game.state, decline(10)) == "P11"
    seven = Game(SEVEN, begins=0)
    throw(seven, 10)
    assert refused(SEVEN, seven.state, enter(0, 10)) == "P25"
    over = at(SIX, "83 83 84 84", "83 83 84 84")
    assert refused(SIX, over, move(0, 83, 85, 2)) == "P13"


def test_two_touches_become_the_legal_move_where_one_fits() -> None:
    state = at(SIX, "0 18 84 84", "54 0 0 0", bank=[2, 10])
    capture = PieceMove("move", (1,), 2, 2, 18, 20, ((1, 0),))
    assert SIX.move_between(state, (0, 1), SIX.placed(state)[4].square) == capture
    assert SIX.move_between(state, (0, 0), "r11c9") == enter(0, 10)
    assert SIX.move_between(at(SIX, "80 9 84 84", "0 0 0 0", bank=[4]), (0, 0), "charkoni") == move(
        0, 80, 84, 4
    )
    divided = rules(split=True)
    both = at(divided, "9 9 9 0", "0 0 0 0", bank=[4, 3])
    assert divided.move_between(both, (0, 2), "r15c10") == move(2, 9, 12, 3)
    assert divided.move_between(both, (0, 2), "r17c10") == move(2, 9, 10, 4)


@pytest.mark.parametrize(
    ("touched", "end", "rule"),
    [
        ((0, 1), "r13c10", "P12"),  # 18/14 backwards
        ((0, 1), "r10c17", "P12"),
        ((0, 0), "r12c9", "P7"),
        ((0, 2), "charkoni", "P21"),
        ((1, 0), "r10c14", "P2"),
        ((0, 1), "r9c3", "P12"),  # no square of south's path
        ((0, 3), "r12c9", "P21"),
    ],
)
def test_two_touches_that_fit_nothing_become_a_move_that_is_refused_with_its_rule(
    touched: tuple[int, int], end: str, rule: str
) -> None:
    state = at(SIX, "0 18 80 84", "51 0 0 0", bank=[10])
    assert refused(SIX, state, SIX.move_between(state, touched, end)) == rule


def test_touches_of_what_does_not_exist_are_no_move() -> None:
    state = at(SIX, "0 18 80 84", "51 0 0 0", bank=[10])
    for touched, end in [
        ((2, 0), "r9c18"),
        ((0, 4), "r9c18"),
        ((0, 1), "r0c0"),
        ((0, 1), "p24"),
        ((0, 1), "r9"),
    ]:
        with pytest.raises(NotationError):
            SIX.move_between(state, touched, end)


def test_an_accepted_move_of_another_players_piece_puts_it_where_hands_did() -> None:
    state = at(SIX, "0 18 80 84", "51 0 0 0", bank=[10])
    played = SIX.move_between(state, (1, 0), "r10c13")
    assert SIX.placed(SIX.apply(state, played).state)[4] == Placed(1, 0, "r10c13", 53)


def test_an_accepted_landing_on_a_held_castle_shares_it_and_the_position_says_so() -> None:
    game = Game(SIX, state=at(SIX, "17 0 84 84", "55 0 0 0", bank=[4]))
    game.force(move(0, 17, 21, 4))
    assert game.state.pieces == ((21, 0, 84, 84), (55, 0, 0, 0))
    written = SIX.to_position(game.state)
    assert written["as_played"] is True
    assert SIX.from_position(written) == game.state
    assert game.turn == 1


def test_an_accepted_move_uses_the_nearest_throw_and_a_divided_one_keeps_its_rest() -> None:
    state = at(SEVEN, "9 20 84 84", "0 0 0 0", bank=[3, 14])
    assert SEVEN.bank(SEVEN.apply(state, move(0, 9, 14, 5)).state) == ((14, 14),)
    assert SEVEN.apply(state, EndTurn()).state.turn == 1
    with pytest.raises(NotationError):
        SEVEN.apply(state, Play((Step(8, 5),)))


def test_a_throw_that_is_not_due_or_of_another_kind_is_refused() -> None:
    game = Game(SIX, begins=0)
    for wrong in (Dice((3,)), Cowries(2, 7)):
        with pytest.raises(ThrowError):
            game.throw(wrong)
    throw(game, 10)
    with pytest.raises(ThrowError, match="waits for"):
        SIX.apply_throw(game.state, Cowries(2, 6))
    assert game.waits is Waits.MOVE


def test_the_fields_of_every_sentence_are_given_by_its_reason() -> None:
    seen: dict[str, Reason] = {}
    for of, state, played, _, _ in REFUSALS:
        reason = of.why_not(state, played)
        assert reason is not None
        seen[reason.key] = reason
    for key, reason in seen.items():
        fields = {name for _, name, _, _ in string.Formatter().parse(REASONS[key]) if name}
        assert fields <= set(reason.params)
