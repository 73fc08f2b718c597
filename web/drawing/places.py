"""Where each piece is drawn: several on one square stay readable, stacks say how many they are.

Lengths are in hundredths of a square, as in the drawings of `web.drawing.boards`. A game whose pieces stand
otherwise places them itself (`web.games`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby
from typing import Annotated

from engine.board import Layout, Placed, Side, Square
from engine.record import INTERNAL

SIDES = {2: (0, 2), 3: (0, 1, 2), 4: (0, 1, 2, 3)}
"""By number of players: each seat's side, in quarter turns anti-clockwise from the south."""

_CLOCKWISE: Mapping[Side, Side] = {"bottom": "left", "left": "top", "top": "right", "right": "bottom"}
"""Where each side of a square comes to lie when the board is turned by a quarter."""


@dataclass(frozen=True, slots=True)
class Man:
    """A piece with its place on the drawing."""

    player: int
    piece: int
    square: str
    step: int
    lying: bool
    paired: bool
    home: bool
    """It has come home, or is borne off."""
    x: Annotated[float, INTERNAL]
    """Centre."""
    y: Annotated[float, INTERNAL]
    size: Annotated[float, INTERNAL]
    """Width; 100 is a whole square."""
    count: Annotated[int, INTERNAL] = 1
    """On the topmost of a stack: how many stand there; 0 on those under it."""
    flat: Annotated[bool, INTERNAL] = False
    """Seen from its side."""
    piled: Annotated[bool, INTERNAL] = False
    """It lies in a pile: all are alike there, and fingers meet the topmost."""


@dataclass(frozen=True, slots=True)
class Scene:
    """What a square does not know of itself."""

    layout: Layout
    """The board, turned as it is drawn."""
    players: int
    home_step: int
    """The step of a piece that is home."""
    quarters: int = 0
    """Quarter turns of the board, clockwise."""

    def man(self, placed: Placed, x: float, y: float, size: float) -> Man:
        """Draw a piece at a place, `size` wide."""
        return Man(
            placed.player,
            placed.piece,
            placed.square,
            placed.step,
            placed.lying,
            placed.paired,
            placed.step == self.home_step,
            round(x, 1),
            round(y, 1),
            size,
        )

    def side_of(self, seat: int) -> int:
        """Return the side at which a seat is, in quarter turns anti-clockwise from the bottom."""
        return side_of(seat, self.players, self.quarters)


Place = Callable[[Square, Sequence[Placed], Scene], list[Man]]
"""Draws the pieces of one square, which come in order of players and pieces."""


@lru_cache(maxsize=64)
def placed_men(
    place: Place,
    layout: Layout,
    players: int,
    placed: tuple[Placed, ...],
    *,
    home_step: int,
    quarters: int = 0,
) -> tuple[Man, ...]:
    """Place every piece of a position on the drawing."""
    layout = turned(layout, quarters)
    scene = Scene(layout, players, home_step, quarters)
    squares = {square.id: square for square in layout.squares}
    found: list[Man] = []
    for name, group in groupby(sorted(placed, key=lambda p: (p.square, p.player, p.piece)), _square_name):
        found += place(squares[name], list(group), scene)
    return tuple(sorted(found, key=lambda man: (man.player, man.piece)))


@lru_cache(maxsize=64)
def turned(layout: Layout, quarters: int) -> Layout:
    """Turn a board clockwise by quarters, so that whoever sits at that side sees it before them."""
    for _ in range(quarters % 4):
        squares = tuple(
            replace(
                square,
                x=layout.height - square.y - square.height,
                y=square.x,
                width=square.height,
                height=square.width,
                rim=None if square.rim is None else _CLOCKWISE[square.rim],
            )
            for square in layout.squares
        )
        layout = replace(layout, width=layout.height, height=layout.width, squares=squares)
    return layout


def side_of(seat: int, players: int, quarters: int = 0) -> int:
    """Return the side of the drawing at which a seat is, in quarter turns anti-clockwise from the bottom."""
    return (SIDES[players][seat] - quarters) % 4


def in_cell(square: Square, here: Sequence[Placed], scene: Scene) -> list[Man]:
    """Stand up to four in rows of two, up to nine in rows of three, more in rows of four."""
    rows = 1 if len(here) == 1 else 2 if len(here) <= 4 else 3 if len(here) <= 9 else 4
    size = {1: 72.0, 2: 45.0, 3: 30.0, 4: 23.0}[rows]
    step = {1: 0.0, 2: 46.0, 3: 31.0, 4: 23.5}[rows]
    lines = -(-len(here) // rows)
    found = []
    for number, placed in enumerate(here):
        row, column = divmod(number, rows)
        in_row = min(rows, len(here) - row * rows)
        x = square.x * 100 + square.width * 50 + (column - (in_row - 1) / 2) * step
        y = square.y * 100 + square.height * 50 + (row - (lines - 1) / 2) * step
        found.append(scene.man(placed, x, y, size))
    return found


def _square_name(placed: Placed) -> str:
    return placed.square
