"""A game in turns: what was done in each, what of it was taken back, and what is worth looking at."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Literal

from engine.events import Logged, Moved, PositionSet, Threw
from engine.facts import FactKind
from engine.game import Line
from engine.move import Beaver, Double
from engine.table.questions import Action
from engine.table.state import Model, Played

MarkKind = Literal["capture", "double", "question", "set"]
"""A capture; the cube is doubled; people were asked (what the rules forbid was accepted, a throw was
corrected); the position was set by hand."""


@dataclass(frozen=True, slots=True)
class Deed:
    """A throw or a move of a turn."""

    seq: int
    action: Action
    step: int = 0
    """The position that it led to; 0 for one that was taken back."""
    marks: tuple[MarkKind, ...] = ()
    is_idle: bool = False
    """The throw could not be played."""
    threw: Threw | None = None
    """Of a throw that was taken back: what it counted."""


@dataclass(slots=True)
class Turn:
    """What one player did until the turn went on, or until another one did something."""

    number: int
    """Counted from 1; players who act within one turn share its number."""
    player: int
    deeds: list[Deed] = field(default_factory=list)

    @property
    def steps(self) -> list[int]:
        """The positions that it led to; none where all of it was taken back."""
        return [deed.step for deed in self.deeds if deed.step]


@dataclass(frozen=True, slots=True)
class Turns:
    """All turns of a game, and the ways through them."""

    all: tuple[Turn, ...]
    lasts: tuple[int, ...]
    """The last position of every turn that has one."""
    rows: tuple[int, ...]
    """Which turn each of these is."""
    marked: tuple[tuple[int, tuple[MarkKind, ...]], ...]
    """The positions with marks."""

    def at(self, step: int) -> int:
        """Return the turn in which a position was reached; the first for the beginning."""
        place = bisect_left(self.lasts, step)
        return self.rows[min(place, len(self.rows) - 1)] if self.rows else 0

    def before(self, step: int) -> int:
        """Return the end of the turn before; 0 is the beginning."""
        place = bisect_left(self.lasts, step)
        return self.lasts[place - 1] if place else 0

    def after(self, step: int) -> int:
        """Return the end of this turn, or of the next where this one is at its end."""
        place = bisect_right(self.lasts, step)
        return self.lasts[place] if place < len(self.lasts) else step

    def mark_before(self, step: int) -> int | None:
        """Return the position before with a mark."""
        place = bisect_left(self.marked, (step,))
        return self.marked[place - 1][0] if place else None

    def mark_after(self, step: int) -> int | None:
        """Return the next position with a mark."""
        place = bisect_left(self.marked, (step + 1,))
        return self.marked[place][0] if place < len(self.marked) else None

    def events(self, row: int) -> range:
        """Return the numbers of the events that belong to a turn, with what was asked within it."""
        first = 0 if row == 0 else self.all[row].deeds[0].seq
        last = self.all[row + 1].deeds[0].seq if row + 1 < len(self.all) else 1 << 62
        return range(first, last) if last > first else range(first, self.all[row].deeds[-1].seq + 1)


def turns_of(model: Model, events: Iterable[Logged]) -> Turns:
    """Sort what was done into turns.

    Args:
        model: The game.
        events: Its events; what of them does not stand was taken back.
    """
    taken_back = _taken_back(model, events)
    turns: list[Turn] = []
    number = 1
    for deed, ends in _deeds(model):
        player = deed.action.player
        early = [lost for lost in taken_back if lost.seq < deed.seq]
        taken_back = taken_back[len(early) :]
        for lost in early:
            whose = lost.action.player
            _turn(turns, number, whose).deeds.append(lost)
        _turn(turns, number, player).deeds.append(deed)
        number += ends
    for lost in taken_back:
        _turn(turns, number, lost.action.player).deeds.append(lost)
    reached = [(turn.steps[-1], row) for row, turn in enumerate(turns) if turn.steps]
    marked = tuple(
        sorted((deed.step, deed.marks) for turn in turns for deed in turn.deeds if deed.step and deed.marks)
    )
    return Turns(tuple(turns), tuple(last for last, _ in reached), tuple(row for _, row in reached), marked)


def _turn(turns: list[Turn], number: int, player: int) -> Turn:
    """Return the turn that goes on, or begin the next one."""
    if not turns or (turns[-1].number, turns[-1].player) != (number, player):
        turns.append(Turn(number, player))
    return turns[-1]


def _deeds(model: Model) -> Iterator[tuple[Deed, bool]]:
    """List what stands, each with whether a new turn begins after it."""
    places: list[Played] = [Line(model.rules, (reached,)) for reached in model.line.reached]
    for step, (action, (before, after)) in enumerate(zip(model.actions, pairwise(places), strict=True), 1):
        facts = {fact.kind for fact in after.reached[0].facts}
        marks: list[MarkKind] = []
        if FactKind.CAPTURED in facts:
            marks.append("capture")
        if isinstance(action.action, Double | Beaver):
            marks.append("double")
        if action.how == "accepted" or action.corrected:
            marks.append("question")
        if isinstance(action.action, PositionSet):
            marks.append("set")
        idle = bool(facts & {FactKind.PASSED, FactKind.VOID, FactKind.CANCELLED})
        yield Deed(action.seq, action, step, tuple(marks), idle), before.turn_begun[1] != after.turn_begun[1]


def _taken_back(model: Model, events: Iterable[Logged]) -> Sequence[Deed]:
    """List the throws and moves that do not stand any more."""
    standing = {action.seq for action in model.actions}
    found: list[Deed] = []
    for logged in events:
        event, seq = logged.event, logged.seq
        if seq in standing:
            continue
        match event:
            case Threw():
                action = Action(seq, event.player, event.throw, "chosen", event.source, event.photo)
                found.append(Deed(seq, action, threw=event))
            case Moved():
                found.append(Deed(seq, Action(seq, event.player, event.move, event.how, whose=event.whose)))
            case PositionSet():
                found.append(Deed(seq, Action(seq, found[-1].action.player if found else 0, event)))
    return found
