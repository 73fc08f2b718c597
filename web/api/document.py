"""The description of ``/api/v1`` for other programs, as OpenAPI 3.1; the box serves it itself.

Actions, verbs and the addresses of this room describe themselves; what views of pages answer to programs as
well stands here. Texts are English: they are for people who write programs. Tests hold the whole against the
routes, and schemathesis sends what it says.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from web import verbs
from web.api import eye, games, house
from web.api.game import HouseRulesView, state_schema
from web.api.routes import Route
from web.auth.permissions import NEEDED, ROOT
from web.box.status import LineView
from web.game.actions import ACTIONS, Action
from web.people.people import PersonView
from web.ports import Role
from web.verbs.posts import parts_of
from web.verbs.verb import MOMENT, TEXT, TRUTH, WHOLE, Answer, Json, Verb, described, listing, shape

EVERY: tuple[Route, ...] = (*games.ROUTES.every, *eye.ROUTES.every, *house.ROUTES.every)
"""All addresses of this room."""

_JPEG = Answer(kind="image/jpeg", description="A picture.")
_LINES = Answer(kind="application/x-ndjson", description="Events as JSON, one a line.")
_SCHEMA = Answer({"type": "object"}, description="JSON Schema.")

_OF_PAGES = (
    Route(
        "/state",
        "Read everything that the page of the game shows. Anyone on the home network may.",
        Answer({"$ref": "#/components/schemas/State"}, description="The state now."),
    ),
    Route(
        "/house",
        "List the house rules that the box keeps. Anyone at home may.",
        Answer(listing("house", HouseRulesView), description="All of them, those kept first first."),
    ),
    Route(
        "/people",
        "List who plays here, and how their games ended. Anyone at home may.",
        Answer(listing("people", PersonView), description="All of them, who played last first."),
    ),
    Route(
        "/status",
        "Read how the box is: camera, light, disk, temperature, phones, last backup and more.",
        Answer(
            shape(
                {
                    "now": MOMENT,
                    "verdict": {"enum": ["fine", "look", "broken"], "description": "As the worst line."},
                    "lines": {"type": "array", "items": LineView},
                }
            ),
            description="How every part is.",
        ),
    ),
    Route("/openapi.json", "Read this description.", Answer({"type": "object"}, description="OpenAPI 3.1.")),
    Route("/mqtt", "Read the JSON Schemas of all messages that go over MQTT.", _SCHEMA),
    Route("/mqtt/<name>.json", "Read the JSON Schema of one message that goes over MQTT.", _SCHEMA),
    Route(
        "/stream",
        "Follow events, eye and lamps as server-sent events, as the page does. It ends with the token; "
        "where an admin stops the box, the last event is `stopped`, with a text for people.",
        Answer(kind="text/event-stream", description="Until either side ends it."),
        asks={"since": (WHOLE, "Begin behind this event; left out, with what happens next.")},
    ),
    Route("/snapshot.jpg", "Read the eye's latest picture: the tray, and for admins all of it.", _JPEG),
    Route(
        "/photographs/<name>.jpg",
        "Read the photograph of a throw.",
        _JPEG,
        asks={"plain": (TEXT, "Without rings around what was seen.")},
    ),
    Route("/games.jsonl", "Read the events of all games.", _LINES),
    Route("/games/<int:number>.jsonl", "Read the events of one game.", _LINES),
    Route(
        "/games/<int:number>/steps/<int:step>",
        "Read one position of a game: what was done last, and the board's pieces as they are drawn.",
        Answer({"type": "object"}, description="The position."),
    ),
    Route(
        "/matches/<int:number>.<form>",
        "Read a match as .mat, .sgf, .json, .txt or .jsonl.",
        Answer(kind="*/*", description="The file."),
    ),
    Route("/eye/picture.jpg", "Read what the camera sees now.", _JPEG),
    Route("/eye/seen-<int:number>.jpg", "Read the picture of the last reading, with rings.", _JPEG),
    Route("/eye/board/picture.jpg", "Read what the camera of the board sees now.", _JPEG),
    Route(
        "/board/seen.jpg",
        "Read the latest picture of the board at rest, cut to the board.",
        _JPEG,
        asks={"quarters": ({"type": "integer", "minimum": 0, "maximum": 3}, "Turned so often by a quarter.")},
    ),
    Route(
        "/ways",
        "Read where each player's pieces can stand, for who puts a position right.",
        Answer(shape({"ways": {"type": "array"}}), description="By player."),
    ),
    Route(
        "/print/<board>-<size>.<kind>",
        "Read a board to print: a game's name, a size of paper, and pdf or svg.",
        Answer(kind="*/*", description="The drawing."),
    ),
    Route(
        "/charkoni.crt",
        "Read the certificate of the box's own authority.",
        Answer(kind="application/x-x509-ca-cert", description="Trust it, and HTTPS is safe."),
    ),
    Route(
        "/wiring.svg",
        "Read the drawing of what is wired to which pin.",
        Answer(kind="image/svg+xml", description="A drawing."),
    ),
    Route(
        "/backup/file/<tag>",
        "Download a backup; a Range goes on where it broke off.",
        Answer(kind="application/octet-stream", description="The backup."),
    ),
    Route(
        "/backup/pieces",
        "Send a backup that is to be restored, piece by piece; an empty one only asks. What has come whole "
        "lies ready for the next start: /api/v1/backup tells what it holds, and /api/v1/backup/leave puts "
        "it away.",
        Answer(shape({"have": WHOLE, "ready": TRUTH}), description="How many bytes have come."),
        asks={
            "file": ({**TEXT, "pattern": "^[0-9a-f-]{1,64}$"}, "Tells this file from others."),
            "size": ({**WHOLE, "minimum": 1}, "Bytes of the whole backup."),
            "at": (WHOLE, "Where the piece begins."),
        },
        needs_all=True,
        takes_file=True,
    ),
)
"""Addresses that a page's view answers, too."""

_ERROR = shape(
    {
        "error": {**TEXT, "description": "A sentence for people, in their language."},
        "rule": {**TEXT, "description": "The number of the rule that the sentence names, if it does."},
        "rule_url": {
            **TEXT,
            "description": "Where the rule stands on the pages of this box: a path with a fragment.",
        },
        "rule_sentence": {**TEXT, "description": "What the rule says, in the reader's language."},
    },
    left_out=("rule", "rule_url", "rule_sentence"),
)

_SCHEMAS: Mapping[str, Any] = {
    "State": state_schema,
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
            "reason": {**TEXT, "description": "In English, with the names that programs use."},
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
    "token": {"type": "http", "scheme": "bearer", "description": "Of a program, in place of both others."},
}

_WRONG: Mapping[str, str] = {
    "400": "The request cannot be read.",
    "401": "The token is not known, or its time is over.",
    "403": "Who asks may not do this, or sees it later.",
    "404": "What is named does not exist.",
    "409": "It is not the time for this.",
    "413": "The request is too large.",
    "416": "The file has no such part.",
    "422": "It cannot be so.",
    "429": "That was too much at once.",
    "503": "The box cannot do it now.",
}


@cache
def document() -> dict[str, Any]:
    """Return the whole description."""
    paths: dict[str, Any] = {}
    for action in ACTIONS:
        paths[f"{ROOT}/{action.name}"] = {"post": _of_action(action)}
    for route in (*_OF_PAGES, *EVERY):
        paths.setdefault(ROOT + _braced(route.path), {})[route.method.lower()] = _of_route(route)
    for verb in verbs.EVERY:
        if address := verb.permission().api:
            paths.setdefault(ROOT + _braced(address), {})["post"] = _of_verb(verb)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Charkoni",
            "version": "1",
            "description": "The box beside a real game board. An admin makes a token under “Phones”: send it "
            "as Authorization: Bearer. Phones have a cookie instead, and the token against forged forms, "
            "which the state carries as csrf.",
        },
        "paths": paths,
        "components": {"schemas": described(_SCHEMAS), "securitySchemes": _SECURITY},
    }


def _of_action(action: type[Action]) -> Json:
    answer = Answer(
        {"$ref": "#/components/schemas/State"}, status=201, description="It was done; this is the state now."
    )
    operation = _operation(f"/{action.name}", "POST", inspect.getdoc(action) or "", answer)
    operation["requestBody"] = _sent("application/json", action.schema())
    operation["responses"] |= {
        "409": _told("The sender's state was outdated, or it is not the time for this.", "Outdated"),
        "422": _told("A rule forbids it.", "Refusal"),
    }
    return operation


def _of_route(route: Route) -> Json:
    operation = _operation(route.path, route.method, route.about, route.answer)
    operation["parameters"][:0] = [
        {"name": name, "in": "query", "required": route.needs_all, "description": about, "schema": schema}
        for name, (schema, about) in route.asks.items()
    ]
    if route.takes_file:
        operation["requestBody"] = _sent("application/octet-stream", {})
    return operation


def _of_verb(verb: type[Verb]) -> Json:
    operation = _operation(verb.permission().api, "POST", inspect.getdoc(verb) or "", verb.answer)
    sent = parts_of(verb)
    if sent["properties"]:
        operation["requestBody"] = _sent("application/json", sent)
    return operation


def _operation(path: str, method: str, summary: str, answer: Answer) -> Json:
    """Describe an address: who may use it, what stands in it, and its answers."""
    role = NEEDED[f"{method} {ROOT}{path}"]
    operation: Json = {"summary": " ".join(summary.split())} | _of_role(role, method)
    operation["parameters"] = [
        {
            "name": name,
            "in": "path",
            "required": True,
            "description": f"The {name}.",
            "schema": {"type": "integer", "minimum": 0} if kind else TEXT,
        }
        for kind, name in re.findall(r"<(int:)?(\w+)>", path)
    ]
    content = {answer.kind: {"schema": described(answer.schema) if answer.schema is not None else {}}}
    good = {str(answer.status): {"description": answer.description, "content": content}}
    operation["responses"] = good | {status: _told(words, "Error") for status, words in _WRONG.items()}
    return operation


def _of_role(role: Role, method: str) -> Json:
    """Describe who may use an address."""
    if role == "watcher":
        return {"security": [{}, {"token": []}]}
    who = "Phones and programs that play may." if role == "player" else "Admins may."
    phone: Json = {"phone": [], "csrf": []} if method == "POST" else {"phone": []}
    return {"description": who, "security": [phone, {"token": []}]}


def _told(description: str, schema: str) -> Json:
    content = {"application/json": {"schema": {"$ref": f"#/components/schemas/{schema}"}}}
    return {"description": description, "content": content}


def _sent(kind: str, schema: Json) -> Json:
    needed = {"required": True} if schema else {}
    return {**needed, "content": {kind: {"schema": schema}}}


def _braced(path: str) -> str:
    """Write an address as OpenAPI does.

    >>> _braced("/games/<int:number>/delete")
    '/games/{number}/delete'
    """
    return re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", path)
