"""Several people on one seat, who take its turns one after another.

>>> members_of(["Asha & Ravi", "Mina"])
(('Asha', 'Ravi'), ('Mina',))
>>> members_of(["Asha", "Mina"])
()
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from engine.errors import NotationError
from engine.json_values import text
from engine.names import names_of, trimmed

Members = tuple[tuple[str, ...], ...]
"""The people of each seat, in the order of their turns; empty where nobody shares a seat."""

SEATS = 16
"""More than any game has."""

MOST = 8
"""So many people share a seat at most."""

_BETWEEN = re.compile("[&\uff06]")
"""What stands between the people of one seat."""


def members_of(names: Iterable[str]) -> Members:
    """Tell who shares a seat, by the names of the seats: ``Asha & Ravi`` are two people.

    Raises:
        SetupError: If two people have the same name, or one has a name that cannot be.
    """
    found = tuple(map(people_on, names))
    if all(len(people) == 1 for people in found):
        return ()
    names_of(name for people in found for name in people)
    return found


def people_on(seat: str) -> tuple[str, ...]:
    """List the people of one seat by its name.

    >>> people_on("Asha & Ravi")
    ('Asha', 'Ravi')
    """
    return tuple(filter(None, map(trimmed, _BETWEEN.split(seat)))) or (seat,)


def read_names(data: object) -> tuple[str, ...]:
    """Read the names of the seats from JSON.

    Raises:
        NotationError: If they are none.
    """
    if not isinstance(data, list) or not 0 < len(data) <= SEATS:
        raise NotationError(f"names are {str(data)[:80]!r}: give those of 1 to {SEATS} players")
    return tuple(map(text, data))


def read_members(data: object, *, seats: int) -> Members:
    """Read who shares a seat from JSON.

    Raises:
        NotationError: If it is no list with the people of each seat.
    """
    if not data and data in ([], None):
        return ()
    if not isinstance(data, list) or len(data) != seats:
        raise NotationError(f"members are {str(data)[:80]!r}: give a list for each of {seats} seats")
    for people in data:
        if not isinstance(people, list) or not 0 < len(people) <= MOST:
            raise NotationError(f"a seat has {str(people)[:80]!r}: give the names of 1 to {MOST} people")
    return tuple(tuple(map(text, people)) for people in data)


def member_on_turn(people: Sequence[str], turns: Iterable[tuple[int, int]], *, seat: int) -> str:
    """Name who of a seat throws and moves: its people take its turns one after another.

    Args:
        people: Of the seat.
        turns: The seat that plays, and the number of its turn, position by position from the first.
        seat: Which one is meant.

    >>> member_on_turn(["Asha", "Ravi"], [(0, 1), (0, 1), (1, 2), (0, 3)], seat=0)
    'Ravi'
    """
    begun = 0
    before: Any = None
    for turn in turns:
        begun += turn != before and turn[0] == seat
        before = turn
    return people[max(begun - 1, 0) % len(people)]
