"""Verbs of what other programs are told: MQTT and webhooks."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Annotated, Any, get_type_hints

from flask import flash, redirect, request
from flask.typing import ResponseReturnValue

from engine.record import About, Within, one_of
from web.auth.access import must_not_outlive
from web.connections.page import (
    OTHER_BROKER,
    StateView,
    faults_of,
    hook_fault,
    no_hook,
    state_view,
    typed_mqtt,
)
from web.errors import MalformedError
from web.house.connections import (
    LONGEST_PASSWORD,
    MOST_HOOKS,
    Connections,
    MqttChoice,
    NoHookError,
    OtherBrokerError,
    TooManyHooksError,
)
from web.language.events import OUTSIDE
from web.language.locale import _, translated
from web.request_body import Body
from web.verbs.verb import TEXT, WHOLE, Answer, Json, Parts, Verb, shape, there

STATE = StateView


class _Mqtt(
    Verb,
    needs="connections",
    page="/connections",
    reply="beside",
    some=get_type_hints(MqttChoice, include_extras=True),
):
    password: Annotated[
        str | None, Within(0, LONGEST_PASSWORD + 1), About("Left out, as it is kept; it is never shown.")
    ] = None

    @classmethod
    def read_form(cls, form: Body, on: Parts) -> Any:
        choice, password = typed_mqtt(request.form, there(on.connections).mqtt().choice)
        return (TryMqtt if "try" in request.form else ChooseMqtt)(**asdict(choice), password=password)

    def wanted(self, connections: Connections, *, tries: bool) -> MqttChoice:
        """Return how the box would speak MQTT; what is left out stays.

        Raises:
            MalformedError: If it cannot be so.
        """
        wanted = replace(connections.mqtt().choice, **self.chosen())
        if wrong := faults_of(wanted, self.password, tries=tries):
            raise MalformedError(" ".join(wrong.values()))
        return wanted


class ChooseMqtt(_Mqtt, answer=Answer(STATE, description="It is kept.")):
    """Choose how the box speaks MQTT; what is left out stays."""

    def do(self, on: Parts) -> StateView:
        connections = there(on.connections)
        wanted = self.wanted(connections, tries=False)
        if wanted.may != "tell":
            must_not_outlive(0)  # who speaks at the broker acts from then on
        try:
            connections.set_mqtt(wanted, self.password)
        except OtherBrokerError as error:
            raise MalformedError(translated(OTHER_BROKER)) from error
        return state_view(connections.mqtt().state)

    def went_on(self, on: Parts, answer: Json) -> ResponseReturnValue:
        flash(_("So it is from now on, also after a restart."))
        return redirect(self.page, code=303)


class TryMqtt(_Mqtt, answer=Answer(STATE, description="How it went; nothing is kept."), reply="at once"):
    """Try it with a connection of its own, in some ten seconds."""

    def do(self, on: Parts) -> StateView:
        connections = there(on.connections)
        try:
            return state_view(connections.try_mqtt(self.wanted(connections, tries=True), self.password))
        except OtherBrokerError as error:
            raise MalformedError(translated(OTHER_BROKER)) from error


class AddHook(
    Verb,
    needs="connections",
    answer=Answer(
        shape({"number": WHOLE, "secret": {**TEXT, "description": "Signs its messages; shown this once."}}),
        status=201,
        description="It is told from now on.",
    ),
    page="/connections",
    reply="at once",
):
    """Tell another address what happens."""

    url: Annotated[str, Within(1, 2000)]
    kinds: Annotated[
        tuple[Annotated[str, one_of(*OUTSIDE)], ...],
        About("What it is told; left out, everything."),
    ] = ()

    @classmethod
    def read_form(cls, form: Body, on: Parts) -> AddHook:
        ticked = request.form.getlist("kind")
        kinds = tuple(kind for kind in OUTSIDE if kind in ticked)
        if not kinds and "everything" not in ticked:
            raise MalformedError(_("Choose what this address is told."))
        return cls(url=request.form.get("url", ""), kinds=() if "everything" in ticked else kinds)

    def do(self, on: Parts) -> Json:
        url = self.url.strip()
        if fault := hook_fault(url):
            raise MalformedError(fault)
        try:
            added = there(on.connections).add_hook(url, self.kinds)
        except TooManyHooksError as error:
            told = _("There are {count} addresses already: remove one first.", count=MOST_HOOKS)
            raise MalformedError(told) from error
        return {"number": added.number, "secret": added.secret}


class _Hook(Verb, needs="connections", page="/connections#webhooks"):
    number: int

    @classmethod
    def read_form(cls, form: Body, on: Parts) -> Any:
        number = form.whole("number")
        if "try" in request.form:
            return TryHook(number=number)
        if "remove" in request.form:
            return RemoveHook(number=number)
        return SwitchHook(number=number, on="on" in request.form)

    def do(self, on: Parts) -> StateView | str:
        try:
            return self.done_to(there(on.connections))
        except NoHookError as error:
            raise no_hook() from error

    def done_to(self, connections: Connections) -> StateView | str:
        """Do it to the address; raises NoHookError if there is none."""
        raise NotImplementedError


class SwitchHook(_Hook):
    """Switch an address on or off."""

    on: bool

    def done_to(self, connections: Connections) -> str:
        connections.switch_hook(self.number, self.on)
        return ""


class TryHook(_Hook, answer=Answer(STATE, description="How it went."), reply="at once"):
    """Send an address a message that tells nothing."""

    def done_to(self, connections: Connections) -> StateView:
        return state_view(connections.try_hook(self.number))


class RemoveHook(_Hook):
    """Tell an address nothing any more."""

    def done_to(self, connections: Connections) -> str:
        connections.drop_hook(self.number)
        return _("This address is told nothing any more.")
