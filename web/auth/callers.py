"""Who sends a request: a phone by its cookie, a program by its token, or anybody at an address."""

from __future__ import annotations

import base64
import ipaddress

COOKIE = "phone"
"""Holds the phone's token: http-only, same-site."""


def bearer(line: str) -> str | None:
    """Return the token of an ``Authorization`` line; None for one of another kind, as proxies send them.

    >>> bearer("Bearer abc"), bearer("Basic YTpi")
    ('abc', None)
    """
    kind, _, token = line.strip().partition(" ")
    return token.strip() if kind.lower() == "bearer" else None


TOKEN_USER = "token"
"""The user by whose password a camera's client sends its token."""


def password(line: str) -> str | None:
    """Return the token that an ``Authorization`` line has as the password of `TOKEN_USER`; None without one.

    >>> password("Basic dG9rZW46YWJj"), password("Basic YTpi"), password("Basic ä"), password("Bearer abc")
    ('abc', None, None, None)
    """
    kind, _, packed = line.strip().partition(" ")
    if kind.lower() != "basic":
        return None
    try:
        user, _, sent = base64.b64decode(packed, validate=True).decode().partition(":")
    except ValueError:
        return None
    return sent if user == TOKEN_USER else None


def place_of(address: str) -> str:
    """Tell where an address is, for limits: of IPv6 its network, in which a machine has as many as it likes.

    >>> place_of("192.168.1.20"), place_of("::ffff:192.168.1.20"), place_of("fd00::1:2:3:4%eth0")
    ('192.168.1.20', '192.168.1.20', 'fd00::')
    """
    try:
        number = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(number, ipaddress.IPv4Address):
        return str(number)
    if number.ipv4_mapped is not None:
        return str(number.ipv4_mapped)
    return str(ipaddress.IPv6Network((int(number) >> 64 << 64, 64)).network_address)
