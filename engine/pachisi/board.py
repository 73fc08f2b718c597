"""The cross: each player's path as squares, the castles, and the board for drawings.

A place is a `step` on its owner's path: 0 waiting in the charkoni, 1-8 the own middle column outwards, 9-75
round the board, 76-83 the own middle column inwards, 84 home. A square is one of 96 on a 19 x 19 grid; it is
numbered ``row * 19 + column`` here and named ``r{row}c{column}`` outside.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.board import Layout, Square, turned

SIZE = 19
"""Rows and columns of the grid that holds the cross."""

HOME = 84
"""The step of a piece that is home."""

MIDDLE = 76
"""From this step on a piece is on its way home in its own middle column."""

CHARKONI = "charkoni"
"""The centre: pieces wait there at step 0 and are home there at step 84."""

CASTLE_STEPS = (8, 12, 21, 25, 29, 38, 42, 46, 55, 59, 63, 72, 76)
"""Where a player meets castles; 8 and 76 are the same square."""

POSITIONS = {2: (0, 2), 3: (0, 1, 2), 4: (0, 1, 2, 3)}
"""By number of players: each seat's side of the board in quarter turns anti-clockwise from the south."""


def _line(start: tuple[int, int], end: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """Walk straight from one square to another, both included."""
    length = max(abs(end[0] - start[0]), abs(end[1] - start[1]))
    for n in range(length + 1):
        yield (
            start[0] + (end[0] - start[0]) * n // length,
            start[1] + (end[1] - start[1]) * n // length,
        )


SOUTH: tuple[tuple[int, int], ...] = (
    *_line((11, 9), (18, 9)),
    *_line((18, 10), (11, 10)),
    *_line((10, 11), (10, 18)),
    (9, 18),
    *_line((8, 18), (8, 11)),
    *_line((7, 10), (0, 10)),
    (0, 9),
    *_line((0, 8), (7, 8)),
    *_line((8, 7), (8, 0)),
    (9, 0),
    *_line((10, 0), (10, 7)),
    *_line((11, 8), (18, 8)),
    *_line((18, 9), (11, 9)),
)
"""The south player's steps 1 to 83 as (row, column)."""


def name(square: int) -> str:
    """Return the id of a square.

    >>> name(18 * 19 + 9)
    'r18c9'
    """
    return CHARKONI if square < 0 else f"r{square // SIZE}c{square % SIZE}"


def path(position: int) -> tuple[int, ...]:
    """Return a player's path: the square of every step from 0 to 84; the charkoni is -1."""
    squares = []
    for row, column in SOUTH:
        there, across = turned(row, column, quarters=position, size=SIZE)
        squares.append(there * SIZE + across)
    return (-1, *squares, -1)


CASTLES = frozenset(path(0)[step] for step in CASTLE_STEPS)
"""The twelve squares where nobody is captured."""

MIDDLE_COLUMNS = frozenset(path(position)[step] for position in range(4) for step in range(1, 9))
"""The squares of the four middle columns, their ends included."""


def layout(players: int) -> Layout:
    """Draw up the board: the charkoni and 96 squares, the inner ones owned by the seat that walks there."""
    owners = {
        path(position)[step]: seat for seat, position in enumerate(POSITIONS[players]) for step in range(1, 8)
    }
    arms = (
        Square(
            name(square),
            x=square % SIZE,
            y=square // SIZE,
            kind="castle" if square in CASTLES else "inner" if square in MIDDLE_COLUMNS else "plain",
            owner=owners.get(square),
        )
        for square in sorted({square for position in range(4) for square in path(position)[1:HOME]})
    )
    centre = Square(CHARKONI, 8, 8, width=3, height=3, kind="centre")
    return Layout("pachisi", SIZE, SIZE, (centre, *arms))
