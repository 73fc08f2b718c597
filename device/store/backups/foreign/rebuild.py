"""Makes a journal anew out of a backup: what was read and checked is written again, and nothing else."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from device.store.backups.foreign.backup_file import Foreign, ForeignRow
from device.store.games import Summary, event_of, put_game, row_of, setup_of
from device.store.lives import begin_life, put_life
from device.store.photographs import Photographs, are_pictures, number_of
from device.store.schema import migrate
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
from web.house.identity import BOX, is_box, is_life
from web.house.people import MOST as MOST_PEOPLE
from web.house.people import facts_of as facts_of_person
from web.house.people import read_person
from web.house.rows import MOST, Number, json_of, moment, text_of
from web.house.settings import checked, written
from web.ports import ROLES

_KEYS = ("key", "secret")

_REPORT_EVERY = 50
"""Rows from one report of progress to the next."""

FEW = 2000
"""A house has fewer settings, phones, keys, house rules and people than these; further rows are left out."""

_LONGEST_SEAT = MOST_ON_A_SEAT * (LONGEST_NAME + len(seat_name(("", ""))))
"""Characters of the names of all who share a seat."""


Progress = Callable[[int, int], None]
"""Called with how many rows are copied, and how many there are."""


def rebuilt(
    backup: Foreign, new: sqlite3.Connection, pictures: Photographs, progress: Progress = lambda *_: None
) -> int:
    """Fill an empty database with what a backup holds, and a folder with its photographs.

    Args:
        backup: From anywhere.
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
    copying = _Copying(backup, progress)
    left_out = _Events(backup, new).copied(copying)
    left_out += _photographs(backup, new, pictures, copying)
    for copied in (_settings, _phones, _keys, _house_rules, _people, _lives):
        left_out += copied(backup, new)
    begin_life(new)  # numbers go on from here, and may have gone on elsewhere
    for table in ("photograph", "house_rules", "person"):
        _give_out(new, table, backup.given(table))
    new.execute("COMMIT")
    return left_out


class _Copying:
    """Counts the rows of the large tables as they are copied."""

    def __init__(self, backup: Foreign, progress: Progress) -> None:
        self._progress = progress
        self._done = 0
        self._all = backup.count("event") + (backup.count("picture") if backup.has_pictures else 0)

    def counted(self, rows: Iterator[ForeignRow]) -> Iterator[ForeignRow]:
        """Yield rows, and report now and then how many are done."""
        for row in rows:
            yield row
            self._done += 1
            if self._done % _REPORT_EVERY == 0:
                self._progress(self._done, self._all)


class _Events:
    """Copies events, and makes the list of games from them."""

    def __init__(self, backup: Foreign, new: sqlite3.Connection) -> None:
        self._backup = backup
        self._new = new
        self._listed = {
            row.rowid: row.values[0] for row in backup.rows("game", number="integer", setup="text")
        }
        self._games: dict[int, Summary] = {}
        self._seats: dict[int, int] = {}
        self._broken: set[int] = set()
        self._time = 0.0

    def copied(self, copying: _Copying) -> int:
        """Write what can be used; tell how much could not."""
        rows = self._backup.rows(
            "event", seq="integer", game="integer", time="real", request="text", type="text", json="text"
        )
        left_out = sum(self._is_left_out(row.values) for row in copying.counted(rows))
        for number, game in sorted(self._games.items()):
            put_game(self._new, game.row(setup=self._setup(number), whole=number not in self._broken))
        return left_out

    def _is_left_out(self, values: tuple[object, ...]) -> bool:
        seq, game, time, request, _type, text = values
        try:
            told = json_of(text)
            self._time = _time_or(self._time, time)
            one = event_of(seq, game, self._time, request, told)
            row = row_of(one)
            self._must_fit(one)
        except (ValueError, EngineError):
            if isinstance(game, int):
                self._broken.add(game)
            return True
        self._new.execute("INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?)", row)
        self._games.setdefault(one.game, Summary()).add(one)
        return False

    def _must_fit(self, one: Logged) -> None:
        """Check that an event speaks of players that its game has.

        Raises:
            ValueError: If it does not.
        """
        if isinstance(one.event, GameStarted):
            if one.game in self._seats:
                raise ValueError(f"game {one.game} begins twice")
            for name in one.event.setup.names:
                text_of(name, longest=_LONGEST_SEAT)
            self._seats[one.game] = len(one.event.setup.names)
        elif one.game not in self._seats:
            setup = self._setup(one.game)
            if setup is None:
                raise ValueError(f"nobody knows who plays game {one.game}")
            self._broken.add(one.game)
            self._seats[one.game] = len(setup.names)
        if isinstance(one.event, Seated):
            for name in (*one.event.members, *one.event.before):
                text_of(name, longest=_LONGEST_SEAT)
        if isinstance(one.event, ConductChanged):
            text_of(one.event.by, longest=_LONGEST_SEAT)
        if any(seat >= self._seats[one.game] for seat in _seats_in(one)):
            raise ValueError(f"{self._seats[one.game]} play game {one.game}")
        if isinstance(one.event, MoveRefused | BoardRefused | ThrowVoided):
            try:
                one.event.reason.text()
            except (LookupError, TypeError) as error:
                raise ValueError("no rule says so") from error

    def _setup(self, game: int) -> Setup | None:
        """Return what the list of the backup says of a game."""
        try:
            return setup_of(self._listed.get(game))
        except ValueError:
            return None


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


def _photographs(backup: Foreign, new: sqlite3.Connection, pictures: Photographs, copying: _Copying) -> int:
    left_out = 0
    if backup.version == 1:
        inside = backup.rows(
            "photograph", number="integer", name="text", time="real", raw="blob", ringed="blob"
        )
        for row in inside:
            number, name, time, *both = row.values
            left_out += not _is_taken(new, pictures, (number, name, 0, time, 0), both)
        return left_out
    for row in backup.rows(
        "photograph", number="integer", name="text", game="integer", time="real", bytes="integer"
    ):
        left_out += not _is_taken(new, pictures, row.values, None)
    if backup.has_pictures:
        for row in copying.counted(backup.rows("picture", name="text", raw="blob", ringed="blob")):
            left_out += not _is_saved(new, pictures, *row.values)
    return left_out


def _is_taken(
    new: sqlite3.Connection,
    pictures: Photographs,
    values: tuple[object, ...],
    both: Sequence[object] | None,
) -> bool:
    """Count a photograph, and save it where it lies beside its row; False where that cannot be."""
    number, name, game, time, size = values
    try:
        if number_of(name) != number:
            raise ValueError(f"{name} has the number {number}")
        for value in (number, game, size):
            read(Count, value)
        row = (number, name, game, _time_or(0.0, time), size)
    except ValueError:
        return False
    new.execute("INSERT OR IGNORE INTO photograph VALUES (?, ?, ?, ?, ?)", row)
    return both is None or _is_saved(new, pictures, name, *both)


def _is_saved(new: sqlite3.Connection, pictures: Photographs, name: object, *both: object) -> bool:
    raw, ringed = both
    known = new.execute("SELECT 1 FROM photograph WHERE name = ?", (name,)).fetchone()
    if known is None or not are_pictures(raw, ringed):
        return False
    assert isinstance(raw, bytes)
    assert isinstance(ringed, bytes)
    pictures.save(str(name), raw, ringed)
    new.execute("UPDATE photograph SET bytes = ? WHERE name = ?", (len(raw) + len(ringed), name))
    return True


def _settings(backup: Foreign, new: sqlite3.Connection) -> int:
    def write(key: object, text: object) -> None:
        value = checked(str(key), json_of(text))
        new.execute("INSERT INTO setting VALUES (?, ?)", (key, written(str(key), value)))

    return _each(backup, write, "setting", key="text", value="text")


def _phones(backup: Foreign, new: sqlite3.Connection) -> int:
    def write(token: object, role: object, since: object) -> None:
        if not is_token(token) or role not in ROLES:
            raise ValueError("this is no phone")
        new.execute("INSERT INTO phone VALUES (?, ?, ?)", (token, role, _time_or(0.0, since)))

    return _each(backup, write, "phone", token="text", role="text", since="real")


def _keys(backup: Foreign, new: sqlite3.Connection) -> int:
    lost = 0

    def write(name: object, value: object) -> None:
        nonlocal lost
        if name == TOKENS:
            return  # of the box that is there alone
        if name == FACTS:
            facts, lost = facts_of(value)
            value = json.dumps(facts)
        elif name == BOX:
            if not is_box(value):
                raise ValueError("no box is called so")
        elif name in ("mqtt", "webhooks"):
            value = text_of(value, longest=LONGEST_SECRET)
        elif name not in _KEYS or not is_key(value):
            raise ValueError("this is no key")
        new.execute("INSERT INTO secret VALUES (?, ?)", (name, value))

    return _each(backup, write, "secret", name="text", value="text") + lost


def _house_rules(backup: Foreign, new: sqlite3.Connection) -> int:
    def write(number: object, game: object, name: object, text: object) -> None:
        rules, kept = read_rules(game, name, json_of(text))
        read(Number, number)
        if new.execute("SELECT count(*) FROM house_rules").fetchone()[0] >= MOST_HOUSE_RULES:
            raise ValueError("there are too many house rules")
        row = (number, game, name, json_of_rules(rules, kept))
        new.execute("INSERT INTO house_rules VALUES (?, ?, ?, ?)", row)

    if backup.version < 3:
        return 0
    return _each(backup, write, "house_rules", number="integer", game="text", name="text", versions="text")


def _people(backup: Foreign, new: sqlite3.Connection) -> int:
    def write(number: object, name: object, facts: object) -> None:
        person = read_person(number, name, json_of(facts))
        if new.execute("SELECT count(*) FROM person").fetchone()[0] >= MOST_PEOPLE:
            raise ValueError("there are too many people")
        row = (person.number, person.name, facts_of_person(person))
        new.execute("INSERT INTO person VALUES (?, ?, ?)", row)

    if backup.version < 5:
        return 0
    return _each(backup, write, "person", number="integer", name="text", facts="text")


def _lives(backup: Foreign, new: sqlite3.Connection) -> int:
    """Copy what events are called; places of readers stay behind: they were told what a backup holds."""
    left_out = 0
    if backup.version >= 6:
        for row in backup.rows("life", since="integer", name="text"):
            match row.values:
                case (int(since), str(name)) if 0 < since < MOST and is_life(name):
                    put_life(new, since, name)
                case _:
                    left_out += 1
    newest = new.execute("SELECT coalesce(max(seq), 0) FROM event").fetchone()[0]
    new.execute("DELETE FROM life WHERE since > ?", (newest + 1,))
    return left_out


def _each(backup: Foreign, write: Callable[..., None], table: str, **columns: object) -> int:
    """Write each row of a small table; tell how many cannot be used."""
    left_out = max(0, backup.count(table) - FEW)
    for row in islice(backup.rows(table, **columns), FEW):  # type: ignore[arg-type]
        try:
            write(*row.values)
        except (ValueError, sqlite3.IntegrityError):
            left_out += 1
    return left_out


def _give_out(new: sqlite3.Connection, table: str, given: int) -> None:
    """Never give out a number again that was given."""
    if 0 < given < MOST:
        new.execute("DELETE FROM sqlite_sequence WHERE name = ?", (table,))
        new.execute(
            f"INSERT INTO sqlite_sequence VALUES (?, max(?, (SELECT coalesce(max(number), 0) FROM {table})))",
            (table, given),
        )


def _time_or(otherwise: float, time: object) -> float:
    try:
        return moment(time)
    except ValueError:
        return otherwise
