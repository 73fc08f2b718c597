"""Opening a match that was broken off in tournament mode, for phones that may change the box.

A match that is broken off may be gone on with another day, so nothing of it opens by itself.
"""

from __future__ import annotations

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from engine.table import Table
from web.errors import RefusedError
from web.history.archive import line_of
from web.history.closed_games import goes_on
from web.history.matches import MatchGames, match_of
from web.language.locale import _, when
from web.ports import Library


def blueprint(table: Table, library: Library) -> Blueprint:
    """Build the page that asks."""
    bp = Blueprint("opening", __name__)

    @bp.get("/games/<int:number>/open")
    def ask(number: int) -> ResponseReturnValue:
        match = closed_match(library, number)
        return render_template(
            "history/open.html", number=number, match=match, game=match.last, when=when, on_table=lies(match)
        )

    def lies(match: MatchGames) -> bool:
        now = table.model.game if table.has_game else 0
        return any(line.number == now for line in (*match.games, *match.in_vain))

    return bp


def closed_match(library: Library, number: int) -> MatchGames:
    """Find a match that cannot be looked at yet, by the number of any of its games.

    Raises:
        MissingError: If there is no such game.
        RefusedError: If it can be looked at.
    """
    match = match_of(library.games(), line_of(library, number))
    if match is None or not goes_on(match.last):
        raise RefusedError(
            _("game {number} can be looked at: there is nothing to open", number=number), status=409
        )
    return match
