"""The same game again once it is over: same rules, same people, on the same seats or one further."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from engine.events import Setup
from engine.match import MatchPlace
from engine.setup import at_place
from engine.table.state import Model
from web.errors import RefusedError
from web.language.locale import _

Seated = TypeVar("Seated")

SEATS = ("same", "changed")
"""On which seats people play again."""


def rematch(model: Model, seats: str) -> Setup:
    """Return the setup by which a game that is over is played again.

    Who begins is left to the rules, also where a seat had been named for the game before: else the same
    player would begin every time.

    Args:
        model: The game that is over.
        seats: ``same``, or ``changed``: everybody sits one seat further, so that two have changed places, and
            partners stay partners.

    Raises:
        RefusedError: If the game or its match is not over; a second phone may have been quicker.
    """
    if model.outcome is None:
        raise RefusedError(_("this game is not over yet: it can be played again after that"), status=409)
    if model.game_follows:
        raise RefusedError(_("the match goes on: throw for its next game"), status=409)
    names, members = model.setup.names, model.setup.members
    if seats == "changed":
        names, members = further(names), further(members)
    setup = replace(model.setup, names=names, members=members, begins=None, imported="")
    return setup if setup.match is None else _again(setup, setup.match)


def _again(setup: Setup, place: MatchPlace) -> Setup:
    """Return the first game of a match as that one was: of the same length, clock and conduct."""
    match = replace(place.match, score=(0, 0), crawford_played=False)
    return at_place(setup, MatchPlace(match, times=place.times, conduct=place.conduct))


def further(seats: Sequence[Seated]) -> tuple[Seated, ...]:
    """Let everybody sit one seat further: the second player's seat is the first's now.

    >>> further(("Asha", "Ravi", "Mina"))
    ('Mina', 'Asha', 'Ravi')
    """
    return (*seats[-1:], *seats[:-1])
