"""By which address the box may be opened: by its own names and numbers, and by no other site's name.

A website can let its own name lead to the box (DNS rebinding); the browser of a phone at home would then take
the box's pages for that site's, which could read them and press their buttons. The name that a browser asks
for stands in every request, so a name that is not the box's is refused before anything else is looked at.
"""

from __future__ import annotations

import re

from flask import Flask, Response, jsonify, request
from flask.typing import ResponseReturnValue

from web.language.locale import _
from web.ports import Hosts

_HOST = re.compile(
    r"(?:\[(?P<six>[0-9a-f:.]{2,45})\]|(?P<name>[a-z0-9._-]{1,253}?)\.?)(?::[0-9]{1,5})?", re.ASCII
)
_SHOWN = 60


def name_of(host: str) -> str | None:
    """Return the name or number of what a request was sent to; None if it is none.

    >>> name_of("Charkoni.local:8000"), name_of("[fe80::1]:8000"), name_of("pi."), name_of("a b")
    ('charkoni.local', 'fe80::1', 'pi', None)
    """
    found = _HOST.fullmatch(host.lower())
    return found and (found["six"] or found["name"])


def guard_host(app: Flask, hosts: Hosts) -> None:
    """Refuse every request that was sent to another site's name."""

    @app.before_request
    def to_this_box() -> ResponseReturnValue | None:
        host = request.environ.get("HTTP_HOST")
        if host is None:  # a program of old; every browser says to whom it speaks
            return None
        name = name_of(host)
        if name is not None and hosts.known(name):
            return None
        shown = host if len(host) <= _SHOWN else f"{host[: _SHOWN - 1]}…"
        text = _(
            "The box does not answer to {host}. Open it by one of its own addresses: {addresses}. "
            "Further names can be given in its config, as “names” in the section [page].",
            host=shown,
            addresses=", ".join(hosts.addresses()),
        )
        status = 400 if name is None else 421
        # Plain text: a page of the box would tell that site something of it.
        if request.path.startswith("/api/"):
            return jsonify(error=text), status
        return Response(f"{text}\n", status=status, mimetype="text/plain")
