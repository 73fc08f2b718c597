"""What is left out of the log: everything but errors for a while, and lines of a kind that come too often."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

log = logging.getLogger(__name__)

LINES = 10
"""Lines of one kind that are written within `WITHIN_S`."""

WITHIN_S = 60.0
"""Seconds for which lines of a kind are counted, from the first one on."""


@contextmanager
def quiet_log() -> Iterator[None]:
    """Log errors alone for a while: what matters is printed."""
    root = logging.getLogger()
    before = root.level
    root.setLevel(logging.ERROR)
    try:
        yield
    finally:
        root.setLevel(before)


@dataclass
class _Count:
    """Lines of one kind since its first one."""

    until: float
    name: str
    text: str
    lines: int = 0


class SparseLog(logging.Filter):
    """Leaves out lines of a kind that come too often, and logs how many; for a handler, from any thread.

    A kind is a line of code that logs, with the class of the exception: a sender of nonsense chooses words,
    not kinds. Debug lines are all written, as `--verbose` asks for them.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Count nothing yet.

        Args:
            clock: Seconds on a clock that only goes forward.
        """
        super().__init__()
        self._clock = clock
        self._lock = threading.Lock()
        self._counts: dict[tuple[str, int, object], _Count] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether a line is written; log first what was left out in a minute that is over."""
        if record.levelno <= logging.DEBUG or record.name == log.name:
            return True
        kind = record.pathname, record.lineno, record.exc_info[0] if record.exc_info else None
        now = self._clock()
        with self._lock:
            over = {one: count for one, count in self._counts.items() if count.until <= now}
            for one in over:
                del self._counts[one]
            count = self._counts.setdefault(kind, _Count(now + WITHIN_S, record.name, str(record.msg)))
            count.lines += 1
            lines = count.lines
        for past in over.values():
            if past.lines > LINES:
                log.warning("%d lines of %s were left out: %s", past.lines - LINES, past.name, past.text)
        if lines == LINES + 1:
            log.warning("%s logs this too often, it is left out for a minute: %s", count.name, count.text)
        return lines <= LINES
