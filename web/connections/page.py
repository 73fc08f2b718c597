"""“Connections”: an admin chooses what other programs are told, tries it, and sees whether it works.

A password is taken and never shown again. The schemas of all messages lie beside it, for those who write
programs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from flask import Blueprint, flash, jsonify, redirect, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from web.auth.roles import allow
from web.connections.schemas import schemas
from web.connections.topics import ROOT
from web.connections_port import Connections, LinkState, May, MqttChoice
from web.errors import MissingError
from web.language.catalogue import mark
from web.language.locale import _, translated
from web.language.messages import said, upper_first

MAY_TITLES: Mapping[May, str] = {
    "tell": mark("nothing: this box only tells"),
    "undo": mark("take back and begin a new game"),
    "play": mark("whatever a phone that plays may do"),
}
"""What other programs may do, in words."""

_VERDICTS: Mapping[str, str] = {
    "off": mark("off"),
    "trying": mark("not yet connected"),
    "fine": mark("connected"),
    "broken": mark("not connected"),
}

_FAULTS: Mapping[str, str] = {
    "host": mark("The broker: give its name or number alone, without mqtt:// and without a port."),
    "port": mark("The port: give 1 to 65535, or leave it empty for the usual one."),
    "user": mark("The user: at most 200 letters are taken."),
    "ca": mark("The certificate: paste all of it, from “BEGIN CERTIFICATE” to “END CERTIFICATE”."),
    "name": mark("The name of this box: at most 40 letters are taken."),
    "may": mark("Choose what other programs may do."),
    "password": mark("The password: at most 500 letters are taken."),
}
"""What is said where something that was typed cannot be, by its field."""


@dataclass(frozen=True, slots=True)
class StateView:
    """How a connection is, in words."""

    verdict: str
    word: str
    text: str
    advice: str
    twin: bool


def blueprint(connections: Connections) -> Blueprint:
    """Build ``/connections`` and the addresses of the schemas."""
    bp = Blueprint("connections", __name__)

    @bp.get("/connections")
    @allow("admin")
    def show() -> ResponseReturnValue:
        return page()

    def page(
        *,
        typed: MqttChoice | None = None,
        wrong: Mapping[str, str] | None = None,
        tried: LinkState | None = None,
    ) -> str:
        line = connections.mqtt()
        return render_template(
            "connections/connections.html",
            line=line,
            choice=typed or line.choice,
            state=_view(line.state),
            tried=_view(tried) if tried is not None else None,
            wrong=wrong or {},
            mays=[(key, translated(title)) for key, title in MAY_TITLES.items()],
            topic=f"{ROOT}/{line.box}",
            schemas=list(schemas()),
        )

    @bp.post("/connections/mqtt")
    @allow("admin")
    def choose() -> ResponseReturnValue:
        """Keep what was typed, or only try it."""
        choice, password, wrong = _typed(request.form, connections.mqtt().choice)
        if wrong:
            return page(typed=choice, wrong=wrong), 400
        if "try" in request.form:
            return page(typed=choice, tried=connections.try_mqtt(choice, password))
        connections.set_mqtt(choice, password)
        flash(_("So it is from now on, also after a restart."))
        return redirect("/connections", code=303)

    @bp.post("/connections/name")
    @allow("admin")
    def renew() -> ResponseReturnValue:
        connections.renew()
        flash(_("This box has a new name now. Programs that knew it by the old one have to be told."))
        return redirect("/connections", code=303)

    @bp.get("/api/v1/mqtt")
    @allow("watcher")
    def every() -> ResponseReturnValue:
        """List the schemas of all messages."""
        return jsonify(schemas())

    @bp.get("/api/v1/mqtt/<name>.json")
    @allow("watcher")
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
    wrong = {key: translated(_FAULTS[key]) for key in choice.faults()}
    if not choice.host and ("try" in form or choice.on):
        wrong["host"] = translated(_FAULTS["host"])
    if password is not None and len(password) > 500:
        wrong["password"] = translated(_FAULTS["password"])
    return choice, password, wrong


def _view(state: LinkState) -> StateView:
    return StateView(
        state.verdict,
        translated(_VERDICTS[state.verdict]),
        upper_first(said(state.text)),
        upper_first(said(state.advice)),
        state.twin,
    )
