"""“Connections”: an admin chooses what other programs are told, tries it, and sees whether it works.

A password is taken and never shown again. The schemas of all messages lie beside it, for those who write
programs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, jsonify, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from engine.messages import Message
from web.connections.messages import ROOT
from web.connections.schemas import schemas
from web.errors import MissingError
from web.house.connections import (
    LONGEST_PASSWORD,
    Connections,
    LinkState,
    May,
    MqttChoice,
    Webhook,
    WebhookLine,
)
from web.language.catalogue import mark
from web.language.events import OUTSIDE
from web.language.locale import _, listed, translated
from web.language.messages import said, upper_first
from web.request_body import outcome

MAY_TITLES: Mapping[May, str] = {
    "tell": mark("nothing: this box only tells"),
    "undo": mark("take back and begin a new game"),
    "play": mark("whatever a phone that plays may do"),
}
"""What other programs may do, in words."""

_VERDICTS: Mapping[str, str] = {
    "off": mark("switched off"),
    "trying": mark("not yet connected"),
    "fine": mark("connected"),
    "broken": mark("not connected"),
}

_HOOK_VERDICTS: Mapping[str, str] = {
    **_VERDICTS,
    "fine": mark("switched on"),
    "broken": mark("does not work"),
}

_FAULTS: Mapping[str, str] = {
    "host": mark("The broker: give its name or number alone, without mqtt:// and without a port."),
    "port": mark("The port: give 1 to 65535, or leave it empty for the usual one."),
    "user": mark("The user: at most 200 letters are taken."),
    "ca": mark("The certificate: paste all of it, from “BEGIN CERTIFICATE” to “END CERTIFICATE”."),
    "name": mark("The name of this box: at most 40 letters are taken."),
    "may": mark("Choose what other programs may do."),
    "url": mark("The address: it begins with http:// or https://, and has no user and no password."),
    "password": mark("The password: at most 500 letters are taken."),
}
"""What is said where something that was typed cannot be, by its field."""


OTHER_BROKER = mark(
    "The password was typed for another broker, port or user, or for TLS: type it again, or remove it."
)
"""What is said where a kept password would go elsewhere."""


@dataclass(frozen=True, slots=True)
class StateView:
    """How a connection is, in words."""

    verdict: str
    word: str
    text: str
    advice: str


@dataclass(frozen=True, slots=True)
class HookView:
    """An address, in words."""

    number: int
    url: str
    on: bool
    kinds: str
    state: StateView
    tried: Mapping[str, Any] | None


def blueprint(connections: Connections) -> Blueprint:
    """Build ``/connections`` and the addresses of the schemas."""
    bp = Blueprint("connections", __name__)

    @bp.get("/connections")
    def show() -> ResponseReturnValue:
        line, sent = connections.mqtt(), outcome()
        choice, wrong = line.choice, {}
        if sent.verb in ("ChooseMqtt", "TryMqtt"):
            choice, password = typed_mqtt(request.form, line.choice)
            if sent.error:
                wrong = faults_of(choice, password, tries="try" in request.form) or {"password": sent.refusal}
        elif sent.error:
            wrong = {"url" if "kind" in request.form else "kind": sent.refusal}
        tried = {(request.view_args or {}).get("number", 0): sent.answer} if sent.verb == "TryHook" else {}
        return render_template(
            "connections/connections.html",
            line=line,
            choice=choice,
            state=state_view(line.state),
            tried=sent.answer if sent.verb == "TryMqtt" and sent.answer else None,
            wrong=wrong,
            mays=[(key, translated(title)) for key, title in MAY_TITLES.items()],
            topic=f"{ROOT}/{line.box}",
            schemas=list(schemas()),
            hooks=[_hook_view(one, tried.get(one.hook.number)) for one in connections.hooks()],
            kinds=[(kind, translated(OUTSIDE[kind])) for kind in OUTSIDE],
            url=sent.of("AddHook").typed("url").strip(),
            added={"url": request.form["url"].strip(), **sent.answer} if "secret" in sent.answer else None,
        )

    @bp.get("/api/v1/mqtt")
    def every() -> ResponseReturnValue:
        """List the schemas of all messages."""
        return jsonify(schemas())

    @bp.get("/api/v1/mqtt/<name>.json")
    def one(name: str) -> ResponseReturnValue:
        found = schemas().get(name)
        if found is None:
            raise MissingError(_("there is no such message: there are {names}", names=", ".join(schemas())))
        return jsonify(found)

    return bp


def typed_mqtt(form: MultiDict[str, str], before: MqttChoice) -> tuple[MqttChoice, str | None]:
    """Read the form: what was chosen, and the password or None for the one that is kept."""
    port = form.get("port", "").strip()
    password = form.get("password", "") or ("" if "no_password" in form else None)
    choice = MqttChoice(
        on="on" in form,
        host=form.get("host", "").strip(),
        port=int(port) if port.isascii() and port.isdigit() and len(port) < 6 else 0 if not port else -1,
        user=form.get("user", "").strip(),
        tls="tls" in form,
        ca=form.get("ca", "").replace("\r\n", "\n").strip(),
        name=form.get("name", "").strip(),
        may=next((may for may in MAY_TITLES if may == form.get("may")), before.may),
        picture="picture" in form,
        discovery="discovery" in form,
    )
    return choice, password


def faults_of(choice: MqttChoice, password: str | None, *, tries: bool) -> dict[str, str]:
    """Tell what cannot be, in the reader's language, by its field.

    Args:
        choice: How the box would speak MQTT.
        password: The one that was typed; None for the one that is kept.
        tries: It is to be tried, whether it is switched on or not.
    """
    wrong = {key: translated(_FAULTS[key]) for key in choice.faults()}
    if not choice.host and (tries or choice.on):
        wrong["host"] = translated(_FAULTS["host"])
    if password is not None and len(password) > LONGEST_PASSWORD:
        wrong["password"] = translated(_FAULTS["password"])
    return wrong


def hook_fault(url: str) -> str:
    """Write what is wrong with an address; empty for one that can be."""
    return translated(_FAULTS["url"]) if Webhook.fault(url) is not None else ""


def no_hook() -> MissingError:
    """Make the error that says that there is no such address."""
    return MissingError(_("there is no such address: it may have been removed"))


def _hook_view(line: WebhookLine, tried: Mapping[str, Any] | None) -> HookView:
    hook = line.hook
    return HookView(
        hook.number,
        hook.url,
        hook.on,
        listed([translated(OUTSIDE[kind]) for kind in hook.kinds if kind in OUTSIDE])
        or translated(mark("everything that happens")),
        state_view(line.state, _HOOK_VERDICTS),
        tried and {**tried, "word": translated(_HOOK_VERDICTS[tried["verdict"]])},
    )


def _sentence(message: Message) -> str:
    """Write a message as a sentence; names of computers and topics begin as they are written."""
    return upper_first(
        said(message), names=[name for name in message.fields.values() if isinstance(name, str)]
    )


def state_view(state: LinkState, words: Mapping[str, str] = _VERDICTS) -> StateView:
    """Write how a connection is."""
    return StateView(
        state.verdict,
        translated(words[state.verdict]),
        _sentence(state.text),
        _sentence(state.advice),
    )
