"""Which rules a form chooses: a preset, house rules that are kept or came in a link, and what it changes.

All stand in one list, each with a key: the preset's name, or ``shared-WORD`` with the word of
`engine.notation.house`. The key holds the rules themselves, so that a game begins by those that its form
showed, whoever has changed them meanwhile.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.errors import NotationError, SetupError
from engine.house import HouseRules, house_rules
from engine.notation import read_house, write_house
from engine.options import GameInfo, OptionValue, Preset
from engine.registry import make_rules
from web.errors import MalformedError, MissingError, NoRoomError
from web.house.house_rules import HouseRulesStore, SavedHouseRules
from web.language.bidi import isolated
from web.language.labels import game_title
from web.language.locale import _
from web.rules.differences import lines_of

_SHARED = "shared-"


@dataclass(frozen=True, slots=True)
class Chosen:
    """What is chosen in the list."""

    key: str
    preset: Preset
    options: Mapping[str, OptionValue]
    """What differs from the preset."""
    house: HouseRules | None = None


@dataclass(frozen=True, slots=True)
class HouseLine:
    """House rules as one line of the list."""

    key: str
    title: str
    preset: str
    differ: int
    """So many options differ from the preset."""
    values: Mapping[str, OptionValue]
    """Of every option."""


def key_of(rules: HouseRules) -> str:
    """Return the key of house rules.

    Raises:
        SetupError: If this version of the engine does not know the game, preset or an option.
    """
    return _SHARED + write_house(rules)


def chosen(info: GameInfo, key: str) -> Chosen:
    """Read a key of the list; an empty one is the first preset.

    Raises:
        MalformedError: If house rules are of another game.
        EngineError: If there is no such preset, or the house rules cannot be read or played.
    """
    if not key.startswith(_SHARED):
        return Chosen(key, info.preset(key or None), {})
    house = read_house(key.removeprefix(_SHARED))
    if house.game != info.name:
        raise MalformedError(
            _("“{name}” are house rules of {game}", name=isolated(house.name), game=game_title(house.game))
        )
    return Chosen(key, info.preset(house.preset), house.options, house)


def kept_of(book: HouseRulesStore, number: int) -> SavedHouseRules:
    """Find house rules that are kept.

    Raises:
        MissingError: If there are none of this number.
    """
    for kept in book.all():
        if kept.number == number:
            return kept
    raise no_such_rules()


def house_lines(info: GameInfo, key: str, book: HouseRulesStore) -> list[HouseLine]:
    """List the house rules of a game that can be played, and what `key` names."""
    lines = [line for kept in book.all() if kept.rules.game == info.name and (line := _line(kept.rules))]
    if all(line.key != key for line in lines):
        try:
            extra = chosen(info, key)
        except (MalformedError, SetupError, NotationError):
            return lines
        if extra.house is not None and (line := _line(extra.house)):
            lines.append(line)
    return lines


def options_of_form(info: GameInfo, form: Mapping[str, str]) -> dict[str, OptionValue]:
    """Read what a form sets by itself; what it leaves to the chosen rules is left out."""
    return {
        option.key: info.value_of(option.key, value)
        for option in info.options
        if (value := form.get(f"option-{option.key}", ""))
    }


def keep(book: HouseRulesStore, rules: HouseRules, *, number: int = 0) -> SavedHouseRules:
    """Keep house rules.

    Raises:
        MissingError: If there are none of this number any more.
        MalformedError: If no more can be kept.
        RecordError: If it cannot be written.
    """
    try:
        return book.save(rules, number=number)
    except KeyError as error:
        raise no_such_rules() from error
    except NoRoomError as error:
        raise MalformedError(
            _("no more house rules can be kept: delete some that nobody plays any more")
        ) from error


def rules_by_name(
    info: GameInfo,
    preset: str,
    options: Mapping[str, OptionValue],
    *,
    name: str,
    players: int | None = None,
) -> HouseRules:
    """Return the rules of a form a name, once it is sure that so many can play them.

    Raises:
        SetupError: If they cannot be, or the name cannot.
    """
    make_rules(info.name, preset, options=options, players=players or max(info.players))
    return house_rules(info.name, preset, options, name=name)


def _line(rules: HouseRules) -> HouseLine | None:
    try:
        key = key_of(rules)
        differ = sum(line.differs for line in lines_of(rules)) if rules.options else 0
    except SetupError:  # kept by a newer version, which this box was before
        return None
    return HouseLine(key, isolated(rules.name), rules.preset, differ, rules.values)


def no_such_rules() -> MissingError:
    """Tell that house rules which an address names are not kept."""
    return MissingError(_("there are no such house rules: they may have been deleted"))
