"""Trusting the box over HTTPS and installing its page: the steps for each phone, manifest, service worker.

Browsers offer a service worker, the clipboard and the wake lock only to pages that came safely. Over plain
HTTP everything works without; nothing here is needed to play.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from flask import Blueprint, Response, jsonify, make_response, render_template, request, url_for
from flask.typing import ResponseReturnValue

from web.auth.access import POLICY, called
from web.errors import MissingError
from web.language.catalogue import LANGUAGES
from web.language.locale import _, language, speaking
from web.ports import Trust
from web.static_files import STATIC, shell_files, version_of

PAPER = "#f3ecdf"
"""The colour of the page by day, as page.css has it."""

CERTIFICATE = "application/x-x509-ca-cert"
"""What phones offer to install. Source: RFC 8555 has none of its own; all browsers know this one."""

ICONS: tuple[dict[str, str], ...] = (
    {"src": "/static/img/icon-192.png", "sizes": "192x192", "type": "image/png", "purpose": "any"},
    {"src": "/static/img/icon-512.png", "sizes": "512x512", "type": "image/png", "purpose": "any"},
    {"src": "/static/img/icon-maskable.png", "sizes": "512x512", "type": "image/png", "purpose": "maskable"},
    {"src": "/static/img/icon.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "any"},
)
"""Made by `make icons` from icon.svg."""


def blueprint(trust_of: Callable[[], Trust | None]) -> Blueprint:
    """Build the steps, the certificate's download, and what makes the page an app."""
    bp = Blueprint("install", __name__)
    version = version_of(STATIC)

    @bp.get("/install")
    def steps() -> ResponseReturnValue:
        trust = trust_of()
        return render_template(
            "box/install.html",
            trust=trust,
            address=address_of(trust) if trust else "",
            host=_host(),
            is_secure=request.is_secure,
            device=called(),
        )

    @bp.get("/install/charkoni.crt")
    @bp.get("/api/v1/charkoni.crt", endpoint="certificate_for_program")
    def certificate() -> ResponseReturnValue:
        trust = trust_of()
        if trust is None:
            raise MissingError(_("HTTPS is off, so there is no certificate: “charkoni https” turns it on"))
        return Response(trust.certificate, mimetype=CERTIFICATE)

    @bp.get("/manifest.webmanifest")
    def manifest() -> ResponseReturnValue:
        asked = request.args.get("lang", "")
        # Named in the address: a browser fetches a manifest without the phone's cookies.
        with speaking(asked if asked in LANGUAGES else language()):
            answer = jsonify(manifest_of())
        answer.mimetype = "application/manifest+json"
        return answer

    @bp.get("/worker.js")
    def worker() -> ResponseReturnValue:
        files = [url_for("static", filename=name) for name in shell_files(language())]
        told = {
            "version": version,
            "files": [*files, url_for("install.away")],
            "policy": POLICY,
        }
        text = f"const box = {json.dumps(told)};\n\n{(STATIC / 'js' / 'worker.js').read_text('utf-8')}"
        answer = make_response(text)
        answer.mimetype = "text/javascript"
        answer.headers["Cache-Control"] = "no-cache"
        return answer

    @bp.get("/away")
    def away() -> ResponseReturnValue:
        return render_template("box/away.html")

    return bp


def manifest_of() -> dict[str, Any]:
    """Describe the page as an app, in the reader's language."""
    return {
        "id": "/",
        "start_url": "/",
        "scope": "/",
        "name": _("Charkoni, the box beside the board"),
        "short_name": "Charkoni",
        "description": _("Whose turn it is, what was thrown, what is legal."),
        "lang": language(),
        "dir": "ltr",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": PAPER,
        "icons": list(ICONS),
        "shortcuts": [
            {"name": _("New game"), "url": "/new"},
            {"name": _("Rules in force"), "url": "/rules"},
        ],
        "categories": ["games"],
    }


def address_of(trust: Trust) -> str:
    """Name the page's address over HTTPS, by the name that this phone used if the certificate has it."""
    host = _host()
    known = host if host in trust.names else "charkoni.local"
    return f"https://{known}:{trust.port}/"


def _host() -> str:
    """Name the box as this phone did."""
    return urlsplit(f"//{request.host}").hostname or "charkoni.local"
