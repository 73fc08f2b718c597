"""The description of ``/api/v1`` for other programs, as OpenAPI 3.1; the box serves it itself.

One entry for each address; tests hold it against the routes, and schemathesis sends what it describes. Texts
are English: they are for people who write programs.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.registry import games

Json = Mapping[str, Any]

_TEXT: Json = {"type": "string", "maxLength": 400}
_WHOLE: Json = {"type": "integer", "minimum": 0, "maximum": 10**15 - 1}
_AT: Json = {
    **_WHOLE,
    "description": "The newest event that the sender had heard of; 409 if something has happened since.",
}
_REQUEST: Json = {
    "type": "string",
    "maxLength": 64,
    "description": "The sender's own mark: what was sent twice with one mark is done once.",
}
_THROW: Json = {
    "type": "string",
    "minLength": 1,
    "maxLength": 20,
    "description": "Mouths of shells such as 2/6, or dice such as 3-1.",
}


def _act(summary: str, required: tuple[str, ...] = (), **parts: Json) -> Json:
    """Describe one kind of action by the parts of its request."""
    schema: dict[str, Any] = {"type": "object", "properties": {**parts, "request": _REQUEST}}
    if required:
        schema["required"] = list(required)
    return {
        "summary": summary,
        "security": [{"phone": [], "csrf": []}],
        "requestBody": {"required": True, "content": {"application/json": {"schema": schema}}},
        "responses": {
            "201": _answer("It was done; this is the state now.", "State"),
            "400": _answer("The request cannot be read.", "Error"),
            "403": _answer("This phone only watches, or the token against forged forms is missing.", "Error"),
            "404": _answer("What is named does not exist.", "Error"),
            "409": _answer("The sender's state was outdated, or it is not the time for this.", "Outdated"),
            "413": _answer("The request is too large.", "Error"),
            "422": _answer("A rule forbids it.", "Refusal"),
            "429": _answer("That was too much at once.", "Error"),
            "503": _answer("The box cannot write it down.", "Error"),
        },
    }


def _answer(description: str, schema: str) -> Json:
    content = {"application/json": {"schema": {"$ref": f"#/components/schemas/{schema}"}}}
    return {"description": description, "content": content}


ACTS: Mapping[str, Json] = {
    "throws": _act(
        "Type a throw, or let the box draw one.",
        throw=_THROW,
        drawn={"type": "boolean", "description": "The box throws; the record says so."},
        at=_AT,
    ),
    "moves": _act(
        "Play a legal move, decline a value or end the turn.",
        ("move",),
        move={
            "description": "As in the state's moves: its text, or its parts.",
            "oneOf": [{"type": "string", "minLength": 1, "maxLength": 200}, {"type": "object"}],
        },
        at=_AT,
    ),
    "board": _act(
        "Tell what hands did on the real board.",
        ("player", "piece", "to"),
        player=_WHOLE,
        piece=_WHOLE,
        to={"type": "string", "minLength": 1, "maxLength": 20, "description": "A square, such as r0c2."},
        at=_AT,
    ),
    "corrections": _act("Say that a throw was another one.", ("of", "throw"), of=_WHOLE, throw=_THROW),
    "answers": _act(
        "Answer a question of the state.",
        ("question", "answer"),
        question={"enum": ["illegal", "correction", "kept"]},
        answer={
            "enum": ["moved-back", "accept", "accepted", "undone", "withdrawn", "drop", "use"],
            "description": "moved-back and accept for illegal; accepted, undone, withdrawn for correction; "
            "drop and use for kept.",
        },
        of={**_WHOLE, "description": "The event that is asked about; not needed to use a kept throw."},
    ),
    "undo": _act("Take back the last action, or everything from one on.", of=_WHOLE, at=_AT),
    "positions": _act(
        "Set the position by hand: give either position, or places.",
        position={"type": "object", "description": "As the record writes it."},
        places={
            "type": "array",
            "items": {"type": "array", "items": _WHOLE, "minItems": 3, "maxItems": 3},
            "description": "[player, piece, step] of each piece that stands elsewhere than in the state.",
        },
        turn={**_WHOLE, "description": "With places: whose turn it is; left out, it stays."},
        as_played={"type": "boolean", "description": "With places: it stands so though rules forbid it."},
        at=_AT,
    ),
    "games": _act(
        "Begin a new game, or lay an older one on the table again.",
        game={"enum": [info.name for info in games()]},
        preset={**_TEXT, "description": "A named set of rules of the game."},
        house={
            **_TEXT,
            "description": "House rules that the box keeps, by their name, in place of preset and options.",
        },
        house_version={**_WHOLE, "description": "With house: which version; left out, the newest."},
        names={"type": "array", "items": {"type": "string"}, "description": "Players in turn order."},
        options={"type": "object", "additionalProperties": {"type": ["boolean", "string"]}},
        begins={**_WHOLE, "description": "The seat that begins; left out, it is thrown for."},
        resume={**_WHOLE, "description": "The number of an older game; nothing else is needed then."},
    ),
}
"""Last word of an address → its description; `web.game.actions` does them."""

_PATHS: Mapping[str, Json] = {
    "/api/v1/state": {
        "get": {
            "summary": "Read everything that the page of the game shows. Anyone on the home network may.",
            "responses": {"200": _answer("The state now.", "State")},
        }
    },
    "/api/v1/house": {
        "get": {
            "summary": "List the house rules that the box keeps, with every version. Anyone at home may.",
            "responses": {"200": _answer("All of them, those kept first first.", "House")},
        }
    },
    "/api/v1/openapi.json": {
        "get": {
            "summary": "Read this description.",
            "responses": {
                "200": {
                    "description": "OpenAPI 3.1.",
                    "content": {"application/json": {"schema": {"type": "object"}}},
                }
            },
        }
    },
}


def document() -> dict[str, Any]:
    """Give the whole description."""
    acts = {f"/api/v1/{name}": {"post": entry} for name, entry in ACTS.items()}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Charkoni",
            "version": "1",
            "description": "The box beside a real game board. Open its address with ?key= once to get the "
            "cookie; the state then carries the token against forged forms as csrf.",
        },
        "paths": {**_PATHS, **acts},
        "components": {"schemas": _SCHEMAS, "securitySchemes": _SECURITY},
    }


_ERROR: Json = {
    "type": "object",
    "required": ["error"],
    "properties": {
        "error": {"type": "string", "description": "A sentence for people, in their language."},
        "rule": {
            "type": "string",
            "description": "The number of the rule that the sentence names, if it does.",
        },
        "rule_url": {
            "type": "string",
            "description": "Where the rule stands on the pages of this box: a path with a fragment.",
        },
        "rule_sentence": {"type": "string", "description": "What the rule says, in the reader's language."},
    },
}

_SCHEMAS: Mapping[str, Json] = {
    "State": {
        "type": "object",
        "required": ["role", "seq", "game", "eye", "lamps", "hears", "trouble", "box"],
        "properties": {
            "role": {"enum": ["watcher", "player", "admin"]},
            "seq": {**_WHOLE, "description": "The number of the newest event."},
            "game": {"description": "The game on the table; null for none."},
            "eye": {"type": "object"},
            "lamps": {"type": "object"},
            "hears": {
                "enum": ["everything", "alerts", "silent"],
                "description": "What phones let hear that have chosen nothing themselves.",
            },
            "aloud": {
                "type": "object",
                "description": "What a phone says: the newest sentence and its event, for those "
                "who hear everything and for those who hear alerts; and what it says now if it slept.",
            },
            "trouble": {"type": "string"},
            "box": {"type": "string", "description": "Changes when the box starts anew."},
            "csrf": {
                "type": "string",
                "description": "Send it as X-CSRF-Token; only phones that play get it.",
            },
        },
    },
    "Error": _ERROR,
    "Outdated": {
        **_ERROR,
        "required": ["error", "state"],
        "properties": {**_ERROR["properties"], "state": {"$ref": "#/components/schemas/State"}},
    },
    "Refusal": {
        **_ERROR,
        "properties": {
            **_ERROR["properties"],
            "reason": {"type": "string", "description": "In English, of a move that is not allowed."},
        },
    },
    "House": {
        "type": "object",
        "required": ["house"],
        "properties": {"house": {"type": "array", "items": {"$ref": "#/components/schemas/KeptRules"}}},
    },
    "KeptRules": {
        "type": "object",
        "required": ["number", "game", "name", "versions"],
        "properties": {
            "number": {**_WHOLE, "description": "Never used again for others; /house/NUMBER shows them."},
            "game": {"type": "string"},
            "name": {"type": "string"},
            "versions": {
                "type": "array",
                "description": "The oldest first.",
                "items": {
                    "type": "object",
                    "required": ["name", "version", "preset", "values", "kept"],
                    "properties": {
                        "name": {"type": "string"},
                        "version": _WHOLE,
                        "preset": {"type": "string"},
                        "values": {
                            "type": "object",
                            "description": "Every option with its value.",
                            "additionalProperties": {"type": ["boolean", "string"]},
                        },
                        "kept": {"type": "number", "description": "Seconds since 1970."},
                    },
                },
            },
        },
    },
}

_SECURITY: Mapping[str, Json] = {
    "phone": {
        "type": "apiKey",
        "in": "cookie",
        "name": "phone",
        "description": "Over HTTPS the box gives it as __Host-phone, and takes either.",
    },
    "csrf": {"type": "apiKey", "in": "header", "name": "X-CSRF-Token"},
}
