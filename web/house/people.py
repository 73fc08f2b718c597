"""The people who play here: their names, now and earlier, and the sign that each likes."""

from __future__ import annotations

import json
import logging
import sqlite3
import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from engine.errors import RecordError
from engine.messages import Message
from engine.names import look_of, names_of
from engine.record import INTERNAL, NEEDED, Count, Form, Within, read, write
from web.errors import NoRoomError, SameNameError
from web.house.rows import Number, json_of
from web.ports import GameLine, Storage

log = logging.getLogger(__name__)

MOST = 200
"""So many people are remembered at once."""

MOST_NAMES = 50
"""So many earlier names one person has at most."""

_PLAYED = 2
"""A game that nobody played has so many events: its start, and the first turn."""


SIGNS = range(4)
"""The players' signs, a colour with a shape, by the seats that have them."""


def _whole(name: str) -> str:
    name.encode()
    if names_of([name]) != (name,):
        raise ValueError(f"{name!r} is not as a name is kept")
    return name


Name = Annotated[str, Form(str, _whole, Message("a text"), {"type": "string"})]


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who plays here."""

    number: Annotated[int, INTERNAL] = 0
    """Names the person in addresses; never used again for another."""
    name: Annotated[str, INTERNAL] = ""
    sign: Annotated[Annotated[int, Within(SIGNS[0], SIGNS[-1])] | None, NEEDED] = None
    """The sign that the person likes to play with; None for any."""
    names: Annotated[tuple[Name, ...], Within(0, MOST_NAMES), NEEDED] = ()
    """Names under which the person is written in earlier games."""
    last: Annotated[Count, NEEDED] = 0
    """The number of the newest game that the person played; 0 for none."""


class People:
    """The people who play here. May be used from any thread."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._changing = threading.Lock()
        self.all()  # so that who cannot be read is told from the beginning

    def all(self) -> list[Person]:
        """List all, who played last first."""
        found, unread = _kept(self._storage.read("SELECT number, name, facts FROM person ORDER BY number"))
        self._storage.read_errors.note("person", unread)
        return sorted(found, key=lambda person: -person.last)

    def remember(self, names: Sequence[str], *, game: int) -> None:
        """Remember who begins a game; a name that somebody has or had means that person.

        Nobody new is remembered where there is no room for more.

        Raises:
            RecordError: If it cannot be written.
        """
        with self._changing:
            by_look = _by_look(self.all())
            room = MOST - len({person.number for person in by_look.values()})
            new: list[Person] = []
            played = []
            for name in names:
                person = by_look.get(look_of(name))
                if person is not None:
                    played.append(replace(person, last=max(person.last, game)))
                elif len(new) < room:
                    new.append(Person(0, name, last=game))

            def write(writer: sqlite3.Connection) -> None:
                for person in played:
                    _update(writer, person)
                for person in new:
                    row = (person.name, facts_of(person))
                    writer.execute("INSERT INTO person (name, facts) VALUES (?, ?)", row)

            if new or played:
                self._storage.write(write)

    def change(self, number: int, *, name: str, sign: int | None) -> None:
        """Call a person something, and keep the sign that they like; the earlier name still means them.

        Raises:
            KeyError: If there is no such number.
            SetupError: If the name cannot be.
            SameNameError: If somebody else has it or had it.
            NoRoomError: If the person has too many names.
            RecordError: If it cannot be written.
        """
        [called] = names_of([name])
        with self._changing:
            everyone = self.all()
            person = _numbered(everyone, number)
            other = _by_look(everyone).get(look_of(called))
            if other is not None and other.number != number:
                raise SameNameError(other.name)
            names = _names([*person.names, person.name], of=called)
            changed = replace(person, name=called, sign=sign, names=names)
            self._storage.write(lambda writer: _update(writer, changed))

    def merge(self, number: int, into: int) -> None:
        """Make one person of two: all names of the first mean the second from now on.

        Raises:
            KeyError: If there is no such number, or both are the same.
            NoRoomError: If the person would have too many names.
            RecordError: If it cannot be written.
        """
        with self._changing:
            everyone = self.all()
            one, other = _numbered(everyone, number), _numbered(everyone, into)
            if one is other:
                raise KeyError(f"{number} is this person already")
            sign = one.sign if other.sign is None else other.sign
            names = _names([*other.names, *one.names, one.name], of=other.name)
            merged = replace(other, sign=sign, names=names, last=max(one.last, other.last))

            def write(writer: sqlite3.Connection) -> None:
                _delete(writer, one.number)
                _update(writer, merged)

            self._storage.write(write)

    def delete(self, number: int) -> None:
        """Forget a person; the games keep the names that were typed.

        Raises:
            KeyError: If there is no such number.
            RecordError: If it cannot be written.
        """
        with self._changing:
            _numbered(self.all(), number)
            self._storage.write(lambda writer: _delete(writer, number))

    def remember_earlier_games(self, games: Callable[[], Sequence[GameLine]]) -> None:
        """Remember who played in games, the newest first, if nobody was ever remembered."""
        if self._storage.read("SELECT 1 FROM sqlite_sequence WHERE name = 'person'"):
            return
        try:
            for line in reversed(games()):
                if line.events > _PLAYED and not line.setup.imported:
                    self.remember(line.setup.people, game=line.number)
        except RecordError as error:
            log.warning("who played earlier cannot be remembered: %s", error)


def _kept(rows: Iterable[Sequence[object]]) -> tuple[list[Person], int]:
    """Read rows of the table; one that cannot be read stays where it is, and is counted."""
    found = []
    unread = 0
    for number, name, facts in rows:
        try:
            found.append(read_person(number, name, json_of(facts)))
        except ValueError as error:
            log.debug("person %s cannot be read: %s", number, error)
            unread += 1
    return found, unread


def read_person(number: object, name: object, facts: object) -> Person:
    """Read a person from a row of the table.

    Raises:
        ValueError: If it is none.
    """
    return replace(read(Person, facts), number=read(Number, number), name=read(Name, name))


def facts_of(person: Person) -> str:
    """Write what is known of a person beside the name, for the row."""
    return json.dumps(write(person), ensure_ascii=False)


def _update(writer: sqlite3.Connection, person: Person) -> None:
    writer.execute(
        "UPDATE person SET name = ?, facts = ? WHERE number = ?",
        (person.name, facts_of(person), person.number),
    )


def _delete(writer: sqlite3.Connection, number: int) -> None:
    writer.execute("DELETE FROM person WHERE number = ?", (number,))


def _by_look(everyone: Iterable[Person]) -> dict[str, Person]:
    """Return who is meant by each name, as people see it; a name of now before one of earlier."""
    found: dict[str, Person] = {}
    people = sorted(everyone, key=lambda person: person.number)
    for person in people:
        found.setdefault(look_of(person.name), person)
    for person in people:
        for name in person.names:
            found.setdefault(look_of(name), person)
    return found


def _names(names: Iterable[str], *, of: str) -> tuple[str, ...]:
    """Return earlier names, each look once, without the name of now.

    Raises:
        NoRoomError: If there are too many.
    """
    by_look = {look_of(name): name for name in names}
    by_look.pop(look_of(of), None)
    if len(by_look) > MOST_NAMES:
        raise NoRoomError(f"a person has {MOST_NAMES} earlier names at most")
    return tuple(by_look.values())


def _numbered(everyone: Iterable[Person], number: int) -> Person:
    for person in everyone:
        if person.number == number:
            return person
    raise KeyError(f"there is no person {number}")
