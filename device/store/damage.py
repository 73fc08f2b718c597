"""What a start does about damage: looks for it, puts right what it can, and reads what SQLite cannot.

An event cannot be made again, so each has its checksum. The list of games can, from their events; the list of
photographs, from their folder.

SQLite finds rows by walking from the root of a table, so one bad page hides all that lies behind it. Rows of
a table lie in leaf pages, each of which can be read by itself: every page of the file and of its write-ahead
file is looked at, and a cell that is no whole row is passed over.

Source: https://www.sqlite.org/fileformat2.html, sections 1.3 (header), 1.6 (b-tree pages), 2.1 (records), 4.1
(write-ahead file).
"""

from __future__ import annotations

import logging
import sqlite3
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

from device.store.database import DamagedError
from device.store.games import COLUMNS, logged, must_be_whole, put_game, row_of_game, setup_of, winners_of
from device.store.photographs import is_name, number_of
from engine.errors import EngineError
from engine.record import Count, read
from web.house.rows import Moment, json_of, moment

log = logging.getLogger(__name__)

_COUNTED = ("photograph", "house_rules", "person", "forgotten")
"""Tables whose numbers are never used again."""

Value = int | float | str | bytes | None
Row = tuple[int, tuple[Value, ...]]
"""A rowid, and the values of the columns; the column that is the rowid itself reads None."""

_LEAF = 13
"""The kind of page that holds rows of a table."""

_INTEGERS = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}
"""Bytes by serial type."""

_USUAL_PAGE = 4096


def check_events(reader: sqlite3.Connection) -> None:
    """Look whether every event is as it was written.

    Raises:
        DamagedError: If one is not.
        sqlite3.Error: If they cannot be read.
    """
    for row in reader.execute(f"SELECT {COLUMNS} FROM event"):
        try:
            must_be_whole(row)
        except ValueError as error:
            raise DamagedError(f"a row is garbled: {error}") from error


def mend(writer: sqlite3.Connection) -> int:
    """Put right what can be known from elsewhere; return how many rows were.

    Photographs that are struck out here are counted again by what lies in their folder.

    Raises:
        DamagedError: If an event cannot be read.
        sqlite3.Error: If nothing can be written.
    """
    mended = _mend_photographs(writer) + _mend_numbers(writer) + _mend_games(writer)
    if mended:
        log.warning("%d rows of the journal were not as they must be, and are put right", mended)
    return mended


def _mend_photographs(writer: sqlite3.Connection) -> int:
    wrong = []
    for number, name, game, time, size in writer.execute(
        "SELECT number, name, game, time, bytes FROM photograph"
    ):
        if not (
            is_name(name)
            and number_of(name) == number
            and _can_be(tuple[Count, Count, Moment], [game, size, time])
        ):
            wrong.append((number,))
    writer.executemany("DELETE FROM photograph WHERE number = ?", wrong)
    return len(wrong)


def _mend_numbers(writer: sqlite3.Connection) -> int:
    """Put right which numbers were given out: beyond a certain one, SQLite gives none."""
    wrong = []
    for table in _COUNTED:
        highest = writer.execute(f"SELECT coalesce(max(number), 0) FROM {table}").fetchone()[0]
        for (given,) in writer.execute("SELECT seq FROM sqlite_sequence WHERE name = ?", (table,)):
            if not _can_be(Count, given) or given < highest:
                wrong.append((highest, table))
    writer.executemany("UPDATE sqlite_sequence SET seq = ? WHERE name = ?", wrong)
    return len(wrong)


def _mend_games(writer: sqlite3.Connection) -> int:
    rows = {row[0]: row for row in writer.execute("SELECT number, started, setup, ended, winners FROM game")}
    begins = dict(
        writer.execute("SELECT game, json FROM event WHERE seq IN (SELECT min(seq) FROM event GROUP BY game)")
    )
    wrong = [number for number, text in begins.items() if not _is_game(rows.get(number), text)]
    for number in wrong:
        rows_of = writer.execute(f"SELECT {COLUMNS} FROM event WHERE game = ? ORDER BY seq", (number,))
        try:
            put_game(writer, row_of_game(map(logged, rows_of)))
        except (ValueError, EngineError) as error:
            raise DamagedError(f"a row is garbled: {error}") from error
    alone = [(number,) for number in rows if number not in begins]  # a number that is no game's
    writer.executemany("DELETE FROM game WHERE number = ?", alone)
    return len(wrong) + len(alone)


def _is_game(row: tuple[object, ...] | None, begins: str) -> bool:
    """True if the line of a game agrees with its first event."""
    if row is None:
        return False
    _, started, text, ended, winners = row
    try:
        setup = setup_of(text)
        winners_of(winners, setup)
        moment(started)
        first = json_of(begins)
    except (ValueError, EngineError):
        return False
    told = first.get("setup") if isinstance(first, dict) else None
    return ended in (None, 0, 1) and (told is None or told == json_of(text))


def _can_be(kind: Any, value: object) -> bool:
    try:
        read(kind, value)
    except ValueError:
        return False
    return True


class Pages:
    """The pages of a database file and of its write-ahead file."""

    def __init__(self, path: Path) -> None:
        """Open both.

        Raises:
            OSError: If the database file cannot be opened.
        """
        self._file: BinaryIO = path.open("rb")
        self._wal: BinaryIO | None = None
        try:
            self._wal = path.with_name(path.name + "-wal").open("rb")
        except OSError:
            self._wal = None
        head = self._read(self._file, 0, 100)
        size = int.from_bytes(head[16:18], "big") if head.startswith(b"SQLite format 3\0") else 0
        self.size = 65536 if size == 1 else size if size in {512 << n for n in range(7)} else _USUAL_PAGE
        self._newer = self._frames()

    @property
    def is_cut(self) -> bool:
        """The file is shorter than its header says."""
        head = self._read(self._file, 0, 100)
        counted = head[24:28] == head[92:96] and head.startswith(b"SQLite format 3\0")
        return counted and int.from_bytes(head[28:32], "big") * self.size > self._file.seek(0, 2)

    def close(self) -> None:
        """Let both files go."""
        self._file.close()
        if self._wal is not None:
            self._wal.close()

    def rows(self) -> Iterator[Row]:
        """Yield every row that can be read, of all tables; of rows written twice, the newest last."""
        length = self._file.seek(0, 2)
        for number in range(1, (length + self.size - 1) // self.size + 1):
            yield from self._leaf(number, self._read(self._file, (number - 1) * self.size, self.size))
        for number, places in self._newer.items():
            for place in places:
                yield from self._leaf(number, self._read(self._wal, place, self.size))

    def _frames(self) -> dict[int, list[int]]:
        """Tell where in the write-ahead file committed versions of pages lie, the newest last."""
        found: dict[int, list[int]] = {}
        if self._wal is None:
            return found
        pending: list[tuple[int, int]] = []
        place, salt = 32, b""
        while len(head := self._read(self._wal, place, 24)) == 24:
            salt = salt or head[8:16]
            if head[8:16] != salt:  # left from before the last checkpoint
                break
            pending.append((int.from_bytes(head[:4], "big"), place + 24))
            if int.from_bytes(head[4:8], "big"):  # a commit; what was not committed was not acknowledged
                for number, where in pending:
                    found.setdefault(number, []).append(where)
                pending.clear()
            place += 24 + self.size
        return found

    def _page(self, number: int) -> bytes:
        newest = self._newer.get(number)
        if newest:
            return self._read(self._wal, newest[-1], self.size)
        return self._read(self._file, (number - 1) * self.size, self.size)

    def _leaf(self, number: int, page: bytes) -> Iterator[Row]:
        start = 100 if number == 1 else 0
        if len(page) < start + 8 or page[start] != _LEAF:
            return
        cells = int.from_bytes(page[start + 3 : start + 5], "big")
        for index in range(min(cells, self.size // 4)):
            pointer = start + 8 + 2 * index
            cell = int.from_bytes(page[pointer : pointer + 2], "big")
            try:
                yield self._row(page, cell)
            except (IndexError, ValueError, struct.error):
                continue

    def _row(self, page: bytes, at: int) -> Row:
        length, at = _varint(page, at)
        rowid, at = _varint(page, at)
        payload = self._payload(page, at, length)
        head_end, place = _varint(payload, 0)
        types = []
        while place < head_end:
            kind, place = _varint(payload, place)
            types.append(kind)
        values: list[Value] = []
        place = head_end
        for kind in types:
            value, place = _value(payload, place, kind)
            values.append(value)
        if place != len(payload) or not types:
            raise ValueError("no whole row")
        return _signed(rowid), tuple(values)

    def _payload(self, page: bytes, at: int, length: int) -> bytes:
        """Put together what a row holds, from its page and those that it spills into."""
        most = self.size - 35
        local = length
        if length > most:
            least = (self.size - 12) * 32 // 255 - 23
            spilt = least + (length - least) % (self.size - 4)
            local = spilt if spilt <= most else least
        parts, got = [page[at : at + local]], local
        after = int.from_bytes(page[at + local : at + local + 4], "big") if length > local else 0
        while got < length:
            more = self._page(after) if after else b""
            if len(more) < self.size:
                raise ValueError("a part of the row is missing")
            after = int.from_bytes(more[:4], "big")
            parts.append(more[4 : 4 + length - got])
            got += len(parts[-1])
        whole = b"".join(parts)
        if len(whole) != length:
            raise ValueError("a part of the row is missing")
        return whole

    @staticmethod
    def _read(file: BinaryIO | None, place: int, length: int) -> bytes:
        """Read a stretch; what the card does not give is empty."""
        if file is None:
            return b""
        try:
            file.seek(place)
            return file.read(length)
        except OSError:
            return b""


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """Read a number of one to nine bytes; gives it and the place after it."""
    number = 0
    for count in range(9):
        byte = data[at + count]
        if count == 8:
            return number << 8 | byte, at + 9
        number = number << 7 | byte & 0x7F
        if byte < 0x80:
            return number, at + count + 1
    raise ValueError("no number")


def _signed(number: int) -> int:
    return number - (1 << 64) if number >= 1 << 63 else number


def _value(data: bytes, at: int, kind: int) -> tuple[Value, int]:
    """Read one column of a serial type; gives it and the place after it."""
    if kind == 0:
        return None, at
    if kind in (8, 9):
        return kind - 8, at
    if kind == 7:
        return float(struct.unpack_from(">d", data, at)[0]), at + 8
    if kind in _INTEGERS:
        end = at + _INTEGERS[kind]
        return int.from_bytes(data[at:end], "big", signed=True), end
    if kind < 12:
        raise ValueError("no serial type")
    end = at + (kind - 12) // 2
    if end > len(data):
        raise ValueError("a column is cut")
    return (data[at:end].decode() if kind % 2 else bytes(data[at:end])), end
