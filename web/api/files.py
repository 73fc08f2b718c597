"""Games that come in from a file, and the backup: sent, looked at, kept or put away."""

from __future__ import annotations

from typing import Annotated

from flask import request

from engine.record import About, write
from web.api.routes import (
    DID,
    TEXT,
    TRUTH,
    WHOLE,
    Answer,
    Json,
    Parts,
    Routes,
    Sure,
    done,
    must_be_sure,
    shape,
)
from web.auth.access import must_not_outlive
from web.errors import MalformedError
from web.history import backup, games_file
from web.history.backup import PIECE, holding_words
from web.ports import LARGEST_BACKUP, Archive

ROUTES = Routes()


_CHOSEN = Annotated[tuple[int, ...], About("Which games are kept, by their numbers in the file.")]
_FILE = shape(
    {
        "number": WHOLE,
        "name": TEXT,
        "games": {"type": "array", "items": {"type": "object"}},
        "error": {**TEXT, "description": "What cannot be read behind the games; empty for a whole file."},
    }
)


@ROUTES.post(
    "/imports",
    Answer(
        _FILE, status=201, description="It is held until it is kept or put away, and nothing is kept yet."
    ),
    needs="archive",
    asks={
        "name": ({**TEXT, "maxLength": 200}, "What the file is called; left out, games."),
        "part": (
            {"type": "string", "enum": ["1"]},
            "1 holds what stands before a place that cannot be read; left out, such a file is refused.",
        ),
    },
    binary=True,
)
def send(on: Parts) -> Json:
    """Send a file of games (.mat, .sgf, a record of the box) as it is, to look at what it holds."""
    name = request.args.get("name", "") or "games"
    if len(name) > 200:
        raise MalformedError("'name' is too long: at most 200 letters are taken")
    if not request.content_length and "Transfer-Encoding" not in request.headers:
        raise MalformedError("nothing was sent: send the file itself as the body")
    number = games_file.take_file(on.files, request.stream, name=name, part=request.args.get("part") == "1")
    return _file(on, number)


@ROUTES.get("/imports/<int:number>", Answer(_FILE, description="What it holds."), needs="archive")
def look(on: Parts, number: int) -> Json:
    """Look at a file that was sent: its games, and where they differ from the rules."""
    return _file(on, number)


@ROUTES.post("/imports/<int:number>/keep", DID, needs="archive", takes={"games": _CHOSEN})
def keep(on: Parts, number: int, games: frozenset[int]) -> Json:
    """Keep games of a file."""
    return done(games_file.keep_file(on.files, number, games, table=on.table, archive=_archive(on)))


@ROUTES.post("/imports/<int:number>/leave", DID, needs="archive")
def put_away(on: Parts, number: int) -> Json:
    """Put a file away: nothing is imported."""
    on.files.get(number)
    return done(games_file.put_away(on.files, number))


@ROUTES.get(
    "/backup",
    Answer(
        shape({"waiting": TEXT, "board_pictures": TRUTH, "piece": WHOLE, "largest": WHOLE}),
        description="What lies ready for the next start, in words; empty for nothing.",
    ),
    needs="archive",
)
def about(on: Parts) -> Json:
    """Read what is to be restored, and how a backup is sent."""
    held = _archive(on).waiting()
    return {
        "waiting": holding_words(held) if held else "",
        "board_pictures": on.settings.get().board_pictures,
        "piece": PIECE,
        "largest": LARGEST_BACKUP,
    }


@ROUTES.post(
    "/backup",
    Answer(
        shape({"tag": TEXT, "bytes": WHOLE, "file": {**TEXT, "description": "Where it is downloaded."}}),
        status=201,
        description="It is kept for a while.",
    ),
    needs="archive",
    takes={
        "board_pictures": Annotated[
            bool, About("Pictures of the board go in, too; left out, as it was chosen.")
        ]
    },
    optional=("board_pictures",),
)
def make(on: Parts, *, board_pictures: bool | None = None) -> Json:
    """Make a backup, to be downloaded. It holds the keys of the phones, and no token."""
    must_not_outlive(0)
    boards = on.settings.get().board_pictures if board_pictures is None else board_pictures
    made = backup.make_backup(_archive(on), on.settings, boards=boards)
    return {"tag": made.tag, "bytes": made.bytes, "file": f"/api/v1/backup/file/{made.tag}"}


@ROUTES.post("/backup/leave", DID, needs="archive", takes={"sure": Sure}, optional=("sure",))
def leave(on: Parts, *, sure: bool = False) -> Json:
    """Put the backup away that lies ready for the next start: nothing will be restored."""
    must_be_sure(sure)
    return done(backup.put_away(_archive(on)))


def _file(on: Parts, number: int) -> Json:
    sent = on.files.get(number)
    lines = games_file.lines_of(sent, _archive(on))
    return {
        "number": number,
        "name": sent.name,
        "games": [write(line) for line in lines],
        "error": sent.why,
    }


def _archive(on: Parts) -> Archive:
    assert on.archive is not None
    return on.archive
