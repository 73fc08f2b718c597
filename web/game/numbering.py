"""How the house numbers the points of a board whose rules have their own numbering (BF2), and counts pips.

Both are the house's and not each phone's: people at one table, the television and the voice call a point by
one number, and nobody at it is helped more than another.
"""

from __future__ import annotations

from functools import cache

from flask import Blueprint, Flask, flash, redirect, request
from flask.typing import ResponseReturnValue

from web.auth.roles import allow
from web.errors import MalformedError
from web.language import points
from web.language.locale import _
from web.ports import Settings


def set_up(app: Flask, settings: Settings) -> None:
    """Let every request know how the house numbers points; it is looked up once, where it matters."""
    app.teardown_request(lambda _error: points.ask())
    app.before_request(lambda: points.ask(cache(lambda: settings.get().get(points.SETTING) == "alike")))


def blueprint(settings: Settings) -> Blueprint:
    """Build the addresses of the two forms, which stand on the play page."""
    bp = Blueprint("numbering", __name__)

    @bp.post("/points")
    @allow("player")
    def choose() -> ResponseReturnValue:
        chosen = request.form.get(points.SETTING, "")
        if chosen not in points.CHOICES:
            raise MalformedError(_("choose how the points are numbered"))
        settings.set({points.SETTING: chosen})
        flash(_("So the points are numbered from now on, on every phone, on television and by the voice."))
        return redirect("/", code=303)

    @bp.post("/pips")
    @allow("player")
    def count() -> ResponseReturnValue:
        chosen = request.form.get(points.PIPS, "")
        if chosen not in points.PIP_CHOICES:
            raise MalformedError(_("choose whether pip counts are shown"))
        settings.set({points.PIPS: chosen})
        shown = _("Pip counts are shown from now on, on every phone and on television.")
        flash(shown if chosen == "shown" else _("Pip counts are not shown any more."))
        return redirect("/", code=303)

    return bp
