"""The addresses under ``/api/v1``: the whole state to read, one address for each kind of action.

Errors are told the same way everywhere: a status and a sentence. 409 carries the fresh state, because the
page was outdated; 422 carries the rule that forbids.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from flask import Blueprint, jsonify, request
from flask.typing import ResponseReturnValue

from engine.errors import IllegalMoveError, SetupError
from engine.messages import MessageError
from engine.options import OptionValue
from engine.record import About, schema, write
from engine.rulebook import RULES
from web.errors import sentence, status_of
from web.game.actions import ACTIONS, Action, Box
from web.game.box_view import BoxView
from web.game.view import GameView
from web.house.house_rules import SavedHouseRules
from web.language.locale import translated
from web.match.clock_view import ClockState
from web.ports import Role
from web.request_body import json_body
from web.rules.rule_links import address, rule_of
from web.verbs.verb import TEXT, Json, described, shape


def state_schema() -> Json:
    """Describe the state: game and box side by side, with what only a program that plays gets."""
    parts = {
        **schema(GameView)["properties"],
        **schema(BoxView)["properties"],
        "game": {"type": ["integer", "null"], "description": "The game on the table; null for none."},
        "role": Role,
        "clock": schema(ClockState | None)
        | {"description": "The clock of the match at this moment; null where it is played without one."},
        "parts": {"type": "object", "description": "The parts of the page, as HTML."},
        "box": {**TEXT, "description": "Changes when the box starts anew."},
        "csrf": {**TEXT, "description": "Send it as X-CSRF-Token; only phones that play get it."},
    }
    needed = ["role", "seq", "game", "eye", "lamps", "hears", "trouble", "box"]
    found: Json = described(shape(parts) | {"required": needed})
    return found


@dataclass(frozen=True, slots=True)
class HouseRulesView:
    """House rules that are kept."""

    number: Annotated[int, About("Never used again for others; /house/NUMBER shows them.")]
    game: str
    name: str
    preset: str
    values: Annotated[Mapping[str, OptionValue], About("Every option with its value.")]
    kept: Annotated[float, About("Seconds since 1970.")]

    @classmethod
    def of(cls, kept: SavedHouseRules) -> HouseRulesView:
        """Return them as programs read them."""
        rules = kept.rules
        return cls(kept.number, rules.game, rules.name, rules.preset, rules.values, kept.kept)


def blueprint(box: Box, state: Callable[[], dict[str, Any]]) -> Blueprint:
    """Build the routes under ``/api/v1``.

    Args:
        box: What actions are done on.
        state: Gives everything that the page of this request's phone shows.
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
        return jsonify({"house": [write(HouseRulesView.of(kept)) for kept in box.book.all()]})

    return bp


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


def wants_json() -> bool:
    """True if this request is one of the page's script or another program."""
    return request.path.startswith("/api/") or request.accept_mimetypes.best == "application/json"
