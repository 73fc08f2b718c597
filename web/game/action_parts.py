"""The parts of an action: one note at a field says how it is read and how other programs are told of it.

A field of an action is ``Annotated`` with a `Kind` and, where its name does not say all, with a description.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar, get_args, get_type_hints

from engine.move import Move, move_from_json, parse_move
from engine.registry import games
from engine.throw import Throw, parse_throw
from web.errors import MalformedError
from web.request_body import MARK_LENGTH, Body, clean_names

Json = Mapping[str, Any]
Made = TypeVar("Made")


@dataclass(frozen=True, slots=True)
class Kind:
    """What a part may be."""

    read: Callable[[Body, str], object]
    """Reads the part of a name, strictly."""
    schema: Json | Callable[[], Json]
    """Describes it as OpenAPI does; called where it depends on which games there are."""


@dataclass(frozen=True, slots=True)
class Part:
    """One part of an action."""

    name: str
    kind: Kind
    description: str
    needed: bool

    def schema(self) -> Json:
        """Describe it as OpenAPI does."""
        given = self.kind.schema
        described = {"description": self.description} if self.description else {}
        return {**(given() if callable(given) else given), **described}


def parts_of(action: type) -> tuple[Part, ...]:
    """List the parts of an action, from the fields of its dataclass."""
    hints = get_type_hints(action, include_extras=True)
    return tuple(
        Part(
            field.name,
            next(note for note in get_args(hints[field.name]) if isinstance(note, Kind)),
            next((note for note in get_args(hints[field.name]) if isinstance(note, str)), ""),
            field.default is dataclasses.MISSING,
        )
        for field in dataclasses.fields(action)
    )


def read(action: type[Made], body: Body) -> Made:
    """Make an action of what was sent.

    Raises:
        MalformedError: If a part is missing, of another type, or too long.
        NotationError: If a throw or move cannot be read.
    """
    return action(
        **{
            part.name: part.kind.read(body, part.name)
            for part in parts_of(action)
            if part.needed or body.has(part.name)
        }
    )


def schema_of(action: type) -> Json:
    """Describe what is sent for an action, as OpenAPI does."""
    parts = parts_of(action)
    needed = [part.name for part in parts if part.needed]
    return {
        "type": "object",
        "properties": {part.name: part.schema() for part in parts},
        **({"required": needed} if needed else {}),
    }


def text(longest: int = 400, *, least: int = 0) -> Kind:
    """Make the kind of a text."""
    lengths = {"minLength": least} if least else {}
    return Kind(
        lambda body, name: body.text(name, longest=longest),
        {"type": "string", "maxLength": longest, **lengths},
    )


def choice(*words: str) -> Kind:
    """Make the kind of a text out of a few; whoever reads it says which there are."""
    return Kind(Body.text, {"enum": list(words)})


def _move(body: Body, name: str) -> Move:
    given = body.part(name)
    if isinstance(given, dict):
        return move_from_json(given)
    return parse_move(body.text(name, longest=200))


def _throw(body: Body, name: str) -> Throw:
    return parse_throw(body.text(name, longest=20))


def _options(body: Body, name: str) -> dict[str, bool | str]:
    options = dict(body.mapping(name))
    for key, value in options.items():
        if not isinstance(value, bool | str):
            raise MalformedError(f"option {key!r} is {value!r}: give true, false or a text")
    return options


WHOLE_SCHEMA: Json = {"type": "integer", "minimum": 0, "maximum": 10**15 - 1}
WHOLE = Kind(Body.whole, WHOLE_SCHEMA)
FLAG = Kind(Body.flag, {"type": "boolean"})
OBJECT = Kind(Body.mapping, {"type": "object"})
NAMES = Kind(lambda body, name: clean_names(body.texts(name)), {"type": "array", "items": {"type": "string"}})
OPTIONS = Kind(_options, {"type": "object", "additionalProperties": {"type": ["boolean", "string"]}})
GAME = Kind(Body.text, lambda: {"enum": [info.name for info in games()]})
MOVE = Kind(_move, {"oneOf": [{"type": "string", "minLength": 1, "maxLength": 200}, {"type": "object"}]})
THROW = Kind(
    _throw,
    {
        "type": "string",
        "minLength": 1,
        "maxLength": 20,
        "description": "Mouths of shells such as 2/6, or dice such as 3-1.",
    },
)

Whole = Annotated[int, WHOLE]
At = Annotated[
    int | None,
    WHOLE,
    "The newest event that the sender had heard of; 409 if something has happened since.",
]
Mark = Annotated[
    str, text(MARK_LENGTH), "The sender's own mark: what was sent twice with one mark is done once."
]
