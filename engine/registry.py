"""Which games there are: the only module that imports the families.

`make_rules` is the one door from words ("pachisi", "six", options) to a `Rules`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine import backgammon, chowka_bhara, pachisi
from engine.errors import SetupError
from engine.game import Rules
from engine.options import GameInfo, OptionValue


def games() -> tuple[GameInfo, ...]:
    """List every game that the engine plays."""
    return (chowka_bhara.INFO, pachisi.INFO, backgammon.INFO)


def game_info(name: str) -> GameInfo:
    """Find a game by name.

    Raises:
        SetupError: If it does not exist.
    """
    for info in games():
        if info.name == name:
            return info
    raise SetupError(
        "there is no game {game}: there are {games}",
        game=repr(name),
        games=", ".join(info.name for info in games()),
    )


def make_rules(
    game: str,
    preset: str | None = None,
    *,
    options: Mapping[str, OptionValue] | None = None,
    players: int = 2,
) -> Rules[Any]:
    """Put the rules of a game together.

    Raises:
        SetupError: If the game, preset, an option, its value or the number of players does not exist, or two
            options exclude each other; the message names what would be possible.
    """
    info = game_info(game)
    chosen = info.preset(preset)
    info.check_players(players)
    written = info.checked(options or {})
    module = {"chowka-bhara": chowka_bhara, "pachisi": pachisi, "backgammon": backgammon}[game]
    rules: Rules[Any] = module.make(chosen, written, players)
    return rules
