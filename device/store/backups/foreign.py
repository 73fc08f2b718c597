"""A backup may come from anywhere: it is read as a foreign file, and a journal is made anew of it.

It is opened for reading alone, and has exactly the tables and indices that some version of this program made:
no views, triggers or computed columns are ever run. Its rows go through the readers that any journal is read
with and are written anew; one that cannot be used is counted and left out.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

from device.closing import Closing
from device.errors import JournalError
from device.files import FileError, must_be_file
from device.store.games import Summary, event_of, put_game, row_of, setup_of
from device.store.lives import begin_life, put_life
from device.store.photographs import PICTURE_BYTES, Photographs, are_pictures, number_of
from device.store.schema import MIGRATIONS, migrate, objects_by_version, objects_of
from engine.errors import EngineError
from engine.events import (
    BoardAsked,
    BoardRefused,
    ConductChanged,
    GameEnded,
    GameStarted,
    Happened,
    Logged,
    MoveRefused,
    Seated,
    Setup,
    ThrowVoided,
)
from engine.move import PieceMove
from engine.names import LONGEST_NAME
from engine.record import Count, read
from engine.setup import MOST as MOST_ON_A_SEAT
from engine.setup import seat_name
from web.house.credentials import FACTS, LONGEST_SECRET, TOKENS, facts_of, is_key, is_token
from web.house.house_rules import MOST as MOST_HOUSE_RULES
from web.house.house_rules import json_of_rules, read_rules
from web.house.identity import BOX, is_box
from web.house.people import MOST as MOST_PEOPLE
from web.house.people import facts_of as facts_of_person
from web.house.people import read_person
from web.house.rows import MOST, TEXT_BYTES, Number, json_of, moment, text_of
from web.house.settings import checked, written
from web.ports import ROLES

PICTURES = "CREATE TABLE picture (name TEXT PRIMARY KEY, raw BLOB NOT NULL, ringed BLOB NOT NULL)"
"""The photographs in a backup."""

_STEPS, _STEPS_A_BYTE, _STEPS_AT_ONCE = 100_000_000, 10, 10_000
"""Steps of SQLite's machine that a file may take, and how often they are counted. A journal of a hundred
thousand events took 1.4 a byte (27 November 2026)."""

FEW = 2000
"""A house has fewer settings, phones, keys, house rules and people than these; further rows are left out."""

_REPORT_EVERY = 50
"""Rows from one report of progress to the next."""

_LONGEST_SEAT = MOST_ON_A_SEAT * (LONGEST_NAME + len(seat_name(("", ""))))
"""Characters of the names of all who share a seat."""

_LIMITS = {
    sqlite3.SQLITE_LIMIT_LENGTH: 2 * PICTURE_BYTES + TEXT_BYTES,
    sqlite3.SQLITE_LIMIT_SQL_LENGTH: 20_000,
    sqlite3.SQLITE_LIMIT_COLUMN: 50,
    sqlite3.SQLITE_LIMIT_EXPR_DEPTH: 50,
    sqlite3.SQLITE_LIMIT_COMPOUND_SELECT: 2,
    sqlite3.SQLITE_LIMIT_VDBE_OP: 25_000,
    sqlite3.SQLITE_LIMIT_FUNCTION_ARG: 8,
    sqlite3.SQLITE_LIMIT_ATTACHED: 0,
    sqlite3.SQLITE_LIMIT_LIKE_PATTERN_LENGTH: 100,
    sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER: 10,
    sqlite3.SQLITE_LIMIT_TRIGGER_DEPTH: 0,
    sqlite3.SQLITE_LIMIT_WORKER_THREADS: 0,
}

_UNLESS_LARGE = (
    "CASE WHEN CASE typeof({0}) WHEN 'blob' THEN length({0}) ELSE length(CAST({0} AS BLOB)) END <= {1} "
    "THEN {0} END"
)

Progress = Callable[[int, int], None]
"""Called with how many rows are copied, and how many there are."""


class BadBackupError(JournalError):
    """A file is no backup that this version can read."""


class Foreign(Closing):
    """A backup that is open for reading."""

    def __init__(self, source: Path, *, steps: int = _STEPS) -> None:
        """Open it and look at what it is made of.

        Args:
            source: The file.
            steps: Of SQLite's machine, beside those that its size allows.

        Raises:
            BadBackupError: If it is no backup that this version can read.
        """
        self.source = source
        if not source.exists():
            raise BadBackupError(f"there is no file {source}")
        try:
            must_be_file(source)
        except FileError as error:
            raise BadBackupError(f"{error}; name a file that 'charkoni backup' made") from error
        wal = source.with_name(source.name + "-wal")
        mode = "ro" if wal.is_file() else "ro&immutable=1"
        self._steps_left = steps + _STEPS_A_BYTE * source.stat().st_size
        self._opened = sqlite3.connect(
            f"{source.absolute().as_uri()}?mode={mode}", uri=True, isolation_level=None
        )
        try:
            for limit, value in _LIMITS.items():
                self._opened.setlimit(limit, value)
            # Bytes that are no text become half characters, which nobody takes.
            self._opened.text_factory = lambda raw: raw.decode(errors="surrogateescape")
            self._opened.set_progress_handler(self._takes_too_long, _STEPS_AT_ONCE)
            for safe in ("trusted_schema = OFF", "query_only = ON", "cell_size_check = ON", "mmap_size = 0"):
                self._ask(f"PRAGMA {safe}")
            self.version, self.has_pictures = self._made_as()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Let the file go. May be called twice."""
        self._opened.close()

    def check(self) -> None:
        """Look through the whole file.

        Raises:
            BadBackupError: If it is damaged.
        """
        bad = str(self._ask("PRAGMA integrity_check(1)")[0][0])
        if bad != "ok":
            raise BadBackupError(f"the backup {self.source} is damaged: {bad}; take another one")

    def count(self, table: str) -> int:
        """Count the rows of a table.

        Raises:
            BadBackupError: If they cannot be read.
        """
        return int(str(self._ask(f"SELECT count(*) FROM {table}")[0][0]))

    def given(self, table: str) -> int:
        """Return the number that the table gave out last, or 0 if it is unknown."""
        rows = self._ask(
            f"SELECT seq FROM sqlite_sequence WHERE name = '{table}' AND typeof(seq) = 'integer' LIMIT 1"
        )
        return int(str(rows[0][0])) if rows else 0

    def rows(self, table: str, *columns: str) -> Iterator[tuple[object, ...]]:
        """Yield the rows of a table in the order of their numbers; a value that is too large reads None.

        Raises:
            BadBackupError: If they cannot be read.
        """
        most = PICTURE_BYTES if "raw" in columns else TEXT_BYTES
        asked = ", ".join(_UNLESS_LARGE.format(column, most) for column in columns)
        try:
            yield from self._opened.execute(f"SELECT {asked} FROM {table} NOT INDEXED ORDER BY rowid")
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise self._unread(error) from error

    def _made_as(self) -> tuple[int, bool]:
        """Return the version of the file, by what it has, and whether it has photographs."""
        try:
            there = objects_of(self._opened)
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise self._unread(error) from error
        for version, objects in enumerate(objects_by_version(MIGRATIONS), 1):
            if there in (objects, {**objects, "picture": ("table", PICTURES)}):
                return version, "picture" in there
        told = int(str(self._ask("PRAGMA user_version")[0][0]))
        if told > len(MIGRATIONS) and {"event", "game"} <= there.keys():
            raise BadBackupError(
                f"{self.source} was made by a newer version of charkoni (schema {told}, this one knows "
                f"{len(MIGRATIONS)}): update charkoni first"
            )
        raise BadBackupError(
            f"{self.source} is no backup of charkoni: name a file that 'charkoni backup' made"
        )

    def _ask(self, statement: str) -> list[tuple[object, ...]]:
        try:
            return self._opened.execute(statement).fetchall()
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise self._unread(error) from error

    def _takes_too_long(self) -> bool:
        self._steps_left -= _STEPS_AT_ONCE
        return self._steps_left < 0

    def _unread(self, error: Exception) -> BadBackupError:
        why = "it takes too long" if "interrupted" in str(error) else str(error)
        return BadBackupError(f"{self.source} cannot be read: {why}; name a file that 'charkoni backup' made")


def rebuilt(
    backup: Foreign, new: sqlite3.Connection, pictures: Photographs, progress: Progress = lambda *_: None
) -> int:
    """Fill an empty database with what a backup holds, and a folder with its photographs.

    Args:
        backup: From anywhere, and checked.
        new: The database, in no transaction.
        pictures: The folder.
        progress: See `Progress`.

    Returns:
        How many parts could not be used and are left out.

    Raises:
        BadBackupError: If the backup cannot be read.
        sqlite3.Error: If the disk does not take it.
        OSError: The same.
    """
    new.execute("PRAGMA synchronous = OFF")  # the whole file is put on the disk afterwards
    migrate(new, None, None)
    new.execute("BEGIN")
    copy = _Copy(backup, new, pictures, progress)
    copy.all_tables()
    begin_life(new)  # numbers go on from here, and may have gone on elsewhere
    for table in ("photograph", "house_rules", "person"):
        given = backup.given(table)
        if 0 < given < MOST:  # never to be given out again
            highest = f"(SELECT coalesce(max(number), 0) FROM {table})"
            new.execute("DELETE FROM sqlite_sequence WHERE name = ?", (table,))
            new.execute(f"INSERT INTO sqlite_sequence VALUES (?, max(?, {highest}))", (table, given))
    new.execute("COMMIT")
    return copy.left_out


class _Copy:
    """Writes each row of a backup anew; what writes one raises ValueError if it cannot be used."""

    def __init__(
        self, backup: Foreign, new: sqlite3.Connection, pictures: Photographs, progress: Progress
    ) -> None:
        self._backup, self._new, self._pictures, self._progress = backup, new, pictures, progress
        self._done = 0
        self._all = backup.count("event") + (backup.count("picture") if backup.has_pictures else 0)
        self._listed = {row[0]: row[1] for row in backup.rows("game", "number", "setup")}
        self._games: dict[int, Summary] = {}
        self._seats: dict[int, int] = {}
        self._broken: set[int] = set()
        self._time = 0.0
        self.left_out = 0

    def all_tables(self) -> None:
        """Copy table by table, and make the list of games from the events."""
        version = self._backup.version
        self._each(self._event, "event", "seq", "game", "time", "request", "json", few=False)
        for number, game in sorted(self._games.items()):
            row = game.row(setup=self._setup(number), whole=number not in self._broken)
            put_game(self._new, row)
        if version == 1:
            self._each(self._both, "photograph", "number", "name", "time", "raw", "ringed", few=False)
        else:
            self._each(self._photograph, "photograph", "number", "name", "game", "time", "bytes", few=False)
        if self._backup.has_pictures:
            self._each(self._picture, "picture", "name", "raw", "ringed", few=False)
        self._each(self._setting, "setting", "key", "value")
        self._each(self._phone, "phone", "token", "role", "since")
        self._each(self._secret, "secret", "name", "value")
        if version >= 3:
            self._each(self._house_rules, "house_rules", "number", "game", "name", "versions")
        if version >= 5:
            self._each(self._person, "person", "number", "name", "facts")
        if version >= 6:
            # Places of readers stay behind: they were told what a backup holds.
            self._each(self._life, "life", "since", "name")
        newest = self._new.execute("SELECT coalesce(max(seq), 0) FROM event").fetchone()[0]
        self._new.execute("DELETE FROM life WHERE since > ?", (newest + 1,))

    def _each(self, write: Callable[..., None], table: str, *columns: str, few: bool = True) -> None:
        rows = self._backup.rows(table, *columns)
        if few:
            self.left_out += max(0, self._backup.count(table) - FEW)
            rows = islice(rows, FEW)
        for row in rows:
            try:
                write(*row)
            except (ValueError, EngineError, sqlite3.IntegrityError):
                self.left_out += 1
            if table in ("event", "picture"):
                self._done += 1
                if self._done % _REPORT_EVERY == 0:
                    self._progress(self._done, self._all)

    def _insert(self, table: str, *values: object) -> None:
        marks = ", ".join("?" * len(values))
        self._new.execute(f"INSERT INTO {table} VALUES ({marks})", values)

    def _event(self, seq: object, game: object, time: object, request: object, text: object) -> None:
        try:
            told = json_of(text)
            self._time = _time_or(self._time, time)
            one = event_of(seq, game, self._time, request, told)
            row = row_of(one)
            self._must_fit(one)
        except (ValueError, EngineError):
            if isinstance(game, int):
                self._broken.add(game)
            raise
        self._insert("event", *row)
        self._games.setdefault(one.game, Summary()).add(one)

    def _must_fit(self, one: Logged) -> None:
        """Check that an event speaks of players that its game has.

        Raises:
            ValueError: If it does not.
        """
        event = one.event
        if isinstance(event, GameStarted):
            if one.game in self._seats:
                raise ValueError(f"game {one.game} begins twice")
            for name in event.setup.names:
                text_of(name, longest=_LONGEST_SEAT)
            self._seats[one.game] = len(event.setup.names)
        elif one.game not in self._seats:
            setup = self._setup(one.game)
            if setup is None:
                raise ValueError(f"nobody knows who plays game {one.game}")
            self._broken.add(one.game)
            self._seats[one.game] = len(setup.names)
        if isinstance(event, Seated):
            for name in (*event.members, *event.before):
                text_of(name, longest=_LONGEST_SEAT)
        if isinstance(event, ConductChanged):
            text_of(event.by, longest=_LONGEST_SEAT)
        if any(seat >= self._seats[one.game] for seat in _seats_in(one)):
            raise ValueError(f"{self._seats[one.game]} play game {one.game}")
        if isinstance(event, MoveRefused | BoardRefused | ThrowVoided):
            try:
                event.reason.text()
            except (LookupError, TypeError) as error:
                raise ValueError("no rule says so") from error

    def _setup(self, game: int) -> Setup | None:
        """Return what the list of the backup says of a game."""
        try:
            return setup_of(self._listed.get(game))
        except ValueError:
            return None

    def _photograph(self, number: object, name: object, game: object, time: object, size: object) -> None:
        if number_of(name) != number:
            raise ValueError(f"{name} has the number {number}")
        counts = read(tuple[Count, Count, Count], [number, game, size])
        self._insert("photograph", counts[0], name, counts[1], _time_or(0.0, time), counts[2])

    def _picture(self, name: object, raw: object, ringed: object) -> None:
        known = self._new.execute("SELECT 1 FROM photograph WHERE name = ?", (name,)).fetchone()
        if known is None or not are_pictures(raw, ringed):
            raise ValueError(f"{name} is no photograph")
        assert isinstance(raw, bytes)
        assert isinstance(ringed, bytes)
        self._pictures.save(str(name), raw, ringed)
        size = len(raw) + len(ringed)
        self._new.execute("UPDATE photograph SET bytes = ? WHERE name = ?", (size, name))

    def _both(self, number: object, name: object, time: object, raw: object, ringed: object) -> None:
        self._photograph(number, name, 0, time, 0)
        self._picture(name, raw, ringed)

    def _setting(self, key: object, text: object) -> None:
        self._insert("setting", key, written(str(key), checked(str(key), json_of(text))))

    def _phone(self, token: object, role: object, since: object) -> None:
        if not is_token(token) or role not in ROLES:
            raise ValueError("this is no phone")
        self._insert("phone", token, role, _time_or(0.0, since))

    def _secret(self, name: object, value: object) -> None:
        if name == TOKENS:
            return  # of the box that is there alone
        if name == FACTS:
            facts, lost = facts_of(value)
            value = json.dumps(facts)
            self.left_out += lost
        elif name in ("mqtt", "webhooks"):
            value = text_of(value, longest=LONGEST_SECRET)
        elif not (is_box(value) if name == BOX else name in ("key", "secret") and is_key(value)):
            raise ValueError("this is no key")
        self._insert("secret", name, value)

    def _house_rules(self, number: object, game: object, name: object, text: object) -> None:
        rules, kept = read_rules(game, name, json_of(text))
        self._must_have_room("house_rules", MOST_HOUSE_RULES)
        self._insert("house_rules", read(Number, number), game, name, json_of_rules(rules, kept))

    def _person(self, number: object, name: object, facts: object) -> None:
        person = read_person(number, name, json_of(facts))
        self._must_have_room("person", MOST_PEOPLE)
        self._insert("person", person.number, person.name, facts_of_person(person))

    def _life(self, since: object, name: object) -> None:
        put_life(self._new, read(Number, since), str(name))

    def _must_have_room(self, table: str, most: int) -> None:
        if self._new.execute(f"SELECT count(*) FROM {table}").fetchone()[0] >= most:
            raise ValueError(f"there are too many rows of {table}")


def _seats_in(one: Logged) -> Iterator[int]:
    """List the seats that an event names."""
    event = one.event
    yield getattr(event, "player", 0)
    if isinstance(event, Happened):
        yield event.fact.player
        yield from (player for player, _piece in event.fact.pieces)
    if isinstance(event, GameEnded):
        yield from event.outcome.winners
        yield from (seat for place in event.outcome.places for seat in place)
    moves = [getattr(event, "move", None)]
    if isinstance(event, BoardAsked):
        moves += [move for done in event.alternatives for move in done]
    for move in moves:
        if isinstance(move, PieceMove):
            yield from (player for player, _piece in move.captures)
    if isinstance(event, MoveRefused | BoardRefused | ThrowVoided):
        yield from (
            value
            for key, value in event.reason.params.items()
            if key.startswith("player") and isinstance(value, int)
        )


def _time_or(otherwise: float, time: object) -> float:
    try:
        return moment(time)
    except ValueError:
        return otherwise
