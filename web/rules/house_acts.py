"""What can be done to house rules, for the page and for programs alike.

Each tells in a sentence what became of it, or raises what is said instead.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.notation import read_house
from engine.options import OptionValue
from engine.registry import game_info
from web.errors import MalformedError, SameNameError
from web.house.house_rules import HouseRulesStore, SavedHouseRules
from web.language.bidi import isolated
from web.language.locale import _
from web.rules.differences import house_title
from web.rules.rule_choice import keep, kept_of, no_such_rules, rules_by_name


def keep_new(
    book: HouseRulesStore, game: str, preset: str | None, options: Mapping[str, OptionValue], *, name: str
) -> tuple[SavedHouseRules, str]:
    """Keep rules under a name.

    Raises:
        SetupError: If they cannot be, or the name cannot.
        MalformedError: If no more can be kept.
    """
    info = game_info(game)
    kept = keep(book, rules_by_name(info, info.preset(preset).name, options, name=name))
    return kept, _("Kept: {rules}. It stands in the list of rules now.", rules=house_title(kept.newest))


def change(
    book: HouseRulesStore, number: int, preset: str | None, options: Mapping[str, OptionValue]
) -> tuple[SavedHouseRules, str]:
    """Keep the next version of house rules.

    Raises:
        MissingError: If there are none of this number.
        SetupError: If they cannot be so.
        MalformedError: If no more can be kept.
    """
    kept = kept_of(book, number)
    info = game_info(kept.newest.game)
    rules = rules_by_name(info, info.preset(preset).name, options, name=kept.newest.name)
    now = keep(book, rules, number=number)
    if now.newest.version == kept.newest.version:
        return now, _("Nothing was changed: this is still version {version}.", version=now.newest.version)
    title = house_title(now.newest)
    return now, _("Kept: {rules}. Games stay with the version that they began with.", rules=title)


def rename(book: HouseRulesStore, number: int, name: str) -> None:
    """Call house rules something else.

    Raises:
        MissingError: If there are none of this number.
        MalformedError: If others have the name.
        SetupError: If the name cannot be.
    """
    kept = kept_of(book, number)
    try:
        book.rename(kept.number, name)
    except SameNameError as error:
        raise MalformedError(
            _("there are house rules “{name}” of this game already: choose another name", name=name)
        ) from error
    except KeyError as error:  # deleted in this moment
        raise no_such_rules() from error


def delete(book: HouseRulesStore, number: int) -> str:
    """Delete house rules with all versions; games that used them keep theirs.

    Raises:
        MissingError: If there are none of this number.
    """
    kept = kept_of(book, number)
    try:
        book.delete(number)
    except KeyError as error:  # deleted in this moment
        raise no_such_rules() from error
    name = isolated(kept.newest.name)
    return _("“{name}” was deleted. Games that were played by it still say so.", name=name)


def keep_shared(book: HouseRulesStore, word: str, name: str) -> tuple[SavedHouseRules, str]:
    """Keep house rules that came in a link, under a name.

    Raises:
        NotationError: If the word of the link cannot be read.
        SetupError: If they cannot be, or the name cannot.
        MalformedError: If no more can be kept.
    """
    rules = read_house(word)
    info = game_info(rules.game)
    called = rules_by_name(info, rules.preset, rules.options, name=name, version=rules.version)
    kept = keep(book, called)
    return kept, _("Kept: {rules}. It stands in the list of rules now.", rules=house_title(kept.newest))
