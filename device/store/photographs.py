"""Photographs of throws and of the board: two JPEG files each, in a folder beside the journal.

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
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from device.files import FileError, bytes_of
from device.store.crash_copy import HeldPictures
from web.house.rows import MOST

PICTURE_BYTES = 16_000_000
"""No JPEG of a throw is so large: a camera of twelve million pixels makes a third of it."""

_NAME = re.compile(r"(?:throw|board)-(0|[1-9][0-9]{0,11})")


class Photographs:
    """The folder of photographs, and those that it could not take yet. May be used from any thread."""

    def __init__(self, folder: Path, *, runtime: Path | None = None) -> None:
        """Name the folders.

        Args:
            folder: Where photographs are kept; it is made with the first one.
            runtime: Outlives the program; there is held what the disk does not take.
        """
        self.folder = folder
        self._held = HeldPictures(runtime, of=folder)
        self._writing = threading.Lock()

    def keep(self, name: str, raw: bytes, ringed: bytes) -> OSError | None:
        """Save a photograph, or hold it in memory where that fails; say why it failed.

        Raises:
            ValueError: If the box gives no photograph such a name.
        """
        try:
            self.save(name, raw, ringed)
        except OSError as error:
            self.hold(name, raw, ringed)
            return error
        return None

    def hold(self, name: str, raw: bytes, ringed: bytes) -> None:
        """Hold a photograph in memory until `write_held`; the oldest go where there is no more room.

        Raises:
            ValueError: If the box gives no photograph such a name.
        """
        number_of(name)
        self._held.put(name, raw, ringed)

    def save(self, name: str, raw: bytes, ringed: bytes) -> None:
        """Write both files of a photograph, so that a power cut leaves them.

        Raises:
            ValueError: If the box gives no photograph such a name.
            OSError: If they cannot be written; then neither is there.
        """
        number_of(name)
        self.folder.mkdir(mode=0o700, exist_ok=True)
        try:
            for path, picture in zip(self._paths(name), (raw, ringed), strict=True):
                file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
                with open(file, "wb") as written:
                    written.write(picture)
                    written.flush()
                    os.fsync(file)
        except OSError:
            self._unlink(name)
            raise

    def read(self, name: str, *, ringed: bool) -> bytes | None:
        """Return one picture; None if there is none."""
        if not is_name(name):
            return None
        if (held := self._held.get(name)) is not None:
            return held[ringed]
        try:
            return bytes_of(self._paths(name)[ringed], most=PICTURE_BYTES) or None
        except FileError:
            return None

    def has(self, name: str) -> bool:
        """True if a photograph is still there: the oldest ones go when there are too many."""
        if not is_name(name):
            return False
        with contextlib.suppress(OSError):
            return name in self._held.names() or self._paths(name)[0].stat().st_size > 0
        return False

    def remove(self, name: str) -> None:
        """Delete both files of a photograph; what is no name of one deletes nothing."""
        if not is_name(name):
            return
        self._held.drop(name)
        self._unlink(name)

    @property
    def held(self) -> int:
        """How many photographs are in memory only."""
        return len(self._held.names())

    @property
    def lost(self) -> int:
        """How many found no room in memory either, since all that was held was written."""
        return self._held.lost

    def left(self, named: Callable[[], Mapping[str, int]]) -> list[tuple[str, int]]:
        """Take over what the program before held in the runtime folder when it was killed.

        Args:
            named: Gives the photographs that events name; others belong to nothing.

        Returns:
            Name and bytes of each that the disk has not.
        """
        left = self._held.left()
        known = named() if left else {}
        for name in left:
            if name not in known or not is_name(name) or all(map(Path.exists, self._paths(name))):
                self._held.drop(name)
        return self._held.sizes()

    def write_held(self) -> None:
        """Write what is in memory only.

        Raises:
            OSError: If the disk still takes no pictures.
        """
        with self._writing:
            for name in self._held.names():
                held = self._held.get(name)
                if held is not None:
                    self.save(name, *held)
                    if not self._held.drop(name):  # deleted meanwhile
                        self.remove(name)
            self._held.lost = 0

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

    def _unlink(self, name: str) -> None:
        for path in self._paths(name):
            with contextlib.suppress(OSError):
                path.unlink()

    def _paths(self, name: str) -> tuple[Path, Path]:
        return self.folder / f"{name}.jpg", self.folder / f"{name}-ringed.jpg"


def are_pictures(raw: object, ringed: object) -> bool:
    """True if both are whole JPEG files that this box would unpack; from elsewhere may come anything."""
    from vision.pictures import is_photograph  # most commands need no eye

    return all(isinstance(one, bytes) and is_photograph(one) for one in (raw, ringed))


def is_of_board(name: str) -> bool:
    """True if a name is of a photograph of the board, not of a throw."""
    return name.startswith("board-")


def is_name(name: object) -> bool:
    """Tell whether the box gives photographs such names: it leads to a file, and may come from elsewhere."""
    return isinstance(name, str) and _NAME.fullmatch(name) is not None


def number_of(name: object) -> int:
    """Return the number of a photograph.

    Raises:
        ValueError: If the box gives no photograph such a name.

    >>> number_of("throw-7")
    7
    """
    match = _NAME.fullmatch(name) if isinstance(name, str) else None
    if match is None:
        raise ValueError(f"{str(name)[:40]!r} is no name of a photograph")
    return int(match[1])


def adopt(writer: sqlite3.Connection, photographs: Photographs) -> None:
    """Count the pictures that lie in the folder and that the journal does not know."""
    known = {str(row[0]) for row in writer.execute("SELECT name FROM photograph")}
    unknown = [found for found in photographs.found() if found[1] not in known]
    if unknown:
        _count(writer, unknown)


def claim(writer: sqlite3.Connection) -> None:
    """Return pictures without a game to the one whose events name them."""
    for name, game in games_of(writer).items():
        writer.execute("UPDATE photograph SET game = ? WHERE name = ? AND game = 0", (game, name))


def count(writer: sqlite3.Connection, held: Sequence[tuple[str, int]], *, at: float) -> None:
    """Count pictures that are held and that the journal does not know, by name and bytes."""
    _count(writer, [(int(name.rpartition("-")[2]), name, at, size) for name, size in held])


def _count(writer: sqlite3.Connection, pictures: Sequence[tuple[int, str, float, int]]) -> None:
    """Count pictures by number, name, time and bytes."""
    games = games_of(writer)
    writer.executemany(
        "INSERT OR IGNORE INTO photograph (number, name, game, time, bytes) VALUES (?, ?, ?, ?, ?)",
        [(number, name, games.get(name, 0), time, size) for number, name, time, size in pictures],
    )


def games_of(connection: sqlite3.Connection) -> Mapping[str, int]:
    """Tell for every photograph that an event names to which game it belongs."""
    return {
        str(name): int(game)
        for name, game in connection.execute(
            "SELECT CASE WHEN json_valid(json) THEN json_extract(json, '$.photo') END, game FROM event "
            'WHERE (json LIKE \'%"photo": "throw-%\' OR json LIKE \'%"photo": "board-%\') '
            "AND typeof(game) = 'integer'"
        )
    }


def next_number(connection: sqlite3.Connection, photographs: Photographs, *, surely: bool = False) -> int:
    """Tell which number the next photograph has: a name is never used again, as phones keep pictures.

    Args:
        connection: Of the journal.
        photographs: The folder.
        surely: Look into all events too; the journal may have been damaged.
    """
    row = connection.execute(
        "SELECT max((SELECT coalesce(max(number), 0) FROM photograph WHERE number < ?1), "
        "(SELECT coalesce(max(seq), 0) FROM sqlite_sequence "
        "WHERE name = 'photograph' AND typeof(seq) = 'integer' AND seq < ?1))",
        (MOST,),
    ).fetchone()
    numbers = [int(row[0])]
    if surely:
        numbers += [number for number, *_ in photographs.found()]
        numbers += [number_of(name) for name in games_of(connection) if is_name(name)]
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
