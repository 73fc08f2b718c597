"""Chowka Bhara: a worked position for every numbered rule, asked as other programs ask."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from engine.chowka_bhara import ask_legal, ask_why
from engine.chowka_bhara.board import Board
from engine.chowka_bhara.options import VARIANTS

HOME = [0, 0, 0, 0]


def line(*pawns: list[int], bank: Sequence[int] = (), **keys: Any) -> dict[str, Any]:
    """Write a contract line: player 0 to move, everybody with a kadi, unless told otherwise."""
    players = len(pawns)
    given: dict[str, Any] = {
        "game": "chowka-bhara",
        "players": players,
        "turn": 0,
        "pawns": list(pawns),
        "pairs": [[] for _ in pawns],
        "new_pairs": [],
        "kadi": [True] * players,
        "bank": list(bank),
        "thrown_two": 2 in bank,
        "moved": [],
        "barred": [],
    }
    return {**given, **keys}


def legal(asked: dict[str, Any]) -> list[str]:
    """Ask for the legal moves: ``ab 16>18 =4 x1a`` for a move, ``pair ab 16``, ``challenge a 16>18 =2 …``."""
    return [_short(entry) for entry in ask_legal(asked)["moves"]]


def _short(entry: dict[str, Any]) -> str:
    pieces = "".join("abcd"[pawn] for pawn in entry["pieces"])
    if entry["kind"] == "pair":
        return f"pair {pieces} {entry['from']}"
    kind = "challenge " if entry["kind"] == "challenge" else ""
    taken = "".join(f" x{player}{'abcd'[pawn]}" for player, pawn in entry["captures"])
    return f"{kind}{pieces} {entry['from']}>{entry['to']} ={entry['value']}{taken}"


def why(asked: dict[str, Any], text: str) -> str:
    """Ask why a move is not legal: the rule's number, or "legal"."""
    *kind, pieces, way = text.split(" =")[0].split()
    numbers = ["abcd".index(letter) for letter in pieces]
    if kind == ["pair"]:
        move: dict[str, Any] = {"kind": "pair", "pieces": numbers, "from": int(way)}
    else:
        start, end = map(int, way.split(">"))
        value = int(text.split(" =")[1])
        move = {"kind": (kind or ["move"])[0], "pieces": numbers, "value": value, "from": start, "to": end}
    answer = ask_why({**asked, "move": move})
    assert answer["legal"] == ("rule" not in answer)
    return "legal" if answer["legal"] else str(answer["rule"])


def test_the_contract_s_example_is_answered_exactly() -> None:
    asked = line([16, 16, 3, 24], [20, 20, 20, 0], HOME, HOME, bank=[2], kadi=[True, True, False, False])
    assert ask_legal({**asked, "options": {}}) == {
        "moves": [
            {
                "kind": "challenge",
                "pieces": [0],
                "value": 2,
                "from": 16,
                "to": 18,
                "captures": [[1, 0], [1, 1], [1, 2]],
            },
            {"kind": "move", "pieces": [2], "value": 2, "from": 3, "to": 5, "captures": []},
            {"kind": "pair", "pieces": [0, 1], "from": 16},
        ]
    }


def test_c1_the_centre_needs_the_exact_number() -> None:
    asked = line([22, 22, 20, 24], HOME, bank=[2, 3])
    assert legal(asked) == ["c 20>22 =2", "c 20>23 =3", "a 22>24 =2", "pair ab 22"]
    assert why(asked, "a 22>25 =3") == "C1"
    assert why(asked, "a 22>24 =3") == "C1"


def test_c1_everybody_s_pawns_share_the_centre() -> None:
    assert legal(line([22, 24, 24, 24], [24, 24, 24, 3], bank=[2])) == ["a 22>24 =2"]


def test_c2_one_value_moves_one_pawn_by_its_number() -> None:
    asked = line([3, 0, 0, 0], HOME, bank=[4, 1])
    assert legal(asked) == ["b 0>1 =1", "b 0>4 =4", "a 3>4 =1", "a 3>7 =4"]
    assert why(asked, "a 3>8 =4") == "C2"
    assert why(asked, "bc 0>4 =4") == "C2"


def test_c3_pawns_go_round_the_outer_ring_anticlockwise_and_the_inner_ring_clockwise() -> None:
    path = [divmod(square, 5) for square in Board(5, players=4).paths[0]]
    outer = "42 43 44 34 24 14 04 03 02 01 00 10 20 30 40 41"
    inner = "31 21 11 12 13 23 33 32"
    assert path == [(int(place[0]), int(place[1])) for place in f"{outer} {inner} 22".split()]
    assert why(line([5, 0, 0, 0], HOME, bank=[2]), "a 5>3 =2") == "C3"


def test_c3_east_north_and_west_turn_the_path_anticlockwise() -> None:
    board = Board(5, players=4)
    assert [board.name(path[0]) for path in board.paths] == ["r4c2", "r2c4", "r0c2", "r2c0"]
    assert [board.name(path[1]) for path in board.paths] == ["r4c3", "r1c4", "r0c1", "r3c0"]
    assert [board.name(path[16]) for path in board.paths] == ["r3c1", "r3c3", "r1c3", "r1c1"]


@pytest.mark.parametrize(("players", "homes"), [(2, "r4c2 r0c2"), (3, "r4c2 r2c4 r0c2")])
def test_c3_fewer_players_sit_where_the_page_says(players: int, homes: str) -> None:
    board = Board(5, players=players)
    assert [board.name(path[0]) for path in board.paths] == homes.split()


def test_c4_no_pawn_enters_the_inner_ring_without_a_kadi() -> None:
    asked = line([15, 13, 0, 0], HOME, bank=[1, 2], kadi=[False, True])
    assert legal(asked) == ["c 0>1 =1", "c 0>2 =2", "b 13>14 =1"]
    assert why(asked, "a 15>16 =1") == "C4"
    assert why({**asked, "kadi": [True, True]}, "a 15>16 =1") == "legal"


def test_c5_a_kill_lists_what_it_captures_and_kills_once_however_many() -> None:
    # What follows it, the further throw, is tested with the course of a turn.
    assert legal(line([16, 24, 24, 24], [21, 21, 0, 0], bank=[1])) == ["a 16>17 =1 x1a x1b"]


def test_c6_landing_on_an_opposing_pawn_kills_it() -> None:
    # South's step 2 is the corner r4c4, north's step 10.
    assert legal(line(HOME, [10, 0, 0, 0], bank=[2])) == ["a 0>2 =2 x1a"]


def test_c7_no_pawn_lands_on_a_crossed_square_that_an_opponent_holds() -> None:
    # South's step 8 is north's home.
    asked = line([6, 24, 24, 24], [0, 24, 24, 24], bank=[2])
    assert legal(asked) == []
    assert why(asked, "a 6>8 =2") == "C7"


def test_c7_homes_of_seats_that_nobody_uses_are_crossed_as_well() -> None:
    # With two players nobody sits east: r2c4 is south's step 4 and north's step 12.
    asked = line([2, 24, 24, 24], [12, 24, 24, 24], bank=[2])
    assert why(asked, "a 2>4 =2") == "C7"
    assert legal(line([2, 24, 24, 24], HOME, bank=[2])) == ["a 2>4 =2"]


def test_c7_several_players_share_a_crossed_square_where_the_option_is_on() -> None:
    asked = line([6, 24, 24, 24], [0, 24, 24, 24], bank=[2], options={"share_crossed": True})
    assert legal(asked) == ["a 6>8 =2"]


def test_c8_two_pawns_of_one_player_never_stand_together_in_the_outer_ring() -> None:
    asked = line([3, 5, 24, 24], HOME, bank=[2])
    assert legal(asked) == ["b 5>7 =2"]
    assert why(asked, "a 3>5 =2") == "C8"
    assert why(line([2, 4, 24, 24], HOME, bank=[2]), "a 2>4 =2") == "C8"
    assert legal(line([16, 18, 24, 24], HOME, bank=[2])) == ["a 16>18 =2", "b 18>20 =2"]


def test_c8_also_where_several_players_may_share_a_crossed_square() -> None:
    asked = line([6, 8, 24, 24], [0, 24, 24, 24], bank=[2], options={"share_crossed": True})
    assert why(asked, "a 6>8 =2") == "C8"


def test_c9_a_pollu_becomes_a_gatti_only_in_a_turn_with_a_2() -> None:
    asked = line([16, 16, 24, 24], HOME, bank=[3])
    assert legal({**asked, "thrown_two": True}) == ["a 16>19 =3", "pair ab 16"]
    assert legal(asked) == ["a 16>19 =3"]
    assert why(asked, "pair ab 16") == "C9"


def test_c9_a_pair_may_be_declared_when_the_bank_is_empty() -> None:
    assert legal(line([16, 16, 24, 24], HOME, thrown_two=True)) == ["pair ab 16"]


def test_c9_only_two_pawns_on_one_inner_square_that_are_no_gatti_form_a_pair() -> None:
    asked = line([16, 16, 16, 17], HOME, bank=[2], pairs=[[[0, 1]], []])
    for refused in ("pair ac 16", "pair ab 16", "pair cd 16"):
        assert why(asked, refused) == "C9"
    assert why(line([0, 0, 24, 24], HOME, bank=[2]), "pair ab 0") == "C9"
    assert why(line([0, 0, 24, 24], HOME, bank=[2]), "pair cd 24") == "C9"


def test_c9_four_pawns_on_a_square_can_form_two_gattis() -> None:
    asked = line([16, 16, 16, 16], HOME, bank=[1], thrown_two=True, pairs=[[[0, 3]], []], new_pairs=[[0, 3]])
    assert legal(asked) == ["b 16>17 =1", "pair bc 16"]


def test_c9_a_pair_is_listed_once_for_each_different_way() -> None:
    asked = line([16, 16, 16, 24], HOME, thrown_two=True, moved=[1])
    assert legal(asked) == ["pair ab 16", "pair ac 16"]
    asked = line([16, 16, 16, 24], HOME, thrown_two=True, barred=[[2, 4]])
    assert legal(asked) == ["pair ab 16", "pair ac 16"]


def test_c10_a_gatti_moves_as_one_half_of_even_values() -> None:
    asked = line([16, 16, 24, 24], HOME, bank=[1, 2, 3, 4, 8], pairs=[[[0, 1]], []])
    assert legal(asked) == ["ab 16>17 =2", "ab 16>18 =4", "ab 16>20 =8"]
    assert why(asked, "a 16>18 =2") == "C10"
    assert why(asked, "ab 16>19 =3") == "C10"
    assert why(asked, "ab 16>18 =2") == "C10"


def test_c11_nobody_moves_past_a_gatti_of_another() -> None:
    # North's steps 20 21 22 23 16 17 18 19 are south's 16 to 23.
    asked = line([16, 24, 24, 24], [22, 22, 0, 0], bank=[2, 3], pairs=[[], [[0, 1]]])
    assert legal(asked) == ["a 16>18 =2"]
    assert why(asked, "a 16>19 =3") == "C11"


def test_c11_also_a_gatti_does_not_pass_a_gatti() -> None:
    asked = line([16, 16, 24, 24], [22, 22, 0, 0], bank=[4, 8], pairs=[[[0, 1]], [[0, 1]]])
    assert legal(asked) == ["ab 16>18 =4"]
    assert why(asked, "ab 16>20 =8") == "C11"


def test_c11_a_pawn_that_sat_on_the_gatti_s_square_in_an_earlier_turn_moves_on() -> None:
    asked = line([18, 24, 24, 24], [22, 22, 0, 0], bank=[1], pairs=[[], [[0, 1]]])
    assert legal(asked) == ["a 18>19 =1"]
    assert why({**asked, "moved": [0]}, "a 18>19 =1") == "C11"


def test_c11_a_gatti_declared_in_this_turn_has_not_sat_there_as_one() -> None:
    asked = line([18, 18, 24, 24], [22, 22, 0, 0], bank=[2], pairs=[[[0, 1]], [[0, 1]]])
    assert legal(asked) == ["ab 18>19 =2 x1a x1b"]
    assert why({**asked, "new_pairs": [[0, 1]]}, "ab 18>19 =2") == "C11"


def test_c11_a_player_s_own_gatti_bars_nothing() -> None:
    assert legal(line([16, 17, 17, 24], HOME, bank=[3], pairs=[[[1, 2]], []])) == ["a 16>19 =3"]


def test_c12_a_gatti_does_not_kill_by_landing() -> None:
    asked = line([16, 16, 24, 24], [22, 22, 0, 0], bank=[4], pairs=[[[0, 1]], []])
    assert legal(asked) == ["ab 16>18 =4"]


def test_c13_a_gatti_that_moves_on_kills_who_still_sits_on_its_square() -> None:
    asked = line([18, 18, 24, 24], [22, 22, 22, 0], bank=[2], pairs=[[[0, 1]], []])
    assert legal(asked) == ["ab 18>19 =2 x1a x1b x1c"]
    assert legal({**asked, "moved": [1]}) == ["ab 18>19 =2"]
    assert legal({**asked, "new_pairs": [[0, 1]]}) == ["ab 18>19 =2"]


def test_c13_a_gatti_is_killed_by_another_player_s_gatti_that_moves_on() -> None:
    asked = line([18, 18, 24, 24], [22, 22, 0, 0], bank=[2], pairs=[[[0, 1]], [[0, 1]]])
    assert legal(asked) == ["ab 18>19 =2 x1a x1b"]


def test_c14_a_single_pawn_kills_both_pawns_of_a_pollu() -> None:
    assert legal(line([16, 24, 24, 24], [22, 22, 0, 0], bank=[2])) == ["a 16>18 =2 x1a x1b"]


def test_c14_a_single_pawn_sits_with_a_gatti_and_kills_loose_pawns_of_another_beside_it() -> None:
    # South's step 18 is east's 20 and north's 22.
    assert Board(5, players=3).paths[1][20] == Board(5, players=3).paths[0][18]
    asked = line([16, 24, 24, 24], [20, 0, 0, 0], [22, 22, 0, 0], bank=[2], pairs=[[], [], [[0, 1]]])
    assert legal(asked) == ["a 16>18 =2 x1a"]
    asked = line([16, 24, 24, 24], HOME, [22, 22, 0, 0], bank=[2], pairs=[[], [], [[0, 1]]])
    assert legal(asked) == ["a 16>18 =2"]


def test_c15_landing_on_a_mupollu_takes_a_challenge() -> None:
    asked = line([16, 24, 24, 24], [22, 22, 22, 0], bank=[2])
    assert legal(asked) == ["challenge a 16>18 =2 x1a x1b x1c"]
    assert why(asked, "a 16>18 =2") == "C15"
    assert why(asked, "challenge a 16>18 =2") == "legal"


def test_c15_a_mupollu_may_hold_a_gatti_and_all_of_it_goes_home() -> None:
    asked = line([16, 24, 24, 24], [22, 22, 22, 22], bank=[2], pairs=[[], [[0, 1], [2, 3]]])
    assert legal(asked) == ["challenge a 16>18 =2 x1a x1b x1c x1d"]


def test_c15_a_won_challenge_takes_loose_pawns_beside_the_mupollu_but_no_gatti() -> None:
    three = [22, 22, 22, 0]
    asked = line([16, 24, 24, 24], [20, 20, 0, 0], three, bank=[2], pairs=[[], [[0, 1]], []])
    assert legal(asked) == ["challenge a 16>18 =2 x2a x2b x2c"]
    asked = line([16, 24, 24, 24], [20, 0, 0, 0], three, bank=[2], pairs=[[], [], [[0, 1]]])
    assert legal(asked) == ["challenge a 16>18 =2 x1a x2a x2b x2c"]


def test_c15_the_challenger_must_be_in_the_inner_ring_already() -> None:
    asked = line([15, 24, 24, 24], [22, 22, 22, 0], bank=[3])
    assert legal(asked) == []
    assert why(asked, "challenge a 15>18 =3") == "C15"
    assert why(asked, "a 15>18 =3") == "C15"


def test_c15_there_is_no_challenge_without_a_mupollu() -> None:
    assert why(line([16, 24, 24, 24], [22, 22, 0, 0], bank=[2]), "challenge a 16>18 =2") == "C15"


def test_c16_the_loser_of_a_challenge_uses_no_value_of_that_size_in_this_turn() -> None:
    asked = line([16, 16, 24, 24], [22, 22, 22, 0], bank=[2, 2, 1], barred=[[0, 2]], thrown_two=False)
    assert legal(asked) == ["challenge b 16>18 =2 x1a x1b x1c", "a 16>17 =1"]
    assert why(asked, "a 16>18 =2") == "C16"
    assert why(asked, "challenge a 16>18 =2") == "C16"


def test_c16_nor_does_a_gatti_with_the_loser_in_it() -> None:
    asked = line([16, 16, 24, 24], HOME, bank=[2, 4], barred=[[1, 2]], pairs=[[[0, 1]], []])
    assert legal(asked) == ["ab 16>18 =4"]
    assert why(asked, "ab 16>17 =2") == "C16"


def test_c17_a_gatti_neither_challenges_a_mupollu_nor_lands_on_it() -> None:
    asked = line([16, 16, 24, 24], [22, 22, 22, 0], bank=[4], pairs=[[[0, 1]], []])
    assert legal(asked) == []
    assert why(asked, "ab 16>18 =4") == "C17"
    assert why(asked, "challenge ab 16>18 =4") == "C17"


@pytest.mark.parametrize(
    ("text", "asked", "rule"),
    [
        # Too far for the centre, and one pawn of a gatti alone.
        ("a 22>25 =3", line([22, 22, 24, 24], HOME, bank=[3], pairs=[[[0, 1]], []]), "C1"),
        # No kadi, and a mupollu at the end.
        ("a 15>18 =3", line([15, 0, 0, 0], [22, 22, 22, 0], bank=[3], kadi=[False, True]), "C4"),
        # Barred, and a gatti in the way.
        (
            "a 16>19 =3",
            line([16, 0, 0, 0], [22, 22, 0, 0], bank=[3], barred=[[0, 3]], pairs=[[], [[0, 1]]]),
            "C16",
        ),
        # A gatti in the way, and a mupollu at the end.
        (
            "a 16>19 =3",
            line([16, 0, 0, 0], [20, 20, 0, 0], [23, 23, 23, 0], bank=[3], pairs=[[], [[0, 1]], []]),
            "C11",
        ),
        # A crossed square held by another, with an own pawn beside it.
        ("a 2>4 =2", line([2, 4, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], bank=[2]), "C7"),
    ],
)
def test_when_several_rules_forbid_a_move_the_page_s_order_decides(
    text: str, asked: dict[str, Any], rule: str
) -> None:
    assert why(asked, text) == rule


def test_pawns_that_are_alike_are_listed_once_under_the_lowest_number() -> None:
    assert legal(line([3, 0, 0, 0], HOME, bank=[1])) == ["b 0>1 =1", "a 3>4 =1"]
    asked = line([16, 16, 24, 24], HOME, bank=[1], moved=[0])
    assert legal(asked) == ["a 16>17 =1", "b 16>17 =1"]
    asked = line([16, 16, 24, 24], HOME, bank=[1], barred=[[0, 1]])
    assert legal(asked) == ["b 16>17 =1"]


def test_gattis_that_are_alike_are_listed_once_unless_one_is_new() -> None:
    asked = line([16, 16, 16, 16], HOME, bank=[2], pairs=[[[0, 2], [1, 3]], []])
    assert legal(asked) == ["ac 16>17 =2"]
    assert legal({**asked, "new_pairs": [[0, 2]]}) == ["ac 16>17 =2", "bd 16>17 =2"]


def test_equal_values_in_the_bank_give_one_entry() -> None:
    assert legal(line([3, 24, 24, 24], HOME, bank=[4, 4])) == ["a 3>7 =4"]


def test_the_throw_values_of_four_cowries_and_the_households_that_swap_the_4_and_the_8() -> None:
    table, swapped = VARIANTS["5x5"].table, VARIANTS["5x5"].swapped
    assert [table.values[mouths].value for mouths in range(5)] == [8, 1, 2, 3, 4]
    assert [table.values[mouths].again for mouths in range(5)] == [True, False, False, False, True]
    assert swapped is not None
    assert [swapped.values[mouths].value for mouths in range(5)] == [4, 1, 2, 3, 8]
    assert [swapped.values[mouths].again for mouths in range(5)] == [True, False, False, False, True]


def test_the_7x7_board_has_a_third_ring_and_its_gate_at_the_second() -> None:
    path = [divmod(square, 7) for square in Board(7, players=2).paths[0]]
    assert len(path) == len(set(path)) == 49
    assert path[23:26] == [(6, 2), (5, 2), (5, 1)]
    assert path[39:42] == [(5, 3), (4, 3), (4, 4)]
    assert path[47:] == [(4, 2), (3, 3)]
    asked = line([23, 20, 0, 0], HOME, bank=[1, 12], kadi=[False, True], preset="7x7")
    assert legal(asked) == ["c 0>1 =1", "b 20>21 =1"]
    assert why(asked, "a 23>24 =1") == "C4"
    assert why(asked, "c 0>12 =12") == "C7"
    asked = line([24, 24, 48, 48], HOME, bank=[12, 6], pairs=[[[0, 1]], []], preset="7x7")
    assert legal(asked) == ["ab 24>27 =6", "ab 24>30 =12"]
