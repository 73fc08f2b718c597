"""TLS for the web server inside the box: the greeting is held without waiting for the phone.

Cheroot's own adapter waits for it in the thread that accepts connections: one phone that connects and says
nothing would keep everybody else waiting.
"""

from __future__ import annotations

import contextlib
import logging
import socket
import ssl
from typing import Any

from cheroot.errors import FatalSSLAlert
from cheroot.makefile import MakeFile
from cheroot.ssl import Adapter

log = logging.getLogger(__name__)

_PLAIN = b"This port speaks https: write https:// before the address.\n"


class Tls(Adapter):
    """What cheroot asks of TLS; `context` may be exchanged while it serves."""

    def __init__(self, context: ssl.SSLContext) -> None:
        """Take the certificate that phones are shown."""
        self.context: ssl.SSLContext = context  # not Adapter's own: it would read files

    def bind(self, sock: socket.socket) -> socket.socket:
        """Take the socket that is listened on; it speaks no TLS itself."""
        return sock

    def wrap(self, sock: socket.socket) -> tuple[socket.socket, dict[str, str]]:
        """Prepare a connection, without a word to the phone yet.

        Raises:
            FatalSSLAlert: If the phone went away again.
        """
        try:
            return self.context.wrap_socket(sock, server_side=True, do_handshake_on_connect=False), {}
        except OSError as error:
            raise FatalSSLAlert(*error.args) from error

    def get_environ(self) -> dict[str, str]:
        """Tell nothing more to the app than that this is HTTPS, which cheroot does."""
        return {}

    def makefile(self, sock: socket.socket, mode: str = "r", bufsize: int = -1) -> Any:
        """Read and write as without TLS."""
        return MakeFile(sock, mode, bufsize)


def greet(sock: socket.socket) -> bool:
    """Hold the greeting with a phone as far as it goes; say whether both may talk.

    A phone that speaks plain HTTP here is told so.

    Raises:
        SSLWantReadError: If the phone must say more first.
        SSLWantWriteError: If the phone must listen first.
    """
    if not isinstance(sock, ssl.SSLSocket):
        return True
    try:
        sock.do_handshake()
    except (ssl.SSLWantReadError, ssl.SSLWantWriteError):
        raise
    except ssl.SSLError as error:
        if error.reason == "HTTP_REQUEST":
            head = b"HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain\r\nConnection: close\r\n"
            with contextlib.suppress(OSError):
                socket.socket.sendall(sock, head + b"Content-Length: %d\r\n\r\n" % len(_PLAIN) + _PLAIN)
        log.debug("no greeting with a phone: %s", error)
        return False
    except OSError as error:
        log.debug("no greeting with a phone: %s", error)
        return False
    return True
