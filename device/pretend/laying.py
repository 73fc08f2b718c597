"""Where pieces stand on the pretend board, as people put them down: rows on points, groups on squares."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import pairwise
from random import Random

import numpy as np

from device.follow.plans import plan_of
from device.pretend.parts import OWNERS, Parts, Point
from device.pretend.picture import Piece
from engine.board import Layout, Side, Square
from engine.reachable import Appearance
from vision.board import Place

_TABLE = -0.85
"""Height of the table beside a board of backgammon, centimetres."""
_BESIDE = 1.55
"""So far from the field's edge what was borne off stands, in widths of a point."""
_PILE = 5
_CLOSE = 1.015
"""Pieces beside one another stand so far apart, in their widths."""
_AXIS = {"left": (-1, 0), "right": (1, 0), "top": (0, 1), "bottom": (0, -1)}


@dataclass(frozen=True, slots=True)
class _Stood:
    """A piece as it was put down."""

    seat: int
    lying: bool
    aside: tuple[float, float]
    """By how much it stands beside its spot, in its widths."""


class Laid:
    """The pieces of one game on one board, each where it was put down last."""

    def __init__(
        self, parts: Parts, layout: Layout, rng: Random, *, bar: float | None = None, crooked: float = 1.0
    ) -> None:
        """Have an empty board.

        Args:
            parts: What the board looks like.
            layout: The engine's board.
            rng: Of the hands that put pieces down.
            bar: How wide the bar is, in columns; as the parts have it by default.
            crooked: How carelessly they do it; 0 is to the millimetre.
        """
        self._parts = parts
        self._rng = rng
        self._crooked = crooked
        wide = parts.bar_columns if bar is None else bar
        plan = plan_of(layout, bar_columns=wide) if parts.bar_columns else plan_of(layout, bar_columns=0.0)
        self._squares = {square.id: square for square in layout.squares}
        self._places = {place.name: place for place in plan.places}
        self._sides = _sides(layout)
        self._stand: dict[str, list[_Stood]] = {}

    def show(self, appearance: Appearance) -> None:
        """Move as few pieces as can be, so that the board looks so."""
        wanted = Counter(appearance)
        for square, there in self._stand.items():
            kept: list[_Stood] = []
            for one in there:
                key = (square, one.seat, one.lying)
                if wanted[key] > 0:
                    wanted[key] -= 1
                    kept.append(one)
            self._stand[square] = kept
        for (square, seat, lying), count in sorted(wanted.items()):
            for _ in range(count):
                self._stand.setdefault(square, []).append(_Stood(seat, lying, self._aside()))

    def lay(self, appearance: Appearance) -> None:
        """Put all pieces down anew."""
        self._stand = {}
        self.show(appearance)

    def slide(self, square: str, by: float) -> None:
        """Let the pieces of a place slide by so many widths at most, each another way."""
        self._stand[square] = [
            replace(
                one,
                aside=(one.aside[0] + self._rng.uniform(-by, by), one.aside[1] + self._rng.uniform(-by, by)),
            )
            for one in self._stand.get(square, [])
        ]

    def pieces(self) -> list[Piece]:
        """List all pieces with where they stand."""
        made = []
        for square, there in self._stand.items():
            counts = Counter(one.seat for one in there)
            before: Counter[int] = Counter()
            for number, one in enumerate(there):
                spot = self._spot(square, number, len(there), one.seat, before[one.seat], counts[one.seat])
                before[one.seat] += 1
                made.append(self._piece(spot, one))
        return made

    def at(self, square: str, seat: int) -> Point:
        """Return where the last piece of a seat stands on a place, or would stand if it had none there."""
        there = self._stand.get(square, [])
        own = sum(one.seat == seat for one in there)
        number = max((n for n, one in enumerate(there) if one.seat == seat), default=len(there))
        return self._spot(square, number, max(len(there), number + 1), seat, max(0, own - 1), max(1, own))

    def _aside(self) -> tuple[float, float]:
        return self._rng.gauss(0, self._crooked), self._rng.gauss(0, self._crooked)

    def _piece(self, spot: Point, one: _Stood) -> Piece:
        x, y, z = spot
        w = self._parts.width
        far = 0.035 if self._parts.layout == "backgammon" else 0.06
        dx, dy = (max(-2.2, min(2.2, value)) * far * w for value in one.aside)
        return Piece(OWNERS[one.seat], (x + dx, y + dy, z), one.lying)

    def _spot(self, name: str, number: int, count: int, seat: int, own: int, owned: int) -> Point:
        """Return where the nth piece of a place stands."""
        square, place = self._squares[name], self._places[name]
        tall = self._parts.tall[OWNERS[seat]]
        if square.kind == "off" and square.rim is None:
            return self._in_row(place, number)
        if square.kind == "off":
            return self._beside(square, number, tall)
        if square.kind == "bar":
            return self._on_bar(place, number, tall)
        if square.rim is not None:
            return self._on_point(place, number, count, tall)
        corners = [self._flat(x, y) for x, y in place.outline]
        x, y = np.mean(corners, axis=0)
        side = math.dist(corners[0], corners[1])
        if square.kind == "centre" and side > 2 * self._parts.unit:
            return self._in_middle((float(x), float(y)), seat, own, owned)
        dx, dy = _grouped(number, count, side / self._parts.width)
        return float(x + dx * self._parts.width), float(y + dy * self._parts.width), 0.0

    def _flat(self, x: float, y: float) -> tuple[float, float]:
        half = self._parts.half
        return (2 * x - 1) * half[0], (1 - 2 * y) * half[1]

    def _on_point(self, place: Place, number: int, count: int, tall: float) -> Point:
        w = self._parts.width
        rim = np.mean([self._flat(x, y) for x, y in place.outline[:2]], axis=0)
        tip = np.mean([self._flat(x, y) for x, y in place.outline[2:]], axis=0)
        length = float(np.linalg.norm(tip - rim))
        room = max(1, int((length + 0.25 * w) / (1.01 * w)))
        loose = max(0.0, (length + 0.25 * w - min(count, room) * w) / w) / max(1, min(count, room))
        up, along = divmod(number, room)
        step = w * (_CLOSE + min(0.06, loose) * min(1.0, self._crooked))
        x, y = rim + (tip - rim) / length * (0.54 * w + step * along)
        return float(x), float(y), up * tall

    def _on_bar(self, place: Place, number: int, tall: float) -> Point:
        x, y = np.mean([self._flat(*corner) for corner in place.outline], axis=0)
        w = self._parts.width
        sign = 1.0 if y > 0 else -1.0
        up, along = divmod(number, 4)
        raised = self._parts.bar_height if self._parts.bar_columns > 0.45 else 0.0
        return float(x), sign * w * (1.1 + 1.04 * along), raised + up * tall

    def _beside(self, square: Square, number: int, tall: float) -> Point:
        """Return a place in the piles on the table, at the far end, where more of it is in view."""
        x = self._parts.half[0] + _BESIDE * self._parts.unit
        pile, up = divmod(number, _PILE)
        side = -1 if square.rim == "bottom" else 1
        y = self._parts.half[1] - self._parts.width * (0.6 + 1.12 * pile)
        return side * x, y, _TABLE + up * tall

    def _in_row(self, place: Place, number: int) -> Point:
        """Return a place on the table in a row beside the board, where pawns wait that have not entered."""
        corners = [self._flat(x, y) for x, y in place.outline]
        long = max(pairwise(corners), key=lambda edge: math.dist(*edge))
        (x1, y1), (x2, y2) = long
        x, y = np.mean(corners, axis=0)
        along = (number + 0.5) * 1.02 * self._parts.width / math.dist(*long) - 0.5
        return float(x + (x2 - x1) * along), float(y + (y2 - y1) * along), 0.0

    def _in_middle(self, middle: tuple[float, float], seat: int, own: int, owned: int) -> Point:
        """Return a place in the middle of the cross, before the seat's own arm."""
        u = self._parts.unit
        side = self._sides[seat]
        row, column = divmod(own, 2)
        across = (0.28 if column else -0.28) if owned > 1 else 0.0
        deep = 0.72 + 0.53 * row
        dx, dy = _AXIS[side]
        x, y = dx * deep + abs(dy) * across, dy * deep + abs(dx) * across
        return middle[0] + x * u, middle[1] + y * u, 0.0


def _grouped(number: int, count: int, room: float) -> tuple[float, float]:
    """Return where a piece of a group stands, in widths of a piece from the middle of the square."""
    if count == 1:
        return 0.0, 0.0
    if count == 2:
        reach = min(0.62, max(0.5, room / 2 - 0.6))
        return (reach, -0.12) if number else (-reach, 0.12)
    if count == 3:
        turn = math.pi / 2 + number * 2 * math.pi / 3
        return 0.64 * math.cos(turn), 0.64 * math.sin(turn)
    across = math.ceil(math.sqrt(count))
    pitch = min(1.2, max(0.75, (room - 0.95) / (across - 1)))
    row, column = divmod(number, across)
    middle = (across - 1) / 2
    return (column - middle) * pitch, (middle - row) * pitch


def _sides(layout: Layout) -> dict[int, Side]:
    """Tell at which side of the board each seat sits, by the squares that are its own."""
    found: dict[int, Side] = {}
    owned: dict[int, list[Square]] = {}
    for square in layout.squares:
        if square.owner is not None:
            owned.setdefault(square.owner, []).append(square)
    for seat, squares in owned.items():
        x = sum(one.x + one.width / 2 for one in squares) / len(squares) - layout.width / 2
        y = sum(one.y + one.height / 2 for one in squares) / len(squares) - layout.height / 2
        if abs(x) > abs(y):
            found[seat] = "right" if x > 0 else "left"
        else:
            found[seat] = "bottom" if y > 0 else "top"
    return found


def sides(layout: Layout) -> dict[int, Side]:
    """Tell at which side of the board each seat sits."""
    if layout.name == "backgammon":
        return {0: "bottom", 1: "top"}
    return _sides(layout)


def looks(pieces: Iterable[tuple[str, int, bool]]) -> Appearance:
    """Sort what is seen into an appearance."""
    return tuple(sorted(pieces))
