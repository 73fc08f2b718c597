"""The description of ``/api/v1`` for other programs, as OpenAPI 3.1; the box serves it itself.

Actions describe themselves, and so does each address of this room; what a page's own address answers to
programs as well stands here. Tests hold the whole against the routes, and schemathesis sends what it says.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from web import verbs
from web.api import board, events, eye, files, games, people, phones, rules, settings
from web.api.routes import Route
from web.auth.permissions import ROOT
from web.game import openapi
from web.ports import Role
from web.verbs.posts import parts_of
from web.verbs.verb import TEXT, TRUTH, WHOLE, Answer, Json, Verb, shape

EVERY: tuple[Route, ...] = tuple(
    route
    for module in (board, events, eye, files, games, people, phones, rules, settings)
    for route in module.ROUTES.every
)
"""All addresses of this room."""

_JPEG = Answer(kind="image/jpeg", description="A picture.")
_LINES = Answer(kind="application/x-ndjson", description="Events as JSON, one a line.")

_OF_PAGES: Mapping[str, tuple[str, str, Answer, Mapping[str, tuple[Json, str]]]] = {
    "/stream": (
        "get",
        "Follow events, eye and lamps as server-sent events, as the page does. It ends with the token; "
        "where an admin stops the box, the last event is `stopped`, with a text for people.",
        Answer(kind="text/event-stream", description="Until either side ends it."),
        {"since": (WHOLE, "Begin behind this event; left out, with what happens next.")},
    ),
    "/snapshot.jpg": ("get", "Read the eye's latest picture: the tray, and for admins all of it.", _JPEG, {}),
    "/photographs/{name}.jpg": (
        "get",
        "Read the photograph of a throw.",
        _JPEG,
        {"plain": (TEXT, "Without rings around what was seen.")},
    ),
    "/games.jsonl": ("get", "Read the events of all games.", _LINES, {}),
    "/games/{number}.jsonl": ("get", "Read the events of one game.", _LINES, {}),
    "/games/{number}/steps/{step}": (
        "get",
        "Read one position of a game: what was done last, and the board's pieces as they are drawn.",
        Answer({"type": "object"}, description="The position."),
        {},
    ),
    "/matches/{number}.{form}": (
        "get",
        "Read a match as .mat, .sgf, .json, .txt or .jsonl.",
        Answer(kind="*/*", description="The file."),
        {},
    ),
    "/eye/picture.jpg": ("get", "Read what the camera sees now.", _JPEG, {}),
    "/eye/seen-{number}.jpg": ("get", "Read the picture of the last reading, with rings.", _JPEG, {}),
    "/eye/board/picture.jpg": ("get", "Read what the camera of the board sees now.", _JPEG, {}),
    "/board/seen.jpg": (
        "get",
        "Read the latest picture of the board at rest, cut to the board.",
        _JPEG,
        {"quarters": ({"type": "integer", "minimum": 0, "maximum": 3}, "Turned so often by a quarter.")},
    ),
    "/ways": (
        "get",
        "Read where each player's pieces can stand, for who puts a position right.",
        Answer(shape({"ways": {"type": "array"}}), description="By player."),
        {},
    ),
    "/print/{board}-{size}.{kind}": (
        "get",
        "Read a board to print: a game's name, a size of paper, and pdf or svg.",
        Answer(kind="*/*", description="The drawing."),
        {},
    ),
    "/charkoni.crt": (
        "get",
        "Read the certificate of the box's own authority.",
        Answer(kind="application/x-x509-ca-cert", description="Trust it, and HTTPS is safe."),
        {},
    ),
    "/wiring.svg": (
        "get",
        "Read the drawing of what is wired to which pin.",
        Answer(kind="image/svg+xml", description="A drawing."),
        {},
    ),
    "/backup/file/{tag}": (
        "get",
        "Download a backup; a Range goes on where it broke off.",
        Answer(kind="application/octet-stream", description="The backup."),
        {},
    ),
    "/backup/pieces": (
        "post",
        "Send a backup that is to be restored, piece by piece; an empty one only asks. What has come whole "
        "lies ready for the next start: /api/v1/backup tells what it holds, and /api/v1/backup/leave puts "
        "it away.",
        Answer(shape({"have": WHOLE, "ready": TRUTH}), description="How many bytes have come."),
        {
            "file": ({**TEXT, "pattern": "^[0-9a-f-]{1,64}$"}, "Tells this file from others."),
            "size": ({**WHOLE, "minimum": 1}, "Bytes of the whole backup."),
            "at": (WHOLE, "Where the piece begins."),
        },
    ),
}
"""Addresses that a page's view answers, too: method, what it does, what it answers, parts of the query."""

_NEEDED = {"/backup/pieces": ("file", "size", "at")}

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
    described = openapi.document()
    paths: dict[str, Any] = {path: dict(entry) for path, entry in described["paths"].items()}
    for route in EVERY:
        paths.setdefault(ROOT + _braced(route.path), {})[route.method.lower()] = _of_route(route)
    for verb in verbs.EVERY:
        if address := verb.permission().api:
            paths.setdefault(ROOT + _braced(address), {})["post"] = _of_verb(verb)
    for path, (method, summary, answer, asks) in _OF_PAGES.items():
        binary = path in _NEEDED
        paths.setdefault(ROOT + path, {})[method] = _operation(
            path, summary, answer, asks, needed=_NEEDED.get(path, ()), binary=binary
        )
    for entry in paths.values():
        for operation in entry.values():
            operation["responses"] = {**operation["responses"], **_errors(operation["responses"])}
            operation.setdefault("security", [{}])
            operation["security"] = [*operation["security"], {"token": []}]
    return {**described, "paths": paths}


def _of_route(route: Route) -> Json:
    operation = _operation(
        _braced(route.path), route.about, route.answer, route.asks, binary=route.takes_file
    )
    return operation | _of_role(route.role, route.method)


def _of_verb(verb: type[Verb]) -> Json:
    permission, sent = verb.permission(), parts_of(verb)
    operation = _operation(_braced(permission.api), inspect.getdoc(verb) or "", verb.answer, {})
    if sent["properties"]:
        operation["requestBody"] = {"required": True, "content": {"application/json": {"schema": sent}}}
    return operation | _of_role(permission.role, "POST")


def _of_role(role: Role, method: str) -> Json:
    """Describe who may use an address."""
    if role == "watcher":
        return {}
    who = "Phones and programs that play may." if role == "player" else "Admins may."
    return {
        "security": [{"phone": [], "csrf": []} if method == "POST" else {"phone": []}],
        "description": who,
    }


def _operation(
    path: str,
    summary: str,
    answer: Answer,
    asks: Mapping[str, tuple[Json, str]],
    *,
    needed: tuple[str, ...] = (),
    binary: bool = False,
) -> Json:
    parameters = [
        {"name": name, "in": "query", "required": name in needed, "description": about, "schema": schema}
        for name, (schema, about) in asks.items()
    ]
    for name in re.findall(r"\{(\w+)\}", path):
        whole = name in ("number", "step")
        parameters.append(
            {
                "name": name,
                "in": "path",
                "required": True,
                "description": f"The {name}.",
                "schema": {"type": "integer", "minimum": 0} if whole else TEXT,
            }
        )
    content = {answer.kind: {"schema": answer.schema if answer.schema is not None else {}}}
    operation: Json = {
        "summary": " ".join(summary.split()),
        "parameters": parameters,
        "responses": {str(answer.status): {"description": answer.description, "content": content}},
    }
    if binary:
        operation["requestBody"] = {"content": {"application/octet-stream": {"schema": {}}}}
    return operation


def _errors(told: Mapping[str, Any]) -> Json:
    content = {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}
    return {
        status: {"description": words, "content": content}
        for status, words in _WRONG.items()
        if status not in told
    }


def _braced(path: str) -> str:
    """Write an address as OpenAPI does.

    >>> _braced("/games/<int:number>/delete")
    '/games/{number}/delete'
    """
    return re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", path)
