"""What tests of .mat files ask of them."""

from __future__ import annotations

import pytest

from engine.errors import NotationError
from engine.match import Match
from engine.notation import FoundGame, read_games


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
