"""Backups over the page: one that is carried away, and one on its way in.

Both are kept for a while, so that a transfer over Wi-Fi that broke off goes on where it was, and a full disk
keeps nobody's moves: room is looked at before much is written.
"""

from __future__ import annotations

import contextlib
import io
import json
import logging
import os
import secrets
import shutil
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from device.errors import JournalError
from device.store.backups.backup import back_up, look_at, size_before
from device.store.journal import Journal
from engine.errors import RecordError
from engine.record import read, write
from web.ports import BackupFile, NoBackupError

log = logging.getLogger(__name__)

SPARE = 64_000_000
"""Bytes that stay free for the journal, whatever is carried to and fro."""


def must_have_room(folder: Path, needed: int) -> None:
    """Look whether a disk takes so much and stays usable.

    Args:
        folder: On the disk.
        needed: Bytes.

    Raises:
        RecordError: If it does not, or cannot be asked.
    """
    try:
        free = shutil.disk_usage(folder).free
    except OSError as error:
        raise RecordError("the disk of the box cannot be read: look at its card") from error
    if free < needed + SPARE:
        raise RecordError(
            "the disk of the box has no room for this: {needed} MB are needed and {free} MB are free; "
            "make room on it, then try again",
            needed=-(-(needed + SPARE) // 1_000_000),
            free=free // 1_000_000,
        )


class Forgetting:
    """Does something when nobody has asked for a while."""

    def __init__(self, forget: Callable[[], None], *, after_s: float) -> None:
        self._forget = forget
        self._after_s = after_s
        self._timer: threading.Timer | None = None
        self._lock = threading.Lock()

    def asked(self) -> None:
        """Wait anew."""
        with self._lock:
            if self._timer is not None:
                self._timer.cancel()
            self._timer = threading.Timer(self._after_s, self._forget)
            self._timer.daemon = True  # no box waits for it to stop
            self._timer.start()


MADE = "backup-"
"""Begins the names of folders in which a backup is made and kept."""

KEPT_S = 6 * 3600.0
"""How long a transfer is kept that nobody goes on with, in seconds."""


NOTE = "last-backup.json"
"""When a backup was made last, in the data folder: a file, as `charkoni backup` only reads the journal."""


@dataclass(frozen=True, slots=True)
class LastBackup:
    """The backup that was made last."""

    when: float
    """Seconds since 1970."""
    bytes: int


def note_backup(folder: Path, size: int, *, when: float) -> None:
    """Note that a backup of so many bytes was made; nothing hangs on it, so a full disk is no matter."""
    with contextlib.suppress(OSError):
        (folder / NOTE).write_text(json.dumps(write(LastBackup(when, size))), "utf-8")


def last_backup(folder: Path) -> LastBackup | None:
    """Return the backup that was made last; None if none was, or nobody knows."""
    try:
        return read(LastBackup, json.loads((folder / NOTE).read_text("utf-8")))
    except (OSError, ValueError, RecursionError):
        return None


class Download:
    """Makes backups, and keeps the newest; may be used from any thread."""

    def __init__(self, journal: Journal, *, kept_s: float = KEPT_S) -> None:
        """Delete what an earlier run of the box left.

        Args:
            journal: What is backed up.
            kept_s: Seconds for which a backup is kept that nobody asks for.
        """
        self._journal = journal
        self._folder = journal.path.parent
        self._making = threading.Lock()
        self._made: tuple[Path, BackupFile] | None = None
        self._forgetting = Forgetting(self.forget, after_s=kept_s)
        for left in self._folder.glob(f"{MADE}*"):
            shutil.rmtree(left, ignore_errors=True)

    def make(self) -> BackupFile:
        """Make a backup in the place of the last one; who asks while one is made, gets that.

        Raises:
            RecordError: If it cannot be made.
        """
        before = self._made
        with self._making:
            if self._made is not None and self._made is not before:
                return self._made[1]
            self.forget()
            try:
                must_have_room(self._folder, size_before(self._journal.store, self._journal.photographs))
                return self._keep()
            except (JournalError, OSError) as error:
                if isinstance(error, RecordError):
                    raise
                log.warning("%s", error)
                raise RecordError(
                    "the backup cannot be made: make room on the disk, then try again"
                ) from error

    def file(self, tag: str) -> BackupFile | None:
        """Find the backup with a tag; None if it is not kept any more."""
        made = self._made
        if made is None or made[1].tag != tag:
            return None
        self._forgetting.asked()
        return made[1]

    def forget(self) -> None:
        """Delete the backup that is kept; who downloads it now gets it whole."""
        made, self._made = self._made, None
        if made is not None:
            shutil.rmtree(made[0], ignore_errors=True)

    def _keep(self) -> BackupFile:
        folder = Path(tempfile.mkdtemp(prefix=MADE, dir=self._folder))
        try:
            found = back_up(self._journal.store, self._journal.photographs, folder / "charkoni.backup")
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)
            raise
        made = BackupFile(secrets.token_hex(16), found.path, found.bytes)
        self._made = folder, made
        self._forgetting.asked()
        note_backup(self._folder, found.bytes, when=time.time())
        return made


COMING = "upload-"
"""Begins the names of files that are not whole yet."""

_PIECE = 64 * 1024


class _Part(io.FileIO):
    """A file that goes when it is closed, unless it was moved elsewhere; its errors are sentences."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        try:
            opened, self.path = tempfile.mkstemp(prefix=COMING, dir=folder)  # readable by nobody else
        except OSError as error:
            raise _no_room() from error
        super().__init__(opened, "r+b")

    def write(self, piece: Any) -> int:
        """Write all of a piece, where there is room: not every sender has announced how much comes."""
        left = memoryview(piece)
        must_have_room(self._folder, len(left))
        try:
            while left:
                left = left[super().write(left) :]
        except OSError as error:
            raise _no_room() from error
        return len(piece)

    def close(self) -> None:
        """Let it go. May be called twice."""
        was_open = not self.closed
        super().close()
        if was_open:
            with contextlib.suppress(OSError):
                os.unlink(self.path)


class Upload:
    """Takes the backup that comes over the page; may be used from any thread."""

    def __init__(self, folder: Path, ready: Path, *, given_up_s: float = KEPT_S) -> None:
        """Delete what was on its way when the box stopped.

        Args:
            folder: The data folder.
            ready: Where a whole backup is laid.
            given_up_s: After so many seconds without a piece, what has come is deleted.
        """
        self._folder = folder
        self._ready = ready
        self._lock = threading.Lock()
        self._looking = threading.Lock()
        self._coming: tuple[str, int] | None = None
        self._part: _Part | None = None
        self._have = 0
        self._turn = 0
        self._laid: tuple[str, int] | None = None
        self._forgetting = Forgetting(self.give_up, after_s=given_up_s)
        with contextlib.suppress(OSError):
            for path in folder.glob(f"{COMING}*"):
                path.unlink()

    def whole(self, size: int) -> IO[bytes]:
        """Make the file into which a form writes a backup; it goes when it is closed.

        Args:
            size: Bytes that the form announces; 0 if it announces none.

        Raises:
            RecordError: If the disk has no room.
        """
        self._must_have_room(size)
        return _Part(self._folder)

    def lay_ready(self, file: IO[bytes]) -> None:
        """Look a backup through that `whole` has taken, and lay it ready for the next start.

        Raises:
            NoBackupError: If it is no backup that this version can read.
            RecordError: If the disk does not take it.
        """
        if not isinstance(file, _Part):
            raise TypeError("only what was written into the data folder can be laid ready")
        self._lay(file)

    def take(self, mark: str, size: int, *, at: int, read: Callable[[int], bytes]) -> tuple[int, bool]:
        """Take the next piece of a backup.

        A piece that begins elsewhere than at what has come is not read: whoever sends it goes on from there.
        So does who asks with an empty piece. Another backup takes the place of one that was on its way.

        Args:
            mark: Tells this file from others.
            size: Bytes of the whole backup.
            at: Where the piece begins.
            read: Gives so many bytes of the piece; none at its end.

        Returns:
            How many bytes have come, and whether all was looked through and lies ready.

        Raises:
            NoBackupError: If it has come whole and is no backup that this version can read.
            RecordError: If the disk does not take it.
        """
        turn = self._begin(mark, size, at)
        self._forgetting.asked()
        if turn:
            self._write(turn, size, read)
        with self._looking:  # who asks again meanwhile, waits for the same answer
            with self._lock:
                part = self._part if self._coming == (mark, size) and self._have == size else None
                if part is None:
                    ready = self._laid == (mark, size) and self._ready.exists()
                    return (size if ready else self._have if self._coming == (mark, size) else 0), ready
            try:
                self._lay(part)
            finally:
                self._drop(part)
            self._laid = mark, size
            return size, True

    def give_up(self) -> None:
        """Delete what is on its way."""
        with self._lock:
            part = self._part
        if part is not None:
            self._drop(part)

    def _begin(self, mark: str, size: int, at: int) -> int:
        """Begin a backup, or go on with one; give this piece's turn, 0 if nothing of it is to be read."""
        with self._lock:
            if self._laid == (mark, size) and self._ready.exists():
                return 0
            if self._coming != (mark, size):
                if self._part is not None:
                    self._part.close()
                self._part, self._coming, self._have = None, None, 0
                self._must_have_room(size)
                self._part, self._coming = _Part(self._folder), (mark, size)
            # Whatever still waits for the rest of an earlier piece writes no more.
            self._turn += 1
            return self._turn if at == self._have else 0

    def _write(self, turn: int, size: int, read: Callable[[int], bytes]) -> None:
        while self._have < size and (piece := read(min(_PIECE, size - self._have))):
            with self._lock:
                if turn != self._turn or self._part is None:
                    return
                try:
                    self._part.write(piece)
                except RecordError:
                    self._part.close()
                    self._part, self._coming, self._have = None, None, 0
                    raise
                self._have += len(piece)

    def _drop(self, part: _Part) -> None:
        with self._lock:
            part.close()
            if self._part is part:
                self._part, self._coming, self._have = None, None, 0

    def _lay(self, part: _Part) -> None:
        path = Path(part.path)
        try:
            os.fsync(part.fileno())
            look_at(path)
            path.replace(self._ready)
        except JournalError as error:
            log.warning("%s", error)
            raise NoBackupError(
                "this file is no backup that this box can read: nothing was changed"
            ) from error
        except OSError as error:
            raise _no_room() from error

    def _must_have_room(self, size: int) -> None:
        must_have_room(self._folder, 2 * size)  # once as it is, and once as it is restored


def _no_room() -> RecordError:
    return RecordError("the backup cannot be kept: make room on the disk, then send it again")
