"""The list of games, kept true beside their events."""

from __future__ import annotations

import json
import math
import sqlite3
from collections.abc import Sequence
from dataclasses import replace

from engine.errors import EngineError
from engine.events import (
    Corrected,
    CorrectionSettled,
    Event,
    GameEnded,
    GameStarted,
    Logged,
    Moved,
    PositionSet,
    Setup,
    Threw,
    Undone,
    event_from_json,
    event_to_json,
    event_type,
)
from engine.facts import Outcome
from engine.table.state import replayed
from web.ports import GameLine

_REOPENS = (Undone, Corrected, CorrectionSettled, PositionSet)

COLUMNS = "seq, game, json, request, time"
"""What `logged` reads."""


def logged(row: Sequence[object]) -> Logged:
    """Read an event from the `COLUMNS` of its row.

    Raises:
        ValueError: If it cannot be read.
    """
    seq, game, text, request, time = row
    event = event_from_json(json.loads(str(text)))
    return Logged(int(str(seq)), int(str(game)), event, str(request), float(str(time)))


def stamp(events: Sequence[Logged], at: float) -> list[Logged]:
    """Stamp the events of one action with a time; those of an import, which are many actions, one by one."""
    stamped = []
    for one in events:
        if one.is_imported and isinstance(one.event, Threw | Moved | PositionSet):
            at = math.nextafter(at, math.inf)
        stamped.append(replace(one, time=at))
    return stamped


def insert(writer: sqlite3.Connection, events: Sequence[Logged]) -> None:
    """Write events with their stamps, and keep the list of games true."""
    for one in events:
        _index(writer, one)
        writer.execute("INSERT INTO event VALUES (?, ?, ?, ?, ?, ?)", row_of(one))


def row_of(one: Logged) -> tuple[object, ...]:
    """Write an event as a row of the journal."""
    written = json.dumps(event_to_json(one.event), ensure_ascii=False)
    return one.seq, one.game, one.time, one.request, event_type(one.event), written


def line(row: Sequence[object], events: Sequence[Logged] | None) -> GameLine:
    """Describe a game from its row (number, setup, started, ended, winners, events, how it ended).

    Args:
        row: Of the list, and the last event that ended the game, or None.
        events: Where `ended` is unknown: the game's events, which are played again.
    """
    number, setup, started, ended, won, n, ending = row
    winners: tuple[int, ...] = tuple(json.loads(str(won)))
    read = Setup.from_json(json.loads(str(setup)))
    outcome = _outcome(ending) if ended else None
    if events is not None:
        try:
            model = replayed(events)
        except (EngineError, LookupError):  # by rules that are gone, or with holes: what was last known stays
            ended = 1
        else:
            outcome = model.outcome
            ended, winners = outcome is not None, outcome.winners if outcome else ()
    names = tuple(read.names[seat] for seat in winners) if ended else ()
    return GameLine(int(str(number)), read, float(str(started)), int(str(n)), bool(ended), names, outcome)


def _outcome(ending: object) -> Outcome | None:
    """Read how a game ended from the event that says so; None without one that can be read."""
    try:
        event = event_from_json(json.loads(str(ending)))
    except (ValueError, TypeError, AttributeError, EngineError):
        return None
    return event.outcome if isinstance(event, GameEnded) else None


def ended_of(events: Sequence[Event]) -> tuple[int | None, str]:
    """Tell what the list of games holds of a game with these events: `ended` and `winners`."""
    ended: int | None = 0
    winners = "[]"
    for event in events:
        if isinstance(event, GameEnded):
            ended, winners = 1, json.dumps(list(event.outcome.winners))
        elif isinstance(event, _REOPENS) and ended == 1:
            ended = None
    return ended, winners


def setup_json(setup: Setup) -> str:
    """Write a setup for the list of games."""
    return json.dumps(setup.to_json(), ensure_ascii=False)


def _index(writer: sqlite3.Connection, one: Logged) -> None:
    event = one.event
    if isinstance(event, GameStarted):
        writer.execute(
            "INSERT INTO game (number, started, setup, ended) VALUES (?, ?, ?, 0)",
            (one.game, one.time, setup_json(event.setup)),
        )
    elif isinstance(event, GameEnded):
        winners = json.dumps(list(event.outcome.winners))
        writer.execute("UPDATE game SET ended = 1, winners = ? WHERE number = ?", (winners, one.game))
    elif isinstance(event, _REOPENS):
        writer.execute("UPDATE game SET ended = NULL WHERE number = ? AND ended = 1", (one.game,))
