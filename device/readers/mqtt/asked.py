"""What readers ask to be told again: the earliest of all, once in a while."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

AGAIN_S = 5.0
"""Once in so many seconds events are told again, however many ask."""


class Asked:
    """Up to where readers know the journal that ask for what came after. May be used from any thread."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._since: int | None = None
        self._not_before = -AGAIN_S

    def ask(self, since: int) -> None:
        """Ask for everything behind an event; 0 for all."""
        with self._lock:
            self._since = since if self._since is None else min(since, self._since)

    def take(self) -> int | None:
        """Return the earliest that was asked for, if it is time for it; it is asked for no more then."""
        with self._lock:
            now = self._clock()
            if self._since is None or now < self._not_before:
                return None
            since, self._since = self._since, None
            self._not_before = now + AGAIN_S
            return since
