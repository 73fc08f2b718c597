"""The rule pages, made from the engine's rulebook, presets and options: they cannot disagree with play."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from engine.events import Setup
from engine.game import Rules
from engine.presets import GameInfo, OptionValue, game_info, games, make_rules
from engine.rulebook import RULES
from engine.table import Table
from engine.throw import Cowries
from web.acts import MissingError
from web.reader import _, translated
from web.setup import option_text
from web.words import throw_words

PREFIXES = {
    ("chowka-bhara", None): ("C",),
    ("pachisi", None): ("P",),
    ("backgammon", "finnish"): ("BF",),
    ("backgammon", "polish"): ("BP",),
    ("backgammon", "standard"): ("BS", "BF"),
}
"""How the numbers of a game's rules begin; None for every preset."""

_SHARED_BY_STANDARD = frozenset(f"BF{number}" for number in (4, 5, 6, 7, 8, 9, 13, 14))
"""Rules of the Finnish source that `standard` takes over."""


def blueprint(table: Table) -> Blueprint:
    """Build the rule pages."""
    bp = Blueprint("rules", __name__)

    @bp.get("/rules")
    def in_force() -> ResponseReturnValue:
        if table.has_game:
            model = table.model
            return _rules_page(model.setup, model.rules)
        return rules_of(games()[0].name)

    @bp.get("/rules/<game>")
    def rules_of(game: str) -> ResponseReturnValue:
        if game not in {info.name for info in games()}:
            raise MissingError(_("there is no game {game}", game=repr(game)))
        if table.has_game and table.model.setup.game == game:
            return _rules_page(table.model.setup, table.model.rules)
        info = game_info(game)
        names = ("", "", "", "")[: info.players[0]]
        setup = Setup(game, info.presets[0].name, names)
        return _rules_page(setup, make_rules(game, players=len(names)))

    return bp


def rules_for(setup: Setup) -> list[tuple[str, str]]:
    """List number and sentence of the rules that a game is played by."""
    prefixes = PREFIXES.get((setup.game, setup.preset)) or PREFIXES.get((setup.game, None), ())
    found = []
    for number, text in RULES.items():
        prefix = number.rstrip("0123456789")
        if prefix not in prefixes:
            continue
        if setup.preset == "standard" and prefix == "BF" and number not in _SHARED_BY_STANDARD:
            continue
        found.append((number, translated(text)))
    return found


def values_of(rules: Rules[Any], game: str) -> list[dict[str, str]]:
    """List the throw values in force."""
    table = rules.table
    if table is None:
        return []
    lines = []
    for mouths in range(table.shells + 1):
        throw = Cowries(mouths, table.shells)
        lines.append({"throw": str(throw), "words": throw_words(throw, table.value(throw), game=game)})
    return lines


def options_of(info: GameInfo, setup: Setup) -> list[dict[str, Any]]:
    """List the options with what is in force."""
    defaults: Mapping[str, OptionValue] = info.preset(setup.preset).defaults
    lines = []
    for option in info.options:
        if not option.in_games:
            continue
        chosen = setup.options.get(option.key)
        value = chosen if chosen is not None else defaults.get(option.key, option.choices[0])
        lines.append(
            {
                "text": translated(option.text),
                "rule": option.rule,
                "value": option_text(value, option.key),
                "own": chosen is not None,
            }
        )
    return lines


def _rules_page(setup: Setup, rules: Rules[Any]) -> str:
    info = game_info(setup.game)
    return render_template(
        "rules.html",
        info=info,
        setup=setup,
        preset=info.preset(setup.preset),
        table=rules.table,
        values=values_of(rules, setup.game),
        options=options_of(info, setup),
        rules=rules_for(setup),
        games=games(),
    )
