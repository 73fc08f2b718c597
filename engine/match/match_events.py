"""What happens beside the moves where matches are played: void throws, ended turns, time, conduct.

They are parts of `engine.events.Event`, which writes and reads them by the names and readers here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from engine.json_values import keyed, one_of, text
from engine.match.clock import LONGEST_RESERVE_S
from engine.match.conduct import Conduct
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


@dataclass(frozen=True, slots=True)
class FlagFell:
    """The time of a player is up, as the clock had it: it is told, and nothing else becomes of it."""

    player: int


@dataclass(frozen=True, slots=True)
class TimeGiven:
    """A person put a player's clock right: the box gives no time back by itself."""

    player: int
    seconds: int
    """So much more time; below 0 less."""
    why: str
    """The reason, as that person wrote it."""


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


def _seconds(value: object) -> int:
    """Read a time that was given.

    Raises:
        ValueError: If it is none.
    """
    if type(value) is not int or not can_be_given(value):
        raise ValueError(f"{str(value)[:60]!r} is no time that can be given")
    return value


def _why(value: object) -> str:
    if not (why := text(value)):
        raise ValueError("time is given for a reason, and none is written")
    return why


def _conduct(data: Any) -> Conduct:
    return Conduct.from_json(keyed(data))


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

MATCH_READERS: Mapping[str, Mapping[str, Callable[[Any], Any]]] = {
    "throw-voided": {"source": one_of("camera", "typed")},
    "turn-closed": {"source": one_of("camera", "button", "phone")},
    "time-given": {"seconds": _seconds, "why": _why},
    "conduct-changed": {"was": _conduct, "conduct": _conduct, "by": text},
}
"""How parts of them are read that other events do not have, or have otherwise."""

MATCH_WRITERS: Mapping[str, Callable[[Any], Any]] = dict.fromkeys(("was", "conduct"), Conduct.to_json)
"""How parts of them are written that other events do not have."""
