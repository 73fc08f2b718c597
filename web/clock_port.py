"""What pages need of the clock of a match, as a Protocol. `device` implements it; tests may, too."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from engine.table.state import Model


@dataclass(frozen=True, slots=True)
class ClockReading:
    """The clock of a match at one moment."""

    now_s: float
    """The moment, in seconds of the box's clock that only goes on (`engine.events.Logged.clock_s`)."""
    reserves_s: tuple[float, float]
    """What each seat has left."""
    free_s: float
    """What the present move has left of its free seconds; all of them while the clock stands."""
    running: int | None
    """The seat whose time runs; None while the clock stands."""
    fallen: frozenset[int]
    """The seats whose time is up."""


class Clocks(Protocol):
    """The clocks of the matches of this box."""

    def read(self, model: Model, *, lag_s: float = 0.0) -> ClockReading | None:
        """Read the clock of a match.

        Args:
            model: A game of the match, as it stands now or stood a while ago.
            lag_s: For a model of then: so long ago.

        Returns:
            The reading; None where the game is played without a clock.
        """
