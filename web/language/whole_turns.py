"""Turns of checkers as a whole: what was taken back at once, and plays that are said for blind players."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Protocol

from engine.events import Event, Logged, Moved, Setup, Threw
from engine.move import Move, Play
from engine.throw import Throw
from web.language import points
from web.language.refusals import in_words


class Speaker(Protocol):
    """Puts sentences together; `web.language.speech` has one."""

    @property
    def game(self) -> str:
        """Whose words."""

    @property
    def preset(self) -> str:
        """By which rules."""

    @property
    def language(self) -> str:
        """In which language."""

    @property
    def setup(self) -> Setup | None:
        """What is played, where it is known."""

    def say(self, key: str, **shown: object) -> str:
        """Fill a sentence."""

    def player(self, seat: int) -> str:
        """Name a player."""

    def worth(self, throw: Throw, value: int, again: bool) -> str:
        """Tell what a throw counts."""

    def move(self, mover: int, move: Move, whose: int | None = None) -> str:
        """Say a move."""

    def line(self, event: Event) -> str:
        """Say an event for the list of events."""


def is_spoken(setup: Setup | None) -> bool:
    """True in a match for blind players: throws and plays are said."""
    place = setup.match if setup else None
    return place is not None and place.conduct.spoken


def plays_of(events: Sequence[Logged], speaker: Speaker) -> list[str]:
    """Say what was played, where that is said: each player's play of an action whole."""
    if not is_spoken(speaker.setup):
        return []
    moved = [one.event for one in events if isinstance(one.event, Moved)]
    said = []
    for player, group in groupby(moved, key=lambda event: event.player):
        plays = [event.move for event in group if isinstance(event.move, Play)]
        if plays:
            said.append(
                speaker.say("played", player=speaker.player(player), move=_whole(plays, player, speaker))
            )
    return said


def deeds_of(deeds: Sequence[Logged], speaker: Speaker) -> str:
    """Name what was taken back at once: a turn of checkers, else the first of all."""
    first = deeds[0].event
    moves = [one.event.move for one in deeds if isinstance(one.event, Moved)]
    if isinstance(first, Moved) and (turn := points.turn(moves, len(deeds))):
        play = _whole(turn, first.player, speaker)
        return speaker.say("deed/turn", player=speaker.player(first.player), play=play)
    return _deed(first, speaker)


def _whole(plays: Sequence[Play], player: int, speaker: Speaker) -> str:
    play = points.whole(plays, player, game=speaker.game, preset=speaker.preset)
    return in_words(play, speaker.language)


def _deed(event: Event, speaker: Speaker) -> str:
    """Name a throw or a move, as what was taken back."""
    if isinstance(event, Threw):
        worth = speaker.worth(event.throw, event.value, event.again)
        return speaker.say("deed/throw", player=speaker.player(event.player), worth=worth)
    return (
        speaker.move(event.player, event.move, event.whose)
        if isinstance(event, Moved)
        else speaker.line(event)
    )
