"""Who wants to be told that something has changed."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

log = logging.getLogger(__name__)


class Listeners:
    """Functions to call after a change. May be used from any thread; nobody is called under the lock."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._next = 0
        self._all: dict[int, Callable[[], None]] = {}

    def add(self, changed: Callable[[], None]) -> Callable[[], None]:
        """Call `changed` after every change; returns how to stop, which may be called twice."""
        with self._lock:
            number, self._next = self._next, self._next + 1
            self._all[number] = changed
        return lambda: self._drop(number)

    def tell(self) -> None:
        """Call them all; one that fails is logged."""
        with self._lock:
            all_now = tuple(self._all.values())
        for changed in all_now:
            # The edge of a listener: neither the others nor the thread that calls them depend on it.
            try:
                changed()
            except Exception:
                log.exception("%s failed after a change", changed)

    def _drop(self, number: int) -> None:
        with self._lock:
            self._all.pop(number, None)
