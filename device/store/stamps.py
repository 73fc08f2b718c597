"""When things happened: by the wall clock, which may jump, and by a clock that only goes on.

The second one counts the seconds that boxes have run with a journal. It goes on from the newest event when a
box starts, so what was recorded never lies in its future, and the time while the box was off costs nobody
anything. A program that systemd starts again finds in the runtime folder where the clock of this computer
stood to it, and goes on as if it had never been away.
"""

from __future__ import annotations

import json
import logging
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from engine.events import Logged, Moved, PositionSet, Threw
from web.house.rows import moment

log = logging.getLogger(__name__)

FILE_NAME = "match-clock.json"
"""In the runtime folder."""


def boot_id() -> str:
    """Tell this start of the computer from every other; empty where it does not say."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    except OSError:
        return ""


class Stamps:
    """Stamps the events of one action after the other."""

    def __init__(
        self, clock: Callable[[], float], running: Callable[[], float], boot: Callable[[], str] = boot_id
    ) -> None:
        """Begin.

        Args:
            clock: Seconds since 1970.
            running: Seconds of a clock that never jumps while the computer runs.
            boot: Tells this start of the computer from every other.
        """
        self._boot = boot
        self._clock = clock
        self._running = running
        self._stamped = -math.inf
        self._before = -running()

    @property
    def now_s(self) -> float:
        """What the clock that only goes on shows now, to the millisecond."""
        return round(max(0.0, self._before + self._running()), 3)

    def go_on_from(self, events: Iterable[Logged], *, runtime: Path | None, journal: Path) -> None:
        """Let the clock go on from the last that was recorded, or as the program before left it.

        Args:
            events: Of the game that was played last.
            runtime: A folder in memory that outlives this process, not the power; None keeps nothing.
            journal: Whose clock it is; that of another journal is left.
        """
        last = max((one.clock_s for one in events if one.clock_s is not None), default=0.0)
        self._before += max(0.0, last - self.now_s)
        if runtime is None:
            return
        path, mine = runtime / FILE_NAME, {"journal": str(journal.absolute()), "boot": self._boot()}
        try:
            kept = json.loads(path.read_text())
            if all(kept.get(key) == value for key, value in mine.items()):
                self._before = max(self._before, moment(kept["now_s"]) - moment(kept["running_s"]))
        except FileNotFoundError:
            pass
        except (OSError, ValueError, LookupError, AttributeError) as error:
            log.warning("where the clock of matches stood cannot be read: %s", error)
        try:
            part = path.with_suffix(".new")
            part.write_text(json.dumps({**mine, "now_s": self.now_s, "running_s": self._running()}))
            part.replace(path)
        except OSError as error:
            log.warning("where the clock of matches stands cannot be kept: %s", error)

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
