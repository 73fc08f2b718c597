"""One connection of a phone: its head is gathered without a thread, its request read within a time.

Until the head of a request has come, a connection belongs to nobody and holds nothing but its socket; the
thread of `device.net.reception` gathers it drop by drop. A thread of its own serves it from then on, and each
request must have come whole within a time.
"""

from __future__ import annotations

import contextlib
import enum
import re
import socket
import ssl
import time
from dataclasses import dataclass
from itertools import islice
from typing import Any

from cheroot.makefile import MakeFile, StreamReader
from cheroot.server import HTTPConnection

from device.net.bodies import Pace, SizedRequest
from device.net.tls import greet
from web.ports import Caller

HEADER_BYTES = 32 * 1024
"""The head of a request may be so long; the page itself limits what follows."""

PATIENCE_S = 3.0
"""A request that has begun may be silent for so long."""

WHOLE_S = 10.0
"""A request must have come whole after so long, however steadily it drips."""

LINGER_S = 2.0
"""A phone that is refused in the middle of a large upload is listened to for so long: it may not look up."""

STALL_S = 15.0
"""A camera's stream may stand still for so long: its client may be changing rooms."""

UNSENT_BYTES = 64 * 1024
"""So much of a camera's stream waits in the kernel, twice over: what waits there grows old."""

IDLE_S = 10.0
"""A connection may be silent for so long before a request begins, and between two."""

IDLE_PAIRED_S = 60.0
"""The same for one that a paired phone has used: it finds its way in again while others crowd the door."""

CREDENTIAL_LINES = 16
"""Most lines of cookies and tokens that are read of one head; a browser sends one."""

_ENDS = (b"\n\r\n", b"\n\n")
"""What ends a head; cheroot says what is wrong with the second."""

_HEAD_ENDS = re.compile(rb"\n\r?\n")
_CREDENTIALS = re.compile(rb"^(cookie|authorization):(.*)", re.IGNORECASE | re.MULTILINE)


class Gathered(enum.Enum):
    """How far the head of the next request has come."""

    WHOLE = enum.auto()
    """A thread can read it now."""
    READS = enum.auto()
    """More must come."""
    WRITES = enum.auto()
    """TLS must say something first, and the phone must listen."""
    GONE = enum.auto()
    """The phone went away, or speaks something else."""


class Incoming(socket.SocketIO):
    """What a phone sends; each request must come before a moment that `within` sets."""

    def __init__(self, sock: socket.socket) -> None:
        super().__init__(sock, "r")
        self._socket = sock
        self._last = time.monotonic()
        self._gathered = memoryview(b"")
        self._pace: Pace | None = None

    @property
    def has_gathered(self) -> bool:
        """True if something has come that nobody has read."""
        return bool(self._gathered)

    def begin_with(self, gathered: bytes) -> None:
        """Hand out first what has come already."""
        self._gathered = memoryview(bytes(self._gathered) + gathered)

    def within(self, seconds: float) -> None:
        """Wait so long for all that is still to come."""
        self._last, self._pace = time.monotonic() + seconds, None

    def by_progress(self, pace: Pace) -> None:
        """Wait for what is still to come as long as it goes on coming."""
        self._pace = pace

    def readinto(self, buffer: Any) -> int | None:
        """Take what has come.

        Raises:
            TimeoutError: If nothing comes, or the moment is past.
        """
        if self._gathered:
            count = min(len(buffer), len(self._gathered))
            buffer[:count] = self._gathered[:count]
            self._gathered = self._gathered[count:]
            return count
        left = (self._pace.until if self._pace else self._last) - time.monotonic()
        if left <= 0:
            raise TimeoutError("timed out")  # these words tell cheroot to answer 408
        silence = self._socket.gettimeout() or left
        self._socket.settimeout(min(silence, left))
        try:
            came = super().readinto(buffer)
        finally:
            self._socket.settimeout(silence)
        if self._pace:
            self._pace.came(came or 0)
        return came


class _Reader(StreamReader):
    """Cheroot's reader on top of `Incoming`."""

    def __init__(self, incoming: Incoming) -> None:
        super(StreamReader, self).__init__(
            incoming
        )  # past StreamReader's own, which would not wait with care
        self.bytes_read = 0


@dataclass(frozen=True, slots=True)
class Owner:
    """On whose account a connection is: a paired phone's, or else that of the address from which it came."""

    caller: Caller
    address: str

    @property
    def account(self) -> str:
        """Name the account."""
        return self.caller.account(self.address)


class Connection(HTTPConnection):
    """A connection, from its first byte on."""

    RequestHandlerClass = SizedRequest

    incoming: Incoming

    def __init__(self, server: Any, sock: Any, makefile: Any = MakeFile) -> None:
        # Past cheroot's own: what reads and writes is made when there is a request. A crowd opens thousands.
        self.server = server
        self.socket = sock
        self._makefile = makefile
        self._is_made = False
        self.owner = Owner(Caller(), "")
        """Whose it is, as far as its last head said."""
        self._greeted = not isinstance(sock, ssl.SSLSocket)
        self._head = bytearray()
        self._began = time.monotonic()
        self._heard = self._began
        self.takes_long = self.lingers = False
        self.is_begun = False
        """True once anything has come of the next request."""

    def park(self) -> None:
        """Wait for the next request, without a thread."""
        self.socket.setblocking(False)
        self._began = self._heard = time.monotonic()
        self.is_begun = False

    def gather(self) -> Gathered:
        """Take what has come of the next head; never waits."""
        if self._is_made and (self.rfile.has_data() or self.incoming.has_gathered):
            return Gathered.WHOLE  # a program that did not wait for its answer; the thread reads the rest
        try:
            if not self._greeted:
                self.is_begun = True
                if not greet(self.socket):
                    return Gathered.GONE
                self._greeted = True
            while not self._is_whole():
                came = self.socket.recv(HEADER_BYTES)
                if not came:
                    return Gathered.GONE
                if not self.is_begun:
                    self.is_begun, self._began = True, time.monotonic()
                self._heard = time.monotonic()
                self._head += came
        except (ssl.SSLWantReadError, BlockingIOError):
            return Gathered.READS
        except ssl.SSLWantWriteError:
            return Gathered.WRITES
        except OSError:
            return Gathered.GONE
        return Gathered.WHOLE

    def lasts_until(self, whole_s: float) -> float:
        """Tell until when the next head is waited for, by the monotonic clock.

        Args:
            whole_s: How long one request may take to come, in seconds.
        """
        if self.is_begun:
            return min(self._heard + PATIENCE_S, self._began + whole_s)
        return self._began + (IDLE_PAIRED_S if self.owner.caller.phone else IDLE_S)

    @property
    def age_s(self) -> float:
        """How long it has waited for a head, in seconds."""
        return time.monotonic() - self._began

    @property
    def credentials(self) -> tuple[list[str], list[str]] | None:
        """Cookies and tokens of the head, as they stand there; None where a thread still has to read it."""
        if not self._head:
            return None
        cookies: list[str] = []
        tokens: list[str] = []
        end = _HEAD_ENDS.search(self._head)
        found = _CREDENTIALS.finditer(self._head, 0, end.start() if end else len(self._head))
        for line in islice(found, CREDENTIAL_LINES):
            lines = cookies if line[1].lower() == b"cookie" else tokens
            lines.append(line[2].strip().decode("latin-1"))
        return cookies, tokens

    def give_up(self) -> None:
        """Tell a phone whose head did not come that it was waited for, if it listens."""
        if self.is_begun and self._greeted:
            try:
                self.socket.send(
                    b"HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
                )
            except OSError:
                return

    def communicate(self) -> bool:
        """Read the request whose head has come, and answer it; true if the connection stays open."""
        self._make()
        self.takes_long = self.lingers = False
        self.socket.settimeout(PATIENCE_S)
        self.incoming.begin_with(bytes(self._head))
        self._head.clear()
        self.incoming.within(self.server.whole_s)
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
        if self.lingers:
            self.lingers = False
            with contextlib.suppress(OSError):
                self.socket.shutdown(socket.SHUT_WR)
                self.incoming.within(LINGER_S)
                while self.rfile.read1(64 * 1024):  # else it would be told of a reset, and nothing more
                    pass
        if self._is_made:
            super().close()
        else:
            self.socket.close()

    def _make(self) -> None:
        if self._is_made:
            return
        self._is_made = True
        super().__init__(self.server, self.socket, self._makefile)
        self.incoming = Incoming(self.socket)
        self.rfile.close()
        self.rfile = _Reader(self.incoming)

    def _is_whole(self) -> bool:
        """True if the head ends, or is too long to be one: cheroot says so."""
        head = self._head
        return len(head) > HEADER_BYTES or any(head.find(end) >= 0 for end in _ENDS)
