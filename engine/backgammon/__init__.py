"""Backgammon: the presets `standard`, `finnish` (document 002) and `polish` (document 004).

Read `rules` for the flow of a game, `steps` for what one checker may do, `legal` for the fast search of
plays, `refusals` for whole turns and reasons. Other names of the game: tavla, tavli, trictrac, tryktrak,
shesh besh.
"""

from collections.abc import Mapping

from engine.backgammon.legal import Board
from engine.backgammon.options import INFO, chosen
from engine.backgammon.questions import ask_legal, ask_why, legal_text
from engine.backgammon.rules import BackgammonRules
from engine.backgammon.state import State
from engine.errors import SetupError
from engine.options import OptionValue, Preset


def make(preset: Preset, written: Mapping[str, OptionValue], players: int) -> BackgammonRules:
    """Put the rules together; options and their values are known to exist.

    Raises:
        SetupError: If the number of players is not two, or options exclude each other.
    """
    if players != 2:
        raise SetupError(
            "{game} is for {players} players, not for {given}",
            game="backgammon",
            players=2,
            given=repr(players),
        )
    return BackgammonRules(preset.name, chosen(preset, written))


__all__ = ["INFO", "make", "BackgammonRules", "State", "ask_legal", "ask_why", "legal_text", "Board"]
