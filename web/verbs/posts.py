"""The addresses of verbs: forms, which pages answer, and those of programs. Both are read as the fields."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from typing import Annotated

from flask import Blueprint, jsonify, redirect, request
from flask.typing import ResponseReturnValue

from engine.record import About, schema
from web.auth.permissions import ROOT
from web.errors import MalformedError, MissingError, Told, status_of
from web.language.locale import _
from web.request_body import MOST, Body, Outcome, form_body, json_body
from web.verbs.verb import Json, Parts, Verb, shown

_Sure = Annotated[bool, About("The page asks once more before it does this: send true.")]


def blueprint(on: Parts, verbs: Iterable[type[Verb]]) -> Blueprint:
    """Bind verbs to the parts of a box; those of parts that it has not are left out."""
    bp = Blueprint("verbs", __name__)
    for verb in verbs:
        permission, name = verb.permission(), verb.__name__
        if permission.form and on.has(verb.needs):
            bp.add_url_rule(permission.form, f"form of {name}", _of_form(verb, on), methods=["POST"])
        if permission.api and on.has(verb.needs):
            bp.add_url_rule(ROOT + permission.api, name, _of_program(verb, on), methods=["POST"])
    return bp


def parts_of(verb: type[Verb]) -> Json:
    """Describe what a program sends for a verb: what its address does not hold."""
    permission, parts = verb.permission(), schema(verb)
    held = _held(verb)
    properties = {name: part for name, part in parts["properties"].items() if name not in held}
    if permission.asks:
        properties["sure"] = schema(_Sure)
    needed = [name for name in parts.get("required", ()) if name not in held]
    return parts | {"properties": properties, "required": needed}


def _held(verb: type[Verb]) -> set[str]:
    """Return which of its fields stand in its address."""
    return {*re.findall(r"<(?:int:)?(\w+)>", verb.permission().api)}


def _of_program(verb: type[Verb], on: Parts) -> Callable[..., ResponseReturnValue]:
    known = [one.name for one in fields(verb) if one.name not in _held(verb)]  # type: ignore[arg-type]
    if verb.permission().asks:
        known.append("sure")

    def view(**address: str | int) -> ResponseReturnValue:
        _must_be_number(address)
        body = json_body() if known or request.get_data() else Body({})
        if unknown := body.unknown(known):
            there = ", ".join(known) or "none"
            raise MalformedError(f"{unknown!r} is no part of this request: there are {there}")
        sure = body.is_sent("sure") and body.read("sure", bool)
        sent = body.without("sure").with_parts(address).whole_record(verb)
        return jsonify(sent.carried_out(on, sure=sure)), verb.answer.status

    return view


def _of_form(verb: type[Verb], on: Parts) -> Callable[..., ResponseReturnValue]:
    def view(**address: str | int) -> ResponseReturnValue:
        _must_be_number(address)
        sent = None
        try:
            form = form_body()
            sent = verb.read_form(form.with_parts(address), on)
            if not sent.is_sure(form) and sent.asks(on):
                return redirect(sent.unsure(), code=303)
            return sent.went_on(on, sent.carried_out(on, sure=True))
        except Told as error:
            own = sent.refused(on, error) if sent is not None else None
            if own is None and verb.reply == "plain":
                raise
            return own or shown(verb, address, Outcome(verb.__name__, error), status_of(error))

    return view


def _must_be_number(address: Mapping[str, str | int]) -> None:
    """Refuse a number in an address that is larger than any that the box gives."""
    if any(isinstance(part, int) and part > MOST for part in address.values()):
        raise MissingError(_("there is nothing at this address"))
