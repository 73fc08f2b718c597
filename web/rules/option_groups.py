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

_NAMED = 3
"""Of more rules than these the many that agree are not named."""

_FEW = 4
"""Options that are all shown at once; more are folded by groups."""


@dataclass(frozen=True, slots=True)
class DrawingView:
    """A drawing and what it shows."""

    svg: Markup
    text: str
    choice: str
    """Under it, the choice that it shows; empty where it shows the option itself."""


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


def first_options(
    info: GameInfo, typed: Mapping[str, str], kept: Sequence[HouseLine] = ()
) -> list[OptionView]:
    """List the options that are asked before all others; the arguments are those of `option_groups`."""
    return [_view(info, info.option(key), typed, kept) for key in info.first]


def option_groups(
    info: GameInfo, typed: Mapping[str, str], kept: Sequence[HouseLine] = (), *, rule: str = ""
) -> list[OptionGroup]:
    """List the other options that can be played, in groups.

    Args:
        info: The game.
        typed: What the form sets, by ``option-KEY``.
        kept: House rules that can be chosen beside the presets.
        rule: The rule that is played differently, where somebody was refused by it: what changes it is open.
    """
    there = [option for option in info.options if option.in_games and option.key not in info.first]
    asked = {option.key for option in info.options_on(rule)}
    groups = []
    for name in GROUPS:
        options = tuple(_view(info, one, typed, kept) for one in there if one.group == name)
        if options:
            is_open = len(there) <= _FEW or any(one.chosen or one.key in asked for one in options)
            groups.append(OptionGroup(name, translated(GROUP_TITLES[name]), options, is_open))
    return groups


def drawn_by(info: GameInfo, rule: str) -> list[DrawingView]:
    """List the drawings of the options that a rule names, for its own page."""
    return [
        drawing
        for option in info.options_on(rule)
        if option.rule == rule
        for drawing in _drawings(info, option)
    ]


def _drawings(info: GameInfo, option: Option) -> list[DrawingView]:
    """List the drawings of an option."""
    return [
        DrawingView(
            one.svg,
            translated(one.text),
            "" if one.choice is None else option_text(one.choice, info.name),
        )
        for one in drawings_of(info.name).get(option.key, ())
    ]


def _view(info: GameInfo, option: Option, typed: Mapping[str, str], kept: Sequence[HouseLine]) -> OptionView:
    return OptionView(
        option.key,
        translated(option.text),
        translated(option.more),
        option.rule,
        tuple((str(choice).lower(), option_text(choice, info.name)) for choice in option.choices),
        typed.get(f"option-{option.key}", ""),
        _usual(info, option, kept),
        tuple(_drawings(info, option)),
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
    if len(by_rules) > _NAMED:
        return _but(by_rules, info.name)
    return " · ".join(f"{title}: {option_text(value, info.name)}" for title, value in by_rules)


def _but(by_rules: Sequence[tuple[str, OptionValue]], game: str) -> str:
    """Tell what most rules say, and which of them say otherwise."""
    titles: dict[str, list[str]] = {}
    for title, value in by_rules:
        titles.setdefault(option_text(value, game), []).append(title)
    [most, *others] = sorted(titles, key=lambda words: -len(titles[words]))
    return " · ".join([most, *(f"{', '.join(titles[words])}: {words}" for words in others)])


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
