"""The game spoken, for who does not see; it acts through the same addresses as the play page."""

from __future__ import annotations

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from engine.registry import games
from web.auth.roles import allow
from web.game.page import Page


def blueprint(page: Page) -> Blueprint:
    """Build ``/blind``."""
    bp = Blueprint("spoken_page", __name__)

    @bp.get("/blind")
    @allow("watcher")
    def show() -> ResponseReturnValue:
        shown = page.shown()
        if shown is None:
            return render_template("game/first.html", games=games())
        return render_template("game/blind.html", view=shown.view, box=shown.box)

    return bp
