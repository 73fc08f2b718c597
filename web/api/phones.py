"""Phones and programs: the list, what each may do, and letting programs in."""

from __future__ import annotations

from typing import Annotated

from flask import g

from engine.record import About, Within
from web.api.routes import (
    DID,
    DONE,
    MOMENT,
    TEXT,
    TRUTH,
    Answer,
    Json,
    Parts,
    Routes,
    Sure,
    done,
    listing,
    must_be_sure,
    shape,
)
from web.auth.access import must_not_outlive, program
from web.box import phone_acts as acts
from web.box.phone_acts import ROLES, phone_line, role_of
from web.house.credentials import LATEST_END, Tokens
from web.request_body import one_of

ROUTES = Routes()

_ROLE: Json = {"enum": [role for role, _words in ROLES]}
_CHOSEN = Annotated[
    str, one_of(*(role for role, _words in ROLES)), About("What it may do: watch, play, or change the box.")
]
_NAME = Annotated[str, Within(1, 200)]
_PHONE = shape({"id": TEXT, "name": TEXT, "role": _ROLE, "since": MOMENT, "seen": MOMENT, "mine": TRUTH})
_TOKEN = shape(
    {"id": TEXT, "name": TEXT, "role": _ROLE, "since": MOMENT, "ends": MOMENT, "seen": MOMENT}
    | {"is_over": TRUTH, "mine": TRUTH}
)


_ENDS = Annotated[int, Within(0, int(LATEST_END)), About("When it ends, in seconds since 1970; 0 for never.")]


@ROUTES.get("/phones", Answer(listing("phones", _PHONE), description="All of them."))
def phones(on: Parts) -> Json:
    """List the phones that were let in."""
    mine = "" if program() else on.phones.id_of(g.token)
    return {
        "phones": [
            {
                "id": line.id,
                "name": line.name,
                "role": line.role,
                "since": line.since,
                "seen": line.seen,
                "mine": line.id == mine,
            }
            for line in on.phones.everyone()
        ]
    }


@ROUTES.get(
    "/phones/invitation",
    Answer(shape({"address": TEXT}), description="Who opens it plays."),
)
def invitation(on: Parts) -> Json:
    """Read the address that lets another phone in: what the code on “Add a phone” holds."""
    must_not_outlive(0)
    return {"address": on.phones.address()}


@ROUTES.post("/phones/<phone>/role", DID, takes={"role": _CHOSEN, "sure": Sure}, optional=("sure",))
def role(on: Parts, phone: str, role: str, *, sure: bool = False) -> Json:
    """Let a phone do more or less."""
    line, chosen = phone_line(on.phones, phone), role_of(role)
    if "admin" in {chosen, line.role} and chosen != line.role:
        must_be_sure(sure)
    return done(acts.choose_role(on.phones, line, chosen))


@ROUTES.post("/phones/<phone>/name", DID, takes={"name": Annotated[str, Within(0, 200)]})
def rename(on: Parts, phone: str, name: str) -> Json:
    """Call a phone something: a player's phone itself, an admin any."""
    mine = "" if program() else on.phones.id_of(g.token)
    acts.rename(on.phones, phone_line(on.phones, phone), name, mine=mine)
    return done(acts.name_of(phone_line(on.phones, phone)))


@ROUTES.post("/phones/<phone>/unpair", DID, takes={"sure": Sure}, optional=("sure",))
def unpair(on: Parts, phone: str, *, sure: bool = False) -> Json:
    """Forget a phone; the code of the box changes."""
    phone_line(on.phones, phone)
    must_be_sure(sure)
    return done(acts.unpair(on.phones, phone))


@ROUTES.get("/tokens", Answer(listing("tokens", _TOKEN), description="All of them."), needs="tokens")
def tokens(on: Parts) -> Json:
    """List the programs that were let in; no token is ever shown again."""
    mine, one = "", program()
    if one is not None:
        mine = one.id
    return {
        "tokens": [
            {
                "id": line.id,
                "name": line.name,
                "role": line.role,
                "since": line.since,
                "ends": line.ends,
                "seen": line.seen,
                "is_over": line.is_over,
                "mine": line.id == mine,
            }
            for line in _tokens(on).everyone()
        ]
    }


@ROUTES.post(
    "/tokens",
    Answer(
        shape({"token": {**TEXT, "description": "Shown this once."}}), status=201, description="It was made."
    ),
    needs="tokens",
    takes={"name": _NAME, "role": _CHOSEN, "ends": _ENDS},
)
def let_in(on: Parts, name: str, role: str, ends: float) -> Json:
    """Let a program in."""
    return {"token": acts.add_token(_tokens(on), name, role_of(role), ends=ends)}


@ROUTES.post("/tokens/<token>", DID, needs="tokens", takes={"name": _NAME, "role": _CHOSEN})
def change(on: Parts, token: str, name: str, role: str) -> Json:
    """Call a program something, and let it do more or less."""
    return done(acts.change_token(_tokens(on), token, name=name, chosen=role_of(role)))


@ROUTES.post(
    "/tokens/<token>/take-back",
    Answer(DONE, description="Its streams end."),
    needs="tokens",
    takes={"sure": Sure},
    optional=("sure",),
)
def take_back(on: Parts, token: str, *, sure: bool = False) -> Json:
    """Let a program in no more."""
    acts.token_line(_tokens(on), token)
    must_be_sure(sure)
    return done(acts.take_back(_tokens(on), token))


def _tokens(on: Parts) -> Tokens:
    assert on.tokens is not None
    return on.tokens
