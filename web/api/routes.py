"""An address of the API and its description, said in one place.

A module of this room lists what is read in a `Routes`; what is done is a verb. `blueprint` binds them to the
parts of the box, and `web.api.document` describes them. What is sent is read part by part: what is unknown is
refused.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Literal, get_type_hints

from flask import Blueprint, Response, jsonify, request
from flask.typing import ResponseReturnValue

from engine.record import needed_keys, not_null
from web.auth.permissions import ROLES, ROOT
from web.errors import MalformedError
from web.ports import Role
from web.request_body import Body, json_body
from web.verbs.verb import Answer, Json, Part, Parts, Sure, Verb, refusals


@dataclass(frozen=True, slots=True)
class Route:
    """One address."""

    path: str
    """Behind `ROOT`, as Flask writes it."""
    method: Literal["GET", "POST"]
    view: Callable[..., Any]
    about: str
    answer: Answer
    needs: Part | None = None
    takes: Mapping[str, Any] = field(default_factory=dict)
    """The parts of the JSON that is sent, each with its type."""
    optional: frozenset[str] = frozenset()
    asks: Mapping[str, tuple[Json, str]] = field(default_factory=dict)
    """Parts of the query: what each may be, and what it does."""
    takes_file: bool = False
    """A file is sent in place of JSON."""

    @classmethod
    def of(cls, verb: type[Verb]) -> Route:
        """Make the address of a verb: what its address does not hold is sent."""
        permission, hints = verb.permission(), get_type_hints(verb, include_extras=True)
        held = re.findall(r"<(?:int:)?(\w+)>", permission.api)
        takes = {one.name: not_null(hints[one.name]) for one in fields(verb) if one.name not in held}
        optional = frozenset(takes) - {*needed_keys(verb)}
        if permission.asks:
            takes["sure"] = Sure

        def view(on: Parts, /, *, sure: bool = False, **parts: Any) -> Json:
            return verb(**parts).carried_out(on, sure=sure)

        return cls(
            permission.api,
            "POST",
            view,
            inspect.getdoc(verb) or "",
            verb.answer,
            verb.needs,
            takes,
            optional | {"sure"},
        )

    @property
    def role(self) -> Role:
        """The least role that may use it."""
        return ROLES[f"{self.method} {ROOT}{self.path}"]

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
            self.every.append(
                Route(
                    path,
                    "POST" if takes_file else "GET",
                    view,
                    inspect.getdoc(view) or "",
                    answer,
                    needs,
                    asks=asks or {},
                    takes_file=takes_file,
                )
            )
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
            bp.add_url_rule(route.path, route.endpoint, _bound(route, parts), methods=[route.method])

    @bp.get("/openapi.json")
    def openapi() -> ResponseReturnValue:
        return jsonify(document())

    return bp


def _bound(route: Route, parts: Parts) -> Callable[..., ResponseReturnValue]:
    def view(**address: Any) -> ResponseReturnValue:
        given = {} if route.method == "GET" or route.takes_file else _given(route)
        with refusals():
            answer = route.view(parts, **address, **given)
        if isinstance(answer, Response):
            return answer
        return jsonify(answer), route.answer.status

    return view


def _given(route: Route) -> dict[str, Any]:
    """Read what is sent, part by part.

    Raises:
        MalformedError: If a part is missing, of another kind, or unknown.
    """
    body = json_body() if route.takes or request.get_data() else Body({})
    if unknown := body.unknown(route.takes):
        there = ", ".join(route.takes) or "none"
        raise MalformedError(f"{unknown!r} is no part of this request: there are {there}")
    return {
        name: body.read(name, hint)
        for name, hint in route.takes.items()
        if name not in route.optional or body.is_sent(name)
    }
