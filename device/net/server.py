"""The web server inside the box: threads in this process, as one process owns camera, pins and journal.

Cheroot serves: 128 threads, of which event streams take 64 at most, so that a POST always finds one. A phone
that falls silent in the middle of a request, or sends it drop by drop, holds its thread for seconds, a
watcher for less; only a backup may take long, as long as it goes on (`device.net.bodies`). It stops within a
second with streams open.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import io
import logging
import socket
import ssl
import struct
import threading
import time
from collections.abc import Callable
from typing import Any

import segno
from cheroot import wsgi
from cheroot.makefile import MakeFile, StreamReader
from cheroot.server import HTTPConnection
from flask import Flask

from device.errors import DeviceError
from device.net.bodies import PACE, Pace, SizedRequest, discard
from device.net.tls import Tls, greet
from web.ports import LARGEST_BACKUP

log = logging.getLogger(__name__)

THREADS = 128

HEADER_BYTES = 32 * 1024
"""The head of a request may be so long; the page itself limits what follows."""

_PATIENCE_S = 3.0
"""A request that has begun may be silent for so long."""

_WHOLE_S = 10.0
"""A request must have come whole after so long, however steadily it drips."""

_REST_S = 0.2
"""What is left of a request that was answered before it was read is waited for so long."""

_LINGER_S = 2.0
"""A phone that is refused in the middle of a large upload is listened to for so long: it may not look up."""

_SIOCGIFADDR = 0x8915
"""Asks Linux for the address of a network interface. Source: netdevice(7)."""


class PortError(DeviceError, OSError):
    """The port cannot be listened on."""


class _Incoming(socket.SocketIO):
    """What a phone sends; each request must come before a moment that `within` sets."""

    def __init__(self, sock: socket.socket) -> None:
        super().__init__(sock, "r")
        self._socket = sock
        self._last = time.monotonic()

        self._pace: Pace | None = None

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
    """Cheroot's reader on top of `_Incoming`."""

    def __init__(self, incoming: _Incoming) -> None:
        super(StreamReader, self).__init__(
            incoming
        )  # past StreamReader's own, which would not wait with care
        self.bytes_read = 0


class _Connection(HTTPConnection):
    """A connection that is not waited for as long as one between two requests may live."""

    RequestHandlerClass = SizedRequest

    def __init__(self, server: Any, sock: Any, makefile: Any = MakeFile) -> None:
        super().__init__(server, sock, makefile)
        sock.settimeout(_PATIENCE_S)
        self.incoming = _Incoming(sock)
        self.rfile.close()
        self.rfile = _Reader(self.incoming)
        self._greeted = False
        self.takes_long = self.lingers = False

    def communicate(self) -> bool:
        """Read the next request and answer it; true if the connection stays open."""
        if not self._greeted and not greet(self.socket):
            return False
        self._greeted = True
        self.takes_long = self.lingers = False
        self.socket.settimeout(_PATIENCE_S)
        self.incoming.within(self.server.whole_s)
        return bool(super().communicate())  # type: ignore[no-untyped-call]

    def take_long(self) -> None:
        """Let this request and its answer take as long as they go on."""
        self.takes_long = True
        pace = self.server.pace()
        self.incoming.by_progress(pace)
        self.socket.settimeout(pace.within_s)

    def close(self) -> None:
        """Let the phone go; one that still sends a backup first gets the answer that says why not."""
        if self.lingers:
            self.lingers = False
            with contextlib.suppress(OSError):
                self.socket.shutdown(socket.SHUT_WR)
                self.incoming.within(_LINGER_S)
                while self.rfile.read1(64 * 1024):  # else it would be told of a reset, and nothing more
                    pass
        super().close()


class _Gateway(wsgi.Gateway_10):
    """Answers a refused request at once, though its body may never come."""

    def get_environ(self) -> Any:
        """Return the request as WSGI has it, with the way to let it take long."""
        environ = super().get_environ()  # type: ignore[no-untyped-call]
        # Cheroot says False, Werkzeug only asks whether it is there: what broke off would pass for whole.
        del environ["wsgi.input_terminated"]
        environ[PACE] = self.req.conn.take_long
        return environ

    def start_response(self, status: str, headers: Any, exc_info: Any = None) -> Any:
        """Begin the answer; cheroot would first read the rest of the request, however long that takes."""
        if getattr(self.req.rfile, "remaining", 0):
            self.req.conn.incoming.within(_REST_S)
            if not discard(self.req.rfile):
                self.req.close_connection = True
                self.req.conn.lingers = self.req.conn.takes_long
                self.req.rfile.remaining = 0  # so that cheroot does not wait for it either
        return super().start_response(status, headers, exc_info)


class _Quiet(wsgi.Server):
    """Cheroot, with its complaints in the box's log; a phone that went away is none."""

    ConnectionClass = _Connection
    whole_s = _WHOLE_S
    pace: Callable[[], Pace] = Pace
    max_request_body_size = LARGEST_BACKUP + HEADER_BYTES

    def error_log(self, msg: str = "", level: int = 20, traceback: bool = False) -> None:
        """Take what cheroot has to say."""
        log.log(level if level > logging.INFO else logging.DEBUG, "%s", msg, exc_info=traceback)


class Server:
    """Serves one app until it is closed."""

    def __init__(
        self,
        app: Flask,
        *,
        host: str,
        port: int,
        whole_s: float = _WHOLE_S,
        pace: Callable[[], Pace] = Pace,
        context: ssl.SSLContext | None = None,
    ) -> None:
        """Take the port; requests are answered from `start` on.

        Args:
            app: What to serve.
            host: Address to listen on.
            port: Port; 0 takes a free one.
            whole_s: How long one request may take to come, in seconds.
            pace: What a request must keep to instead that may be large.
            context: What speaks TLS; plain HTTP without one.

        Raises:
            PortError: If the port is taken or not allowed; the message names the next free one.
        """
        # Asked first: cheroot says the same for a taken port and for one that is not allowed.
        try_port(host, port)
        self._server = _Quiet(
            (host, port),
            app,
            numthreads=THREADS,
            server_name="charkoni",
            request_queue_size=64,
        )
        self._server.gateway = _Gateway
        self._server.whole_s = whole_s
        self._server.pace = pace
        self._server.shutdown_timeout = 0.3
        self._server.keep_alive_conn_limit = 200
        self._server.max_request_header_size = HEADER_BYTES
        self._server.expiration_interval = 0.1  # a stop waits so long for the thread that accepts
        if context is not None:
            self._server.ssl_adapter = Tls(context)
        self._server.prepare()
        self._thread = threading.Thread(target=self._server.serve, name="server", daemon=True)

    @property
    def port(self) -> int:
        """The port that is listened on."""
        return int(self._server.bind_addr[1])

    def show(self, context: ssl.SSLContext) -> None:
        """Show phones that come from now on another certificate; only for a server that speaks TLS."""
        self._server.ssl_adapter = Tls(context)

    def start(self) -> None:
        """Answer requests in threads of the server's own."""
        self._thread.start()

    def close(self) -> None:
        """Stop listening and end what still runs. May be called twice."""
        self._server.stop()
        if self._thread.is_alive():
            self._thread.join(1.0)


def address_of(host: str) -> str:
    """Name the address by which phones reach this machine: a number, since phones know no ``.local``.

    Args:
        host: What the server listens on.
    """
    if host not in ("0.0.0.0", ""):
        return host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked, contextlib.suppress(OSError):
        asked.connect(("192.0.2.1", 9))  # a documentation address: nothing is sent
        return str(asked.getsockname()[0])
    return next((number for number in numbers_of_machine() if not number.startswith("127.")), "127.0.0.1")


def numbers_of_machine() -> list[str]:
    """List the numbers of this machine, one for each interface that has any."""
    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        for _, name in socket.if_nameindex():
            with contextlib.suppress(OSError):
                request = struct.pack("256s", name.encode()[:15])
                answer = fcntl.ioctl(asked.fileno(), _SIOCGIFADDR, request)
                found.append(socket.inet_ntoa(answer[20:24]))
    return found


def qr_code(address: str) -> str:
    """Draw an address as a code that a phone's camera reads from a terminal."""
    out = io.StringIO()
    segno.make(address, error="l", micro=False).terminal(out, border=2, compact=True)
    return out.getvalue()


def free_port(host: str, after: int) -> int | None:
    """Find the next port that nobody listens on; None if there is none near."""
    for port in range(after + 1, min(after + 100, 65536)):
        with contextlib.suppress(PortError):
            _listen(host, port)
            return port
    return None


def try_port(host: str, port: int) -> None:
    """See whether a port can be listened on.

    Raises:
        PortError: If it is taken or not allowed; the message names the next free one.
    """
    try:
        _listen(host, port)
    except PortError as error:
        free = free_port(host, port)
        if free is None:
            raise
        raise PortError("{sentence}: try --port {free}", sentence=error.message, free=free) from error


def _listen(host: str, port: int) -> None:
    """Listen for a moment, to see whether that works."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, port))
            listening.listen()
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                raise PortError("port {port} is taken by another program", port=port) from error
            why = {"port": port, "host": host, "error": error.strerror}
            raise PortError("port {port} of {host} cannot be listened on: {error}", **why) from error
