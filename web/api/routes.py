"""An address of the API at which something is read, and its description, said in one place.

A module of this room lists its addresses in a `Routes`; `blueprint` binds them to the parts of the box, and
`web.api.document` describes them, and the verbs.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from flask import Blueprint, Response, jsonify
from flask.typing import ResponseReturnValue

from engine.record import write
from web.auth.permissions import ROOT
from web.verbs.verb import Answer, Json, Part, Parts, refusals, there


@dataclass(frozen=True, slots=True)
class Route:
    """One address."""

    path: str
    """Behind `ROOT`, as Flask writes it."""
    about: str
    answer: Answer
    view: Callable[..., Any] | None = None
    """None where a page's view answers."""
    needs: Part | None = None
    asks: Mapping[str, tuple[Json, str]] = field(default_factory=dict)
    """Parts of the query: what each may be, and what it does."""
    needs_all: bool = False
    """All these parts must be sent."""
    takes_file: bool = False
    """A file is sent in place of JSON."""

    @property
    def method(self) -> Literal["GET", "POST"]:
        """Where a file is sent, POST."""
        return "POST" if self.takes_file else "GET"

    @property
    def endpoint(self) -> str:
        """Its name in the app."""
        return f"{self.method} {self.path}".replace(".", "_")


@dataclass(slots=True)
class Routes:
    """The addresses of one module at which something is read."""

    every: list[Route] = field(default_factory=list)

    def get(
        self,
        path: str,
        answer: Answer,
        *,
        needs: Part | None = None,
        asks: Mapping[str, tuple[Json, str]] | None = None,
        takes_file: bool = False,
    ) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        """Say where something is read, and what is answered; a file is sent to be read itself."""

        def listed(view: Callable[..., Any]) -> Callable[..., Any]:
            about = inspect.getdoc(view) or ""
            self.every.append(Route(path, about, answer, view, needs, asks=asks or {}, takes_file=takes_file))
            return view

        return listed


def blueprint(parts: Parts, routes: Sequence[Route], document: Callable[[], Json]) -> Blueprint:
    """Bind addresses to the parts of a box; those of parts that it has not are left out.

    Args:
        parts: Of the box.
        routes: All addresses.
        document: Describes them.
    """
    bp = Blueprint("programs", __name__, url_prefix=ROOT)
    for route in routes:
        if parts.has(route.needs):
            view = _bound(there(route.view), route.answer.status, parts)
            bp.add_url_rule(route.path, route.endpoint, view, methods=[route.method])

    @bp.get("/openapi.json")
    def openapi() -> ResponseReturnValue:
        return jsonify(document())

    return bp


def _bound(view: Callable[..., Any], status: int, parts: Parts) -> Callable[..., ResponseReturnValue]:
    def bound(**address: Any) -> ResponseReturnValue:
        with refusals():
            answer = view(parts, **address)
        return answer if isinstance(answer, Response) else (jsonify(write(answer)), status)

    return bound
