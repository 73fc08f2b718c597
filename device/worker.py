"""Threads of the box's own, which work until they are closed: a fault ends none of them."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

from device.closing import Closing

log = logging.getLogger(__name__)

END_S = 1.0
"""So long a thread has to end; one that hangs in a driver ends with the process."""

AGAIN_S = (1.0, 5.0, 20.0, 60.0)
"""Pauses after the first, second, third fault in a row, in seconds; the last one stays."""

STEADY_S = 60.0
"""After so long without a fault the next one counts as the first."""


def lasting_thread(run: Callable[[], None], *, name: str, pause: Callable[[float], bool]) -> threading.Thread:
    """Make a thread that begins anew whenever a fault has broken it off.

    Args:
        run: What it does; it returns when the thread is to end.
        name: Of the thread.
        pause: Waits so many seconds; true at once if the thread is to end.
    """

    def last() -> None:
        faults = 0
        while True:
            began = time.monotonic()
            try:
                run()
                return
            # The edge of a thread: what fails once must not be missing for ever.
            except Exception:
                log.exception("the thread %s broke down and begins anew", name)
            faults = 1 if time.monotonic() - began > STEADY_S else faults + 1
            if pause(AGAIN_S[min(faults, len(AGAIN_S)) - 1]):
                return

    return threading.Thread(target=last, name=name, daemon=True)


def end(thread: threading.Thread) -> None:
    """Wait a moment for the end of a thread that was told to stop; nothing for one that never began."""
    if thread.is_alive():
        thread.join(END_S)
        if thread.is_alive():
            log.warning("the thread %s does not end: the box stops without it", thread.name)


class Worker(Closing):
    """Owns a thread, and the lock that it shares with whoever tells it what to do.

    `_changed` guards all state. `_run` waits on it, and returns when `_closed` is set. After a fault it is
    called again.
    """

    def __init__(self, run: Callable[[], None], *, name: str) -> None:
        """Make the thread; `_begin` starts it.

        Args:
            run: What the thread does.
            name: Of the thread.
        """
        self._changed = threading.Condition()
        self._closed = False
        self._thread = lasting_thread(run, name=name, pause=self._pause)

    def close(self) -> None:
        """Stop, and wait a moment for the thread's end. May be called twice."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        end(self._thread)

    def _pause(self, seconds: float) -> bool:
        with self._changed:
            return self._changed.wait_for(lambda: self._closed, seconds)

    def _begin(self) -> None:
        """Start the thread, once everything it needs is there."""
        self._thread.start()
