"""Who sends a request, before it is read: a phone by its cookie, a program by its token, or anybody else.

Limits count on these accounts, so that one crowd, or one phone, leaves room for the others.
"""

from __future__ import annotations

import base64
import ipaddress
import re
from collections.abc import Iterable
from itertools import islice

from web.auth.cookies import SAFE
from web.house.credentials import Phones, Tokens
from web.ports import Caller

COOKIE = "phone"
"""Holds the phone's token: http-only, same-site."""

CARRIED = 4
"""Most tokens of phones that are looked up for one request; a browser sends two, of HTTP and of HTTPS."""

# No parser of all cookies: it raises on bytes that are no UTF-8, and needs 16 ms for the longest head.
_CARRIED = re.compile(
    rf'(?:^|;)[ \t]*(?P<safe>{re.escape(SAFE)})?{COOKIE}[ \t]*=[ \t]*"?(?P<token>[^ \t";]*)'
)


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


def caller_of(
    phones: Phones, lines: Iterable[str], tokens: Tokens | None = None, authorization: Iterable[str] = ()
) -> Caller:
    """Tell who sends a request, by lines of its head; quick, as it is asked before all else.

    Args:
        phones: Which phones may act.
        lines: The values of the head's ``Cookie`` lines.
        tokens: Which programs may act; None where none can.
        authorization: The values of the head's ``Authorization`` lines, which go before cookies.
    """
    for line in authorization:
        token = bearer(line)
        if token is not None and tokens is not None:
            program = tokens.find_cached(token)
            return Caller(program.role, program.id) if program is not None else Caller()
    carried = islice((found for line in lines for found in _CARRIED.finditer(line)), CARRIED)
    for found in sorted(carried, key=lambda one: one["safe"] is None):
        token = found["token"]
        role = phones.role_cached(token)
        if role != "watcher":
            return Caller(role, phones.id_of(token))
    return Caller()


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
