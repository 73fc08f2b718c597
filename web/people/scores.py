"""Who has played and won how much: on the newest evening, and altogether.

All of it is counted from the list of games, whenever somebody asks. A game counts once it has ended; games
that were imported were not played here, and count for nobody. An evening is a row of games of which each
began within `EVENING_S` after the one before: that asks no clock what day it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from engine.names import look_of
from web.house.people import Person
from web.ports import GameLine

EVENING_S = 6 * 3600.0
"""A game that begins later than so many seconds after the one before belongs to another evening."""

_ALL, _EVENING = "", " "
"""What is counted beside the families."""


@dataclass(frozen=True, slots=True)
class Tally:
    """What somebody has played."""

    played: int = 0
    won: int = 0
    points: int = 0
    """What the wins count, with cube and wins that count more; else one for each."""

    def after(self, points: int) -> Tally:
        """Return it after one more game; 0 points for one that was not won."""
        return Tally(self.played + 1, self.won + bool(points), self.points + points)


@dataclass(frozen=True, slots=True)
class PersonScore:
    """How the games of a person ended."""

    person: Person
    all: Tally = Tally()
    evening: Tally = Tally()
    families: Mapping[str, Tally] = field(default_factory=dict)
    """By the name of the game."""


@dataclass(frozen=True, slots=True)
class Duel:
    """Two sides that played against one another, the better one first."""

    names: tuple[str, str]
    """A side of several people has all their names."""
    won: tuple[int, int]
    points: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Evening:
    """The newest evening on which games were played."""

    since: float
    """When its first game began, in seconds since 1970."""
    numbers: frozenset[int]
    """Of its games."""
    duels: tuple[Duel, ...]
    """Who played in pairs, the ones with most games first."""
    others: tuple[tuple[str, Tally], ...]
    """How those fared who played against several."""


class Names:
    """Knows who is meant by a name in a game."""

    def __init__(self, people: Iterable[Person]) -> None:
        self._by_look: dict[str, Person] = {}
        ordered = sorted(people, key=lambda person: person.number)
        for person in ordered:
            self._by_look.setdefault(look_of(person.name), person)
        for person in ordered:
            for name in person.names:
                self._by_look.setdefault(look_of(name), person)
        self._asked: dict[str, Person | None] = {}

    def person(self, name: str) -> Person | None:
        """Find the person; None for who is not remembered."""
        if name not in self._asked:
            self._asked[name] = self._by_look.get(look_of(name))
        return self._asked[name]

    def name(self, name: str) -> str:
        """Return how the person is called now; the name itself where nobody is remembered by it."""
        person = self.person(name)
        return name if person is None else person.name


def scores(people: Sequence[Person], games: Sequence[GameLine]) -> list[PersonScore]:
    """Count what each person has played, in the order of the people.

    Args:
        people: Who is remembered.
        games: All games, the newest first.
    """
    names = Names(people)
    of_evening = frozenset(line.number for line in _newest_evening(games))
    counted: dict[tuple[int, str], list[int]] = {}
    for line in games:
        if not _counts(line):
            continue
        winners = {name for seat in _winners(line) for name in _people(line, seat)}
        got: dict[int, int] = {}  # two who became one may have played against one another
        for name in line.setup.people:
            if person := names.person(name):
                got[person.number] = max(got.get(person.number, 0), _points(line) if name in winners else 0)
        kinds = (_ALL, line.setup.game, *((_EVENING,) if line.number in of_evening else ()))
        for number, points in got.items():
            for kind in kinds:
                tally = counted.setdefault((number, kind), [0, 0, 0])
                tally[0] += 1
                tally[1] += bool(points)
                tally[2] += points
    found = []
    for person in people:
        mine = {kind: Tally(*tally) for (number, kind), tally in counted.items() if number == person.number}
        everything, evening = mine.pop(_ALL, Tally()), mine.pop(_EVENING, Tally())
        found.append(PersonScore(person, everything, evening, mine))
    return found


def evening_of(people: Iterable[Person], games: Sequence[GameLine]) -> Evening | None:
    """Tell how the games of the newest evening ended; None where none of them has."""
    lines = _newest_evening(games)
    ended = [line for line in lines if _counts(line)]
    if not ended:
        return None
    names = Names(people)
    others: dict[str, Tally] = {}
    in_pairs = []
    for line in ended:
        if _sides(line) is not None:
            in_pairs.append(line)
            continue
        winners = _winners(line)
        for seat in range(len(line.setup.names)):
            for name in map(names.name, _people(line, seat)):
                got = _points(line) if seat in winners else 0
                others[name] = others.get(name, Tally()).after(got)
    best = sorted(others.items(), key=lambda one: (-one[1].won, one[1].played))
    numbers = frozenset(line.number for line in lines)
    return Evening(lines[-1].started, numbers, tuple(duels(names, in_pairs)), tuple(best))


def duels(names: Names, games: Iterable[GameLine]) -> list[Duel]:
    """List who played against whom in games of two sides that somebody won, those with most games first."""
    won: dict[frozenset[tuple[str, ...]], dict[tuple[str, ...], Tally]] = {}
    for line in games:
        sides = _sides(line)
        if not _counts(line) or sides is None:
            continue
        winners, losers = (
            tuple(sorted(names.name(name) for seat in side for name in _people(line, seat))) for side in sides
        )
        pair = won.setdefault(frozenset((winners, losers)), {})
        if len({winners, losers}) == 2:  # a name on both sides plays against nobody
            pair[winners] = pair.get(winners, Tally()).after(_points(line))
            pair[losers] = pair.get(losers, Tally()).after(0)
    found = []
    for pair in won.values():
        better = sorted(pair.items(), key=lambda side: (-side[1].won, -side[1].points))
        if better:
            (one, mine), (other, theirs) = better
            called = " & ".join(one), " & ".join(other)
            found.append(Duel(called, (mine.won, theirs.won), (mine.points, theirs.points)))
    return sorted(found, key=lambda duel: -sum(duel.won))


def _newest_evening(games: Sequence[GameLine]) -> list[GameLine]:
    """List the games of the newest evening, the newest first."""
    found: list[GameLine] = []
    for line in games:
        if line.setup.imported:
            continue
        if found and not abs(found[-1].started - line.started) <= EVENING_S:
            break
        found.append(line)
    return found


def _counts(line: GameLine) -> bool:
    return line.ended and not line.setup.imported and (bool(line.winners) or line.outcome is not None)


def _winners(line: GameLine) -> frozenset[int]:
    if line.outcome is not None:
        return frozenset(line.outcome.winners)
    return frozenset(seat for seat, name in enumerate(line.setup.names) if name in line.winners)


def _points(line: GameLine) -> int:
    return max(1, line.outcome.points) if line.outcome is not None else 1


def _people(line: GameLine, seat: int) -> tuple[str, ...]:
    """List who plays on a seat, as typed."""
    return line.setup.members[seat] if line.setup.members else (line.setup.names[seat],)


def _sides(line: GameLine) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    """Return the seats that won and those that lost; None where nobody won, or more than two sides played."""
    winners = _winners(line)
    losers = tuple(seat for seat in range(len(line.setup.names)) if seat not in winners)
    if not winners or len(winners) != len(losers):
        return None
    return tuple(sorted(winners)), losers
