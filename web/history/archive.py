"""Keeping games: export, deletion after a question, a backup to take away, and one to be taken back.

Addresses are those of a person's browser, without a script. Deleting, and a backup, which holds the keys
of all phones, are for phones that may change the box.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import IO

from flask import Blueprint, Request, Response, flash, redirect, render_template, request
from flask.typing import ResponseReturnValue

from engine.notation import LARGEST_FILE
from engine.table import Table
from web.auth.roles import allow
from web.errors import MalformedError, MissingError
from web.language.locale import _, _n, when
from web.ports import Archive, GameLine, Holding, Library, NoBackupError

LARGEST_BACKUP = 2 * 1024**3
"""Bytes of the largest backup that is taken; the photographs are capped far below."""

_UPLOADS = {"keeping.take_back": LARGEST_BACKUP, "games_file.send": LARGEST_FILE + 4096}
"""Where large requests come in → bytes, with room for the form around the file."""


class LargeRequest(Request):
    """A request that may be large where a backup or games come in, and nowhere else."""

    @property
    def max_content_length(self) -> int | None:
        """Bytes that are read of it."""
        return _UPLOADS.get(self.endpoint or "", super().max_content_length)

    @max_content_length.setter
    def max_content_length(self, value: int | None) -> None:
        Request.max_content_length.fset(self, value)  # type: ignore[attr-defined]


def blueprint(table: Table, library: Library, archive: Archive) -> Blueprint:
    """Build the pages that keep or delete games."""
    bp = Blueprint("keeping", __name__)

    @bp.get("/games/<int:number>.jsonl")
    @allow("watcher")
    def export(number: int) -> ResponseReturnValue:
        line_of(library, number)
        return _download(archive.export(number), f"charkoni-game-{number}.jsonl")

    @bp.get("/games.jsonl")
    @allow("watcher")
    def export_all() -> ResponseReturnValue:
        return _download(archive.export(None), "charkoni-games.jsonl")

    @bp.get("/games/<int:number>/delete")
    @allow("admin")
    def ask(number: int) -> ResponseReturnValue:
        line = line_of(library, number)
        on_table = table.has_game and table.model.game == number
        return render_template("history/delete.html", game=line, on_table=on_table, when=when)

    @bp.post("/games/<int:number>/delete")
    @allow("admin")
    def delete(number: int) -> ResponseReturnValue:
        line = line_of(library, number)
        archive.delete(number, on_table=table.model.game if table.has_game else 0)
        flash(_("Game {number} was deleted.", number=line.number))
        return redirect("/games", code=303)

    @bp.get("/backup")
    @allow("admin")
    def about() -> ResponseReturnValue:
        held = archive.waiting()
        waiting = holding_words(held) if held else ""
        return render_template("history/backup.html", waiting=waiting)

    @bp.post("/backup")
    @allow("admin")
    def take_away() -> ResponseReturnValue:
        file, size = archive.back_up()
        name = f"charkoni-{datetime.now():%Y-%m-%d}.backup"
        head = {"Content-Disposition": f'attachment; filename="{name}"', "Content-Length": str(size)}
        return Response(_pieces(file), mimetype="application/octet-stream", headers=head)

    @bp.post("/backup/restore")
    @allow("admin")
    def take_back() -> ResponseReturnValue:
        sent = request.files.get("backup")
        if sent is None or not sent.filename:
            raise MalformedError(_("no file was chosen: choose the backup, then send it"))
        try:
            archive.take_back(sent.stream)
        except NoBackupError as error:
            raise MalformedError(error.message) from error
        return redirect("/backup", code=303)

    @bp.post("/backup/leave")
    @allow("admin")
    def leave() -> ResponseReturnValue:
        archive.leave()
        flash(_("The backup was put away: nothing will be restored."))
        return redirect("/backup", code=303)

    return bp


def line_of(library: Library, number: int) -> GameLine:
    """Find a game in the list.

    Raises:
        MissingError: If there is none of this number.
    """
    line = next((line for line in library.games() if line.number == number), None)
    if line is None:
        raise MissingError(_("there is no game {number}", number=number))
    return line


def holding_words(holding: Holding) -> str:
    """Tell what a backup holds: ``3 games, 40 photographs``."""
    games = _n("{count} game", "{count} games", holding.games)
    return games + ", " + _n("{count} photograph", "{count} photographs", holding.photographs)


def _pieces(file: IO[bytes]) -> Iterator[bytes]:
    """Yield a file piece by piece, and let it go."""
    with file:
        while piece := file.read(256 * 1024):
            yield piece


def _download(lines: Iterator[str], name: str) -> Response:
    head = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response((f"{line}\n" for line in lines), mimetype="application/x-ndjson", headers=head)
