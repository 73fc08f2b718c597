"""Which games cannot be looked at yet: those of a match in tournament mode that goes on.

A replay with its positions for other programs, its marks and its count of throws would help who plays. All
of it opens with the end of the match, or when tournament mode is switched off.
"""

from __future__ import annotations

from collections.abc import Iterable

from web.errors import RefusedError
from web.language.locale import _
from web.ports import GameLine


def closed(games: Iterable[GameLine]) -> frozenset[int]:
    """List the numbers of the games that cannot be looked at; of a match the newest game tells it of all."""
    newest: dict[int, GameLine] = {}
    numbers: dict[int, list[int]] = {}
    for line in games:
        place = line.setup.match
        if place is None or line.setup.imported:
            continue
        first = place.first or line.number
        numbers.setdefault(first, []).append(line.number)
        if first not in newest or newest[first].number < line.number:
            newest[first] = line
    return frozenset(number for first, line in newest.items() if _goes_on(line) for number in numbers[first])


def _goes_on(line: GameLine) -> bool:
    """True if the match of its newest game goes on in tournament mode."""
    place, outcome = line.setup.match, line.outcome
    if place is None or not place.conduct.tournament:
        return False
    match = place.match
    if line.ended and outcome is not None and len(outcome.winners) == 1 and not match.is_over:
        match = match.after(outcome)
    return not match.is_over


def must_be_open(line: GameLine, games: Iterable[GameLine]) -> None:
    """Refuse a game that cannot be looked at yet.

    Raises:
        RefusedError: If its match goes on in tournament mode.
    """
    if line.number in closed(games):
        raise RefusedError(
            _(
                "game {number} belongs to a match in tournament mode: it can be looked at when the match is "
                "over, or when an admin switches tournament mode off",
                number=line.number,
            )
        )
