"""The games of a match together: in the list of games, and from one to the next.

Each game names the first one of its match and the one before it. A game that was begun in vain, as the end
before it was taken back, is on no chain any more and stands beside.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.match import Match, MatchPlace
from web.language.bidi import isolated
from web.language.events import stage, standing
from web.language.locale import _, _n, language
from web.language.speaker import Speaker
from web.ports import GameLine


@dataclass(frozen=True, slots=True)
class MatchGames:
    """A match with its games."""

    games: tuple[GameLine, ...]
    """Those that count, the first one first, as far as they are kept."""
    in_vain: tuple[GameLine, ...]
    """Those that were begun and are not played."""

    @property
    def last(self) -> GameLine:
        """The newest game that counts."""
        return self.games[-1]

    @property
    def newest(self) -> int:
        """The number of the newest game of all, by which the match stands in the list."""
        return max(line.number for line in (*self.games, *self.in_vain))

    @property
    def match(self) -> Match:
        """How it stands."""
        return _after(self.last)

    def title(self) -> str:
        """Say what is played: a match to so many points, or for money."""
        length = self.match.length
        return _("Match to {length}", length=length) if length else _("For money")

    def score(self) -> str:
        """Say how it stands, or who has won it."""
        return "; ".join(standing(self.match, Speaker.of(self.last.setup, language())))

    def count(self) -> str:
        """Say how many games there are."""
        return _n("{count} game", "{count} games", len(self.games))

    def place(self, number: int) -> GamePlace:
        """Tell where a game stands in it; `number` is that of the journal."""
        numbers = [line.number for line in self.games]
        if number not in numbers:
            return GamePlace(self, 0, 0, _("Not played: the end of the game before it was taken back"))
        at = numbers.index(number)
        before = numbers[at - 1] if at else 0
        after = numbers[at + 1] if at + 1 < len(numbers) else 0
        return GamePlace(self, before, after, about(self.games[at]))


@dataclass(frozen=True, slots=True)
class GamePlace:
    """Where a game stands in its match."""

    of: MatchGames
    before: int
    """The number of the game before; 0 for none."""
    after: int
    """The number of the next game; 0 for none."""
    text: str
    """Which game it is, and with which score it began."""


def about(line: GameLine) -> str:
    """Say which game of its match a game is, and with which score it began."""
    place = _place(line)
    score = "–".join(map(str, place.match.score))
    said = _("Game {number}, at {score}", number=place.number, score=score)
    called = stage(line.setup, Speaker.of(line.setup, language()))
    return f"{said}, {called}" if called else said


def won(line: GameLine) -> str:
    """Say who has won a game of a match, and how many points; empty where nobody has."""
    if line.outcome is None or len(line.winners) != 1:
        return ""
    return _n(
        "{player} wins {count} point",
        "{player} wins {count} points",
        line.outcome.points,
        player=isolated(line.winners[0]),
    )


def together(games: Iterable[GameLine]) -> list[GameLine | MatchGames]:
    """Put the games of each match together, the newest first as they are listed.

    Args:
        games: Of the journal, the newest first.
    """
    kept = list(games)
    matches: dict[int, list[GameLine]] = {}
    for line in kept:
        if line.setup.match is not None:
            matches.setdefault(_first(line), []).append(line)
    found: list[GameLine | MatchGames] = []
    for line in kept:
        if line.setup.match is None:
            found.append(line)
        elif lines := matches.pop(_first(line), []):
            found.append(_chained(lines))
    return found


def match_of(games: Iterable[GameLine], line: GameLine) -> MatchGames | None:
    """Find the match that a game belongs to; None for a single game."""
    if line.setup.match is None:
        return None
    first = _first(line)
    return _chained([one for one in games if one.setup.match is not None and _first(one) == first])


def _chained(lines: Sequence[GameLine]) -> MatchGames:
    """Follow a match back from its newest game that is played; `lines` have the newest first."""
    by_number = {line.number: line for line in lines}
    chain: list[GameLine] = []
    at: GameLine | None = next((line for line in lines if not _in_vain(line)), lines[0])
    while at is not None and at not in chain:
        chain.append(at)
        at = by_number.get(_place(at).before) or _over_a_gap(lines, at)
    counted = {line.number for line in chain}
    return MatchGames(tuple(chain[::-1]), tuple(line for line in lines if line.number not in counted))


def _over_a_gap(lines: Sequence[GameLine], after: GameLine) -> GameLine | None:
    """Find the newest game before one whose own game before was deleted; None if there is none."""
    place = _place(after)
    return next(
        (
            line
            for line in lines
            if line.number < place.before and _place(line).number < place.number and not _in_vain(line)
        ),
        None,
    )


def _in_vain(line: GameLine) -> bool:
    return line.ended and line.outcome is None


def _first(line: GameLine) -> int:
    return _place(line).first or line.number


def _place(line: GameLine) -> MatchPlace:
    place = line.setup.match
    assert place is not None
    return place


def _after(line: GameLine) -> Match:
    match, outcome = _place(line).match, line.outcome
    return match.after(outcome) if outcome and outcome.winners in ((0,), (1,)) else match
