"""Moves that end a game before its time: a resignation and its answer, and an end that all agree on.

They belong to every game. `engine.ending.declared` says when they may be made and what they bring about.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Annotated

from engine.record import Within

_Seat = Annotated[int, Within(0, 8)]
_Points = Annotated[int, Within(1, 9)]


@dataclass(frozen=True, slots=True)
class Resign:
    """A player gives the game up, whosever turn it is.

    >>> str(Resign(1, points=2))
    'resign 2 =2'
    """

    player: _Seat
    """The seat that resigns; texts count it from 1."""
    points: _Points = 1
    """What the win shall count before the cube: 1 a single game, 2 a gammon, 3 a backgammon."""

    def __str__(self) -> str:
        return f"resign {self.player + 1}{_points(self.points)}"


@dataclass(frozen=True, slots=True)
class Accept:
    """The resignation that is offered ends the game."""

    def __str__(self) -> str:
        return "accept"


@dataclass(frozen=True, slots=True)
class Refuse:
    """The resignation that is offered is too small, and the game goes on."""

    def __str__(self) -> str:
        return "refuse"


@dataclass(frozen=True, slots=True)
class Agree:
    """All players agree that the game ends here.

    >>> str(Agree((1,)))
    'agree 2'
    """

    winners: tuple[_Seat, ...] = ()
    """The seats that they call the winners; none where the game stays undecided."""
    points: _Points = 1
    """What the win counts before the cube, as in `Resign`."""

    def __str__(self) -> str:
        return f"agree{''.join(f' {seat + 1}' for seat in self.winners)}{_points(self.points)}"


EndingMove = Resign | Accept | Refuse | Agree

_RESIGN = re.compile(r"resign ([1-9])(?: =([2-9]))?", re.ASCII)
_AGREE = re.compile(r"agree((?: [1-9])*)(?: =([2-9]))?", re.ASCII)


def parse_ending(text: str) -> EndingMove | None:
    """Read a text that a move of this kind has; None where it is of another kind.

    >>> parse_ending("resign 2 =2")
    Resign(player=1, points=2)
    """
    if text in ("accept", "refuse"):
        return Accept() if text == "accept" else Refuse()
    if match := _RESIGN.fullmatch(text):
        return Resign(int(match[1]) - 1, int(match[2] or 1))
    if match := _AGREE.fullmatch(text):
        return Agree(tuple([int(seat) - 1 for seat in match[1].split()]), int(match[2] or 1))
    return None


def _points(points: int) -> str:
    return f" ={points}" if points != 1 else ""
