"""Who sits where in a new game: people who are known sit down and stand up by a touch."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.names import look_of, trimmed
from engine.setup import people_on
from web.house.people import People, Person

FIELD = "sit"
"""The field of the form that a touched name sends: the number of a person."""

OFFERED = 12
"""So many names are offered to be touched; all others are offered while one types."""


@dataclass(frozen=True, slots=True)
class Offer:
    """Somebody who may sit down."""

    number: int
    name: str
    sits: bool


def last_players(everyone: Sequence[Person]) -> list[str]:
    """List who played the newest game, as far as they are remembered."""
    return [person.name for person in everyone if person.last and person.last == everyone[0].last]


def touched(names: Sequence[str], number: str, people: People, *, seats: int) -> list[str]:
    """Let a person sit down on a free seat, or stand up; give the names seat by seat.

    Args:
        names: Who sits there before, seat by seat; empty where nobody does.
        number: Of the person, as the form sends it.
        people: Who is known.
        seats: How many seats the game has.
    """
    everyone = people.all()
    person = next((one for one in everyone if str(one.number) == number), None)
    sitting = [name for name in names if trimmed(name)]
    if person is None:
        return sitting
    looks = _looks(person)
    stays = [_without(name, looks) for name in sitting]
    if stays != sitting:
        sitting = [name for name in stays if name]
    elif len(sitting) < seats:
        sitting.append(person.name)
    return by_signs(sitting, everyone)


def _looks(person: Person) -> set[str]:
    """List every name that means a person, as people see it."""
    return {look_of(name) for name in (person.name, *person.names)}


def _without(seat: str, looks: set[str]) -> str:
    """Return the name of a seat from which a person stands up; empty where nobody is left."""
    people = people_on(seat)
    stay = [name for name in people if look_of(name) not in looks]
    return seat if len(stay) == len(people) else " & ".join(stay)


def by_signs(names: Sequence[str], everyone: Iterable[Person]) -> list[str]:
    """Give each player the seat whose sign they like, where there is one and nobody took it before.

    >>> by_signs(["Asha", "Ravi", "Mina"], [Person(1, "Asha", 1), Person(2, "Mina", 1)])
    ['Ravi', 'Asha', 'Mina']
    """
    liked = {look_of(person.name): person.sign for person in everyone}
    seats: list[str | None] = [None] * len(names)
    others = []
    for name in names:
        sign = liked.get(look_of(name))
        if sign is not None and sign < len(seats) and seats[sign] is None:
            seats[sign] = name
        else:
            others.append(name)
    rest = iter(others)
    return [next(rest) if name is None else name for name in seats]


def offers(everyone: Iterable[Person], names: Iterable[str]) -> list[Offer]:
    """List everyone who may sit down or stand up, who played last first."""
    sitting = {look_of(one) for name in names for one in people_on(name)}
    return [Offer(person.number, person.name, bool(_looks(person) & sitting)) for person in everyone]
