"""What happened in the game on the table, page by page back to its beginning, to be put right there."""

from __future__ import annotations

from flask import Blueprint, jsonify, redirect, render_template
from flask.typing import ResponseReturnValue

from web.as_json import as_json
from web.auth.roles import allow
from web.game.event_view import EVENTS_SHOWN, Events
from web.game.page import Page
from web.match.shown import OnTable
from web.request_body import asked_whole

MOST = 200
"""Lines that a program gets at once."""


def blueprint(page: Page, table: OnTable, events: Events) -> Blueprint:
    """Build ``/earlier`` and ``/api/v1/events``."""
    bp = Blueprint("event_pages", __name__)

    @bp.get("/earlier")
    @allow("watcher")
    def show() -> ResponseReturnValue:
        before = asked_whole("before", 0)
        shown = page.shown()
        if shown is None:
            return redirect("/new")
        listed = events.page(shown.model, before=before)
        return render_template("game/earlier.html", view=shown.view, listed_events=listed)

    @bp.get("/api/v1/events")
    @allow("watcher")
    def read() -> ResponseReturnValue:
        before, limit = asked_whole("before", 0), asked_whole("limit", EVENTS_SHOWN, least=1, most=MOST)
        if not table.has_game:
            return jsonify(events=[], earlier=False)
        listed = events.page(table.model, before=before, limit=limit)
        return jsonify(events=as_json(listed.lines), earlier=listed.earlier is not None)

    return bp
