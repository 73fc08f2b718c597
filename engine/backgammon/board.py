"""The board as places: points, bars and trays, seen with seat 0 at the bottom.

Squares are named from the side of seat 0: ``p1`` is its 1-point, below, and ``p24`` its 24-point, above it.
Seat 1's own point k is the square of seat 0's point 25 − k.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from engine.backgammon.state import State, flipped, own_points
from engine.backgammon.steps import BAR, OFF
from engine.board import Layout, Placed, Square

CHECKERS = 15
"""Each player's in a whole set."""

_POINT_HEIGHT = 5.0
"""A point is as long as five checkers."""
_MIDDLE = 1.0
"""Between the points of both sides, in checkers."""
_HEIGHT = 2 * _POINT_HEIGHT + _MIDDLE
_BAR_LEFT = 6.0
_TRAY_LEFT = 13.25


def square_of(player: int, point: int) -> str:
    """Name the square of a player's own point; 25 is the bar, 0 off.

    >>> square_of(1, 6)
    'p19'
    """
    if point == BAR:
        return f"bar{player}"
    if point == OFF:
        return f"off{player}"
    return f"p{point if player == 0 else 25 - point}"


def point_of(player: int, square: str) -> int:
    """Tell which own point of a player a square is; either bar is 25, either tray 0."""
    if square.startswith("bar"):
        return BAR
    if square.startswith("off"):
        return OFF
    point = int(square[1:])
    return point if player == 0 else 25 - point


def placed(state: State, *, pieces: int) -> tuple[Placed, ...]:
    """Tell where every checker stands; a player's checkers are numbered from the furthest back."""
    sides = {state.turn: state.board, 1 - state.turn: flipped(state.board)}
    return tuple(
        Placed(player, number, square_of(player, point), point)
        for player in (0, 1)
        for number, point in enumerate(own_points(sides[player], pieces=pieces))
    )


def _point(point: int) -> Square:
    top = point > 12
    column = point - 13 if top else 12 - point
    return Square(
        f"p{point}",
        x=column + (1.0 if column > 5 else 0.0),
        y=0.0 if top else _POINT_HEIGHT + _MIDDLE,
        height=_POINT_HEIGHT,
        kind="point",
        owner=0 if point <= 6 else 1 if point >= 19 else None,
        rim="top" if top else "bottom",
    )


_ANTI_CLOCKWISE = Layout(
    name="backgammon",
    width=_TRAY_LEFT + 1.0,
    height=_HEIGHT,
    squares=(
        *(_point(point) for point in range(1, 25)),
        Square("bar0", _BAR_LEFT, _HEIGHT / 2, height=_HEIGHT / 2, kind="bar", owner=0),
        Square("bar1", _BAR_LEFT, 0.0, height=_HEIGHT / 2, kind="bar", owner=1),
        Square(
            "off0",
            _TRAY_LEFT,
            _POINT_HEIGHT + _MIDDLE,
            height=_POINT_HEIGHT,
            kind="off",
            owner=0,
            rim="bottom",
        ),
        Square("off1", _TRAY_LEFT, 0.0, height=_POINT_HEIGHT, kind="off", owner=1, rim="top"),
    ),
)
"""Seat 0 goes from the upper right to the lower right; the trays stand at the right."""

SQUARES = frozenset(square.id for square in _ANTI_CLOCKWISE.squares)
"""Ids of all squares."""

_CLOCKWISE = replace(
    _ANTI_CLOCKWISE,
    squares=tuple(
        replace(square, x=_ANTI_CLOCKWISE.width - square.x - square.width)
        for square in _ANTI_CLOCKWISE.squares
    ),
)
"""The same board in a mirror."""

LAYOUTS: Mapping[str, Layout] = {
    "standard": _ANTI_CLOCKWISE,
    "finnish": _CLOCKWISE,
    "polish": _CLOCKWISE,
}
"""By preset: in the Finnish and the Polish document the first player goes clockwise (BF2, BP4)."""
