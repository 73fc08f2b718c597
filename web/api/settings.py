"""What the house has chosen: settings, lamps and sounds to try, what other programs are told; and the end."""

from __future__ import annotations

from dataclasses import fields

from engine.record import write
from web.api.routes import Routes
from web.connections.page import state_view
from web.house.connections import (
    MqttChoice,
)
from web.language.messages import said, upper_first
from web.ports import LampState
from web.verbs.connections import STATE
from web.verbs.house import CHOSEN, chosen
from web.verbs.verb import TEXT, TRUTH, WHOLE, Answer, Json, Parts, listing, shape, there, written

ROUTES = Routes()


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
        listing("outputs", _OUTPUT, state=written(LampState)),
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
_MQTT = shape({one.name: {} for one in fields(MqttChoice)} | {"has_password": TRUTH})


@ROUTES.get(
    "/connections",
    Answer(
        shape({"mqtt": _MQTT, "state": STATE, "box": TEXT, "hooks": {"type": "array", "items": _HOOK}}),
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
