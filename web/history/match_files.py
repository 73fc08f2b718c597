"""The matches of the journal, put together from the list of games, and written for other programs.

Without Flask: the command line writes the same files.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Mapping, MutableMapping, Sequence
from dataclasses import dataclass, replace

from engine.events import Logged
from engine.match import Match, MatchPlace, Origin
from engine.notation import (
    GameTranscript,
    Transcript,
    game_transcript,
    match_transcript,
    write_mat,
    write_match_json,
    write_record,
    write_sgf,
)
from engine.table.state import replayed
from web.ports import GameLine

EventsOf = Callable[[int], Sequence[Logged]]
"""Gives the events of a game; raises a `KeyError` if there is none of that number."""

Known = tuple[int, int]
"""A game and how many events it had."""

FORMS: Mapping[str, Callable[[Transcript], str]] = {
    "mat": write_mat,
    "sgf": write_sgf,
    "json": write_match_json,
}
"""How a match is written, by what the names of files end with."""


@dataclass(frozen=True, slots=True)
class MatchLines:
    """One match: the games that stand, in their order."""

    games: tuple[GameLine, ...]
    begun: tuple[int, ...]
    """The numbers of all its games, also of those that were begun in vain."""

    @property
    def number(self) -> int:
        """What people call the match: the number of its first game."""
        return self.games[0].number

    @property
    def root(self) -> int:
        """The number of the game with which it began, which may be deleted."""
        return _place(self.games[0]).first or self.number

    @property
    def place(self) -> MatchPlace:
        """Where its last game stands."""
        return _place(self.games[-1])

    @property
    def match(self) -> Match:
        """The match as it stands now."""
        last = self.games[-1]
        return self.place.match.after(last.outcome) if last.outcome else self.place.match

    @property
    def names(self) -> tuple[str, ...]:
        """The players, as they are called at the end."""
        return self.games[-1].setup.names

    @property
    def origin(self) -> Origin:
        """What names the match wherever it goes, and when it began: the same at every time."""
        first = self.games[0]
        given = _place(first).origin
        if given is not None and given.id:
            return given
        told = f"{first.started:.6f} {first.number} {_place(first).match.length}"
        digits = str(1 + int.from_bytes(hashlib.sha256(told.encode()).digest()[:8], "big") % 999_999_999)
        if given is not None:
            return replace(given, id=digits)
        began = time.localtime(first.started)
        return Origin(digits, time.strftime("%Y.%m.%d", began), time.strftime("%H.%M", began))


def matches_of(games: Sequence[GameLine]) -> list[MatchLines]:
    """Put the games of each match together, the newest match first."""
    found: dict[int, list[GameLine]] = {}
    for game in games:
        if game.setup.match is not None:
            found.setdefault(game.setup.match.first or game.number, []).append(game)
    chains = [
        MatchLines(tuple(_chain(some)), tuple(sorted(game.number for game in some)))
        for some in found.values()
    ]
    return sorted((one for one in chains if one.games), key=lambda one: -one.number)


def match_of(games: Sequence[GameLine], number: int) -> MatchLines | None:
    """Find the match to which a game belongs, also one that was begun in vain or is deleted; None if none."""
    return next((one for one in matches_of(games) if number in one.begun or number == one.root), None)


def read_match(
    match: MatchLines, events_of: EventsOf, known: MutableMapping[Known, GameTranscript] | None = None
) -> Transcript:
    """Play the games of a match again.

    Args:
        match: Its games.
        events_of: Gives the events of one.
        known: Games that were gone through before, and have as many events as then; new ones are added.

    Raises:
        NotationError: If nothing was played in it yet.
        EngineError: If a game cannot be played again, as its rules are gone.
        KeyError: If a game was deleted meanwhile.
    """
    played = []
    for game in match.games:
        mark = game.number, game.events
        one = known.get(mark) if known is not None else None
        if one is None:
            one = game_transcript(replayed(events_of(game.number)))
            if known is not None:
                known[mark] = one
        played.append(one)
    return match_transcript(played, match.games[-1].setup, match.match, match.origin)


def write_records(match: MatchLines, events_of: EventsOf) -> str:
    """Write the score sheets of all games, one after the other, as `charkoni import` reads them.

    They name the match as the other forms do, so that it has the same ID on another box.

    Raises:
        EngineError: If a game cannot be played again, as its rules are gone.
        KeyError: If a game was deleted meanwhile.
    """
    written = []
    for game in match.games:
        model = replayed(events_of(game.number))
        place = replace(_place(game), origin=match.origin)
        written.append(write_record(replace(model, setup=replace(model.setup, match=place))))
    return "\n".join(written)


def file_stem(match: MatchLines) -> str:
    """Begin the name of a file with a match."""
    return f"charkoni-match-{match.origin.id}"


def _place(game: GameLine) -> MatchPlace:
    place = game.setup.match
    assert place is not None
    return place


def _chain(games: Sequence[GameLine]) -> list[GameLine]:
    """List the games that stand, the first one first: from the last one back to the one before, and so on."""
    standing = {game.number: game for game in games if not _is_withdrawn(game)}
    if not standing:
        return []
    found = [standing[max(standing)]]
    while True:
        place = _place(found[0])
        earlier = [game for game in standing.values() if _place(game).number < place.number]
        if place.before in standing:
            found.insert(0, standing.pop(place.before))
        elif earlier:  # the one between was deleted
            found.insert(0, standing.pop(max(game.number for game in earlier)))
        else:
            return found


def _is_withdrawn(game: GameLine) -> bool:
    """True if the end of the game before was taken back, so that this one is not played."""
    return game.ended and game.outcome is None and not game.winners
