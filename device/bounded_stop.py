"""A stop that ends, whatever a thread does: what hangs is left behind and ends with the process.

Signals are heard in a thread of its own, by the pipe that Python writes their numbers to, so that a box that
hangs while it opens or closes its journal ends as well. Nothing that was acknowledged is lost by that: each
action is on the disk before it is answered, and SQLite ends what was begun at the next start.
"""

from __future__ import annotations

import contextlib
import faulthandler
import logging
import os
import signal
import sys
import threading
from collections.abc import Sequence

from device.closing import Closing

log = logging.getLogger(__name__)

STOP_S = 6.0
"""So long everything has to close; systemd kills after ten (`TimeoutStopSec`)."""


class BoundedStop(Closing):
    """Sets an event when a signal comes, and ends the process if that has not ended by itself in time."""

    def __init__(
        self, stop: threading.Event, signals: Sequence[signal.Signals], *, within_s: float = STOP_S
    ) -> None:
        """Listen from now on; in the main thread alone.

        Args:
            stop: Set when one of the signals comes.
            signals: Which ones; their handlers are taken over, and given back by `close`.
            within_s: How long the process may take to end by itself, in seconds.
        """
        self._stop = stop
        self._within_s = within_s
        self._numbers = frozenset(map(int, signals))
        self._status = 1
        self._closed = threading.Event()
        self._read, self._write = os.pipe()
        os.set_blocking(self._write, False)
        self._before = signal.set_wakeup_fd(self._write, warn_on_full_buffer=False)
        self._handlers = {number: signal.signal(number, lambda *_: stop.set()) for number in signals}
        self._thread = threading.Thread(target=self._listen, name="stop", daemon=True)
        self._thread.start()

    def begin(self, *, failed: bool) -> None:
        """Count the time from now, as the box ends by itself: it failed, or a page has stopped it."""
        self._status = int(failed)
        os.write(self._write, b"\0")

    def close(self) -> None:
        """Listen no more. May be called twice."""
        if self._closed.is_set():
            return
        self._closed.set()
        for number, handler in self._handlers.items():
            signal.signal(number, handler)
        signal.set_wakeup_fd(self._before)
        os.write(self._write, b"\0")
        self._thread.join(1.0)
        os.close(self._write)
        os.close(self._read)

    def _listen(self) -> None:
        while (came := os.read(self._read, 1)) != b"\0":
            if came[0] in self._numbers:
                self._status = 0
                self._stop.set()
                break
        if self._closed.wait(self._within_s):
            return
        hang = [thread.name for thread in threading.enumerate() if thread is not threading.current_thread()]
        log.error(
            "the box did not end within %g s and is ended; these ran: %s", self._within_s, ", ".join(hang)
        )
        with contextlib.suppress(OSError, ValueError):
            faulthandler.dump_traceback(file=sys.__stderr__ or 2)
        os._exit(self._status)
