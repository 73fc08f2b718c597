"""Keeps the journal's database writable: on the disk, or in memory until the disk takes it again."""

from __future__ import annotations

import contextlib
import logging
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from device.errors import JournalError
from device.store import memory
from device.store.damage import check_events, mend
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
from device.store.lives import begin_life, settle
from device.store.photographs import Photographs, adopt
from device.store.schema import migrate, version_of
from device.store.trouble import HELP, MEMORY, OTHERS, PICTURES, WHAT, WRITTEN, line, lost_pictures
from device.worker import lasting_thread
from engine.events import Logged
from engine.messages import Message

log = logging.getLogger(__name__)

NOTICE_S = 900.0
"""So long the page says that a trouble is over."""

CHECKED_AT_ONCE = 16_000_000
"""Up to so many bytes (some hundred games) a file is looked through before it is used, which takes a fraction
of a second; a longer one is looked through while it is used."""


class Keeper:
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
        self._rescued: memory.Rescued | None = None
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
                self._go(fault, error, None)
                self._come_home()

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
                self._go(Fault.GONE, None, self.store)
            try:
                self.store.write(change)
            except sqlite3.Error as error:
                fault = fault_of(error) or self._looked_through()
                if fault is None or self.fault is not None:
                    raise
                self._go(fault, error, self.store)
                self.store.write(change)
                if fault is Fault.DAMAGED:
                    self._come_home()

    def cannot_read(self, store: Store, error: sqlite3.Error, *, damaged: bool = False) -> None:
        """Go into memory mode, as the file cannot be read."""
        with self._writing:
            if store is not self.store or self.fault is not None:
                return
            self._go(Fault.DAMAGED if damaged else fault_of(error) or Fault.BROKEN, error, store)
            self._come_home()

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
                self._go(Fault.GONE, None, self.store)
            if self.fault is not None and not self._come_home(closing=True):
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

    def _go(self, fault: Fault, error: Exception | None, disk: Store | None) -> None:
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
            store, self._rescued = memory.rescued(
                self._path, played=played, last_seq=last_seq, photographs=self._photographs
            )
            log.warning("the journal was read page by page: %s", self._rescued.message)
        if last_seq:
            # A commit that failed may be on the disk all the same; nobody has heard of it.
            store.write(lambda writer: memory.forget(writer, since=last_seq))
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
                return memory.copied(writer)
        with contextlib.closing(opened_for_reading(self._path)) as opened, opened.reader() as reader:
            version_of(reader, self._path)
            return memory.copied(reader)

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
                home = self.fault is None or self._come_home()
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

    def _come_home(self, *, closing: bool = False) -> bool:
        """Write all that is in memory onto the disk, and use that again; say whether it could be."""
        try:
            if self.fault is Fault.GONE and not self._has_come_back(closing=closing):
                return False
            if self.fault is Fault.DAMAGED:
                self._aside = memory.replace_damaged(self.store, self._path, self._photographs)
                self.fault = Fault.BROKEN  # the file there now is ours
            disk = self._opened()
        except (OSError, sqlite3.Error) as error:
            self._still(error)
            return False
        try:
            newest = int(str(disk.read("SELECT coalesce(max(seq), 0) FROM event")[0][0]))
            since = min(self.since, newest)  # less where this file is a new one
            written = memory.bring_home(self.store, disk, since=since, whole=self._whole)
            disk.check()
        except (OSError, sqlite3.Error) as error:
            disk.close()
            self._still(error)
            return False
        held, self.store = self.store, disk
        held.close()
        if self._aside is not None and self._rescued is not None:
            self._tell_of_damage(self._rescued, self._aside)
        else:
            self._tell(
                Message("The disk that holds the games can be written again."),
                Message("What was held in memory has been written: {events} events.", {"events": written}),
            )
        self.fault, self._was, self._whole = None, None, frozenset()
        self._rescued, self._aside = None, None
        return True

    def _still(self, error: Exception) -> None:
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
        found, self._rescued = memory.rescued(self._path, last_seq=self._memory_of()[0])
        try:
            memory.bring_home(self.store, found, since=self.since, whole=self._whole)
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

    def _tell_of_damage(self, found: memory.Rescued, aside: Path) -> None:
        games = ", ".join(map(str, found.broken_games))
        self._tell(
            Message("The file that held the games was damaged: {sentence}.", {"sentence": found.message}),
            *([Message("Games that are not whole: {games}.", {"games": games})] if games else ()),
            *([OTHERS] if found.others_lost else ()),
            Message("The damaged file is kept as {file}.", {"file": aside.name}),
            Message("If games are missing, stop the box and restore a backup: charkoni restore FILE"),
        )
        self._notice_until = float("inf")  # until the box is started again
