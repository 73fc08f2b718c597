"""One connection of a phone: each request must come within a time, however steadily it drips."""

from __future__ import annotations

import contextlib
import socket
import ssl
import time
from typing import Any

from cheroot.makefile import MakeFile, StreamReader
from cheroot.server import HTTPConnection

from device.net.bodies import Pace, SizedRequest
from device.net.tls import greet

HEADER_BYTES = 32 * 1024
"""Longest head of a request; the page itself limits what follows."""

PATIENCE_S = 3.0
"""Longest silence within a request; a TLS greeting, and then a head, must be whole after that time."""

WHOLE_S = 10.0
"""Time in which the rest of a request must come, however steadily it drips."""

LINGER_S = 2.0
"""A phone that is refused in the middle of a large upload is listened to for so long: it may not look up."""

STALL_S = 15.0
"""A camera's stream may stand still for so long: its client may be changing rooms."""

UNSENT_BYTES = 64 * 1024
"""Bytes of a camera's stream that wait in the kernel, twice over: what waits there grows old."""


class Incoming(socket.SocketIO):
    """What a phone sends; each request must come before a moment that `within` sets."""

    def __init__(self, sock: socket.socket) -> None:
        super().__init__(sock, "r")
        self.socket = sock
        self._last = time.monotonic()
        self._pace: Pace | None = None

    def within(self, seconds: float) -> None:
        """Wait so long for all that is still to come."""
        self._last, self._pace = time.monotonic() + seconds, None

    def by_progress(self, pace: Pace) -> None:
        """Wait for what is still to come as long as it goes on coming."""
        self._pace = pace

    def readinto(self, buffer: Any) -> int | None:
        """Fill a buffer with what has come.

        Raises:
            TimeoutError: If nothing comes, or the moment is past.
        """
        left = (self._pace.until if self._pace else self._last) - time.monotonic()
        if left <= 0:
            raise TimeoutError("timed out")  # these words tell cheroot to answer 408
        silence = self.socket.gettimeout() or left
        self.socket.settimeout(min(silence, left))
        try:
            came = super().readinto(buffer)
        finally:
            self.socket.settimeout(silence)
        if self._pace:
            self._pace.came(came or 0)
        return came


class _Reader(StreamReader):
    """Cheroot's reader on top of `Incoming`."""

    raw: Incoming

    def __init__(self, incoming: Incoming) -> None:
        # Past StreamReader's own, which would read the socket itself.
        super(StreamReader, self).__init__(incoming)
        self.bytes_read = 0

    def has_data(self) -> bool:
        """True if something has come that no selector sees any more."""
        sock = self.raw.socket
        pending = sock.pending() if isinstance(sock, ssl.SSLSocket) else 0
        return pending > 0 or bool(super().has_data())  # type: ignore[no-untyped-call]


class Connection(HTTPConnection):
    """A connection, which has no thread while nothing comes of its next request."""

    RequestHandlerClass = SizedRequest

    def __init__(self, server: Any, sock: socket.socket, _makefile: object = None) -> None:
        self.incoming = Incoming(sock)

        def makefile(sock: socket.socket, mode: str, size: int) -> Any:
            return _Reader(self.incoming) if mode == "rb" else MakeFile(sock, mode, size)

        super().__init__(server, sock, makefile)
        self.is_new, self.place = True, ""
        """True until it is counted on its address."""
        self.takes_long = self.lingers = False
        self._greeted = False

    def communicate(self) -> bool:
        """Read a request of which something has come, and answer it; true if the connection stays open."""
        self.takes_long = self.lingers = False
        self.socket.settimeout(PATIENCE_S)
        if not self._greeted and not greet(self.socket):
            return False
        self._greeted = True
        self.incoming.within(min(PATIENCE_S, self.server.whole_s))
        return bool(super().communicate())  # type: ignore[no-untyped-call]

    def take_long(self) -> None:
        """Let this request and its answer take as long as they go on."""
        self.takes_long = True
        pace = self.server.pace()
        self.incoming.by_progress(pace)
        self.socket.settimeout(pace.within_s)

    def send_fresh(self) -> None:
        """Let little of this answer wait on the way, so that a slow client gets what is new."""
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNSENT_BYTES)
        self.socket.settimeout(STALL_S)

    def close(self) -> None:
        """Hang up. May be called twice; one that still sends a backup first gets its answer."""
        with contextlib.suppress(OSError, ValueError):  # else cheroot would lose a thread
            if self.lingers:
                self.lingers = False
                self.socket.shutdown(socket.SHUT_WR)
                self.incoming.within(LINGER_S)
                while self.rfile.read1(64 * 1024):  # else it would be told of a reset, and nothing more
                    pass
        with contextlib.suppress(OSError, ValueError):
            super().close()
        self.server.forget(self)
