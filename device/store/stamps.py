"""When things happened: by the wall clock, which may jump, and by a clock that only goes on.

The second one counts the seconds that boxes have run with a journal. It goes on from the newest event when a
box starts, so what was recorded never lies in its future, and the time while the box was off costs nobody
anything.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from engine.events import Logged, Moved, PositionSet, Threw


class Stamps:
    """Stamps the events of one action after the other."""

    def __init__(self, clock: Callable[[], float], running: Callable[[], float]) -> None:
        """Begin.

        Args:
            clock: Seconds since 1970.
            running: Seconds of a clock that never jumps.
        """
        self._clock = clock
        self._running = running
        self._stamped = -math.inf
        self._before = -running()

    @property
    def now_s(self) -> float:
        """What the clock that only goes on shows now, to the millisecond."""
        return round(max(0.0, self._before + self._running()), 3)

    def go_on_from(self, events: Iterable[Logged]) -> None:
        """Let the clock go on from the last that was recorded."""
        last = max((one.clock_s for one in events if one.clock_s is not None), default=0.0)
        self._before += max(0.0, last - self.now_s)

    def of(self, events: Sequence[Logged]) -> list[Logged]:
        """Return the events of one action with its times."""
        now = self._clock()
        if now == self._stamped:
            # Readers know the events of one action by their common stamp.
            now = math.nextafter(now, math.inf)
        return stamp(events, now, clock_s=self.now_s)

    def were_written(self, events: Sequence[Logged]) -> None:
        """Remember the last stamp, so that no other action gets the same."""
        self._stamped = events[-1].time


def stamp(events: Sequence[Logged], at: float, *, clock_s: float | None = None) -> list[Logged]:
    """Stamp the events of one action with a time; those of an import, which are many actions, one by one."""
    stamped = []
    for one in events:
        if one.is_imported and isinstance(one.event, Threw | Moved | PositionSet):
            at = math.nextafter(at, math.inf)
        stamped.append(replace(one, time=at, clock_s=None if one.is_imported else clock_s))
    return stamped
