"""Where the games lie: room on the disk, whether it can be written, whether the journal is whole."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from device.doctor.finding import Finding, failing, warning, well
from device.errors import JournalError
from device.store import FILE_NAME
from device.store.archive import WAITING
from device.store.damage import check_events
from device.store.database import DamagedError, opened_for_reading
from engine.messages import Message
from web.house.rows import LATEST

LITTLE_MB, NONE_MB = 500, 50
"""Room on the disk under which somebody should look, and under which the next game may not fit."""

_ASIDE = (f"{FILE_NAME}.damaged", f"{WAITING}.refused")
"""How names of files begin that a start has set aside."""


@dataclass(frozen=True, slots=True)
class Kept:
    """What the journal of a box says of itself."""

    finding: Finding
    newest: float | None = None
    """When its newest event was recorded, in seconds since 1970; None without one."""


def disk(folder: Path) -> Finding:
    """Look whether a data folder can be written and has room."""
    there = folder
    while not there.exists() and there != there.parent:
        there = there.parent
    try:
        room, flags = shutil.disk_usage(there), os.statvfs(there).f_flag
    except OSError as error:
        return failing(
            "disk",
            "{folder} cannot be looked at: {error}",
            "name another one with --data",
            folder=str(folder),
            error=error.strerror,
        )
    text = Message("{free} MB are free for {folder}", {"free": room.free // 2**20, "folder": str(folder)})
    if flags & os.ST_RDONLY:
        return failing(
            "disk",
            "{folder} lies on a disk that can only be read",
            "check the card, and mount it writable",
            folder=str(folder),
        )
    if not os.access(there, os.W_OK | os.X_OK):
        return warning(
            "disk",
            "{room}, but this user may not write there",
            "run the doctor as the box's user, such as with sudo, or name another folder with --data",
            room=text,
        )
    if room.free < NONE_MB * 2**20:
        return failing("disk", text, "make room: the next game may not fit")
    if room.free < LITTLE_MB * 2**20:
        return warning("disk", text, "make room soon")
    return well("disk", text)


def journal(folder: Path) -> Kept:
    """Look whether the journal is whole."""
    file = folder / FILE_NAME
    try:
        if not file.exists():
            return Kept(well("journal", "no game has been played yet"))
        with closing(opened_for_reading(file)) as store, store.reader() as reader:
            said = str(reader.execute("PRAGMA integrity_check(1)").fetchone()[0])
            events = reader.execute("SELECT count(*) FROM event").fetchone()[0]
            newest = reader.execute("SELECT max(time) FROM event WHERE time < ?", (LATEST,)).fetchone()[0]
            games = reader.execute("SELECT count(*) FROM game").fetchone()[0]
            said = _garbled(reader) if said == "ok" else said
    except PermissionError:
        text, sudo = "{file} may not be read by this user", "run the doctor with sudo"
        return Kept(warning("journal", text, sudo, file=str(file)))
    except (sqlite3.Error, JournalError) as error:
        why: dict[str, object] = {"file": str(file), "error": str(error)}
        if "readonly" in str(error) or "unable to open" in str(error):
            text, sudo = "{file} cannot be read by this user: {error}", "run the doctor with sudo"
            return Kept(warning("journal", text, sudo, **why))
        return Kept(
            failing("journal", "{file} is broken: {error}", "move it away and restore a backup", **why)
        )
    size = {"games": games, "events": events, "megabytes": file.stat().st_size // 2**20}
    held = Message("{games} games, {events} events, {megabytes} MB", size)
    if said != "ok":
        first = said.strip().splitlines()[-1]
        broken = "{held}, but it is broken: {error}"
        return Kept(failing("journal", broken, "restore a backup", held=held, error=first), newest)
    if aside := sorted(path.name for path in folder.glob("*") if path.name.startswith(_ASIDE)):
        text, what = "{held}, and whole; set aside: {files}", "look whether games are missing, then delete it"
        return Kept(warning("journal", text, what, held=held, files=", ".join(aside)), newest)
    return Kept(well("journal", "{held}, and whole", held=held), newest)


def _garbled(reader: sqlite3.Connection) -> str:
    """Tell what is wrong with an event; ``ok`` when all are as they were written."""
    columns = {str(row[1]) for row in reader.execute("PRAGMA table_info(event)")}
    try:
        if "crc" in columns:  # the next start of a box gives it to an older journal
            check_events(reader)
    except DamagedError as error:
        return str(error)
    return "ok"
