"""The board: rings and paths by counting, for any odd size.

The outer ring is walked anti-clockwise from the home square, the next ring clockwise, the next anti-clockwise
again, then comes the centre (C3). An anti-clockwise ring begins in the middle of the player's side; a
clockwise one ends there, so that every step but the one into a clockwise ring is straight.

Reading for 7 x 7, where the page is silent: the crossed squares are the four homes and the centre, as on
5 x 5 (other boards cross corners too). The gate of C4 is where the second ring begins, and the second and
third ring are both "inner" for C8 to C17.
"""

from __future__ import annotations

from engine.board import Layout, Square, SquareKind, turned
from engine.move import PIECES_EACH

QUARTERS = {2: (0, 2), 3: (0, 1, 2), 4: (0, 1, 2, 3)}
"""Players → quarter turns of their side from the south, anti-clockwise, in turn order."""

PAWNS = PIECES_EACH
"""Pawns of one player."""


class Board:
    """Squares and paths for one size and number of players. Squares are numbered row by row from 0.

    >>> board = Board(5, players=2)
    >>> [board.name(square) for square in board.paths[0][14:18]]
    ['r4c0', 'r4c1', 'r3c1', 'r2c1']
    """

    def __init__(self, size: int, *, players: int) -> None:
        self.size = size
        self.players = players
        self.last = size * size - 1
        """Step of the centre."""
        self.inner = 4 * (size - 1)
        """First step of the inner rings."""
        south = _south(size)
        self.paths: tuple[tuple[int, ...], ...] = tuple(
            tuple(self._number(turned(*place, quarters=quarters, size=size)) for place in south)
            for quarters in QUARTERS[players]
        )
        """By seat: the square of every step."""
        self.steps: tuple[tuple[int, ...], ...] = tuple(
            tuple(path.index(square) for square in range(size * size)) for path in self.paths
        )
        """By seat: the step at every square; a path visits each square once."""
        homes = tuple(self._number(turned(*south[0], quarters=quarters, size=size)) for quarters in range(4))
        self.centre = self.paths[0][self.last]
        self.homes = frozenset(homes)
        """The four home squares, also of seats not in use: with the centre the crossed squares (C7)."""
        self.names = tuple(f"r{row}c{column}" for row in range(size) for column in range(size))
        self.layout = Layout(
            f"chowka-bhara-{size}x{size}", size, size, tuple(map(self._square, range(size * size)))
        )

    def name(self, square: int) -> str:
        """Return a square's id, such as ``r4c2``."""
        return self.names[square]

    def _number(self, place: tuple[int, int]) -> int:
        return place[0] * self.size + place[1]

    def _square(self, number: int) -> Square:
        kind: SquareKind = "plain"
        owner = None
        if number == self.centre:
            kind = "centre"
        elif number in self.homes:
            kind = "home"
            owner = next((seat for seat, path in enumerate(self.paths) if path[0] == number), None)
        elif self.steps[0][number] >= self.inner:
            kind = "inner"
        row, column = divmod(number, self.size)
        return Square(self.names[number], float(column), float(row), kind=kind, owner=owner)


def _south(size: int) -> list[tuple[int, int]]:
    """Walk the south player's path: (row, column) of every step."""
    middle = size // 2
    path: list[tuple[int, int]] = []
    for ring in range(middle):
        squares = _ring(middle, middle - ring)
        path += squares if ring % 2 == 0 else squares[::-1]
    return [*path, (middle, middle)]


def _ring(middle: int, radius: int) -> list[tuple[int, int]]:
    """List a ring's squares anti-clockwise from the middle of the south side."""
    side = [(middle + radius, middle + offset) for offset in range(1 - radius, radius + 1)]
    size = 2 * middle + 1
    ring = [turned(*place, quarters=quarters, size=size) for quarters in range(4) for place in side]
    start = ring.index((middle + radius, middle))
    return ring[start:] + ring[:start]
