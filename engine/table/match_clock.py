"""The clock of a match as a fold of its record: what happened, at the times that the recorder stamped.

The record is read in the order in which things happened, over all games of the match. Time runs for who
has to throw, move or answer, from the throw that decides who begins to the end of the game, and stands while
the eye asks something, in a pause, and while another game lay on the table. What people ask one another, such
as about an illegal move, is their own time. Each turn has its free seconds once: a void throw, a resignation
that is refused, a question and an undo give no new ones; the cube does, as the other player has acted
meanwhile. What was used is used, unless a person gives time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Literal

from engine.events import FlagFell, GameResumed, GameStarted, Logged, TimeGiven
from engine.game import Waits
from engine.match import Clock
from engine.move import CubeMove
from engine.table.questions import is_of_board
from engine.table.state import Model, model_after

Standing = Literal["beginning", "question", "pause", "over"]
"""Why a clock stands: it is not decided who begins, the eye asks, people pause, the game is over."""

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
    free: Mapping[int, Mapping[Move, float]] = field(default_factory=lambda: MappingProxyType({}), repr=False)
    """What is left of the free seconds of moves that were begun before, by the number of their game."""
    fallen: frozenset[int] = frozenset()
    """The seats whose time was up by then."""
    told: frozenset[int] = frozenset()
    """Those of which people were told so."""

    def fallen_at(self, now_s: float) -> frozenset[int]:
        """Name the seats whose time is up at a moment, if nothing happens until then."""
        falls_at_s, seat = self.clock.falls_at_s, self.clock.running
        if seat is None or falls_at_s is None or now_s < falls_at_s:
            return self.fallen
        return self.fallen | {seat}

    def after(self, logged: Logged) -> MatchClock:
        """Return the clock after one more event; one without a time happens when the one before did.

        Raises:
            EngineError: If the event does not fit the game.
        """
        at_s = max(self.at_s, logged.clock_s if logged.clock_s is not None else self.at_s)
        new = self._run_on(logged, at_s)._applied(logged, at_s)
        match logged.event:
            case FlagFell(seat):
                return replace(new, told=new.told | {seat})
            case TimeGiven(seat, seconds) if seat in (0, 1):
                new = replace(new, clock=new.clock.given(seat, seconds, at_s))
                lifted = {seat} if new.clock.reserves[seat] else set()
                return replace(new, fallen=new.fallen - lifted, told=new.told - lifted)
        return new

    def _run_on(self, logged: Logged, at_s: float) -> MatchClock:
        """Return the clock at the moment of the next event, before it."""
        if isinstance(logged.event, GameResumed) and self.clock.running is not None:
            # Something else lay on the table since the event before.
            clock = self.clock.stopped(self.at_s)
            clock = clock.started(self.clock.running, at_s, free_s=self.clock.free(self.at_s))
            return replace(self, clock=clock, fallen=self.fallen_at(self.at_s))
        return replace(self, fallen=self.fallen_at(at_s))

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
            of_game = {**free.get(self.move[0], {}), self.move: self.clock.free(at_s)}
            free = MappingProxyType({**free, self.move[0]: of_game})
        clock = self.clock.stopped(at_s)
        if move is not None:
            place = model.setup.match
            begun = place.clock if place is not None else None
            clock = replace(clock, delay_s=begun.delay_s if begun is not None else clock.delay_s)
            clock = clock.started(move[1], at_s, free_s=free.get(move[0], {}).get(move))
        return replace(self, clock=clock, at_s=at_s, games=games, move=move, free=free)


def standing_of(model: Model) -> Standing | None:
    """Tell why the clock stands in a game; None where somebody's time runs."""
    if model.withdrawn or model.waits is Waits.OVER:
        return "over"
    if not model.rules.turn_number(model.state) or not model.actions:
        return "beginning"
    if model.paused:
        return "pause"
    thrown = any(waiting.throw is None for waiting in model.waiting)
    # Where people play on beside a lost board, their time runs again.
    is_lost = model.lost is not None and model.lost.seq > model.revision
    return "question" if thrown or is_lost or is_of_board(model.question) else None


def move_of(model: Model) -> Move | None:
    """Name the move whose time runs; None where the clock stands."""
    if standing_of(model) is not None:
        return None
    number = model.rules.turn_number(model.state)
    closed = model.closed
    if closed is not None and not closed.put_right and model.question is None:
        # The other one may throw, whatever is still to be told of this turn.
        return model.game, 1 - model.turn, number + 1, 0, 0
    offered = model.actions[-1].seq if model.line.declared.offered else 0
    return model.game, model.turn, number, _cube_moves(model), offered


def _cube_moves(model: Model) -> int:
    """Count what was said of the cube in the turn that goes on."""
    rules, reached = model.rules, model.line.reached
    number, count, place = rules.turn_number(model.state), 0, len(model.actions) - 1
    while place >= 0 and rules.turn_number(reached[place].state) == number:
        count += isinstance(model.actions[place].action, CubeMove)
        place -= 1
    return count


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
            clock = place.clock if place is not None else None
            if clock is None:
                return None
            found = MatchClock(clock, logged.clock_s or 0.0)
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
