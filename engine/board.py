"""Boards as places: squares with positions on a plane, which drawings and the camera share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

SquareKind = Literal["plain", "castle", "home", "inner", "centre", "point", "bar", "off"]

Side = Literal["left", "top", "right", "bottom"]
"""A side of a square, as the board is drawn."""


@dataclass(frozen=True, slots=True)
class Square:
    """One place on a board."""

    id: str
    """Its name in moves that are touched: ``r4c2`` on cloth boards, ``p24``, ``bar0``, ``off1``."""
    x: float
    """Left edge, in squares from the board's left."""
    y: float
    """Upper edge, in squares from the board's top."""
    width: float = 1.0
    height: float = 1.0
    kind: SquareKind = "plain"
    owner: int | None = None
    """The seat whose home, bar or tray it is; None when it is everybody's."""
    rim: Side | None = None
    """The side at the board's rim from which pieces stand one behind the other, as on a point; None where
    they may stand anywhere on it."""


@dataclass(frozen=True, slots=True)
class Layout:
    """A whole board, seen from above with the south player at the bottom."""

    name: str
    width: float
    """In squares."""
    height: float
    squares: tuple[Square, ...]

    def square(self, name: str) -> Square:
        """Find a square by its id.

        Raises:
            KeyError: If the board has none of that name.
        """
        for square in self.squares:
            if square.id == name:
                return square
        raise KeyError(name)


@dataclass(frozen=True, slots=True)
class Placed:
    """A piece and where it stands on the board."""

    player: int
    piece: int
    square: str
    """The id of its square."""
    step: int
    """Its place along its owner's path; for backgammon the owner's own point, 25 the bar, 0 off."""
    lying: bool = False
    """On its way home: laid on its side (Pachisi)."""
    paired: bool = False
    """One of a gatti (Chowka Bhara)."""


def turned(row: int, column: int, *, quarters: int, size: int) -> tuple[int, int]:
    """Turn a square of a size × size board about its centre, a quarter anti-clockwise each time.

    >>> turned(4, 2, quarters=1, size=5)
    (2, 4)
    """
    for _ in range(quarters % 4):
        row, column = size - 1 - column, row
    return row, column
