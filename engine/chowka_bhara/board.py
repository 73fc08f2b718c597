"""The board: rings and paths by counting, for any odd size.

The outer ring is walked anti-clockwise from the home square, the next ring clockwise, the next anti-clockwise
again, then comes the centre (C3). An anti-clockwise ring begins in the middle of the player's side; a
clockwise one ends there, so that every step but the one into a clockwise ring is straight.

Reading for 7 x 7 and larger, where the page is silent: the crossed squares are the four homes and the centre,
as on 5 x 5; with `safe_corners` (C22) those of the second ring too. The gate of C4 is where the second ring
begins, and all rings from there on are "inner" for C8 to C17.

With `entry` (C19) every player has a place beside the board, at step -1, where pawns wait.
"""

from __future__ import annotations

from engine.board import Layout, Square, SquareKind, turned
from engine.move import PIECES_EACH

QUARTERS = {2: (0, 2), 3: (0, 1, 2), 4: (0, 1, 2, 3)}
"""Players → quarter turns of their side from the south, anti-clockwise, in turn order."""

_FROM_RIM, _HIGH, _EACH = 0.06, 0.5, 0.47
"""Beside the board: how far the place of waiting pawns is from it, how high it is, and how wide for each."""


class Board:
    """Squares and paths for one size and number of players. Squares are numbered row by row from 0.

    >>> board = Board(5, players=2)
    >>> [board.name(square) for square in board.paths[0][14:18]]
    ['r4c0', 'r4c1', 'r3c1', 'r2c1']
    """

    def __init__(
        self,
        size: int,
        *,
        players: int,
        pawns: int = PIECES_EACH,
        safe_corners: bool = False,
        waiting: bool = False,
        partners: bool = False,
    ) -> None:
        """Lay the board out.

        Args:
            size: Squares along a side.
            players: How many sit round it.
            pawns: Of each player.
            safe_corners: The corners of the second ring are crossed (C22).
            waiting: Pawns wait beside it (C19).
            partners: Opposite seats are a team (C21).
        """
        self.size = size
        self.players = players
        self.pawns = pawns
        self.last = size * size - 1
        """Step of the centre."""
        self.inner = 4 * (size - 1)
        """First step of the inner rings."""
        self.first = -1 if waiting else 0
        """Step at which pawns begin, and to which killed ones go back."""
        self.partners = partners
        self.sides: tuple[tuple[int, ...], ...] = tuple(
            (seat, (seat + 2) % 4) if partners else (seat,) for seat in range(players)
        )
        """By seat: who plays together (C21), the seat itself first."""
        south = _south(size)
        # The place beside the board comes last, so that step -1 finds it as any other.
        beside = [(size * size + seat,) if waiting else () for seat in range(players)]
        self.paths: tuple[tuple[int, ...], ...] = tuple(
            (
                *(self._number(turned(*place, quarters=quarters, size=size)) for place in south),
                *beside[seat],
            )
            for seat, quarters in enumerate(QUARTERS[players])
        )
        """By seat: the square of every step, from 0 to the centre, and of step -1."""
        self.steps: tuple[tuple[int, ...], ...] = tuple(
            (
                *(path.index(square) for square in range(size * size)),
                *(-1 for _ in range(players if waiting else 0)),
            )
            for path in self.paths
        )
        """By seat: the step at every square; a path visits each square once. Beside the board is -1,
        whosever place it is."""
        homes = tuple(self._number(turned(*south[0], quarters=quarters, size=size)) for quarters in range(4))
        self.centre = self.paths[0][self.last]
        self.homes = frozenset(homes)
        """The four home squares, also of seats not in use: with the centre the crossed squares (C7)."""
        corners = [(row, column) for row in (1, size - 2) for column in (1, size - 2)]
        self.corners = frozenset(map(self._number, corners)) if safe_corners else frozenset()
        """Crossed squares of the inner rings (C22)."""
        self.names = (
            *(f"r{row}c{column}" for row in range(size) for column in range(size)),
            *(f"off{seat}" for seat in range(players if waiting else 0)),
        )
        self.layout = Layout(
            f"chowka-bhara-{size}x{size}{'-corners' if safe_corners else ''}",
            size,
            size,
            tuple(map(self._square, range(len(self.names)))),
        )

    def name(self, square: int) -> str:
        """Return a square's id, such as ``r4c2``."""
        return self.names[square]

    def _number(self, place: tuple[int, int]) -> int:
        return place[0] * self.size + place[1]

    def _square(self, number: int) -> Square:
        if number > self.last:
            return self._beside(number - self.last - 1)
        kind: SquareKind = "plain"
        owner = None
        if number == self.centre:
            kind = "centre"
        elif number in self.homes:
            kind = "home"
            owner = next((seat for seat, path in enumerate(self.paths) if path[0] == number), None)
        elif number in self.corners:
            kind = "castle"
        elif self.steps[0][number] >= self.inner:
            kind = "inner"
        row, column = divmod(number, self.size)
        return Square(self.names[number], float(column), float(row), kind=kind, owner=owner)

    def _beside(self, seat: int) -> Square:
        """Lay the place of waiting pawns to the right of a player who looks at the board."""
        x, y = self.size / 2 + _FROM_RIM, self.size + _FROM_RIM
        width, height = self.pawns * _EACH, _HIGH
        for _ in range(QUARTERS[self.players][seat]):
            x, y, width, height = y, self.size - x - width, height, width
        return Square(f"off{seat}", x, y, width, height, kind="off", owner=seat)


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
