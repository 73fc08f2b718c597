"""The rules BF1 to BF16 of the Finnish document, each at work in a position."""

from __future__ import annotations

from functools import partial

import pytest

from engine.backgammon import State
from engine.errors import ThrowError
from engine.facts import Ending, FactKind, Outcome
from engine.game import Waits
from engine.move import EndTurn, Play, Step, parse_play
from engine.throw import Dice
from engines.backgammon_boards import at, board, forbids, rules, texts

finnish = rules("finnish")
refused = partial(forbids, finnish)


def test_bf1_who_takes_all_own_checkers_off_first_has_won() -> None:
    state = at("2:1", "20:5", (6, 1))
    after = finnish.apply(state, parse_play("2/off")).state
    assert finnish.waits(after) is Waits.OVER
    assert finnish.outcome(after) == Outcome((0,), Ending.BORNE_OFF, points=1)
    reason = finnish.why_not(after, parse_play("2/off"))
    assert str(reason) == "BF1: the game is over"


def test_bf2_blacks_19_is_whites_6_and_black_goes_clockwise() -> None:
    placed = finnish.placed(finnish.start(begins=0))
    black = {place.step: place.square for place in placed if place.player == 0}
    white = {place.step: place.square for place in placed if place.player == 1}
    assert black[6] == "p6"
    assert white[6] == "p19"
    far, corner, home = (finnish.layout.square(name) for name in ("p24", "p13", "p6"))
    assert (far.x < corner.x, far.y == corner.y, corner.y < home.y) == (True, True, True)


def test_bf3_player_1_begins_with_both_dice() -> None:
    start = finnish.start()
    assert (start.turn, start.opening, finnish.wants(start).count) == (0, False, 2)
    assert finnish.apply_throw(start, Dice((3, 1))).state.left == (3, 1)
    with pytest.raises(ThrowError, match="two dice are thrown"):
        finnish.apply_throw(start, Dice((3,)))


def test_bf4_a_die_moves_one_checker_as_many_points_as_it_shows() -> None:
    state = at("13:2 8:2", "24:2", (4, 2))
    assert refused(state, "13/9 13/11") == "legal"
    assert refused(state, "13/8") == "BF4"
    assert refused(state, "13/9 8/4") == "BF4"
    assert refused(state, "13/9 13/11 8/6") == "BF4"
    assert refused(state, "13/17") == "BF4"
    assert refused(state, "12/8") == "BF4"
    assert refused(state, "4/off") == "BF4"


def test_bf5_a_checker_lands_on_empty_own_and_singly_held_points_only() -> None:
    state = at("13:1 9:1 7:1", "12:1 11:2", (2, 1))
    assert refused(state, "13/11") == "BF5"
    assert refused(state, "13/12*") == "legal"
    assert refused(state, "9/7") == "legal"
    assert refused(state, "9/8") == "legal"
    reason = finnish.why_not(state, Play((Step(13, 11),)))
    assert reason is not None
    assert reason.text(names=["Asha", "Ravi"]) == "BF5: Ravi holds the 11-point with 2 checkers"


def test_bf6_a_lone_opposing_checker_is_hit_and_goes_to_the_bar() -> None:
    state = at("13:2", "12:1 1:2", (6, 1))
    hit = finnish.apply(state, parse_play("13/12"))
    assert hit.state.board == board("13:1 12:1", "bar:1 1:2")
    assert [(fact.kind, fact.player, fact.pieces, fact.rule) for fact in hit.facts] == [
        (FactKind.CAPTURED, 0, ((1, 2),), "BF6")
    ]


def test_bf7_checkers_on_the_bar_come_in_before_anything_else() -> None:
    state = at("bar:1 13:3", "20:2", (5, 3))
    assert refused(state, "13/8") == "BF7"
    assert refused(state, "bar/20") == "BF5"
    assert refused(state, "13/8 bar/22") == "legal"
    assert refused(state, "bar/22") == "legal"
    assert refused(at("bar:2 13:3", "24:2", (5, 3)), "bar/20 13/10") == "BF7"


def test_bf8_one_checker_takes_both_dice_if_each_step_is_legal() -> None:
    assert refused(at("13:1", "9:2", (4, 2)), "13/7") == "legal"
    assert refused(at("13:1", "9:2 11:2", (4, 2)), "13/7") == "BF5"


def test_bf9_equal_dice_give_up_to_four_moves() -> None:
    state = at("13:5", "24:2", (2, 2))
    assert state.left == (2, 2, 2, 2)
    assert refused(state, "13/11(4)") == "legal"
    assert refused(state, "13/5") == "legal"
    assert refused(state, "13/11(5)") == "BF9"
    assert refused(state, "13/10") == "BF4"


def test_bf10_the_turn_passes_by_itself_when_all_is_used_and_only_its_player_moves() -> None:
    state = at("13:2", "1:2 24:1", (2, 1))
    half = finnish.apply(state, parse_play("13/11")).state
    assert (half.turn, half.left) == (0, (1,))
    whole = finnish.apply(half, parse_play("11/10")).state
    assert (whole.turn, whole.number, finnish.waits(whole)) == (1, 6, Waits.THROW)
    theirs = next(place for place in finnish.placed(state) if place.player == 1)
    reason = finnish.why_not(state, finnish.move_between(state, (1, theirs.piece), "p2"))
    assert reason is not None
    assert reason.text(names=["Asha", "Ravi"]) == "BF10: it is Asha’s turn, and that checker is Ravi’s"
    assert refused(whole, "13/11") == "BF10"


def test_bf11_a_player_with_no_legal_move_hands_over_the_turn() -> None:
    state = finnish.apply_throw(State(board("bar:1 6:2", "22:2 20:2"), number=5), Dice((5, 3))).state
    assert finnish.waits(state) is Waits.END
    assert finnish.optional(state) == [EndTurn()]
    ended = finnish.apply(state, EndTurn())
    assert ended.state.turn == 1
    (fact,) = ended.facts
    assert (fact.kind, fact.values, fact.rule) == (FactKind.PASSED, (5, 3), "BF11")


def test_bf12_the_turn_is_not_handed_over_while_a_legal_move_exists_but_the_order_is_free() -> None:
    state = at("13:1 3:1", "5:2 24:1", (6, 2))
    assert finnish.optional(state) == []
    reason = finnish.why_not(state, EndTurn())
    assert str(reason) == "BF12: player 1 must go on: the 6 can be played, for example 13/7"
    # 13/11 leaves no 6. It may be chosen here; `standard` refuses it by BS2.
    assert texts(finnish.moves(state)) == {"13/7 3/1", "13/11"}
    assert texts(rules("standard").moves(state)) == {"13/7 3/1"}
    stuck = finnish.apply(state, parse_play("13/11")).state
    assert (finnish.waits(stuck), finnish.optional(stuck)) == (Waits.END, [EndTurn()])


def test_bf13_bearing_off_begins_when_all_are_home_and_none_is_on_the_bar() -> None:
    assert refused(at("6:2 5:2 7:1", "24:2", (6, 5)), "6/off") == "BF13"
    assert refused(at("6:2 5:2 7:1", "24:2", (6, 5)), "7/2 6/off") == "legal"
    assert refused(at("6:2 5:2", "24:2", (6, 5)), "6/off 5/off") == "legal"
    assert refused(at("bar:1 6:2", "24:2", (6, 5)), "6/off") == "BF7"


def test_bf14_a_larger_die_bears_off_the_furthest_back_only() -> None:
    state = at("4:1 3:2", "24:2", (6, 5))
    assert refused(state, "4/off 3/off") == "legal"
    assert refused(state, "3/off") == "BF14"
    assert refused(at("5:1 3:2", "24:2", (6, 5)), "3/off(2)") == "BF14"


def test_bf15_a_die_that_can_bear_off_or_move_does_one_of_the_two() -> None:
    state = at("6:1 4:1", "24:2 2:2", (4, 1))
    assert {"4/off", "6/5"} <= {str(tap.move) for tap in finnish.taps(state)}
    only_off = finnish.apply(at("3:2", "24:2", (6, 5)), parse_play("3/off")).state
    reason = finnish.why_not(only_off, EndTurn())
    assert str(reason) == "BF15: player 1 must bear a checker off with the 6"


def test_bf16_a_checker_touched_offers_its_dice_and_handing_over_only_where_nothing_is_left() -> None:
    state = at("13:1 8:1", "7:2 24:1", (6, 2))
    touched = {(tap.start, tap.end) for tap in finnish.taps(state)}
    assert touched == {("p13", "p11"), ("p13", "p5"), ("p8", "p2"), ("p8", "p6")}
    assert finnish.optional(state) == []
