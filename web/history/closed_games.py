"""Which games cannot be looked at yet: those of a match in tournament mode that goes on.

A replay with its positions for other programs, its marks and its count of throws would help who plays. All
of it opens with the end of the match, or when tournament mode is switched off.
"""

from __future__ import annotations

from collections.abc import Iterable

from web.errors import RefusedError
from web.history.matches import MatchGames, together
from web.language.locale import _
from web.ports import GameLine


def closed(games: Iterable[GameLine]) -> frozenset[int]:
    """List the numbers of the games that cannot be looked at; a match is told by its last game."""
    return frozenset(
        line.number
        for one in together(games)
        if isinstance(one, MatchGames) and goes_on(one.last)
        for line in (*one.games, *one.in_vain)
    )


def goes_on(line: GameLine) -> bool:
    """True if the match of the game that was played last in it goes on in tournament mode."""
    place, outcome = line.setup.match, line.outcome
    if place is None or line.setup.imported or not place.conduct.tournament:
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
