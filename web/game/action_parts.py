"""The kinds of parts of an action: how each is read from a request, and how other programs are told of it."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from engine.move import Move, move_from_json, parse_move
from engine.notation import LONGEST_ID
from engine.options import OptionValue
from engine.registry import games
from engine.table import Table
from engine.throw import Cowries, Dice, Throw, ThrowKind, parse_throw
from web.errors import MalformedError
from web.people_port import People
from web.ports import HouseBook, Library
from web.request_body import MARK_LENGTH, Body, clean_names, shown

Json = dict[str, Any]
Given = TypeVar("Given")


@dataclass(frozen=True, slots=True)
class Kind:
    """What a part may be."""

    read: Callable[[Body, str], Any]
    """Reads the part of a name, strictly."""
    schema: Callable[[], Json]
    """Describes it as OpenAPI does."""
    description: str = ""

    def says(self, description: str) -> Kind:
        """Return the same kind for a part whose name does not say all."""
        return replace(self, description=description)

    def described(self) -> Json:
        """Describe it as OpenAPI does, with its description."""
        return self.schema() | ({"description": self.description} if self.description else {})


def text(longest: int = 400, *, least: int = 0) -> Kind:
    """Make the kind of a text."""
    lengths = {"minLength": least} if least else {}
    return Kind(
        lambda body, name: body.text(name, longest=longest),
        lambda: {"type": "string", "maxLength": longest, **lengths},
    )


def choice(*words: str) -> Kind:
    """Make the kind of a text out of a few; whoever reads it says which there are."""
    return Kind(Body.text, lambda: {"enum": list(words)})


def _move(body: Body, name: str) -> Move:
    given = body.part(name)
    if isinstance(given, dict):
        return move_from_json(given)
    return parse_move(body.text(name, longest=200))


def _throw(body: Body, name: str) -> Throw:
    return parse_throw(body.text(name, longest=20))


def _options(body: Body, name: str) -> dict[str, OptionValue]:
    options = dict(body.mapping(name))
    for key, value in options.items():
        if not isinstance(value, int | str):
            raise MalformedError(f"option {key!r} is {value!r}: give true, false, a number or a text")
    return options


def _seats(body: Body, name: str) -> tuple[int, ...]:
    """Read seats: a list, or in a form their numbers with commas between."""
    given = body.part(name)
    if isinstance(given, str):
        given = [int(seat) if seat.isascii() and seat.isdigit() else seat for seat in given[:20].split(",")]
    if not isinstance(given, list) or not all(type(seat) is int and 0 <= seat < 9 for seat in given):
        raise MalformedError(f"{name!r} is {shown(given)}: give a list of seats, counted from 0")
    return tuple(given)


@dataclass(frozen=True, slots=True)
class Box:
    """What actions are done on."""

    table: Table
    library: Library
    """Older games, which can be laid on the table again."""
    book: HouseBook
    """House rules, by which a game can begin."""
    people: People
    called: Callable[[], str] = str
    """Tells what the phone is called that acts; empty where it has no name."""


WHOLE_SCHEMA: Json = {"type": "integer", "minimum": 0, "maximum": 10**15 - 1}
WHOLE = Kind(Body.whole, lambda: WHOLE_SCHEMA)
AT = WHOLE.says("The newest event that the sender had heard of; 409 if something has happened since.")
MARK = text(MARK_LENGTH).says("The sender's own mark: what was sent twice with one mark is done once.")
ID = text(LONGEST_ID).says(
    "An XGID, or a GNU Position ID with or without its Match ID, of a game that has such."
)
FLAG = Kind(Body.flag, lambda: {"type": "boolean"})
SURE = FLAG.says(
    "Make the move at once though the state warns of it; else it becomes a question of the state."
)
OBJECT = Kind(Body.mapping, lambda: {"type": "object"})
NAMES = Kind(
    lambda body, name: clean_names(body.texts(name)), lambda: {"type": "array", "items": {"type": "string"}}
)
OPTIONS = Kind(
    _options, lambda: {"type": "object", "additionalProperties": {"type": ["boolean", "integer", "string"]}}
)
SEATS = Kind(_seats, lambda: {"type": "array", "items": {"type": "integer", "minimum": 0, "maximum": 8}})
GAME = Kind(Body.text, lambda: {"enum": [info.name for info in games()]})
MOVE = Kind(_move, lambda: {"oneOf": [text(200, least=1).schema(), {"type": "object"}]})
THROW = Kind(_throw, text(20, least=1).schema).says("Mouths of shells such as 2/6, or dice such as 3-1.")


def draw(kind: ThrowKind) -> Throw:
    """Throw for people without shells or dice; every shell falls on either side equally often."""
    if kind.kind == "dice":
        return Dice(tuple(secrets.randbelow(6) + 1 for _ in range(kind.count)))
    return Cowries(sum(secrets.randbelow(2) for _ in range(kind.count)), kind.count)


def given(part: Given | None, name: str) -> Given:
    """Return a part that is needed this time.

    Raises:
        MalformedError: If it was left out.
    """
    if part is None:
        raise missing(name)
    return part


def missing(name: str) -> MalformedError:
    """Make the error that says that a part is missing."""
    return MalformedError(f"{name!r} is missing")
