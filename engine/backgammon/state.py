"""A position of a backgammon game: frozen, hashable, from the side of the player whose turn it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.backgammon.cube import CENTRED, Cube
from engine.backgammon.legal import Board
from engine.backgammon.steps import BAR

STARTS: Mapping[str, Mapping[int, int]] = {
    "standard": {24: 2, 13: 5, 8: 3, 6: 5},
    "nackgammon": {24: 2, 23: 2, 13: 4, 8: 3, 6: 4},
    "hypergammon": {24: 1, 23: 1, 22: 1},
}
"""Own point → checkers, the same for both players. Common practice (BS8)."""


@dataclass(frozen=True, slots=True)
class State:
    """Everything that the rules need to know."""

    board: Board
    """From the side of `turn`: see `engine.backgammon.legal`."""
    turn: int = 0
    """The seat that throws or moves."""
    number: int = 0
    """Turns begun; 0 while the players throw for the beginning."""
    opening: bool = False
    """The players still throw for the beginning (BS1, BP5)."""
    first: int = 0
    """What seat 0 threw for the beginning; 0 before that."""
    ties: int = 0
    """Throws for the beginning that tied; automatic doubles count them (BS1)."""
    dice: tuple[int, ...] = ()
    """The throw being played, the larger die first."""
    left: tuple[int, ...] = ()
    """Dice not yet played, the larger first; four of a doublet."""
    cube: Cube = CENTRED
    """The doubling cube."""


def start_board(name: str) -> Board:
    """Return a start position; it looks the same from both sides."""
    points = STARTS[name]
    return tuple(points.get(place, 0) - points.get(25 - place, 0) for place in range(26))


def flipped(board: Sequence[int]) -> Board:
    """Show a board from the other side.

    >>> flipped(flipped(start_board("nackgammon"))) == start_board("nackgammon")
    True
    """
    return (board[BAR], *(-board[25 - point] for point in range(1, 25)), board[0])


def own_points(board: Sequence[int], *, pieces: int) -> tuple[int, ...]:
    """List where the mover's checkers stand, furthest back first: 25 the bar, 0 off."""
    found: list[int] = []
    for place in range(BAR, 0, -1):
        found += [place] * board[place]
    return (*found, *([0] * (pieces - len(found))))
