"""The house rules that people keep under a name, in the journal, with every version of them."""

from __future__ import annotations

import json
import logging
import sqlite3
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from device.store import Journal
from engine.errors import SetupError
from engine.house import LAST_VERSION, HouseRules, house_name
from engine.names import look_of
from web.ports import KeptRules, NoRoomError, SameNameError

log = logging.getLogger(__name__)

MOST = 100
"""So many house rules are kept at once."""

_COLUMNS = "SELECT number, game, name, versions FROM house_rules"


class JournalHouseBook:
    """Implements the page's `HouseBook` on a journal."""

    def __init__(self, journal: Journal, *, clock: Callable[[], float] = time.time) -> None:
        self._journal = journal
        self._clock = clock

    def everything(self) -> list[KeptRules]:
        """List all, those kept first first."""
        return _kept(self._journal.read(f"{_COLUMNS} ORDER BY number"))

    def named(self, game: str, name: str) -> KeptRules | None:
        """Find those of a game by their name, however it is written; None if there are none."""
        return _named(self.everything(), game, name)

    def keep(self, rules: HouseRules, *, number: int = 0) -> KeptRules:
        """Keep rules as the next version of those with `number`, else of those with their name, else as new.

        The number of the version is theirs if it is higher than the newest one, else the next. Where the
        newest version is the same, nothing is kept anew. Nothing that was kept before is lost.

        Raises:
            KeyError: If there is no such number.
            NoRoomError: If no more can be kept.
            RecordError: If it cannot be written.
        """
        done: list[KeptRules] = []

        def write(writer: sqlite3.Connection) -> None:
            done[:] = [_keep(writer, rules, number, now=self._clock())]

        self._write(write)
        return done[0]

    def rename(self, number: int, name: str) -> None:
        """Call them something else; games that used them keep the name of then.

        Raises:
            KeyError: If there is no such number.
            SetupError: If the name cannot be.
            SameNameError: If others of the same game have it.
            RecordError: If it cannot be written.
        """

        def write(writer: sqlite3.Connection) -> None:
            everything = _kept(writer.execute(_COLUMNS))
            called = house_name(name)
            other = _named(everything, _numbered(everything, number).newest.game, called)
            if other is not None and other.number != number:
                raise SameNameError(called)
            writer.execute("UPDATE house_rules SET name = ? WHERE number = ?", (called, number))

        self._write(write)

    def delete(self, number: int) -> None:
        """Delete them with all versions; games that used them keep theirs.

        Raises:
            KeyError: If there is no such number.
            RecordError: If it cannot be written.
        """

        def write(writer: sqlite3.Connection) -> None:
            _numbered(_kept(writer.execute(_COLUMNS)), number)
            writer.execute("DELETE FROM house_rules WHERE number = ?", (number,))

        self._write(write)

    def _write(self, change: Callable[[sqlite3.Connection], None]) -> None:
        """Carry out one transaction, and let out what people can put right."""
        refused: list[Exception] = []

        def write(writer: sqlite3.Connection) -> None:
            try:
                change(writer)
            except (KeyError, NoRoomError, SameNameError, SetupError) as error:
                refused[:] = [error]  # nothing was written yet

        self._journal.write(write)
        if refused:
            raise refused[0]


def _keep(writer: sqlite3.Connection, rules: HouseRules, number: int, *, now: float) -> KeptRules:
    everything = _kept(writer.execute(_COLUMNS))
    before = _numbered(everything, number) if number else _named(everything, rules.game, rules.name)
    if before is None:
        if len(everything) >= MOST:
            raise NoRoomError(f"{MOST} house rules are kept already")
        first = ((rules, now),)
        added = writer.execute(
            "INSERT INTO house_rules (game, name, versions) VALUES (?, ?, ?)",
            (rules.game, rules.name, _versions_json(first)),
        )
        return KeptRules(int(added.lastrowid or 0), first)
    newest = before.newest
    if (newest.preset, newest.values) == (rules.preset, rules.values):
        return before
    if newest.version >= LAST_VERSION:
        raise NoRoomError(f"there is no version after {LAST_VERSION}")
    version = max(newest.version + 1, rules.version)
    versions = (*before.versions, (replace(rules, name=newest.name, version=version), now))
    writer.execute(
        "UPDATE house_rules SET versions = ? WHERE number = ?", (_versions_json(versions), before.number)
    )
    return KeptRules(before.number, versions)


def _kept(rows: Iterable[Sequence[object]]) -> list[KeptRules]:
    """Read rows of the table; one that cannot be read stays where it is, and the log says so."""
    found = []
    for number, game, name, text in rows:
        try:
            versions = tuple(
                (
                    HouseRules.from_json(one | {"name": name}, game=str(game), preset=one["preset"]),
                    one["kept"],
                )
                for one in json.loads(str(text))
            )
        except (ValueError, TypeError, KeyError) as error:
            log.warning("house rules %s cannot be read: %r", number, error)
            continue
        if versions:
            found.append(KeptRules(int(str(number)), versions))
    return found


def _versions_json(versions: Iterable[tuple[HouseRules, float]]) -> str:
    told: list[dict[str, Any]] = [
        {"version": rules.version, "preset": rules.preset, "values": dict(rules.values), "kept": kept}
        for rules, kept in versions
    ]
    return json.dumps(told, ensure_ascii=False)


def _numbered(everything: Iterable[KeptRules], number: int) -> KeptRules:
    for kept in everything:
        if kept.number == number:
            return kept
    raise KeyError(f"there are no house rules {number}")


def _named(everything: Iterable[KeptRules], game: str, name: str) -> KeptRules | None:
    looks = look_of(name)
    return next((k for k in everything if k.newest.game == game and look_of(k.newest.name) == looks), None)
