"""Backgammon: the presets `standard`, `finnish` (document 002) and `polish` (document 004).

Read `rules` for the flow of a game, `steps` for what one checker may do, `legal` for the fast search of
plays, `refusals` for whole turns and reasons. Other names of the game: tavla, tavli, trictrac, tryktrak,
shesh besh.
"""

from engine.backgammon.legal import Board
from engine.backgammon.options import INFO
from engine.backgammon.questions import ask_legal, ask_why, legal_text
from engine.backgammon.rules import BackgammonRules, make
from engine.backgammon.state import State

__all__ = ["INFO", "make", "BackgammonRules", "State", "ask_legal", "ask_why", "legal_text", "Board"]
