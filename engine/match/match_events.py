"""What happens beside the moves where matches are played: void throws, ended turns, time, conduct.

They are parts of `engine.events.Event`, which writes and reads them by the names here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal

from engine.errors import SetupError
from engine.match.clock import LONGEST_RESERVE_S
from engine.match.conduct import Conduct
from engine.reasons import Reason
from engine.record import Count, Within
from engine.throw import Throw

Doubter = Literal["camera", "typed"]
"""Who says that a throw is void: the eye, by its doubt, or a person."""


@dataclass(frozen=True, slots=True)
class ThrowVoided:
    """A throw is void, and what was played with it is taken back: it is thrown again."""

    of: Count
    """The event by which it counted, or by which it was kept or asked about."""
    player: Count
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

    player: Count
    of: Count
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


@dataclass(frozen=True, slots=True)
class FlagFell:
    """The time of a player is up, as the clock had it: it is told, and nothing else becomes of it."""

    player: Count


@dataclass(frozen=True, slots=True)
class TimeGiven:
    """A person put a player's clock right: the box gives no time back by itself."""

    player: Count
    seconds: Annotated[int, Within(-LONGEST_RESERVE_S, LONGEST_RESERVE_S)]
    """So much more time; below 0 less."""
    why: Annotated[str, Within(1)]
    """The reason, as that person wrote it."""

    def __post_init__(self) -> None:
        if not can_be_given(self.seconds):
            raise SetupError(f"{self.seconds!r} is no time that can be given")


@dataclass(frozen=True, slots=True)
class ConductChanged:
    """Something else is settled for the match from here on; no undo takes it back."""

    was: Conduct
    """What was settled until now."""
    conduct: Conduct
    """All that is settled now."""
    by: str = ""
    """What the phone is called that said so; empty where none did, or it has no name."""


MatchEvent = (
    ThrowVoided | TurnClosed | GameWithdrawn | Paused | WentOn | FlagFell | TimeGiven | ConductChanged
)
"""All of them."""


def can_be_given(seconds: object) -> bool:
    """True if it is a time that a person can give, or take below 0: whole seconds, up to ten hours."""
    return type(seconds) is int and 0 < abs(seconds) <= LONGEST_RESERVE_S


MATCH_EVENTS: Mapping[str, type[MatchEvent]] = {
    "throw-voided": ThrowVoided,
    "turn-closed": TurnClosed,
    "game-withdrawn": GameWithdrawn,
    "paused": Paused,
    "went-on": WentOn,
    "flag-fell": FlagFell,
    "time-given": TimeGiven,
    "conduct-changed": ConductChanged,
}
"""How other programs see them."""
