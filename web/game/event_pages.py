"""What happened in the game on the table, page by page back to its beginning, to be put right there."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template
from flask.typing import ResponseReturnValue

from web.game.event_view import Events
from web.game.page import Page
from web.request_body import asked_whole


def blueprint(page: Page, events: Events) -> Blueprint:
    """Build ``/earlier``."""
    bp = Blueprint("event_pages", __name__)

    @bp.get("/earlier")
    def show() -> ResponseReturnValue:
        before = asked_whole("before", 0)
        shown = page.shown()
        if shown is None:
            return redirect("/new")
        listed = events.page(shown.model, before=before)
        return render_template("game/earlier.html", view=shown.view, listed_events=listed)

    return bp
