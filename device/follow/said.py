"""What the follower has said about a board, and what it waits for since."""

from __future__ import annotations

from dataclasses import dataclass

from engine.reachable import Appearance
from engine.table.state import Model


@dataclass(slots=True)
class Said:
    """What was said last and not yet answered by the board."""

    appearance: Appearance | None = None
    """Of what was asked about or objected to."""
    is_open: bool = False
    """True until the board agrees with the game again."""
    is_lost: bool = False
    actions: int = 0
    """So many stood when it was said: when a person adds one, that is an answer."""
    was_asked: bool = False
    """The table has had it as its question, or as a loss."""
    open_s: float = 0.0
    """When the board was looked at last before that was answered."""
    is_left: bool = False
    """Of values left unplayed: that the board stands as the game has it ends nothing."""


@dataclass(slots=True)
class Astray:
    """Since when nothing explains the board."""

    since_s: float = 0.0
    looks: int = 0


def said_before(model: Model) -> Said:
    """Return what the box had said and nobody answered when it was started again."""
    return Said(is_open=model.asks_of_board, is_lost=model.lost is not None, actions=len(model.actions))
