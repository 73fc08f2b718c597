"""The clock of a match as a fold of its record: what happened, at the times that the recorder stamped.

The record is read in the order in which things happened, over all games of the match. Time runs for who
has to throw, move or answer, from the throw that decides who begins to the end of the game, and stands while
people are asked something, or pause, and while another game lay on the table. Each turn has its free seconds
once: a void throw, a resignation that is refused, a question and an undo give no new ones; the cube does, as
the other player has acted meanwhile. Nothing gives time back: what was used is used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from engine.events import GameResumed, GameStarted, Logged
from engine.game import Waits
from engine.match import Clock
from engine.move import CubeMove
from engine.table.state import Model, model_after

Move = tuple[int, ...]
"""Tells one move, which has its free seconds once, from all others: game, seat, turn, and more."""


@dataclass(frozen=True, slots=True)
class MatchClock:
    """The clock after some events of a match; `after` gives the next one."""

    clock: Clock
    """Reserves, and whose time runs since when."""
    at_s: float = 0.0
    """The newest time that was told."""
    games: Mapping[int, Model] = field(default_factory=lambda: MappingProxyType({}), repr=False)
    """The games of the match so far, by their numbers."""
    move: Move | None = None
    """Which move it is whose time runs; None while the clock stands."""
    free: Mapping[Move, float] = field(default_factory=lambda: MappingProxyType({}), repr=False)
    """What is left of the free seconds of moves that were begun before."""

    def after(self, logged: Logged) -> MatchClock:
        """Return the clock after one more event; one without a time happens when the one before did.

        Raises:
            EngineError: If the event does not fit the game.
        """
        at_s = max(self.at_s, logged.clock_s if logged.clock_s is not None else self.at_s)
        if isinstance(logged.event, GameResumed) and self.clock.running is not None:
            # Something else lay on the table since the event before.
            clock = self.clock.stopped(self.at_s)
            clock = clock.started(self.clock.running, at_s, free_s=self.clock.free(self.at_s))
            return replace(self, clock=clock)._applied(logged, at_s)
        return self._applied(logged, at_s)

    def _applied(self, logged: Logged, at_s: float) -> MatchClock:
        model = model_after(self.games.get(logged.game), logged)
        if model is None:
            return replace(self, at_s=at_s)
        games = MappingProxyType({**self.games, logged.game: model})
        move = move_of(model)
        if move == self.move:
            return replace(self, at_s=at_s, games=games)
        free = self.free
        if self.move is not None:
            free = MappingProxyType({**free, self.move: self.clock.free(at_s)})
        clock = self.clock.stopped(at_s)
        if move is not None:
            clock = clock.started(move[1], at_s, free_s=free.get(move))
        return MatchClock(clock, at_s, games, move, free)


def move_of(model: Model) -> Move | None:
    """Name the move whose time runs; None where the clock stands.

    It stands before the first throw and until it is decided who begins, at the end, while something is asked,
    and in a pause.
    """
    number = model.rules.turn_number(model.state)
    closed = model.closed is not None and not model.closed.put_right
    begun = number > 0 and bool(model.actions)
    asked = model.question is not None or any(waiting.throw is None for waiting in model.waiting)
    if not begun or asked or model.paused or model.withdrawn or model.waits is Waits.OVER:
        return None
    cube = sum(isinstance(action.action, CubeMove) for action in model.actions)
    offered = model.actions[-1].seq if model.line.declared.offered else 0
    if closed:  # the dice are lifted: the other one may throw, whatever is still to be entered
        return model.game, 1 - model.turn, number + 1, cube, 0
    return model.game, model.turn, number, cube, offered


def clock_of(events: Iterable[Logged]) -> MatchClock | None:
    """Work the clock of a match out; None where it is played without one.

    Args:
        events: Of all its games, in the order of their numbers (`match_events`); the first begins the match.

    Raises:
        EngineError: If an event does not fit.
    """
    found: MatchClock | None = None
    for logged in events:
        if found is None and isinstance(logged.event, GameStarted):
            place = logged.event.setup.match
            if place is None or place.times is None:
                return None
            found = MatchClock(Clock.of(place.times), logged.clock_s or 0.0)
        if found is not None:
            found = found.after(logged)
    return found


def match_events(
    games: Iterable[tuple[int, int]], events_of: Callable[[int], Sequence[Logged]], *, first: int
) -> list[Logged]:
    """List all events of a match in the order in which they happened, also of games begun in vain.

    Args:
        games: Numbers of games, each with that of the first game of its match (`MatchPlace.first`).
        events_of: Gives the events of a game.
        first: The number of the match's first game.
    """
    numbers = [number for number, begun in games if first in (number, begun)]
    return sorted((one for number in numbers for one in events_of(number)), key=lambda one: one.seq)
