"""Games that come in from a file, and the backup: sent, looked at, kept or put away."""

from __future__ import annotations

from flask import request

from web.api.routes import Routes
from web.errors import MalformedError
from web.history import games_file
from web.history.backup import PIECE, holding_words
from web.ports import LARGEST_BACKUP
from web.verbs.verb import TEXT, TRUTH, WHOLE, Answer, Json, Parts, shape, there, written

ROUTES = Routes()


_FILE = shape(
    {
        "number": WHOLE,
        "name": TEXT,
        "games": {"type": "array", "items": written(games_file.GameLine)},
        "error": {**TEXT, "description": "What cannot be read behind the games; empty for a whole file."},
    }
)


@ROUTES.get(
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
    takes_file=True,
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
    held = there(on.archive).waiting()
    return {
        "waiting": holding_words(held) if held else "",
        "board_pictures": on.settings.get().board_pictures,
        "piece": PIECE,
        "largest": LARGEST_BACKUP,
    }


def _file(on: Parts, number: int) -> Json:
    sent = on.files.get(number)
    lines = games_file.lines_of(sent, there(on.archive))
    return {
        "number": number,
        "name": sent.name,
        "games": lines,
        "error": sent.why,
    }
