"""Photographs of throws: two JPEG files each, in a folder beside the journal.

They are files because a card wears: a picture inside SQLite is written twice, into the write-ahead file and
then into the main one. They also leave the journal small enough to be checked at every start, and one torn
page costs one picture and no event.
"""

from __future__ import annotations

import contextlib
import os
import re
import sqlite3
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path

HELD_BYTES = 16_000_000
"""So much is kept in memory while the disk takes no pictures; above it the oldest of these go."""

_NAME = re.compile(r"throw-([0-9]{1,15})")


class Photographs:
    """The folder of photographs, and those that it could not take yet. May be used from any thread."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._lock = threading.Lock()
        self._held: dict[str, tuple[bytes, bytes]] = {}

    def keep(self, name: str, raw: bytes, ringed: bytes) -> OSError | None:
        """Save a photograph, or hold it in memory where that fails; say why it failed."""
        try:
            self.save(name, raw, ringed)
        except OSError as error:
            with self._lock:
                self._held[name] = (raw, ringed)
                while sum(map(_size, self._held.values())) > HELD_BYTES and len(self._held) > 1:
                    del self._held[next(iter(self._held))]
            return error
        return None

    def save(self, name: str, raw: bytes, ringed: bytes) -> None:
        """Write both files of a photograph, so that a power cut leaves them.

        Raises:
            OSError: If they cannot be written; then neither is there.
        """
        self.folder.mkdir(mode=0o700, exist_ok=True)
        try:
            for path, picture in zip(self._paths(name), (raw, ringed), strict=True):
                file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
                with open(file, "wb") as written:
                    written.write(picture)
                    written.flush()
                    os.fsync(file)
        except OSError:
            self.remove(name)
            raise

    def read(self, name: str, *, ringed: bool) -> bytes | None:
        """Give one picture; None if there is none."""
        if not _NAME.fullmatch(name):
            return None
        with self._lock:
            held = self._held.get(name)
        if held is not None:
            return held[ringed]
        try:
            return self._paths(name)[ringed].read_bytes() or None
        except OSError:
            return None

    def remove(self, name: str) -> None:
        """Delete both files of a photograph."""
        with self._lock:
            self._held.pop(name, None)
        for path in self._paths(name):
            with contextlib.suppress(OSError):
                path.unlink()

    @property
    def held(self) -> int:
        """How many photographs are in memory only."""
        return len(self._held)

    def write_held(self) -> None:
        """Write what is in memory only.

        Raises:
            OSError: If the disk still takes no pictures.
        """
        while True:
            with self._lock:
                if not self._held:
                    return
                name, (raw, ringed) = next(iter(self._held.items()))
            self.save(name, raw, ringed)
            with self._lock:
                self._held.pop(name, None)

    def found(self) -> Iterator[tuple[int, str, float, int]]:
        """List number, name, time and bytes of every photograph in the folder."""
        try:
            paths = sorted(self.folder.iterdir())
        except OSError:
            return
        for path in paths:
            if path.suffix == ".jpg" and (match := _NAME.fullmatch(path.stem)):
                with contextlib.suppress(OSError):
                    about = path.stat()
                    size = about.st_size
                    with contextlib.suppress(OSError):
                        size += self._paths(path.stem)[1].stat().st_size
                    yield int(match[1]), path.stem, about.st_mtime, size

    def _paths(self, name: str) -> tuple[Path, Path]:
        return self.folder / f"{name}.jpg", self.folder / f"{name}-ringed.jpg"


def adopt(writer: sqlite3.Connection, photographs: Photographs) -> None:
    """Count the pictures that lie in the folder and that the journal does not know."""
    known = {str(row[0]) for row in writer.execute("SELECT name FROM photograph")}
    unknown = [found for found in photographs.found() if found[1] not in known]
    if not unknown:
        return
    games = games_of(writer)
    writer.executemany(
        "INSERT OR IGNORE INTO photograph (number, name, game, time, bytes) VALUES (?, ?, ?, ?, ?)",
        [(number, name, games.get(name, 0), time, size) for number, name, time, size in unknown],
    )


def games_of(connection: sqlite3.Connection) -> Mapping[str, int]:
    """Say for every photograph that an event names to which game it belongs."""
    return {
        str(name): int(game)
        for name, game in connection.execute(
            "SELECT json_extract(json, '$.photo'), game FROM event WHERE json LIKE '%\"photo\": \"throw-%'"
        )
    }


def next_number(connection: sqlite3.Connection, photographs: Photographs, *, surely: bool = False) -> int:
    """Say which number the next photograph has: a name is never used again, as phones keep pictures.

    Args:
        connection: Of the journal.
        photographs: The folder.
        surely: Look into all events too; the journal may have been damaged.
    """
    row = connection.execute(
        "SELECT max((SELECT coalesce(max(number), 0) FROM photograph), "
        "(SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'photograph'))"
    ).fetchone()
    numbers = [int(row[0])]
    if surely:
        numbers += [number for number, *_ in photographs.found()]
        numbers += [int(match[1]) for name in games_of(connection) if (match := _NAME.fullmatch(name))]
    return max(numbers) + 1


def over_the_cap(writer: sqlite3.Connection, *, cap: int, game: int) -> list[str]:
    """Strike out the oldest photographs until the rest fits, but none of the game in progress.

    Returns:
        Names of those that are to be deleted once this is committed.
    """
    total = int(writer.execute("SELECT coalesce(sum(bytes), 0) FROM photograph").fetchone()[0])
    struck = []
    if total > cap:
        for number, name, size in writer.execute(
            "SELECT number, name, bytes FROM photograph WHERE game <> ? ORDER BY number", (game,)
        ).fetchall():
            if total <= cap:
                break
            writer.execute("DELETE FROM photograph WHERE number = ?", (number,))
            struck.append(str(name))
            total -= size
    return struck


def _size(pictures: tuple[bytes, bytes]) -> int:
    return len(pictures[0]) + len(pictures[1])
