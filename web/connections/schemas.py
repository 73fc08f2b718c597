"""JSON Schemas of every message that the box tells or takes over MQTT; the box serves them.

What an event may hold is read off the classes of `engine.events`, so that a new kind is described by being
there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.events import EVENT_TYPES
from engine.facts import Fact, FactKind
from engine.game import Waits
from engine.record import schema
from engine.registry import games
from web.connections.messages import VERSION
from web.game.actions import ACTIONS
from web.language.events import OUTSIDE
from web.language.speech import LEVELS, OUTPUTS

Json = dict[str, Any]

_ID = {
    "type": "string",
    "pattern": "^[a-z0-9]{10}/[a-z0-9]{8}/[1-9][0-9]*$",
    "description": "The name of an event, for ever: BOX/LIFE/NUMBER. Numbers can come again, names do not.",
}
_ID_OR_NONE = {"anyOf": [_ID, {"const": ""}], "description": "The name of an event; empty for none."}
_V = {"const": VERSION}
_TEXT = {"type": "string"}
_SEAT = {"type": "integer", "minimum": 0, "maximum": 3}
_WHOLE = {"type": "integer", "minimum": 0}
_TIME = {"type": "number", "description": "Seconds since 1970, by the clock of the box, which may jump."}


def happened_types() -> list[str]:
    """List everything that `event_type` of a ``happened`` may be."""
    return [*OUTSIDE, *sorted(EVENT_TYPES), *sorted(set(FactKind) - set(OUTSIDE))]


def _object(properties: Mapping[str, Any], *, description: str, more: bool = False, **others: Any) -> Json:
    """Describe an object that has all of these parts, and no others unless it says so."""
    return {
        "type": "object",
        "description": description,
        "properties": dict(properties),
        "required": list(properties),
        "additionalProperties": more,
        **others,
    }


def _event() -> Json:
    always = {
        "v": _V,
        "id": _ID,
        "prev": _ID_OR_NONE
        | {"description": "The event before this one that the box tells; who does not have it asks."},
        "seq": {"type": "integer", "minimum": 1},
        "game": {"type": "integer", "minimum": 1},
        "time": _TIME,
        "type": {"enum": [*EVENT_TYPES, *FactKind]},
    }
    parts = {name: schema(cls)["properties"] for name, cls in EVENT_TYPES.items()}
    fact = schema(Fact)["properties"]
    parts |= {kind.value: fact for kind in FactKind}
    known = {*always, "clock_s"}
    return _object(
        always,
        description="One event of the journal, as in the event stream of the page.",
        more=True,
        allOf=[
            {
                "if": {"properties": {"type": {"const": name}}},
                "then": {
                    "properties": {**dict.fromkeys(known, True), **described},
                    "additionalProperties": False,
                },
            }
            for name, described in parts.items()
        ],
    )


def _state() -> Json:
    throw = _object(
        {"text": _TEXT, "value": {"type": ["integer", "null"]}, "player": _TEXT, "seat": _SEAT},
        description="The last throw as the engine writes it, and what it counted; null for nothing.",
    )
    return _object(
        {
            "v": _V,
            "box": {"type": "string", "pattern": "^[a-z0-9]{10}$"},
            "name": {"type": "string", "description": "What people call this box."},
            "life": {"type": "string", "pattern": "^[a-z0-9]{8}$"},
            "id": _ID_OR_NONE | {"description": "The newest event; empty before the first."},
            "instance": {"type": "string", "description": "Another one after each start of the program."},
            "game": {"anyOf": [{"type": "integer", "minimum": 1}, {"type": "null"}]},
            "kind": {"enum": ["", *(info.name for info in games())]},
            "preset": _TEXT,
            "players": {"type": "array", "items": _TEXT, "maxItems": 4},
            "turn": {"anyOf": [_SEAT, {"type": "null"}], "description": "Whose turn it is, by seat."},
            "player": {"type": "string", "description": "The same by name; of several, who is on turn."},
            "waits": {"enum": ["", *Waits]},
            "asks": {"type": "boolean", "description": "Somebody has to answer something on a phone."},
            "throw": {"anyOf": [throw, {"type": "null"}]},
            "score": {
                "type": "array",
                "items": {"type": "object", "additionalProperties": {"type": "integer"}},
                "description": "How each player stands, by seat.",
            },
            "ended": {"type": "boolean"},
            "winners": {"type": "array", "items": _TEXT},
            "eye": {"type": "string", "description": "What the eye does; away is a camera that is missing."},
            "hears": _object(
                {output: {"enum": list(LEVELS)} for output in OUTPUTS},
                description="What the box's voice, its buzzer and the phones of the house let hear.",
            ),
            "trouble": {"type": "string", "description": "What is wrong with the box; empty for nothing."},
            "sentence": {"type": "string", "description": "How the game stands, for people."},
        },
        description="All that a wall of boards shows of one; retained, and told anew twice a second at most.",
    )


def schemas() -> dict[str, Json]:
    """Return the schema of every message, by the last word of its topic."""
    acts = [action.name for action in ACTIONS]
    described = {
        "status": {"enum": ["online", "offline"], "description": "Plain text, retained, and the last will."},
        "state": _state(),
        "event": _event(),
        "happened": _object(
            {
                "v": _V,
                "id": _ID | {"description": "The newest event of the action."},
                "event_type": {"enum": happened_types()},
                "sentence": _TEXT,
                "player": _TEXT,
                "seat": {"anyOf": [_SEAT, {"type": "null"}]},
                "rule": {"type": "string", "description": "The number of the rule that forbids; or empty."},
                "game": {"type": "integer", "minimum": 1},
                "time": _TIME,
            },
            description="One action, for automations. It is an alert: told for a minute, and then no more.",
        ),
        "forgotten": _object(
            {"v": _V, "game": {"type": "integer", "minimum": 1}, "first": _ID, "last": _ID},
            description="A game was deleted on the box: delete its events, from the first to the last.",
        ),
        "ask": _object(
            {"since": _ID_OR_NONE},
            description="Tell events again from behind this one, or all; heard once in five seconds.",
        ),
        "do": {
            "type": "object",
            "description": "Do what a phone does: the act is the last word of the address under /api/v1, "
            "the body what is sent there. The request is a mark, by which what comes twice is done once.",
            "properties": {
                "act": {"enum": [*acts, "hears"]},
                "body": {"type": "object"},
                "request": {"type": "string", "maxLength": 64},
            },
            "required": ["act"],
            "additionalProperties": False,
        },
        "done": _object(
            {
                "v": _V,
                "request": _TEXT,
                "act": _TEXT,
                "ok": {"type": "boolean"},
                "status": {"type": "integer", "description": "As the page answers: 201, 400, 403, 409, …"},
                "error": {"type": "string", "description": "Why not; empty where it was done."},
                "id": _ID_OR_NONE | {"description": "The newest event afterwards."},
            },
            description="What became of a do.",
        ),
    }
    return {
        name: {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": f"charkoni/v{VERSION}/BOX/{name}",
            **message,
        }
        for name, message in described.items()
    }
