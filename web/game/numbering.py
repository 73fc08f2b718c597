"""How the house numbers the points of a board whose rules have a numbering of their own (BF2).

It is the house's and not each phone's: people at one table, the television and the voice call a point by one
number.
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
    """Build the form's address; the form stands on the play page."""
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

    return bp
