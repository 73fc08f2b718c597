"""Whose turn it is to be answered: the threads of the server, some of which are kept for who plays.

A connection comes here when the head of its request has come. Admins are answered first, players next; who
only watches is answered from two thirds of the threads at most, and nobody alone from more than a fifth.
A stop is bounded: a thread that does not end is left behind, and ends with the process.
"""

from __future__ import annotations

import contextlib
import logging
import socket
import threading
import time
from collections import Counter, deque
from collections.abc import Mapping

from device.net.connection import Connection
from web.ports import Role

log = logging.getLogger(__name__)

THREADS = 128
"""Of one server. An event stream holds one as long as it lasts."""

KEPT: Mapping[Role, int] = {"admin": 0, "player": 8, "watcher": 48}
"""So many threads are never taken by this role: they are kept for those who may do more."""

ALONE = 26
"""One phone, or one address of phones that are not paired, has so many threads at once."""

WAITING = 32
"""So many requests of one account wait for a thread; one more is not answered."""

ALL_WAITING = 64
"""So many requests of one role wait for a thread."""

_FORCED_S = 0.5
"""So long a thread has to end once its connection was cut."""


class Turns:
    """The threads of one server; cheroot asks of it what it asks of its own pool."""

    def __init__(
        self, *, threads: int = THREADS, kept: Mapping[Role, int] = KEPT, alone: int = ALONE
    ) -> None:
        """Take how many may be answered at once.

        Args:
            threads: In all.
            kept: By role, how many of them it never takes.
            alone: How many one account has at most.
        """
        self._count = threads
        self._kept = kept
        self._alone = alone
        self._news = threading.Condition()
        self._waiting: dict[Role, deque[Connection]] = {
            "admin": deque(),
            "player": deque(),
            "watcher": deque(),
        }
        self._queued: Counter[str] = Counter()
        self._running: Counter[str] = Counter()
        self._served: list[Connection] = []
        self._threads: list[threading.Thread] = []
        self._closed = False

    @property
    def idle(self) -> int:
        """How many threads have nothing to do."""
        return self._count - len(self._served)

    @property
    def qsize(self) -> int:
        """How many connections wait for a thread."""
        return sum(map(len, self._waiting.values()))

    def start(self) -> None:
        """Begin to answer."""
        for number in range(self._count):
            thread = threading.Thread(target=self._work, name=f"answer {number}", daemon=True)
            thread.start()
            self._threads.append(thread)

    def put(self, conn: Connection) -> None:
        """Answer a connection in its turn; one too many of its account is closed."""
        account = conn.owner.account
        with self._news:
            line = self._waiting[conn.owner.caller.role]
            if not self._closed and self._queued[account] < WAITING and len(line) < ALL_WAITING:
                self._queued[account] += 1
                line.append(conn)
                self._news.notify()
                return
        conn.close()

    def stop(self, timeout: float = 0.3) -> None:
        """End all threads: let them answer for a moment, then cut their connections, then leave them.

        Args:
            timeout: The moment, in seconds.
        """
        with self._news:
            self._closed = True
            left = [conn for line in self._waiting.values() for conn in line]
            for line in self._waiting.values():
                line.clear()
            self._news.notify_all()
        for conn in left:
            conn.close()
        self._join(timeout)
        with self._news:
            served = list(self._served)
        for conn in served:
            with contextlib.suppress(OSError):
                conn.socket.shutdown(socket.SHUT_RDWR)
        self._join(_FORCED_S)
        stuck = sum(thread.is_alive() for thread in self._threads)
        if stuck:
            log.warning("%d requests do not end: the box stops without waiting for them", stuck)

    def _join(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        for thread in self._threads:
            if thread is not threading.current_thread():
                thread.join(max(0.0, until - time.monotonic()))

    def _work(self) -> None:
        while (conn := self._next()) is not None:
            stays = False
            try:
                stays = conn.communicate()
            except ConnectionError as error:
                log.debug("a phone went away: %s", error)
            # The edge of a thread: whatever it is, the next phone is answered.
            except Exception:
                log.exception("a request was not answered")
            finally:
                self._end(conn)
            try:
                if stays:
                    conn.server.put_conn(conn)
                else:
                    conn.close()
            # Each thread that ended by this would be missing until the box is started again.
            except Exception:
                log.exception("a connection was not closed")

    def _next(self) -> Connection | None:
        """Wait for the next connection that may be answered; None when the server stops."""
        with self._news:
            while not self._closed:
                found = self._take()
                if found is not None:
                    return found
                self._news.wait()
        return None

    def _take(self) -> Connection | None:
        for role, line in self._waiting.items():
            if len(self._served) >= self._count - self._kept[role]:
                continue
            # Who is answered least comes first, so that one crowd keeps no other address waiting.
            found = min(line, key=lambda conn: self._running[conn.owner.account], default=None)
            if found is None or self._running[found.owner.account] >= self._alone:
                continue
            line.remove(found)
            self._served.append(found)
            account = found.owner.account
            self._running[account] += 1
            self._queued[account] -= 1
            if not self._queued[account]:
                del self._queued[account]
            return found
        return None

    def _end(self, conn: Connection) -> None:
        account = conn.owner.account
        with self._news:
            self._served.remove(conn)
            self._running[account] -= 1
            if not self._running[account]:
                del self._running[account]
        # Nobody is woken: this thread itself takes what may be answered now.
