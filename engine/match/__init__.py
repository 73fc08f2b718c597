"""Matches of backgammon as values: score, options, a game's place in a match, its conduct, the clock."""

from engine.match.clock import BY_POINTS, Clock, TimeControl
from engine.match.conduct import Conduct
from engine.match.origin import Origin
from engine.match.place import LONGEST_MATCH, MOST_POINTS, MatchPlace, check_game
from engine.match.score import Match

__all__ = [
    "BY_POINTS",
    "LONGEST_MATCH",
    "MOST_POINTS",
    "Clock",
    "Conduct",
    "Match",
    "MatchPlace",
    "Origin",
    "TimeControl",
    "check_game",
]
