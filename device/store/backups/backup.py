"""A backup is one file: the journal as SQLite copies it, with the photographs inside.

It can be made while the box runs, and shows one moment. `restore` takes it back; it takes a bare copy of
``charkoni.sqlite`` as well.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from dataclasses import dataclass, replace
from pathlib import Path

from device.errors import JournalError
from device.files import FileError, must_be_file
from device.store.backups.foreign import PICTURES, Foreign, Progress, rebuilt
from device.store.database import Store, opened_for_reading
from device.store.memory_mode import remove
from device.store.photographs import PICTURE_BYTES, Photographs, is_of_board
from device.store.schema import FILE_NAME, take
from web.house.credentials import TOKENS, put_secret, tokens_in
from web.house.identity import box_in, put_box


@dataclass(frozen=True, slots=True)
class Backup:
    """What a backup holds."""

    path: Path
    games: int
    events: int
    photographs: int
    bytes: int
    left_out: int = 0
    """Parts that could not be used."""

    def __str__(self) -> str:
        held = (
            f"{self.games} games, {self.events} events, {self.photographs} photographs, "
            f"{self.bytes / 1e6:.1f} MB"
        )
        return f"{held}; {self.left_out} parts could not be used and were left out" if self.left_out else held


def back_up(store: Store, photographs: Photographs, target: Path) -> Backup:
    """Copy a journal and its photographs into one file, whole or not at all.

    Pictures of the board go in only where the house has chosen so (setting `board_pictures`).

    Args:
        store: The journal; others may write it meanwhile.
        photographs: Its pictures.
        target: The file to make; it must not exist.

    Raises:
        JournalError: If the file exists or cannot be written, or the journal cannot be read.
    """
    if target.exists():
        raise JournalError(f"{target} exists already: name another file, or move it away")
    part = target.with_name(f"{target.name}.part")
    try:
        remove(part)
        os.close(os.open(part, os.O_RDWR | os.O_CREAT, 0o600))  # it holds the keys of the phones
        with contextlib.closing(sqlite3.connect(part, isolation_level=None)) as copy:
            with store.reader() as reader:
                reader.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")
            copy.execute("PRAGMA secure_delete = ON")
            put_secret(copy, TOKENS, "")  # what was taken back must not come again with a backup
            _put_pictures(copy, photographs, of_board=_wants_boards(copy))
            found = _look(copy, part)
        part.rename(target)
    except (OSError, sqlite3.Error) as error:
        with contextlib.suppress(OSError):
            remove(part)
        raise JournalError(f"the backup {target} cannot be made: {_in_words(error)}") from error
    return Backup(target, found.games, found.events, found.photographs, target.stat().st_size)


def size_before(store: Store, photographs: Photographs) -> int:
    """Tell how many bytes a backup will have at most, or little more.

    Raises:
        JournalError: If the journal cannot be read.
    """
    try:
        pages, size = (int(str(store.read(f"PRAGMA {ask}")[0][0])) for ask in ("page_count", "page_size"))
    except sqlite3.Error as error:
        raise JournalError(f"the journal cannot be read: {error}") from error
    return pages * size + sum(found[-1] for found in photographs.found())


def restore(
    folder: Path, source: Path, *, progress: Progress = lambda *_: None
) -> tuple[Backup, Path | None]:
    """Put a backup in the place of a journal.

    The backup is looked through and made anew before anything is touched, and what was there is kept. It may
    come from anywhere: see `device.store.backups.foreign`.

    Args:
        folder: The data folder; no box may be running on it.
        source: The backup.
        progress: Called now and then with how many rows are copied, and how many there are.

    Returns:
        What is there now, and the folder in which that lies which was there; None if nothing was.

    Raises:
        BadBackupError: If the file is no backup that this version can read.
        JournalError: If a box runs on this folder, or its disk does not take the backup.
    """
    try:
        lock = take(folder)
    except JournalError as error:
        raise JournalError(
            f"a box runs on {folder}: stop it first (sudo systemctl stop charkoni), then restore"
        ) from error
    except OSError as error:
        raise JournalError(f"the data folder {folder} cannot be used: {_in_words(error)}") from error
    part = folder / f"{FILE_NAME}.restoring"
    pictures = Photographs(folder / "photographs.restoring")
    try:
        _clear(part, pictures)
        found = _made_ready(source, part, pictures, here=_here(folder / FILE_NAME), progress=progress)
        return found, _exchange(folder, part, pictures)
    except (OSError, sqlite3.Error) as error:
        if isinstance(error, JournalError):
            raise
        raise JournalError(f"{source} cannot be restored: {_in_words(error)}; nothing was changed") from error
    finally:
        with contextlib.suppress(OSError):
            _clear(part, pictures)
        os.close(lock)


def _wants_boards(copy: sqlite3.Connection) -> bool:
    """True if the house has chosen that pictures of the board go into backups."""
    row = copy.execute("SELECT value FROM setting WHERE key = 'board_pictures'").fetchone()
    return row is not None and row[0] == "true"


def _put_pictures(copy: sqlite3.Connection, photographs: Photographs, *, of_board: bool) -> None:
    copy.execute("BEGIN")
    copy.execute(PICTURES)
    for (name,) in copy.execute("SELECT name FROM photograph ORDER BY number").fetchall():
        if is_of_board(str(name)) and not of_board:
            copy.execute("DELETE FROM photograph WHERE name = ?", (name,))
            continue
        raw = photographs.read(name, ringed=False)
        ringed = photographs.read(name, ringed=True)
        if raw is None or ringed is None:  # the ring may have dropped it meanwhile
            continue
        if max(len(raw), len(ringed)) <= PICTURE_BYTES:
            copy.execute("INSERT INTO picture VALUES (?, ?, ?)", (name, raw, ringed))
    copy.execute("COMMIT")


def _look(connection: sqlite3.Connection, path: Path) -> Backup:
    """Look through a whole journal or backup that this version made.

    Raises:
        JournalError: If it is damaged.
        sqlite3.Error: If it cannot be read.
    """
    bad = str(connection.execute("PRAGMA quick_check(1)").fetchone()[0])
    if bad != "ok":
        raise JournalError(f"{path} is damaged: {bad}")
    games, events, photographs = (
        connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
        for table in ("game", "event", "photograph")
    )
    return Backup(path, games, events, photographs, path.stat().st_size)


def _here(journal: Path) -> tuple[str | None, str]:
    """Tell which box has the journal that is there, and its tokens; None and empty where it does not say."""
    with (
        contextlib.suppress(sqlite3.Error, OSError),
        contextlib.closing(opened_for_reading(journal)) as opened,
        opened.reader() as reader,
    ):
        return box_in(reader), tokens_in(reader)
    return None, ""


def _made_ready(
    source: Path, part: Path, pictures: Photographs, *, here: tuple[str | None, str], progress: Progress
) -> Backup:
    """Make a journal of this version's schema out of a backup, beside the one that is there.

    A backup from before boxes had names leaves this one the name that others know. Tokens of programs stay
    those of this box.
    """
    box, tokens = here
    with Foreign(source) as backup:
        backup.check()
        os.close(os.open(part, os.O_RDWR | os.O_CREAT, 0o600))
        with contextlib.closing(sqlite3.connect(part, isolation_level=None)) as new:
            left_out = rebuilt(backup, new, pictures, progress)
            put_box(new, box)
            put_secret(new, TOKENS, tokens)
            found = _look(new, source)
    file = os.open(part, os.O_RDONLY)
    os.fsync(file)
    os.close(file)
    return replace(found, left_out=left_out)


def look_at(source: Path, *, wholly: bool = True) -> Backup:
    """Tell what a backup holds, without touching it.

    Args:
        source: The backup.
        wholly: Read all of it, as restoring does; else only what it says of itself.

    Raises:
        BadBackupError: If it is none that this version can read.
    """
    with Foreign(source) as backup:
        if wholly:
            backup.check()
        games, events, photographs = map(backup.count, ("game", "event", "photograph"))
        return Backup(source, games, events, photographs, source.stat().st_size)


def _exchange(folder: Path, part: Path, pictures: Photographs) -> Path | None:
    """Put what was made ready in its place, and what was there into a folder; give that."""
    journal, photographs = folder / FILE_NAME, folder / "photographs"
    kept: Path | None = None
    if journal.exists() or photographs.exists():
        kept = next(
            path
            for path in (folder / f"before-restore-{number}" for number in range(1, 10**6))
            if not path.exists()
        )
        kept.mkdir(mode=0o700)
    if kept is not None and journal.exists():
        with contextlib.suppress(sqlite3.Error, FileError):
            must_be_file(journal)  # puts the write-ahead file back, if it can be read
            sqlite3.connect(journal).execute("PRAGMA wal_checkpoint(TRUNCATE)").connection.close()
        for ending in ("-wal", "-shm"):
            with contextlib.suppress(FileNotFoundError):
                (folder / (FILE_NAME + ending)).rename(kept / (FILE_NAME + ending))
        with contextlib.suppress(OSError):
            # With a second name for it, the journal's own name leads to a whole file at every moment.
            os.link(journal, kept / FILE_NAME)
        if not (kept / FILE_NAME).exists():
            journal.rename(kept / FILE_NAME)
    part.replace(journal)
    if kept is not None and photographs.exists():
        photographs.rename(kept / "photographs")
    if pictures.folder.exists():
        pictures.folder.rename(photographs)
    for path in (folder, *([kept] if kept else [])):
        file = os.open(path, os.O_RDONLY)
        os.fsync(file)
        os.close(file)
    return kept


def _clear(part: Path, pictures: Photographs) -> None:
    """Remove what an interrupted restoring left."""
    remove(part)
    if pictures.folder.is_symlink():  # what it leads to is not ours
        pictures.folder.unlink()
    elif pictures.folder.exists():
        for path in pictures.folder.iterdir():
            path.unlink()
        pictures.folder.rmdir()


def _in_words(error: Exception) -> str:
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return str(error)
