"""Moves that end a game before its time: a resignation and its answer, and an end that all agree on.

They belong to every game. `engine.ending.declared` says when they may be made and what they bring about.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from engine.errors import NotationError


@dataclass(frozen=True, slots=True)
class Resign:
    """A player gives the game up, whosever turn it is.

    >>> str(Resign(1, points=2))
    'resign 2 =2'
    """

    player: int
    """The seat that resigns; texts count it from 1."""
    points: int = 1
    """What the win shall count before the cube: 1 a single game, 2 a gammon, 3 a backgammon."""

    def __str__(self) -> str:
        return f"resign {self.player + 1}{_points(self.points)}"

    def to_json(self) -> dict[str, object]:
        """Write it for the journal and the page."""
        return {"kind": "resign", "player": self.player, "points": self.points}


@dataclass(frozen=True, slots=True)
class Accept:
    """The resignation that is offered ends the game."""

    def __str__(self) -> str:
        return "accept"

    def to_json(self) -> dict[str, object]:
        """Write it for the journal and the page."""
        return {"kind": "accept"}


@dataclass(frozen=True, slots=True)
class Refuse:
    """The resignation that is offered is too small, and the game goes on."""

    def __str__(self) -> str:
        return "refuse"

    def to_json(self) -> dict[str, object]:
        """Write it for the journal and the page."""
        return {"kind": "refuse"}


@dataclass(frozen=True, slots=True)
class Agree:
    """All players agree that the game ends here.

    >>> str(Agree((1,)))
    'agree 2'
    """

    winners: tuple[int, ...] = ()
    """The seats that they call the winners; none where the game stays undecided."""
    points: int = 1
    """What the win counts before the cube, as in `Resign`."""

    def __str__(self) -> str:
        return f"agree{''.join(f' {seat + 1}' for seat in self.winners)}{_points(self.points)}"

    def to_json(self) -> dict[str, object]:
        """Write it for the journal and the page."""
        return {"kind": "agree", "winners": list(self.winners), "points": self.points}


EndingMove = Resign | Accept | Refuse | Agree

_RESIGN = re.compile(r"resign ([1-9])(?: =([2-9]))?", re.ASCII)
_AGREE = re.compile(r"agree((?: [1-9])*)(?: =([2-9]))?", re.ASCII)
_KEYS: Mapping[str, tuple[str, ...]] = {
    "resign": ("player", "points"),
    "accept": (),
    "refuse": (),
    "agree": ("winners", "points"),
}


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


def ending_from_json(data: Mapping[str, object]) -> EndingMove | None:
    """Read the parts of such a move; None where they are of another kind.

    Raises:
        NotationError: If a key is unknown or a part cannot be.
    """
    kind = data.get("kind")
    if not isinstance(kind, str) or kind not in _KEYS:
        return None
    unknown = sorted(set(data) - {"kind", *_KEYS[kind]})
    if unknown:
        raise NotationError(f"unknown key {unknown[0]!r} in a {kind}: there are {', '.join(_KEYS[kind])}")
    if kind == "resign":
        return Resign(_digit(data.get("player"), 0), _digit(data.get("points", 1), 1))
    if kind == "agree":
        winners = data.get("winners", [])
        if not isinstance(winners, list):
            raise NotationError(f"winners is {winners!r}: give a list of seats")
        return Agree(tuple([_digit(seat, 0) for seat in winners]), _digit(data.get("points", 1), 1))
    return Accept() if kind == "accept" else Refuse()


def _points(points: int) -> str:
    return f" ={points}" if points != 1 else ""


def _digit(value: object, least: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= 8 + least:
        raise NotationError(f"{value!r} is no whole number from {least} to {8 + least}")
    return value
