"""The web server inside the box: threads in this process, as one process owns camera, pins and journal.

Cheroot accepts connections, reads requests and answers them. A connection gets a thread once something has
come of a request, and one address has few connections, and fewer threads beside its streams, so that a crowd
leaves some for the others. A stop takes a second with streams open, and two whatever a request does.
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
from collections import deque
from collections.abc import Callable
from typing import Any

import segno
from cheroot import wsgi
from cheroot.workers.threadpool import ThreadPool
from flask import Flask

from device.errors import DeviceError
from device.net.bodies import PACE, Chunks, Pace, discard
from device.net.connection import HEADER_BYTES, WHOLE_S, Connection
from device.net.tls import Tls
from web.auth.callers import place_of
from web.ports import LARGEST_BACKUP

log = logging.getLogger(__name__)

_REST_S = 0.2
"""What is left of a request that was answered before it was read is waited for so long."""

_PICTURES, _EVENTS = "multipart/x-mixed-replace", "text/event-stream"
"""Content types of streams, of a camera and of events."""

THREADS = 128
"""Of one server. An event stream holds one as long as it lasts."""

ROOM_OF_ADDRESS = 160
"""Most connections of one address, with a thread or without: fifty phones behind one hold two each."""

THREADS_OF_ADDRESS = 12
"""Most threads of one address at once, beside those of streams, which the page limits."""

ROOM = 1500
"""Most connections in all."""

IDLE_S = 10
"""Longest silence before a request begins, and between two."""

_LOOK_S = 0.7
"""Time between two looks for connections that were silent too long."""

_BACKLOG = 256
"""Connections that wait in the kernel; a phone that finds no room there tries again a second later."""

_STOP_S = 1.0
"""Time that a stop leaves to requests; then their connections are cut."""

_FORCED_S = 0.5
"""Time that they have to end after that."""

_TOO_MANY = (errno.EMFILE, errno.ENFILE)

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
        kind = next((value for name, value in headers if name.lower() == "content-type"), "")
        if kind.startswith((_PICTURES, _EVENTS)):
            self.req.server.release(self.req.conn)
        if kind.startswith(_PICTURES):
            # As cameras send it: many of their clients read no chunks.
            self.req.response_protocol = "HTTP/1.0"
            self.req.outheaders.append((b"Connection", b"close"))
            self.req.conn.send_fresh()
        return super().start_response(status, headers, exc_info)


class _Door(socket.socket):
    """The socket that is listened on; whoever has too many connections is turned away."""

    has_room: Callable[[str], bool]

    def accept(self) -> tuple[socket.socket, Any]:
        """Accept a connection.

        Raises:
            BlockingIOError: If there is none to be served now.
        """
        try:
            sock, address = super().accept()
        except OSError as error:
            if error.errno not in _TOO_MANY:
                raise
            log.warning("the box has too many files open: no connection can be taken")
            time.sleep(_LOOK_S)  # the socket stays ready
            raise BlockingIOError(errno.EAGAIN, "too many files are open") from error
        if not self.has_room(address[0]):
            sock.close()
            raise BlockingIOError(errno.EAGAIN, "this address has too many connections")
        return sock, address


class _Threads(ThreadPool):
    """Cheroot's threads, none of which keeps the process from its end."""

    def start(self) -> None:
        """Start them from a daemon, which they become as well."""
        starting = threading.Thread(target=super().start, daemon=True)
        starting.start()
        starting.join()


class _Address:
    """What one address holds."""

    def __init__(self) -> None:
        self.connections: set[Connection] = set()
        self.served: set[Connection] = set()
        """Those with a thread, beside streams."""
        self.waiting: deque[Connection] = deque()


class _Quiet(wsgi.Server):
    """Cheroot, with its complaints in the box's log; a phone that went away is none."""

    ConnectionClass = Connection
    whole_s = WHOLE_S
    pace: Callable[[], Pace] = Pace
    max_request_body_size = LARGEST_BACKUP + HEADER_BYTES
    max_request_header_size = HEADER_BYTES
    expiration_interval = _LOOK_S
    keep_alive_conn_limit = None  # type: ignore[assignment]

    def __init__(self, address: tuple[str, int], app: Flask) -> None:
        super().__init__(
            address,
            app,
            server_name="charkoni",
            request_queue_size=_BACKLOG,
            timeout=IDLE_S,
            shutdown_timeout=1,
        )
        self.gateway = _Gateway
        self.requests = _Threads(self, min=THREADS, max=THREADS)
        self._addresses: dict[str, _Address] = {}
        self._count = 0
        self._counting = threading.Lock()

    def bind(self, *kind: int) -> socket.socket:
        """Take the port."""
        self.socket = sock = _Door(fileno=super().bind(*kind).detach())
        sock.has_room = self.has_room
        return sock

    def has_room(self, address: str) -> bool:
        """True if one more connection of an address can be held."""
        found = self._addresses.get(place_of(address))
        return self._count < ROOM and (found is None or len(found.connections) < ROOM_OF_ADDRESS)

    def process_conn(self, conn: Connection) -> None:
        """Give a connection a thread once something has come and its address has one to spare."""
        if conn.is_new:
            conn.is_new, conn.place = False, place_of(conn.remote_addr or "")
            with self._counting:
                address = self._addresses.setdefault(conn.place, _Address())
                address.connections.add(conn)
                self._count += 1
            self.put_conn(conn)
            return
        with self._counting:
            address = self._addresses[conn.place]
            if len(address.served) >= THREADS_OF_ADDRESS:
                address.waiting.append(conn)
                return
            address.served.add(conn)
        super().process_conn(conn)

    def release(self, conn: Connection) -> None:
        """Give the next connection of an address the thread that this one had, or has for a stream."""
        with self._counting:
            address = self._addresses.get(conn.place)
            if address is None or conn not in address.served:
                return
            address.served.remove(conn)
            if not address.waiting:
                return
            following = address.waiting.popleft()
            address.served.add(following)
        super().process_conn(following)

    def put_conn(self, conn: Connection) -> None:
        """Wait for the next request of a connection."""
        self.release(conn)
        # The edge of a thread: cheroot stops serving when one of them ends.
        try:
            super().put_conn(conn)
        except Exception:
            log.exception("a connection could not be kept")
            conn.close()

    def forget(self, conn: Connection) -> None:
        """Count a connection that was closed no more."""
        self.release(conn)
        with self._counting:
            address = self._addresses.get(conn.place)
            if address is not None and conn in address.connections:
                address.connections.remove(conn)
                self._count -= 1
                if not address.connections:
                    del self._addresses[conn.place]

    def stop(self) -> None:
        """Stop listening and end what still runs, within two seconds. May be called twice."""
        stopping = threading.Thread(target=super().stop, daemon=True)  # cheroot waits without an end
        stopping.start()
        # Cheroot waits for the next look before it stops; a visit of our own makes it look at once.
        with contextlib.suppress(OSError):
            socket.create_connection(self.bind_addr[:2], timeout=_STOP_S).close()
        stopping.join(_STOP_S)
        for conn in self._held():
            with contextlib.suppress(OSError):
                conn.socket.shutdown(socket.SHUT_RDWR)
        stopping.join(_FORCED_S)
        if stopping.is_alive():
            stuck = len(self._held())
            log.warning("%d requests do not end: the box stops without waiting for them", stuck)

    def _held(self) -> list[Connection]:
        with self._counting:
            return [conn for address in self._addresses.values() for conn in address.connections]

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
