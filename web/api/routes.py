"""An address of the API and its description, said in one place.

A module of this room lists its addresses in a `Routes`; `blueprint` binds them to the parts of the box, and
`web.api.document` describes them. What is sent is read part by part: what is unknown is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from flask import Blueprint, Response, jsonify, request
from flask.typing import ResponseReturnValue

from engine.record import About
from engine.table import Table
from web.auth.permissions import ROLES, ROOT
from web.board_port import BoardSeen, BoardSight, NoBoardError
from web.connections_port import Connections
from web.errors import MalformedError, RefusedError, Told, sentence
from web.eye_port import NoPictureError, NoTrayError, Sight
from web.game.event_view import Events
from web.history.games_file import Files
from web.history.match_pages import Matches
from web.history.replay import Replays
from web.history.throws import Counts
from web.house.credentials import Phones, Tokens
from web.house.house_rules import HouseRulesStore
from web.house.identity import EventNames
from web.house.people import People
from web.house.settings import HouseSettings
from web.match.shown import Shown
from web.ports import Archive, Eye, Lamps, NoBackupError, Role
from web.request_body import Body, json_body
from web.status_port import Power

Json = dict[str, Any]
Part = Literal["archive", "sight", "board", "board_seen", "connections", "tokens", "names", "power"]
"""A part that not every box has."""

Sure = Annotated[bool, About("The page asks once more before it does this: send true.")]


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts of the box, as the page has them."""

    table: Table
    eye: Eye
    shown: Shown
    """Table and journal as who asks sees them."""
    phones: Phones
    settings: HouseSettings
    lamps: Lamps
    house: HouseRulesStore
    people: People
    matches: Matches
    replays: Replays
    counts: Counts
    files: Files
    """Games that were sent and are not kept yet; the page's too."""
    events: Events
    archive: Archive | None = None
    sight: Sight | None = None
    board: BoardSight | None = None
    board_seen: BoardSeen | None = None
    connections: Connections | None = None
    tokens: Tokens | None = None
    names: Callable[[], EventNames] | None = None
    power: Power | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """What an address answers with when all goes well."""

    schema: Json | None = None
    """Of JSON; None for a file."""
    kind: str = "application/json"
    status: int = 200
    description: str = "It is so."


@dataclass(frozen=True, slots=True)
class Route:
    """One address."""

    path: str
    """Behind `ROOT`, as Flask writes it."""
    method: Literal["GET", "POST"]
    view: Callable[..., Any]
    answer: Answer
    needs: Part | None
    takes: Mapping[str, Any]
    """The parts of the JSON that is sent, each with its type."""
    optional: frozenset[str]
    asks: Mapping[str, tuple[Json, str]]
    """Parts of the query: what each may be, and what it does."""
    binary: bool
    """A file is sent in place of JSON."""

    @property
    def role(self) -> Role:
        """The least role that may use it."""
        return ROLES[f"{self.method} {ROOT}{self.path}"]

    @property
    def endpoint(self) -> str:
        """Its name in the app."""
        return f"{self.view.__module__.rpartition('.')[2]}_{self.view.__name__}"


@dataclass(slots=True)
class Routes:
    """The addresses of one module."""

    every: list[Route] = field(default_factory=list)

    def get(
        self,
        path: str,
        answer: Answer,
        *,
        needs: Part | None = None,
        asks: Mapping[str, tuple[Json, str]] | None = None,
    ) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        """Say where something is read, by whom, and what is answered."""
        return self._add(path, "GET", answer, needs, {}, (), asks or {}, binary=False)

    def post(
        self,
        path: str,
        answer: Answer,
        *,
        needs: Part | None = None,
        takes: Mapping[str, Any] | None = None,
        optional: Sequence[str] = (),
        asks: Mapping[str, tuple[Json, str]] | None = None,
        binary: bool = False,
    ) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        """Say where something is done, by whom, what is sent and what is answered."""
        return self._add(path, "POST", answer, needs, takes or {}, optional, asks or {}, binary=binary)

    def _add(
        self,
        path: str,
        method: Literal["GET", "POST"],
        answer: Answer,
        needs: Part | None,
        takes: Mapping[str, Any],
        optional: Sequence[str],
        asks: Mapping[str, tuple[Json, str]],
        *,
        binary: bool,
    ) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        def listed(view: Callable[..., Any]) -> Callable[..., Any]:
            route = Route(path, method, view, answer, needs, takes, frozenset(optional), asks, binary)
            self.every.append(route)
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
        if route.needs is None or getattr(parts, route.needs) is not None:
            bp.add_url_rule(route.path, route.endpoint, _bound(route, parts), methods=[route.method])

    @bp.get("/openapi.json")
    def openapi() -> ResponseReturnValue:
        return jsonify(document())

    return bp


def _bound(route: Route, parts: Parts) -> Callable[..., ResponseReturnValue]:
    def view(**address: Any) -> ResponseReturnValue:
        given = {} if route.method == "GET" or route.binary else _given(route)
        try:
            answer = route.view(parts, **address, **given)
        except Told:
            raise
        except NoPictureError as error:
            raise RefusedError(sentence(error), status=503) from error
        except (NoTrayError, NoBoardError) as error:
            raise RefusedError(sentence(error), status=422) from error
        except NoBackupError as error:
            raise MalformedError(error.message) from error
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


def must_be_sure(sure: bool) -> None:
    """Ask once more, as the page does.

    Raises:
        MalformedError: If it was not said.
    """
    if not sure:
        raise MalformedError(
            "nothing was done: the page asks once more before it does this, so send 'sure': true"
        )


def done(text: str, **more: Any) -> Json:
    """Tell what was done, in the reader's language."""
    return {"done": text, **more}


WHOLE: Json = {"type": "integer", "minimum": 0, "maximum": 10**15 - 1}
TEXT: Json = {"type": "string"}
TRUTH: Json = {"type": "boolean"}
MOMENT: Json = {"type": "number", "description": "Seconds since 1970."}
ANY: Json = {}


def listing(name: str, schema: Json, **more: Json) -> Json:
    """Describe an object with a list of one kind of things."""
    return shape({name: {"type": "array", "items": schema}, **more})


def shape(parts: Mapping[str, Json], *, left_out: Sequence[str] = ()) -> Json:
    """Describe an object with these parts, all of which are there but for those that may be left out."""
    needed = [name for name in parts if name not in left_out]
    return {"type": "object", "required": needed, "properties": dict(parts)}


DONE = shape({"done": {**TEXT, "description": "What was done, in the reader's language."}})
DID = Answer(DONE, description="It was done.")
MADE = Answer(DONE, status=201, description="It was made.")
