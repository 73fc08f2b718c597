"""The people who play here: how their games ended, their names, the sign that each likes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from flask import Blueprint, jsonify, render_template
from flask.typing import ResponseReturnValue

from engine.record import FLAT, About, write
from engine.registry import games as families
from web.errors import MissingError
from web.house.people import SIGNS, People, Person
from web.language.catalogue import mark
from web.language.locale import _, when
from web.match.shown import OnTable
from web.people.scores import Names, PersonScore, Tally, duels, evening_of, scores
from web.ports import Library
from web.request_body import outcome

SIGN_NAMES = (mark("red disc"), mark("blue square"), mark("yellow triangle"), mark("green diamond"))
"""The players' signs, by seat."""


@dataclass(frozen=True, slots=True)
class PersonView:
    """A person for programs."""

    number: Annotated[int, About("Never used again; /people/NUMBER shows the person.")]
    name: str
    sign: Annotated[int | None, About("The seat whose sign the person likes.")]
    names: Annotated[tuple[str, ...], About("In earlier games.")]
    all: Annotated[Tally, FLAT]
    evening: Tally
    games: Annotated[Mapping[str, Tally], About("By the name of the game.")]


def blueprint(table: OnTable, people: People, library: Library) -> Blueprint:
    """Build ``/people`` and ``/api/v1/people``."""
    bp = Blueprint("people", __name__)

    @bp.get("/people")
    def everyone() -> ResponseReturnValue:
        known, games = people.all(), library.games()
        return render_template(
            "people/all.html",
            scores=scores(known, games),
            evening=evening_of(known, games),
            now=table.model.game if table.has_game else 0,
            when=when,
        )

    @bp.get("/api/v1/people")
    def as_json() -> ResponseReturnValue:
        return jsonify({"people": [write(_view_of(one)) for one in scores(people.all(), library.games())]})

    @bp.get("/people/<int:number>")
    def one(number: int) -> ResponseReturnValue:
        known, games = people.all(), library.games()
        score = next((one for one in scores(known, games) if one.person.number == number), None)
        if score is None:
            raise nobody()
        names = Names(known)
        own = [line for line in games if score.person in map(names.person, line.setup.people)]
        return render_template(
            "people/one.html",
            score=score,
            person=score.person,
            duels=[duel for duel in duels(names, own) if score.person.name in duel.names],
            others=[other for other in known if other.number != number],
            families=[info.name for info in families() if info.name in score.families],
            signs=list(zip(SIGNS, SIGN_NAMES, strict=True)),
            error=outcome().refusal,
            name=outcome().typed("name", score.person.name),
        )

    @bp.get("/people/<int:number>/delete")
    def ask_delete(number: int) -> ResponseReturnValue:
        return render_template("people/delete.html", person=person_of(people, number))

    return bp


def _view_of(score: PersonScore) -> PersonView:
    person = score.person
    return PersonView(
        person.number, person.name, person.sign, person.names, score.all, score.evening, score.families
    )


def person_of(people: People, number: int) -> Person:
    """Find a person by number.

    Raises:
        MissingError: If there is none.
    """
    for person in people.all():
        if person.number == number:
            return person
    raise nobody()


def nobody() -> MissingError:
    """Make the error that says that there is no such person."""
    return MissingError(_("there is no such player: perhaps deleted, or made one with another"))
