"""The clock of the match on the table: its record is read once, and then what is new in the journal."""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from engine.errors import EngineError
from engine.events import GameStarted, Logged
from engine.match import Clock
from engine.match.conduct import LONGEST_LAG_S
from engine.table.match_clock import MatchClock, match_events
from engine.table.state import Model
from web.ports import Library

log = logging.getLogger(__name__)


NEAR = 5000
"""A match that began no more events ago is read on from there, an older one by the list of games."""


@dataclass(frozen=True, slots=True)
class ClockReading:
    """The clock of a match at one moment."""

    now_s: float
    """The moment, in seconds of the box's clock that only goes on (`engine.events.Logged.clock_s`)."""
    reserves_s: tuple[float, float]
    """What each seat has left."""
    free_s: float
    """What the present move has left of its free seconds; all of them while the clock stands."""
    running: int | None
    """The seat whose time runs; None while the clock stands."""
    fallen: frozenset[int]
    """The seats whose time is up."""


@dataclass(frozen=True, slots=True)
class _Past:
    """The clock after an event, for those who see the match later."""

    seq: int
    at_s: float
    clock: Clock
    fallen: frozenset[int]


class MatchClocks:
    """The clocks of the matches of a journal. May be used from any thread."""

    def __init__(self, record: Library, now: Callable[[], float]) -> None:
        """Read nothing yet.

        Args:
            record: The journal.
            now: Gives the seconds of the clock by which it stamps (`Stamps.now_s`).
        """
        self._record = record
        self._now = now
        self._lock = threading.Lock()
        self._first = 0
        self._games: set[int] = set()
        self._seq = 0
        self._fold: MatchClock | None = None
        self._past: deque[_Past] = deque()

    def read(self, model: Model, *, lag_s: float = 0.0) -> ClockReading | None:
        """Read the clock of a match.

        Args:
            model: A game of the match, as it stands now or stood a while ago.
            lag_s: For a model of then: so long ago.

        Returns:
            The reading; None where the game is played without a clock.
        """
        with self._lock:
            if self._kept_up(model) is None:
                return None
            now_s = self._now() - lag_s
            # Pages show the game of an event and its clock; what is newer comes with the next state.
            past = next((one for one in reversed(self._past) if one.seq <= model.seq), self._past[0])
        clock = past.clock
        falls_at_s, seat = clock.falls_at_s, clock.running
        is_up = seat is not None and falls_at_s is not None and falls_at_s <= now_s
        fallen = past.fallen | {seat} if seat is not None and is_up else past.fallen
        return ClockReading(now_s, clock.remaining(now_s), clock.free(now_s), seat, fallen)

    def latest(self, model: Model) -> tuple[int, MatchClock] | None:
        """Work the clock of a match out to the newest event; give its number, too. None without a clock."""
        with self._lock:
            fold = self._kept_up(model)
            return None if fold is None else (self._seq, fold)

    def _kept_up(self, model: Model) -> MatchClock | None:
        """Read what is new; all of it where another match lies on the table. The lock is held."""
        place = model.setup.match
        if place is None or place.clock is None:
            return None
        newest, first = self._record.last_seq(), place.first or model.game
        if first != self._first or self._fold is None:
            self._begin(first, MatchClock(place.clock), newest)
        while self._seq < newest and (events := self._record.played(since=self._seq)):
            for logged in events:
                if self._seq < logged.seq <= newest:
                    self._take(logged)
            self._seq = min(newest, max(self._seq, events[-1].seq))
        self._seq = newest
        return self._fold

    def _begin(self, first: int, fold: MatchClock, newest: int) -> None:
        """Begin to read a match; what is lost of its record costs nobody anything."""
        begun = next((one.seq for one in self._events_of(first)), 0)
        self._first, self._games, self._fold = first, {first}, fold
        self._past = deque([_Past(0, 0.0, fold.clock, fold.fallen)])
        self._seq = begun - 1
        if not begun or newest - begun > NEAR:
            self._seq = newest
            of_match = [(line.number, line.setup.match) for line in self._record.games()]
            games = [(number, place.first) for number, place in of_match if place is not None]
            for logged in match_events(games, self._events_of, first=first):
                if logged.seq <= newest:
                    self._take(logged)

    def _events_of(self, game: int) -> list[Logged]:
        """List the events of a game; none where they are lost."""
        try:
            return self._record.game_events(game)
        except KeyError:
            return []

    def _take(self, logged: Logged) -> None:
        """Add an event of any game to the clock."""
        event = logged.event
        if isinstance(event, GameStarted) and event.setup.match and event.setup.match.first == self._first:
            self._games.add(logged.game)
        if logged.game not in self._games or self._fold is None:
            return
        try:
            fold = self._fold.after(logged)
        except EngineError as error:  # a record with holes: the clock goes on as far as it is known
            log.warning("event %d does not count for the clock of its match: %s", logged.seq, error)
            return
        self._fold = fold
        self._past.append(_Past(logged.seq, fold.at_s, fold.clock, fold.fallen))
        while len(self._past) > 1 and self._past[1].at_s < fold.at_s - LONGEST_LAG_S:
            self._past.popleft()
