"""What is said of a match: how one begins, each of its games, and how the score stands after one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from engine.events import Setup
from engine.facts import Outcome
from engine.match import Match
from engine.match.match_events import FlagFell, TimeGiven
from engine.registry import game_info
from web.games import Words
from web.language.bidi import isolated
from web.language.durations import time_words
from web.language.sentences import SAID


class Sentences(Protocol):
    """Fills sentences of `web.language.sentences`, with the names and words of a game."""

    @property
    def words(self) -> Words:
        """The game's own words."""

    def say(self, key: str, **shown: object) -> str:
        """Fill a sentence."""

    def fill(self, template: str, **shown: object) -> str:
        """Fill a template."""

    def count(self, key: str, count: int, **shown: object) -> str:
        """Fill a sentence that counts."""

    def player(self, seat: int) -> str:
        """Name a player."""

    def together(self, parts: Iterable[str]) -> str:
        """List with commas and a last "and"."""


def begun(setup: Setup, sentences: Sentences, *, aloud: bool = False) -> str:
    """Tell that a game begins; one of a match with its score.

    Args:
        setup: Of the game.
        sentences: In which language.
        aloud: By the voice, which names nobody who sits at the table.
    """
    say, place = sentences.say, setup.match
    key = "spoken/begun" if aloud else "game-started"
    players = ", ".join(map(isolated, setup.names))
    if place is None:
        return say(key, players=players)
    match = place.match
    if place.number == 1 and not any(match.score):
        return say(f"{key}/{'match' if match.length else 'money'}", length=match.length, players=players)
    parts = [score(match, sentences), stage(setup, sentences)]
    return say(f"{key}/next", number=place.number, score=", ".join(filter(None, parts)))


def ended(outcome: Outcome, sentences: Sentences, setup: Setup | None = None) -> str:
    """Tell who won and why.

    Args:
        outcome: How the game ended.
        sentences: In which language.
        setup: Of the game: after one of a match, the score is told.
    """
    say = sentences.say
    if outcome.winners:
        winners = sentences.together(map(sentences.player, outcome.winners))
        said = sentences.count("won", len(outcome.winners), winners=winners)
        if (key := f"ended/{outcome.ending.value}") in SAID:
            said = say(key, sentence=said)
        if kind := sentences.words.wins.get(outcome.points // outcome.cube):
            said = sentences.fill(kind, sentence=said)
        if outcome.points > 1:
            said = sentences.count("points", outcome.points, sentence=said)
    else:
        key = f"ended/{outcome.ending.value}/nobody"
        said = say(key if key in SAID else "game-ended")
    if setup is None or setup.match is None:
        return said
    match = setup.match.match
    after = match.after(outcome) if outcome.winners in ((0,), (1,)) else match
    return "; ".join([said, *standing(after, sentences)])


def standing(match: Match, sentences: Sentences) -> list[str]:
    """Tell how a match stands after a game: who has won it, or the score and who needs one more."""
    say = sentences.say
    if match.winner is not None:
        points, others = match.score[match.winner], match.score[1 - match.winner]
        return [say("score/won", player=sentences.player(match.winner), points=points, others=others)]
    near = [seat for seat, points in enumerate(match.score) if match.length - points == 1]
    said = [points_of(match, sentences)]
    if len(near) == 1:
        said.append(say("score/needs", player=sentences.player(near[0])))
    elif near and match.length > 1:
        said.append(say("score/both-need"))
    return said


def timed(event: FlagFell | TimeGiven, sentences: Sentences, *, language: str) -> str:
    """Tell that a player's time is up, or was made more or less."""
    player = sentences.player(event.player)
    if isinstance(event, FlagFell):
        return sentences.say("flag-fell", player=player)
    key = "time-given" if event.seconds > 0 else "time-given/less"
    time = time_words(abs(event.seconds), language)
    return sentences.say(key, player=player, time=time, why=isolated(event.why))


def score(match: Match, sentences: Sentences) -> str:
    """Tell the points of both, and how far the match goes."""
    points = points_of(match, sentences)
    return sentences.say("score/to", score=points, length=match.length) if match.length else points


def points_of(match: Match, sentences: Sentences) -> str:
    """Tell the points of both."""
    return ", ".join(f"{sentences.player(seat)} {points}" for seat, points in enumerate(match.score))


def stage(setup: Setup, sentences: Sentences) -> str:
    """Name what the game is in its match: the Crawford game, or one after it; else nothing."""
    if setup.options.get("crawford") is True:
        return sentences.say("score/crawford")
    if setup.match is not None and setup.match.match.is_post_crawford and has_cube(setup):
        return sentences.say("score/after-crawford")
    return ""


def has_cube(setup: Setup) -> bool:
    """True if a game is played with the doubling cube; without it, nobody plays a Crawford game."""
    info = game_info(setup.game)
    return info.in_force(info.preset(setup.preset), setup.options).get("cube") is True
