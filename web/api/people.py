"""The people who play here, and the house rules: changing, merging, deleting, keeping, sharing."""

from __future__ import annotations

from flask import request

from engine.notation import read_house, write_house
from web.api.routes import Routes
from web.rules.house_rules import LONGEST_LINK, link_to, word_in
from web.rules.rule_choice import kept_of
from web.verbs.verb import TEXT, WHOLE, Answer, Json, Parts, shape

ROUTES = Routes()


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


@ROUTES.get(
    "/house/<int:number>/link",
    Answer(shape({"link": TEXT, "word": TEXT}), description="Another box keeps them by it."),
)
def link(on: Parts, number: int) -> Json:
    """Read the link that holds house rules."""
    rules = kept_of(on.house, number).rules
    return {"link": link_to(rules, on.phones), "word": write_house(rules)}
