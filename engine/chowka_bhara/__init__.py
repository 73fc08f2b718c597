"""Chowka Bhara: a race round rings of squares with four or six cowries (rules C1 to C24).

`options` holds boards, houses and options as data, `throws` what a throw counts, `board` the paths, `state` a
position, `judge` the one judgement of a step, `legal` what may be done, `landing` what a move does to the
pawns, `graces` rows of throws, `turn` what happens by itself. Other spellings: Chowka Bara, Chauka Bara.

>>> from engine.game import Game
>>> from engine.throw import Cowries
>>> game = Game(make(INFO.preset("5x5"), {}, 2))
>>> game.throw(Cowries(mouths=3, shells=4))
>>> print(*game.legal_moves())
a 0/3 =3
"""

from engine.chowka_bhara.options import INFO
from engine.chowka_bhara.questions import ask_legal, ask_why
from engine.chowka_bhara.rules import ChowkaBhara, make
from engine.chowka_bhara.state import State

__all__ = ["INFO", "ChowkaBhara", "State", "ask_legal", "ask_why", "make"]
