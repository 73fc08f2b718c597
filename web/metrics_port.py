"""What figures for other programs are made of: families of numbers, none of which names anybody."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

Kind = Literal["counter", "gauge", "summary"]
"""Only grows until the box starts again; goes up and down; how many there were, and all of them together."""


@dataclass(frozen=True, slots=True)
class Measure:
    """One number of a family."""

    value: float
    """In the unit that the family's name ends with; of a summary, all of them together."""
    labels: Mapping[str, str] = field(default_factory=dict)
    """What tells it from the others; never a person, a phone or an address."""
    count: int = 0
    """How many there were, of a summary."""


@dataclass(frozen=True, slots=True)
class Family:
    """Numbers of one kind."""

    name: str
    """Without ``charkoni_`` before it; with its unit at its end."""
    meaning: str
    """A sentence in English."""
    kind: Kind
    measures: Sequence[Measure]


class Metrics(Protocol):
    """Figures of the box."""

    def families(self) -> Sequence[Family]:
        """Measure everything. May be called from any thread."""
