"""Lines of ``charkoni legal`` and ``charkoni why`` about Pachisi, as the contract writes them."""

from __future__ import annotations

import json
from typing import Any

from engine.pachisi import ask_legal, ask_why
from engines.contract_lines import MOVES, PACHISI

LINE: dict[str, Any] = {**PACHISI, "options": {"partners": True}}
MOVE = {**MOVES["pachisi"], "captures": [[1, 2]]}
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
