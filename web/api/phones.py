"""Phones and programs: the list, what each may do, and letting programs in."""

from __future__ import annotations

from flask import g

from engine.record import schema, write
from web.api.routes import Routes
from web.auth.access import must_not_outlive, program
from web.ports import Role
from web.verbs.verb import MOMENT, TEXT, TRUTH, Answer, Json, Parts, listing, shape, there

ROUTES = Routes()

_ROLE = schema(Role)
_PHONE = shape({"id": TEXT, "name": TEXT, "role": _ROLE, "since": MOMENT, "seen": MOMENT, "mine": TRUTH})
_TOKEN = shape(
    {"id": TEXT, "name": TEXT, "role": _ROLE, "since": MOMENT, "ends": MOMENT, "seen": MOMENT}
    | {"is_over": TRUTH, "mine": TRUTH}
)


@ROUTES.get("/phones", Answer(listing("phones", _PHONE), description="All of them."))
def phones(on: Parts) -> Json:
    """List the phones that were let in."""
    mine = "" if program() else on.phones.id_of(g.token)
    found = [write(line) | {"mine": line.id == mine} for line in on.phones.all()]
    return {"phones": [{key: one[key] for key in _PHONE["properties"]} for one in found]}


@ROUTES.get(
    "/phones/invitation",
    Answer(shape({"address": TEXT}), description="Who opens it plays."),
)
def invitation(on: Parts) -> Json:
    """Read the address that lets another phone in: what the code on “Add a phone” holds."""
    must_not_outlive(0)
    return {"address": on.phones.address()}


@ROUTES.get("/tokens", Answer(listing("tokens", _TOKEN), description="All of them."), needs="tokens")
def tokens(on: Parts) -> Json:
    """List the programs that were let in; no token is ever shown again."""
    mine = one.id if (one := program()) is not None else ""
    return {"tokens": [write(line) | {"mine": line.id == mine} for line in there(on.tokens).all()]}
