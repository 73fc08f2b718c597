"""What happens beside the moves where matches are played: a throw is void, a pause, a game begun in vain.

They are parts of `engine.events.Event`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engine.reasons import Reason
from engine.throw import Throw

Doubter = Literal["camera", "typed"]
"""Who says that a throw is void: the eye, by its doubt, or a person."""


@dataclass(frozen=True, slots=True)
class ThrowVoided:
    """A throw that counted is void, and what was played with it is taken back: it is thrown again."""

    of: int
    """The event by which it counted."""
    player: int
    """Whose throw it was."""
    throw: Throw
    reason: Reason
    source: Doubter = "typed"
    photo: str = ""
    """Name of the photograph of the throw; empty when there is none."""


@dataclass(frozen=True, slots=True)
class GameWithdrawn:
    """This game of a match is not played: the end of the game before it is taken back."""


@dataclass(frozen=True, slots=True)
class Paused:
    """The players pause: the clock stands until they go on, or until the game does."""


@dataclass(frozen=True, slots=True)
class WentOn:
    """The pause is over."""


MatchEvent = ThrowVoided | GameWithdrawn | Paused | WentOn
"""All of them."""
