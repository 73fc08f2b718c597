"""Chowka Bhara: the course of turns, kills, places, pairs and challenges, and what happens by itself."""

from __future__ import annotations

import pytest

from engine.errors import IllegalMoveError, SetupError, ThrowError
from engine.facts import Ending, Fact, FactKind, Outcome
from engine.game import Game, Waits
from engine.move import Decline, EndTurn, parse_move
from engine.throw import Cowries, Dice, ThrowKind
from engine.values import ThrowValue
from engines.chowka_bhara_table import HOME, game, optional, push, rules, shown, throw, told


def test_the_south_seat_begins_unless_another_is_named() -> None:
    assert rules().turn(rules().start()) == 0
    assert rules().turn(rules().start(begins=1)) == 1
    with pytest.raises(SetupError, match="seats 0 to 1"):
        rules().start(begins=2)


def test_a_4_and_an_8_give_another_throw_and_all_throws_come_before_the_moves() -> None:
    played = Game(rules())
    throw(played, 4)
    assert (played.waits, told(played)) == (Waits.THROW, ["again 0 4 C2"])
    throw(played, 8)
    throw(played, 3)
    assert played.waits is Waits.MOVE
    assert played.rules.bank(played.state) == ((4, 4), (8, 8), (3, 3))
    assert shown(played) == ["a 0/3 =3", "a 0/4 =4"]


def test_values_are_played_in_any_order_and_the_turn_goes_on_anticlockwise() -> None:
    played = Game(rules(4))
    throw(played, 4, 1)
    push(played, "a 0/1 =1")
    assert played.turn == 0
    push(played, "a 1/5 =4")
    assert (played.turn, played.waits) == (1, Waits.THROW)
    assert played.rules.turn_number(played.state) == 2


def test_a_value_that_cannot_be_used_waits_while_another_can_be_and_may_be_used_then() -> None:
    # The 8 would land on north's home; after the 1 it does not.
    played = game([0, 24, 24, 24], HOME, bank=[8, 1])
    assert shown(played) == ["a 0/1 =1"]
    assert optional(played) == []
    push(played, "a 0/1 =1")
    assert shown(played) == ["a 1/9 =8"]


def test_a_value_that_nobody_can_use_is_lost_by_itself_and_the_player_passes() -> None:
    played = game([23, 23, 23, 24], HOME)
    throw(played, 3)
    assert told(played) == ["lost 0 3 C2", "passed 0 C2"]
    assert (played.turn, played.waits) == (1, Waits.THROW)


def test_what_is_left_after_a_move_and_cannot_be_used_is_lost_without_passing() -> None:
    played = game([22, 24, 24, 23], HOME, bank=[2, 3], thrown_two=False)
    assert push(played, "a 22/24 =2") == ["home 0 0a", "lost 0 3 C2"]
    assert played.turn == 1


def test_a_value_that_can_be_used_must_be_used() -> None:
    played = game([3, 0, 0, 0], HOME, bank=[2])
    for text in ("decline 2", "end"):
        with pytest.raises(IllegalMoveError, match="C2"):
            played.push(parse_move(text))
    assert optional(played) == []


def test_a_value_that_waits_for_another_cannot_be_given_up() -> None:
    played = game([0, 24, 24, 24], HOME, bank=[8, 1])
    assert str(played.why_not(Decline(8))) == (
        "C2: the 8 cannot be used now; it waits until the other values are played"
    )
    assert str(played.why_not(Decline(3))) == "C2: no 3 is left to use; there is 8, 1"


def test_a_kill_sends_the_pawn_home_gives_a_kadi_and_one_more_throw_that_joins_the_bank() -> None:
    played = game(HOME, [10, 0, 0, 0], bank=[2, 8])
    assert push(played, "a 0/2 =2") == ["captured 0 1a C6", "again 0 C5"]
    assert played.state.pawns[1] == (0, 0, 0, 0)
    assert played.state.kadi == (True, False)
    assert (played.turn, played.waits) == (0, Waits.THROW)
    throw(played, 1)
    assert played.rules.bank(played.state) == ((8, 8), (1, 1))


def test_a_kill_of_two_pawns_gives_one_throw() -> None:
    played = game([16, 24, 24, 24], [21, 21, 0, 0], bank=[1])
    push(played, "a 16/17 =1")
    assert played.state.throws == 1
    assert played.state.pawns[1] == (0, 0, 0, 0)


def test_a_killed_pawn_returns_to_its_home_square_also_where_an_opponent_stands() -> None:
    # South's b stands on north's home, r0c2; north's pawn on r4c4 is killed.
    played = game([0, 8, 24, 24], [10, 24, 24, 24], bank=[2])
    push(played, "a 0/2 =2")
    squares = [placed.square for placed in played.rules.placed(played.state) if placed.square == "r0c2"]
    assert len(squares) == 2


def test_the_first_with_all_pawns_in_the_centre_wins_and_two_players_end_there() -> None:
    played = game([22, 24, 24, 24], HOME)
    throw(played, 4, 2)
    assert push(played, "a 22/24 =2") == ["home 0 0a", "finished 0 1 C1"]
    assert played.waits is Waits.OVER
    assert played.outcome == Outcome((0,), Ending.ALL_HOME, places=((0,), (1,)))
    assert str(played.why_not(EndTurn())) == "C1: the game is over: player 1 has won"


def test_three_play_on_for_the_places() -> None:
    played = game([23, 24, 24, 24], [3, 0, 0, 0], [23, 24, 24, 24])
    throw(played, 1)
    push(played, "a 23/24 =1")
    assert (played.outcome, played.turn) == (None, 1)
    throw(played, 1)
    push(played, "a 3/4 =1")
    throw(played, 1)
    assert push(played, "a 23/24 =1") == ["home 2 2a", "finished 2 2 C1"]
    assert played.outcome == Outcome((0,), Ending.ALL_HOME, places=((0,), (2,), (1,)))


def test_who_has_finished_has_no_more_turns() -> None:
    played = game([24, 24, 24, 24], [3, 0, 0, 0], [1, 0, 0, 0], turn=2)
    throw(played, 1)
    push(played, "a 1/2 =1")
    assert played.turn == 1


def test_no_further_throw_for_a_kill_with_the_last_pawn() -> None:
    # The gatti leaves its square, kills who sits there, and is home with it.
    pawns = [[23, 23, 24, 24], [16, 0, 0, 0], [0, 0, 0, 0]]
    squares = rules(3).board
    pawns[1][0] = squares.steps[1][squares.paths[0][23]]
    played = game(*pawns, pairs=[[[0, 1]], [], []])
    throw(played, 2)
    assert push(played, "ab 23/24 =2 x2a") == [
        "captured 0 1a C13",
        "home 0 0a 0b",
        "finished 0 1 C1",
    ]
    assert (played.turn, played.waits) == (1, Waits.THROW)


def test_if_nobody_can_ever_move_again_the_game_is_over_and_the_places_are_shared() -> None:
    # Without a kadi both fill the squares before their gate; the last move shuts it.
    played = game([15, 14, 13, 10], [15, 14, 13, 12])
    throw(played, 2)
    push(played, "d 10/12 =2")
    assert played.waits is Waits.OVER
    assert played.outcome == Outcome((), Ending.STUCK, places=((0, 1),))
    assert str(played.why_not(EndTurn())) == "C4: nobody can ever move again, so the game is over"


def test_a_player_who_is_stuck_passes_while_another_can_move() -> None:
    played = game([15, 14, 13, 12], [15, 14, 13, 11])
    throw(played, 2)
    assert told(played) == ["lost 0 2 C2", "passed 0 C2"]
    assert played.waits is Waits.THROW


def test_the_turn_waits_while_a_pair_could_still_be_declared() -> None:
    played = game([16, 16, 24, 24], HOME)
    throw(played, 2)
    assert shown(played) == ["a 16/18 =2", "pair ab 16"]
    assert optional(played) == []
    push(played, "pair ab 16")
    assert played.rules.bank(played.state) == ((2, 2),)
    assert shown(played) == ["ab 16/17 =2"]
    assert [placed.paired for placed in played.rules.placed(played.state)][:3] == [True, True, False]


def test_an_empty_bank_waits_for_a_pair_or_the_end_of_the_turn() -> None:
    played = game([16, 14, 24, 24], HOME)
    throw(played, 2)
    push(played, "b 14/16 =2")
    assert (played.waits, played.turn) == (Waits.MOVE, 0)
    assert (shown(played), optional(played)) == (["pair ab 16"], ["end"])
    played.push(EndTurn())
    assert (told(played), played.turn) == ([], 1)
    played.pop()
    push(played, "pair ab 16")
    assert played.turn == 1
    assert played.state.pairs[0] == ((0, 1),)


def test_a_value_that_only_a_new_gatti_could_use_waits_for_the_player() -> None:
    # A pawn's 4 would pass north's gatti; a gatti's 4 lands before it.
    played = game([16, 16, 24, 24], [23, 23, 0, 0], pairs=[[], [[0, 1]]], bank=[4], thrown_two=True)
    assert (shown(played), optional(played)) == (["pair ab 16"], ["end"])
    played.push(EndTurn())
    assert (told(played), played.turn) == (["lost 0 4 C2"], 1)
    played.pop()
    push(played, "pair ab 16")
    assert shown(played) == ["ab 16/18 =4"]


def test_a_value_that_no_pair_could_use_either_is_lost_before_the_turn_waits() -> None:
    played = game([23, 23, 24, 24], HOME, thrown_two=True, throws=1)
    throw(played, 3)
    assert told(played) == ["lost 0 3 C2"]
    assert (shown(played), optional(played)) == (["pair ab 23"], ["end"])


def test_a_gatti_that_is_killed_is_one_no_more() -> None:
    played = game([18, 18, 24, 24], [22, 22, 0, 0], pairs=[[[0, 1]], [[0, 1]]], bank=[2, 2])
    assert push(played, "ab 18/19 =2 x2a,2b") == ["captured 0 1a 1b C13", "again 0 C5"]
    assert played.state.pairs == (((0, 1),), ())


def test_a_won_challenge_takes_a_1_and_another_1() -> None:
    played = game([16, 3, 24, 24], [22, 22, 22, 0], bank=[2])
    assert optional(played) == []
    push(played, "challenge a 16/18 =2 x2a,2b,2c")
    assert (played.waits, played.turn) == (Waits.THROW, 0)
    assert played.rules.value_of(played.state, Cowries(4, 4)) == ThrowValue(4)
    throw(played, 1)
    assert (told(played), played.waits) == ([], Waits.THROW)
    throw(played, 1)
    assert told(played) == ["challenge-won 0 C15", "captured 0 1a 1b 1c C15", "again 0 C5"]
    assert played.state.pawns == ((18, 3, 24, 24), (0, 0, 0, 0))
    assert (played.rules.bank(played.state), played.waits) == ((), Waits.THROW)


@pytest.mark.parametrize("values", [(4,), (2,), (1, 4), (1, 2)])
def test_anything_else_loses_the_challenge_and_its_throws_count_for_nothing(values: tuple[int, ...]) -> None:
    played = game([16, 3, 24, 24], [22, 22, 22, 0], bank=[2], thrown_two=False)
    push(played, "challenge a 16/18 =2")
    throw(played, *values)
    assert told(played) == ["challenge-lost 0 2 C16"]
    assert (played.state.barred, played.state.thrown_two) == (((0, 2),), False)
    assert (played.waits, shown(played)) == (Waits.MOVE, ["b 3/5 =2"])


def test_a_lost_challenge_loses_the_value_where_no_other_pawn_can_use_it() -> None:
    played = game([16, 24, 24, 24], [22, 22, 22, 0], bank=[3, 2], thrown_two=False)
    push(played, "challenge a 16/18 =2")
    throw(played, 3)
    assert shown(played) == ["a 16/19 =3"]
    assert push(played, "a 16/19 =3") == ["lost 0 2 C2"]


def test_another_pawn_may_challenge_with_the_same_value_again() -> None:
    played = game([16, 16, 24, 24], [22, 22, 22, 0], bank=[2], thrown_two=False)
    push(played, "challenge a 16/18 =2")
    throw(played, 3)
    assert shown(played) == ["challenge b 16/18 =2 x2a,2b,2c"]


def test_a_value_whose_only_use_is_a_challenge_may_be_given_up() -> None:
    played = game([16, 24, 24, 24], [22, 22, 22, 0], bank=[2])
    assert (shown(played), optional(played)) == (["challenge a 16/18 =2 x2a,2b,2c"], ["decline 2"])
    played.push(Decline(2))
    assert (told(played), played.turn) == ([], 1)


def test_only_throws_of_the_game_s_own_shells_count() -> None:
    played = Game(rules())
    assert played.rules.wants(played.state) == ThrowKind("cowries", 4)
    for wrong in (Dice((3, 1)), Cowries(2, 6)):
        with pytest.raises(ThrowError):
            played.throw(wrong)
        with pytest.raises(ThrowError):
            played.rules.value_of(played.state, wrong)
    assert Game(rules(preset="7x7")).rules.wants(rules(preset="7x7").start()) == ThrowKind("cowries", 6)


def test_swapped_values_hold_in_play() -> None:
    played = Game(rules(swap_four_eight=True))
    played.throw(Cowries(0, 4))
    played.throw(Cowries(4, 4))
    assert played.state.bank == (4, 8)
    assert played.waits is Waits.THROW


def test_the_swap_is_refused_where_there_is_no_4_and_8_to_swap() -> None:
    with pytest.raises(SetupError, match=r"'swap_four_eight' makes no sense with preset '7x7'"):
        rules(preset="7x7", swap_four_eight=True)


def test_facts_are_values_that_say_whom_they_concern() -> None:
    played = Game(rules())
    throw(played, 8)
    assert played.last_facts() == (Fact(FactKind.AGAIN, 0, values=(8,), rule="C2"),)
