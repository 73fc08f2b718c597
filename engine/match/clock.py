"""The clock of a match: two reserves with a delay for each move. It knows no time but what it is told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated

from engine.errors import NotNowError, SetupError
from engine.match.score import Match
from engine.record import About, Within

SPOKEN_DELAY_S = 3.0
"""More free seconds for both where throws and plays are said."""

LONGEST_DELAY_S = 600.0
LONGEST_RESERVE_S = 36_000.0
"""Ten hours: more than any match."""

BY_POINTS: Mapping[str, tuple[float, float]] = {"usual": (12.0, 120.0), "doubles": (18.0, 150.0)}
"""Clocks that follow the length of a match: free seconds of each move, and seconds for each point."""


@dataclass(frozen=True, slots=True)
class TimeControl:
    """How much time the players of a match have, in seconds.

    >>> TimeControl.of_match(Match(7)).reserve_s
    840.0
    """

    delay_s: Annotated[float, Within(0, LONGEST_DELAY_S), About("Free, of each move.")]
    """Free seconds of each move."""
    reserve_s: Annotated[float, Within(0, LONGEST_RESERVE_S), About("Of each player.")]
    """What each seat has for the whole match beside them."""

    def __post_init__(self) -> None:
        """Check that it can be.

        Raises:
            SetupError: If a number is too small or too large.
        """
        for name, given, most in (
            ("delay_s", self.delay_s, LONGEST_DELAY_S),
            ("reserve_s", self.reserve_s, LONGEST_RESERVE_S),
        ):
            if type(given) not in (int, float) or not 0 <= given <= most:
                raise SetupError(f"{name!r} is {given!r}: give seconds from 0 to {most:g}")

    @classmethod
    def of_match(cls, match: Match, *, per_point_s: float = 120.0, delay_s: float = 12.0) -> TimeControl:
        """Return some time for every point of a match.

        Raises:
            SetupError: If the match is for money, which has no length to count by.
        """
        if not match.length:
            raise SetupError("a clock counts its reserve by the points of a match, and money play has none")
        return cls(float(delay_s), match.length * float(per_point_s))


@dataclass(frozen=True, slots=True)
class Clock:
    """Two reserves with a delay for each move; it knows no time but what it is told, in seconds.

    The first seconds of every move are free; after them the mover's reserve runs down.
    """

    reserves: tuple[float, float]
    """Seconds that each seat has left, at the start of the present move."""
    delay_s: float = 12.0
    """Free seconds of each move."""
    running: int | None = None
    """The seat whose time runs; None while the clock stands."""
    since_s: float = 0.0
    """When the present move began."""
    free_s: float | None = None
    """Free seconds that the present move had left at `since_s`; None for all of them."""

    @classmethod
    def of(cls, times: TimeControl, *, spoken: bool = False) -> Clock:
        """Return both players their reserve, before the first move.

        Args:
            times: What they have.
            spoken: Throws and plays are said, which takes its time.
        """
        more_s = SPOKEN_DELAY_S if spoken else 0.0
        return cls((times.reserve_s, times.reserve_s), times.delay_s + more_s)

    def started(self, seat: int, now_s: float, *, free_s: float | None = None) -> Clock:
        """Let the time of a seat run.

        Args:
            seat: Whose time runs.
            now_s: The time now.
            free_s: What is left of the free seconds, where the move goes on; None for a new move.
        """
        return replace(self.stopped(now_s), running=seat, since_s=now_s, free_s=free_s)

    def pressed(self, now_s: float) -> Clock:
        """End the present move: the other seat's time runs.

        Raises:
            NotNowError: If the clock stands.
        """
        if self.running is None:
            raise NotNowError("the clock stands: start it first")
        return self.started(1 - self.running, now_s)

    def stopped(self, now_s: float) -> Clock:
        """Let the clock stand."""
        return replace(self, reserves=self.remaining(now_s), running=None, since_s=now_s, free_s=None)

    def free(self, now_s: float) -> float:
        """Tell how many free seconds the present move has left; all of them while the clock stands."""
        gone_s = 0.0 if self.running is None else max(0.0, now_s - self.since_s)
        return max(0.0, self._allowed_s - gone_s)

    def remaining(self, now_s: float) -> tuple[float, float]:
        """Tell what each seat has left, never less than 0; a time that goes backwards costs nothing."""
        if self.running is None:
            return self.reserves
        used = max(0.0, now_s - self.since_s - self._allowed_s)
        left = max(0.0, self.reserves[self.running] - used)
        return (left, self.reserves[1]) if self.running == 0 else (self.reserves[0], left)

    @property
    def _allowed_s(self) -> float:
        return self.delay_s if self.free_s is None else self.free_s

    @property
    def falls_at_s(self) -> float | None:
        """When the time of the seat is up that has to move; None while the clock stands."""
        return None if self.running is None else self.since_s + self._allowed_s + self.reserves[self.running]

    def given(self, seat: int, seconds: float, now_s: float) -> Clock:
        """Give a seat more time, or less for seconds below 0; nobody has less than none."""
        left = list(self.remaining(now_s))
        left[seat] = min(max(0.0, left[seat] + seconds), LONGEST_RESERVE_S)
        free_s = None if self.running is None else self.free(now_s)
        return replace(self, reserves=(left[0], left[1]), since_s=now_s, free_s=free_s)
