"""A thread of the box's own, which works until it is closed: lamps, buzzer and voice each have one."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from device.closing import Closing

log = logging.getLogger(__name__)

END_S = 1.0
"""So long a thread has to end; one that hangs in a driver ends with the process."""


def end(thread: threading.Thread) -> None:
    """Wait a moment for the end of a thread that was told to stop; nothing for one that never began."""
    if thread.is_alive():
        thread.join(END_S)
        if thread.is_alive():
            log.warning("the thread %s does not end: the box stops without it", thread.name)


class Worker(Closing):
    """Owns a thread, and the lock that it shares with whoever tells it what to do.

    `_changed` guards all state. `_run` waits on it, and returns when `_closed` is set.
    """

    def __init__(self, run: Callable[[], None], *, name: str) -> None:
        """Make the thread; `_begin` starts it.

        Args:
            run: What the thread does.
            name: Of the thread.
        """
        self._changed = threading.Condition()
        self._closed = False
        self._thread = threading.Thread(target=run, name=name, daemon=True)

    def close(self) -> None:
        """Stop, and wait a moment for the thread's end. May be called twice."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        end(self._thread)

    def _begin(self) -> None:
        """Start the thread, once everything it needs is there."""
        self._thread.start()
