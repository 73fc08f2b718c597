"""The web server inside the box: threads in this process, as one process owns camera, pins and journal.

Cheroot reads requests and answers them. Who waits for what is our own: `reception` holds connections until
the head of a request has come, and `threads` gives them threads, some of which are kept for paired phones.
What follows a head may come drop by drop and holds its thread for seconds; only a backup may take long, as
long as it goes on (`bodies`). A stop takes a second with streams open, and two whatever a request does.
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
from collections.abc import Callable
from typing import Any

import segno
from cheroot import wsgi
from flask import Flask

from device.errors import DeviceError
from device.net.bodies import PACE, Chunks, Pace, discard
from device.net.connection import HEADER_BYTES, WHOLE_S, Connection
from device.net.reception import Reception
from device.net.threads import Turns
from device.net.tls import Tls
from web.ports import LARGEST_BACKUP, Caller

log = logging.getLogger(__name__)

_REST_S = 0.2
"""What is left of a request that was answered before it was read is waited for so long."""

_PICTURES = "multipart/x-mixed-replace"
"""What a camera's stream says that it is."""

_BACKLOG = 256
"""So many connections wait in the kernel; a phone that finds no room there tries again a second later."""

_STOP_S = 0.5
"""So long a stop waits for the thread that takes connections in."""

_SIOCGIFADDR = 0x8915
"""Asks Linux for the address of a network interface. Source: netdevice(7)."""


class PortError(DeviceError, OSError):
    """The port cannot be listened on."""


class _Gateway(wsgi.Gateway_10):
    """Answers a refused request at once, though its body may never come."""

    def get_environ(self) -> Any:
        """Return the request as WSGI has it, with the way to let it take long."""
        if self.req.chunked_read:
            self.req.rfile = Chunks(self.req.conn.rfile, most=self.req.server.max_request_body_size)
        environ = super().get_environ()  # type: ignore[no-untyped-call]
        if not self.req.chunked_read:
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
        if any(name.lower() == "content-type" and value.startswith(_PICTURES) for name, value in headers):
            # As cameras send it: many of their clients read no chunks.
            self.req.response_protocol = "HTTP/1.0"
            self.req.outheaders.append((b"Connection", b"close"))
            self.req.conn.send_fresh()
        return super().start_response(status, headers, exc_info)


class _Quiet(wsgi.Server):
    """Cheroot, with its complaints in the box's log; a phone that went away is none."""

    ConnectionClass = Connection
    whole_s = WHOLE_S
    pace: Callable[[], Pace] = Pace
    max_request_body_size = LARGEST_BACKUP + HEADER_BYTES

    def __init__(self, address: tuple[str, int], app: Flask) -> None:
        super().__init__(address, app, server_name="charkoni", request_queue_size=_BACKLOG)
        self._caller: Callable[[list[str], list[str]], Caller] = app.extensions.get(
            "caller", lambda _cookies, _tokens: Caller()
        )
        self.gateway = _Gateway
        self.max_request_header_size = HEADER_BYTES
        self.requests = Turns()

    def prepare(self) -> None:
        """Listen, and start the threads."""
        super().prepare()
        self._connections.close()  # type: ignore[has-type]
        self._connections = Reception(self, self.socket, caller=self._caller)

    def serve(self) -> None:
        """Take connections in until `stop`."""
        self._connections.run()

    @property
    def can_add_keepalive_connection(self) -> bool:
        """True if a connection may stay open after its answer; the reception has limits of its own."""
        return bool(self.ready)

    def stop(self) -> None:
        """Stop listening and end what still runs, within two seconds. May be called twice."""
        if not self.ready:
            return
        self.ready = False
        self._connections.stop(_STOP_S)
        self.socket.close()
        self._connections.close()
        self.requests.stop()

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
        whole_s: float = WHOLE_S,
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
        self._server = _Quiet((host, port), app)
        self._server.whole_s = whole_s
        self._server.pace = pace
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
