"""The options of a game in groups, each with its words, its drawing and what is usual, for forms.

A new option says its group where it is made (`engine.options`), and stands here by itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from engine.options import GROUPS, GameInfo, Group, Option, OptionValue
from engine.throw import Cowries
from engine.values import ThrowTable
from web.drawing.throws import throw_svg
from web.games.option_drawings import drawings_of, tables_of
from web.language.labels import mouths_words, preset_title
from web.language.locale import translated
from web.rules.differences import GROUP_TITLES, option_text
from web.rules.rule_choice import HouseLine

_FEW = 4
"""Options that are all shown at once; more are folded by groups."""


@dataclass(frozen=True, slots=True)
class DrawingView:
    """A drawing and what it shows."""

    svg: Markup
    text: str


@dataclass(frozen=True, slots=True)
class ThrowRow:
    """A throw, and what it counts by each of some tables."""

    svg: Markup
    text: str
    counts: tuple[tuple[int, bool], ...]
    """Number of squares, and whether the player throws again."""


@dataclass(frozen=True, slots=True)
class TableView:
    """Throw values of so many shells side by side."""

    titles: tuple[str, ...]
    rows: tuple[ThrowRow, ...]


@dataclass(frozen=True, slots=True)
class OptionView:
    """An option in a form."""

    key: str
    text: str
    more: str
    """What somebody needs to know who never saw the game."""
    rule: str
    choices: tuple[tuple[str, str], ...]
    """Each as a form sends it, and in words."""
    chosen: str
    """What the form sets by itself; empty where it leaves the option to the rules above."""
    usual: str
    """What the rules above say, in words."""
    drawings: tuple[DrawingView, ...]
    tables: tuple[TableView, ...]


@dataclass(frozen=True, slots=True)
class OptionGroup:
    """Options that stand together."""

    name: Group
    title: str
    options: tuple[OptionView, ...]
    is_open: bool
    """Something in it was changed, or all of it is short."""


def option_groups(
    info: GameInfo, typed: Mapping[str, str], kept: Sequence[HouseLine] = ()
) -> list[OptionGroup]:
    """List the options that can be played, in groups.

    Args:
        info: The game.
        typed: What the form sets, by ``option-KEY``.
        kept: House rules that can be chosen beside the presets.
    """
    there = [option for option in info.options if option.in_games]
    groups = []
    for name in GROUPS:
        options = tuple(_view(info, one, typed, kept) for one in there if one.group == name)
        if options:
            is_open = len(there) <= _FEW or any(option.chosen for option in options)
            groups.append(OptionGroup(name, translated(GROUP_TITLES[name]), options, is_open))
    return groups


def _view(info: GameInfo, option: Option, typed: Mapping[str, str], kept: Sequence[HouseLine]) -> OptionView:
    drawings = drawings_of(info.name)
    return OptionView(
        option.key,
        translated(option.text),
        translated(option.more),
        option.rule,
        tuple((str(choice).lower(), option_text(choice, info.name)) for choice in option.choices),
        typed.get(f"option-{option.key}", ""),
        _usual(info, option, kept),
        tuple(DrawingView(one.svg, translated(one.text)) for one in drawings.get(option.key, ())),
        _tables(info, option.key),
    )


def _usual(info: GameInfo, option: Option, kept: Sequence[HouseLine]) -> str:
    """Tell what the rules above say: one value where all agree, else by which rules it is what."""
    by_rules: list[tuple[str, OptionValue]] = [
        (preset_title(info.name, preset.name), info.in_force(preset, {})[option.key])
        for preset in info.presets
    ]
    by_rules += [
        (line.title, line.values[option.key])
        for line in kept
        if line.values.get(option.key) != info.in_force(info.preset(line.preset), {})[option.key]
        and option.key in line.values
    ]
    first = by_rules[0][1]
    if all(value == first for _title, value in by_rules):
        return option_text(first, info.name)
    return " · ".join(f"{title}: {option_text(value, info.name)}" for title, value in by_rules)


def _tables(info: GameInfo, key: str) -> tuple[TableView, ...]:
    """Write the throw values among which an option chooses, those of as many shells side by side."""
    by_shells: dict[int, list[tuple[OptionValue, ThrowTable]]] = {}
    for choice, table in tables_of(info, key):
        by_shells.setdefault(table.shells, []).append((choice, table))
    return tuple(
        TableView(
            tuple(option_text(choice, info.name) for choice, _table in tables),
            tuple(
                _row(Cowries(up, shells), [table for _choice, table in tables]) for up in range(shells + 1)
            ),
        )
        for shells, tables in by_shells.items()
    )


def _row(throw: Cowries, tables: Sequence[ThrowTable]) -> ThrowRow:
    worth = [table.value(throw) for table in tables]
    counts = tuple((one.value, one.again) for one in worth)
    return ThrowRow(throw_svg(throw), mouths_words(throw.mouths, throw.shells), counts)
