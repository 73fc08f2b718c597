"""The journal's file: its tables, how older ones become newer ones, and who may write."""

from __future__ import annotations

import fcntl
import os
import sqlite3
from pathlib import Path

from device.errors import JournalError

MIGRATIONS: tuple[str, ...] = (
    """
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
    """,
)
"""One script for each version of the schema, oldest first; ``user_version`` counts those that were run.

`game.ended` is 1 or 0, and NULL where a later undo or correction may have changed it: then the game is played
again when somebody asks. `phone.token` is a hash. `setting.value` is JSON."""


def take(folder: Path) -> int:
    """Take the data folder for this process; the lock goes with the process, however it ends.

    Returns:
        The open lock; closing it gives the folder free.

    Raises:
        JournalError: If another process has it.
        OSError: If the folder cannot be made or written.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    lock = os.open(folder / "charkoni.lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        holder = os.read(lock, 20).decode("ascii", "replace").strip()
        os.close(lock)
        raise JournalError(
            f"another box (process {holder or 'unknown'}) already plays with {folder}: "
            "stop it first, or name another folder with --data"
        ) from error
    os.truncate(lock, 0)
    os.write(lock, f"{os.getpid()}\n".encode())
    return lock


def migrate(writer: sqlite3.Connection, path: Path) -> None:
    """Bring the schema to this version, each step whole or not at all.

    Raises:
        JournalError: If a newer version of charkoni wrote it.
    """
    writer.execute("PRAGMA journal_mode = WAL")
    version = int(writer.execute("PRAGMA user_version").fetchone()[0])
    if version > len(MIGRATIONS):
        raise JournalError(
            f"the journal {path} was written by a newer version of charkoni (schema {version}, "
            f"this one knows {len(MIGRATIONS)}): update charkoni, or name another folder with --data"
        )
    for number in range(version, len(MIGRATIONS)):
        writer.executescript(f"BEGIN;{MIGRATIONS[number]};PRAGMA user_version = {number + 1};COMMIT;")
