"""Tournament mode: what of a game is not told while its match goes on, and how an illegal play is entered.

Whoever plays in a tournament finds the moves alone. So nothing says what can be played, or that nothing can;
and where the director chose that illegal plays are not told either, they are entered as they were done.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from engine.errors import IllegalMoveError, NotNowError
from engine.events import (
    BoardRefused,
    Corrected,
    CorrectionSettled,
    Event,
    Happened,
    Logged,
    Moved,
    MoveRefused,
    MoveWarned,
)
from engine.facts import FactKind
from engine.game import Waits
from engine.move import Decline, EndTurn, Move, Play, Take
from engine.reasons import Reason
from engine.rulebook import WITHOUT_HELP
from engine.table.state import Model

_HELP = (FactKind.LOST, FactKind.PASSED)
"""That a die, or none of them, can be played is for the players to find."""


def must_be_entered(model: Model, move: Move, reason: Reason) -> None:
    """Refuse what cannot be entered as it was done, where illegal plays are not told.

    Throws, the cube and the end of a game have their order all the same, and what no board shows after it was
    touched by mistake.

    Args:
        model: A tournament.
        move: The rules forbid it.
        reason: Why.

    Raises:
        IllegalMoveError: If no play is due.
        NotNowError: If a step begins where the mover has no checker, or ends on a point that the other
            player holds.
    """
    is_due = model.waits in (Waits.MOVE, Waits.END) and Take() not in model.line.optional
    is_play = isinstance(move, Play | Decline) and model.rules.bank(model.state)
    if not is_due or not (is_play or isinstance(move, EndTurn)):
        raise illegal(model, move, reason)
    if isinstance(move, Play) and not (
        _moves_own(model, move) and model.rules.fits_a_board(model.state, move)
    ):
        raise NotNowError(
            "{move} cannot be entered: touch a checker of the player who moves, then where it went; no point "
            "holds checkers of both",
            move=move,
        )


def _moves_own(model: Model, play: Play) -> bool:
    """True if each step begins where a checker of the mover stands or has come to."""
    rules, turn = model.rules, model.turn
    mine = {
        one.step for one in rules.placed(model.state) if one.player == turn and one.step != rules.home_step
    }
    return mine.union(step.end for step in play.steps).issuperset(step.start for step in play.steps)


def illegal(model: Model, move: Move, reason: Reason) -> IllegalMoveError:
    """Return the error that says why a move is refused."""
    reason = without_help(reason) if model.is_tournament else reason
    return IllegalMoveError("{move} is not legal: {reason}", move=move, reason=reason)


def waits_told(model: Model) -> Waits:
    """Tell what the game waits for, as players are told: in a tournament not that no die can be played."""
    waits = model.waits
    if waits is Waits.END and model.is_tournament and model.rules.bank(model.state):
        return Waits.MOVE
    return waits


def instead(model: Model) -> list[Move]:
    """List what is offered instead of moving: in a tournament always the end of the turn."""
    optional = model.line.optional
    if model.is_tournament and model.waits is Waits.MOVE and not optional:
        return [EndTurn()]
    return optional


def without_help(reason: Reason) -> Reason:
    """Return a reason that names no move that could be made instead."""
    key = WITHOUT_HELP.get(reason.key)
    if key is None:
        return reason
    return Reason(
        reason.rule, key, {name: value for name, value in reason.params.items() if name != "example"}
    )


def without_hints(events: Iterable[Logged], model: Model) -> list[Logged]:
    """List events as they are told while a tournament goes on: without what would help its players.

    Args:
        events: In order.
        model: The game on the table; where it is no tournament, or one that is over, all is told.
    """
    if not model.is_tournament:
        return list(events)
    told = ((one, _told(one.event, model)) for one in events)
    return [
        one if event is one.event else replace(one, event=event) for one, event in told if event is not None
    ]


def _told(event: Event, model: Model) -> Event | None:
    """Return an event as it is told; None for one that is not."""
    match event:
        case Happened(fact) if fact.kind in _HELP:
            return None
        case Moved(move=move, how=how) if how != "chosen" and (how == "accepted" or move != EndTurn()):
            return replace(event, how="chosen")
        case MoveRefused() | MoveWarned() | BoardRefused() | CorrectionSettled() if not model.tells_illegal:
            return None
        case MoveRefused() | MoveWarned() | BoardRefused():
            return replace(event, reason=without_help(event.reason))
        case Corrected() if event.stopped_at and not model.tells_illegal:
            return replace(event, stopped_at=0)
    return event
