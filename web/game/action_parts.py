"""The parts of actions as types: what each may be, and what other programs are told of it."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, TypeVar

from engine.messages import Message
from engine.move import Move, move_from_json, parse_move
from engine.notation import LONGEST_ID
from engine.record import About, Form, Within, read, schema
from engine.registry import games
from engine.table import Table
from engine.throw import Cowries, Dice, Throw, ThrowKind
from web.errors import MalformedError
from web.house.house_rules import HouseRulesStore
from web.house.people import People
from web.ports import Library
from web.request_body import clean_names

Given = TypeVar("Given")


@dataclass(frozen=True, slots=True)
class Box:
    """What actions are done on."""

    table: Table
    library: Library
    """Older games, which can be laid on the table again."""
    book: HouseRulesStore
    """House rules, by which a game can begin."""
    people: People
    called: Callable[[], str] = str
    """Tells what the phone is called that acts; empty where it has no name."""


Names = Annotated[
    tuple[str, ...],
    Form(
        list,
        lambda given: clean_names(read(tuple[str, ...], given)),
        want=Message("a list"),
        schema=schema(tuple[str, ...]),
        kinds=(list,),
    ),
]
Seats = tuple[Annotated[int, Within(0, 8)], ...]
Options = Mapping[str, bool | int | str]
Id = Annotated[
    str,
    Within(0, LONGEST_ID),
    About("An XGID, or a GNU Position ID with or without its Match ID, of a game that has such."),
]
Sure = Annotated[
    bool,
    About("Make the move at once though the state warns of it; else it becomes a question of the state."),
]
Game = Annotated[
    str,
    Form(str, str, want=Message("a text"), schema={"enum": [info.name for info in games()]}),
]
"""The engine says which there are."""
AnyMove = Annotated[
    Move,
    Form(
        str,
        lambda given: parse_move(given) if isinstance(given, str) else move_from_json(given),
        want=Message("a move, or an object with a move"),
        schema={"oneOf": [schema(Annotated[str, Within(1, 200)]), {"type": "object"}]},
        kinds=(str, dict),
    ),
]
AnyThrow = Annotated[Throw, About("Mouths of shells such as 2/6, or dice such as 3-1.")]


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
