"""The people who play here, and the house rules: changing, merging, deleting, keeping, sharing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from flask import request

from engine.notation import read_house, write_house
from engine.options import OptionValue
from engine.record import About, Within
from web.api.routes import (
    DID,
    TEXT,
    WHOLE,
    Answer,
    Json,
    Parts,
    Routes,
    Sure,
    done,
    must_be_sure,
    shape,
)
from web.game.action_parts import Game, Options
from web.house.house_rules import KeptRules
from web.people import person_acts
from web.request_body import Whole
from web.rules import house_acts
from web.rules.house_rules import LONGEST_LINK, link_to, word_in
from web.rules.rule_choice import kept_of

ROUTES = Routes()

_NAME = Annotated[str, Within(0, 200)]
_PRESET = Annotated[str, Within(0, 40), About("A named set of rules; left out, the first of the game.")]
_KEPT = Answer(
    shape({"done": TEXT, "number": WHOLE, "version": WHOLE}), status=201, description="It is kept."
)


@ROUTES.post(
    "/people/<int:number>",
    DID,
    takes={
        "name": _NAME,
        "sign": Annotated[Whole, About("The sign that the person likes, 0 to 3; left out, any.")],
    },
    optional=("sign",),
)
def change_person(on: Parts, number: int, name: str, sign: int | None = None) -> Json:
    """Call a person something; earlier games keep the name of then."""
    person_acts.change(on.people, number, name=name, sign=sign)
    return done(person_acts.person_of(on.people, number).name)


@ROUTES.post(
    "/people/<int:number>/merge",
    DID,
    takes={"into": Annotated[Whole, About("The number of the person that both become.")], "sure": Sure},
    optional=("sure",),
)
def merge(on: Parts, number: int, into: int, *, sure: bool = False) -> Json:
    """Make one person of two."""
    must_be_sure(sure)
    return done(person_acts.merge(on.people, number, into))


@ROUTES.post("/people/<int:number>/delete", DID, takes={"sure": Sure}, optional=("sure",))
def delete_person(on: Parts, number: int, *, sure: bool = False) -> Json:
    """Forget a person; the games keep the name."""
    person_acts.person_of(on.people, number)
    must_be_sure(sure)
    return done(person_acts.delete(on.people, number))


@ROUTES.post(
    "/house",
    _KEPT,
    takes={"game": Game, "name": _NAME, "preset": _PRESET, "options": Options},
    optional=("preset", "options"),
)
def keep(
    on: Parts,
    game: str,
    name: str,
    preset: str | None = None,
    options: Mapping[str, OptionValue] | None = None,
) -> Json:
    """Keep rules under a name."""
    return _kept(*house_acts.keep_new(on.house, game, preset, options or {}, name=name))


@ROUTES.get(
    "/house/shared",
    Answer(
        shape({"game": TEXT, "preset": TEXT, "name": TEXT, "version": WHOLE, "options": {"type": "object"}}),
        description="Nothing is kept.",
    ),
    asks={"rules": ({**TEXT, "maxLength": LONGEST_LINK}, "The link, or its word alone.")},
)
def shared(_on: Parts) -> Json:
    """Read what house rules a link holds."""
    rules = read_house(word_in(request.args.get("rules", "")))
    return {
        "game": rules.game,
        "preset": rules.preset,
        "name": rules.name,
        "version": rules.version,
        "options": dict(rules.options),
    }


@ROUTES.post(
    "/house/shared",
    _KEPT,
    takes={
        "rules": Annotated[str, Within(0, LONGEST_LINK), About("The link, or its word alone.")],
        "name": _NAME,
    },
)
def keep_shared(on: Parts, rules: str, name: str) -> Json:
    """Keep house rules that came in a link."""
    return _kept(*house_acts.keep_shared(on.house, word_in(rules), name))


@ROUTES.get(
    "/house/<int:number>/link",
    Answer(shape({"link": TEXT, "word": TEXT}), description="Another box keeps them by it."),
)
def link(on: Parts, number: int) -> Json:
    """Read the link that holds house rules."""
    rules = kept_of(on.house, number).newest
    return {"link": link_to(rules, on.phones), "word": write_house(rules)}


@ROUTES.post(
    "/house/<int:number>",
    _KEPT,
    takes={"preset": _PRESET, "options": Options},
    optional=("preset", "options"),
)
def change(
    on: Parts, number: int, preset: str | None = None, options: Mapping[str, OptionValue] | None = None
) -> Json:
    """Keep the next version of house rules."""
    return _kept(*house_acts.change(on.house, number, preset, options or {}))


@ROUTES.post("/house/<int:number>/name", DID, takes={"name": _NAME})
def rename(on: Parts, number: int, name: str) -> Json:
    """Call house rules something else."""
    house_acts.rename(on.house, number, name)
    return done(kept_of(on.house, number).newest.name)


@ROUTES.post("/house/<int:number>/delete", DID, takes={"sure": Sure}, optional=("sure",))
def delete(on: Parts, number: int, *, sure: bool = False) -> Json:
    """Delete house rules with all versions; games that used them keep theirs."""
    kept_of(on.house, number)
    must_be_sure(sure)
    return done(house_acts.delete(on.house, number))


def _kept(kept: KeptRules, told: str) -> Json:
    return done(told, number=kept.number, version=kept.newest.version)
