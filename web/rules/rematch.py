"""The same game again once it is over: same rules, same people, on the same seats or one further."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from engine.events import Setup
from engine.table.state import Model
from web.errors import MalformedError, RefusedError
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
        MalformedError: If `seats` is neither.
        RefusedError: If the game is not over; a second phone may have been quicker.
    """
    if seats not in SEATS:
        raise MalformedError(f"'seats' is {seats!r}: there are {', '.join(SEATS)}")
    if model.outcome is None:
        raise RefusedError(_("this game is not over yet: it can be played again after that"), status=409)
    names, members = model.setup.names, model.setup.members
    if seats == "changed":
        names, members = further(names), further(members)
    return replace(model.setup, names=names, members=members, begins=None, imported="")


def further(seats: Sequence[Seated]) -> tuple[Seated, ...]:
    """Let everybody sit one seat further: the second player's seat is the first's now.

    >>> further(("Asha", "Ravi", "Mina"))
    ('Mina', 'Asha', 'Ravi')
    """
    return (*seats[-1:], *seats[:-1])
