"""A backup to take away, and one to be taken back, over Wi-Fi that is slow and breaks off.

What is downloaded is kept for a while under an address of its own, so that a browser goes on where it was.
What is uploaded comes in pieces from the page's script, which shows how far it is and goes on after a break;
without a script a plain form sends it at once. Both are for phones that may change the box: a backup holds
the keys of all.
"""

from __future__ import annotations

import io
import re
from datetime import datetime
from typing import IO, cast

from flask import (
    Blueprint,
    Request,
    current_app,
    jsonify,
    redirect,
    render_template,
    request,
    send_file,
)
from flask.typing import ResponseReturnValue
from werkzeug.formparser import FormDataParser
from werkzeug.utils import cached_property
from werkzeug.wsgi import LimitedStream

from engine.notation import LARGEST_FILE
from web.auth.access import must_not_outlive
from web.errors import MalformedError, MissingError, RefusedError
from web.house.settings import HouseSettings
from web.language.locale import _, _n
from web.ports import LARGEST_BACKUP, Archive, Holding, NoBackupError

PIECE = 4 * 1024**2
"""Bytes of a piece that the script sends: what is lost at most when Wi-Fi breaks off."""

_MARK = re.compile(r"[0-9a-f-]{1,64}")

_LARGEST = {
    "backup.take_back": LARGEST_BACKUP,
    "backup.take_piece": PIECE,
    "backup.take_piece_of_program": PIECE,
    "programs.POST /imports": LARGEST_FILE,
    "games_file.send": LARGEST_FILE + 4096,  # with room for the form around the file
}
"""Bytes that are read of a request, by its endpoint, where they are more than of others."""


class _Unannounced(LimitedStream):
    """A body of which nobody knows how long it is: one byte too many refuses it."""

    readall = (
        io.RawIOBase.readall
    )  # Werkzeug's own returns the beginning of what is too large, as if it were all


class LargeRequest(Request):
    """A request that may be large and slow where a backup comes in, and nowhere else."""

    _coming: IO[bytes] | None = None

    @property
    def max_content_length(self) -> int | None:
        """Bytes that are read of it."""
        return _LARGEST.get(self.endpoint or "", super().max_content_length)

    @max_content_length.setter
    def max_content_length(self, value: int | None) -> None:
        Request.max_content_length.fset(self, value)  # type: ignore[attr-defined]

    @cached_property
    def stream(self) -> IO[bytes]:
        """What is sent, and no more than may be."""
        most = self.max_content_length
        if most is not None and self.content_length is None and "wsgi.input_terminated" in self.environ:
            return cast(IO[bytes], _Unannounced(self.environ["wsgi.input"], most + 1, is_max=True))
        return super().stream

    def make_form_data_parser(self) -> FormDataParser:
        """Make what reads a form, which is about to be read."""
        if self.endpoint == "backup.take_back":
            take_long(self)
        return super().make_form_data_parser()

    def _get_file_stream(
        self,
        total_content_length: int | None,
        content_type: str | None,
        filename: str | None = None,
        content_length: int | None = None,
    ) -> IO[bytes]:
        """Make the file for what a form sends; a backup goes to the disk at once, and to the data folder."""
        if self.endpoint != "backup.take_back":
            return super()._get_file_stream(total_content_length, content_type, filename, content_length)
        if self._coming is not None:
            raise RefusedError(_("a form sends one file: choose the backup alone, then send it"), status=400)
        archive: Archive = current_app.extensions["archive"]
        self._coming = archive.incoming(total_content_length or 0)
        return self._coming

    def close(self) -> None:
        """Let go what came, also where reading it broke off."""
        super().close()
        if self._coming is not None:
            self._coming.close()


def take_long(asked: Request) -> None:
    """Let a request and its answer take long, as long as they go on; the box's server knows how."""
    pace = asked.environ.get("charkoni.pace")
    if pace is not None:
        pace()


def blueprint(archive: Archive, settings: HouseSettings) -> Blueprint:
    """Build the page of the backup."""
    bp = Blueprint("backup", __name__)

    @bp.get("/backup")
    def about() -> ResponseReturnValue:
        held = archive.waiting()
        return render_template(
            "history/backup.html",
            waiting=holding_words(held) if held else "",
            boards=settings.get().board_pictures,
            piece=PIECE,
            largest=LARGEST_BACKUP,
        )

    @bp.get("/backup/file/<tag>")
    @bp.get("/api/v1/backup/file/<tag>", endpoint="file_for_program")
    def file(tag: str) -> ResponseReturnValue:
        must_not_outlive(0)  # it holds the keys of the house
        found = archive.backup_file(tag)
        if found is None:
            raise MissingError(_("this backup is no longer kept: make another one under “Backup”"))
        take_long(request)
        answer = send_file(
            found.path,
            mimetype="application/octet-stream",
            as_attachment=True,
            download_name=f"charkoni-{datetime.now():%Y-%m-%d}.backup",
            conditional=True,  # answers a Range, and If-Range by the tag
            etag=found.tag,
            last_modified=None,
        )
        answer.headers["Cache-Control"] = "private, no-cache"  # where nothing may be stored, nothing goes on
        return answer

    @bp.post("/backup/restore")
    def take_back() -> ResponseReturnValue:
        must_not_outlive(0)  # its phones come in from then on
        sent = request.files.get("backup")
        if sent is None or not sent.filename:
            raise MalformedError(_("no file was chosen: choose the backup, then send it"))
        try:
            archive.take_back(sent.stream)
        except NoBackupError as error:
            raise MalformedError(error.message) from error
        return redirect("/backup", code=303)

    @bp.post("/backup/pieces")
    @bp.post("/api/v1/backup/pieces", endpoint="take_piece_of_program")
    def take_piece() -> ResponseReturnValue:
        must_not_outlive(0)
        mark, size, at = request.args.get("file", ""), _number("size"), _number("at")
        if not _MARK.fullmatch(mark):
            raise MalformedError(f"'file' is {mark[:80]!r}: give up to 64 of 0-9, a-f and -")
        if not 0 < size <= LARGEST_BACKUP:
            raise RefusedError(
                _(
                    "this file has {size} MB: a backup has at most {largest}",
                    size=size // 1_000_000,
                    largest=LARGEST_BACKUP // 1_000_000,
                ),
                status=413,
            )
        take_long(request)
        try:
            have, ready = archive.take_piece(mark, size, at, request.stream.read)
        except NoBackupError as error:
            raise MalformedError(error.message) from error
        return jsonify(have=have, ready=ready)

    return bp


def holding_words(holding: Holding) -> str:
    """Tell what a backup holds: ``3 games, 40 photographs``."""
    games = _n("{count} game", "{count} games", holding.games)
    return games + ", " + _n("{count} photograph", "{count} photographs", holding.photographs)


def _number(name: str) -> int:
    """Read a number of bytes from the address.

    Raises:
        MalformedError: If it is none.
    """
    given = request.args.get(name, "")
    if not (given.isascii() and given.isdigit() and len(given) < 16):
        raise MalformedError(f"{name!r} is {given[:80]!r}: give a number of bytes")
    return int(given)
