"""“Connections”: an admin chooses what other programs are told, tries it, and sees whether it works.

A password is taken and never shown again. The schemas of all messages lie beside it, for those who write
programs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from flask import Blueprint, flash, jsonify, redirect, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from engine.messages import Message
from web.auth.access import must_not_outlive
from web.connections.messages import ROOT
from web.connections.schemas import schemas
from web.connections_port import (
    LONGEST_PASSWORD,
    MOST_HOOKS,
    Connections,
    LinkState,
    May,
    MqttChoice,
    NoHookError,
    OtherBrokerError,
    TooManyHooksError,
    Webhook,
    WebhookLine,
)
from web.errors import MalformedError, MissingError, sentence
from web.language.catalogue import mark
from web.language.events import OUTSIDE
from web.language.locale import _, listed, translated
from web.language.messages import said, upper_first

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
    twin: bool


@dataclass(frozen=True, slots=True)
class HookView:
    """An address, in words."""

    number: int
    url: str
    on: bool
    kinds: str
    state: StateView
    tried: StateView | None


def blueprint(connections: Connections) -> Blueprint:
    """Build ``/connections`` and the addresses of the schemas."""
    bp = Blueprint("connections", __name__)

    @bp.get("/connections")
    def show() -> ResponseReturnValue:
        return page()

    def page(
        *,
        typed: MqttChoice | None = None,
        wrong: Mapping[str, str] | None = None,
        tried: LinkState | None = None,
        url: str = "",
        added: Webhook | None = None,
        tried_hook: tuple[int, LinkState] | None = None,
    ) -> str:
        line = connections.mqtt()
        return render_template(
            "connections/connections.html",
            line=line,
            choice=typed or line.choice,
            state=state_view(line.state),
            tried=state_view(tried) if tried is not None else None,
            wrong=wrong or {},
            mays=[(key, translated(title)) for key, title in MAY_TITLES.items()],
            topic=f"{ROOT}/{line.box}",
            schemas=list(schemas()),
            hooks=[_hook_view(one, tried_hook) for one in connections.hooks()],
            kinds=[(kind, translated(title)) for kind, title in OUTSIDE.items()],
            url=url,
            added=added,
        )

    @bp.post("/connections/mqtt")
    def choose() -> ResponseReturnValue:
        """Keep what was typed, or only try it."""
        choice, password, wrong = _typed(request.form, connections.mqtt().choice)
        if wrong:
            return page(typed=choice, wrong=wrong), 400
        try:
            if "try" in request.form:
                return page(typed=choice, tried=connections.try_mqtt(choice, password))
            if choice.may != "tell":
                must_not_outlive(0)  # who speaks at the broker acts from then on
            connections.set_mqtt(choice, password)
        except OtherBrokerError:
            return page(typed=choice, wrong={"password": translated(OTHER_BROKER)}), 400
        flash(_("So it is from now on, also after a restart."))
        return redirect("/connections", code=303)

    @bp.post("/connections/name")
    def renew() -> ResponseReturnValue:
        connections.renew()
        flash(_("This box has a new name now. Programs that knew it by the old one have to be told."))
        return redirect("/connections", code=303)

    @bp.post("/connections/hooks")
    def add_hook() -> ResponseReturnValue:
        """Add an address; its secret is shown this once."""
        url = request.form.get("url", "").strip()
        kinds = [kind for kind in OUTSIDE if kind in request.form.getlist("kind")]
        if "everything" in request.form.getlist("kind"):
            kinds = []
        elif not kinds:
            return page(url=url, wrong={"kind": _("Choose what this address is told.")}), 400
        try:
            added = hook_added(connections, url, kinds)
        except MalformedError as error:
            return page(url=url, wrong={"url": sentence(error)}), 400
        return page(added=added), 201

    @bp.post("/connections/hooks/<int:number>")
    def change_hook(number: int) -> ResponseReturnValue:
        """Switch an address on or off, try it, or remove it."""
        try:
            if "try" in request.form:
                return page(tried_hook=(number, connections.try_hook(number)))
            if "remove" in request.form:
                connections.drop_hook(number)
                flash(_("This address is told nothing any more."))
            else:
                connections.switch_hook(number, on="on" in request.form)
        except NoHookError as error:
            raise no_hook() from error
        return redirect("/connections#webhooks", code=303)

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


def _typed(form: MultiDict[str, str], before: MqttChoice) -> tuple[MqttChoice, str | None, dict[str, str]]:
    """Read the form: what was chosen, the password or None for the one that is kept, and what cannot be."""
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
    return choice, password, faults_of(choice, password, tries="try" in form)


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


def hook_added(connections: Connections, url: str, kinds: Sequence[str]) -> Webhook:
    """Tell another address from now on: everything, or these kinds of events.

    Raises:
        MalformedError: If the address cannot be, or there are as many as there can be.
    """
    if Webhook.fault(url) is not None:
        raise MalformedError(translated(_FAULTS["url"]))
    try:
        return connections.add_hook(url, kinds)
    except TooManyHooksError as error:
        told = _("There are {count} addresses already: remove one first.", count=MOST_HOOKS)
        raise MalformedError(told) from error


def no_hook() -> MissingError:
    """Tell that there is no such address."""
    return MissingError(_("there is no such address: it may have been removed"))


def _hook_view(line: WebhookLine, tried: tuple[int, LinkState] | None) -> HookView:
    hook = line.hook
    return HookView(
        hook.number,
        hook.url,
        hook.on,
        listed([translated(OUTSIDE[kind]) for kind in hook.kinds if kind in OUTSIDE])
        or translated(mark("everything that happens")),
        state_view(line.state, _HOOK_VERDICTS),
        state_view(tried[1], _HOOK_VERDICTS) if tried is not None and tried[0] == hook.number else None,
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
        state.twin,
    )
