"""Sends one message to one address: signed, in ten seconds at most, without following anybody elsewhere.

Source of the signature: https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
"""

from __future__ import annotations

import base64
import contextlib
import hashlib
import hmac
import http.client
import ipaddress
import json
import queue
import socket
import ssl
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any
from urllib.parse import urlsplit

from web.house.connections import Webhook

POST_S = 10.0
"""So long an address may take, from its name to its answer."""

MOST_ANSWER = 64 * 1024
"""Bytes of an answer that are read; nobody looks at them."""


TOLERANCE_S = 300.0
"""Receivers refuse a message whose time is further from their own, as the libraries of the standard do."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of a message."""

    status: int = 0
    """Of HTTP; 0 where there was no answer."""
    error: Exception | None = None
    ahead_s: float = 0.0
    """So far the clock of the address is before that of the box, as far as it says; below 0 behind it."""

    @property
    def is_taken(self) -> bool:
        """True if the address has it."""
        return 200 <= self.status < 300

    @property
    def is_late(self) -> bool:
        """True if the address refuses it, and the clocks are so far apart that it must."""
        return 400 <= self.status < 500 and abs(self.ahead_s) > TOLERANCE_S


class OwnAddressError(OSError):
    """An address leads to the box itself."""


class LinkLocalAddressError(OSError):
    """An address leads to a number that a computer gives itself: of a cable, a router, or a cloud's keys."""


_NAT64 = ipaddress.ip_network("64:ff9b::/96")
_COMPATIBLE = ipaddress.ip_network("::/96")
"""Numbers that have one of IPv4 at their end. Sources: RFC 6052 and RFC 4291."""


def is_link_local(number: str) -> bool:
    """True if a number is link-local, or leads to such a one of IPv4.

    >>> is_link_local("fe80::1%eth0"), is_link_local("::ffff:169.254.169.254"), is_link_local("192.168.1.5")
    (True, True, False)
    """
    found = ipaddress.ip_address(number.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address):
        inside = found.ipv4_mapped or found.sixtofour
        if inside is None and (found in _NAT64 or found in _COMPATIBLE):
            inside = ipaddress.IPv4Address(found.packed[-4:])
        return found.is_link_local or (inside is not None and inside.is_link_local)
    return found.is_link_local


def is_own(number: str) -> bool:
    """True if a number is one of this computer's: a socket can be bound to it.

    >>> is_own("127.8.9.1"), is_own("::ffff:127.0.0.1"), is_own("192.0.2.1")
    (True, True, False)
    """
    plain = number.partition("%")[0]
    mapped = getattr(ipaddress.ip_address(plain), "ipv4_mapped", None)
    if mapped is not None:
        return is_own(str(mapped))
    family = socket.AF_INET6 if ":" in plain else socket.AF_INET
    for found in socket.getaddrinfo(number, 0, family, socket.SOCK_DGRAM, flags=socket.AI_NUMERICHOST):
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            try:
                probe.bind(found[4])  # with its zone, without which a number of one network alone is none
            except OSError:
                continue
        return True
    return False


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
        return _posted(hook.url, head, body, clock, own)
    except (OSError, http.client.HTTPException, ValueError) as error:
        return Answer(0, error)


def _posted(
    url: str, head: Mapping[str, str], body: bytes, clock: Callable[[], float], own: Callable[[str], bool]
) -> Answer:
    """Send it to a number that was looked at, so that a name cannot lead elsewhere meanwhile."""
    parts = urlsplit(url)
    host, secure = parts.hostname or "", parts.scheme == "https"
    port = parts.port or (443 if secure else 80)
    until = time.monotonic() + POST_S
    line = _line(_numbers(host, port, own, until), port, until)
    watchdog: threading.Timer | None = None
    try:
        if secure:
            line.settimeout(_left(until))
            line = ssl.create_default_context().wrap_socket(line, server_hostname=host)
        watchdog = threading.Timer(_left(until), _cut, args=(line,))
        watchdog.daemon = True
        watchdog.start()
        connection = http.client.HTTPConnection(host, port)
        connection.sock = line
        target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        connection.request("POST", target, body, dict(head))
        answer = connection.getresponse()
        with contextlib.suppress(OSError, http.client.HTTPException, ValueError):
            answer.read(MOST_ANSWER)
        return Answer(answer.status, ahead_s=_ahead_s(answer.getheader("Date"), clock()))
    finally:
        if watchdog is not None:
            watchdog.cancel()
        line.close()


def _left(until: float) -> float:
    return max(0.1, until - time.monotonic())


def _numbers(host: str, port: int, own: Callable[[str], bool], until: float) -> list[str]:
    """Find the numbers of a host, none of which may be the box's or link-local.

    Raises:
        OwnAddressError: If one is the box's.
        LinkLocalAddressError: If one is link-local.
        OSError: If there is none, or nobody says so in time.
    """
    answered: queue.SimpleQueue[list[str] | Exception] = queue.SimpleQueue()

    def ask() -> None:
        try:
            found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
            answered.put([str(one[4][0]) for one in found])
        except (OSError, UnicodeError) as error:
            answered.put(error)

    # A server of names that is away takes longer than an address may.
    threading.Thread(target=ask, name="webhook-name", daemon=True).start()
    try:
        numbers = answered.get(timeout=_left(until))
    except queue.Empty as error:
        raise TimeoutError(f"nobody says where {host} is") from error
    if isinstance(numbers, Exception):
        raise numbers
    if any(map(own, numbers)):
        raise OwnAddressError(f"{host} is this box")
    if any(map(is_link_local, numbers)):
        raise LinkLocalAddressError(f"{host} is link-local")
    return list(dict.fromkeys(numbers))


def _line(numbers: list[str], port: int, until: float) -> socket.socket:
    """Connect to the first number that answers.

    Raises:
        OSError: If none does.
    """
    error = OSError("there is no number")
    for n, number in enumerate(numbers, 1):
        share = 1 if n == len(numbers) else 2
        try:
            line = socket.create_connection((number, port), timeout=_left(until) / share)
        except OSError as failed:
            error = failed
        else:
            line.settimeout(_left(until))
            return line
    raise error


def _ahead_s(date: str | None, now_s: float) -> float:
    """Tell how far a clock is before ours by the date of an answer; 0 where it says none."""
    try:
        return parsedate_to_datetime(date or "").timestamp() - now_s
    except (ValueError, OverflowError, OSError):
        return 0.0


def _cut(line: socket.socket) -> None:
    """End a connection that takes too long."""
    with contextlib.suppress(OSError):
        line.shutdown(socket.SHUT_RDWR)
