"""Lines of ``charkoni legal`` and ``charkoni why`` about Pachisi, as the contract writes them."""

from __future__ import annotations

import contextlib
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import EngineError
from engine.pachisi import ask_legal, ask_why

LINE: dict[str, Any] = {
    "game": "pachisi",
    "preset": "six",
    "options": {"partners": True},
    "players": 4,
    "turn": 0,
    "pieces": [[0, 0, 12, 84], [0, 0, 20, 0], [5, 0, 0, 0], [0, 0, 0, 0]],
    "entered": [True, True, True, False],
    "gate_open": [True, True, True, True],
    "captured": [1, 0, 0, 0],
    "bank": [{"value": 25, "squares": 25}],
}
MOVE = {
    "kind": "move",
    "pieces": [2],
    "value": 25,
    "squares": 25,
    "from": 12,
    "to": 37,
    "captures": [[1, 2]],
}
ENTER = {"kind": "enter", "pieces": [0], "value": 25, "squares": 25, "from": 0, "to": 1, "captures": []}


def test_the_contracts_example_gets_the_contracts_answer() -> None:
    assert ask_legal(LINE) == {"moves": [MOVE, ENTER]}


def test_moves_are_sorted_by_their_json_text_with_sorted_keys() -> None:
    line = {
        **LINE,
        "options": {"split": True},
        "pieces": [[3, 70, 12, 0], [0, 0, 60, 0], [5, 70, 0, 0], [0, 0, 0, 0]],
        "bank": [{"value": value, "squares": value} for value in (25, 4, 10, 4)],
    }
    moves = ask_legal(line)["moves"]
    assert len(moves) > 80
    assert moves == sorted(moves, key=lambda move: json.dumps(move, sort_keys=True))
    assert len({json.dumps(move) for move in moves}) == len(moves)


def test_interchangeable_pieces_are_listed_once_under_the_lowest_number() -> None:
    line = {**LINE, "pieces": [[0, 9, 9, 0], *LINE["pieces"][1:]], "bank": [{"value": 4, "squares": 4}] * 2}
    assert [(move["pieces"], move["to"]) for move in ask_legal(line)["moves"]] == [([1], 13)]
    other = {**MOVE, "pieces": [2], "value": 4, "squares": 4, "from": 9, "to": 13}
    del other["captures"]
    assert ask_why({**line, "move": other}) == {"legal": True}


def test_an_empty_bank_and_a_race_that_is_over_have_no_moves() -> None:
    assert ask_legal({**LINE, "bank": []}) == {"moves": []}
    home = [[84] * 4, [9, 0, 0, 0], [0] * 4, [0] * 4]
    over = {**LINE, "options": {}, "turn": 1, "pieces": home}
    assert ask_legal(over) == {"moves": []}


def test_why_names_the_rule_and_says_it_without_the_number() -> None:
    assert ask_why({**LINE, "move": MOVE}) == {"legal": True}
    assert ask_why({**LINE, "move": {**ENTER, "to": 25}}) == {
        "legal": False,
        "rule": "P7",
        "reason": "a piece that player 1 brings in with a 25 stands on the first square",
    }
    assert ask_why({**LINE, "move": {**MOVE, "to": 36}})["rule"] == "P12"
    assert ask_why(
        {**LINE, "pieces": [[0, 0, 72, 84], *LINE["pieces"][1:]], "move": {**MOVE, "from": 72, "to": 97}}
    )["rule"] == ("P13")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"move": {**MOVE, "value": 10, "squares": 10}}, "not in the bank"),
        ({"move": {**MOVE, "from": 11}}, "stands on step 12"),
        ({"move": {**MOVE, "pieces": [7]}}, "pieces are 0 to 3"),
        ({"move": {**MOVE, "kind": "challenge"}}, "move and enter"),
        ({"move": {**MOVE, "kind": "fly"}}, "unknown"),
        ({"move": "c 12/37"}, "give an entry"),
        ({"move": {"kind": "move"}}, "has no"),
        ({}, "has no 'move'"),
    ],
)
def test_a_malformed_move_is_an_error(change: dict[str, Any], words: str) -> None:
    with pytest.raises(EngineError) as told:
        ask_why({**LINE, **change})
    assert words in str(told.value)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"preset": "eight"}, "there are six, seven"),
        ({"options": {"split": 1}}, "true, false"),
        ({"options": {"fly": True}}, "there are table"),
        ({"options": []}, "give an object"),
        ({"options": {"cancel": True}}, "all_first"),
        ({"players": 5}, "2 or 3 or 4"),
        ({"players": "4"}, "2, 3, 4"),
        ({"players": 3}, "four players"),
        ({"turn": 4}, "0 to 3"),
        ({"dice": [3, 1]}, "unknown key 'dice'"),
        ({"move": MOVE}, "unknown key 'move'"),
        ({"bank": [{"value": 26, "squares": 26}]}, "there are 2, 3, 4, 5, 6, 10, 25"),
        ({"pieces": [[0, 0, 12, 85], *LINE["pieces"][1:]]}, "steps are 0 to 84"),
        ({"pieces": [[84] * 4, *LINE["pieces"][1:]]}, "turn is 2"),
    ],
)
def test_a_malformed_or_impossible_line_is_an_error_with_what_would_be_possible(
    change: dict[str, Any], words: str
) -> None:
    with pytest.raises(EngineError) as told:
        ask_legal({**LINE, **change})
    assert words in str(told.value)


@pytest.mark.parametrize("key", sorted(set(LINE) - {"options"}))
def test_only_options_may_be_left_out(key: str) -> None:
    with pytest.raises(EngineError, match=key):
        ask_legal({name: value for name, value in LINE.items() if name != key})
    ask_legal({name: value for name, value in LINE.items() if name != "options"})


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 90) | st.sampled_from(["", "six", "six-tylor", "P4"]),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["value", "to", "table"]), inner)
    ),
    max_leaves=6,
)


@settings(max_examples=300, deadline=None)
@given(st.sampled_from([*LINE, "move"]), st.sampled_from(["", *MOVE]), JSON)
def test_whatever_stands_in_a_line_is_answered_or_an_error_of_the_engine(
    key: str, within: str, value: object
) -> None:
    line = {**LINE, "move": MOVE}
    line[key] = {**MOVE, within: value} if key == "move" and within else value
    with contextlib.suppress(EngineError):
        assert ask_why(line)["legal"] in (True, False)
