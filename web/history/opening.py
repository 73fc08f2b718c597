"""Opening a match that was broken off in tournament mode, for phones that may change the box.

A match that is broken off may be gone on with another day, so nothing of it opens by itself.
"""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, flash, redirect, render_template
from flask.typing import ResponseReturnValue

from engine.table import Table
from web.errors import RefusedError
from web.history.archive import line_of
from web.history.closed_games import goes_on
from web.history.matches import MatchGames, match_of
from web.language.locale import _, when
from web.ports import Library


def blueprint(table: Table, library: Library, called: Callable[[], str]) -> Blueprint:
    """Build the page that asks, and what it sends.

    Args:
        table: The game on the table.
        library: All games.
        called: Names the phone of a request, for the record.
    """
    bp = Blueprint("opening", __name__)

    @bp.get("/games/<int:number>/open")
    def ask(number: int) -> ResponseReturnValue:
        match = closed_match(library, number)
        return render_template(
            "history/open.html", number=number, match=match, game=match.last, when=when, on_table=lies(match)
        )

    @bp.post("/games/<int:number>/open")
    def open_it(number: int) -> ResponseReturnValue:
        flash(open_match(table, library, number, by=called()))
        return redirect(f"/games/{number}", code=303)

    def lies(match: MatchGames) -> bool:
        now = table.model.game if table.has_game else 0
        return any(line.number == now for line in (*match.games, *match.in_vain))

    return bp


def open_match(table: Table, library: Library, number: int, *, by: str) -> str:
    """Open a match that was broken off in tournament mode; say so.

    Args:
        table: Writes it down.
        library: All games.
        number: Of any game of the match.
        by: What the phone is called that opens it.

    Raises:
        MissingError: If there is no such game.
        RefusedError: If it can be looked at already, or the disk takes nothing now.
        EngineError: If it cannot be opened.
    """
    match = closed_match(library, number)
    if library.trouble():
        # What is written in memory only would be gone with it.
        raise RefusedError(
            _("the disk cannot be written now: open the match when it can be again"), status=409
        )
    table.open_match(library.game_events(match.last.number), by=by)
    return _("The match is open: all of its games can be looked at.")


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
