"""The game large, for a television across the room: without controls, for anyone on the network."""

from __future__ import annotations

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from web.auth.roles import allow
from web.game.page import Page, board_of


def blueprint(page: Page) -> Blueprint:
    """Build ``/tv``."""
    bp = Blueprint("television", __name__)

    @bp.get("/tv")
    @allow("watcher")
    def show() -> ResponseReturnValue:
        shown = page.shown()
        if shown is None:
            return render_template("game/first_tv.html")
        return render_template("game/tv.html", board=board_of(shown, to_touch=False), view=shown.view)

    return bp
