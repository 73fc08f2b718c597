"""A second, slower reading of the rules page: the legal moves of a contract line, with coordinates only.

It shares no code with the engine, so that a slip in one of them shows.
"""

from __future__ import annotations

import json
from typing import Any

STRETCHES = (
    ((11, 9), (18, 9)),
    ((18, 10), (11, 10)),
    ((10, 11), (10, 18)),
    ((9, 18), (9, 18)),
    ((8, 18), (8, 11)),
    ((7, 10), (0, 10)),
    ((0, 9), (0, 9)),
    ((0, 8), (7, 8)),
    ((8, 7), (8, 0)),
    ((9, 0), (9, 0)),
    ((10, 0), (10, 7)),
    ((11, 8), (18, 8)),
    ((18, 9), (11, 9)),
)
ENTERING = {
    "six": {6, 10, 25},
    "six-tylor": {10, 25},
    "seven": {10, 25, 30},
    "seven-35": {10, 25, 35},
    "seven-herklots": {25, 30},
}


def south() -> list[complex]:
    """Steps 1 to 83 as points round the centre, x to the east and y to the south."""
    points: list[complex] = []
    for (row, column), (last_row, last_column) in STRETCHES:
        down = (last_row > row) - (last_row < row)
        right = (last_column > column) - (last_column < column)
        steps = range(max(abs(last_row - row), abs(last_column - column)) + 1)
        points += [complex(column + right * step - 9, row + down * step - 9) for step in steps]
    return points


SOUTH = south()
CASTLES = {SOUTH[step - 1] * 1j**turn for step in (8, 12, 72) for turn in range(4)}
MIDDLE = {SOUTH[step - 1] * 1j**turn for step in range(1, 9) for turn in range(4)}


def place(line: dict[str, Any], player: int, step: int) -> complex:
    """Turn a player's step: anti-clockwise seen from above is times -i where y grows downwards."""
    quarters = player * 2 if line["players"] == 2 else player
    return SOUTH[step - 1] * (-1j) ** quarters


def legal(line: dict[str, Any]) -> list[dict[str, Any]]:
    """List the legal moves as the contract wants them."""
    options, turn, pieces = line["options"], line["turn"], line["pieces"]
    seven = line["preset"] == "seven"
    table = options.get("table", line["preset"])
    by_grace = options.get("grace_home", table in ("six-tylor", "seven-herklots"))
    team = {turn, (turn + 2) % 4} if options.get("partners") else {turn}
    if any(
        all(step == 84 for step in pieces[p]) for p in range(line["players"]) if not options.get("partners")
    ):
        return []
    found: dict[str, dict[str, Any]] = {}
    if options.get("gate") and not line["gate_open"][turn]:
        return []
    for entry in line["bank"]:
        value, squares = entry["value"], entry["squares"]
        grace = value in ENTERING[table]
        for piece in (3, 2, 1, 0):
            start = pieces[turn][piece]
            wanted: list[tuple[str, int]] = []
            if start == 0:
                whole = squares >= value
                first = options.get("first_piece_free", not seven) and not line["entered"][turn]
                if grace and whole:
                    wanted.append(("enter", 1))
                if first and whole and value not in (7, 14) and not (seven and grace):
                    wanted.append(("move", squares))
            elif start < 84 and not (seven and grace and 0 in pieces[turn]):
                parts = range(1, squares + 1) if options.get("split") else [squares]
                wanted += [("move", start + part) for part in parts]
            # P27: a whole grace, from the last step, whoever waits; a part of 1 (P12) is the same move.
            if by_grace and start == 83 and grace and not squares < value and ("move", 84) not in wanted:
                wanted.append(("move", 84))
            for kind, end in wanted:
                if end > 84 or (end >= 76 and options.get("capture_first") and not line["captured"][turn]):
                    continue
                here = None if end == 84 else place(line, turn, end)
                there = [
                    [p, n]
                    for p in range(line["players"])
                    for n in range(4)
                    if here is not None
                    and 0 < pieces[p][n] < 84
                    and abs(place(line, p, pieces[p][n]) - here) < 0.1
                ]
                enemies = [one for one in there if one[0] not in team]
                plain = here is not None and not near(here, CASTLES | MIDDLE)
                if plain and options.get("stack") == "castles" and len(enemies) < len(there):
                    continue
                if enemies and here is not None and near(here, CASTLES):
                    continue
                move = {"kind": kind, "pieces": [piece], "value": value, "squares": squares}
                move |= {"from": start, "to": end, "captures": enemies}
                found[json.dumps({**move, "pieces": start}, sort_keys=True)] = move
    return sorted(found.values(), key=lambda move: json.dumps(move, sort_keys=True))


def after_throws(cancel: object, values: list[int]) -> list[int]:
    """Count the throws of a turn with seven cowries before anybody moves (P23): what is left of them."""
    left: list[int] = []
    begins = 0
    for place, value in enumerate(values):
        left.append(value)
        row = values[begins : place + 1]
        mixed = cancel != "equal" and set(row) <= {10, 25, 30}
        if len(set(row)) > 1 and not mixed:
            # The row ended before this throw, which may begin the next.
            begins = place
            row = [value]
        if value not in (7, 14, 10, 25, 30):
            begins = place + 1
        elif cancel and len(row) == 3:
            del left[-1 if cancel == "third" else -3 :]
            begins = place + 1
    return left


def near(point: complex, points: set[complex]) -> bool:
    """Compare without trusting floating point."""
    return any(abs(point - other) < 0.1 for other in points)
