"""Ending a game before its time, the same for every game: resigning, answering that, and agreeing."""

from engine.ending.declared import (
    NOTHING_DECLARED,
    Declared,
    Endable,
    answer_first,
    answerer,
    declare,
    levels,
    not_now,
    resigners,
    settled,
)
from engine.ending.moves import Accept, Agree, EndingMove, Refuse, Resign

__all__ = [
    "NOTHING_DECLARED",
    "Accept",
    "Agree",
    "Declared",
    "Endable",
    "EndingMove",
    "Refuse",
    "Resign",
    "answer_first",
    "answerer",
    "declare",
    "levels",
    "not_now",
    "resigners",
    "settled",
]
