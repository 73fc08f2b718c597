"""Memory mode: the journal in memory while the disk takes nothing, and its way back."""

from __future__ import annotations

import contextlib
import itertools
import os
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from device.store.damage import Pages
from device.store.database import Store
from device.store.games import begins, logged, put_event, put_game, row_of_game, sealed, setup_of
from device.store.photographs import Photographs, adopt, are_pictures, is_name
from device.store.schema import free_name, migrate, tables_of
from engine.errors import EngineError
from engine.events import Logged, Setup
from engine.messages import Message
from web.house.identity import is_life
from web.house.rows import SECRETS, json_of

NEWEST = 200_000
"""So many events, the newest, are held in memory; older ones stay on the disk and are shown again later."""


@dataclass(frozen=True, slots=True)
class Rescued:
    """What could be read of a damaged journal."""

    events: int
    known: int
    """How many there were, as far as anybody knows."""
    broken_games: tuple[int, ...]
    """Games of which a part in the middle is missing."""

    is_cut: bool
    """The end of the file is missing."""
    others_lost: bool = False
    """Settings, phones, keys, house rules or people could not all be read."""

    @property
    def message(self) -> Message:
        """What could be read, as a part of a sentence."""
        if not self.known:
            return Message("nothing in it could be read")
        counts = {"events": self.events, "known": self.known}
        read = (
            Message("all {known} events that are known of could be read", counts)
            if self.events == self.known
            else Message("{events} of {known} events could be read", counts)
        )
        if not self.is_cut:
            return read
        return Message("{sentence}; its end is missing, and newer events with it", {"sentence": read})


def new_memory() -> Store:
    """Make an empty journal in memory."""
    store = Store(None)
    with store.writer() as writer:
        migrate(writer, None, None)
    return store


def copied(connection: sqlite3.Connection) -> tuple[Store, frozenset[str]]:
    """Copy a journal that can be read into memory, tables of the same shape only.

    Returns:
        The copy, and the tables that it has whole.

    Raises:
        sqlite3.Error: If it cannot be read.
    """
    memory = new_memory()
    whole = set()
    try:
        with memory.writer() as writer:
            for table, columns in _tables(writer).items():
                if _columns(connection, table) != columns:
                    continue
                where = f"WHERE seq > (SELECT max(seq) FROM event) - {NEWEST}" if table == "event" else ""
                if not _put(writer, table, connection.execute(f"SELECT * FROM {table} {where}")):
                    whole.add(table)
    except BaseException:
        memory.close()
        raise
    return memory, frozenset(whole)


def rescued(
    path: Path,
    *,
    played: Sequence[Logged] = (),
    last_seq: int = 0,
    photographs: Photographs | None = None,
) -> tuple[Store, Rescued]:
    """Read what can be read of a damaged journal into memory.

    Args:
        path: The file; it is not changed.
        played: Events that the box still has in mind: the game in progress.
        last_seq: Number of the newest event that was acknowledged, if anybody knows.
        photographs: Where pictures go that an older version kept inside the file.
    """
    memory = new_memory()
    with memory.writer() as writer:
        read, others_lost = _take_small_tables(path, writer)
        events, games, is_cut = _scan(path, writer, read, photographs)
        events |= {one.seq: one for one in played}
        known = max([last_seq, *events])
        broken = _lay_out(writer, events, games)
    return memory, Rescued(len(events), known, broken, is_cut and not last_seq, others_lost)


def forget(writer: sqlite3.Connection, *, since: int) -> None:
    """Drop events that nobody has heard of."""
    writer.execute("DELETE FROM event WHERE seq > ?", (since,))
    writer.execute("DELETE FROM game WHERE number > (SELECT coalesce(max(game), 0) FROM event)")


def bring_home(memory: Store, disk: Store, *, since: int, whole: frozenset[str] = frozenset()) -> int:
    """Write everything that was changed in memory, in one transaction.

    Args:
        memory: The journal in memory.
        disk: The journal on the disk.
        since: The newest event that both have.
        whole: Tables of which memory has all rows, so that what is missing there was deleted.

    Returns:
        How many events were written.

    Raises:
        sqlite3.Error: If they cannot be written; nothing is.
    """
    with memory.reader() as reader:
        tables = _tables(reader)
        rows = {
            table: reader.execute(
                f"SELECT * FROM {table} {'WHERE seq > ' + str(since) if table == 'event' else ''}"
            ).fetchall()
            for table in tables
        }

    def write(writer: sqlite3.Connection) -> None:
        for table, held in rows.items():
            if table == "event":
                writer.execute("DELETE FROM event WHERE seq > ?", (since,))
            elif table in whole and table not in ("game", "photograph"):
                writer.execute(f"DELETE FROM {table}")
            _put(writer, table, held)

    disk.write(write)
    return len(rows["event"])


def replace_damaged(memory: Store, path: Path, photographs: Photographs) -> Path | None:
    """Put what is in memory in the place of a damaged file, and set that aside.

    Returns:
        Where the damaged file is now; None if there was none.

    Raises:
        OSError: If the disk takes it not; the damaged file is then where it was.
        sqlite3.Error: The same.
    """
    part = path.with_name(f"{path.name}.new")
    remove(part)
    store = Store(part)
    try:
        with store.writer() as writer:
            migrate(writer, None, None)
        bring_home(memory, store, since=0)
        store.write(lambda writer: adopt(writer, photographs))
    finally:
        store.close()  # which puts the write-ahead file back into it
    aside: Path | None = None
    if path.exists():
        aside = free_name(path, "damaged")
        for ending in ("-wal", "-shm"):
            with contextlib.suppress(FileNotFoundError):
                path.with_name(path.name + ending).rename(aside.with_name(aside.name + ending))
        try:
            # With a second name for the old file, the journal's own name leads to a file at every moment.
            os.link(path, aside)
        except OSError:
            path.rename(aside)
    part.replace(path)
    return aside


def _take_small_tables(path: Path, writer: sqlite3.Connection) -> tuple[set[str], bool]:
    """Copy every table but events, games and photographs where SQLite can still read it.

    Returns:
        Those that it could read, and whether a row of them was lost, or may have been.
    """
    read: set[str] = set()
    lost = False
    for table, columns in _tables(writer).items():
        if table in ("event", "game", "photograph"):
            continue
        with (
            contextlib.suppress(sqlite3.Error),
            contextlib.closing(Store(path, mode="ro")) as disk,
            disk.reader() as reader,
        ):
            if _columns(reader, table) == columns:
                lost |= _put(writer, table, reader.execute(f"SELECT * FROM {table}").fetchall()) > 0
                read.add(table)
            else:
                lost |= table in tables_of(reader)  # an older version may not have had it
                continue
        lost |= table not in read
    return read, lost


def _scan(
    path: Path, writer: sqlite3.Connection, whole: set[str], photographs: Photographs | None
) -> tuple[dict[int, Logged], dict[int, Setup], bool]:
    """Look at every page for events and setups of games, and for what else SQLite could not read."""
    events: dict[int, Logged] = {}
    earlier: dict[int, Logged] = {}
    games: dict[int, Setup] = {}
    try:
        pages = Pages(path)
    except OSError:
        return events, games, False
    is_cut = pages.is_cut
    try:
        for rowid, values in pages.rows():
            with contextlib.suppress(ValueError, EngineError):
                match values:
                    case (None, _, _, str(), str(), str(), int()):
                        events[rowid] = logged((rowid, *values[1:]))
                    case (None, _, _, str(), str(), str(text)):
                        json_of(text)
                        earlier[rowid] = logged(sealed((rowid, *values[1:])))
                    case (None, int() | float(), str(setup), int() | None, str()):
                        games[rowid] = setup_of(setup)
                    case (None, str(name), int() | float(), bytes(raw), bytes(ringed)):
                        new = photographs is not None and is_name(name) and not photographs.has(name)
                        if photographs is not None and new and are_pictures(raw, ringed):
                            photographs.keep(name, raw, ringed)
                    case (None, str(), str(), str(versions)) if "house_rules" not in whole:
                        json_of(versions)
                        _put(writer, "house_rules", [(rowid, *values[1:])])
                    case (None, str(), str(facts)) if "person" not in whole:
                        json_of(facts)
                        _put(writer, "person", [(rowid, *values[1:])])
                    case (None, str(name)) if "life" not in whole and is_life(name):
                        _put(writer, "life", [(rowid, name)])
                    case (None, int(), str(), str()) if "forgotten" not in whole:
                        _put(writer, "forgotten", [(rowid, *values[1:])])
                    case (str(), int(), str()) if "reader" not in whole:
                        _put(writer, "reader", [values])
                    case (str(), str(), int() | float()) if "phone" not in whole:
                        _put(writer, "phone", [values])
                    case (str(name), str()) if name in SECRETS:
                        if "secret" not in whole:
                            _put(writer, "secret", [values])
                    case (str(), str(value)) if "setting" not in whole:
                        json_of(value)
                        _put(writer, "setting", [values])
    finally:
        pages.close()
    found = events or earlier  # pages that are free may hold events from before they had checksums
    return {seq: found[seq] for seq in sorted(found) if seq > 0}, games, is_cut


def _lay_out(
    writer: sqlite3.Connection, events: dict[int, Logged], games: dict[int, Setup]
) -> tuple[int, ...]:
    """Write events and a list of games that agrees with them; say which games have holes."""
    of_game: dict[int, list[Logged]] = {}
    for seq in sorted(events):
        of_game.setdefault(events[seq].game, []).append(events[seq])
    writer.execute("BEGIN")
    broken = []
    for number, played in sorted(of_game.items()):
        whole = begins(played) and not _has_hole(played, events)
        if not whole:
            broken.append(number)
        put_game(writer, row_of_game(played, setup=games.get(number), whole=whole))
    for seq in sorted(events):
        put_event(writer, events[seq])
    writer.execute("COMMIT")
    return tuple(broken)


def _has_hole(played: Sequence[Logged], events: dict[int, Logged]) -> bool:
    """True if an event between two of the game is missing, so that it may have been this game's."""
    return any(
        missing not in events
        for one, after in itertools.pairwise(played)
        for missing in range(one.seq + 1, after.seq)
    )


def _tables(connection: sqlite3.Connection) -> dict[str, list[str]]:
    """List our tables with their columns."""
    return {name: _columns(connection, name) for name in tables_of(connection)}


def _columns(connection: sqlite3.Connection, table: str) -> list[str]:
    return [str(row[1]) for row in connection.execute(f"PRAGMA table_info({table})")]


def _put(writer: sqlite3.Connection, table: str, rows: Iterable[Sequence[object]]) -> int:
    """Write rows as they are; tell how many cannot be written."""
    lost = 0
    for row in rows:
        marks = ", ".join("?" * len(row))
        try:
            writer.execute(f"INSERT OR REPLACE INTO {table} VALUES ({marks})", tuple(row))
        except (UnicodeError, sqlite3.IntegrityError):
            lost += 1
    return lost


def remove(path: Path) -> None:
    """Delete a database with its side files."""
    for ending in ("", "-wal", "-shm"):
        path.with_name(path.name + ending).unlink(missing_ok=True)
