"""Chance's Pachisi: any options that go together."""

from __future__ import annotations

import random
from typing import Any

from engine.options import OptionValue
from engine.pachisi import INFO
from engine.pachisi.throws import TABLES


def some_options(chance: random.Random, preset: str, players: int) -> dict[str, OptionValue]:
    """Choose options that go with a preset and so many players, each left alone with a chance of a third."""
    shells = TABLES[preset].shells
    found: dict[str, OptionValue] = {}
    for option in INFO.options:
        choices = option.choices
        if option.key == "table":
            choices = tuple(name for name, table in TABLES.items() if table.shells == shells)
        if option.key == "all_first":
            choices = (True, True, False)  # rows of throws come to nothing without it
        if option.key == "partners" and players != 4:
            choices = (False,)
        if chance.random() < 0.67:
            found[option.key] = chance.choice(choices)
    usual: dict[str, Any] = {**INFO.preset(preset).defaults, **found}
    found.pop("cancel", None)
    if usual["all_first"] and chance.random() < 0.8:
        found["cancel"] = chance.choice(INFO.option("cancel").choices)
    if not usual["capture_first"]:
        found.pop("revenge", None)
    return found


def some_setup(chance: random.Random) -> tuple[str, int, dict[str, OptionValue]]:
    """Choose a preset, a number of players and options."""
    preset, players = chance.choice(INFO.presets).name, chance.choice((2, 3, 4, 4))
    return preset, players, some_options(chance, preset, players)
