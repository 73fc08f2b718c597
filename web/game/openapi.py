"""The description of what can be done to the game, and read of it, as OpenAPI 3.1.

What is sent is described by the actions themselves; `web.api.document` adds all other addresses. Texts are
English: they are for people who write programs.
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from typing import Any

from engine.record import Json, schema
from web.game.actions import ACTIONS, Action
from web.request_body import Whole

_WHOLE = schema(Whole)


def _act(action: type[Action]) -> Json:
    """Describe one kind of action."""
    return {
        "summary": inspect.getdoc(action),
        "security": [{"phone": [], "csrf": []}],
        "requestBody": {"required": True, "content": {"application/json": {"schema": action.schema()}}},
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


_SCHEMA_READ: Json = {
    "description": "JSON Schema.",
    "content": {"application/json": {"schema": {"type": "object"}}},
}

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
    "/api/v1/people": {
        "get": {
            "summary": "List who plays here, and how their games ended. Anyone at home may.",
            "responses": {"200": _answer("All of them, who played last first.", "People")},
        }
    },
    "/api/v1/status": {
        "get": {
            "summary": "Read how the box is: camera, light, disk, temperature, phones, last backup and more. "
            "Phones that play may.",
            "security": [{"phone": []}],
            "responses": {
                "200": _answer("How every part is.", "Status"),
                "403": _answer("This phone only watches.", "Error"),
            },
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
    "/api/v1/mqtt": {
        "get": {
            "summary": "Read the JSON Schemas of all messages that go over MQTT.",
            "responses": {"200": _SCHEMA_READ},
        }
    },
    "/api/v1/mqtt/{name}.json": {
        "get": {
            "summary": "Read the JSON Schema of one message that goes over MQTT.",
            "parameters": [
                {
                    "name": "name",
                    "in": "path",
                    "required": True,
                    "description": "The last part of its topic.",
                    "schema": {"type": "string"},
                }
            ],
            "responses": {"200": _SCHEMA_READ, "404": _answer("There is no such message.", "Error")},
        }
    },
}


def document() -> dict[str, Any]:
    """Return the description of the game's part, with all schemas that have names."""
    acts = {f"/api/v1/{action.name}": {"post": _act(action)} for action in ACTIONS}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Charkoni",
            "version": "1",
            "description": "The box beside a real game board. An admin makes a token under “Phones”: send it "
            "as Authorization: Bearer. Phones have a cookie instead, and the token against forged forms, "
            "which the state carries as csrf.",
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
            "tournament": {
                "type": "boolean",
                "description": "True while a match in tournament mode goes on: taps, moves, ids and pips are "
                "left out, and what happens is told without what would help.",
            },
            "freely": {
                "type": "boolean",
                "description": "True where any piece of who moves may be sent to any square as board.",
            },
            "minutes_late": {
                **_WHOLE,
                "description": "So many minutes later this phone sees the match; 0 for all who play.",
            },
            "board_lost": {
                "type": "boolean",
                "description": "True while the eye does not understand the board on the table any more.",
            },
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
            "ids": {
                "description": "The position as other programs write it; null in games unknown to them.",
                "type": ["object", "null"],
                "required": ["xgid", "gnu", "why"],
                "properties": {
                    "xgid": {"type": "string", "description": "Empty where the position has none."},
                    "gnu": {"type": "string", "description": "GNU Position ID, a colon, Match ID."},
                    "why": {"type": "string", "description": "Why it has none, for people."},
                },
            },
            "clock": {
                "description": "The clock of the match at this moment; null where it is played without one.",
                "type": ["object", "null"],
                "required": ["now_s", "reserves_s", "free_s", "running", "stands", "fallen"],
                "properties": {
                    "now_s": {
                        "type": "number",
                        "description": "The moment, in seconds that the box has run with its journal.",
                    },
                    "reserves_s": {
                        "type": "array",
                        "items": {"type": "number"},
                        "description": "What each seat has left, in seconds.",
                    },
                    "free_s": {
                        "type": "number",
                        "description": "What is left of the delay, before the reserve runs down.",
                    },
                    "running": {"type": ["integer", "null"], "description": "The seat whose time runs."},
                    "stands": {"enum": ["beginning", "question", "pause", "over", None]},
                    "fallen": {
                        "type": "array",
                        "items": {"type": "integer"},
                        "description": "The seats whose time is up; nothing else becomes of it.",
                    },
                },
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
            "reason": {"type": "string", "description": "In English, with the names that programs use."},
        },
    },
    "Status": {
        "type": "object",
        "required": ["now", "verdict", "lines"],
        "properties": {
            "now": {"type": "number", "description": "What the box thinks it is, in seconds since 1970."},
            "verdict": {"enum": ["fine", "look", "broken"], "description": "As the worst line."},
            "lines": {
                "type": "array",
                "items": {
                    "type": "object",
                    "required": ["topic", "title", "verdict", "text", "advice", "figures"],
                    "properties": {
                        "topic": {"type": "string"},
                        "title": {"type": "string", "description": "In the reader's language."},
                        "verdict": {
                            "enum": ["fine", "look", "broken", "unknown"],
                            "description": "unknown: this machine does not tell.",
                        },
                        "text": {"type": "string", "description": "In the reader's language."},
                        "advice": {"type": "string", "description": "What to do; empty for nothing."},
                        "figures": {
                            "type": "object",
                            "description": "What stands in the text: bytes, seconds since 1970, counts.",
                        },
                    },
                },
            },
        },
    },
    "House": {
        "type": "object",
        "required": ["house"],
        "properties": {"house": {"type": "array", "items": {"$ref": "#/components/schemas/SavedHouseRules"}}},
    },
    "SavedHouseRules": {
        "type": "object",
        "required": ["number", "game", "name", "preset", "values", "kept"],
        "properties": {
            "number": {
                **_WHOLE,
                "description": "Never used again for others; /house/NUMBER shows them.",
            },
            "game": {"type": "string"},
            "name": {"type": "string"},
            "preset": {"type": "string"},
            "values": {
                "type": "object",
                "description": "Every option with its value.",
                "additionalProperties": {"type": ["boolean", "integer", "string"]},
            },
            "kept": {"type": "number", "description": "Seconds since 1970."},
        },
    },
    "People": {
        "type": "object",
        "required": ["people"],
        "properties": {"people": {"type": "array", "items": {"$ref": "#/components/schemas/Person"}}},
    },
    "Person": {
        "allOf": [{"$ref": "#/components/schemas/Tally"}],
        "type": "object",
        "required": ["number", "name", "sign", "names", "evening", "games"],
        "properties": {
            "number": {**_WHOLE, "description": "Never used again; /people/NUMBER shows the person."},
            "name": {"type": "string"},
            "sign": {"type": ["integer", "null"], "description": "The seat whose sign the person likes."},
            "names": {"type": "array", "items": {"type": "string"}, "description": "In earlier games."},
            "evening": {"$ref": "#/components/schemas/Tally"},
            "games": {
                "type": "object",
                "description": "By the name of the game.",
                "additionalProperties": {"$ref": "#/components/schemas/Tally"},
            },
        },
    },
    "Tally": {
        "type": "object",
        "required": ["played", "won", "points"],
        "properties": {"played": _WHOLE, "won": _WHOLE, "points": _WHOLE},
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
    "token": {"type": "http", "scheme": "bearer", "description": "Of a program, in place of both others."},
}
