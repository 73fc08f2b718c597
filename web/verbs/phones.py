"""Verbs of phones, and of the tokens of programs."""

from __future__ import annotations

import logging
import time
from typing import Annotated

from flask import current_app, flash, g, redirect
from flask.typing import ResponseReturnValue

from engine.errors import SetupError
from engine.record import About, Within
from web.auth.access import forget, must_not_outlive, program, role
from web.auth.permissions import suffices
from web.box.pairing import ENDS, ROLE_TITLES, no_token, phone_line, token_line
from web.errors import MalformedError, MissingError, RefusedError
from web.house.credentials import LATEST_END, MOST_TOKENS, Credential, LastAdminError, TooManyTokensError
from web.language.bidi import isolated
from web.language.locale import _, _n, translated
from web.ports import Role
from web.request_body import Body
from web.verbs.verb import DID, TEXT, Answer, Json, Parts, Verb, shape, there

log = logging.getLogger(__name__)

_Role = Annotated[Role, About("What it may do: watch, play, or change the box.")]
_Name = Annotated[str, Within(1, 200)]


class ChooseRole(Verb, page="/phones"):
    """Let a phone do more or less."""

    phone: str
    role: _Role

    @classmethod
    def is_sure(cls, form: Body) -> bool:
        return form.is_sent("sure")

    def asks(self, on: Parts) -> bool:
        before = phone_line(on.phones, self.phone).role
        return before != self.role and "admin" in (before, self.role)

    def do(self, on: Parts) -> str:
        line = phone_line(on.phones, self.phone)
        if not suffices(line.role, self.role):
            must_not_outlive(0)
        try:
            on.phones.set_role(line.id, self.role)
        except LastAdminError as error:
            raise _last() from error
        _tell_phones()
        role = translated(ROLE_TITLES[self.role])
        return _("{phone} now: {role}", phone=_called(line), role=role)

    def unsure(self) -> str:
        return f"/phones/{self.phone}/role?role={self.role}"

    def went_on(self, on: Parts, answer: Json) -> ResponseReturnValue:
        flash(answer["done"])
        # It may have changed its own role.
        return redirect("/" if on.phones.role(g.token) == "watcher" else "/phones", code=303)


class RenamePhone(Verb, page="/phones", reply="quiet"):
    """Call a phone something: a player's phone itself, an admin any."""

    phone: str
    name: Annotated[str, Within(0, 200)]

    def do(self, on: Parts) -> str:
        line = phone_line(on.phones, self.phone)
        mine = "" if program() else on.phones.id_of(g.token)
        if line.id != mine and role() != "admin":
            raise RefusedError(_("this phone may only change its own name"))
        on.phones.rename(line.id, self.name)
        return _called(phone_line(on.phones, self.phone))


class UnpairPhone(Verb, page="/phones"):
    """Forget a phone; the code of the box changes."""

    phone: str

    def asks(self, on: Parts) -> bool:
        return bool(phone_line(on.phones, self.phone))

    def do(self, on: Parts) -> str:
        line = phone_line(on.phones, self.phone)
        try:
            on.phones.unpair(self.phone)
        except LastAdminError as error:
            raise _last() from error
        except KeyError as error:
            raise MissingError(_("there is no such phone: it may have left")) from error
        _tell_phones()
        return _("{phone} only watches now. To come back, it scans the new code.", phone=_called(line))

    def went_on(self, on: Parts, answer: Json) -> ResponseReturnValue:
        if on.phones.role(g.token) != "watcher":
            return Verb.went_on(self, on, answer)
        flash(_("This phone only watches now. To come back, it scans the new code."))
        return forget(redirect("/", code=303))  # type: ignore[arg-type]


class LeaveBox(UnpairPhone):
    """Forget the phone that asks."""

    @classmethod
    def read_form(cls, form: Body, on: Parts) -> LeaveBox:
        return cls(phone=on.phones.id_of(g.token))


class AddToken(
    Verb,
    needs="tokens",
    answer=Answer(
        shape({"token": {**TEXT, "description": "Shown this once."}}), status=201, description="It was made."
    ),
    page="/phones",
    reply="at once",
):
    """Let a program in."""

    name: _Name
    role: _Role
    ends: Annotated[
        int, Within(0, int(LATEST_END)), About("When it ends, in seconds since 1970; 0 for never.")
    ]

    @classmethod
    def read_form(cls, form: Body, on: Parts) -> AddToken:
        if (end := ENDS.get(form.text("ends"))) is None:
            raise MalformedError(_("choose when the token ends"))
        days = end[0]
        ends = int(time.time()) + days * 86400 if days else 0
        return cls(name=form.text("name"), role=form.read("role", Role), ends=ends)

    def do(self, on: Parts) -> Json:
        must_not_outlive(self.ends)
        if self.ends and self.ends <= time.time():
            raise MalformedError(_("choose when the token ends"))
        try:
            return {"token": there(on.tokens).add(self.name, self.role, ends=self.ends)}
        except TooManyTokensError as error:
            raise MalformedError(
                _("there are {count} tokens already: take one back first", count=MOST_TOKENS)
            ) from error
        except SetupError:
            raise
        except ValueError as error:
            raise MalformedError(_("choose when the token ends")) from error


class ChangeToken(Verb, needs="tokens", page="/phones#programs", reply="beside"):
    """Call a program something, and let it do more or less."""

    token: str
    name: _Name
    role: _Role

    def do(self, on: Parts) -> str:
        tokens = there(on.tokens)
        line = token_line(tokens, self.token)
        if not suffices(line.role, self.role):
            must_not_outlive(line.ends)
        try:
            tokens.change(line.id, name=self.name, role=self.role)
        except KeyError as error:
            raise no_token() from error
        _tell_phones()
        name, role = token_line(tokens, self.token).name, translated(ROLE_TITLES[self.role])
        return _("{phone} now: {role}", phone=isolated(name), role=role)


class TakeTokenBack(
    Verb, needs="tokens", answer=Answer(DID.schema, description="Its streams end."), page="/phones"
):
    """Let a program in no more."""

    token: str

    def asks(self, on: Parts) -> bool:
        return bool(token_line(there(on.tokens), self.token))

    def do(self, on: Parts) -> str:
        line = token_line(there(on.tokens), self.token)
        streams = current_app.extensions["live"].streams_of(line.id)
        try:
            there(on.tokens).take_back(line.id)
        except KeyError as error:
            raise no_token() from error
        log.info(
            "the token of %r was taken back; streams that it had open, and that end: %d", line.name, streams
        )
        _tell_phones()
        told = _("“{name}” may do nothing any more.", name=isolated(line.name))
        ended = _n("{count} stream that it had open ends.", "{count} streams that it had open end.", streams)
        return f"{told} {ended}" if streams else told


def _called(line: Credential) -> str:
    return line.name or _("a phone without a name")


def _tell_phones() -> None:
    """Let the phones that are open show at once what they may do now."""
    current_app.extensions["live"].phones_changed()


def _last() -> RefusedError:
    return RefusedError(
        _("this is the only phone that may change the box: let another one do so first"), status=409
    )
