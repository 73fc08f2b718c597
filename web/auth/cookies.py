"""What a phone keeps for the box: cookies, over plain HTTP and over HTTPS.

A browser gives cookies of plain HTTP to HTTPS as well, and never the other way. So over HTTPS they have names
of their own, which begin with ``__Host-`` and which a browser sends over HTTPS alone; what the phone brought
from plain HTTP counts there, too.
"""

from __future__ import annotations

from flask import Flask, request
from flask.sessions import SecureCookieSessionInterface
from werkzeug.wrappers import Response

DAYS = 400
"""As long as browsers keep a cookie."""

SAFE = "__Host-"
"""Browsers take such a cookie over HTTPS alone, for one host and all its addresses. Source: RFC 6265bis."""


def carried(name: str) -> list[str]:
    """List what this request carries under a name, that of HTTPS first."""
    names = (SAFE + name, name) if request.is_secure else (name,)
    return [value for one in names if (value := request.cookies.get(one, ""))]


def is_kept(name: str, value: str) -> bool:
    """True if the phone keeps this already in the way in which this request came."""
    return request.cookies.get(_name(name)) == value


def first(name: str) -> str:
    """Return what this request carries under a name; empty if it carries nothing."""
    return next(iter(carried(name)), "")


def keep(response: Response, name: str, value: str) -> None:
    """Let the phone keep something: out of the reach of scripts and of other sites."""
    response.set_cookie(
        _name(name),
        value,
        max_age=DAYS * 86400,
        path="/",
        httponly=True,
        samesite="Lax",
        secure=request.is_secure,
    )


def drop(response: Response, name: str) -> None:
    """Let the phone keep it no longer, by whichever way it came."""
    response.delete_cookie(name, path="/")
    if request.is_secure:
        response.delete_cookie(SAFE + name, path="/", secure=True)


class Sessions(SecureCookieSessionInterface):
    """Flask's session, which carries messages to the next page, with the names of above."""

    def get_cookie_name(self, app: Flask) -> str:
        """Name the cookie of the session."""
        return _name(super().get_cookie_name(app))

    def get_cookie_secure(self, _app: Flask) -> bool:
        """True if it goes over HTTPS alone."""
        return request.is_secure


def _name(name: str) -> str:
    return SAFE + name if request.is_secure else name
