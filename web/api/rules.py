"""The rules: which games and presets there are, and what each is played by."""

from __future__ import annotations

from engine.errors import SetupError
from engine.events import Setup
from engine.options import GameInfo
from engine.registry import game_info, games, make_rules
from web.api.routes import Routes
from web.errors import MissingError
from web.language.labels import game_title, preset_title
from web.language.locale import _
from web.rules.differences import OptionLine
from web.rules.rule_pages import ValueLine, options_of, rules_for, values_of
from web.verbs.verb import TEXT, WHOLE, Answer, Json, Parts, listing, shape, written

ROUTES = Routes()

_PRESET = shape({"name": TEXT, "title": TEXT})
_GAME = shape(
    {
        "name": TEXT,
        "title": TEXT,
        "players": {"type": "array", "items": WHOLE},
        "presets": {"type": "array", "items": _PRESET},
    }
)
_RULES = shape(
    {
        "game": TEXT,
        "preset": TEXT,
        "rules": {"type": "array", "items": shape({"number": TEXT, "sentence": TEXT})},
        "options": {"type": "array", "items": written(OptionLine)},
        "values": {
            "type": "array",
            "items": written(ValueLine),
            "description": "What throws of shells count.",
        },
    }
)


@ROUTES.get("/rules", Answer(listing("games", _GAME), description="All that can be played."))
def every(_on: Parts) -> Json:
    """List the games with their presets."""
    return {
        "games": [
            {
                "name": info.name,
                "title": game_title(info.name),
                "players": info.players,
                "presets": [
                    {"name": preset.name, "title": preset_title(info.name, preset.name)}
                    for preset in info.presets
                ],
            }
            for info in games()
        ]
    }


@ROUTES.get("/rules/<game>/<preset>", Answer(_RULES, description="In the reader's language."))
def one(_on: Parts, game: str, preset: str) -> Json:
    """Read the rules of a preset, with the options and what they are in it."""
    info, chosen = _known(game, preset)
    players = info.players[0]
    setup = Setup(game, chosen, ("", "", "", "")[:players])
    rules = make_rules(game, chosen, players=players)
    return {
        "game": game,
        "preset": chosen,
        "rules": [{"number": number, "sentence": sentence} for number, sentence in rules_for(setup)],
        "options": options_of(info, setup),
        "values": values_of(rules, game),
    }


def _known(game: str, preset: str) -> tuple[GameInfo, str]:
    try:
        info = game_info(game)
        return info, info.preset(preset).name
    except SetupError as error:
        raise MissingError(_("there is nothing at this address")) from error
