"""What came of each turn of the films, legal or not."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum


class Became(StrEnum):
    """What became of a legal turn."""

    FOLLOWED = "followed"
    WRONGLY = "wrongly"
    """Something was entered that was not played."""
    OBJECTED = "objected"
    LOST = "lost"
    ASKED = "asked"
    MISSED = "missed"
    """Nobody said anything, and nothing was entered."""


class Noticed(StrEnum):
    """What became of an illegal turn."""

    RIGHT = "right"
    """The piece and the rule were named."""
    OTHERWISE = "otherwise"
    """It was objected to, in other words or about another place."""
    ASKED = "asked"
    UNNOTICED = "unnoticed"
    FOLLOWED = "followed"
    """Something was entered that was not played."""
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class LegalTurn:
    """A turn as the rules have it."""

    game: str
    setting: str
    circumstances: tuple[str, ...]
    became: Became
    late_s: float | None
    """From the last movement to the event, on the film's clock; None where it was not followed at once."""
    took_ms: float
    """What reading and concluding took of the processor then."""
    alone: bool | None
    """The first picture at rest alone is read right; None where there was none."""
    places: tuple[int, int] = (0, 0)
    """Places read right in it, and all."""


@dataclass(frozen=True, slots=True)
class IllegalTurn:
    """A turn that the rules forbid."""

    game: str
    setting: str
    kind: str
    noticed: Noticed
    alone: bool | None
    found: bool
    """Put right, it was over by itself."""


@dataclass(slots=True)
class Records:
    """All turns of the films."""

    legal: list[LegalTurn] = field(default_factory=list)
    illegal: list[IllegalTurn] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    """The turns that did not become what they ought to, in words."""
    games: int = 0
    film_s: float = 0.0
