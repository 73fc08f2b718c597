"""The IDs of a position, for the pages that show it: or why it has none."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.errors import NotationError
from engine.events import Setup
from engine.game import Rules, Transition
from web.games import page_of
from web.language.locale import _
from web.language.messages import said, upper_first


@dataclass(frozen=True, slots=True)
class IdsView:
    """A position as other programs write it."""

    xgid: str = ""
    """Empty where there is none."""
    gnu: str = ""
    """GNU Backgammon's Position ID and Match ID."""
    why: str = ""
    """Why there is none, in words."""


def ids_view(rules: Rules[Any], reached: Transition[Any], setup: Setup) -> IdsView | None:
    """Write the IDs of a position, in a match with its score; None for a game that no other program knows."""
    write = page_of(rules.family).ids
    if write is None:
        return None
    try:
        found = write(
            rules, reached.state, setup.match.match if setup.match else None, reached.declared.offered
        )
    except NotationError as error:
        return IdsView(why=_("{sentence}.", sentence=upper_first(said(error.message))))
    return IdsView(found.xgid, found.gnu)
