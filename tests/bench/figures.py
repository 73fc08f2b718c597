"""Figures and the table in which they are printed."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the table."""

    name: str
    value: float
    unit: str
    count: int
    """How often it was measured."""
    goal: float | None = None
    """At most so much; None where nothing is asked."""
    note: str = ""
    least: float | None = None
    """At least so much; None where nothing is asked."""

    @property
    def is_missed(self) -> bool:
        """True if it had a goal and did not reach it."""
        most = math.inf if self.goal is None else self.goal
        return not (-math.inf if self.least is None else self.least) <= self.value <= most

    def __str__(self) -> str:
        goal = f"≤ {self.goal:g} {self.unit}" if self.goal is not None else ""
        goal = goal if self.least is None else f"≥ {self.least:g} {self.unit}"
        kept = "" if not goal else "MISSED" if self.is_missed else "kept"
        value = f"{self.value:,.{0 if self.value >= 100 else 1 if self.value >= 10 else 2}f} {self.unit}"
        return f"{self.name:44} {value:>12} {self.count:>8,}  {goal:12} {kept:6}  {self.note}".rstrip()


HEAD = f"{'':44} {'measured':>12} {'counted':>8}  {'goal':12}"


def percentile(values: Sequence[float], percent: float) -> float:
    """Return the value that so many percent of the values do not exceed; nothing measured is infinitely much.

    >>> percentile([5, 1, 2, 3, 4], 95), percentile([5, 1, 2, 3, 4], 50)
    (5, 3)
    """
    if not values:
        return math.inf
    ordered = sorted(values)
    return ordered[max(0, math.ceil(percent / 100 * len(ordered)) - 1)]


def told(values: Sequence[float], unit: str) -> str:
    """Tell how values spread."""
    if not values:
        return "nothing was measured"
    return f"median {percentile(values, 50):.3g}, slowest {max(values):.3g} {unit}"
