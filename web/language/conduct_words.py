"""What a match is conducted by, in words, and what is said when it is conducted otherwise from now on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from engine.match.match_events import ConductChanged
from web.language.bidi import isolated
from web.language.catalogue import mark

CONDUCT_LABELS: Mapping[str, str] = {
    "event": mark("Event"),
    "round": mark("Round"),
    "turn_ends": mark("A turn ends"),
    "illegal_plays": mark("A play against the rules"),
    "dice_on_checkers": mark("A die that lies flat on a checker"),
}
"""What the fields of `engine.match.Conduct` are called that are no switches."""

CONDUCT_CHOICES: Mapping[str, Mapping[str, str]] = {
    "turn_ends": {
        "phone": mark("with a touch on a phone"),
        "button": mark("with the button on the box"),
        "dice": mark("when the dice are lifted"),
    },
    "illegal_plays": {
        "legal moves": mark("is put right until the next throw or double"),
        "responsible moves": mark("may also be let stand by the opponent"),
    },
    "dice_on_checkers": {
        "void": mark("counts for nothing, and both are thrown again"),
        "count": mark("counts"),
    },
}
"""What may be chosen of them, in words; the first is usual."""


class Sentences(Protocol):
    """Fills sentences of `web.language.sentences`."""

    def say(self, key: str, **shown: object) -> str:
        """Fill a sentence."""

    def count(self, key: str, count: int, **shown: object) -> str:
        """Fill a sentence that counts."""


def conduct_words(event: ConductChanged, sentences: Sentences) -> str:
    """Tell what is settled otherwise, and by whose phone."""
    was, now, say = event.was, event.conduct, sentences.say
    said = []
    if was.tournament != now.tournament:
        said.append(say("conduct/tournament" if now.tournament else "conduct/tournament/off"))
    if was.spectators_lag_s != now.spectators_lag_s:
        minutes = minutes_of(now.spectators_lag_s)
        said.append(sentences.count("conduct/lag", minutes) if minutes else say("conduct/lag/off"))
    if was.tells_illegal != now.tells_illegal:
        said.append(say("conduct/tells" if now.tells_illegal else "conduct/tells/off"))
    sentence = "; ".join(said) or say("conduct-changed")
    return say("conduct/by", sentence=sentence, phone=isolated(event.by)) if event.by else sentence


def minutes_of(seconds: int) -> int:
    """Return whole minutes; a part of one counts as one.

    >>> minutes_of(0), minutes_of(30), minutes_of(300)
    (0, 1, 5)
    """
    return -(-seconds // 60)
