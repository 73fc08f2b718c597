"""Chowka Bhara with partners (C21), and the house rules of the 7 x 7 board (C22): worked positions."""

from __future__ import annotations

from typing import Any

import pytest

from engine.chowka_bhara import INFO, State, make
from engine.facts import Ending
from engine.game import Game
from engine.options import OptionValue
from engines.chowka_bhara_table import HOME, push, refused, shown, throw, why, with_kadi

DONE = [24, 24, 24, 24]


# C21: partners.


def team(*pawns: list[int], **keys: Any) -> Game[State]:
    return with_kadi(*pawns, options={"partners": True, **keys.pop("options", {})}, **keys)


def test_c21_partners_do_not_kill_one_another_and_share_the_inner_ring() -> None:
    # South's 18 is north's 22: partners stand together there.
    played = team([17, 0, 0, 0], HOME, [22, 0, 0, 0], HOME, bank=[1])
    assert "a 17/18 =1" in shown(played)
    push(played, "a 17/18 =1")
    assert played.state.pawns[2] == (22, 0, 0, 0)


def test_c21_a_partner_s_pawn_closes_a_square_of_the_outer_ring_as_ones_own_does() -> None:
    # North's step 10 is south's 2, its home square south's 8.
    played = team([0, 0, 3, 6], HOME, [10, 0, 0, 0], HOME, bank=[2])
    assert why(played, "a 0/2 =2") == "C8"
    assert why(played, "d 6/8 =2") == "C8"
    opened = team([0, 0, 3, 6], HOME, [10, 0, 0, 0], HOME, bank=[2], options={"share_crossed": True})
    assert (why(opened, "a 0/2 =2"), why(opened, "d 6/8 =2")) == ("C8", "")
    opened = team([0, 0, 3, 6], HOME, [10, 0, 0, 0], HOME, bank=[2], options={"share_own": True})
    assert (why(opened, "a 0/2 =2"), why(opened, "d 6/8 =2")) == ("", "")


def test_c21_a_partner_s_gatti_does_not_bar_the_way_and_a_partner_s_mupollu_is_not_challenged() -> None:
    # South's 18 is north's 22; south's 19 is north's 23.
    played = team([17, 0, 0, 0], HOME, [22, 22, 0, 0], HOME, pairs=[[], [], [[0, 1]], []], bank=[2])
    assert "a 17/19 =2" in shown(played)
    played = team([16, 0, 0, 0], HOME, [22, 22, 22, 0], HOME, bank=[2])
    assert "a 16/18 =2" in shown(played)
    assert why(played, "challenge a 16/18 =2") == "C15"


def test_c21_the_team_wins_together_and_nobody_before() -> None:
    played = team([23, 24, 24, 24], [1, 0, 0, 0], [23, 24, 24, 24], [0, 0, 0, 1])
    throw(played, 1)
    assert "finished 0 1 C1" in push(played, "a 23/24 =1")
    assert played.outcome is None
    state = played.rules.from_position({"pawns": [DONE, HOME, [23, 24, 24, 24], HOME], "bank": [1]})
    played = Game(played.rules, state=state)
    assert (played.state.turn, played.turn) == (2, 0)
    push(played, "a 23/24 =1")
    outcome = played.outcome
    assert outcome is not None
    assert (outcome.winners, outcome.ending) == ((0, 2), Ending.ALL_HOME)


def test_c21_who_is_home_throws_on_for_the_partner_with_the_rest_of_the_bank() -> None:
    played = team([23, 24, 24, 24], [1, 0, 0, 0], [3, 24, 24, 24], [0, 0, 0, 2], bank=[1, 2], thrown_two=True)
    push(played, "a 23/24 =1")
    state = played.state
    assert (played.turn, state.turn, state.thrower) == (0, 2, 0)
    assert (state.bank, state.moved, state.thrown_two) == ((2,), (), True)
    assert shown(played) == ["a 3/5 =2"]
    push(played, "a 3/5 =2")
    assert played.turn == 1
    assert played.rules.from_position(played.rules.to_position(state)) == state


def test_c21_opponents_of_one_team_on_one_square_are_both_killed() -> None:
    # South's 18 is east's 20 and west's 16.
    played = team([17, 0, 0, 0], [20, 0, 0, 0], HOME, [16, 0, 0, 0], bank=[1])
    assert "a 17/18 =1 x2a,4a" in shown(played)


def test_c21_a_kadi_is_each_player_s_own() -> None:
    played = team([15, 0, 0, 0], HOME, [16, 0, 0, 0], HOME, kadi=[False, False, True, False], bank=[1])
    assert why(played, "a 15/16 =1") == "C4"


def test_c21_is_for_four_players() -> None:
    assert (
        refused("5x5", {"partners": True}, 3)
        == "C21 is for four players, not for 3: opposite seats are a team"
    )


# C22: six pawns, crossed corners, and which values throw again.

SIX = [0] * 6


def test_c22_all_six_pawns_must_reach_the_centre() -> None:
    played = with_kadi([47, *[48] * 5], SIX, preset="7x7", options={"pawns": 6})
    throw(played, 1)
    push(played, "a 47/48 =1")
    outcome = played.outcome
    assert outcome is not None
    assert outcome.winners == (0,)
    assert with_kadi([47, 47, *[48] * 4], SIX, preset="7x7", options={"pawns": 6}).outcome is None


def corners(*pawns: list[int], **keys: Any) -> Game[State]:
    """Play on 7 x 7 with crossed corners; the corners of the second ring."""
    options = {"safe_corners": True, **keys.pop("options", {})}
    return with_kadi(*pawns, preset="7x7", options=options, **keys)


def test_c22_the_corners_of_the_second_ring_are_crossed() -> None:
    layout = corners(HOME, HOME).rules.layout
    crossed = {square.id for square in layout.squares if square.kind in ("home", "castle", "centre")}
    assert crossed == {"r6c3", "r3c6", "r0c3", "r3c0", "r3c3", "r1c1", "r1c5", "r5c1", "r5c5"}


def corner_steps() -> list[int]:
    rules = make(INFO.preset("7x7"), {"safe_corners": True}, 2)
    return [step for step, square in rules.steps(0).items() if square in ("r5c1", "r1c1", "r1c5", "r5c5")]


def test_c22_nobody_lands_beside_an_opponent_on_a_crossed_corner_and_own_pawns_share_it() -> None:
    corner = corner_steps()[0]
    rules = make(INFO.preset("7x7"), {"safe_corners": True}, 2)
    theirs = next(step for step, square in rules.steps(1).items() if square == rules.steps(0)[corner])
    played = corners([corner - 1, corner, 0, 0], HOME, bank=[1])
    assert f"a {corner - 1}/{corner} =1" in shown(played)
    played = corners([corner - 1, 0, 0, 0], [theirs, 0, 0, 0], bank=[1])
    assert why(played, f"a {corner - 1}/{corner} =1") == "C7"
    shared = corners([corner - 1, 0, 0, 0], [theirs, 0, 0, 0], bank=[1], options={"share_crossed": True})
    push(shared, f"a {corner - 1}/{corner} =1")
    assert shared.state.pawns[1] == (theirs, 0, 0, 0)  # nothing is killed there


def test_c22_a_mupollu_on_a_corner_is_not_challenged_and_a_gatti_there_kills_nothing_but_bars_the_way() -> (
    None
):
    corner = corner_steps()[0]
    rules = make(INFO.preset("7x7"), {"safe_corners": True}, 2)
    theirs = next(step for step, square in rules.steps(1).items() if square == rules.steps(0)[corner])
    shared: dict[str, OptionValue] = {"share_crossed": True}
    played = corners([corner - 1, 0, 0, 0], [theirs, theirs, theirs, 0], bank=[1], options=shared)
    assert f"a {corner - 1}/{corner} =1" in shown(played)
    assert why(played, f"challenge a {corner - 1}/{corner} =1") == "C15"
    pairs = [[], [[0, 1]]]
    played = corners([corner - 1, 0, 0, 0], [theirs, theirs, 0, 0], pairs=pairs, bank=[2])
    assert why(played, f"a {corner - 1}/{corner + 1} =2") == "C11"
    leaving = corners(
        [corner, corner, 0, 0], [theirs, 0, 0, 0], pairs=[[[0, 1]], []], bank=[2], options=shared
    )
    assert f"ab {corner}/{corner + 1} =2" in shown(leaving)


@pytest.mark.parametrize(("again", "values"), [("6-12", {6, 12}), ("1-6-12", {1, 6, 12})])
def test_c22_exactly_the_chosen_values_throw_again(again: str, values: set[int]) -> None:
    table = make(INFO.preset("7x7"), {"again": again}, 2).table
    assert {worth.value for worth in table.values.values() if worth.again} == values


def test_c22_six_pawns_corners_and_other_throws_need_the_larger_board_whatever_their_value() -> None:
    assert refused("5x5", {"pawns": 6}) == "Six pawns (C22) need the 7 × 7 board"
    assert refused("5x5", {"pawns": 4}).startswith("Six pawns (C22)")
    assert refused("9x9", {"safe_corners": False}) == "Crossed corners (C22) need the 7 × 7 board"
    assert refused("9x9", {"again": "6-12"}).startswith("Other values that throw again (C22)")
