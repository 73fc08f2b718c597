"""Matches of backgammon as values: score and options, one game's place in a match, and the clock."""

from engine.match.clock import Clock, TimeControl
from engine.match.place import LONGEST_MATCH, MatchPlace, check_game
from engine.match.score import Match

__all__ = ["LONGEST_MATCH", "Clock", "Match", "MatchPlace", "TimeControl", "check_game"]
