"""How the memory goes on when something is taken back, brought back, or void."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar, Protocol, Self, TypeVar

from engine.events import ThrowVoided
from engine.game import Waits
from engine.table.played import Played, TakenBack, played
from engine.table.questions import Action, Closed, Question, Waiting


class Memory(Protocol):
    """What it needs of the memory, which is `engine.table.state.Model`."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def line(self) -> Played:
        """What stands of the game."""

    @property
    def actions(self) -> tuple[Action, ...]:
        """Everything thrown and played that stands."""

    @property
    def waits(self) -> Waits:
        """What the game waits for."""

    @property
    def waiting(self) -> tuple[Waiting, ...]:
        """Throws that wait."""

    @property
    def question(self) -> Question | None:
        """What is asked."""

    @property
    def held(self) -> bool:
        """Kept throws wait for a person."""

    @property
    def closed(self) -> Closed | None:
        """The turn has been ended, and its play is still to be entered."""

    @property
    def undone(self) -> tuple[TakenBack, ...]:
        """What can come back."""

    @property
    def voided(self) -> tuple[TakenBack, ...]:
        """What void throws took away."""

    def place(self, seq: int) -> int:
        """Find an action that stands, by its event."""

    def with_line(self, line: Played) -> Self:
        """Put another line on the board."""


M = TypeVar("M", bound=Memory)


def undone(model: M, of: int, seq: int) -> M:
    """Take back everything from an action on, or that a turn was ended whose play was not known yet.

    Args:
        model: The memory before.
        of: The event of the first action that goes, or by which the turn was ended.
        seq: The event of the undo.

    Raises:
        KeyError: If nothing of that event stands.
    """
    if model.closed is not None and model.closed.seq == of:
        gone = _from(model, len(model.actions), seq)
        return replace(model, closed=None, undone=(*model.undone, gone))
    place = model.place(of)
    line = model.line.cut(place)
    away = next((void for void in model.voided if void.seq == of), None)
    for action in away.actions if away else ():
        line = played(line, action)  # again, as a throw before it may have been corrected since
    back = replace(model.with_line(line), closed=None, undone=(*model.undone, _from(model, place, seq)))
    return replace(back, waiting=(*away.waiting, *model.waiting)) if away and away.waiting else back


def redone(model: M, of: int) -> M:
    """Bring back what the undo of an event took.

    Raises:
        KeyError: If that is not the last undo.
    """
    *others, back = model.undone
    if back.seq != of:
        raise KeyError(of)
    void = {action.seq for action in back.actions if action.how == "void"}
    gone = [one.seq for away in model.voided if away.seq in void for one in away.waiting]
    waiting = tuple(one for one in model.waiting if one.seq not in gone) if gone else model.waiting
    return replace(
        model,
        line=back.back_on(model.line),
        question=back.question,
        waiting=waiting,
        held=back.held and bool(waiting),
        closed=back.closed,
        undone=tuple(others),
    )


def voided(model: M, event: ThrowVoided, seq: int) -> M:
    """Lay a void throw beside the board: one that counted, or one that was due and waited for its answer.

    Raises:
        KeyError: If that throw neither stands nor waits.
    """
    kept = next((one for one in model.waiting if one.seq == event.of), None)
    if kept is None:
        place = model.place(event.of)
        line = played(model.line.cut(place), replace(model.actions[place], seq=seq, how="void"))
        return replace(model.with_line(line), voided=(*model.voided, _from(model, place, seq)))
    waiting = tuple(one for one in model.waiting if one is not kept)
    new = replace(model, waiting=waiting, held=model.held and bool(waiting))
    if model.waits is not Waits.THROW or kept is not model.waiting[0]:
        return new  # it came early: of this turn it is no part
    void = Action(seq, event.player, event.throw, "void", event.source, event.photo)
    away = TakenBack(seq, len(model.actions), (), (), model.question, model.held, waiting=(kept,))
    return replace(new, line=played(model.line, void), voided=(*model.voided, away))


def _from(model: Memory, place: int, seq: int) -> TakenBack:
    """Return what stands from a place on, to be taken away by an event."""
    gone = model.actions[place:], model.line.reached[place + 1 :]
    return TakenBack(seq, place, *gone, model.question, model.held, model.closed)
