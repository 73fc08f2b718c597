"""The lamps of the page, what is wired to which pin, and the drawing of it."""

from __future__ import annotations

from flask import Blueprint, Response, abort, render_template
from flask.typing import ResponseReturnValue

from web.language.messages import said
from web.ports import Lamps


def blueprint(lamps: Lamps) -> Blueprint:
    """Build ``/lamps`` and ``/wiring.svg``."""
    bp = Blueprint("wiring", __name__)

    @bp.get("/lamps")
    def show() -> ResponseReturnValue:
        return render_template(
            "box/lamps.html", wiring=lamps.wiring(), lamps=lamps.state(), drawn=bool(lamps.header(said))
        )

    @bp.get("/wiring.svg")
    @bp.get("/api/v1/wiring.svg", endpoint="header_for_program")
    def header() -> ResponseReturnValue:
        drawn = lamps.header(said)
        if not drawn:
            abort(404)
        response = Response(drawn, mimetype="image/svg+xml")
        # The drawing has its colours, light and dark, within itself, and nothing else may come with it.
        response.headers["Content-Security-Policy"] = "default-src 'none'; style-src 'unsafe-inline'"
        return response

    return bp
