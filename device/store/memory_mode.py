"""Memory mode: the journal on the disk, or in memory until the disk takes it again."""

from __future__ import annotations

import contextlib
import itertools
import logging
import os
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from device.errors import JournalError
from device.store.damage import Pages, check_events, mend
from device.store.database import (
    DamagedError,
    Fault,
    Store,
    StoreClosedError,
    fault_of,
    fault_of_folder,
    is_passing,
    opened_for_reading,
)
from device.store.games import begins, logged, put_event, put_game, row_of_game, sealed, setup_of
from device.store.lives import begin_life, settle
from device.store.photographs import Photographs, adopt, are_pictures, is_name
from device.store.schema import free_name, migrate, tables_of, version_of
from device.store.trouble import HELP, MEMORY, OTHERS, PICTURES, WHAT, WRITTEN, line, lost_pictures
from device.worker import lasting_thread
from engine.errors import EngineError
from engine.events import Logged, Setup
from engine.messages import Message
from web.house.identity import is_life
from web.house.rows import SECRETS, json_of

log = logging.getLogger(__name__)

NOTICE_S = 900.0
"""So long the page says that a trouble is over."""

CHECKED_AT_ONCE = 16_000_000
"""Up to so many bytes (some hundred games) a file is looked through before it is used, which takes a fraction
of a second; a longer one is looked through while it is used."""

NEWEST = 200_000
"""So many events, the newest, are held in memory; older ones stay on the disk and are shown again later."""


@dataclass(frozen=True, slots=True)
class Salvage:
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


class MemoryFallback:
    """Holds the database that counts. May be used from any thread."""

    def __init__(
        self,
        path: Path,
        photographs: Photographs,
        *,
        memory_of: Callable[[], tuple[int, Sequence[Logged]]],
        retry_s: float,
    ) -> None:
        """Open the file, or go into memory mode.

        Args:
            path: The file.
            photographs: The folder of pictures.
            memory_of: Gives the newest event's number and the events of the game in progress, as far as the
                box has them in mind.
            retry_s: So often it looks whether the disk can be written again.

        Raises:
            JournalError: If a newer version wrote the file.
            OSError: If the file cannot be used for a reason that is no fault of the disk.
        """
        self._path = path
        self._photographs = photographs
        self._memory_of = memory_of
        self._retry_s = retry_s
        self._writing = threading.RLock()
        self._closed = threading.Event()
        self._thread: threading.Thread | None = None
        self._checking: threading.Thread | None = None
        self._notice: tuple[Message, ...] = ()
        self._notice_until = 0.0
        self._whole: frozenset[str] = frozenset()
        self._salvage: Salvage | None = None
        self._was: Store | None = None
        self._aside: Path | None = None
        self._checker: sqlite3.Connection | None = None
        self.fault: Fault | None = None
        """Why the database that counts is the one in memory; None while it is the file."""
        self.since = 0
        """In memory mode, the newest event that is on the disk."""
        self.unwritten = 0
        """Events that could not be written when it was closed."""
        self.mended = False
        """Rows of the file were put right."""
        try:
            self.store = self._opened()
        except (OSError, sqlite3.Error) as error:
            fault = fault_of(error)
            if fault is None or isinstance(error, JournalError):
                raise
            with self._writing:  # the thread that tries again has been started
                self._enter(fault, error, None)
                self._leave()

    def write(self, change: Callable[[sqlite3.Connection], None]) -> None:
        """Carry out one transaction; in memory where the disk does not take it.

        Raises:
            sqlite3.Error: If it cannot be carried out, for a reason that is no fault of the disk.
            StoreClosedError: After `close`.
        """
        with self._writing:
            if self._closed.is_set():
                raise StoreClosedError("the journal is closed")
            if self.fault is None and self.store.is_gone:
                self._enter(Fault.GONE, None, self.store)
            try:
                self.store.write(change)
            except sqlite3.Error as error:
                fault = fault_of(error) or self._looked_through()
                if fault is None or self.fault is not None:
                    raise
                self._enter(fault, error, self.store)
                self.store.write(change)
                if fault is Fault.DAMAGED:
                    self._leave()

    def cannot_read(self, store: Store, error: sqlite3.Error, *, damaged: bool = False) -> None:
        """Go into memory mode, as the file cannot be read."""
        with self._writing:
            if store is not self.store or self.fault is not None:
                return
            self._enter(Fault.DAMAGED if damaged else fault_of(error) or Fault.BROKEN, error, store)
            self._leave()

    def cannot_keep_pictures(self, error: OSError | None) -> None:
        """Try again later to write photographs."""
        log.warning("a photograph cannot be written: %s", error or "the data folder is gone")
        with self._writing:  # the thread that is there may be about to end
            self._start()

    @property
    def is_gone(self) -> bool:
        """The data folder is not where it was; what lies there now may be another box's."""
        return (self.fault or (Fault.GONE if self.store.is_gone else None)) is Fault.GONE

    def check(self) -> None:
        """Look through a long file in the background, once."""
        if self.fault is None and self._path.stat().st_size > CHECKED_AT_ONCE:
            self._checking = threading.Thread(target=self._check, name="journal-check", daemon=True)
            self._checking.start()

    def trouble(self) -> tuple[Message, ...]:
        """Tell why the journal is not on the disk and what to do; empty when all is well."""
        lost = lost_pictures(self._photographs.lost)
        fault = self.fault or (Fault.GONE if self.store.is_gone else None)
        if fault is not None:
            return (WHAT[fault], MEMORY, HELP[fault], *lost)
        return (*PICTURES, *lost) if self._photographs.held else ()

    def notice(self) -> tuple[Message, ...]:
        """Tell what became of a trouble that is over; empty after a while."""
        return self._notice if time.monotonic() < self._notice_until else ()

    def close(self) -> None:
        """Try once more to write what is held, and let the file go. May be called twice."""
        if self._closed.is_set():
            return
        with self._writing:
            self._closed.set()
            if self.fault is None and self.store.is_gone:
                self._enter(Fault.GONE, None, self.store)
            if self.fault is not None and not self._leave(closing=True):
                self.unwritten = self._memory_of()[0] - self.since
            with contextlib.suppress(OSError):
                if not self.is_gone:
                    self._photographs.write_held()
            if self._photographs.held:
                log.error("%d photographs could not be written", self._photographs.held)
            store = self.store
        if (checker := self._checker) is not None:
            checker.interrupt()
        for thread in (self._thread, self._checking):
            if thread is not None and thread is not threading.current_thread():
                thread.join(5.0)
        store.close()

    def _looked_through(self) -> Fault | None:
        """Tell whether the file is to blame for an error that looks like another's."""
        try:
            self.store.check()
        except sqlite3.Error as error:
            return fault_of(error)
        return None

    def _opened(self) -> Store:
        """Open the file and bring it to this version of the schema."""
        store = Store(self._path)
        try:
            with store.writer() as writer:
                migrate(writer, self._path, self._photographs)
            if self._path.stat().st_size <= CHECKED_AT_ONCE:
                store.check()
                with store.reader() as reader:
                    check_events(reader)
            store.write(self._put_right)
        except sqlite3.Error as error:
            store.close()
            if fault_of(error) or is_passing(error):
                raise
            # Statements that suit every whole journal do not suit this one.
            raise DamagedError(str(error)) from error
        except BaseException:
            store.close()
            raise
        return store

    def _put_right(self, writer: sqlite3.Connection) -> None:
        self.mended |= mend(writer) > 0
        settle(writer)
        adopt(writer, self._photographs)

    def _enter(self, fault: Fault, error: Exception | None, disk: Store | None) -> None:
        """Go into memory mode with all that can be read."""
        if fault is Fault.BROKEN:
            fault = fault_of_folder(self._path.parent, fault)
        last_seq, played = self._memory_of()
        store: Store | None = None
        if fault is not Fault.DAMAGED:
            with contextlib.suppress(sqlite3.Error):
                store, self._whole = self._copied(disk)
        if store is None:
            if disk is not None:
                disk.close()
            store, self._salvage = salvaged(
                self._path, played=played, last_seq=last_seq, photographs=self._photographs
            )
            log.warning("the journal was read page by page: %s", self._salvage.message)
        if last_seq:
            # A commit that failed may be on the disk all the same; nobody has heard of it.
            store.write(lambda writer: forget(writer, since=last_seq))
        # What memory alone knows, and what a damaged file has lost, gives its numbers to other events.
        store.write(settle)
        store.write(begin_life)
        self.since = int(str(store.read("SELECT coalesce(max(seq), 0) FROM event")[0][0]))
        self.fault, self.store, self._was = fault, store, disk
        if disk is not None:
            disk.close()
        log.warning("%s (%s: %s)", line(self.trouble()), self._path, error or "gone")
        self._start()

    def _copied(self, disk: Store | None) -> tuple[Store, frozenset[str]]:
        """Copy what is on the disk.

        Raises:
            sqlite3.Error: If it cannot be read.
        """
        if disk is not None:
            with disk.writer() as writer:
                return copied(writer)
        with contextlib.closing(opened_for_reading(self._path)) as opened, opened.reader() as reader:
            version_of(reader, self._path)
            return copied(reader)

    def _start(self) -> None:
        if self._thread is None or not self._thread.is_alive():
            self._thread = lasting_thread(self._run, name="journal", pause=self._closed.wait)
            self._thread.start()

    def _run(self) -> None:
        untold: int | None = None  # so many were lost before those held were written, until that is told
        while not self._closed.wait(self._retry_s):
            with self._writing:
                if self._closed.is_set():
                    return
                home = self.fault is None or self._leave()
            # Not under the lock: a slow card takes seconds for many of them, and people play meanwhile.
            held, lost = self._photographs.held, self._photographs.lost
            with contextlib.suppress(OSError):
                if held and not self.is_gone:
                    self._photographs.write_held()
                    untold = lost
            if home and untold is not None:
                # After the journal has come home: the disk may have come back between the two.
                self._tell(WRITTEN, *lost_pictures(untold))
                untold = None
            with self._writing:
                if self.fault is None and not self._photographs.held:
                    self._thread = None
                    return

    def _leave(self, *, closing: bool = False) -> bool:
        """Write all that is in memory onto the disk, and use that again; say whether it could be."""
        try:
            if self.fault is Fault.GONE and not self._has_come_back(closing=closing):
                return False
            if self.fault is Fault.DAMAGED:
                self._aside = replace_damaged(self.store, self._path, self._photographs)
                self.fault = Fault.BROKEN  # the file there now is ours
            disk = self._opened()
        except (OSError, sqlite3.Error) as error:
            self._note_error(error)
            return False
        try:
            newest = int(str(disk.read("SELECT coalesce(max(seq), 0) FROM event")[0][0]))
            since = min(self.since, newest)  # less where this file is a new one
            written = bring_home(self.store, disk, since=since, whole=self._whole)
            disk.check()
        except (OSError, sqlite3.Error) as error:
            disk.close()
            self._note_error(error)
            return False
        held, self.store = self.store, disk
        held.close()
        if self._aside is not None and self._salvage is not None:
            self._tell_of_damage(self._salvage, self._aside)
        else:
            self._tell(
                Message("The disk that holds the games can be written again."),
                Message("What was held in memory has been written: {events} events.", {"events": written}),
            )
        self.fault, self._was, self._whole = None, None, frozenset()
        self._salvage, self._aside = None, None
        return True

    def _note_error(self, error: Exception) -> None:
        """Remember what is in the way now."""
        log.debug("still in memory mode: %s", error)
        fault = fault_of(error)
        if fault is Fault.BROKEN:
            fault = fault_of_folder(self._path.parent, fault)
        if self.fault is Fault.DAMAGED or fault is None:
            return
        if fault is Fault.DAMAGED:  # it was read before it broke: memory may have more than the disk
            with contextlib.suppress(sqlite3.Error):
                self._add_what_can_be_read()
        self.fault = fault

    def _add_what_can_be_read(self) -> None:
        """Take over older events, which memory mode had left on the disk."""
        found, self._salvage = salvaged(self._path, last_seq=self._memory_of()[0])
        try:
            bring_home(self.store, found, since=self.since, whole=self._whole)
        except sqlite3.Error:
            found.close()
            raise
        self.store.close()
        self.store = found

    def _has_come_back(self, *, closing: bool) -> bool:
        if self._was is not None and self._was.is_same_file(self._path):
            return True
        return closing and not self._path.exists() and self._path.parent.is_dir()

    def _check(self) -> None:
        store = self.store
        try:
            with store.reader() as self._checker:
                bad = [str(row[0]) for row in self._checker.execute("PRAGMA integrity_check(1)")]
                check_events(self._checker)
        except StoreClosedError:
            return
        except sqlite3.Error as error:
            if fault_of(error) is None or self._closed.is_set():
                return
            bad = [str(error)]
        finally:
            self._checker = None
        if bad != ["ok"] and not self._closed.is_set():
            self.cannot_read(store, sqlite3.DatabaseError(bad[0]), damaged=True)

    def _tell(self, *notice: Message) -> None:
        log.warning("%s", line(notice))
        self._notice, self._notice_until = notice, time.monotonic() + NOTICE_S

    def _tell_of_damage(self, found: Salvage, aside: Path) -> None:
        games = ", ".join(map(str, found.broken_games))
        self._tell(
            Message("The file that held the games was damaged: {sentence}.", {"sentence": found.message}),
            *([Message("Games that are not whole: {games}.", {"games": games})] if games else ()),
            *([OTHERS] if found.others_lost else ()),
            Message("The damaged file is kept as {file}.", {"file": aside.name}),
            Message("If games are missing, stop the box and restore a backup: charkoni restore FILE"),
        )
        self._notice_until = float("inf")  # until the box is started again


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


def salvaged(
    path: Path,
    *,
    played: Sequence[Logged] = (),
    last_seq: int = 0,
    photographs: Photographs | None = None,
) -> tuple[Store, Salvage]:
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
    return memory, Salvage(len(events), known, broken, is_cut and not last_seq, others_lost)


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
