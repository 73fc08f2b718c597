"""The addresses under ``/api/v1``: the whole state to read, one address for each kind of action.

Errors are told the same way everywhere: a status and a sentence. 409 carries the fresh state, because the
page was outdated; 422 carries the rule that forbids.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Blueprint, jsonify, request
from flask.typing import ResponseReturnValue

from engine.errors import IllegalMoveError, SetupError
from engine.messages import MessageError
from engine.rulebook import RULES
from web.auth.access import may_change
from web.errors import MissingError, sentence, status_of
from web.game.action_parts import Box
from web.game.actions import ACTIONS, Action
from web.house.house_rules import SavedHouseRules
from web.language.locale import _, translated
from web.match.shown import Shown
from web.ports import Eye
from web.request_body import json_body
from web.rules.rule_links import address, rule_of

JPEG = "image/jpeg"


def blueprint(box: Box, state: Callable[[], dict[str, Any]], eye: Eye, shown: Shown) -> Blueprint:
    """Build the routes under ``/api/v1`` and ``/snapshot.jpg``.

    Args:
        box: What actions are done on.
        state: Gives everything that the page of this request's phone shows.
        eye: For its latest picture.
        shown: Tells who sees the match later.
    """
    bp = Blueprint("api", __name__)

    def add(action: type[Action]) -> None:
        @bp.post(f"/api/v1/{action.name}", endpoint=action.name)
        def done() -> ResponseReturnValue:
            action.parse(json_body()).once(box)
            return jsonify(state()), 201

    for action in ACTIONS:
        add(action)

    @bp.get("/api/v1/state")
    def read_state() -> ResponseReturnValue:
        return jsonify(state())

    @bp.get("/api/v1/house")
    def house() -> ResponseReturnValue:
        return jsonify({"house": [_kept_json(kept) for kept in box.book.all()]})

    @bp.get("/snapshot.jpg")
    @bp.get("/api/v1/snapshot.jpg", endpoint="snapshot_for_program")
    def snapshot() -> ResponseReturnValue:
        return latest_picture(eye, shown), 200, {"Content-Type": JPEG}

    return bp


def latest_picture(eye: Eye, shown: Shown) -> bytes:
    """Return the eye's latest picture for this phone, as JPEG.

    The whole picture shows somebody's room: anyone at home sees the tray, and only an admin the rest.

    Raises:
        RefusedError: If it sees the match later.
        MissingError: If there is no picture, or no tray in it.
    """
    shown.must_not_be_late()
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
    return picture


def error_json(error: MessageError, state: Callable[[], dict[str, Any]]) -> ResponseReturnValue:
    """Tell an error as JSON."""
    status = status_of(error)
    told: dict[str, Any] = {"error": sentence(error)}
    if rule := rule_of(error):
        told |= {"rule": rule, "rule_url": address(rule), "rule_sentence": translated(RULES[rule])}
    if isinstance(error, IllegalMoveError):
        told["reason"] = error.reason.text()
    if isinstance(error, SetupError) and str(error) != str(error.message):
        told["reason"] = str(error)  # with the keys, for programs
    if status == 409 and request.method not in ("GET", "HEAD"):  # a phone acted on what was old
        told["state"] = state()
    return jsonify(told), status


def _kept_json(kept: SavedHouseRules) -> dict[str, Any]:
    rules = kept.rules
    told = {"number": kept.number, "game": rules.game, "name": rules.name, "preset": rules.preset}
    return told | {"values": dict(rules.values), "kept": kept.kept}


def wants_json() -> bool:
    """True if this request is one of the page's script or another program."""
    return request.path.startswith("/api/") or request.accept_mimetypes.best == "application/json"
