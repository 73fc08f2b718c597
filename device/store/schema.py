"""The journal's file: its tables, how older ones become newer ones, and who may write."""

from __future__ import annotations

import contextlib
import errno
import fcntl
import logging
import os
import sqlite3
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

from device.errors import JournalError
from device.store.database import DamagedError
from device.store.games import logged, sealed
from device.store.photographs import Photographs, are_pictures, games_of, is_name
from engine.errors import EngineError
from web.house.rows import json_of

log = logging.getLogger(__name__)

FILE_NAME = "charkoni.sqlite"
"""The journal's file inside the data folder."""

_NO_VERSION = 1000
"""A number of a version from here on is damage."""

APPLICATION = 0x43686B6E
"""``application_id`` in the file's header: the letters ``Chkn``."""

_FIRST = """
    CREATE TABLE game (
        number INTEGER PRIMARY KEY,
        started REAL NOT NULL,
        setup TEXT NOT NULL,
        ended INTEGER,
        winners TEXT NOT NULL DEFAULT '[]'
    );
    CREATE TABLE event (
        seq INTEGER PRIMARY KEY,
        game INTEGER NOT NULL REFERENCES game (number),
        time REAL NOT NULL,
        request TEXT NOT NULL,
        type TEXT NOT NULL,
        json TEXT NOT NULL
    );
    CREATE INDEX event_of_game ON event (game, seq);
    CREATE TABLE photograph (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        name TEXT NOT NULL UNIQUE,
        time REAL NOT NULL,
        raw BLOB NOT NULL,
        ringed BLOB NOT NULL
    );
    CREATE TABLE phone (
        token TEXT PRIMARY KEY,
        role TEXT NOT NULL,
        since REAL NOT NULL
    );
    CREATE TABLE setting (
        key TEXT PRIMARY KEY,
        value TEXT NOT NULL
    );
    CREATE TABLE secret (
        name TEXT PRIMARY KEY,
        value TEXT NOT NULL
    );
"""


def _photographs_become_files(writer: sqlite3.Connection, photographs: Photographs | None) -> None:
    """Second version: pictures lie beside the journal, which only counts them."""
    game_of = games_of(writer)
    rows = []
    for number, name, time, raw, ringed in writer.execute(
        "SELECT number, name, time, raw, ringed FROM photograph ORDER BY number"
    ):
        if not is_name(name) or not are_pictures(raw, ringed):
            log.warning("photograph %s of an older journal cannot be read, and is left out", number)
            continue
        if photographs is not None:
            photographs.save(name, raw, ringed)
        rows.append((number, name, game_of.get(name, 0), time, len(raw) + len(ringed)))
    writer.execute("DROP TABLE photograph")
    writer.execute(
        "CREATE TABLE photograph (number INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE, "
        "game INTEGER NOT NULL, time REAL NOT NULL, bytes INTEGER NOT NULL)"
    )
    writer.executemany("INSERT INTO photograph VALUES (?, ?, ?, ?, ?)", rows)
    writer.execute(f"PRAGMA application_id = {APPLICATION}")


_HOUSE_RULES = """
    CREATE TABLE house_rules (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        game TEXT NOT NULL,
        name TEXT NOT NULL,
        versions TEXT NOT NULL
    );
"""


def _events_carry_checksums(writer: sqlite3.Connection, _photographs: Photographs | None) -> None:
    """Fourth version: a byte of an event that flips is known. What is there now is taken as it is.

    Raises:
        DamagedError: If an event cannot be read.
    """
    writer.execute("ALTER TABLE event ADD COLUMN crc INTEGER NOT NULL DEFAULT 0")
    sums = []
    for row in writer.execute("SELECT seq, game, time, request, type, json FROM event"):
        try:
            json_of(row[-1])
            told = sealed(row)
            logged(told)
        except (ValueError, EngineError) as error:
            raise DamagedError(f"an event cannot be read: {error}") from error
        sums.append((told[-1], row[0]))
    writer.executemany("UPDATE event SET crc = ? WHERE seq = ?", sums)


_PEOPLE = """
    CREATE TABLE person (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        name TEXT NOT NULL,
        facts TEXT NOT NULL
    );
"""


_READERS = """
    CREATE TABLE life (
        since INTEGER PRIMARY KEY,
        name TEXT NOT NULL
    );
    CREATE TABLE reader (
        name TEXT PRIMARY KEY,
        place INTEGER NOT NULL,
        life TEXT NOT NULL
    );
    CREATE TABLE forgotten (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        game INTEGER NOT NULL,
        first TEXT NOT NULL,
        last TEXT NOT NULL
    );
"""

Migration = str | Callable[[sqlite3.Connection, Photographs | None], None]
"""Statements, or a function of the writer and the folder of photographs; it must not begin or end a
transaction. There is no such folder where the journal is held in memory."""

MIGRATIONS: tuple[Migration, ...] = (
    _FIRST,
    _photographs_become_files,
    _HOUSE_RULES,
    _events_carry_checksums,
    _PEOPLE,
    _READERS,
)
"""One step for each version of the schema, oldest first; ``user_version`` counts those that were taken. Every
step changes a table or adds one: so the tables tell the version, too, and are right where the number flipped.

`game.ended` is 1 or 0, and NULL where a later undo or correction may have changed it: then the game is played
again when somebody asks. `phone.token` is a hash. `setting.value` is JSON. `event.seq` is the order of what
happened, whatever the clock said; `time` is wall time and may jump. `photograph.game` is 0 where no event
names it, and `bytes` counts both of its files. `house_rules.versions` is JSON, a list of which the last
counts (v0.1.0 kept every version); a number is never used again, so that a page which was left open means no
other house rules. `person.facts` is JSON, and the number of a person is never used again either. `life` says
from which event on which LIFE goes (`device.store.lives`), `reader` which event each reader outside the box
was told last, and in which LIFE, `forgotten` which games were deleted, and the names of their first and last
event."""


def take(folder: Path) -> int:
    """Take the data folder for this process; the lock goes with the process, however it ends.

    Returns:
        The open lock; closing it gives the folder free.

    Raises:
        JournalError: If another process has it.
        OSError: If the folder cannot be made.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = folder / "charkoni.lock"
    try:
        lock = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NONBLOCK, 0o600)
    except OSError as error:
        if error.errno not in (errno.EROFS, errno.ENOSPC, errno.EDQUOT):
            raise
        # A disk that takes nothing can still be locked.
        lock = os.open(path if path.exists() else folder, os.O_RDONLY | os.O_NONBLOCK)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        holder = ""
        with contextlib.suppress(OSError):
            holder = os.read(lock, 20).decode("ascii", "replace").strip()
        os.close(lock)
        raise JournalError(
            f"another box (process {holder or 'unknown'}) already plays with {folder}: "
            "stop it first, or name another folder with --data"
        ) from error
    with contextlib.suppress(OSError):
        os.truncate(lock, 0)
        os.write(lock, f"{os.getpid()}\n".encode())
    return lock


def migrate(writer: sqlite3.Connection, path: Path | None, photographs: Photographs | None) -> None:
    """Bring the schema to this version, all steps or none, and keep a copy of the older file beside it.

    Args:
        writer: A connection that is in no transaction.
        path: The file; None for a database in memory.
        photographs: Where pictures are kept; None for a database in memory.

    Raises:
        JournalError: If a newer version of charkoni wrote it.
        sqlite3.Error: If it cannot be read or written; then it is as it was.
        OSError: If a picture cannot be written; then it is as it was.
    """
    version = version_of(writer, path)
    if version == len(MIGRATIONS):
        if writer.execute("PRAGMA user_version").fetchone() != (version,):
            log.warning("the number of the journal's version was another one, and is put right")
            writer.execute(f"PRAGMA user_version = {version}")
        return
    if version and path is not None:
        _copy(writer, free_name(path, f"schema-{version}"))
    try:
        writer.execute("BEGIN IMMEDIATE")
        for number in range(version, len(MIGRATIONS)):
            _take_step(writer, MIGRATIONS[number], photographs)
        writer.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
        writer.execute("COMMIT")
    except BaseException:
        with contextlib.suppress(sqlite3.Error):
            writer.execute("ROLLBACK")
        raise
    if version:
        with contextlib.suppress(sqlite3.Error):  # only to give room back
            writer.execute("VACUUM")


def version_of(connection: sqlite3.Connection, path: Path | None) -> int:
    """Tell which version of the schema a file has, by its tables; 0 for an empty one.

    Raises:
        JournalError: If a newer version of charkoni wrote it.
        DamagedError: If its tables are of no version.
    """
    told = int(connection.execute("PRAGMA user_version").fetchone()[0])
    there = tables_of(connection)
    if not there and not told and connection.execute("PRAGMA page_count").fetchone()[0] <= 1:
        return 0
    versions = [_tables(objects) for objects in objects_by_version(MIGRATIONS)]
    version = max((n for n, tables in enumerate(versions, 1) if tables.items() <= there.items()), default=0)
    if version and (told == version or there.keys() == versions[version - 1].keys()):
        return version
    written = "".join(name + statement for name, (_, statement) in there.items())
    is_plain = written.isascii() and written.isprintable()  # a byte of this file was not garbled, too
    if len(MIGRATIONS) < told < _NO_VERSION and {"event", "game"} <= there.keys() and is_plain:
        raise JournalError(
            f"the journal {path} was written by a newer version of charkoni (schema {told}, "
            f"this one knows {len(MIGRATIONS)}): update charkoni, or name another folder with --data"
        )
    raise DamagedError("its tables are those of no version")


Objects = Mapping[str, tuple[str, str]]
"""Tables, indices and whatever else a file has by name: what each is, and the statement that makes it."""


def objects_of(connection: sqlite3.Connection) -> Objects:
    """List what a file has, but what SQLite keeps for itself; how statements are spaced is left out."""
    rows = connection.execute("SELECT name, type, sql FROM sqlite_schema")
    return {
        str(name): (str(kind), " ".join(str(sql).split()))
        for name, kind, sql in rows
        if not str(name).startswith("sqlite_")
    }


def tables_of(connection: sqlite3.Connection) -> Objects:
    """List the tables of a file."""
    return _tables(objects_of(connection))


def _tables(objects: Objects) -> Objects:
    return {name: made for name, made in objects.items() if made[0] == "table"}


@cache
def objects_by_version(migrations: tuple[Migration, ...]) -> tuple[Objects, ...]:
    """List what a file of each version of the schema has, the first first."""
    found = []
    with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as empty:
        for step in migrations:
            _take_step(empty, step, None)
            found.append(objects_of(empty))
    return tuple(found)


def _take_step(writer: sqlite3.Connection, step: Migration, photographs: Photographs | None) -> None:
    if callable(step):
        step(writer, photographs)
    else:
        for statement in step.split(";"):
            writer.execute(statement)


def free_name(path: Path, ending: str) -> Path:
    """Find a name beside a file that is not taken.

    >>> free_name(Path("/no/such/charkoni.sqlite"), "schema-1").name
    'charkoni.sqlite.schema-1'
    """
    found, number = path.with_name(f"{path.name}.{ending}"), 2
    while found.exists():
        found, number = path.with_name(f"{path.name}.{ending}-{number}"), number + 1
    return found


def _copy(source: sqlite3.Connection, path: Path) -> None:
    """Copy a journal, whole or not at all."""
    part = path.with_name(f"{path.name}.part")
    part.unlink(missing_ok=True)
    os.close(os.open(part, os.O_RDWR | os.O_CREAT, 0o600))
    with contextlib.closing(sqlite3.connect(part)) as copy:
        source.backup(copy)
    part.replace(path)
