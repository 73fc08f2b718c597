"""A backup on its way in: written piece by piece where there is room, and laid ready when it is whole.

A script sends pieces, and after Wi-Fi that broke off goes on where it was; a plain form sends all at once.
Nothing of it is held in memory, and one that is given up is deleted after a while, or at the next start.
"""

from __future__ import annotations

import contextlib
import io
import logging
import os
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

from device.errors import JournalError
from device.store.backups.backup import look_at
from device.store.backups.room import Forgetting, must_have_room
from engine.errors import RecordError
from web.ports import NoBackupError

log = logging.getLogger(__name__)

PREFIX = "upload-"
"""Begins the names of files that are not whole yet."""

GIVEN_UP_S = 6 * 3600.0
"""Who has sent nothing for so long does not come back."""

_PIECE = 64 * 1024


class _Part(io.FileIO):
    """A file that goes when it is closed, unless it was moved elsewhere; its errors are sentences."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        try:
            opened, self.path = tempfile.mkstemp(prefix=PREFIX, dir=folder)  # readable by nobody else
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

    def __init__(self, folder: Path, ready: Path, *, given_up_s: float = GIVEN_UP_S) -> None:
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
            for path in folder.glob(f"{PREFIX}*"):
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
