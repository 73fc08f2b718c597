"""The rule pages, made from the engine's rulebook, presets and options: they cannot disagree with play."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from engine.errors import SetupError
from engine.events import Setup
from engine.game import Rules
from engine.presets import GameInfo, OptionValue, game_info, games, make_rules
from engine.rulebook import RULES
from engine.table import Table
from engine.throw import Cowries
from web.acts import MissingError
from web.boards import board_svg
from web.men import men
from web.reader import _, translated
from web.setup import option_text
from web.ways import way_svg
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

    @bp.get("/rules/<game>/<preset>")
    def rules_by(game: str, preset: str) -> ResponseReturnValue:
        try:
            info = game_info(game)
            chosen = info.preset(preset)
        except SetupError as error:
            raise MissingError(_("there is nothing at this address")) from error
        names = ("", "", "", "")[: info.players[0]]
        rules = make_rules(game, chosen.name, players=len(names))
        return _rules_page(Setup(game, chosen.name, names), rules)

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


def drawing_of(setup: Setup, rules: Rules[Any]) -> Markup:
    """Draw the board as the game begins, with the way of the first player's pieces."""
    start = rules.start()
    board = board_svg(rules.layout, setup.game, setup.names, men(rules, start), {}, turn=rules.turn(start))
    return Markup(str(board).replace('<g id="men">', way_svg(rules.layout) + '<g id="men">', 1))


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
        drawing=drawing_of(setup, rules),
        table=rules.table,
        values=values_of(rules, setup.game),
        options=options_of(info, setup),
        rules=rules_for(setup),
        games=games(),
    )
