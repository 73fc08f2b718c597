"""Reads a backup as what it is: a file from elsewhere, which may hold anything.

It is opened for reading alone, and has exactly the tables and indices that some version of this program made:
no views, triggers or computed columns are ever run. Every value is asked for its kind and size before it is
taken. A row that cannot be used is counted and left out; `rebuilt` makes new rows of the others.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Literal, TypeVar

from device.closing import Closing
from device.errors import JournalError
from device.files import FileError, must_be_file
from device.store.photographs import PICTURE_BYTES
from device.store.schema import MIGRATIONS, Objects, objects_by_version, objects_of
from web.house.rows import TEXT_BYTES

PICTURES = "CREATE TABLE picture (name TEXT PRIMARY KEY, raw BLOB NOT NULL, ringed BLOB NOT NULL)"
"""The photographs in a backup."""

SECONDS, BYTES_PER_S = 30.0, 1_000_000
"""Processor time that SQLite may spend on a file, and more for a large one. Waiting and our own work on its
rows do not count: a slow or busy machine reads its own backup, too."""

ROWS_AT_ONCE = 20
"""Rows without pictures that are read at a time: the clock takes longer to read than a row."""

_LIMITS = {
    sqlite3.SQLITE_LIMIT_LENGTH: 2 * PICTURE_BYTES + TEXT_BYTES,
    sqlite3.SQLITE_LIMIT_SQL_LENGTH: 20_000,
    sqlite3.SQLITE_LIMIT_COLUMN: 50,
    sqlite3.SQLITE_LIMIT_EXPR_DEPTH: 50,
    sqlite3.SQLITE_LIMIT_COMPOUND_SELECT: 2,
    sqlite3.SQLITE_LIMIT_VDBE_OP: 25_000,
    sqlite3.SQLITE_LIMIT_FUNCTION_ARG: 8,
    sqlite3.SQLITE_LIMIT_ATTACHED: 0,
    sqlite3.SQLITE_LIMIT_LIKE_PATTERN_LENGTH: 100,
    sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER: 10,
    sqlite3.SQLITE_LIMIT_TRIGGER_DEPTH: 0,
    sqlite3.SQLITE_LIMIT_WORKER_THREADS: 0,
}

Answer = TypeVar("Answer")

Kind = Literal["integer", "real", "text", "blob"]

_ASKED: dict[Kind, str] = {
    "integer": "typeof({0}) = 'integer'",
    "real": "typeof({0}) IN ('real', 'integer')",
    "text": f"typeof({{0}}) = 'text' AND length(CAST({{0}} AS BLOB)) <= {TEXT_BYTES}",
    "blob": f"typeof({{0}}) = 'blob' AND length({{0}}) BETWEEN 1 AND {PICTURE_BYTES}",
}


class BadBackupError(JournalError):
    """A file is no backup that this version can read."""


@dataclass(frozen=True, slots=True)
class ForeignRow:
    """One row: its number in its table, and its values; None where one is not of its kind, or too large."""

    rowid: int
    values: tuple[int | float | str | bytes | None, ...]


class Foreign(Closing):
    """A backup that is open for reading."""

    def __init__(self, source: Path, *, clock: Callable[[], float] = time.thread_time) -> None:
        """Open it and look at what it is made of.

        Args:
            source: The file.
            clock: Processor time of this thread, in seconds.

        Raises:
            BadBackupError: If it is no backup that this version can read.
        """
        self.source = source
        if not source.exists():
            raise BadBackupError(f"there is no file {source}")
        try:
            must_be_file(source)
        except FileError as error:
            raise BadBackupError(f"{error}; name a file that 'charkoni backup' made") from error
        wal = source.with_name(source.name + "-wal")
        mode = "ro" if wal.is_file() else "ro&immutable=1"
        self._clock = clock
        self._entered = clock()
        self._left_s = SECONDS + source.stat().st_size / BYTES_PER_S
        self._opened = sqlite3.connect(
            f"{source.absolute().as_uri()}?mode={mode}", uri=True, isolation_level=None
        )
        try:
            for limit, value in _LIMITS.items():
                self._opened.setlimit(limit, value)
            self._opened.text_factory = _text
            self._opened.set_progress_handler(lambda: self._clock() - self._entered > self._left_s, 10_000)
            for safe in ("trusted_schema = OFF", "query_only = ON", "cell_size_check = ON", "mmap_size = 0"):
                self._ask(f"PRAGMA {safe}")
            self.version, self.has_pictures = self._made_as()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Let the file go. May be called twice."""
        self._opened.close()

    def check(self) -> None:
        """Look through the whole file.

        Raises:
            BadBackupError: If it is damaged.
        """
        bad = str(self._ask("PRAGMA integrity_check(1)")[0][0])
        if bad != "ok":
            raise BadBackupError(f"the backup {self.source} is damaged: {bad}; take another one")

    def count(self, table: str) -> int:
        """Count the rows of a table.

        Raises:
            BadBackupError: If they cannot be read.
        """
        return int(str(self._ask(f"SELECT count(*) FROM {table}")[0][0]))

    def given(self, table: str) -> int:
        """Tell which number the table gave out last; 0 where that is not known."""
        rows = self._ask(
            f"SELECT seq FROM sqlite_sequence WHERE name = '{table}' AND typeof(seq) = 'integer' LIMIT 1"
        )
        return int(str(rows[0][0])) if rows else 0

    def rows(self, table: str, **columns: Kind) -> Iterator[ForeignRow]:
        """Yield the rows of a table in the order of their numbers.

        Args:
            table: Its name.
            columns: What is asked for, and of which kind it must be.

        Raises:
            BadBackupError: If they cannot be read.
        """
        asked = ", ".join(
            f"CASE WHEN {_ASKED[kind].format(column)} THEN {column} END" for column, kind in columns.items()
        )
        last = -(2**63) - 1
        try:
            found = self._timed(
                lambda: self._opened.execute(f"SELECT rowid, {asked} FROM {table} NOT INDEXED ORDER BY rowid")
            )
            at_once = 1 if "blob" in columns.values() else ROWS_AT_ONCE
            while rows := self._timed(partial(found.fetchmany, at_once)):
                for rowid, *values in rows:
                    if rowid <= last:  # pages that lead back to themselves
                        raise BadBackupError(
                            f"{self.source} has too many rows in {table}: take another backup"
                        )
                    last = rowid
                    yield ForeignRow(rowid, tuple(values))
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise self._unread(error) from error

    def _made_as(self) -> tuple[int, bool]:
        """Tell of which version the file is, by what it has, and whether it has photographs."""
        try:
            there = objects_of(self._opened)
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise self._unread(error) from error
        for version, objects in enumerate(objects_by_version(MIGRATIONS), 1):
            if there in (objects, {**objects, "picture": ("table", PICTURES)}):
                return version, "picture" in there
        told = int(str(self._ask("PRAGMA user_version")[0][0]))
        raise BadBackupError(self._strange(told, there))

    def _strange(self, told: int, there: Objects) -> str:
        if told > len(MIGRATIONS) and {"event", "game"} <= there.keys():
            return (
                f"{self.source} was made by a newer version of charkoni (schema {told}, this one knows "
                f"{len(MIGRATIONS)}): update charkoni first"
            )
        return f"{self.source} is no backup of charkoni: name a file that 'charkoni backup' made"

    def _ask(self, statement: str) -> list[tuple[object, ...]]:
        try:
            return self._timed(lambda: self._opened.execute(statement).fetchall())
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise self._unread(error) from error

    def _timed(self, ask: Callable[[], Answer]) -> Answer:
        """Let SQLite work, on the time that the file has left."""
        self._entered = self._clock()
        try:
            return ask()
        finally:
            self._left_s -= self._clock() - self._entered

    def _unread(self, error: Exception) -> BadBackupError:
        why = "it takes too long" if "interrupted" in str(error) else str(error)
        return BadBackupError(f"{self.source} cannot be read: {why}; name a file that 'charkoni backup' made")


def _text(raw: bytes) -> str:
    """Read a text; bytes that are none become half characters, which nobody takes."""
    return raw.decode(errors="surrogateescape")
