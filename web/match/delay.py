"""The match as those see it who only watch: some minutes later than its players.

What they see is the journal up to an event: all that is older than the lag of its match, in order. It is
played again once, event by event, however many watch. No clock but that of the journal is asked
(`engine.events.Logged.clock_s`), so the wall clock may jump. The lag is settled when the match begins; where
v0.1.0 let it be changed in the middle, the longest holds. After the end of a match its lag runs out: the last
play comes as late as all others.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from engine.errors import EngineError
from engine.events import ConductChanged, GameStarted, Logged
from engine.match.conduct import LONGEST_LAG_S
from engine.table import games_before
from engine.table.state import Model, model_after, replayed
from web.ports import Library

_BACK = 500
"""So many events at a time are looked through."""

_LOOKS_BACK = 10
"""So often, at most, for a photograph. Where none is found, those of older games are not shown either."""

_SLACK_S = 0.05
"""A stream that waits for an event wakes so much later than it comes out."""


@dataclass(frozen=True, slots=True)
class Look:
    """What those see who only watch."""

    seq: int
    """The newest event that has come out."""
    model: Model | None
    """The game on the table as they see it; None without one."""
    held: frozenset[int] = frozenset()
    """Games of which not all has come out."""
    matches: frozenset[int] = frozenset()
    """Matches that are seen later, by their first games."""
    lag_s: int = 0
    """So much later they see it; 0 where nothing is held and the match is over."""
    due_s: float | None = None
    """After so many seconds the next event comes out; None where none is held."""
    photograph: int = 1
    """No photograph with this number or a higher one has come out."""


class Delay:
    """What those see who only watch. May be used from any thread."""

    def __init__(self, library: Library, *, now_s: Callable[[], float]) -> None:
        """Begin; nothing is read before somebody looks.

        Args:
            library: The journal.
            now_s: The journal's clock, as it stamps `Logged.clock_s`.
        """
        self._library = library
        self._now_s = now_s
        self._lock = threading.Lock()
        self._read = -1
        """The newest event that was read; -1 before the first look."""
        self._pending: deque[Logged] = deque()
        self._lags: dict[int, int] = {}
        """Seconds, by the first game of each match."""
        self._match_of: dict[int, int] = {}
        """The first game of the match that a game belongs to; not of single games."""
        self._seq = 0
        self._model: Model | None = None
        self._is_known = False
        """`_model` is the game as it stood after `_seq`."""
        self._newest = 0
        """The match on the table, by its first game; 0 without one."""
        self._photograph = -1
        """The highest number of a photograph that has come out; -1 before anybody has looked for it."""

    def look(self) -> Look | None:
        """Tell what those see now who only watch; None where that is what all others see.

        Whoever shows what others see reads it before: then nothing of it has happened since.
        """
        with self._lock:
            now_s = self._now_s()
            self._take_in(now_s)
            self._let_out(now_s)
            return self._look(now_s) if self._is_known else None

    def out_s(self, one: Logged) -> float:
        """Tell when an event comes out, or came out, by the journal's clock; 0 for one that is not late."""
        with self._lock:
            self._take_in(self._now_s())
            return self._out_s(one)

    def _take_in(self, now_s: float) -> None:
        """Read what has happened since the last look; at the first one, what may not have come out yet."""
        if self._read < 0:
            self._read = self._seq = self._before(now_s - LONGEST_LAG_S)
        newest = self._library.last_seq()
        if newest <= self._read:
            return
        found, since = self._library.imports(since=self._read), self._read
        while events := self._library.played(since=since, limit=_BACK):
            found += events
            since = events[-1].seq
        for one in sorted(found, key=lambda one: one.seq):
            if one.seq <= newest:
                self._heed(one)
                self._pending.append(one)
        self._read = newest

    def _before(self, time_s: float) -> int:
        """Find the newest event that is older than any lag."""
        seq = self._library.last_seq() + 1
        while found := self._library.played_before(seq, limit=_BACK):
            for one in found:
                if one.clock_s is not None and one.clock_s <= time_s:
                    return one.seq
            if all(one.clock_s is None for one in found):
                break  # of an older version: nothing of it was ever late
            seq = found[-1].seq
        return seq - 1

    def _heed(self, one: Logged) -> None:
        """Remember the match of a game, and the lag of the match."""
        event, game = one.event, one.game
        if one.is_imported:
            self._match_of.setdefault(game, 0)
            return
        begins, is_new = isinstance(event, GameStarted), game not in self._match_of
        place = event.setup.match if isinstance(event, GameStarted) else None
        first = self._match_of.get(game, 0) if place is None else place.first or game
        self._match_of[game] = first
        if is_new and (not begins or first not in (0, game, *self._lags)):
            self._catch_up(game)
        first = self._newest = self._match_of[game]
        conduct = place.conduct if place is not None else getattr(event, "conduct", None)
        if first and conduct is not None:
            self._lags[first] = max(self._lags.get(first, 0), conduct.spectators_lag_s)

    def _catch_up(self, game: int) -> None:
        """Find out about a match that began before the first event that was read."""
        events = self._library.game_events
        with suppress(KeyError):
            for earlier in [*games_before(events, game), events(game)]:
                for one in earlier:
                    if isinstance(one.event, GameStarted | ConductChanged):
                        self._heed(one)

    def _out_s(self, one: Logged) -> float:
        lag_s = self._lags.get(self._match_of.get(one.game, 0), 0)
        return 0.0 if not lag_s or one.clock_s is None or one.is_imported else one.clock_s + lag_s

    def _let_out(self, now_s: float) -> None:
        """Let out what is old enough, in order."""
        while self._pending and self._out_s(self._pending[0]) <= now_s:
            one = self._pending.popleft()
            self._seq = one.seq
            if self._photograph >= 0:
                self._photograph = max(self._photograph, number_of(getattr(one.event, "photo", "")))
            if self._is_known:
                self._model = self._after(one)
        if not self._pending and not self._lags.get(self._newest):
            self._model, self._is_known = None, False  # the table itself is shown
        elif not self._is_known:
            self._model, self._is_known = self._played(self._seq), True

    def _look(self, now_s: float) -> Look:
        held = frozenset(one.game for one in self._pending)
        matches = {self._match_of.get(game, 0) for game in held}
        if self._model is not None and self._model.match is not None and not self._model.match.is_over:
            shown = self._match_of.get(self._model.game, 0)
            matches |= {shown} if self._lags.get(shown) else set()
        matches &= self._lags.keys()
        return Look(
            self._seq,
            self._model,
            held,
            frozenset(matches),
            max((self._lags[first] for first in matches), default=0),
            max(0.0, self._out_s(self._pending[0]) - now_s) + _SLACK_S if self._pending else None,
            self._first_photograph(),
        )

    def _first_photograph(self) -> int:
        """Return the number of the first photograph that has not come out, or may not have."""
        if self._photograph < 0:
            self._photograph = self._newest_photograph()
        held = (number_of(getattr(one.event, "photo", "")) for one in self._pending)
        return min((number for number in held if number), default=self._photograph + 1)

    def _newest_photograph(self) -> int:
        """Find the highest number of a photograph that has come out lately; 0 where there is none."""
        seq = self._seq + 1
        for _ in range(_LOOKS_BACK):
            if not (found := self._library.played_before(seq, limit=_BACK)):
                break
            if number := max(number_of(getattr(one.event, "photo", "")) for one in found):
                return number
            seq = found[-1].seq
        return 0

    def _after(self, one: Logged) -> Model | None:
        """Return the game on the table after one more event."""
        if one.is_imported:
            return self._model
        model = self._model
        if model is not None and (model.game == one.game or isinstance(one.event, GameStarted)):
            with suppress(EngineError):
                return model_after(model, one)
        return self._played(one.seq)

    def _played(self, seq: int) -> Model | None:
        """Play the game again that lay on the table after an event."""
        for one in self._library.played_before(seq + 1, limit=1):
            with suppress(EngineError, KeyError):
                return self._replayed(one.game, seq)
        return None

    def _replayed(self, game: int, seq: int) -> Model:
        def events(number: int) -> Sequence[Logged]:
            return upto(self._library.game_events(number), seq)

        before: Model | None = None
        for earlier in games_before(events, game):
            before = replayed(earlier, before=before)
        return replace(replayed(events(game), before=before), seq=seq)


def upto(events: Iterable[Logged], seq: int) -> list[Logged]:
    """List events up to one."""
    return [one for one in events if one.seq <= seq]


def number_of(photograph: str) -> int:
    """Return the number in the name of a photograph; 0 where there is none.

    >>> number_of("throw-12"), number_of("")
    (12, 0)
    """
    number = photograph.rpartition("-")[2]
    return int(number) if number.isascii() and number.isdigit() and len(number) < 13 else 0
