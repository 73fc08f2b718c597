"""Begins a game, and remembers who plays it."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from engine.errors import RecordError
from engine.events import Setup
from engine.setup import members_of
from engine.table import Table
from web.people_port import People

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
    try:
        people.remember(table.model.setup.people, game=table.model.game)
    except RecordError as error:  # the game has begun, and goes on
        log.warning("who plays cannot be remembered: %s", error)
