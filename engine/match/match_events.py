"""What happens beside the moves where matches are played: a throw is void, a turn is closed, a pause.

They are parts of `engine.events.Event`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from engine.reasons import Reason
from engine.throw import Throw

Doubter = Literal["camera", "typed"]
"""Who says that a throw is void: the eye, by its doubt, or a person."""


@dataclass(frozen=True, slots=True)
class ThrowVoided:
    """A throw is void, and what was played with it is taken back: it is thrown again."""

    of: int
    """The event by which it counted, or by which it was kept or asked about."""
    player: int
    """Whose throw it was."""
    throw: Throw
    reason: Reason
    source: Doubter = "typed"
    photo: str = ""
    """Name of the photograph of the throw; empty when there is none."""


Closer = Literal["camera", "button", "phone"]
"""What ends a turn: the eye, which saw the dice lifted, the button, or a phone."""


@dataclass(frozen=True, slots=True)
class TurnClosed:
    """A player has ended the turn (BS7). Where its play was not entered before, it still is."""

    player: int
    of: int
    """The throw of the turn, by the event by which it counted, or was kept or asked about."""
    source: Closer = "phone"


@dataclass(frozen=True, slots=True)
class GameWithdrawn:
    """This game of a match is not played: the end of the game before it is taken back."""


@dataclass(frozen=True, slots=True)
class Paused:
    """The players pause: the clock stands until they go on, or until the game does."""


@dataclass(frozen=True, slots=True)
class WentOn:
    """The pause is over."""


MatchEvent = ThrowVoided | TurnClosed | GameWithdrawn | Paused | WentOn
"""All of them."""

MATCH_EVENTS: Mapping[str, type[MatchEvent]] = {
    "throw-voided": ThrowVoided,
    "turn-closed": TurnClosed,
    "game-withdrawn": GameWithdrawn,
    "paused": Paused,
    "went-on": WentOn,
}
"""The same by their names in the journal."""
