"""What was played: games, matches, throws, events; and the files that games and backups come in."""

from __future__ import annotations

from typing import Any

from flask import request

from engine.events import Logged
from engine.registry import game_info
from engine.table.tournament import without_hints
from web.api.routes import Routes
from web.connections.messages import event_message
from web.connections.schemas import schemas
from web.errors import MalformedError, MissingError
from web.game.event_view import EVENTS_SHOWN
from web.history import games_file
from web.history.archive import line_of
from web.history.backup import PIECE, holding_words
from web.history.closed_games import closed, must_be_open
from web.history.games import countable
from web.history.match_files import MatchLines, matches_of
from web.history.match_pages import match_found
from web.history.throws import AllThrows
from web.history.turn_lines import TurnLine
from web.language.event_list import EventLine, told
from web.language.locale import _, language
from web.ports import LARGEST_BACKUP, GameLine
from web.request_body import asked_whole
from web.rules.differences import OptionLine
from web.rules.rule_pages import options_of
from web.verbs.verb import MOMENT, TEXT, TRUTH, WHOLE, Answer, Json, Parts, listing, shape, there

MOST = 100
"""Games, matches or lines of one answer."""

ROUTES = Routes()

_LIMIT = ({"type": "integer", "minimum": 1, "maximum": MOST}, f"So many at most; left out, {MOST}.")
_BEFORE = (WHOLE, "Only what has a lower number; left out, the newest.")
_NAMES: Json = {"type": "array", "items": TEXT}
_GAME = shape(
    {
        "number": WHOLE,
        "game": TEXT,
        "preset": TEXT,
        "players": _NAMES,
        "started": MOMENT,
        "events": WHOLE,
        "ended": TRUTH,
        "winners": _NAMES,
        "points": {"type": ["integer", "null"]},
        "match": {"type": ["integer", "null"], "description": "The first game of its match; null for none."},
        "open": {**TRUTH, "description": "False while its match goes on in tournament mode."},
        "on_table": TRUTH,
    }
)
_MATCH = shape(
    {
        "number": {**WHOLE, "description": "Of the match, as on its page."},
        "length": {**WHOLE, "description": "Points that win it; 0 for money."},
        "score": {"type": "array", "items": WHOLE},
        "over": TRUTH,
        "players": _NAMES,
        "games": {"type": "array", "items": WHOLE},
    }
)


@ROUTES.get(
    "/games",
    Answer(listing("games", _GAME, more=TRUTH), description="The newest first."),
    asks={"before": _BEFORE, "limit": _LIMIT},
)
def games(on: Parts) -> Json:
    """List the games of the journal."""
    before, limit = asked_whole("before", 0), asked_whole("limit", MOST, least=1, most=MOST)
    everything = on.shown.library.games()
    left = closed(everything)
    found = [line for line in everything if not before or line.number < before]
    return {"games": [_game(on, line, left) for line in found[:limit]], "more": len(found) > limit}


@ROUTES.get(
    "/games/<int:number>",
    Answer(
        shape(
            {
                "game": _GAME,
                "steps": WHOLE,
                "options": {"type": "array", "items": OptionLine},
                "turns": WHOLE,
                "rules_known": TRUTH,
            }
        ),
        description="How many positions and turns it has, and by which rules it was played.",
    ),
)
def game(on: Parts, number: int) -> Json:
    """Read one game; its events are at the same address with .jsonl behind it."""
    line = _open_line(on, number)
    found = on.replays.recorded(number, events=line.events)
    options = options_of(game_info(line.setup.game), line.setup) if found else []
    return {
        "game": _game(on, line, frozenset()),
        "steps": found.steps if found else 0,
        "turns": len(found.turns.all) if found else 0,
        "options": options,
        "rules_known": found is not None,
    }


@ROUTES.get(
    "/games/<int:number>/record",
    Answer(listing("lines", EventLine, more=TRUTH), description="In words, the first lines first."),
    asks={"since": (WHOLE, "Only what happened behind this event; left out, all."), "limit": _LIMIT},
)
def record(on: Parts, number: int) -> Json:
    """Read all that happened in a game."""
    line = _open_line(on, number)
    since, limit = asked_whole("since", 0), asked_whole("limit", MOST, least=1, most=MOST)
    lines = told(on.shown.library.game_events(number), line.setup, language=language())
    found = [one for one in lines if one.seq > since]
    return {"lines": found[:limit], "more": len(found) > limit}


@ROUTES.get(
    "/games/<int:number>/turns",
    Answer(
        listing("turns", TurnLine, first=WHOLE, count=WHOLE),
        description="As many as come at once, each with the positions that it led to.",
    ),
    asks={"first": (WHOLE, "The first turn that is wanted, counted from 0; left out, 0.")},
)
def turns(on: Parts, number: int) -> Json:
    """Read the turns of a game."""
    line = _open_line(on, number)
    found = on.replays.recorded(number, events=line.events)
    if found is None:
        raise MissingError(_("there is no such step in game {number}", number=number))
    listed = found.lines_from(asked_whole("first", 0))
    return {"turns": listed.lines, "first": listed.first, "count": listed.count}


@ROUTES.get(
    "/throws",
    Answer(
        AllThrows,
        description="By kind; left games are not counted yet: ask again.",
    ),
)
def throws(on: Parts) -> AllThrows:
    """Read how the throws of all games fell, against fair ones."""
    return on.counts.everything(countable(on.shown))


@ROUTES.get(
    "/matches",
    Answer(listing("matches", _MATCH, more=TRUTH), description="The newest first."),
    asks={"before": _BEFORE, "limit": _LIMIT},
)
def matches(on: Parts) -> Json:
    """List the matches."""
    before, limit = asked_whole("before", 0), asked_whole("limit", MOST, least=1, most=MOST)
    found = [one for one in matches_of(on.shown.library.games()) if not before or one.number < before]
    return {"matches": [_match(one) for one in found[:limit]], "more": len(found) > limit}


@ROUTES.get(
    "/matches/<int:number>",
    Answer(_MATCH, description="Its files are at the same address with .mat, .sgf, .json, .txt or .jsonl."),
)
def match(on: Parts, number: int) -> Json:
    """Read one match, by the number of any of its games."""
    return _match(match_found(on.matches, on.shown.library, number))


def _game(on: Parts, line: GameLine, left: frozenset[int]) -> Json:
    place, table = line.setup.match, on.shown.table
    return {
        "number": line.number,
        "game": line.setup.game,
        "preset": line.setup.preset,
        "players": line.setup.names,
        "started": line.started,
        "events": line.events,
        "ended": line.ended,
        "winners": line.winners,
        "points": line.outcome.points if line.outcome else None,
        "match": (place.first or line.number) if place else None,
        "open": line.number not in left,
        "on_table": table.has_game and table.model.game == line.number,
    }


def _match(one: MatchLines) -> Json:
    now: Any = one.match
    return {
        "number": one.number,
        "length": now.length,
        "score": now.score,
        "over": now.is_over,
        "players": one.games[-1].setup.names,
        "games": [line.number for line in one.games],
    }


def _open_line(on: Parts, number: int) -> GameLine:
    line = line_of(on.shown.library, number)
    must_be_open(line, on.shown.library.games())
    return line


MOST_EVENTS = 200
"""Lines or events of one answer."""

_NAMED = {name: part for name, part in schemas()["event"].items() if name not in ("$schema", "title")}

_LIST = {
    "type": "object",
    "required": ["events"],
    "anyOf": [
        shape({"events": {"type": "array", "items": EventLine}, "earlier": TRUTH}),
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
        "limit": (
            {"type": "integer", "minimum": 1, "maximum": MOST_EVENTS},
            "So many at most; left out, 40.",
        ),
    },
    needs="names",
)
def events(on: Parts) -> Json:
    """List what happened: in the game on the table, or with `since` the events of all games."""
    limit = asked_whole("limit", EVENTS_SHOWN, least=1, most=MOST_EVENTS)
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
        found += _without_hints(on, some)
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
        if told := _without_hints(on, some):
            return told[0].seq
        seq = some[-1].seq
    return 0


def _without_hints(on: Parts, some: list[Logged]) -> list[Logged]:
    """Leave out what would help in a tournament, as every stream does."""
    table = on.shown.table
    return without_hints(some, table.model) if some and table.has_game else some


_FILE = shape(
    {
        "number": WHOLE,
        "name": TEXT,
        "games": {"type": "array", "items": games_file.GameLine},
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
