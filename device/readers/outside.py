"""Targets outside of the home network, which the service of the box does not reach by itself."""

from __future__ import annotations

import contextlib
import ipaddress
import socket
from collections.abc import Callable

from engine.messages import Message

OUTSIDE = Message(
    "The service reaches the home network alone. For a target outside of it: {command}, and there {line}",
    {"command": "sudo systemctl edit charkoni", "line": "\n[Service]\nIPAddressAllow=any"},
)
"""What lets the service of the box speak to a computer beyond the home network; systemd wants two lines."""


def is_outside(
    host: str,
    port: int,
    *,
    resolve: Callable[..., list[tuple[object, object, object, str, tuple[object, ...]]]] = socket.getaddrinfo,  # type: ignore[assignment]
) -> bool:
    """True if a name or number leads out of the home network; a name that nobody knows does not."""
    with contextlib.suppress(OSError, ValueError, UnicodeError):
        found = {str(one[4][0]) for one in resolve(host, port, type=socket.SOCK_STREAM)}
        return any(ipaddress.ip_address(number.partition("%")[0]).is_global for number in found)
    return False
