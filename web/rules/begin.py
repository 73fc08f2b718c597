"""Begins a game, and tells who comes to its seats and leaves; who plays is remembered."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from engine.errors import RecordError
from engine.events import Setup
from engine.names import look_of
from engine.setup import members_of
from engine.table import Table
from engine.table.commands import ChangeSeat
from web.errors import MissingError
from web.house.people import People
from web.language.bidi import isolated
from web.language.locale import _

log = logging.getLogger(__name__)


def begin(
    table: Table,
    people: People,
    setup: Setup,
    *,
    position: Mapping[str, Any] | None = None,
    request: str = "",
) -> None:
    """Begin a game; who plays it is remembered, if that can be written. ``Asha & Ravi`` share a seat.

    Raises:
        EngineError: If the game cannot be begun.
    """
    setup = replace(setup, members=members_of(setup.names))
    table.start(setup, position=position, request=request)
    _remember(table, people)


def change_seat(
    table: Table, people: People, seat: int, *, join: str | None, leave: str | None, request: str = ""
) -> None:
    """Tell who comes to a seat or leaves it; who comes is remembered, if that can be written.

    Args:
        table: With the game that goes on.
        people: Who is known.
        seat: Which one.
        join: Who comes; None for nobody.
        leave: Who leaves, by a name as people see it; who comes takes this place then.
        request: See `Table`.

    Raises:
        MissingError: If who leaves has no place there.
        EngineError: If they cannot have the seat.
    """
    model = table.model
    if request and request in model.requests:
        return  # sent twice: who left is not missed the second time
    here = model.setup.on(seat) if seat < len(model.setup.names) else ()
    left = [name for name in here if leave is not None and look_of(name) == look_of(leave)]
    if leave is not None and not left:
        raise MissingError(_("{player} does not play on this seat", player=isolated(leave)))
    come = () if join is None else (join,)
    wanted: list[str] = []
    for name in here:
        wanted += come if name in left else (name,)
    if not left:
        wanted += come
    table.do(ChangeSeat(seat, tuple(wanted)), at=model.seq, request=request)
    _remember(table, people)


def _remember(table: Table, people: People) -> None:
    """Remember who plays the game on the table."""
    try:
        people.remember(table.model.setup.people, game=table.model.game)
    except RecordError as error:  # the game has begun, and goes on
        log.warning("who plays cannot be remembered: %s", error)
