"""The house rules that people keep under a name."""

from __future__ import annotations

import json
import logging
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from engine.house import HouseRules, house_name
from engine.names import LONGEST_NAME, look_of
from engine.record import read
from web.errors import NoRoomError, SameNameError
from web.house.rows import json_of, moment, text_of
from web.ports import Storage

log = logging.getLogger(__name__)

MOST = 100
"""So many house rules are kept at once."""

_COLUMNS = "SELECT number, game, name, versions FROM house_rules"


@dataclass(frozen=True, slots=True)
class SavedHouseRules:
    """House rules that are kept under a name."""

    number: int
    """Names them in addresses; never used again for others."""
    rules: HouseRules
    kept: float
    """When they were kept or changed last, in seconds since 1970."""


class HouseRulesStore:
    """The house rules that people keep. May be used from any thread."""

    def __init__(self, storage: Storage, *, clock: Callable[[], float] = time.time) -> None:
        self._storage = storage
        self._clock = clock
        self._changing = threading.Lock()
        self.all()  # so that what cannot be read is told from the beginning

    def all(self) -> list[SavedHouseRules]:
        """List all, oldest first."""
        found, unread = _kept(self._storage.read(f"{_COLUMNS} ORDER BY number"))
        self._storage.read_errors.note("house rules", unread)
        return found

    def find(self, game: str, name: str) -> SavedHouseRules | None:
        """Find those of a game by their name, however it is written; None if there are none."""
        looks = look_of(name)
        kept = (one for one in self.all() if one.rules.game == game)
        return next((one for one in kept if look_of(one.rules.name) == looks), None)

    def save(self, rules: HouseRules, *, number: int = 0) -> SavedHouseRules:
        """Keep rules in the place of those with `number`, else of those with their name, else as new.

        Raises:
            KeyError: If there is no such number.
            NoRoomError: If no more can be kept.
            RecordError: If it cannot be written.
        """
        with self._changing:
            everything = self.all()
            before = _numbered(everything, number) if number else self.find(rules.game, rules.name)
            if before is None and len(everything) >= MOST:
                raise NoRoomError(f"{MOST} house rules are kept already")
            now_s = self._clock()
            if before is None:
                statement = "INSERT INTO house_rules (game, name, versions) VALUES (?, ?, ?)"
                number = self._write(statement, rules.game, rules.name, json_of_rules(rules, now_s))
                return SavedHouseRules(number, rules, now_s)
            rules = replace(rules, name=before.rules.name)
            if rules == before.rules:
                return before
            statement = "UPDATE house_rules SET versions = ? WHERE number = ?"
            self._write(statement, json_of_rules(rules, now_s), before.number)
            return SavedHouseRules(before.number, rules, now_s)

    def rename(self, number: int, name: str) -> None:
        """Call them something else; games that used them keep the name of then.

        Raises:
            KeyError: If there is no such number.
            SetupError: If the name cannot be.
            SameNameError: If others of the same game have it.
            RecordError: If it cannot be written.
        """
        with self._changing:
            called = house_name(name)
            other = self.find(_numbered(self.all(), number).rules.game, called)
            if other is not None and other.number != number:
                raise SameNameError(called)
            self._write("UPDATE house_rules SET name = ? WHERE number = ?", called, number)

    def delete(self, number: int) -> None:
        """Delete them; games that used them keep theirs.

        Raises:
            KeyError: If there is no such number.
            RecordError: If it cannot be written.
        """
        with self._changing:
            _numbered(self.all(), number)
            self._write("DELETE FROM house_rules WHERE number = ?", number)

    def _write(self, statement: str, *values: object) -> int:
        """Carry out one statement; return the number of what it added, if it added anything."""
        added: list[int | None] = []

        def write(writer: sqlite3.Connection) -> None:
            added[:] = [writer.execute(statement, values).lastrowid]

        self._storage.write(write)
        return added[0] or 0


def _kept(rows: Iterable[Sequence[object]]) -> tuple[list[SavedHouseRules], int]:
    """Read rows of the table; one that cannot be read stays where it is, and is counted."""
    found = []
    unread = 0
    for number, game, name, text in rows:
        try:
            rules, kept = read_rules(game, name, json_of(text))
        except ValueError as error:
            log.warning("house rules %s cannot be read: %s", number, error)
            unread += 1
            continue
        found.append(SavedHouseRules(int(str(number)), rules, kept))
    return found, unread


def read_rules(game: object, name: object, stored: object) -> tuple[HouseRules, float]:
    """Read house rules from their row, and when they were kept; of all versions that v0.1.0 kept, the newest.

    Raises:
        ValueError: If they cannot be read, or there are none.
    """
    called = text_of(name, longest=LONGEST_NAME)
    family = text_of(game, longest=LONGEST_NAME)
    if not isinstance(stored, list) or not stored:
        raise ValueError(f"there are no house rules under {called!r}")
    try:
        newest = stored[-1]
        fields = {"name": called, "version": newest["version"], "values": newest["values"]}
        rules = read(HouseRules, fields).of(family, text_of(newest["preset"], longest=LONGEST_NAME))
        return rules, moment(newest["kept"])
    except (TypeError, KeyError, AttributeError) as error:
        raise ValueError(f"house rules cannot be read: {error!r}") from error


def json_of_rules(rules: HouseRules, kept: float) -> str:
    """Write house rules for their row, as v0.1.0 reads them, too."""
    told = {"version": rules.version, "preset": rules.preset, "values": dict(rules.values), "kept": kept}
    return json.dumps([told], ensure_ascii=False)


def _numbered(everything: Iterable[SavedHouseRules], number: int) -> SavedHouseRules:
    for kept in everything:
        if kept.number == number:
            return kept
    raise KeyError(f"there are no house rules {number}")
