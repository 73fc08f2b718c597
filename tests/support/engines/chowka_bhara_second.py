"""A second, slower reading of the page of Chowka Bhara: the legal moves of a contract line with house rules.

It shares no code with the engine and works on places of the board alone, so that a slip in one of them shows.
"""

from __future__ import annotations

import json
from collections import defaultdict
from functools import cache
from itertools import combinations
from typing import Any

Place = tuple[int, int]
"""Rows below and columns right of the centre."""

HOUSES: dict[str, tuple[int, dict[str, Any]]] = {
    "5x5": (2, {}),
    "7x7": (3, {}),
    "9x9": (4, {}),
    "5x5-entry": (2, {"entry": "4-8"}),
    "5x5-outside": (2, {"entry": "4-8", "share_crossed": True, "three_graces": "lost"}),
    "7x7-six": (3, {"pawns": 6, "safe_corners": True}),
    "7x7-dayam": (3, {"pawns": 6, "safe_corners": True, "entry": "1-5-6-12", "again": "1-5-6-12"}),
}
"""Preset → rings round the centre, and what it plays differently."""


@cache
def way(rings: int, side: int) -> tuple[Place, ...]:
    """Walk a player's way, from the home square to the centre; side 0 is south, 1 east, and so on."""
    found: list[Place] = []
    for ring in range(rings, 0, -1):
        # From the middle of the bottom to the right, up, to the left, down, and back along the bottom.
        edge = [(ring, column) for column in range(ring + 1)]
        edge += [(row, ring) for row in range(ring - 1, -ring - 1, -1)]
        edge += [(-ring, column) for column in range(ring - 1, -ring - 1, -1)]
        edge += [(row, -ring) for row in range(-ring + 1, ring + 1)]
        edge += [(ring, column) for column in range(-ring + 1, 0)]
        is_clockwise = (rings - ring) % 2 == 1
        found += [*edge[:0:-1], edge[0]] if is_clockwise else edge
    found.append((0, 0))
    for _ in range(side):
        found = [(-column, row) for row, column in found]
    return tuple(found)


class Reading:
    """One line of the contract, read."""

    def __init__(self, line: dict[str, Any]) -> None:
        rings, usual = HOUSES[line.get("preset", "5x5")]
        self.options = {**usual, **line.get("options", {})}
        self.line, self.me, players = line, line["turn"], line["players"]
        sides = {2: (0, 2), 3: (0, 1, 2), 4: (0, 1, 2, 3)}[players]
        self.ways = [way(rings, side) for side in sides]
        self.gate = 8 * rings
        self.last = len(self.ways[0]) - 1
        self.homes = {way(rings, side)[0] for side in range(4)}
        self.corners: set[Place] = set()
        if self.options.get("safe_corners"):
            far = rings - 1
            self.corners = {(row, column) for row in (-far, far) for column in (-far, far)}
        entry = self.options.get("entry", "off")
        self.entering = set() if entry == "off" else {int(value) for value in entry.split("-")}
        self.enemies = [seat for seat in range(players) if not self.friends(seat)]
        self.at: dict[Place, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
        for seat, steps in enumerate(line["pawns"]):
            for pawn, step in enumerate(steps):
                if step >= 0:
                    self.at[self.ways[seat][step]][seat].append(pawn)

    def friends(self, seat: int) -> bool:
        """True for the player and the partner."""
        return seat == self.me or (bool(self.options.get("partners")) and abs(seat - self.me) == 2)

    def has_gatti(self, seat: int, place: Place) -> bool:
        steps = self.line["pawns"][seat]
        return any(self.ways[seat][steps[one]] == place for one, _ in self.line["pairs"][seat])

    def mupollu(self, place: Place) -> bool:
        """True if an opponent has three or more together where they can be challenged."""
        is_inner = self.ways[self.me].index(place) >= self.gate
        if not is_inner or place == (0, 0) or place in self.corners:
            return False
        return any(len(self.at[place][seat]) >= 3 for seat in self.enemies)

    def taken(self, place: Place, *, with_mupollu: bool) -> set[tuple[int, int]]:
        """List what a single pawn kills where it lands."""
        if place in self.homes or place in self.corners or place == (0, 0):
            return set()
        is_inner = self.ways[self.me].index(place) >= self.gate
        killed = set()
        for seat in self.enemies:
            pawns = self.at[place][seat]
            if is_inner and len(pawns) >= 3:
                killed |= {(seat, pawn) for pawn in pawns if with_mupollu}
            elif not self.has_gatti(seat, place):
                killed |= {(seat, pawn) for pawn in pawns}
        return killed

    def use(self, group: tuple[int, ...], value: int) -> tuple[str, int, set[tuple[int, int]]] | None:
        """Tell how a group of pawns uses a value: kind, end, and what it kills; None where it may not."""
        line, me, options = self.line, self.me, self.options
        start, gattis = line["pawns"][me][group[0]], [tuple(pair) for pair in line["pairs"][me]]
        if any([pawn, value] in line["barred"] for pawn in group):
            return None
        if start < 0:
            return ("enter", 0, set()) if len(group) == 1 and value in self.entering else None
        if len(group) == 2 and (group not in gattis or value % 2):
            return None
        if len(group) == 1 and any(group[0] in pair for pair in gattis):
            return None
        end = start + (value if len(group) == 1 else value // 2)
        if end > self.last or (start < self.gate <= end and not line["kadi"][me]):
            return None
        is_settled = not set(group) & set(line["moved"]) and list(group) not in line["new_pairs"]
        for step in range(start + is_settled, end):
            if any(self.has_gatti(seat, self.ways[me][step]) for seat in self.enemies):
                return None
        place, left = self.ways[me][end], self.ways[me][start]
        there = self.at[place]
        if end == self.last:
            enemies = mine = partners = False
        else:
            enemies = any(there[seat] for seat in self.enemies)
            mine = bool(there[me])
            partners = any(there[seat] for seat in range(len(self.ways)) if seat != me and self.friends(seat))
        is_crossed = place in self.homes or place in self.corners
        if is_crossed and enemies and not options.get("share_crossed"):
            return None
        closed = mine or (partners and not (is_crossed and options.get("share_crossed")))
        if closed and end < self.gate and not options.get("share_own"):
            return None
        is_challenge = self.mupollu(place)
        if is_challenge and (len(group) == 2 or start < self.gate):
            return None
        killed: set[tuple[int, int]] = set()
        if len(group) == 1 or options.get("gatti_kills"):
            killed |= self.taken(place, with_mupollu=True)
        if len(group) == 2 and is_settled and left not in self.corners:
            killed |= {(seat, pawn) for seat in self.enemies for pawn in self.at[left][seat]}
        return "challenge" if is_challenge else "move", end, killed


def legal(line: dict[str, Any]) -> list[dict[str, Any]]:
    """List the legal moves as the contract wants them."""
    read = Reading(line)
    steps = line["pawns"][line["turn"]]
    found: dict[str, dict[str, Any]] = {}
    seen = set()
    for value in sorted(set(line["bank"])):
        for size in (1, 2):
            for group in combinations(range(len(steps)), size):
                used = read.use(group, value)
                if used is None:
                    continue
                moved = bool(set(group) & set(line["moved"]))
                key = (value, size, steps[group[0]], moved, list(group) in line["new_pairs"])
                if key in seen:
                    continue
                seen.add(key)
                kind, end, killed = used
                move = {"kind": kind, "pieces": list(group), "value": value, "from": steps[group[0]]}
                move |= {"to": end, "captures": [list(pawn) for pawn in sorted(killed)]}
                found[json.dumps(move, sort_keys=True)] = move
    ways = set()
    paired = {pawn for pair in line["pairs"][line["turn"]] for pawn in pair}
    for one, other in combinations(range(len(steps)), 2):
        together = steps[one] == steps[other] and read.gate <= steps[one] < read.last
        if not line["thrown_two"] or not together or {one, other} & paired:
            continue
        kinds = [
            (pawn in line["moved"], sorted(value for who, value in line["barred"] if who == pawn))
            for pawn in (one, other)
        ]
        key = (steps[one], json.dumps(sorted(kinds)))
        if key not in ways:
            ways.add(key)
            pair = {"kind": "pair", "pieces": [one, other], "from": steps[one]}
            found[json.dumps(pair, sort_keys=True)] = pair
    return [found[text] for text in sorted(found)]


def after_throws(mode: str, worths: list[tuple[int, bool]]) -> tuple[list[int], bool]:
    """Count the throws of a turn before anybody moves (C20): the values that are left; has the turn ended?"""
    values: list[int] = []
    graces = equal = 0
    before = None
    waits = False
    for value, again in worths:
        if waits:
            waits = False
            if value == before:
                values.append(value)
                equal, before = 0, None
                continue
            del values[-3:]
            equal = 0
        values.append(value)
        graces = graces + 1 if again else 0
        equal = (equal + 1 if value == before and equal else 1) if again else 0
        before = value if again else None
        if mode == "lost" and graces == 3:
            return [], True
        waits = mode == "fourth" and equal == 3
    return values, False
