"""Positions and setups that cannot be are refused, with what would be possible; and the board itself."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from engine.board import Placed
from engine.errors import PositionError, SetupError, ThrowError
from engine.game import Game, Waits
from engine.pachisi import INFO
from engine.registry import make_rules
from engines.pachisi_table import at, cowries, move, rules, throw

SIX = rules()
START = {"turn": 0, "pieces": [[0, 0, 0, 0], [0, 0, 0, 0]]}


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"pieces": [[0, 0, 0, 0]]}, "each of 2 players"),
        ({"pieces": [[0] * 5, [0] * 4]}, "exactly 4 steps"),
        ({"pieces": [[85, 0, 0, 0], [0] * 4]}, "steps are 0 to 84"),
        ({"pieces": [[True, 0, 0, 0], [0] * 4]}, "steps are 0 to 84"),
        ({"pieces": [[18, 0, 0, 0], [52, 0, 0, 0]]}, "opponents never share a square"),
        ({"pieces": [[21, 0, 0, 0], [55, 0, 0, 0]]}, "opponents never share a square"),
        ({"pieces": [[9, 0, 0, 0], [0] * 4], "entered": [False, False]}, "entered must be true"),
        ({"pieces": {}}, "each of 2 players"),
        ({"turn": 2}, "0 to 1"),
        ({"turn": "0"}, "0 to 1"),
        ({"entered": [0, 1]}, "true or false"),
        ({"entered": [True]}, "true or false"),
        ({"gate_open": [True, None]}, "true or false"),
        ({"captured": [-1, 0]}, "a number from 0 on"),
        ({"bank": [7]}, "write"),
        ({"bank": 7}, "give a list"),
        ({"bank": [{"value": 7}]}, "there are 2, 3, 4, 5, 6, 10, 25"),
        ({"bank": [{"value": 10, "squares": 11}]}, "it may be 10"),
        ({"bank": [{"value": 10, "squares": 9}]}, "it may be 10"),
        ({"bank": [{"value": 10, "more": 9}]}, "write"),
        ({"throws": -1}, "0 to 999"),
        ({"throws": 0}, "throws may be 1"),
        ({"row": [25, 5]}, "that cancel"),
        ({"row": [25, 25, 25]}, "up to two"),
        ({"contest": [1, 1]}, "different players"),
        ({"contest": [1]}, "turn is 1"),
        ({"scores": [[0, 7]]}, "[player, value]"),
        ({"revenges": [{"player": 0}]}, "its keys are"),
        ({"revenges": [{"player": 0, "piece": 0, "square": "charkoni", "victims": []}]}, "id of a square"),
        ({"as_played": 1}, "true or false"),
        ({"colour": "red"}, "unknown key 'colour'"),
        ({"thrower": 1}, "turn is 0"),
    ],
)
def test_an_impossible_position_is_refused_with_what_would_be_possible(
    change: dict[str, Any], words: str
) -> None:
    with pytest.raises(PositionError) as told:
        SIX.from_position({**START, **change})
    assert words in str(told.value)


def test_a_piece_past_step_75_without_a_capture_is_refused_where_no_revenge_can_explain_it() -> None:
    late = {"turn": 0, "pieces": [[80, 0, 0, 0], [0] * 4], "captured": [0, 0]}
    with pytest.raises(PositionError, match="captured nothing yet"):
        rules(capture_first=True).from_position(late)
    assert rules(capture_first=True, revenge=True).from_position(late).captured == (0, 0)
    assert SIX.from_position(late).captured == (0, 0)


def test_two_pieces_on_a_plain_square_are_refused_under_stack_castles() -> None:
    of = rules(stack="castles")
    with pytest.raises(PositionError, match="share only castles and the middle column"):
        at(of, "9 9 0 0", "0 0 0 0")
    assert at(of, "12 12 3 81", "0 0 0 0").pieces[0] == (12, 12, 3, 81)


def test_the_bank_may_hold_a_pyada_or_the_rest_of_a_divided_throw_where_the_options_do() -> None:
    of = rules(pyada=True, split=True)
    assert at(of, "9 0 0 0", "0 0 0 0", bank=[(25, 26), (10, 1)]).bank == ((25, 26), (10, 1))
    with pytest.raises(PositionError, match="1 to 26"):
        at(of, "9 0 0 0", "0 0 0 0", bank=[(25, 27)])
    with pytest.raises(PositionError, match="10 or 11"):
        at(rules(pyada=True), "9 0 0 0", "0 0 0 0", bank=[(10, 12)])
    with pytest.raises(PositionError, match="1 to 6"):
        at(of, "9 0 0 0", "0 0 0 0", bank=[(6, 7)])


def test_the_keys_of_the_contract_alone_make_a_position_and_play_goes_on() -> None:
    line = {
        "turn": 1,
        "pieces": [[0, 0, 12, 84], [0, 0, 20, 0]],
        "entered": [True, True],
        "gate_open": [True, True],
        "captured": [1, 0],
        "bank": [],
    }
    game = Game(SIX, state=SIX.from_position(line))
    assert (game.turn, game.waits) == (1, Waits.THROW)
    throw(game, 3)
    assert game.legal_moves() == [move(2, 20, 23, 3)]
    written = SIX.to_position(game.state)
    assert {key: written[key] for key in line} == {**line, "bank": [{"value": 3, "squares": 3}]}


@pytest.mark.parametrize(
    ("preset", "options", "players", "words"),
    [
        ("six", {"cancel": True}, 2, ("cancel", "all_first")),
        ("seven", {"cancel": True, "all_first": False}, 2, ("cancel", "all_first")),
        ("six", {"revenge": True}, 2, ("revenge", "capture_first")),
        ("six", {"partners": True}, 3, ("partners", "four")),
        ("six", {"table": "seven"}, 2, ("table", "six-tylor")),
        ("seven", {"table": "six"}, 2, ("table", "seven-herklots")),
        ("six", {"table": "eight"}, 2, ("table", "seven-35")),
        ("six", {"split": 1}, 2, ("split", "true, false")),
        ("six", {"colour": "red"}, 2, ("colour", "pyada")),
        ("eight", {}, 2, ("eight", "six, seven")),
        ("six", {}, 5, ("5", "2 or 3 or 4")),
    ],
)
def test_a_setup_that_makes_no_sense_is_refused_naming_both(
    preset: str, options: dict[str, Any], players: int, words: tuple[str, ...]
) -> None:
    with pytest.raises(SetupError) as told:
        make_rules("pachisi", preset, options=options, players=players)
    assert all(word in str(told.value) for word in words)


def test_every_option_has_the_default_of_the_contract() -> None:
    six, seven = (preset.defaults for preset in INFO.presets)
    assert [preset.name for preset in INFO.presets] == ["six", "seven"]
    assert set(six) == set(seven) == {option.key for option in INFO.options}
    assert {key for key in six if six[key] != seven[key]} == {
        *("table", "first_piece_free", "cancel", "pyada", "all_first")
    }
    assert (six["first_piece_free"], six["cancel"], six["pyada"], six["all_first"]) == (
        True,
        False,
        False,
        False,
    )
    assert (seven["first_piece_free"], seven["cancel"], seven["pyada"], seven["all_first"]) == (
        *(False, True, True, True),
    )


def test_the_board_has_a_charkoni_96_squares_and_12_castles() -> None:
    squares = rules(players=4).layout.squares
    assert Counter(square.kind for square in squares) == {"centre": 1, "plain": 56, "inner": 28, "castle": 12}
    assert len({(square.x, square.y) for square in squares}) == 97
    assert Counter(square.owner for square in squares) == {None: 69, 0: 7, 1: 7, 2: 7, 3: 7}
    assert rules(players=2).layout.square("r1c9").owner == 1
    assert rules(players=2).layout.square("r9c17").owner is None


def test_a_piece_lies_on_its_side_on_its_way_home_in_the_middle_column() -> None:
    state = at(SIX, "0 8 76 84", "83 75 0 0")
    assert SIX.placed(state)[:6] == (
        Placed(0, 0, "charkoni", 0),
        Placed(0, 1, "r18c9", 8),
        Placed(0, 2, "r18c9", 76, lying=True),
        Placed(0, 3, "charkoni", 84),
        Placed(1, 0, "r7c9", 83, lying=True),
        Placed(1, 1, "r0c10", 75),
    )


def test_a_void_throw_and_a_throw_for_the_beginning_are_worth_no_further_throw() -> None:
    of = rules("seven")
    for state in (of.start(), of.start(begins=0)):
        worth = of.value_of(state, cowries(of, 14))
        assert worth is not None
        assert (worth.value, worth.again) == (14, False)
    with pytest.raises(ThrowError):
        of.value_of(of.start(), cowries(SIX, 5))
