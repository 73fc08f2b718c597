"""What tests of .mat files ask of them; random games in the short styles of other programs."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import pytest

from engine.backgammon.legal import Board
from engine.errors import NotationError
from engine.match import Match
from engine.move import Play, Step
from engine.notation import FoundGame, Transcript, read_games, replay_record, whole_play, write_mat
from gnubg_proof import drawn_match


def refused(text: str | bytes) -> str:
    with pytest.raises(NotationError) as refusal:
        read_games(text.encode() if isinstance(text, str) else text)
    return str(refusal.value)


def match_of(games: list[FoundGame]) -> Match:
    last = games[-1]
    assert last.record is not None
    assert last.record.setup.match is not None
    match = last.record.setup.match.match
    return match.after(last.outcome) if last.outcome else match


STYLES: Mapping[str, Callable[[Sequence[Step]], str]] = {
    "joined": whole_play,
    "repeated": lambda steps: str(Play(tuple(sorted(steps, key=lambda one: (-one.start, one.end))))),
    "bare": lambda steps: re.sub(r"(\d|bar)(?:/\d+\*)+(?=/)", r"\1", whole_play(steps)),
}
"""How programs shorten a play: whole ways of checkers, equal steps counted, hits on the way left out."""

_PLAY = re.compile(r"(?<=\d\d: )\d+/\d+\*?(?: \d+/\d+\*?)*")


def shortened(mat: str, style: str) -> str:
    """Write the plays of a match in another style."""
    return _PLAY.sub(lambda play: STYLES[style](_steps(play[0])), mat)


def _steps(text: str) -> list[Step]:
    steps = re.findall(r"(\d+)/(\d+)(\*?)", text)
    return [Step(int(start), int(end), hit=bool(star)) for start, end, star in steps]


@dataclass
class StyleFigures:
    """Games that were written in a style and read again, counted."""

    games: int = 0
    refused: list[str] = field(default_factory=list)
    otherwise: int = 0
    """Games in which a board is another than it was: nothing played afterwards tells which it is."""


def read_again(matches: Iterable[Transcript], style: str) -> StyleFigures:
    """Write matches in a style, read them, and compare every board."""
    counted = StyleFigures()
    for match in matches:
        counted.games += len(match.games)
        text = write_mat(match)
        try:
            games = read_games(shortened(text, style).encode())
        except NotationError as error:
            counted.refused.append(f"match {match.origin.id}: {error}")
            continue
        for before, after in zip(read_games(text.encode()), games, strict=True):
            counted.otherwise += _boards(before) != _boards(after)
    return counted


def _boards(game: FoundGame) -> list[Board]:
    assert game.record is not None
    return [state.board for state in replay_record(game.record).states]


def drawn_games(count: int) -> list[Transcript]:
    """Play matches by chance until there are so many games."""
    found: list[Transcript] = []
    while sum(len(match.games) for match in found) < count:
        found.append(drawn_match(len(found), standard=True))
    return found
