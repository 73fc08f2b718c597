"""The list of games, kept true beside their events."""

from __future__ import annotations

import contextlib
import json
import logging
import sqlite3
import struct
import zlib
from collections.abc import Callable, Iterable, Sequence
from typing import Annotated

from engine.errors import EngineError
from engine.events import (
    IMPORT,
    ConductChanged,
    Corrected,
    CorrectionSettled,
    GameEnded,
    GameStarted,
    GameWithdrawn,
    Logged,
    PositionSet,
    Redone,
    Seated,
    Setup,
    ThrowVoided,
    Undone,
    event_from_json,
    event_type,
)
from engine.facts import Outcome
from engine.record import Within, read, write
from engine.table.state import replayed
from web.house.rows import MOST, json_of, moment, text_of
from web.ports import GameLine

log = logging.getLogger(__name__)

_OF_SETUP = (Seated, ConductChanged)
_REOPENS = (Undone, Redone, Corrected, CorrectionSettled, PositionSet, ThrowVoided)

GameRow = tuple[int, float, str, int | None, str]
"""Number, started, setup, ended and winners."""

COLUMNS = "seq, game, time, request, type, json, crc"
"""What `logged` reads: all of a row."""


LONGEST_REQUEST = 200
"""Characters of the mark of a request."""

PLAYED = f"substr(request, 1, {len(IMPORT)}) <> '{IMPORT}'"
"""True of an event that did not come with an import."""


def checksum(seq: int, game: int, time: float, request: str, kind: str, text: str) -> int:
    """Return the checksum of an event's row, by which a byte that flipped is known.

    Raises:
        ValueError: If a text cannot be written, or a number is too large.
    """
    try:
        numbers = struct.pack(">qqd", seq, game, time)
    except struct.error as error:
        raise ValueError(f"event {seq} of game {game} cannot be: {error}") from error
    return zlib.crc32(numbers + "\0".join((request, kind, text)).encode())


def must_be_whole(row: Sequence[object]) -> None:
    """Check that the row of an event (seq, game, time, request, type, json, crc) is as it was written.

    Raises:
        ValueError: If it is not.
    """
    match row:
        case (int(seq), int(game), int() | float() as time, str(request), str(kind), str(text), int(crc)):
            if checksum(seq, game, float(time), request, kind, text) != crc:
                raise ValueError(f"event {seq} is not as it was written")
        case _:
            raise ValueError("this is no row of an event")


def sealed(row: Sequence[object]) -> tuple[object, ...]:
    """Return the row of an event (seq, game, time, request, type, json) with its checksum behind it.

    Raises:
        ValueError: If it is no such row.
    """
    match row:
        case (int(seq), int(game), int() | float() as time, str(request), str(kind), str(text)):
            if not 0 < seq < MOST or not 0 < game < MOST:
                raise ValueError(f"event {seq} of game {game} cannot be")
            return *row, checksum(seq, game, float(time), request, kind, text)
    raise ValueError("this is no row of an event")


def number_in(rows: Sequence[Sequence[object]]) -> int:
    """Return the number that a journal was asked for; 0 where it has none."""
    found = rows[0][0] if rows else 0
    return found if isinstance(found, int) else 0


def logged(row: Sequence[object]) -> Logged:
    """Read an event from the `COLUMNS` of its row.

    Raises:
        ValueError: If it cannot be read, or is not as it was written.
    """
    must_be_whole(row)
    seq, game, time, request, _type, text, _crc = row
    return event_of(seq, game, time, request, json.loads(str(text)))


def event_of(seq: object, game: object, time: object, request: object, written: object) -> Logged:
    """Read an event from the values of its row, and from what its JSON holds.

    Raises:
        ValueError: If it cannot be read.
    """
    match seq, game, time, request:
        case int(), int(), int() | float(), str():
            if not isinstance(written, dict):
                raise ValueError("an event is an object")
            ran_s = written.pop("clock_s", None)
            clock_s = None if ran_s is None else moment(ran_s)
            return Logged(seq, game, event_from_json(written), request, float(time), clock_s)
    raise ValueError("this is no row of an event")


def readable(rows: Sequence[Sequence[object]]) -> list[Logged]:
    """Read those rows that can be read: where the disk garbled one, memory may hold what it was."""
    found = []
    for row in rows:
        with contextlib.suppress(ValueError, EngineError):
            found.append(logged(row))
    return found


def insert(writer: sqlite3.Connection, events: Sequence[Logged]) -> None:
    """Write events with their stamps, and keep the list of games true."""
    for one in events:
        _index(writer, one)
        put_event(writer, one)


def put_event(writer: sqlite3.Connection, one: Logged) -> None:
    """Write an event, and leave the list of games as it is."""
    writer.execute("INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?)", row_of(one))


def put_game(writer: sqlite3.Connection, row: GameRow | None) -> None:
    """Write the line of a game in the list, or put it right; None writes nothing."""
    if row is not None:
        writer.execute(
            "INSERT OR REPLACE INTO game (number, started, setup, ended, winners) VALUES (?, ?, ?, ?, ?)", row
        )


def row_of(one: Logged) -> tuple[object, ...]:
    """Write an event as a row of the journal, its checksum last."""
    written = json.dumps(one.written(), ensure_ascii=False)
    mark = text_of(one.request, longest=LONGEST_REQUEST)
    return sealed((one.seq, one.game, one.time, mark, event_type(one.event), written))


def line_of(row: Sequence[object], events_of: Callable[[int], Sequence[Logged]]) -> GameLine | None:
    """Describe a game from its row (number, setup, started, ended, winners, events, how it ended).

    Args:
        row: Of the list, and the last event that ended or withdrew the game, or None.
        events_of: Gives the events of a game, which are played again where `ended` is unknown, and tell what
            the row does not.

    Returns:
        The game; None if neither row nor events tell what was played.
    """
    number = int(str(row[0]))
    with contextlib.suppress(ValueError, LookupError):
        outcome = _outcome(row[6]) if row[3] else None
        return _line(row[:6], outcome, events_of(number) if row[3] is None else None)
    with contextlib.suppress(ValueError, LookupError):
        events = events_of(number)
        if told := row_of_game(events):
            number, started, setup, ended, winners = told
            ends = [one.event for one in events if isinstance(one.event, GameEnded | GameWithdrawn)]
            outcome = getattr(ends[-1], "outcome", None) if ended and ends else None
            again = events if ended is None else None
            return _line((number, setup, started, ended, winners, len(events)), outcome, again)
    log.warning("game %d cannot be read", number)
    return None


def goes_on(line: GameLine) -> bool:
    """True if a game goes on, or the match that it is a game of."""
    place, outcome = line.setup.match, line.outcome
    if not line.ended or place is None or outcome is None:
        return not line.ended
    return not (place.match.after(outcome) if len(outcome.winners) == 1 else place.match).is_over


def _line(row: Sequence[object], outcome: Outcome | None, events: Sequence[Logged] | None) -> GameLine:
    number, setup, started, ended, won, n = row
    read = setup_of(setup)
    winners = winners_of(won, read)
    if events is not None:
        try:
            model = replayed(events)
        except (EngineError, LookupError):  # by rules that are gone, or with holes: what was last known stays
            ended = 1
        else:
            outcome = model.outcome
            ended, winners = outcome is not None or model.withdrawn, outcome.winners if outcome else ()
    names = tuple(read.names[seat] for seat in winners) if ended else ()
    return GameLine(int(str(number)), read, moment(started), int(str(n)), bool(ended), names, outcome)


def _outcome(ending: object) -> Outcome | None:
    """Read how a game ended from the event that says so; None without one that can be read."""
    try:
        event = event_from_json(json.loads(str(ending)))
    except (ValueError, TypeError, AttributeError, EngineError):
        return None
    return event.outcome if isinstance(event, GameEnded) else None


def setup_of(text: object) -> Setup:
    """Read the setup of a game.

    Raises:
        ValueError: If it cannot be read.
    """
    return read(Setup, json_of(text), unknown={})


def winners_of(text: object, setup: Setup) -> tuple[int, ...]:
    """Read who won a game.

    Raises:
        ValueError: If it cannot be read.
    """
    found: tuple[int, ...] = read(tuple[Annotated[int, Within(0, len(setup.names) - 1)], ...], json_of(text))
    return found


class Summary:
    """What the list of games holds of a game, from its events one by one, in order."""

    def __init__(self) -> None:
        self._game = 0
        self._started = 0.0
        self._begins = False
        self._setup: Setup | None = None
        self._changes: list[Seated | ConductChanged] = []
        self._ended: int | None = 0
        self._winners = "[]"

    def add(self, one: Logged) -> None:
        """Take in the next event."""
        event = one.event
        if not self._game:
            self._game, self._started = one.game, one.time
            if isinstance(event, GameStarted):
                self._begins, self._setup = True, event.setup
        if isinstance(event, _OF_SETUP):
            self._changes.append(event)
        elif isinstance(event, GameEnded):
            self._ended, self._winners = 1, json.dumps(list(event.outcome.winners))
        elif isinstance(event, GameWithdrawn):
            self._ended, self._winners = 1, "[]"
        elif isinstance(event, _REOPENS) and self._ended == 1:
            self._ended = None

    def row(self, *, setup: Setup | None = None, whole: bool = True) -> GameRow | None:
        """Return the line of the list, with who played last on each seat and what was settled last.

        Args:
            setup: Where the event is missing that begins it.
            whole: Otherwise nobody can go on with it.

        Returns:
            The row; None where nobody knows what was played.
        """
        setup = self._setup if self._begins else setup
        if setup is None:
            return None
        for change in self._changes:
            setup = _setup_after(setup, change)
        ended = self._ended if whole and self._begins else 1
        return self._game, self._started, setup_json(setup), ended, self._winners


def row_of_game(
    events: Iterable[Logged], *, setup: Setup | None = None, whole: bool = True
) -> GameRow | None:
    """Write the line of the list of games that goes with the events of a game; see `Summary`."""
    summary = Summary()
    for one in events:
        summary.add(one)
    return summary.row(setup=setup, whole=whole)


def begins(events: Sequence[Logged]) -> bool:
    """True if these are events of a game from its beginning on."""
    return isinstance(events[0].event, GameStarted)


def setup_json(setup: Setup) -> str:
    """Write a setup for the list of games."""
    return json.dumps(write(setup), ensure_ascii=False)


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
    elif isinstance(event, GameWithdrawn):
        writer.execute("UPDATE game SET ended = 1, winners = '[]' WHERE number = ?", (one.game,))
    elif isinstance(event, _OF_SETUP):
        _change_setup(writer, one.game, event)
    elif isinstance(event, _REOPENS):
        writer.execute("UPDATE game SET ended = NULL WHERE number = ? AND ended = 1", (one.game,))


def _change_setup(writer: sqlite3.Connection, game: int, event: Seated | ConductChanged) -> None:
    """Write who plays a game now, or what is settled; what cannot be read of its line stays as it is."""
    for row in writer.execute("SELECT setup FROM game WHERE number = ?", (game,)).fetchall():
        with contextlib.suppress(ValueError, LookupError):
            setup = _setup_after(setup_of(row[0]), event)
            writer.execute("UPDATE game SET setup = ? WHERE number = ?", (setup_json(setup), game))


def _setup_after(setup: Setup, event: Seated | ConductChanged) -> Setup:
    if isinstance(event, Seated):
        return setup.seated(event.player, event.members)
    return setup.conducted(event.conduct)
