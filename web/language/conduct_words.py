"""What is said of a match that is conducted otherwise from now on."""

from __future__ import annotations

from typing import Protocol

from engine.match.match_events import ConductChanged
from web.language.bidi import isolated


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
