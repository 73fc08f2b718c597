"""What stands of a game: how it goes on by an action as it was done, and how what was taken back returns."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from engine.errors import ThrowError
from engine.events import PositionSet
from engine.facts import Fact, FactKind
from engine.game import Line, Transition, Waits
from engine.move import EndTurn, Move, Play
from engine.table.questions import Action, Closed, Question, Waiting
from engine.throw import Throw

Played = Line[Any, Action]
"""What stands of a game."""


@dataclass(frozen=True, slots=True)
class TakenBack:
    """What one undo, or a void throw, took away, to be brought back as it was."""

    seq: int
    """The event that took it."""
    place: int
    """So many actions stood before it."""
    actions: tuple[Action, ...]
    reached: tuple[Transition[Any], ...]
    """Where each of them led."""
    question: Question | None
    held: bool
    closed: Closed | None = None
    waiting: tuple[Waiting, ...] = ()
    """A throw that waited, and was void before it counted."""

    def back_on(self, line: Played) -> Played:
        """Return a line with it in its place again; what stands there instead goes."""
        line = line.cut(self.place)
        return Line(line.rules, line.reached + self.reached, line.actions + self.actions)


def played(line: Played, action: Action) -> Played:
    """Return a game after one more action, carried out as it was done.

    A throw that players accept although a correction left no room for it stands, but may count for nothing.
    """
    done = action.action
    if action.how == "void":
        return line.then(action, Transition(line.state, (Fact(FactKind.VOID, action.player),)))
    if isinstance(done, PositionSet):
        return line.then(action, line.settled(Transition(line.rules.from_position(done.position))))
    try:
        return line.then(action, line.worked_out(done))
    except ThrowError:
        if action.how != "accepted":
            raise
        return line.then(action, Transition(line.state))


def played_while_legal(line: Played, actions: Iterable[Action]) -> tuple[Played, Action | None]:
    """Return a game after further actions, up to the first that is not legal any more, and that one.

    What the players once accepted as played stays accepted, if a board can still show it.
    """
    for action in actions:
        done = action.action
        if action.how == "accepted" and isinstance(done, Move):
            if not line.rules.fits_a_board(line.state, done):
                return line, action
        elif not isinstance(done, PositionSet) and action.how not in ("accepted", "void"):
            if isinstance(done, Throw):
                fits = line.waits is Waits.THROW
            else:
                fits = line.mover(done) == action.player and not (line.not_now(done) or line.why_not(done))
            if not fits:
                return line, action
        try:
            line = played(line, action)
        except ThrowError:
            return line, action
    return line, None


def are_one_play(before: Action, action: Action) -> bool:
    """True if an action goes on with the play of a turn, or ends it."""
    return isinstance(before.action, Play) and isinstance(action.action, Play | EndTurn)
