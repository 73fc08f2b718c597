"""The house rules that people keep under a name, with every version of them."""

from __future__ import annotations

import json
import logging
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.house import LAST_VERSION, HouseRules, house_name
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
    """House rules that are kept under a name, with every version of them."""

    number: int
    """Names them in addresses; never used again for others."""
    versions: tuple[tuple[HouseRules, float], ...]
    """Each version and when it was kept, in seconds since 1970, the oldest first; there is at least one."""

    @property
    def newest(self) -> HouseRules:
        """The version that is played now."""
        return self.versions[-1][0]

    def version(self, number: int) -> HouseRules | None:
        """Find a version by its number."""
        return next((rules for rules, _kept in self.versions if rules.version == number), None)


class HouseRulesStore:
    """The house rules that people keep. May be used from any thread."""

    def __init__(self, storage: Storage, *, clock: Callable[[], float] = time.time) -> None:
        self._storage = storage
        self._clock = clock
        self._changing = threading.Lock()
        self.all()  # so that what cannot be read is told from the beginning

    def all(self) -> list[SavedHouseRules]:
        """List all, those kept first first."""
        found, unread = _kept(self._storage.read(f"{_COLUMNS} ORDER BY number"))
        self._storage.read_errors.note("house rules", unread)
        return found

    def find(self, game: str, name: str) -> SavedHouseRules | None:
        """Find those of a game by their name, however it is written; None if there are none."""
        looks = look_of(name)
        kept = (one for one in self.all() if one.newest.game == game)
        return next((one for one in kept if look_of(one.newest.name) == looks), None)

    def save(self, rules: HouseRules, *, number: int = 0) -> SavedHouseRules:
        """Keep rules as the next version of those with `number`, else of those with their name, else as new.

        The number of the version is theirs if it is higher than the newest one, else the next. Where the
        newest version is the same, nothing is kept anew. Nothing that was kept before is lost.

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
            if before is None:
                return self._keep_new(rules)
            newest = before.newest
            if (newest.preset, newest.values) == (rules.preset, rules.values):
                return before
            if newest.version >= LAST_VERSION:
                raise NoRoomError(f"there is no version after {LAST_VERSION}")
            version = max(newest.version + 1, rules.version)
            now = replace(rules, name=newest.name, version=version), self._clock()
            versions = (*before.versions, now)
            self._write(
                "UPDATE house_rules SET versions = ? WHERE number = ?",
                json_of_versions(versions),
                before.number,
            )
            return SavedHouseRules(before.number, versions)

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
            other = self.find(_numbered(self.all(), number).newest.game, called)
            if other is not None and other.number != number:
                raise SameNameError(called)
            self._write("UPDATE house_rules SET name = ? WHERE number = ?", called, number)

    def delete(self, number: int) -> None:
        """Delete them with all versions; games that used them keep theirs.

        Raises:
            KeyError: If there is no such number.
            RecordError: If it cannot be written.
        """
        with self._changing:
            _numbered(self.all(), number)
            self._write("DELETE FROM house_rules WHERE number = ?", number)

    def _keep_new(self, rules: HouseRules) -> SavedHouseRules:
        first = ((rules, self._clock()),)
        number = self._write(
            "INSERT INTO house_rules (game, name, versions) VALUES (?, ?, ?)",
            rules.game,
            rules.name,
            json_of_versions(first),
        )
        return SavedHouseRules(number, first)

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
            versions = read_versions(game, name, json_of(text))
        except ValueError as error:
            log.warning("house rules %s cannot be read: %s", number, error)
            unread += 1
            continue
        found.append(SavedHouseRules(int(str(number)), versions))
    return found, unread


def read_versions(game: object, name: object, told: object) -> tuple[tuple[HouseRules, float], ...]:
    """Read the versions of house rules.

    Raises:
        ValueError: If they cannot be read, or there are none.
    """
    called = text_of(name, longest=LONGEST_NAME)
    family = text_of(game, longest=LONGEST_NAME)
    if not isinstance(told, list) or not told:
        raise ValueError(f"{called!r} has no versions")
    try:
        return tuple((_version(one, called, family), moment(one["kept"])) for one in told)
    except (TypeError, KeyError, AttributeError) as error:
        raise ValueError(f"a version cannot be read: {error!r}") from error


def _version(told: Mapping[str, object], name: str, game: str) -> HouseRules:
    rules = read(HouseRules, {"name": name, "version": told["version"], "values": told["values"]})
    return rules.of(game, text_of(told["preset"], longest=LONGEST_NAME))


def json_of_versions(versions: Iterable[tuple[HouseRules, float]]) -> str:
    """Write versions for their row."""
    told: list[dict[str, Any]] = [
        {"version": rules.version, "preset": rules.preset, "values": dict(rules.values), "kept": kept}
        for rules, kept in versions
    ]
    return json.dumps(told, ensure_ascii=False)


def _numbered(everything: Iterable[SavedHouseRules], number: int) -> SavedHouseRules:
    for kept in everything:
        if kept.number == number:
            return kept
    raise KeyError(f"there are no house rules {number}")
