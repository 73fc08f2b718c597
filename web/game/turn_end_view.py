"""How the turn of a match ends, on the page: what is offered for it, and what is said of it (BS7, BS9)."""

from __future__ import annotations

from dataclasses import dataclass

from engine.game import Waits
from engine.table.state import Model
from engine.table.tournament import waits_told
from engine.table.turn_end import can_double, can_end_turn, can_let_stand, can_stand
from web.language.bidi import isolated
from web.language.locale import _


@dataclass(frozen=True, slots=True)
class TurnEndView:
    """How the turn in progress ends."""

    by: str
    """What ends it beside a phone and the next throw: ``phone``, ``button`` or ``dice``."""
    closed: bool
    """It has been ended, and its play is still to be entered."""
    can_end: bool
    """It can be ended now although something is left to play: the eye or people tell that afterwards."""


@dataclass(frozen=True, slots=True)
class StandingView:
    """What becomes of an illegal play of a match."""

    may: bool
    """The opponent may let it stand at once."""
    opponent: str
    can_double: bool
    """The opponent may double, by the move ``double``, and it stands then."""
    note: str
    """What becomes of it otherwise, in words."""


def turn_end_view(model: Model) -> TurnEndView | None:
    """Write how the turn in progress ends; None in a single game, and where no turn is played."""
    place = model.setup.match
    if place is None or not can_end_turn(model):
        return None
    closed = model.closed
    return TurnEndView(
        place.conduct.turn_ends,
        closed is not None,
        waits_told(model) is Waits.MOVE and model.question is None,
    )


def standing_view(model: Model) -> StandingView | None:
    """Write what becomes of the illegal play in question; None in a single game, and where none is."""
    if model.setup.match is None or not can_stand(model):
        return None
    opponent = isolated(model.setup.names[1 - model.turn])
    may = can_let_stand(model)
    note = (
        _("{player} may let it stand; otherwise it is put right (BS9).", player=opponent)
        if may
        else _("It is put right until the next throw or double; then it stands as played (BS9).")
    )
    return StandingView(may, opponent, can_double(model), note)
