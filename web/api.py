"""The addresses under ``/api/v1``: the whole state to read, one address for each kind of action.

Errors are told the same way everywhere: a status and a sentence. 409 carries the fresh state, because the
page was outdated; 422 carries the rule that forbids.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Blueprint, current_app, jsonify, request
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from engine.errors import EngineError, IllegalMoveError, NotationError, NotNowError, RecordError, StaleError
from engine.rulebook import RULES
from web import speech
from web.access import RefusedError, may_change, must_act
from web.acts import Act, Acts, MissingError
from web.body import MalformedError, json_body
from web.heard import heard, upper_first
from web.openapi import document
from web.ports import Eye, HouseBook, KeptRules
from web.reader import _, language, translated
from web.refusals import address, linked, rule_of

Told = (EngineError, RefusedError, MalformedError, MissingError)
"""Errors that are answered with a sentence."""


def status_of(error: Exception) -> int:
    """Say which HTTP status an error has."""
    if isinstance(error, RefusedError):
        return error.status
    if isinstance(error, MissingError):
        return 404
    if isinstance(error, StaleError | NotNowError):
        return 409
    if isinstance(error, MalformedError | NotationError):
        return 400
    return 503 if isinstance(error, RecordError) else 422


def blueprint(acts: Acts, state: Callable[[], dict[str, Any]], eye: Eye, book: HouseBook) -> Blueprint:
    """Build the routes under ``/api/v1`` and ``/snapshot.jpg``.

    Args:
        acts: What can be done.
        state: Gives everything that the page of this request's phone shows.
        eye: For its latest picture.
        book: House rules that are kept.
    """
    bp = Blueprint("api", __name__)

    def add(name: str, act: Act) -> None:
        def done() -> ResponseReturnValue:
            must_act()
            act(json_body())
            return jsonify(state()), 201

        bp.add_url_rule(f"/api/v1/{name}", name, done, methods=["POST"])

    for name, act in acts.by_name().items():
        add(name, act)

    @bp.get("/api/v1/state")
    def read_state() -> ResponseReturnValue:
        return jsonify(state())

    @bp.get("/api/v1/house")
    def house() -> ResponseReturnValue:
        return jsonify({"house": [_kept_json(kept) for kept in book.everything()]})

    @bp.get("/api/v1/openapi.json")
    def openapi() -> ResponseReturnValue:
        return jsonify(document())

    @bp.get("/snapshot.jpg")
    def snapshot() -> ResponseReturnValue:
        # The whole picture shows somebody's room: anyone at home sees the tray, and only an admin the rest.
        whole = eye.picture()
        if whole is None:
            raise MissingError(_("the eye has not seen anything yet"))
        picture = whole if may_change() else eye.tray_picture()
        if picture is None:
            raise MissingError(
                _(
                    "no tray is set, and the whole picture shows the room: an admin sets the tray under "
                    "“Camera and tray”, then this address shows it"
                )
            )
        return picture, 200, {"Content-Type": "image/jpeg"}

    return bp


def error_json(error: Exception, state: Callable[[], dict[str, Any]]) -> ResponseReturnValue:
    """Tell an error as JSON."""
    status = status_of(error)
    told: dict[str, Any] = {"error": sentence(error)}
    if rule := rule_of(error):
        told |= {"rule": rule, "rule_url": address(rule), "rule_sentence": translated(RULES[rule])}
    if isinstance(error, IllegalMoveError):
        told["reason"] = error.reason.text()
    if status == 409:
        told["state"] = state()
    return jsonify(told), status


def _kept_json(kept: KeptRules) -> dict[str, Any]:
    versions = [rules.to_json() | {"preset": rules.preset, "kept": since} for rules, since in kept.versions]
    return {"number": kept.number, "game": kept.newest.game, "name": kept.newest.name, "versions": versions}


def sentence(error: Exception) -> str:
    """Make an error's message a sentence for people."""
    if isinstance(error, StaleError):
        return _(
            "Someone else was faster: this page shows the news now. Look, then do it again if you still want."
        )
    text = upper_first(_refusal(error) if isinstance(error, IllegalMoveError) else heard(str(error)))
    return text if text.endswith((".", "?", "!", "।")) else _("{sentence}.", sentence=text)


def answer(error: Exception) -> Markup:
    """Make an error's message a sentence for people, its rule a link to the rule's place."""
    rule = rule_of(error)
    return linked(sentence(error), rule, address(rule) if rule else "")


def _refusal(error: IllegalMoveError) -> str:
    setup = current_app.extensions["setup"]()
    return speech.reason(error.reason, setup.names if setup else (), language())


def wants_json() -> bool:
    """Say whether this request is one of the page's script or another program."""
    return request.path.startswith("/api/")
