"""The rules BP1 to BP32 of the Polish document, each at work in a position."""

from __future__ import annotations

from functools import partial

import pytest

from engine.backgammon import State
from engine.errors import ThrowError
from engine.facts import FactKind, Outcome
from engine.game import Game, Waits
from engine.move import Decline, EndTurn, Move, parse_play
from engine.throw import Dice, Throw
from engines.backgammon_boards import at, board, forbids, rules, texts

polish = rules("polish")
refused = partial(forbids, polish)


def told(state: State, action: Throw | Move) -> tuple[State, list[tuple[FactKind, tuple[int, ...], str]]]:
    """Carry a throw or a move out; give the state and what it brought about."""
    led = polish.apply_throw(state, action) if isinstance(action, Dice) else polish.apply(state, action)
    return led.state, [(fact.kind, fact.values, fact.rule) for fact in led.facts]


def before_throw(mine: str, theirs: str) -> State:
    return State(board(mine, theirs), number=5)


def won(mine: str, theirs: str, play: str) -> Outcome:
    state = at(mine, theirs, (6, 5))
    outcome = polish.outcome(polish.apply(state, parse_play(play)).state)
    assert outcome is not None
    return outcome


def test_bp1_checkers_come_home_first_and_are_then_taken_off() -> None:
    assert refused(at("7:1 1:1", "24:2", (6, 1)), "1/off") == "BP23"
    assert refused(at("7:1 1:1", "24:2", (6, 1)), "7/1 1/off") == "legal"


def test_bp2_who_first_has_none_left_wins() -> None:
    assert won("6:1 5:1", "24:2", "6/off 5/off").winners == (0,)
    over = polish.apply(at("6:1", "24:2", (6, 5)), parse_play("6/off")).state
    assert refused(over, EndTurn()) == "BP2"


def test_bp3_the_game_begins_from_the_starting_layout() -> None:
    placed = polish.placed(polish.start())
    assert [place.step for place in placed if place.player == 1] == [24] * 2 + [13] * 5 + [8] * 3 + [6] * 5
    assert polish.start().board == board("24:2 13:5 8:3 6:5", "1:2 12:5 17:3 19:5")


def test_bp4_the_first_player_goes_clockwise() -> None:
    far, corner, home = (polish.layout.square(name) for name in ("p24", "p13", "p6"))
    assert far.x < corner.x
    assert corner.y < home.y


def test_bp5_each_throws_one_die_and_the_higher_begins_and_ties_are_thrown_again() -> None:
    game = Game(polish)
    assert (game.turn, polish.wants(game.state).count) == (0, 1)
    game.throw(Dice((4,)))
    assert (game.turn, polish.wants(game.state).count) == (1, 1)
    game.throw(Dice((4,)))
    assert [(fact.kind, fact.values, fact.rule) for fact in game.last_facts()] == [
        (FactKind.TIED, (4, 4), "BP5")
    ]
    assert (game.turn, game.state.opening) == (0, True)
    assert refused(game.state, "24/23") == "BP5"
    game.throw(Dice((2,)))
    game.throw(Dice((5,)))
    assert (game.turn, game.waits) == (1, Waits.THROW)
    assert [(fact.kind, fact.player, fact.values) for fact in game.last_facts()] == [
        (FactKind.BEGINS, 1, (2, 5))
    ]


def test_bp5_both_dice_at_once_are_one_for_each_player_the_left_one_first() -> None:
    assert polish.apply_throw(polish.start(), Dice((2, 5))).state.turn == 1
    assert polish.apply_throw(polish.start(), Dice((5, 2))).state.turn == 0
    assert polish.apply_throw(polish.start(), Dice((3, 3))).state.ties == 1
    half = polish.apply_throw(polish.start(), Dice((3,))).state
    with pytest.raises(ThrowError, match="has already thrown 3"):
        polish.apply_throw(half, Dice((3, 1)))


def test_bp6_who_begins_throws_two_dice_afresh() -> None:
    begun = polish.apply_throw(polish.start(), Dice((5, 2))).state
    assert (begun.dice, polish.wants(begun).count, polish.waits(begun)) == ((), 2, Waits.THROW)
    assert polish.apply_throw(begun, Dice((6, 4))).state.left == (6, 4)


def test_bp7_a_die_moves_one_checker_as_many_points_as_it_shows() -> None:
    state = at("13:2", "24:2", (4, 2))
    assert refused(state, "13/9 13/11") == "legal"
    assert refused(state, "13/8") == "BP7"
    assert refused(state, "13/11(2)") == "BP7"


def test_bp8_one_checker_takes_both_dice_if_one_point_on_the_way_is_open() -> None:
    assert refused(at("13:1", "9:2", (4, 2)), "13/7") == "legal"
    assert refused(at("13:1", "9:2 11:2", (4, 2)), "13/7") == "BP10"
    way = at("13:1", "9:2 11:1", (4, 2))
    assert polish.apply(way, parse_play("13/7")).state.board[25] == 1  # seen by the other player: on the bar


def test_bp9_a_checker_goes_to_empty_own_and_singly_held_points() -> None:
    state = at("13:1 9:1", "12:1 24:2", (4, 1))
    assert [refused(state, text) for text in ("13/9", "13/12", "9/8")] == ["legal"] * 3


def test_bp10_a_checker_never_goes_where_two_opposing_checkers_stand() -> None:
    assert refused(at("13:1 9:1", "12:2 24:2", (4, 1)), "13/12") == "BP10"


def test_bp11_a_die_that_cannot_be_played_is_not_played_and_another_must_be() -> None:
    state = at("13:1 3:1", "5:2 24:1", (6, 2))
    assert texts(polish.moves(state)) == {"13/7 3/1", "13/11"}
    assert refused(state, EndTurn()) == "BP11"
    assert polish.why_not(state, Decline(6)) == polish.why_not(state, EndTurn())
    after, facts = told(state, parse_play("13/11"))
    assert (after.turn, polish.waits(after)) == (1, Waits.THROW)
    assert facts == [(FactKind.LOST, (6,), "BP11")]


def test_bp12_a_player_who_can_play_neither_die_loses_the_turn() -> None:
    after, facts = told(before_throw("13:1", "7:2 11:2 24:2"), Dice((6, 2)))
    assert (after.turn, after.number, polish.waits(after)) == (1, 6, Waits.THROW)
    assert facts == [(FactKind.PASSED, (6, 2), "BP12")]
    state = at("13:2", "20:2", (6, 2))
    theirs = next(place for place in polish.placed(state) if place.player == 1)
    assert refused(state, polish.move_between(state, (1, theirs.piece), "p5")) == "BP12"


def test_bp13_equal_dice_are_a_doublet() -> None:
    assert polish.apply_throw(before_throw("13:5", "24:2"), Dice((3, 3))).state.left == (3, 3, 3, 3)


def test_bp14_a_doublet_gives_four_moves_spread_in_any_way() -> None:
    state = at("13:4 24:1", "1:2", (2, 2))
    for text in ("24/16", "13/9(2)", "13/11(2) 24/20", "13/11(4)"):
        assert refused(state, text) == "legal"
    assert refused(state, "13/11(4) 24/22") == "BP14"


def test_bp15_landing_on_a_single_opposing_checker_hits_it() -> None:
    _, facts = told(at("13:2", "12:1 24:2", (6, 1)), parse_play("13/12"))
    assert facts == [(FactKind.CAPTURED, (), "BP15")]


def test_bp16_the_hit_checker_goes_to_the_bar() -> None:
    after = polish.apply(at("13:2", "12:1 24:2", (6, 1)), parse_play("13/12")).state
    assert after.board == board("13:1 12:1", "bar:1 24:2")


def test_bp17_with_a_checker_on_the_bar_no_other_may_move() -> None:
    assert refused(at("bar:1 13:2", "1:2", (5, 3)), "13/8") == "BP17"
    assert refused(at("bar:2 13:2", "1:2", (5, 3)), "bar/20 13/10") == "BP17"
    assert refused(at("bar:1 13:2", "1:2", (5, 3)), "bar/20 13/10") == "legal"


def test_bp18_checkers_on_the_bar_come_in_to_the_opponents_home_board() -> None:
    ends = {tap.end for tap in polish.taps(at("bar:1", "1:2", (5, 3))) if tap.start == "bar0"}
    assert ends == {"p20", "p22", "p17"}


def test_bp19_they_come_in_on_an_open_point_or_a_single_opposing_checker() -> None:
    state = at("bar:1", "20:1 22:2", (5, 3))
    assert refused(state, "bar/20*") == "legal"
    assert refused(state, "bar/22") == "BP10"


def test_bp20_a_die_brings_a_checker_in_at_its_distance_from_the_opponents_court() -> None:
    assert refused(at("bar:1", "1:2", (6, 1)), "bar/24") == "legal"
    assert refused(at("bar:1", "1:2", (6, 1)), "bar/19") == "legal"
    assert refused(at("bar:1", "1:2", (6, 1)), "bar/20") == "BP7"


def test_bp21_nothing_comes_in_while_every_home_point_is_held() -> None:
    _, facts = told(before_throw("bar:1 6:2", "19:2 20:2 21:2 22:2 23:2 24:2"), Dice((6, 1)))
    assert facts == [(FactKind.PASSED, (6, 1), "BP21")]


def test_bp22_nothing_comes_in_while_both_points_of_the_dice_are_held() -> None:
    after, facts = told(before_throw("bar:1 6:2", "19:2 24:2"), Dice((6, 1)))
    assert facts == [(FactKind.PASSED, (6, 1), "BP22")]
    assert after.turn == 1


def test_bp23_bearing_off_is_allowed_once_all_are_home() -> None:
    assert refused(at("6:2 8:1", "24:2", (6, 1)), "6/off") == "BP23"
    assert refused(at("6:2 5:1", "24:2", (6, 1)), "6/off") == "legal"


def test_bp24_one_die_brings_the_last_checker_home_and_the_other_bears_one_off() -> None:
    assert refused(at("8:1 4:2", "24:2", (4, 2)), "8/6 4/off") == "legal"
    assert refused(at("8:1 4:2", "24:2", (4, 2)), "4/off 8/6") == "legal"
    assert refused(at("11:1 4:2", "24:2", (4, 2)), "11/9 4/off") == "BP23"


def test_bp25_a_checker_is_borne_off_by_its_exact_distance() -> None:
    state = at("5:2 3:2", "24:2", (5, 3))
    assert refused(state, "5/off 3/off") == "legal"
    _, facts = told(state, parse_play("5/off"))
    assert facts == [(FactKind.HOME, (), "BP25")]
    assert refused(at("5:2", "24:2", (2, 1)), "5/off") == "BP7"


def test_bp26_a_larger_die_bears_off_the_checker_furthest_back() -> None:
    assert refused(at("4:1 2:2", "24:2", (6, 3)), "4/off") == "legal"
    assert refused(at("4:1 2:2", "24:2", (6, 5)), "2/off") == "BP26"


def test_bp27_a_checker_that_is_off_never_comes_back() -> None:
    state = at("4:1 2:2", "24:2", (6, 3))
    off = next(place for place in polish.placed(state) if place.square == "off0")
    reason = polish.why_not(state, polish.move_between(state, (0, off.piece), "p3"))
    assert str(reason) == "BP27: a checker of player 1 that is off does not come back"


def test_bp28_a_game_says_its_points_so_that_a_match_can_add_them() -> None:
    assert [won("6:1", theirs, "6/off").points for theirs in ("24:14", "24:15", "bar:1 24:14")] == [1, 2, 3]


def test_bp29_a_win_is_one_point() -> None:
    assert won("6:1", "24:14", "6/off").points == 1
    assert won("6:1", "bar:1 24:13", "6/off").points == 1


def test_bp30_it_is_two_if_the_loser_has_taken_none_off() -> None:
    assert won("6:1", "24:15", "6/off").points == 2
    assert won("6:1", "1:1 24:14", "6/off").points == 2  # in the winner's home: three only in `standard`


def test_bp31_it_is_three_if_one_of_the_losers_is_on_the_bar() -> None:
    assert won("6:1", "bar:1 24:14", "6/off").points == 3


def test_bp32_the_cube_is_an_option_and_off_by_itself() -> None:
    assert polish.options["cube"] is False
    assert rules("polish", cube=True, automatic_doubles=True).options["cube"] is True
