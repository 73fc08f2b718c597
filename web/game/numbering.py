"""How the house numbers the points of a board whose rules have their own numbering (BF2), and counts pips.

Both are the house's and not each phone's: people at one table, the television and the voice call a point by
one number, and nobody at it is helped more than another.
"""

from __future__ import annotations

from functools import cache

from flask import Blueprint, Flask, flash, redirect, request
from flask.typing import ResponseReturnValue

from web.house.settings import HouseSettings, from_form
from web.language import points
from web.language.locale import _


def set_up(app: Flask, settings: HouseSettings) -> None:
    """Let every request know how the house numbers points; it is looked up once, where it matters."""
    app.teardown_request(lambda _error: points.ask())
    app.before_request(lambda: points.ask(cache(lambda: settings.get().points == "alike")))


def blueprint(settings: HouseSettings) -> Blueprint:
    """Build the addresses of the two forms, which stand on the play page."""
    bp = Blueprint("numbering", __name__)

    @bp.post("/points")
    def choose() -> ResponseReturnValue:
        settings.set(**from_form(request.form, "points", otherwise=_("choose how the points are numbered")))
        flash(_("So the points are numbered from now on, on every phone, on television and by the voice."))
        return redirect("/", code=303)

    @bp.post("/pips")
    def count() -> ResponseReturnValue:
        chosen = from_form(request.form, "pips", otherwise=_("choose whether pip counts are shown"))
        settings.set(**chosen)
        shown = _("Pip counts are shown from now on, on every phone and on television.")
        flash(shown if chosen["pips"] == "shown" else _("Pip counts are not shown any more."))
        return redirect("/", code=303)

    return bp
