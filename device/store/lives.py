"""The lives of a journal: since which number its events have which LIFE in their names.

A new one begins whenever numbers of events may come again (`web.house.identity`).
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Sequence

from web.house.identity import box_in, is_life, new_name, rename
from web.house.rows import MOST


def settle(writer: sqlite3.Connection) -> None:
    """Give a journal a name and a first life where it has none, and new ones where they cannot be read."""
    if box_in(writer) is None:
        rename(writer)
    writer.execute("DELETE FROM life WHERE since NOT BETWEEN 1 AND ?", (MOST - 1,))
    rows = writer.execute("SELECT since, name FROM life").fetchall()
    for since, name in rows or [(1, None)]:
        if not is_life(name):
            put_life(writer, since, new_name(8))


def begin_life(writer: sqlite3.Connection) -> None:
    """Begin a new life with the next event: numbers may come again, names must not."""
    newest = writer.execute("SELECT coalesce(max(seq), 0) FROM event").fetchone()[0]
    put_life(writer, newest + 1, new_name(8))


def take_back_lives(writer: sqlite3.Connection, lives: Sequence[tuple[int, str]]) -> None:
    """Write in which lives events were recorded that come back, and begin a new one behind them."""
    for since, name in lives:
        with contextlib.suppress(ValueError):
            put_life(writer, since, name)
    begin_life(writer)


def put_life(writer: sqlite3.Connection, since: int, name: str) -> None:
    """Write from which number on a life goes.

    Raises:
        ValueError: If it cannot be so.
    """
    if not 0 < since < MOST or not is_life(name):
        raise ValueError(f"no life {name!r} can begin with {since}")
    writer.execute("INSERT OR REPLACE INTO life VALUES (?, ?)", (since, name))


def lives_from(connection: sqlite3.Connection, seq: int) -> list[tuple[int, str]]:
    """List since when each life goes, and its name, from the one in which event `seq` was recorded."""
    return connection.execute(
        "SELECT since, name FROM life "
        "WHERE since >= (SELECT max(since) FROM life WHERE since <= ?) ORDER BY since",
        (seq,),
    ).fetchall()
