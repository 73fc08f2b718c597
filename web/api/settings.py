"""What the house has chosen: settings, lamps and sounds to try, what other programs are told; and the end."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any, get_args

from engine.record import About, Within, schema, write
from web.api.routes import (
    DID,
    TEXT,
    TRUTH,
    WHOLE,
    Answer,
    Json,
    Parts,
    Routes,
    Sure,
    done,
    listing,
    must_be_sure,
    shape,
)
from web.auth.access import must_be, must_not_outlive
from web.box.status import stop_box
from web.connections.page import MAY_TITLES, OTHER_BROKER, faults_of, hook_added, no_hook, state_view
from web.connections_port import (
    LONGEST_PASSWORD,
    Connections,
    LinkState,
    MqttChoice,
    NoHookError,
    OtherBrokerError,
)
from web.errors import MalformedError, RefusedError, sentence
from web.house.settings import KINDS, ChosenBy
from web.language.events import OUTSIDE
from web.language.locale import _, translated
from web.language.messages import said, upper_first
from web.ports import TrialError
from web.request_body import Whole, one_of

ROUTES = Routes()


_CHOOSABLE = {
    key: choice.role
    for key, kind in KINDS.items()
    for choice in get_args(kind)
    if isinstance(choice, ChosenBy)
}
"""The settings that are chosen as such, and who may; as on the page."""

_SETTINGS = {key: KINDS[key] for key in _CHOOSABLE}

_CHOSEN = Answer(
    shape({name: schema(hint) for name, hint in _SETTINGS.items()}), description="As it is chosen now."
)


@ROUTES.get("/settings", _CHOSEN)
def settings(on: Parts) -> Json:
    """Read what the house has chosen. What eye and connections have, they tell themselves."""
    kept: Json = write(on.settings.get())
    return {name: kept[name] for name in _SETTINGS}


@ROUTES.post("/settings", _CHOSEN, takes=_SETTINGS, optional=tuple(_SETTINGS))
def choose(on: Parts, **chosen: Any) -> Json:
    """Choose some of it: what is left out stays. Numbering and pips are for players, the rest for admins."""
    if any(_CHOOSABLE[name] == "admin" for name in chosen):
        must_be("admin")
    if chosen:
        on.settings.set(**chosen)
    now: Json = settings(on)
    return now


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
        listing("outputs", _OUTPUT, state={"type": "object"}),
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
            "pins": list(one.pins),
            "trouble": upper_first(said(one.trouble)),
        }
        for one in on.lamps.outputs()
    ]
    return {"outputs": outputs, "state": write(on.lamps.state())}


@ROUTES.post(
    "/lamps/test",
    DID,
    takes={"what": Annotated[str, Within(0, 40), About("The name of a lamp or a sound, as listed.")]},
)
def test(on: Parts, what: str) -> Json:
    """Try a lamp or a sound."""
    if what not in {one.name for one in on.lamps.outputs()}:
        raise MalformedError(_("choose a lamp or a sound to try"))
    try:
        on.lamps.test(what)
    except TrialError as error:
        raise RefusedError(sentence(error), status=409) from error
    return done(_("Tried just now. If nothing happened, look under “Nothing seen, nothing heard?”."))


@ROUTES.post("/lamps/looked", DID)
def looked(on: Parts) -> Json:
    """Say that somebody has looked at what the red lamp shines for."""
    on.lamps.looked()
    return done("")


@ROUTES.post(
    "/status/stop",
    DID,
    needs="power",
    takes={
        "sure": Sure,
        "director": Annotated[
            bool, About("Wanted in a match in tournament mode: its director was asked, and agrees.")
        ],
    },
    optional=("sure", "director"),
)
def stop(on: Parts, sure: bool = False, director: bool = False) -> Json:
    """Stop the box. The game is kept, every phone is told, and only somebody at the box starts it again."""
    must_be_sure(sure)
    assert on.power is not None
    return done(stop_box(on.power, on.table, director=director))


_STATE = shape({"verdict": TEXT, "word": TEXT, "text": TEXT, "advice": TEXT, "twin": TRUTH})
_HOOK = shape(
    {"number": WHOLE, "url": TEXT, "on": TRUTH, "kinds": {"type": "array", "items": TEXT}, "state": _STATE}
)
_MQTT_PARTS = {
    "on": bool,
    "host": Annotated[str, Within(0, 300)],
    "port": Annotated[Whole, About("0 for the usual one.")],
    "user": Annotated[str, Within(0, 300)],
    "tls": bool,
    "ca": Annotated[
        str, Within(0, 40_000), About("PEM of the authority; empty for those that the system trusts.")
    ],
    "name": Annotated[str, Within(0, 100), About("What people call this box.")],
    "may": Annotated[str, one_of(*MAY_TITLES), About("What other programs may do.")],
    "picture": bool,
    "discovery": bool,
    "password": Annotated[
        str, Within(0, LONGEST_PASSWORD + 1), About("Left out, as it is kept; it is never shown.")
    ],
}
_MQTT = shape({name: {} for name in _MQTT_PARTS if name != "password"} | {"has_password": TRUTH})


@ROUTES.get(
    "/connections",
    Answer(
        shape({"mqtt": _MQTT, "state": _STATE, "box": TEXT, "hooks": {"type": "array", "items": _HOOK}}),
        description="No password, and no secret of an address.",
    ),
    needs="connections",
)
def connections(on: Parts) -> Json:
    """Read what other programs are told, and whether it works."""
    line = _connections(on).mqtt()
    hooks = [
        {
            "number": one.hook.number,
            "url": one.hook.url,
            "on": one.hook.on,
            "kinds": list(one.hook.kinds),
            "state": _state(one.state),
        }
        for one in _connections(on).hooks()
    ]
    return {
        "mqtt": write(line.choice) | {"has_password": line.has_password},
        "state": _state(line.state),
        "box": line.box,
        "hooks": hooks,
    }


@ROUTES.post(
    "/connections/mqtt",
    Answer(_STATE, description="It is kept."),
    needs="connections",
    takes=_MQTT_PARTS,
    optional=tuple(_MQTT_PARTS),
)
def choose_mqtt(box: Parts, /, **chosen: Any) -> Json:
    """Choose how the box speaks MQTT; what is left out stays."""
    wanted, password = _mqtt_choice(box, chosen, tries=False)
    if wanted.may != "tell":
        must_not_outlive(0)  # who speaks at the broker acts from then on
    try:
        _connections(box).set_mqtt(wanted, password)
    except OtherBrokerError as error:
        raise MalformedError(translated(OTHER_BROKER)) from error
    return _state(_connections(box).mqtt().state)


@ROUTES.post(
    "/connections/mqtt/try",
    Answer(_STATE, description="How it went; nothing is kept."),
    needs="connections",
    takes=_MQTT_PARTS,
    optional=tuple(_MQTT_PARTS),
)
def try_mqtt(box: Parts, /, **chosen: Any) -> Json:
    """Try it with a connection of its own, in some ten seconds."""
    wanted, password = _mqtt_choice(box, chosen, tries=True)
    try:
        return _state(_connections(box).try_mqtt(wanted, password))
    except OtherBrokerError as error:
        raise MalformedError(translated(OTHER_BROKER)) from error


@ROUTES.post("/connections/name", DID, needs="connections")
def renew(on: Parts) -> Json:
    """Give the box a new name, as another one has the same."""
    _connections(on).renew()
    return done(_("This box has a new name now. Programs that knew it by the old one have to be told."))


@ROUTES.post(
    "/connections/hooks",
    Answer(
        shape({"number": WHOLE, "secret": {**TEXT, "description": "Signs its messages; shown this once."}}),
        status=201,
        description="It is told from now on.",
    ),
    needs="connections",
    takes={
        "url": Annotated[str, Within(1, 2000)],
        "kinds": Annotated[
            tuple[Annotated[str, one_of(*OUTSIDE)], ...],
            About("What it is told; left out, everything."),
        ],
    },
    optional=("kinds",),
)
def add_hook(on: Parts, url: str, kinds: tuple[str, ...] = ()) -> Json:
    """Tell another address what happens."""
    added = hook_added(_connections(on), url.strip(), kinds)
    return {"number": added.number, "secret": added.secret}


@ROUTES.post("/connections/hooks/<int:number>", DID, needs="connections", takes={"on": bool})
def switch_hook(box: Parts, /, number: int, *, on: bool) -> Json:
    """Switch an address on or off."""
    try:
        _connections(box).switch_hook(number, on=on)
    except NoHookError as error:
        raise no_hook() from error
    return done("")


@ROUTES.post(
    "/connections/hooks/<int:number>/try",
    Answer(_STATE, description="How it went."),
    needs="connections",
)
def try_hook(on: Parts, number: int) -> Json:
    """Send an address a message that tells nothing."""
    try:
        return _state(_connections(on).try_hook(number))
    except NoHookError as error:
        raise no_hook() from error


@ROUTES.post("/connections/hooks/<int:number>/remove", DID, needs="connections")
def remove_hook(on: Parts, number: int) -> Json:
    """Tell an address nothing any more."""
    try:
        _connections(on).drop_hook(number)
    except NoHookError as error:
        raise no_hook() from error
    return done(_("This address is told nothing any more."))


def _mqtt_choice(on: Parts, chosen: Json, *, tries: bool) -> tuple[MqttChoice, str | None]:
    password = chosen.pop("password", None)
    before = _connections(on).mqtt().choice
    wanted = replace(before, **chosen)
    if wrong := faults_of(wanted, password, tries=tries):
        raise MalformedError(" ".join(wrong.values()))
    return wanted, password


def _state(state: LinkState) -> Json:
    told: Json = write(state_view(state))
    return told


def _connections(on: Parts) -> Connections:
    assert on.connections is not None
    return on.connections
