"""A line of the contract about each family, and a legal move in it."""

from __future__ import annotations

from typing import Any

CHOWKA: dict[str, Any] = {
    "game": "chowka-bhara",
    "players": 2,
    "turn": 0,
    "pawns": [[3, 16, 16, 0], [0, 0, 0, 5]],
    "pairs": [[[1, 2]], []],
    "new_pairs": [],
    "kadi": [True, False],
    "bank": [2, 4],
    "thrown_two": True,
    "moved": [],
    "barred": [],
}
PACHISI: dict[str, Any] = {
    "game": "pachisi",
    "preset": "six",
    "players": 4,
    "turn": 0,
    "pieces": [[0, 0, 12, 84], [0, 0, 20, 0], [5, 0, 0, 0], [0, 0, 0, 0]],
    "entered": [True, True, True, False],
    "gate_open": [True, True, True, True],
    "captured": [1, 0, 0, 0],
    "bank": [{"value": 25, "squares": 25}],
}
BACKGAMMON: dict[str, Any] = {
    "game": "backgammon",
    "preset": "standard",
    "board": [0, -2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0],
    "dice": [3, 1],
}
LINES = {line["game"]: line for line in (CHOWKA, PACHISI, BACKGAMMON)}
MOVES: dict[str, Any] = {
    "chowka-bhara": {"kind": "move", "pieces": [0], "value": 2, "from": 3, "to": 5},
    "pachisi": {"kind": "move", "pieces": [2], "value": 25, "squares": 25, "from": 12, "to": 37},
    "backgammon": "8/5 6/5",
}
"""A legal move in each."""
