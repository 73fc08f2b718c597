"""What can be done to the people who play here, for the page and for programs alike.

Each tells in a sentence what became of it, or raises what is said instead.
"""

from __future__ import annotations

from web.errors import MalformedError, MissingError, NoRoomError, SameNameError
from web.house.people import SIGNS, People, Person
from web.language.bidi import isolated
from web.language.locale import _


def person_of(people: People, number: int) -> Person:
    """Find a person by number.

    Raises:
        MissingError: If there is none.
    """
    for person in people.everyone():
        if person.number == number:
            return person
    raise nobody()


def change(people: People, number: int, *, name: str, sign: int | None) -> None:
    """Call a person something, and keep the sign that they like; None for any.

    Raises:
        MissingError: If there is none.
        MalformedError: If the name or the sign cannot be.
        SetupError: If the name is too long.
    """
    if sign is not None and sign not in SIGNS:
        raise MalformedError("there is no such sign: there are {signs}", signs=f"0 to {SIGNS[-1]}")
    try:
        people.change(number, name=name, sign=sign)
    except SameNameError as error:
        other = isolated(str(error))
        raise MalformedError(
            _("this name means {player} already: make one of the two instead", player=other)
        ) from error
    except NoRoomError as error:
        raise MalformedError(_("this player has had too many names: choose one of them")) from error
    except KeyError as error:
        raise nobody() from error


def merge(people: People, number: int, into: int) -> str:
    """Make one person of two.

    Raises:
        MissingError: If there is one of them not.
        MalformedError: If they are one already, or have had too many names.
    """
    gone, kept = person_of(people, number), person_of(people, into)
    try:
        people.merge(number, into)
    except NoRoomError as error:
        raise MalformedError(_("together they have had too many names")) from error
    except KeyError as error:
        raise nobody() from error
    return _(
        "{other} and {player} are one player now: {player}.",
        other=isolated(gone.name),
        player=isolated(kept.name),
    )


def delete(people: People, number: int) -> str:
    """Forget a person; the games keep the name.

    Raises:
        MissingError: If there is none.
    """
    person = person_of(people, number)
    try:
        people.delete(number)
    except KeyError as error:  # deleted in this moment
        raise nobody() from error
    return _("{player} was deleted. The games keep the name.", player=isolated(person.name))


def nobody() -> MissingError:
    """Tell that there is no such person."""
    return MissingError(_("there is no such player: perhaps deleted, or made one with another"))
