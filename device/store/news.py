"""Wakes whoever waits for the next event."""

from __future__ import annotations

import threading


class News:
    """The number of the newest event, and who waits for a newer one. May be used from any thread."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._ended = False
        self.newest = 0
        """Number of the newest event."""

    def tell(self, newest: int) -> None:
        """Wake all: there is a newer event."""
        with self._changed:
            self.newest = newest
            self._changed.notify_all()

    def end(self) -> None:
        """Wake all, now and later: the box is stopping."""
        with self._changed:
            self._ended = True
            self._changed.notify_all()

    def wait(self, *, since: int, timeout_s: float) -> bool:
        """Wait until there is an event above `since`; False when the time is over or the box is stopping."""
        with self._changed:
            if self._ended:
                self._changed.wait(0.05)  # so that a reader who asks again and again does not spin
                return False
            self._changed.wait_for(lambda: self.newest > since or self._ended, timeout_s)
            return self.newest > since and not self._ended
