"""The people who play here: how their games ended, their names, the sign that each likes."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, flash, jsonify, redirect, render_template
from flask.typing import ResponseReturnValue

from engine.errors import SetupError
from engine.registry import games as families
from web.errors import MalformedError, sentence, status_of
from web.house.people import SIGNS, People
from web.language.catalogue import mark
from web.language.locale import _, when
from web.match.shown import OnTable
from web.people import person_acts as acts
from web.people.scores import Names, PersonScore, Tally, duels, evening_of, scores
from web.ports import Library
from web.request_body import form_body

SIGN_NAMES = (mark("red disc"), mark("blue square"), mark("yellow triangle"), mark("green diamond"))
"""The players' signs, by seat."""


def blueprint(table: OnTable, people: People, library: Library) -> Blueprint:
    """Build ``/people`` and ``/api/v1/people``."""
    bp = Blueprint("people", __name__)

    @bp.get("/people")
    def everyone() -> ResponseReturnValue:
        known, games = people.everyone(), library.games()
        return render_template(
            "people/all.html",
            scores=scores(known, games),
            evening=evening_of(known, games),
            now=table.model.game if table.has_game else 0,
            when=when,
        )

    @bp.get("/api/v1/people")
    def as_json() -> ResponseReturnValue:
        told = [_json_of(score) for score in scores(people.everyone(), library.games())]
        return jsonify({"people": told})

    @bp.get("/people/<int:number>")
    def one(number: int) -> ResponseReturnValue:
        return page_of(number)

    def page_of(number: int, *, error: str = "", name: str | None = None) -> str:
        """Show a person; with a name that was typed and could not be taken, if there is one."""
        known, games = people.everyone(), library.games()
        score = next((one for one in scores(known, games) if one.person.number == number), None)
        if score is None:
            raise acts.nobody()
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
            error=error,
            name=score.person.name if name is None else name,
        )

    @bp.post("/people/<int:number>/change")
    def change(number: int) -> ResponseReturnValue:
        body = form_body()
        name, sign = body.text("name"), body.whole_or_none("sign")
        try:
            acts.change(people, number, name=name, sign=sign)
        except (MalformedError, SetupError) as error:
            return page_of(number, error=sentence(error), name=name), status_of(error)
        return redirect(f"/people/{number}", code=303)

    @bp.post("/people/<int:number>/merge")
    def merge(number: int) -> ResponseReturnValue:
        body = form_body()
        into = body.whole("into")
        if not (body.has("sure") and body.read("sure", bool)):
            raise MalformedError(_("nothing was changed: tick that both are one, then send it again"))
        flash(acts.merge(people, number, into))
        return redirect(f"/people/{into}", code=303)

    @bp.get("/people/<int:number>/delete")
    def ask_delete(number: int) -> ResponseReturnValue:
        return render_template("people/delete.html", person=acts.person_of(people, number))

    @bp.post("/people/<int:number>/delete")
    def delete(number: int) -> ResponseReturnValue:
        flash(acts.delete(people, number))
        return redirect("/people", code=303)

    return bp


def _json_of(score: PersonScore) -> dict[str, Any]:
    person = score.person
    return {
        "number": person.number,
        "name": person.name,
        "sign": person.sign,
        "names": list(person.names),
        **_tally_json(score.all),
        "evening": _tally_json(score.evening),
        "games": {game: _tally_json(tally) for game, tally in score.families.items()},
    }


def _tally_json(tally: Tally) -> dict[str, int]:
    return {"played": tally.played, "won": tally.won, "points": tally.points}
