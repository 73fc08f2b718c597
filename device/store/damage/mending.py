"""What a start looks through, and puts right from what else is known.

An event cannot be made again, so each has its checksum. The list of games can, from their events; the list of
photographs, from their folder.
"""

from __future__ import annotations

import logging
import sqlite3
from typing import Any

from device.store.database import DamagedError
from device.store.games import COLUMNS, logged, must_be_whole, put_game, row_of_game, setup_of, winners_of
from device.store.photographs import is_name, number_of
from engine.errors import EngineError
from engine.record import Count, read
from web.house.rows import Moment, json_of, moment

log = logging.getLogger(__name__)

_COUNTED = ("photograph", "house_rules", "person", "forgotten")
"""Tables whose numbers are never used again."""


def check_events(reader: sqlite3.Connection) -> None:
    """Look whether every event is as it was written.

    Raises:
        DamagedError: If one is not.
        sqlite3.Error: If they cannot be read.
    """
    for row in reader.execute(f"SELECT {COLUMNS} FROM event"):
        try:
            must_be_whole(row)
        except ValueError as error:
            raise DamagedError(f"a row is garbled: {error}") from error


def mend(writer: sqlite3.Connection) -> int:
    """Put right what can be known from elsewhere; return how many rows were.

    Photographs that are struck out here are counted again by what lies in their folder.

    Raises:
        DamagedError: If an event cannot be read.
        sqlite3.Error: If nothing can be written.
    """
    mended = _mend_photographs(writer) + _mend_numbers(writer) + _mend_games(writer)
    if mended:
        log.warning("%d rows of the journal were not as they must be, and are put right", mended)
    return mended


def _mend_photographs(writer: sqlite3.Connection) -> int:
    wrong = []
    for number, name, game, time, size in writer.execute(
        "SELECT number, name, game, time, bytes FROM photograph"
    ):
        if not (
            is_name(name)
            and number_of(name) == number
            and _can_be(tuple[Count, Count, Moment], [game, size, time])
        ):
            wrong.append((number,))
    writer.executemany("DELETE FROM photograph WHERE number = ?", wrong)
    return len(wrong)


def _mend_numbers(writer: sqlite3.Connection) -> int:
    """Put right which numbers were given out: beyond a certain one, SQLite gives none."""
    wrong = []
    for table in _COUNTED:
        highest = writer.execute(f"SELECT coalesce(max(number), 0) FROM {table}").fetchone()[0]
        for (given,) in writer.execute("SELECT seq FROM sqlite_sequence WHERE name = ?", (table,)):
            if not _can_be(Count, given) or given < highest:
                wrong.append((highest, table))
    writer.executemany("UPDATE sqlite_sequence SET seq = ? WHERE name = ?", wrong)
    return len(wrong)


def _mend_games(writer: sqlite3.Connection) -> int:
    rows = {row[0]: row for row in writer.execute("SELECT number, started, setup, ended, winners FROM game")}
    begins = dict(
        writer.execute("SELECT game, json FROM event WHERE seq IN (SELECT min(seq) FROM event GROUP BY game)")
    )
    wrong = [number for number, text in begins.items() if not _is_game(rows.get(number), text)]
    for number in wrong:
        rows_of = writer.execute(f"SELECT {COLUMNS} FROM event WHERE game = ? ORDER BY seq", (number,))
        try:
            put_game(writer, row_of_game(map(logged, rows_of)))
        except (ValueError, EngineError) as error:
            raise DamagedError(f"a row is garbled: {error}") from error
    alone = [(number,) for number in rows if number not in begins]  # a number that is no game's
    writer.executemany("DELETE FROM game WHERE number = ?", alone)
    return len(wrong) + len(alone)


def _is_game(row: tuple[object, ...] | None, begins: str) -> bool:
    """True if the line of a game agrees with its first event."""
    if row is None:
        return False
    _, started, text, ended, winners = row
    try:
        setup = setup_of(text)
        winners_of(winners, setup)
        moment(started)
        first = json_of(begins)
    except (ValueError, EngineError):
        return False
    told = first.get("setup") if isinstance(first, dict) else None
    return ended in (None, 0, 1) and (told is None or told == json_of(text))


def _can_be(kind: Any, value: object) -> bool:
    try:
        read(kind, value)
    except ValueError:
        return False
    return True
