"""A worked test for each rule of Pachisi; the name begins with its number."""

from __future__ import annotations

import pytest

from engine.errors import SetupError
from engine.facts import Ending, Fact, FactKind, Outcome
from engine.game import Game, Waits
from engine.pachisi.board import CASTLES, name, path
from engines.pachisi_table import (
    MOUTHS,
    at,
    cowries,
    decline,
    enter,
    idle,
    kinds,
    move,
    refused,
    rules,
    texts,
    throw,
)

SIX = rules()
SEVEN = rules("seven")


def test_p1_pieces_go_once_round_the_board_against_the_clock_and_back_to_the_charkoni() -> None:
    south = [name(square) for square in path(0)]
    assert len(south) == 85
    assert south[0] == south[84] == "charkoni"
    corners = [south[step] for step in (1, 8, 9, 16, 17, 24, 25, 26, 33, 34, 41, 42, 43, 50, 51, 58, 59)]
    assert " ".join(corners) == (
        "r11c9 r18c9 r18c10 r11c10 r10c11 r10c18 r9c18 r8c18 r8c11 r7c10 r0c10 r0c9 r0c8 r7c8 r8c7 r8c0 r9c0"
    )
    assert [south[step] for step in (60, 67, 68, 75, 76, 83)] == [
        *("r10c0", "r10c7", "r11c8", "r18c8", "r18c9", "r11c9")
    ]
    assert len(set(south)) == 75 + 1  # the charkoni itself
    assert south[1:9] == south[83:75:-1]


def test_p1_every_step_of_a_path_touches_the_next_one() -> None:
    for position in range(4):
        for before, after in zip(path(position)[1:83], path(position)[2:84], strict=True):
            rows, columns = abs(before // 19 - after // 19), abs(before % 19 - after % 19)
            assert max(rows, columns) == 1


def test_p1_the_first_player_with_all_four_home_has_won() -> None:
    game = Game(SIX, state=at(SIX, "84 84 84 80", "0 9 9 84", bank=[4]))
    game.push(move(3, 80, 84, 4))
    assert game.outcome == Outcome((0,), Ending.ALL_HOME)
    assert (game.waits, game.legal_moves(), SIX.optional(game.state)) == (Waits.OVER, [], [])
    assert refused(SIX, game.state, move(1, 9, 11, 2)) == "P1"


def test_p1_the_other_paths_are_souths_turned_and_seats_lie_as_the_page_says() -> None:
    ends = {
        players: [
            rules(players=players).placed(at(rules(players=players), *["8 0 0 0"] * players))[4 * seat].square
            for seat in range(players)
        ]
        for players in (2, 3, 4)
    }
    assert ends == {
        2: ["r18c9", "r0c9"],
        3: ["r18c9", "r9c18", "r0c9"],
        4: ["r18c9", "r9c18", "r0c9", "r9c0"],
    }


def test_p2_the_highest_throw_begins_and_turns_go_on_against_the_clock() -> None:
    of = rules(players=4)
    game = Game(of)
    assert throw(game, 4, 2, 10) == ()
    assert throw(game, 3) == (Fact(FactKind.BEGINS, 2, values=(10,), rule="P2"),)
    assert game.turn == 2
    seats = []
    for _ in range(4):
        seats.append(game.turn)
        throw(game, 2)
        game.push(of.optional(game.state)[0])
    assert seats == [2, 3, 0, 1]


def test_p2_those_who_tie_throw_again_and_nobody_else() -> None:
    of = rules(players=4)
    game = Game(of)
    assert throw(game, 25, 3, 25, 6) == (Fact(FactKind.TIED, 0, values=(25,), rule="P2"),)
    assert game.turn == 0
    throw(game, 2)
    assert game.turn == 2
    throw(game, 2)
    throw(game, 5)
    assert throw(game, 6)[0] == Fact(FactKind.BEGINS, 2, values=(6,), rule="P2")


def test_p2_a_throw_for_the_beginning_moves_nothing_and_grants_nothing() -> None:
    game = Game(SIX)
    throw(game, 25)
    assert (game.turn, game.waits, SIX.bank(game.state)) == (1, Waits.THROW, ())
    assert refused(SIX, game.state, enter(0, 25)) == "P2"
    assert SIX.turn(SIX.start(begins=1)) == 1
    with pytest.raises(SetupError, match="0 to 1"):
        SIX.start(begins=2)


def test_p3_nothing_enters_or_moves_before_a_2_3_or_4_and_that_throw_may_be_played() -> None:
    of = rules(gate=True)
    game = Game(of, begins=0)
    assert kinds(throw(game, 25)) == [(FactKind.LOST, "P13"), (FactKind.AGAIN, "P4")]
    assert kinds(throw(game, 5)) == [(FactKind.LOST, "P13"), (FactKind.PASSED, "P13")]
    throw(game, 4)
    assert texts(of, game.state) == ["a 0/4 =4"]
    shut = at(of, "0 9 9 9", "0 0 0 0", bank=[25], gate_open=[False, True])
    assert of.moves(shut) == []
    assert refused(of, shut, move(1, 9, 34, 25)) == "P3"
    assert refused(of, shut, enter(0, 25)) == "P3"


@pytest.mark.parametrize(
    ("table", "entering", "again"),
    [
        ("six", {6, 10, 25}, set()),
        ("six-tylor", {10, 25}, {6, 12}),
        ("seven", {10, 25, 30}, {7, 14}),
        ("seven-35", {10, 25, 35}, {7, 14}),
        ("seven-herklots", {25, 30}, {6, 10, 12}),
    ],
)
def test_p4_and_p5_each_table_says_which_graces_enter_and_which_only_throw_again(
    table: str, entering: set[int], again: set[int]
) -> None:
    of = rules(table.partition("-")[0], table=table)
    state = at(of, "9 0 0 0", "0 0 0 0")
    worths = {value: of.value_of(state, cowries(of, value)) for value in MOUTHS[table]}
    assert all(worth is not None and worth.value == value for value, worth in worths.items())
    assert {value for value, worth in worths.items() if worth and worth.enters} == entering
    assert {value for value, worth in worths.items() if worth and worth.again} == entering | again
    assert of.table is not None
    assert of.table.source


def test_p4_a_grace_enters_a_piece_on_step_1_and_throws_again() -> None:
    game = Game(SEVEN, begins=0)
    assert kinds(throw(game, 10)) == [(FactKind.AGAIN, "P4")]
    throw(game, 3)
    assert texts(SEVEN, game.state) == ["enter a 0/1 =10"]
    game.push(enter(0, 10))
    assert texts(SEVEN, game.state) == ["a 1/4 =3"]
    assert refused(SEVEN, game.state, enter(1, 3)) == "P4"


def test_p5_a_14_throws_again_but_brings_no_piece_in() -> None:
    game = Game(SEVEN, state=at(SEVEN, "9 0 0 0", "0 0 0 0"))
    assert kinds(throw(game, 14)) == [(FactKind.AGAIN, "P5")]
    throw(game, 2)
    assert texts(SEVEN, game.state) == ["a 9/11 =2", "a 9/23 =14"]
    assert refused(SEVEN, game.state, enter(1, 14)) == "P4"


def test_p6_a_7_without_a_piece_on_the_board_is_void_and_ends_the_throwing() -> None:
    game = Game(SEVEN, begins=0)
    throw(game, 25)
    assert kinds(throw(game, 7)) == [(FactKind.VOID, "P6")]
    assert texts(SEVEN, game.state) == ["enter a 0/1 =25"]
    alone = Game(SEVEN, state=at(SEVEN, "84 0 0 0", "0 0 0 0"))
    assert kinds(throw(alone, 14)) == [(FactKind.VOID, "P6"), (FactKind.PASSED, "P6")]
    assert alone.turn == 1


def test_p6_pieces_are_counted_when_the_throw_falls() -> None:
    of = rules("seven", all_first=False)
    game = Game(of, begins=0)
    throw(game, 25)
    game.push(enter(0, 25))
    throw(game, 7)
    assert texts(of, game.state) == ["a 1/8 =7"]
    free = rules("seven", first_piece_free=True)
    none_out = at(free, "0 0 0 0", "0 0 0 0", bank=[7])
    assert free.moves(none_out) == []
    assert refused(free, none_out, move(0, 0, 7, 7)) == "P6"


def test_p7_a_grace_brings_its_piece_to_step_1_and_is_used_up_by_it() -> None:
    game = Game(SEVEN, begins=0)
    throw(game, 30, 2)
    assert refused(SEVEN, game.state, enter(0, 30, end=30)) == "P7"
    assert refused(SEVEN, game.state, move(0, 0, 30, 30)) == "P7"
    game.push(enter(0, 30))
    assert SEVEN.bank(game.state) == ((2, 2),)


def test_p8_seven_moves_no_piece_by_a_grace_while_one_waits_and_six_lets_the_player_choose() -> None:
    waiting = at(SEVEN, "0 12 84 84", "0 0 0 0", bank=[10])
    assert texts(SEVEN, waiting) == ["enter a 0/1 =10"]
    assert refused(SEVEN, waiting, move(1, 12, 22, 10)) == "P8"
    none_waits = at(SEVEN, "9 12 84 84", "0 0 0 0", bank=[10])
    assert texts(SEVEN, none_waits) == ["a 9/19 =10", "b 12/22 =10"]
    choice = at(SIX, "0 12 84 84", "0 0 0 0", bank=[10])
    assert texts(SIX, choice) == ["b 12/22 =10", "enter a 0/1 =10"]
    herklots = rules("seven", table="seven-herklots")
    assert texts(herklots, at(herklots, "0 12 84 84", "0 0 0 0", bank=[10])) == ["b 12/22 =10"]


def test_p9_the_first_piece_leaves_on_any_throw_straight_to_its_number() -> None:
    game = Game(SIX, begins=0)
    throw(game, 3)
    assert texts(SIX, game.state) == ["a 0/3 =3"]
    assert refused(SIX, game.state, move(0, 0, 2, 3)) == "P9"
    game.push(move(0, 0, 3, 3))
    idle(game)
    throw(game, 3)
    assert texts(SIX, game.state) == ["a 3/6 =3"]
    assert refused(SIX, game.state, move(1, 0, 3, 3)) == "P4"


def test_p9_in_six_a_first_grace_may_enter_or_go_straight_in_seven_it_enters() -> None:
    assert texts(SIX, at(SIX, "0 0 0 0", "0 0 0 0", bank=[25])) == ["a 0/25 =25", "enter a 0/1 =25"]
    free = rules("seven", first_piece_free=True)
    both = at(free, "0 0 0 0", "0 0 0 0", bank=[25, 4])
    assert texts(free, both) == ["a 0/4 =4", "enter a 0/1 =25"]
    assert refused(free, both, move(0, 0, 25, 25)) == "P7"
    assert texts(SEVEN, at(SEVEN, "0 0 0 0", "0 0 0 0", bank=[4])) == []


def test_p9_ends_for_good_once_a_piece_has_been_on_the_board() -> None:
    back = at(SIX, "0 0 0 0", "9 0 0 0", bank=[3], entered=[True, True])
    assert SIX.moves(back) == []
    assert (
        refused(SIX, at(SIX, "0 0 0 0", "9 0 0 0", bank=[25], entered=[True, True]), move(0, 0, 1, 25))
        == "P9"
    )


def test_p10_any_number_of_ones_pieces_may_be_on_the_board() -> None:
    game = Game(SIX, state=at(SIX, "1 1 1 0", "0 0 0 0", bank=[6], throws=1))
    game.push(enter(3, 6))
    assert game.state.pieces[0] == (1, 1, 1, 1)


def test_p11_one_throw_moves_one_piece_and_may_be_declined() -> None:
    state = at(SIX, "9 9 0 0", "0 0 0 0", bank=[4])
    assert texts(SIX, state) == ["a 9/13 =4"]
    assert SIX.optional(state) == [decline(4)]
    game = Game(SIX, state=state)
    game.push(decline(4))
    assert (game.turn, game.state.pieces[0]) == (1, (9, 9, 0, 0))
    assert refused(SIX, state, decline(5)) == "P11"
    assert refused(SIX, state, move(0, 9, 14, 5)) == "P11"
    assert SIX.why_not(state, move(1, 9, 13, 4)) is None


def test_p11_a_declined_grace_still_throws_again() -> None:
    game = Game(SIX, state=at(SIX, "9 9 0 0", "0 0 0 0"))
    throw(game, 10)
    game.push(decline(10))
    assert (game.turn, game.waits) == (0, Waits.THROW)
    assert kinds(game.last_facts()) == [(FactKind.AGAIN, "P4")]


def test_p12_a_throw_may_be_divided_among_pieces_on_the_board() -> None:
    of = rules(split=True)
    game = Game(of, state=at(of, "9 20 0 84", "0 0 0 0", bank=[4]))
    assert texts(of, game.state) == [
        *("a 9/10 =4", "a 9/11 =4", "a 9/12 =4", "a 9/13 =4"),
        *("b 20/21 =4", "b 20/22 =4", "b 20/23 =4", "b 20/24 =4"),
    ]
    game.push(move(0, 9, 12, 4))
    assert of.bank(game.state) == ((4, 1),)
    assert texts(of, game.state) == ["a 12/13 =4:1", "b 20/21 =4:1"]
    game.push(move(0, 12, 13, 4, 1))
    assert (game.turn, game.state.pieces[0]) == (1, (13, 20, 0, 84))


def test_p12_what_is_left_of_a_throw_brings_no_piece_in() -> None:
    of = rules(split=True)
    rest = at(of, "9 20 0 84", "0 0 0 0", bank=[(10, 4)])
    assert not any(text.startswith("enter") for text in texts(of, rest))
    assert refused(of, rest, enter(2, 10, squares=4)) == "P12"
    assert refused(of, rest, move(0, 9, 14, 10, 4)) == "P12"
    first = at(of, "0 0 0 0", "0 0 0 0", bank=[4])
    assert texts(of, first) == ["a 0/4 =4"]


def test_p12_each_part_lands_and_captures() -> None:
    of = rules(split=True)
    game = Game(
        of, state=at(of, "9 84 84 84", "45 46 0 0", bank=[3])
    )  # north's 45 and 46 are south's 11 and 12
    assert [of.placed(game.state)[piece].square for piece in (0, 4, 5)] == ["r18c10", "r16c10", "r15c10"]
    game.push(move(0, 9, 11, 3))
    assert game.last_facts() == (
        Fact(FactKind.CAPTURED, 0, pieces=((1, 0),), rule="P16"),
        Fact(FactKind.LOST, 0, values=(3,), rule="P13"),  # the next square is a castle, and held
        Fact(FactKind.AGAIN, 0, rule="P18"),
    )


def test_p12_without_the_option_no_throw_is_divided() -> None:
    state = at(SIX, "9 20 0 84", "0 0 0 0", bank=[4])
    assert refused(SIX, state, move(0, 9, 12, 4)) == "P12"
    assert refused(SIX, state, move(0, 9, 14, 4)) == "P12"
    assert refused(SIX, state, move(0, 9, 5, 4)) == "P12"


def test_p13_a_throw_too_large_for_every_piece_is_lost_and_a_lost_grace_throws_again() -> None:
    game = Game(SIX, state=at(SIX, "80 82 84 84", "0 0 0 0"))
    assert throw(game, 25) == (
        Fact(FactKind.LOST, 0, values=(25,), rule="P13"),
        Fact(FactKind.AGAIN, 0, rule="P4"),
    )
    assert kinds(throw(game, 5)) == [(FactKind.LOST, "P13"), (FactKind.PASSED, "P13")]
    assert game.turn == 1
    state = at(SIX, "80 82 84 84", "0 0 0 0", bank=[5])
    assert refused(SIX, state, move(0, 80, 85, 5)) == "P13"
    assert refused(SIX, state, move(0, 80, 84, 5)) == "P13"


def test_p13_what_else_the_turn_holds_is_kept() -> None:
    game = Game(SEVEN, state=at(SEVEN, "80 84 84 84", "0 0 0 0"))
    throw(game, 25, 4)
    assert texts(SEVEN, game.state) == ["a 80/84 =4"]


def test_p14_own_pieces_share_a_square_unless_stack_keeps_them_to_castles_and_the_middle() -> None:
    assert texts(SIX, at(SIX, "9 11 84 84", "0 0 0 0", bank=[2])) == ["a 9/11 =2", "b 11/13 =2"]
    of = rules(stack="castles")
    plain = at(of, "9 11 84 84", "0 0 0 0", bank=[2])
    assert texts(of, plain) == ["b 11/13 =2"]
    assert refused(of, plain, move(0, 9, 11, 2)) == "P14"
    castle = at(of, "10 12 84 84", "0 0 0 0", bank=[2])
    assert texts(of, castle) == ["a 10/12 =2", "b 12/14 =2"]
    middle = at(of, "3 1 79 84", "0 0 0 0", bank=[2])
    assert texts(of, middle) == ["a 3/5 =2", "b 1/3 =2", "c 79/81 =2"]


def test_p15_nobody_enters_a_castle_that_an_opponent_holds() -> None:
    # North's step 55 is south's step 21.
    held = at(SIX, "17 84 84 84", "55 0 0 0", bank=[4])
    assert SIX.placed(held)[4].square == "r10c15"
    assert SIX.moves(held) == []
    assert refused(SIX, held, move(0, 17, 21, 4)) == "P15"
    assert str(SIX.why_not(held, move(0, 17, 21, 4))) == "P15: player 2 holds this castle: r10c15"
    assert sorted(CASTLES) == sorted(
        {path(0)[step] for step in (8, 12, 21, 25, 29, 38, 42, 46, 55, 59, 63, 72)}
    )


def test_p16_landing_on_opponents_elsewhere_sends_all_of_them_back() -> None:
    state = at(SIX, "18 84 84 84", "54 54 0 0", bank=[2])
    assert texts(SIX, state) == ["a 18/20 =2 x2a,2b"]
    game = Game(SIX, state=state)
    game.push(SIX.moves(state)[0])
    assert game.state.pieces == ((20, 84, 84, 84), (0, 0, 0, 0))
    assert game.last_facts()[0] == Fact(FactKind.CAPTURED, 0, pieces=((1, 0), (1, 1)), rule="P16")


def test_p17_captured_pieces_come_back_only_with_a_grace() -> None:
    game = Game(SIX, state=at(SIX, "18 84 84 84", "54 0 0 0", bank=[2]))
    game.push(SIX.moves(game.state)[0])
    idle(game)
    assert game.turn == 1
    assert kinds(throw(game, 4)) == [(FactKind.LOST, "P13"), (FactKind.PASSED, "P13")]
    game.pop()
    throw(game, 6)
    assert texts(SIX, game.state) == ["enter a 0/1 =6"]
