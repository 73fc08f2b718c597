"""Pachisi: four pieces each, once round the cross, with six or seven cowries.

Read `rules` first, then `legal` (what may be played) and `turn` (what it brings about). Other spellings:
Pacheesi, Pachesi, Parcheesi. The game with long dice on the same cross is Chaupar.
"""

from engine.pachisi.options import INFO, Options
from engine.pachisi.questions import ask_legal, ask_why
from engine.pachisi.rules import PachisiRules, make
from engine.pachisi.state import Revenge, State

__all__ = ["INFO", "Options", "PachisiRules", "Revenge", "State", "ask_legal", "ask_why", "make"]
