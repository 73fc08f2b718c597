"""The page on which the clock of a match is put right."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template
from flask.typing import ResponseReturnValue

from engine.table import Table
from engine.table.commands.match import LONGEST_WHY
from web.house.clocks import MatchClocks
from web.match.clock_view import clock_words


def blueprint(table: Table, clocks: MatchClocks) -> Blueprint:
    """Build ``/clock``; what it sends goes to the action `web.game.actions.TimeAction`."""
    bp = Blueprint("clock_page", __name__)

    @bp.get("/clock")
    def ask() -> ResponseReturnValue:
        model = table.model if table.has_game else None
        reading = clocks.read(model) if model is not None else None
        if model is None or reading is None:
            return redirect("/")
        return render_template(
            "game/clock.html",
            view={"seq": model.seq, "setup": model.setup},
            now=clock_words(reading, model),
            running=reading.running,
            longest_why=LONGEST_WHY,
        )

    return bp
