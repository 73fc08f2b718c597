"""A table whose recorder stamps the time of a clock that only goes on, for matches with a clock."""

from __future__ import annotations

from dataclasses import replace

from engine.events import Logged, Setup
from engine.match import TimeControl
from engine.table import Table
from engine.table.match_clock import MatchClock, clock_of
from engines.random_matches import match_setup
from engines.recorded_table import Box

TIMES = TimeControl(12.0, 600.0)


class Timed(Box):
    """A table with a recorder that stamps the time of a clock which only goes on."""

    def __init__(self, setup: Setup | None = None) -> None:
        self.now_s = 1000.0
        self.record: list[Logged] = []
        self.table = Table(record=lambda events: self.record.extend(self.stamped(one) for one in events))
        self.table.start(setup or match_setup(5, times=TIMES))

    def stamped(self, one: Logged) -> Logged:
        return replace(one, time=5e9 - self.now_s, clock_s=self.now_s)

    def after(self, seconds: float, *texts: str) -> None:
        """Let time go by, then throw and play what is written."""
        self.now_s += seconds
        self.do(*texts)

    @property
    def clock(self) -> MatchClock:
        found = clock_of(self.record)
        assert found is not None
        return found

    @property
    def left(self) -> tuple[float, float]:
        return self.clock.clock.remaining(self.now_s)

    @property
    def running(self) -> int | None:
        return self.clock.clock.running


def begun() -> Timed:
    """Seat 0 has 3-1 to play, and its time runs from now."""
    timed = Timed()
    timed.after(3600.0, "3-1")
    assert (timed.left, timed.running) == ((600.0, 600.0), 0)
    return timed
