"""What happened: the events of the journal by their names, and the lines of the page's list."""

from __future__ import annotations

from flask import request

from engine.events import Logged
from engine.table.tournament import without_hints
from web.api.routes import Routes
from web.connections.messages import event_message
from web.connections.schemas import schemas
from web.errors import MalformedError
from web.game.event_view import EVENTS_SHOWN
from web.language.event_list import EventLine
from web.request_body import asked_whole
from web.verbs.verb import TEXT, TRUTH, WHOLE, Answer, Json, Parts, shape, written

MOST = 200
"""Lines or events of one answer."""

ROUTES = Routes()

_NAMED = {name: part for name, part in schemas()["event"].items() if name not in ("$schema", "title")}

_LIST = {
    "type": "object",
    "required": ["events"],
    "anyOf": [
        shape({"events": {"type": "array", "items": written(EventLine)}, "earlier": TRUTH}),
        shape({"events": {"type": "array", "items": _NAMED}, "more": TRUTH, "newest": TEXT}),
    ],
    "properties": {
        "events": {"type": "array"},
        "earlier": {**TRUTH, "description": "There are older lines."},
        "more": {**TRUTH, "description": "There are newer events."},
        "newest": {**TEXT, "description": "The name of the newest event of all; empty before the first."},
    },
}


@ROUTES.get(
    "/events",
    Answer(_LIST, description="Lines, the newest first; or events, the oldest first."),
    asks={
        "since": (
            TEXT,
            "Give events as MQTT does, behind this one: BOX/LIFE/NUMBER, a number, or nothing for all. "
            "Left out, lines of the page's list.",
        ),
        "before": (WHOLE, "Of lines: only what happened before this event; left out, the newest."),
        "limit": ({"type": "integer", "minimum": 1, "maximum": MOST}, "So many at most; left out, 40."),
    },
    needs="names",
)
def events(on: Parts) -> Json:
    """List what happened: in the game on the table, or with `since` the events of all games."""
    limit = asked_whole("limit", EVENTS_SHOWN, least=1, most=MOST)
    since = request.args.get("since")
    if since is not None:
        return _since(on, since, limit)
    before = asked_whole("before", 0)
    table = on.shown.table
    if not table.has_game:
        return {"events": [], "earlier": False}
    listed = on.events.page(table.model, before=before, limit=limit)
    return {"events": listed.lines, "earlier": listed.earlier is not None}


def _since(on: Parts, since: str, limit: int) -> Json:
    """List events behind one, as a program that follows asks for them."""
    assert on.names is not None
    names, library = on.names(), on.shown.library
    if since.isascii() and since.isdigit() and len(since) < 16:
        at = int(since)
    elif since:
        try:
            at = names.place_of(since) or 0  # of an unknown life: who asks leaves out what it knows
        except ValueError as error:
            raise MalformedError(
                f"since is {since[:60]!r}: give BOX/LIFE/NUMBER, a number, or nothing"
            ) from error
    else:
        at = 0
    found: list[Logged] = []
    while len(found) <= limit and (some := library.played(since=at, limit=limit + 1)):
        found += _told(on, some)
        at = some[-1].seq
    newest, before = library.last_seq(), _before(on, found[0].seq) if found else 0
    told = []
    for one in found[:limit]:
        told.append(event_message(one, name=names.name(one.seq), prev=names.name(before) if before else ""))
        before = one.seq
    return {"events": told, "more": len(found) > limit, "newest": names.name(newest) if newest else ""}


def _before(on: Parts, seq: int) -> int:
    """Find the event before one that others are told of; 0 for none."""
    while some := on.shown.library.played_before(seq, limit=20):
        if told := _told(on, some):
            return told[0].seq
        seq = some[-1].seq
    return 0


def _told(on: Parts, some: list[Logged]) -> list[Logged]:
    """Leave out what would help in a tournament, as every stream does."""
    table = on.shown.table
    return without_hints(some, table.model) if some and table.has_game else some
