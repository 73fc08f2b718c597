"""Two further faces of the game: large for a television across the room, and spoken for who does not see.

The television has no controls and may be opened by anyone on the network. The spoken page acts through the
same addresses as the play page.
"""

from __future__ import annotations

from flask import Blueprint, redirect, render_template
from flask.typing import ResponseReturnValue

from web.auth.roles import allow
from web.game.page import Page, board_of


def blueprint(page: Page) -> Blueprint:
    """Build ``/tv`` and ``/blind``."""
    bp = Blueprint("modes", __name__)

    @bp.get("/tv")
    @allow("watcher")
    def television() -> ResponseReturnValue:
        context = page.context()
        if context["view"] is None:
            return redirect("/new")
        board = board_of(context["model"], context["view"], to_touch=False)
        return render_template("game/tv.html", board=board, **context)

    @bp.get("/blind")
    @allow("watcher")
    def spoken() -> ResponseReturnValue:
        context = page.context()
        if context["view"] is None:
            return redirect("/new")
        return render_template("game/blind.html", **context)

    return bp
