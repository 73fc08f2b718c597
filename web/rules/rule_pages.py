"""The rule pages, made from the engine's rulebook, presets and options: they cannot disagree with play."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from engine.errors import SetupError
from engine.events import Setup
from engine.game import Rules
from engine.options import GameInfo
from engine.registry import game_info, games, make_rules
from engine.rulebook import RULES
from engine.throw import Cowries
from web.drawing.boards import board_svg
from web.drawing.paths import way_svg
from web.errors import MissingError
from web.games import page_of
from web.language import points
from web.language.bidi import without_controls
from web.language.labels import throw_words
from web.language.locale import _, translated
from web.match.shown import OnTable
from web.rules.differences import OptionLine, option_lines
from web.rules.option_groups import drawn_by
from web.rules.rule_links import numbers_of


def blueprint(table: OnTable) -> Blueprint:
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
    return [(number, translated(RULES[number])) for number in numbers_of(setup.game, setup.preset)]


def drawing_of(setup: Setup, rules: Rules[Any]) -> Markup:
    """Draw the board as the game begins, with the way of the first player's pieces."""
    start, page = rules.start(), page_of(setup.game)
    board = board_svg(
        rules.layout,
        page.drawing,
        [without_controls(name) for name in setup.names],
        page.men(rules, start),
        {},
        turn=rules.turn(start),
        label=_("The board"),
        alike=points.alike(setup.game, setup.preset),
        beside=page.beside(rules, start, 0, {}),
    )
    way = way_svg(rules.layout, page.way(rules))
    return Markup(str(board).replace('<g id="men">', way + '<g id="men">', 1))


@dataclass(frozen=True, slots=True)
class ValueLine:
    """A throw with what it counts."""

    throw: str
    words: str


def values_of(rules: Rules[Any], game: str) -> list[ValueLine]:
    """List the throw values in force."""
    table = rules.table
    if table is None:
        return []
    lines = []
    for mouths in range(table.shells + 1):
        throw = Cowries(mouths, table.shells)
        lines.append(ValueLine(str(throw), throw_words(throw, table.value(throw), game=game)))
    return lines


def options_of(info: GameInfo, setup: Setup) -> list[OptionLine]:
    """List the options with what is in force; a game by house rules shows those that it began with."""
    preset = info.preset(setup.preset)
    values = setup.house.values if setup.house else info.in_force(preset, setup.options)
    return option_lines(info, preset, values)


def _rules_page(setup: Setup, rules: Rules[Any]) -> str:
    info = game_info(setup.game)
    return render_template(
        "rules/rules.html",
        info=info,
        setup=setup,
        preset=info.preset(setup.preset),
        drawing=drawing_of(setup, rules),
        table=rules.table,
        values=values_of(rules, setup.game),
        options=options_of(info, setup),
        rules=rules_for(setup),
        numbers=numbers_of(setup.game, setup.preset),
        changed_by={number: info.options_on(number) for number in numbers_of(setup.game, setup.preset)},
        drawn={number: drawn_by(info, number) for number in numbers_of(setup.game, setup.preset)},
        games=games(),
    )
