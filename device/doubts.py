"""Doubts and readings of `vision`, which knows nothing of ours, as messages of the box."""

from __future__ import annotations

from collections.abc import Sequence

from engine.messages import Both, Message
from vision import Doubt, Reading
from vision.doubts import FEW_DICE, OF_DIE

_VOIDS = {
    OF_DIE["leans"]: "leans",
    OF_DIE["touches"]: "leans",
    OF_DIE["stacked"]: "stacked",
    OF_DIE["rim"]: "rim",
}
"""By which doubt a throw of dice is void (BS6), as a key of `engine.match.voids.VOIDS`."""


def message_of(doubt: Doubt) -> Message:
    """Return a doubt as a message.

    >>> print(message_of(Doubt("{seen} shells of {expected}", {"seen": 1, "expected": 4})))
    1 shells of 4
    """
    return Message(doubt.template, doubt.fields)


def nudged(reading: Reading) -> Message:
    """Tell that a throw has been touched after it was read."""
    if reading.kind == "cowries":
        return Message(
            "what was thrown has been touched and now shows {mouths} of {shells} shells mouth up; the throw "
            "stays as it was read: correct it on a phone if it was wrong",
            {"mouths": reading.mouths, "shells": reading.shells},
        )
    return Message(
        "what was thrown has been touched and now shows {dice}; the throw stays as it was read: correct it "
        "on a phone if it was wrong",
        {"dice": Both(reading.values) if reading.values else Message("nothing")},
    )


def void_of(doubts: Sequence[Doubt]) -> str:
    """Tell why a throw of dice is void, by what the eye doubts of it; empty where it is not, or may not be.

    Where it doubts the picture, or what else may lie there, nobody knows how the dice lie.

    >>> void_of([OF_DIE["leans"], OF_DIE["untold"]])
    'leans'
    >>> void_of([Doubt("a hand is in the picture: take it away"), OF_DIE["leans"]])
    ''
    """
    of_dice = [doubt for doubt in doubts if not _lacks_dice(doubt) and doubt != OF_DIE["untold"]]
    if not of_dice or any(doubt not in _VOIDS for doubt in of_dice):
        return ""
    return _VOIDS[of_dice[0]]


def _lacks_dice(doubt: Doubt) -> bool:
    """True if fewer dice are seen than were thrown: one may lie on another."""
    return doubt.template in {few.template for few in FEW_DICE}
