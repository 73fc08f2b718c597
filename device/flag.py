"""Tells when the time of a player is up: once, also where the box is started again. Nothing else is done."""

from __future__ import annotations

import logging
import sqlite3
import threading
from collections.abc import Callable

from device.closing import Closing
from device.worker import end, lasting_thread
from engine.errors import NotNowError, RecordError, StaleError
from engine.table import Table
from engine.table.commands import CallFlag
from web.house.clocks import MatchClocks
from web.ports import Library

log = logging.getLogger(__name__)

LOOK_S = 1.0
"""So long, at most, does `close` take, and so late is another game on the table noticed."""

AGAIN_S = 5.0
"""A journal that could not take it is asked again after that time."""

LEAST_S = 0.002
"""The clock counts in milliseconds."""


class FlagWatch(Closing):
    """Waits for the moment in which a player's time is up, in a thread of its own."""

    def __init__(
        self,
        table: Table,
        clocks: MatchClocks,
        *,
        library: Library,
        now: Callable[[], float],
    ) -> None:
        """Make it; `start` lets it watch.

        Args:
            table: Whose match it is, and what records that a flag fell.
            clocks: Its clock.
            library: The journal.
            now: Gives the seconds of the clock by which the journal stamps.
        """
        self._table = table
        self._clocks = clocks
        self._library = library
        self._now = now
        self._stop = threading.Event()
        self._thread = lasting_thread(self._run, name="flag", pause=self._stop.wait)

    def start(self) -> None:
        """Begin to watch."""
        self._thread.start()

    def close(self) -> None:
        """Watch no longer. May be called twice."""
        self._stop.set()
        end(self._thread)

    def look(self) -> tuple[int, float]:
        """Tell that a flag fell, if one has.

        Returns:
            The newest event that was looked at, and for how many seconds nothing can fall if nothing happens.

        Raises:
            RecordError: If it cannot be recorded.
        """
        newest = self._library.last_seq()
        found = self._clocks.latest(self._table.model) if self._table.has_game else None
        if found is None:
            return newest, LOOK_S
        seq, clock = found
        now_s, falls_at_s = self._now(), clock.clock.falls_at_s
        if untold := clock.fallen_at(now_s) - clock.told:
            try:
                self._table.do(CallFlag(min(untold), seq))
            except (StaleError, NotNowError):
                log.debug("the clock has changed while a flag fell: it is looked at again")
                return seq, LOOK_S
            return seq, LEAST_S
        if falls_at_s is None or clock.clock.running in clock.told:
            return seq, LOOK_S
        return seq, min(LOOK_S, max(LEAST_S, falls_at_s - now_s))

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                seq, wait_s = self.look()
            except (RecordError, OSError, sqlite3.Error):
                log.warning("that a flag fell could not be recorded: it is tried again", exc_info=True)
                self._stop.wait(AGAIN_S)
            else:
                self._library.wait(since=seq, timeout_s=wait_s)
