"""Keeping games: export, and deletion after a question, which is for phones that may change the box."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator

from flask import Blueprint, Response, render_template
from flask.typing import ResponseReturnValue

from engine.table import Table
from web.errors import MissingError, RefusedError
from web.history.closed_games import closed, must_be_open
from web.language.locale import _, when
from web.match.shown import Shown
from web.ports import Archive, GameLine, Library

EXPORTS = 3
"""So many may export all games at once: each holds a thread of the server for as long as its phone reads."""


def blueprint(table: Table, shown: Shown, archive: Archive) -> Blueprint:
    """Build the pages that keep or delete games."""
    bp = Blueprint("keeping", __name__)
    library = shown.library
    exports = threading.BoundedSemaphore(EXPORTS)

    @bp.get("/games/<int:number>.jsonl")
    @bp.get("/api/v1/games/<int:number>.jsonl", endpoint="export_to_program")
    def export(number: int) -> ResponseReturnValue:
        must_be_open(line_of(library, number), library.games())
        shown.must_not_be_held(number)
        return _download(archive.export(number), f"charkoni-game-{number}.jsonl")

    @bp.get("/games.jsonl")
    @bp.get("/api/v1/games.jsonl", endpoint="export_all_to_program")
    def export_all() -> ResponseReturnValue:
        if not exports.acquire(blocking=False):
            raise RefusedError(
                _("other phones are exporting all games now: try again when they have them"), status=429
            )
        left = closed(library.games()) | shown.held()
        answer = _download(_without(archive.export(None), left), "charkoni-games.jsonl")
        answer.call_on_close(exports.release)
        return answer

    @bp.get("/games/<int:number>/delete")
    def ask(number: int) -> ResponseReturnValue:
        line = line_of(library, number)
        on_table = table.has_game and table.model.game == number
        return render_template("history/delete.html", game=line, on_table=on_table, when=when)

    return bp


def _without(pieces: Iterator[str], left: frozenset[int]) -> Iterator[str]:
    """Leave games out; all lines of a game come together."""
    for piece in pieces:
        if not left or not piece or json.loads(piece.partition("\n")[0])["game"] not in left:
            yield piece


def line_of(library: Library, number: int) -> GameLine:
    """Find a game in the list.

    Raises:
        MissingError: If there is none of this number.
    """
    line = next((line for line in library.games() if line.number == number), None)
    if line is None:
        raise MissingError(_("there is no game {number}", number=number))
    return line


def _download(pieces: Iterator[str], name: str) -> Response:
    head = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(pieces, mimetype="application/x-ndjson", headers=head)
