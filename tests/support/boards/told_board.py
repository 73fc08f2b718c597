"""Readings of a board as a test wants them: right with a chosen sureness, and otherwise where it says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.board import Layout
from engine.events import Setup
from engine.following.search import appearance_of
from engine.game import Rules
from engine.reachable import Appearance
from engine.table import Table
from vision.board.occupancy import Occupancy, PlaceSeen, Standing


def told(
    appearance: Appearance,
    layout: Layout,
    *,
    seats: int = 2,
    sure: float = 0.99,
    hidden: Sequence[str] = (),
    otherwise: Mapping[str, Sequence[tuple[Standing, float]]] | None = None,
) -> Occupancy:
    """Return a reading.

    Args:
        appearance: What truly stands where.
        layout: The board; trays are not looked at.
        seats: How many players there are.
        sure: What every place is told with; the rest goes to one piece more or less.
        hidden: Places under something.
        otherwise: By place: what is told there instead.
    """
    counts: dict[str, list[int]] = {}
    for square, seat, _ in appearance:
        counts.setdefault(square, [0] * seats)[seat] += 1
    places = []
    for square in layout.squares:
        if square.kind == "off":
            continue
        right = tuple(counts.get(square.id, [0] * seats))
        seat = next((n for n, count in enumerate(right) if count), 0)
        more, less = list(right), list(right)
        more[seat] += 1
        less[seat] = max(0, less[seat] - 1)
        others = {tuple(more): (1 - sure) * 0.6, tuple(less): (1 - sure) * 0.4}
        likely = [(right, sure), *((one, p) for one, p in others.items() if one != right)]
        if otherwise and square.id in otherwise:
            likely = list(otherwise[square.id])
        if square.id in hidden:
            likely = [(one, 0.03 * p) for one, p in likely]
        places.append(PlaceSeen(square.id, tuple(likely), 0.97 if square.id in hidden else 0.0))
    return Occupancy(tuple(places))


def table_of(game: str, preset: str, *, position: Mapping[str, Any] | None = None, players: int = 2) -> Table:
    """Return a table with a game in progress; seat 0 begins."""
    table = Table(record=lambda _: None)
    names = ("Asha", "Ravi", "Meera", "Kiran")[:players]
    table.start(Setup(game, preset, names, begins=None if position else 0), position=position)
    return table


def after(rules: Rules[Any], state: Any, *moves: Any) -> Appearance:
    """Return how the board looks after some moves, legal or not.

    Raises:
        EngineError: If one is no move of the game at all.
    """
    for move in moves:
        state = rules.apply(state, move).state
    return appearance_of(rules, state)


__all__ = ["after", "table_of", "told"]
