"""The forms of pages: each is sent to its verb, and its page shows what came of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from flask import Blueprint, redirect
from flask.typing import ResponseReturnValue

from web.errors import Told, status_of
from web.request_body import Outcome, form_body
from web.verbs.verb import Parts, Verb, shown


def blueprint(on: Parts, verbs: Iterable[type[Verb]]) -> Blueprint:
    """Bind forms to the parts of a box; those of parts that it has not are left out."""
    bp = Blueprint("forms", __name__)
    for verb in verbs:
        address = verb.permission().form
        if address and verb.has_form and on.has(verb.needs):
            bp.add_url_rule(address, verb.__name__, _sent(verb, on), methods=["POST"])
    return bp


def _sent(verb: type[Verb], on: Parts) -> Callable[..., ResponseReturnValue]:
    def view(**address: str | int) -> ResponseReturnValue:
        sent = None
        try:
            form = form_body()
            sent = verb.read_form(form.with_parts(address), on)
            if not sent.is_sure(form) and sent.asks(on):
                return redirect(sent.unsure(), code=303)
            return sent.went_on(on, sent.carried_out(on, sure=True))
        except Told as error:
            own = sent.refused(on, error) if sent is not None else None
            if own is None and not verb.shows_refusal:
                raise
            return own or shown(verb, address, Outcome(verb.__name__, error), status_of(error))

    return view
