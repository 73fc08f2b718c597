"""What was played: games, matches, their records and positions, and the throws of all."""

from __future__ import annotations

from typing import Any

from engine.registry import game_info
from web.api.routes import Routes
from web.errors import MissingError
from web.history.archive import line_of
from web.history.closed_games import closed, must_be_open
from web.history.games import countable
from web.history.match_files import MatchLines, matches_of
from web.history.match_pages import match_found
from web.history.throws import AllThrows
from web.history.turn_lines import TurnLine
from web.language.event_list import EventLine, told
from web.language.locale import _, language
from web.ports import GameLine
from web.request_body import asked_whole
from web.rules.differences import OptionLine
from web.rules.rule_pages import options_of
from web.verbs.verb import MOMENT, TEXT, TRUTH, WHOLE, Answer, Json, Parts, listing, shape, written

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
                "options": {"type": "array", "items": written(OptionLine)},
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
    Answer(listing("lines", written(EventLine), more=TRUTH), description="In words, the first lines first."),
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
        listing("turns", written(TurnLine), first=WHOLE, count=WHOLE),
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
        written(AllThrows),
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
