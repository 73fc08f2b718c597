"""Chance's Pachisi: any options that go together, and throws that come to rows more often than by shells."""

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


def some_value(chance: random.Random, values: list[int], thrown: list[int]) -> int:
    """Choose what is thrown: often what was thrown before, often a high value, not for long."""
    if len(thrown) > 9:
        return chance.choice([2, 3, 4])
    if thrown and chance.random() < 0.45:
        return thrown[-1]
    return chance.choice([*values, *(value for value in values if value >= 10)])
