"""Sends one message to one address: signed, in ten seconds at most, without following anybody elsewhere.

Source of the signature: https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
"""

from __future__ import annotations

import base64
import contextlib
import hashlib
import hmac
import http.client
import json
import socket
import ssl
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from web.connections_port import Webhook

POST_S = 10.0
"""So long an address may take, from its name to its answer."""

MOST_ANSWER = 64 * 1024
"""Bytes of an answer that are read; nobody looks at them."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of a message."""

    status: int = 0
    """Of HTTP; 0 where there was no answer."""
    error: Exception | None = None

    @property
    def is_taken(self) -> bool:
        """True if the address has it."""
        return 200 <= self.status < 300


class OwnAddressError(OSError):
    """An address leads to the box itself."""


def is_own(number: str) -> bool:
    """True if a number is one of this computer's: a socket can be bound to it."""
    family = socket.AF_INET6 if ":" in number else socket.AF_INET
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            probe.bind((number.partition("%")[0], 0))
        except OSError:
            return False
    return True


def signed(secret: str, name: str, at: int, body: bytes) -> str:
    """Return the signature of a message.

    >>> signed("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330,
    ...        b'{"test": 2432232314}')
    'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='
    """
    key = base64.b64decode(secret.removeprefix("whsec_"))
    told = f"{name}.{at}.".encode() + body
    return "v1," + base64.b64encode(hmac.new(key, told, hashlib.sha256).digest()).decode()


def post(
    hook: Webhook,
    name: str,
    message: Mapping[str, Any],
    *,
    clock: Callable[[], float] = time.time,
    own: Callable[[str], bool] = is_own,
) -> Answer:
    """Send a message.

    Args:
        hook: Whom it goes to.
        name: What it is called, however often it is sent.
        message: What it says.
        clock: Seconds since 1970; the receiver refuses what is old.
        own: Tells whether a number is one of this computer's.
    """
    body, at = json.dumps(message, ensure_ascii=False).encode(), int(clock())
    head = {
        "Content-Type": "application/json",
        "User-Agent": "charkoni",
        "Connection": "close",
        "webhook-id": name,
        "webhook-timestamp": str(at),
        "webhook-signature": signed(hook.secret, name, at, body),
    }
    try:
        return _posted(hook.url, head, body, own)
    except (OSError, http.client.HTTPException, ValueError) as error:
        return Answer(0, error)


def _posted(url: str, head: Mapping[str, str], body: bytes, own: Callable[[str], bool]) -> Answer:
    """Send it to the number that was looked at, so that a name cannot lead elsewhere meanwhile."""
    parts = urlsplit(url)
    host, secure = parts.hostname or "", parts.scheme == "https"
    port = parts.port or (443 if secure else 80)
    until = time.monotonic() + POST_S
    number = _number(host, port, own)
    line = socket.create_connection((number, port), timeout=POST_S)
    watchdog = threading.Timer(max(0.1, until - time.monotonic()), _cut, args=(line,))
    watchdog.daemon = True
    watchdog.start()
    try:
        if secure:
            line = ssl.create_default_context().wrap_socket(line, server_hostname=host)
            watchdog.cancel()
            watchdog = threading.Timer(max(0.1, until - time.monotonic()), _cut, args=(line,))
            watchdog.daemon = True
            watchdog.start()
        connection = http.client.HTTPConnection(host, port)
        connection.sock = line
        target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        connection.request("POST", target, body, dict(head))
        answer = connection.getresponse()
        with contextlib.suppress(OSError, http.client.HTTPException):
            answer.read(MOST_ANSWER)
        return Answer(answer.status)
    finally:
        watchdog.cancel()
        line.close()


def _number(host: str, port: int, own: Callable[[str], bool]) -> str:
    """Find the number of a host, none of which may be the box's.

    Raises:
        OwnAddressError: If one is.
        OSError: If there is none.
    """
    found = [str(one[4][0]) for one in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    if any(map(own, found)):
        raise OwnAddressError(f"{host} is this box")
    return found[0]


def _cut(line: socket.socket) -> None:
    """End a connection that takes too long."""
    with contextlib.suppress(OSError):
        line.shutdown(socket.SHUT_RDWR)
