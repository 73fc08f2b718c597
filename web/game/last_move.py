"""From where to where pieces went: in the last moves, and in a move that is not allowed."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Annotated, Any

from engine.move import PieceMove, Play, piece_owner
from engine.record import Key
from engine.table.members import partner_of
from engine.table.questions import Action, Illegal, Warned
from engine.table.state import Model


@dataclass(frozen=True, slots=True)
class LastMove:
    """The last moves of one player, or of one for a partner."""

    player: int
    from_: Annotated[tuple[str, ...], Key("from")]
    """The squares that pieces left."""
    to: tuple[str, ...]
    """Where they came to."""


Way = tuple[tuple[str, ...], tuple[str, ...]]
"""The squares that pieces left, and where they came to."""


def last_move(model: Model) -> LastMove | None:
    """Tell from where to where the last moves of one player went; None before the first."""
    for place in range(len(model.actions) - 1, -1, -1):
        action = model.actions[place]
        if isinstance(action.action, PieceMove | Play):
            first, user = place, action.player if action.whose is None else action.whose
            while first and _goes_on(model.actions[first - 1], action):
                first -= 1
            left, came = _way(model, user, model.states[first], model.states[place + 1])
            return LastMove(user, left, came)
    return None


def way_of_hands(model: Model, question: Illegal | Warned, after: Any) -> Way:
    """Tell where a piece went in a move that waits for an answer, whoever owns it."""
    seats = [question.player, *(seat for seat in range(model.rules.players) if seat != question.player)]
    if isinstance(question.move, PieceMove):
        first = question.move.pieces[0]
        partner = partner_of(model)
        user = question.player if partner is None else partner
        owner, _piece = piece_owner(first, mover=user, players=model.rules.players, each=model.rules.pieces)
        seats = [owner, *seats]
    ways = [_way(model, seat, model.state, after) for seat in seats]
    return next((way for way in ways if any(way)), ways[0])


def _goes_on(before: Action, action: Action) -> bool:
    """True if a player moved several times on one throw, pieces of one seat."""
    moved = isinstance(before.action, PieceMove | Play)
    return moved and (before.player, before.whose) == (action.player, action.whose)


def _way(model: Model, player: int, before: Any, after: Any) -> Way:
    """Tell which squares a player's pieces left and where they came to."""
    left, came = (
        Counter((p.square, p.step) for p in model.rules.placed(state) if p.player == player)
        for state in (before, after)
    )
    gone, new = ({square for square, _ in squares} for squares in (left - came, came - left))
    return tuple(sorted(gone)), tuple(sorted(new))
