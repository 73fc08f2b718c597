"""Chowka Bhara as families play it: a worked position for the house rules C19, C20, C23 and C24."""

from __future__ import annotations

import pytest

from engine.chowka_bhara import INFO, State, ask_legal, ask_why, make
from engine.errors import PositionError, SetupError
from engine.game import Game, Waits
from engine.move import parse_move
from engine.options import OptionValue
from engine.throw import Cowries
from engines.chowka_bhara_table import FAR, HOME, push, refused, shown, throw, why, with_kadi

WAITING = [-1, -1, -1, -1]

# C19: entry.


def test_c19_all_pawns_wait_at_first_and_a_throw_of_the_set_puts_one_on_the_home_square() -> None:
    rules = make(INFO.preset("5x5"), {"entry": "4-8"}, 2)
    played: Game[State] = Game(rules)
    assert played.state.pawns == ((-1,) * 4, (-1,) * 4)
    throw(played, 3)
    assert (played.turn, played.state.pawns[0]) == (1, (-1,) * 4)  # a 3 brings nobody in
    throw(played, 4, 2)
    assert shown(played) == ["enter a -1/0 =4"]
    push(played, "enter a -1/0 =4")
    assert played.state.pawns[1] == (0, -1, -1, -1)
    assert shown(played) == ["a 0/2 =2"]  # the pawn that entered may go on with the rest


def test_c19_one_entry_uses_a_throw_up_and_each_throw_may_bring_in_another() -> None:
    played = with_kadi(WAITING, FAR, options={"entry": "4-8"})
    throw(played, 4, 8, 1)
    push(played, "enter a -1/0 =4")
    push(played, "enter b -1/0 =8")
    assert (played.state.pawns[0], played.state.bank) == ((0, 0, -1, -1), (1,))


def test_c19_a_value_of_the_set_may_move_a_pawn_instead_and_any_other_brings_nobody_in() -> None:
    played = with_kadi([3, -1, -1, -1], FAR, options={"entry": "4-8"})
    throw(played, 4, 2)
    assert shown(played) == ["enter b -1/0 =4", "a 3/5 =2", "a 3/7 =4"]
    assert why(played, "enter b -1/0 =2") == "C19"
    assert why(played, "b -1/2 =2") == "C19"
    assert why(played, "b -1/3 =4") == "C19"
    assert why(played, "enter a 3/0 =4") == "C19"


def test_c19_a_pawn_enters_whoever_stands_on_its_home_square_and_kills_nothing() -> None:
    # North's step 8 is south's home square.
    played = with_kadi(WAITING, [8, 3, 5, 7], options={"entry": "4-8"})
    throw(played, 4, 1)
    assert push(played, "enter a -1/0 =4") == []
    assert played.state.pawns[1] == (8, 3, 5, 7)


def test_c19_a_killed_pawn_waits_again() -> None:
    played = with_kadi([0, -1, -1, -1], [10, -1, -1, -1], options={"entry": "4-8"})
    throw(played, 2)
    assert push(played, "a 0/2 =2 x2a") == ["captured 0 1a C6", "again 0 C5"]
    assert played.state.pawns[1] == (-1, -1, -1, -1)


def test_c19_an_entry_counts_as_having_moved_in_this_turn() -> None:
    played = with_kadi(WAITING, FAR, options={"entry": "4-8"})
    throw(played, 8, 1)
    push(played, "enter a -1/0 =8")
    assert played.state.moved == (0,)


def test_c19_a_1_of_the_set_brings_a_pawn_in_and_gives_no_further_throw() -> None:
    played = with_kadi(WAITING, FAR, options={"entry": "1-4-8"})
    throw(played, 1)
    assert shown(played) == ["enter a -1/0 =1"]
    push(played, "enter a -1/0 =1")
    assert played.turn == 1


def test_c19_values_count_not_mouths() -> None:
    played = with_kadi(WAITING, FAR, options={"entry": "1-8", "swap_four_eight": True})
    played.throw(Cowries(4, 4))  # four mouths count 8 here
    played.throw(Cowries(2, 4))
    assert shown(played) == ["enter a -1/0 =8"]


def test_c19_with_c18_who_has_nothing_but_waiting_pawns_and_pawns_at_home_earns_the_kadi_again() -> None:
    played = with_kadi([0, -1, -1, -1], [10, 0, -1, -1], options={"entry": "4-8", "kadi_again": True})
    throw(played, 2)
    push(played, "a 0/2 =2 x2a")
    assert played.state.kadi == (True, False)


def test_c19_a_set_of_other_shells_is_refused_with_what_would_work() -> None:
    assert refused("5x5", {"entry": "6-12"}) == (
        "no pawn can enter with 6 + 12 here: these shells throw other numbers (C19). "
        "There is 4 + 8, 1 + 4 + 8, 1 + 8"
    )
    assert refused("7x7", {"entry": "4-8"}).endswith("(C19). There is 6 + 12, 1 + 6 + 12, 1 + 5 + 6 + 12")


# C20: three throws in a row.


def test_c20_the_third_of_a_row_loses_every_value_and_ends_the_turn() -> None:
    played = with_kadi([0, 2, 4, 6], FAR, options={"three_graces": "lost"})
    throw(played, 4, 8)
    assert played.waits is Waits.THROW
    throw(played, 8)
    assert [(fact.kind, fact.values) for fact in played.last_facts()] == [("cancelled", (4, 8, 8))]
    assert (played.turn, played.state.bank) == (1, ())


def test_c20_a_throw_won_by_a_kill_begins_a_new_row_and_what_was_moved_stands() -> None:
    # North's step 11 is south's 3.
    played = with_kadi([0, 0, 0, 0], [11, 1, 3, 5], options={"three_graces": "lost"})
    throw(played, 4, 4, 3)
    push(played, "a 0/3 =3 x2a")
    throw(played, 4, 8)
    assert played.waits is Waits.THROW  # two of a new row
    throw(played, 4)
    assert (played.turn, played.state.pawns[0], played.state.bank) == (1, (3, 0, 0, 0), ())


def test_c20_a_throw_that_does_not_throw_again_ends_a_row() -> None:
    played = with_kadi([0, 2, 4, 6], FAR, options={"three_graces": "lost"})
    throw(played, 4, 8, 3)
    assert played.state.bank == (4, 8, 3)


def test_c20_after_three_equal_values_the_same_again_counts_all_four_and_another_loses_the_three() -> None:
    played = with_kadi([0, 2, 4, 6], FAR, options={"three_graces": "fourth"})
    throw(played, 4, 4, 4, 4)
    assert (played.state.bank, played.state.row) == ((4, 4, 4, 4), ())
    played = with_kadi([0, 2, 4, 6], FAR, options={"three_graces": "fourth"})
    throw(played, 8, 4, 4, 4, 8)
    assert (played.state.bank, played.state.row) == ((8, 8), (8,))
    assert played.waits is Waits.THROW
    played = with_kadi([0, 2, 4, 6], FAR, options={"three_graces": "fourth"})
    throw(played, 4, 4, 4, 1)
    assert (played.state.bank, played.waits) == ((1,), Waits.MOVE)


def test_c20_a_challenge_is_no_part_of_a_row() -> None:
    played = with_kadi([16, 24, 24, 24], [22, 22, 22, 0], options={"three_graces": "lost"}, bank=[4, 2])
    played.push(parse_move("challenge a 16/18 =2"))
    throw(played, 4)
    assert (played.turn, played.state.bank) == (0, (4, 2))


# C23: a gatti that kills by landing.


def test_c23_a_gatti_kills_where_it_lands_and_where_it_leaves_and_sits_with_gattis() -> None:
    # South's 17, 18 and 19 are north's 21, 22 and 23.
    options: dict[str, OptionValue] = {"gatti_kills": True}
    played = with_kadi([17, 17, 0, 0], [22, 0, 0, 0], pairs=[[[0, 1]], []], bank=[2], options=options)
    assert push(played, "ab 17/18 =2 x2a")[:1] == ["captured 0 1a C23"]
    both = with_kadi([17, 17, 0, 0], [21, 22, 0, 0], pairs=[[[0, 1]], []], bank=[2], options=options)
    assert "ab 17/18 =2 x2a,2b" in shown(both)
    gattis = [[[0, 1]], [[0, 1]]]
    sits = with_kadi([17, 17, 0, 0], [22, 22, 0, 0], pairs=gattis, bank=[2], options=options)
    assert "ab 17/18 =2" in shown(sits)
    plain = with_kadi([17, 17, 0, 0], [22, 0, 0, 0], pairs=[[[0, 1]], []], bank=[2])
    assert "ab 17/18 =2" in shown(plain)


def test_c23_a_gatti_still_never_lands_on_a_mupollu() -> None:
    played = with_kadi(
        [17, 17, 0, 0], [22, 22, 22, 0], pairs=[[[0, 1]], []], bank=[2], options={"gatti_kills": True}
    )
    assert why(played, "ab 17/18 =2") == "C17"


# C24: sharing with one's own.


def test_c24_own_pawns_share_any_square_of_the_outer_ring_and_an_opponent_kills_them_all() -> None:
    options: dict[str, OptionValue] = {"share_own": True}
    played = with_kadi([2, 4, 6, 0], FAR, options=options, bank=[2])
    assert "a 2/4 =2" in shown(played)
    assert "c 6/8 =2" in shown(played)  # crossed squares too
    # North's 10 is south's 2.
    played = with_kadi([0, 0, 0, 0], [10, 10, 10, 0], options=options, bank=[2])
    assert "a 0/2 =2 x2a,2b,2c" in shown(played)  # three together there are no mupollu


def test_c24_pawns_together_on_the_outer_ring_are_no_pair() -> None:
    played = with_kadi([2, 2, 0, 0], FAR, options={"share_own": True}, bank=[2], thrown_two=True)
    assert not [move for move in shown(played) if move.startswith("pair")]
    assert why(played, "pair ab 2") == "C9"


# What the options forbid.


def test_positions_that_the_options_forbid_are_refused_with_what_would_work() -> None:
    line = {
        "game": "chowka-bhara", "players": 2, "turn": 0, "pawns": [HOME, HOME], "pairs": [[], []],
        "new_pairs": [], "kadi": [False, False], "bank": [4], "thrown_two": False, "moved": [], "barred": [],
    }  # fmt: skip
    with pytest.raises(PositionError, match=r"pawns\[0\] is .*: give 4 steps; six pawns need .*7 x 7.*C22"):
        ask_legal({**line, "pawns": [[0] * 6, [0] * 6]})
    with pytest.raises(
        PositionError, match=r"pawns\[0\]\[1\] is -1: .* 0 to 24; a pawn waits at -1 only.*C19"
    ):
        ask_legal({**line, "pawns": [[0, -1, 0, 0], HOME]})
    entering = {**line, "options": {"entry": "4-8"}, "pawns": [WAITING, WAITING]}
    found = {"kind": "enter", "pieces": [0], "value": 4, "from": -1, "to": 0, "captures": []}
    assert ask_legal(entering) == {"moves": [found]}
    assert ask_why({**entering, "move": {**found, "value": 4}}) == {"legal": True}
    wrong = {"kind": "move", "pieces": [0], "value": 4, "from": -1, "to": 3}
    assert ask_why({**entering, "move": wrong})["rule"] == "C19"
    assert (
        ask_why({**entering, "thrown_two": True, "move": {"kind": "pair", "pieces": [0, 1], "from": -1}})[
            "rule"
        ]
        == "C19"
    )
    with pytest.raises(SetupError, match="option 'entry' cannot be '2-3': it may be off, 4-8"):
        ask_legal({**line, "options": {"entry": "2-3"}})
    with pytest.raises(SetupError, match="option 'pawns' cannot be 5: it may be 4, 6"):
        ask_legal({**line, "preset": "7x7", "options": {"pawns": 5}})


def test_a_row_or_a_thrower_without_its_option_is_refused() -> None:
    rules = make(INFO.preset("5x5"), {}, 4)
    for keys, said in (({"row": [4]}, "three_graces"), ({"thrower": 2}, "partners")):
        with pytest.raises(PositionError, match=said):
            rules.from_position({"pawns": [HOME] * 4, **keys})
