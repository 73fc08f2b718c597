"""One SQLite database: a file that outlives power cuts, or memory."""

from __future__ import annotations

import contextlib
import enum
import errno
import os
import sqlite3
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from device.errors import DeviceError, JournalError
from device.files import FileError, must_be_file
from web.house.rows import must_be_kept
from web.ports import ReadErrors

Mode = Literal["rw", "ro", "ro&immutable=1"]
"""How a file is opened; the last is for a disk that takes no side files."""


_LEFT_OPEN: list[sqlite3.Connection] = []
"""Connections that end with the process."""


class Fault(enum.Enum):
    """Why a journal cannot be written."""

    FULL = "full"
    READ_ONLY = "read-only"
    DAMAGED = "damaged"
    BROKEN = "broken"
    """The disk or its card answers with an error."""
    GONE = "gone"
    """The file was moved or deleted while the box runs."""


class StoreClosedError(DeviceError, RuntimeError):
    """This database was given up; there is another one in its place."""


class _Writer(sqlite3.Connection):
    """A connection that writes nothing which could not be restored from a backup."""

    def execute(self, statement: str, values: Any = (), /) -> sqlite3.Cursor:
        _check(values)
        return super().execute(statement, values)

    def executemany(self, statement: str, rows: Iterable[Any], /) -> sqlite3.Cursor:
        def checked() -> Iterator[Any]:
            for row in rows:
                _check(row)
                yield row

        return super().executemany(statement, checked())


def _check(values: Any) -> None:
    for value in values.values() if isinstance(values, Mapping) else values:
        must_be_kept(value)


class Store:
    """One database with one writer and any number of readers, each used by one thread at a time."""

    def __init__(self, path: Path | None, *, mode: Mode = "rw") -> None:
        """Open a database.

        Args:
            path: The file; None for memory.
            mode: How; only a file that exists can be opened without writing.

        Raises:
            JournalError: If something else lies there than a file.
            sqlite3.Error: If it cannot be opened; a `DamagedError` if it is to be written, and is damaged.
            OSError: If it cannot be made.
        """
        self.path = path
        self.read_errors = ReadErrors()
        if path is not None:
            _must_be_files(path)
        self._mode: Mode = mode
        self._lock = threading.RLock()
        self._idle: list[sqlite3.Connection] = []
        self._closed = False
        self._writer: sqlite3.Connection | None = None
        if path is not None and mode == "rw":
            # SQLite gives its side files the mode of the main one: nobody else reads keys and phones.
            file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
            with open(file, "rb") as opened:
                head = opened.read(20)
            if head.startswith(b"SQLite format 3\0") and not {*head[18:]} <= {1, 2}:
                # SQLite would call it a disk that can only be read.
                raise DamagedError(f"its header asks for format {max(head[18:])}, which there is not")
        self._file = self._identity()
        if mode == "rw":
            self._writer = self._connect(mode, _Writer)
            try:
                with _damage_is_told():
                    self._writer.execute("PRAGMA journal_mode = WAL")
                    self._writer.execute("PRAGMA synchronous = FULL")
            except BaseException:
                self.close()
                raise

    def write(self, change: Callable[[sqlite3.Connection], None]) -> None:
        """Carry out one transaction, whole or not at all.

        Raises:
            sqlite3.Error: If it cannot be written.
        """
        with self.writer() as writer:
            try:
                writer.execute("BEGIN IMMEDIATE")
                change(writer)
                writer.execute("COMMIT")
            # Whatever it is: an open transaction would refuse every later one.
            except BaseException:
                with contextlib.suppress(sqlite3.Error):
                    writer.execute("ROLLBACK")
                raise

    def read(self, query: str, values: Sequence[object] = ()) -> list[tuple[object, ...]]:
        """Ask for rows of the last committed state.

        Raises:
            sqlite3.Error: If they cannot be read.
            StoreClosedError: If this was in memory and is closed.
        """
        with self.reader() as reader:
            return list(reader.execute(query, tuple(values)))

    @contextlib.contextmanager
    def writer(self) -> Iterator[sqlite3.Connection]:
        """Borrow the connection that writes."""
        with self._lock:
            if self._writer is None:
                raise StoreClosedError("this database is closed, or only read")
            with _damage_is_told():
                yield self._writer

    @contextlib.contextmanager
    def reader(self) -> Iterator[sqlite3.Connection]:
        """Borrow a connection for reading."""
        if self.path is None:
            with self.writer() as only:
                yield only
            return
        try:
            reader = self._idle.pop()
        except IndexError:
            reader = self._connect("ro" if self._mode == "rw" else self._mode)
        try:
            with _damage_is_told():
                yield reader
        finally:
            self._idle.append(reader)
            if self._closed:
                self._close_idle()

    def check(self) -> None:
        """Look through the whole database, its indices too.

        Raises:
            DamagedError: If it is damaged.
            sqlite3.Error: If it cannot be read.
        """
        bad = str(self.read("PRAGMA integrity_check(1)")[0][0])
        if bad != "ok":
            raise DamagedError(bad)

    @property
    def is_gone(self) -> bool:
        """The file was moved or deleted while it is open: what is written then is lost."""
        return not self._closed and self._identity() != self._file

    @property
    def _is_replaced(self) -> bool:
        return self._identity() not in (None, self._file)

    def is_same_file(self, path: Path) -> bool:
        """True if a path leads to the file that was opened."""
        return self._file is not None and _identity(path) == self._file

    def close(self) -> None:
        """Let the file go. May be called twice."""
        self._closed = True
        self._close_idle()
        with self._lock:
            writer, self._writer = self._writer, None
            if writer is not None and self.path is not None and self._is_replaced:
                # To close it would delete the write-ahead file of the other journal that lies here now.
                _LEFT_OPEN.append(writer)
            elif writer is not None:
                # Last, because only a writer can put the write-ahead file back into the main one.
                writer.close()

    def _close_idle(self) -> None:
        while self._idle:
            self._idle.pop().close()

    def _identity(self) -> tuple[int, int] | None:
        return None if self.path is None else _identity(self.path)

    def _connect(self, mode: Mode, kind: type[sqlite3.Connection] = sqlite3.Connection) -> sqlite3.Connection:
        name = ":memory:" if self.path is None else f"{self.path.absolute().as_uri()}?mode={mode}"
        connection = sqlite3.connect(
            name,
            uri=self.path is not None,
            isolation_level=None,
            check_same_thread=False,
            timeout=5.0,
            factory=kind,
        )
        # One text that a bad card has garbled must not hide all other rows.
        connection.text_factory = _text
        return connection


def _must_be_files(path: Path) -> None:
    """Look whether a database and what lies beside it are files: SQLite would wait for a pipe without end.

    Raises:
        JournalError: If they are not.
    """
    for ending in ("", "-wal", "-shm", "-journal"):
        try:
            must_be_file(path.with_name(path.name + ending))
        except FileError as error:
            raise JournalError(f"{error}: move it away, or name another folder with --data") from error


@contextlib.contextmanager
def _damage_is_told() -> Iterator[None]:
    """Make an error of SQLite out of what Python makes of one whose text it cannot read.

    Raises:
        DamagedError: If SQLite names something in the file that is no text.
    """
    try:
        yield
    except UnicodeDecodeError as error:
        raise DamagedError(f"a name in it is no text: {error}") from error


def _text(raw: bytes) -> str:
    """Read a text; bytes that are none become half characters, which whoever reads the row refuses."""
    return raw.decode(errors="surrogateescape")


class DamagedError(sqlite3.DatabaseError):
    """The file can be opened, and what is in it cannot be right."""


def opened_for_reading(path: Path) -> Store:
    """Open a file that another process may be writing, on a disk that may take no side files.

    Raises:
        sqlite3.Error: If it cannot be read.
    """
    store = Store(path, mode="ro")
    try:
        store.read("SELECT count(*) FROM sqlite_schema")
    except sqlite3.OperationalError:
        store.close()
        wal = path.with_name(path.name + "-wal")
        with contextlib.suppress(OSError):
            if wal.stat().st_size:
                raise
        return Store(path, mode="ro&immutable=1")
    return store


def fault_of(error: Exception) -> Fault | None:
    """Tell what is wrong with the disk; None if something else is."""
    if isinstance(error, DamagedError):
        return Fault.DAMAGED
    if isinstance(error, sqlite3.Error):
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if not code and "decode to UTF-8" in str(error):
            return Fault.DAMAGED
        return {
            sqlite3.SQLITE_FULL: Fault.FULL,
            sqlite3.SQLITE_READONLY: Fault.READ_ONLY,
            sqlite3.SQLITE_PERM: Fault.READ_ONLY,
            sqlite3.SQLITE_CANTOPEN: Fault.BROKEN,
            sqlite3.SQLITE_IOERR: Fault.BROKEN,
            sqlite3.SQLITE_CORRUPT: Fault.DAMAGED,
            sqlite3.SQLITE_NOTADB: Fault.DAMAGED,
        }.get(code)
    if isinstance(error, OSError):
        return {
            errno.ENOSPC: Fault.FULL,
            errno.EDQUOT: Fault.FULL,
            errno.EROFS: Fault.READ_ONLY,
            errno.EIO: Fault.BROKEN,
        }.get(error.errno or 0)
    return None


def is_passing(error: sqlite3.Error) -> bool:
    """True for an error that is no fault of the file: another program holds it, or memory is short."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_NOMEM)


def fault_of_folder(folder: Path, otherwise: Fault) -> Fault:
    """Try the disk itself, as SQLite calls much of it an I/O error.

    Args:
        folder: On the disk.
        otherwise: What to say if nothing else can be seen.
    """
    probe = folder / ".charkoni-tries-to-write"
    try:
        probe.write_bytes(bytes(4096))
    except OSError as error:
        return fault_of(error) or otherwise
    finally:
        with contextlib.suppress(OSError):
            probe.unlink()
    return otherwise


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
