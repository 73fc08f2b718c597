"""The throws of all games together, for one kind of shells or dice after the other.

A game is played again to be counted, since undone and corrected throws do not stand; that takes a while where
there are hundreds. So each is counted once, and one request counts for a moment only: what is left is told,
and the next request goes on.
"""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from web.history.fairness import Tally, Thrown, tallies_of
from web.language.locale import _, _n
from web.ports import GameLine

COUNTING_S = 1.5
"""So long one request counts games that were not counted before."""


@dataclass(frozen=True, slots=True)
class Kind:
    """The throws of one kind in all games."""

    title: str
    counted: str
    """How many throws in how many games, in words."""
    tally: Tally


@dataclass(frozen=True, slots=True)
class AllThrows:
    """What is counted so far."""

    kinds: tuple[Kind, ...]
    unknown: int
    """So many games were played by rules that this version does not know."""
    left: int
    """So many games are not counted yet."""


class Counts:
    """Counts each game once, and again when it went on."""

    def __init__(
        self, thrown: Callable[[int], Counter[Thrown] | None], *, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Count nothing yet.

        Args:
            thrown: Counts the throws of a game, by its number; None if its rules are gone.
            clock: Seconds.
        """
        self._thrown = thrown
        self._clock = clock
        self._lock = threading.Lock()
        self._games: dict[int, tuple[int, Counter[Thrown] | None]] = {}

    def everything(self, games: Iterable[GameLine]) -> AllThrows:
        """Count on for a moment, the newest games first, and give what is counted.

        One request counts at a time; others do not wait for it.
        """
        there = {line.number: line.events for line in games}
        if self._lock.acquire(blocking=False):
            try:
                self._count(there)
            finally:
                self._lock.release()
        games_known = dict(self._games)
        known = [games_known[number] for number in there if number in games_known]
        left = sum(games_known.get(number, (-1, None))[0] != events for number, events in there.items())
        counted = [one for _events, one in known]
        return AllThrows(_kinds([one for one in counted if one is not None]), counted.count(None), left)

    def _count(self, there: Mapping[int, int]) -> None:
        self._games = {number: known for number, known in self._games.items() if number in there}
        until = self._clock() + COUNTING_S
        for number, events in there.items():
            if self._games.get(number, (-1, None))[0] == events:
                continue
            if self._clock() >= until:
                return
            self._games[number] = (events, self._thrown(number))


def _kinds(games: list[Counter[Thrown]]) -> tuple[Kind, ...]:
    """Put games together that were thrown with as many shells, or with dice."""
    total: Counter[Thrown] = sum(games, Counter())
    found = []
    for tally in tallies_of(total):
        shells = len(tally.bars) - 1 if tally.kind == "cowries" else 0
        title = _n("{count} shell", "{count} shells", shells) if shells else _("The dice")
        in_games = sum(any(one == shells for one, _up in game) for game in games)
        throws = (
            _n("{count} throw", "{count} throws", tally.total)
            if shells
            else _n("{count} die", "{count} dice", tally.total)
        )
        counted = f"{throws}, {_n('{count} game', '{count} games', in_games)}"
        found.append(Kind(title, counted, tally))
    return tuple(found)
