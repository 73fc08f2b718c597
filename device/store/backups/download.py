"""The backup that is carried away: kept for a while so that a broken download goes on; when it was."""

from __future__ import annotations

import contextlib
import json
import logging
import secrets
import shutil
import tempfile
import threading
import time
from dataclasses import dataclass
from pathlib import Path

from device.errors import JournalError
from device.store.backups.backup import back_up, size_before
from device.store.backups.room import Forgetting, must_have_room
from device.store.journal import Journal
from engine.errors import RecordError
from engine.record import read, write
from web.ports import BackupFile

log = logging.getLogger(__name__)

PREFIX = "backup-"
"""Begins the names of folders in which a backup is made and kept."""

KEPT_S = 6 * 3600.0
"""So long it is kept after it was asked for last."""


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
        for left in self._folder.glob(f"{PREFIX}*"):
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
        folder = Path(tempfile.mkdtemp(prefix=PREFIX, dir=self._folder))
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
