"""Rules in words: what every option says, what differs from the preset, and whose house rules they are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.events import Setup
from engine.house import HouseRules
from engine.options import GROUPS, GameInfo, Group, OptionValue, Preset
from engine.registry import game_info
from web.games import page_of
from web.language.bidi import isolated
from web.language.catalogue import mark
from web.language.labels import preset_title
from web.language.locale import translated
from web.language.messages import said

CHOICES: Mapping[OptionValue, str] = {
    True: mark("yes"),
    False: mark("no"),
}
"""What may be chosen for options of every game, in words."""


GROUP_TITLES: Mapping[Group, str] = {
    "start": mark("The start"),
    "throws": mark("Throws"),
    "captures": mark("Captures"),
    "safe": mark("Safe squares, and sharing one"),
    "inner": mark("The inner ring"),
    "partners": mark("Partners"),
    "cube": mark("The doubling cube"),
    "end": mark("Going home"),
}
"""What options are about, in words."""


@dataclass(frozen=True, slots=True)
class OptionLine:
    """One option with what is in force."""

    text: str
    rule: str
    value: str
    usual: str
    """What the preset says."""
    group: str = ""
    """What it is about, in words; lines of one group stand together."""

    @property
    def differs(self) -> bool:
        """It is played differently from the preset."""
        return self.value != self.usual


def option_text(value: Any, game: str) -> str:
    """Say an option's value on the page."""
    own = page_of(game).choices.get(value)
    return said(own) if own is not None else translated(CHOICES.get(value, str(value)))


def option_lines(info: GameInfo, preset: Preset, values: Mapping[str, OptionValue]) -> list[OptionLine]:
    """List the options of a preset, by groups, with what is in force; else what the preset says."""
    return [
        OptionLine(
            translated(option.text),
            option.rule,
            option_text(values.get(option.key, preset.defaults[option.key]), info.name),
            option_text(preset.defaults[option.key], info.name),
            translated(GROUP_TITLES[option.group]),
        )
        for option in sorted(info.options_of(preset.name), key=lambda option: GROUPS.index(option.group))
        if option.in_games
    ]


def lines_of(rules: HouseRules) -> list[OptionLine]:
    """List the options of house rules.

    Raises:
        SetupError: If there is no such game or preset any more.
    """
    info = game_info(rules.game)
    return option_lines(info, info.preset(rules.preset), rules.values)


def rules_title(setup: Setup) -> str:
    """Name the rules of a game: its house rules as they were called then, else its preset."""
    return isolated(setup.house.name) if setup.house else preset_title(setup.game, setup.preset)
