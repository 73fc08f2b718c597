"""Verbs of the people who play here."""

from __future__ import annotations

from typing import Annotated

from engine.record import About, Within
from web.errors import MalformedError, NoRoomError, SameNameError
from web.house.people import SIGNS
from web.language.bidi import isolated
from web.language.locale import _
from web.people.people import nobody, person_of
from web.request_body import Body, Whole
from web.verbs.verb import Parts, Verb


class ChangePerson(Verb, page="/people/{number}", reply="quiet"):
    """Call a person something; earlier games keep the name of then."""

    number: int
    name: Annotated[str, Within(0, 200)]
    sign: Annotated[Whole | None, About("The sign that the person likes, 0 to 3; left out, any.")] = None

    def do(self, on: Parts) -> str:
        if self.sign is not None and self.sign not in SIGNS:
            raise MalformedError("there is no such sign: there are {signs}", signs=f"0 to {SIGNS[-1]}")
        try:
            on.people.change(self.number, name=self.name, sign=self.sign)
        except SameNameError as error:
            other = isolated(str(error))
            raise MalformedError(
                _("this name means {player} already: make one of the two instead", player=other)
            ) from error
        except NoRoomError as error:
            raise MalformedError(_("this player has had too many names: choose one of them")) from error
        except KeyError as error:
            raise nobody() from error
        return person_of(on.people, self.number).name


class MergePeople(Verb, page="/people/{into}"):
    """Make one person of two."""

    number: int
    into: Annotated[Whole, About("The number of the person that both become.")]

    @classmethod
    def is_sure(cls, form: Body) -> bool:
        if not (form.has("sure") and form.read("sure", bool)):
            raise MalformedError(_("nothing was changed: tick that both are one, then send it again"))
        return True

    def do(self, on: Parts) -> str:
        gone, kept = person_of(on.people, self.number), person_of(on.people, self.into)
        try:
            on.people.merge(self.number, self.into)
        except NoRoomError as error:
            raise MalformedError(_("together they have had too many names")) from error
        except KeyError as error:
            raise nobody() from error
        return _(
            "{other} and {player} are one player now: {player}.",
            other=isolated(gone.name),
            player=isolated(kept.name),
        )


class DeletePerson(Verb, page="/people"):
    """Forget a person; the games keep the name."""

    number: int

    def asks(self, on: Parts) -> bool:
        return bool(person_of(on.people, self.number))

    def do(self, on: Parts) -> str:
        person = person_of(on.people, self.number)
        try:
            on.people.delete(self.number)
        except KeyError as error:  # deleted in this moment
            raise nobody() from error
        return _("{player} was deleted. The games keep the name.", player=isolated(person.name))
