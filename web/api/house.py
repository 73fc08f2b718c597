"""The house: rules that can be played or are kept, phones and programs, settings, lamps, connections."""

from __future__ import annotations

from flask import g, request

from engine.errors import SetupError
from engine.events import Setup
from engine.notation import read_house, write_house
from engine.options import GameInfo
from engine.record import schema, write
from engine.registry import game_info, games, make_rules
from web.api.routes import Routes
from web.auth.access import must_not_outlive, program
from web.connections.page import state_view
from web.errors import MissingError
from web.house.connections import MqttChoice
from web.language.labels import game_title, preset_title
from web.language.locale import _
from web.language.messages import said, upper_first
from web.ports import LampState, Role
from web.rules.differences import OptionLine
from web.rules.house_rules import LONGEST_LINK, link_to, word_in
from web.rules.rule_choice import kept_of
from web.rules.rule_pages import ValueLine, options_of, rules_for, values_of
from web.verbs.connections import STATE
from web.verbs.house import CHOSEN, chosen
from web.verbs.verb import MOMENT, TEXT, TRUTH, WHOLE, Answer, Json, Parts, listing, shape, there

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
        "options": {"type": "array", "items": OptionLine},
        "values": {
            "type": "array",
            "items": ValueLine,
            "description": "What throws of shells count.",
        },
    }
)


@ROUTES.get("/rules", Answer(listing("games", _GAME), description="All that can be played."))
def games_played(_on: Parts) -> Json:
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
def rules(_on: Parts, game: str, preset: str) -> Json:
    """Read the rules of a preset, with the options and what they are in it."""
    info, chosen = _known(game, preset)
    players = info.players[0]
    setup = Setup(game, chosen, ("", "", "", "")[:players])
    played = make_rules(game, chosen, players=players)
    return {
        "game": game,
        "preset": chosen,
        "rules": [{"number": number, "sentence": sentence} for number, sentence in rules_for(setup)],
        "options": options_of(info, setup),
        "values": values_of(played, game),
    }


def _known(game: str, preset: str) -> tuple[GameInfo, str]:
    try:
        info = game_info(game)
        return info, info.preset(preset).name
    except SetupError as error:
        raise MissingError(_("there is nothing at this address")) from error


@ROUTES.get(
    "/house/shared",
    Answer(
        shape({"game": TEXT, "preset": TEXT, "name": TEXT, "version": WHOLE, "options": {"type": "object"}}),
        description="Nothing is kept.",
    ),
    asks={"rules": ({**TEXT, "maxLength": LONGEST_LINK}, "The link, or its word alone.")},
)
def shared(_on: Parts) -> Json:
    """Read what house rules a link holds."""
    found = read_house(word_in(request.args.get("rules", "")))
    return {
        "game": found.game,
        "preset": found.preset,
        "name": found.name,
        "version": found.version,
        "options": found.options,
    }


@ROUTES.get(
    "/house/<int:number>/link",
    Answer(shape({"link": TEXT, "word": TEXT}), description="Another box keeps them by it."),
)
def link(on: Parts, number: int) -> Json:
    """Read the link that holds house rules."""
    rules = kept_of(on.house, number).rules
    return {"link": link_to(rules, on.phones), "word": write_house(rules)}


_PHONE = shape({"id": TEXT, "name": TEXT, "role": Role, "since": MOMENT, "seen": MOMENT, "mine": TRUTH})
_TOKEN = shape(
    {"id": TEXT, "name": TEXT, "role": Role, "since": MOMENT, "ends": MOMENT, "seen": MOMENT}
    | {"is_over": TRUTH, "mine": TRUTH}
)


@ROUTES.get("/phones", Answer(listing("phones", _PHONE), description="All of them."))
def phones(on: Parts) -> Json:
    """List the phones that were let in."""
    mine = "" if program() else on.phones.id_of(g.token)
    found = [write(line) | {"mine": line.id == mine} for line in on.phones.all()]
    return {"phones": [{key: one[key] for key in _PHONE["properties"]} for one in found]}


@ROUTES.get(
    "/phones/invitation",
    Answer(shape({"address": TEXT}), description="Who opens it plays."),
)
def invitation(on: Parts) -> Json:
    """Read the address that lets another phone in: what the code on “Add a phone” holds."""
    must_not_outlive(0)
    return {"address": on.phones.address()}


@ROUTES.get("/tokens", Answer(listing("tokens", _TOKEN), description="All of them."), needs="tokens")
def tokens(on: Parts) -> Json:
    """List the programs that were let in; no token is ever shown again."""
    mine = one.id if (one := program()) is not None else ""
    return {"tokens": [write(line) | {"mine": line.id == mine} for line in there(on.tokens).all()]}


@ROUTES.get("/settings", CHOSEN)
def settings(on: Parts) -> Json:
    """Read what the house has chosen. What eye and connections have, they tell themselves."""
    return chosen(on.settings.get())


_OUTPUT = shape(
    {
        "name": TEXT,
        "where": {"enum": ["wired", "page", "none"]},
        "pins": {"type": "array", "items": WHOLE},
        "trouble": {**TEXT, "description": "Why it cannot be heard; empty when all is well."},
    }
)


@ROUTES.get(
    "/lamps",
    Answer(
        listing("outputs", _OUTPUT, state=LampState),
        description="Lamps, buzzer and voice, and what they show now.",
    ),
)
def lamps(on: Parts) -> Json:
    """Read which lamps and sounds there are, and what they show; who sees a match later is shown none."""
    on.shown.must_not_be_late()
    outputs = [
        {
            "name": one.name,
            "where": one.where,
            "pins": one.pins,
            "trouble": upper_first(said(one.trouble)),
        }
        for one in on.lamps.outputs()
    ]
    return {"outputs": outputs, "state": on.lamps.state()}


_HOOK = shape(
    {"number": WHOLE, "url": TEXT, "on": TRUTH, "kinds": {"type": "array", "items": TEXT}, "state": STATE}
)


def _mqtt() -> Json:
    return shape(schema(MqttChoice)["properties"] | {"has_password": TRUTH})


@ROUTES.get(
    "/connections",
    Answer(
        shape({"mqtt": _mqtt, "state": STATE, "box": TEXT, "hooks": {"type": "array", "items": _HOOK}}),
        description="No password, and no secret of an address.",
    ),
    needs="connections",
)
def connections(on: Parts) -> Json:
    """Read what other programs are told, and whether it works."""
    line = there(on.connections).mqtt()
    hooks = [
        {
            "number": one.hook.number,
            "url": one.hook.url,
            "on": one.hook.on,
            "kinds": one.hook.kinds,
            "state": state_view(one.state),
        }
        for one in there(on.connections).hooks()
    ]
    return {
        "mqtt": write(line.choice) | {"has_password": line.has_password},
        "state": state_view(line.state),
        "box": line.box,
        "hooks": hooks,
    }
