"""Where each piece is drawn: several on one square stay readable, stacks say how many they are.

Lengths are in hundredths of a square, as in the drawings of `web.drawing.boards`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby
from typing import Any

from engine.board import Layout, Placed, Square
from engine.game import Rules
from web.language.labels import PACHISI_HOME

SIDES = {2: (0, 2), 3: (0, 1, 2), 4: (0, 1, 2, 3)}
"""By number of players: each seat's side, in quarter turns anti-clockwise from the south."""

CORNERS = {0: (1140.0, 1140.0), 1: (1140.0, 40.0), 2: (40.0, 40.0), 3: (40.0, 1140.0)}
"""Upper left of each side's plate between the arms of the Pachisi cross."""

_CHECKERS_SHOWN = 5
"""A point is as long as five checkers; more are counted."""


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
    x: float
    """Centre."""
    y: float
    size: float
    """Width; 100 is a whole square."""
    count: int = 1
    """On the topmost of a stack: how many stand there; 0 on those under it."""
    flat: bool = False
    """A checker in the tray, seen from its side."""


def men(rules: Rules[Any], state: Any, *, quarters: int = 0) -> tuple[Man, ...]:
    """Place every piece of a position on the drawing.

    Args:
        rules: The game.
        state: The position.
        quarters: Quarter turns of the board, clockwise: the side that is seen at the bottom.
    """
    return _men(rules.family, rules.players, rules.layout, rules.placed(state), quarters)


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
            )
            for square in layout.squares
        )
        layout = replace(layout, width=layout.height, height=layout.width, squares=squares)
    return layout


def side_of(seat: int, players: int, quarters: int = 0) -> int:
    """Say at which side of the drawing a seat is, in quarter turns anti-clockwise from the bottom."""
    return (SIDES[players][seat] - quarters) % 4


@lru_cache(maxsize=64)
def _men(
    family: str, players: int, layout: Layout, placed: tuple[Placed, ...], quarters: int = 0
) -> tuple[Man, ...]:
    layout = turned(layout, quarters)
    squares = {square.id: square for square in layout.squares}
    found: list[Man] = []
    for name, group in groupby(sorted(placed, key=lambda p: (p.square, p.player, p.piece)), _square_name):
        here = list(group)
        square = squares[name]
        if family == "backgammon":
            found += _checkers(square, here, layout)
        elif family == "pachisi" and square.kind == "centre":
            found += _charkoni(here, players, quarters)
        elif family == "pachisi":
            found += _on_cloth(square, here)
        else:
            found += _in_cell(square, here)
    return tuple(sorted(found, key=lambda man: (man.player, man.piece)))


def _square_name(placed: Placed) -> str:
    return placed.square


def _man(placed: Placed, x: float, y: float, size: float, *, home: bool = False) -> Man:
    return Man(
        placed.player,
        placed.piece,
        placed.square,
        placed.step,
        placed.lying,
        placed.paired,
        home,
        round(x, 1),
        round(y, 1),
        size,
    )


def _in_cell(square: Square, here: Sequence[Placed]) -> list[Man]:
    """Stand up to four in rows of two, up to nine in rows of three, more in rows of four."""
    rows = 1 if len(here) == 1 else 2 if len(here) <= 4 else 3 if len(here) <= 9 else 4
    size = {1: 68.0, 2: 44.0, 3: 30.0, 4: 23.0}[rows]
    step = {1: 0.0, 2: 46.0, 3: 31.0, 4: 23.5}[rows]
    lines = -(-len(here) // rows)
    found = []
    for number, placed in enumerate(here):
        row, column = divmod(number, rows)
        in_row = min(rows, len(here) - row * rows)
        x = square.x * 100 + square.width * 50 + (column - (in_row - 1) / 2) * step
        y = square.y * 100 + square.height * 50 + (row - (lines - 1) / 2) * step
        found.append(_man(placed, x, y, size, home=square.kind == "centre"))
    return found


def _on_cloth(square: Square, here: Sequence[Placed]) -> list[Man]:
    """Stack those of one player that go the same way; different ones stand side by side."""
    found: list[Man] = []
    stacks = [list(stack) for _, stack in groupby(here, lambda p: (p.player, p.lying))]
    for number, stack in enumerate(stacks):
        size = 88.0 if len(stacks) == 1 else 66.0
        shift = (number - (len(stacks) - 1) / 2) * 44
        found += _stacked(stack, square.x * 100 + 50 + shift, square.y * 100 + 50 + shift / 2, size)
    return found


def _charkoni(here: Sequence[Placed], players: int, quarters: int) -> list[Man]:
    """Stand those that wait on their player's plate, those that are home in the centre."""
    found: list[Man] = []
    for seat, group in groupby(here, lambda p: p.player):
        mine = list(group)
        side = side_of(seat, players, quarters)
        left, top = CORNERS[side]
        waiting = [placed for placed in mine if placed.step < PACHISI_HOME]
        for number, placed in enumerate(waiting):
            found.append(_man(placed, left + 105 + number * 170, top + 300, 150.0))
        home = [placed for placed in mine if placed.step >= PACHISI_HOME]
        dx, dy = ((0, 1), (1, 0), (0, -1), (-1, 0))[side]
        stack = _stacked(home, 950 + dx * 100, 950 + dy * 100, 92.0)
        found += [replace(man, home=True) for man in stack]
    return found


def _stacked(stack: Sequence[Placed], x: float, y: float, size: float) -> list[Man]:
    found = [_man(placed, x, y - number * 7, size) for number, placed in enumerate(stack)]
    top = len(stack) - 1
    return [replace(man, count=len(stack) if n == top else 0) for n, man in enumerate(found)]


def _checkers(square: Square, here: Sequence[Placed], layout: Layout) -> list[Man]:
    """Pile checkers from the board's edge; on the bar from its middle; in a tray on their sides."""
    middle = layout.height * 50
    x = square.x * 100 + square.width * 50
    found: list[Man] = []
    for _, group in groupby(here, lambda p: p.player):
        pile = list(group)
        below = square.y * 100 >= middle - 1
        for number, placed in enumerate(pile):
            place = min(number, _CHECKERS_SHOWN - 1)
            if square.kind == "off":
                edge = (square.y + square.height) * 100 if below else square.y * 100
                y = edge - (number + 0.5) * 33 if below else edge + (number + 0.5) * 33
                found.append(replace(_man(placed, x, y, 90.0, home=True), flat=True))
                continue
            if square.kind == "bar":
                y = middle + (90 + place * 96) * (1 if below else -1)
            elif below:
                y = (square.y + square.height) * 100 - (place + 0.5) * 98
            else:
                y = square.y * 100 + (place + 0.5) * 98
            top = number == len(pile) - 1
            count = len(pile) if top and len(pile) > _CHECKERS_SHOWN else 1 if number < _CHECKERS_SHOWN else 0
            found.append(replace(_man(placed, x, y, 94.0), count=count))
    return found
