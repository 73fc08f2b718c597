"""The phones and programs of the house: letting one in, what each may do, sending one away, leaving."""

from __future__ import annotations

from collections.abc import Mapping

from flask import Blueprint, g, redirect, render_template, request
from flask.typing import ResponseReturnValue

from web.auth.access import (
    called,
    may_act,
    must_not_hurry,
    must_not_outlive,
    no_room_for_phones,
    remember,
    role,
    was_no_guess,
)
from web.drawing.codes import code_svg
from web.errors import MalformedError, MissingError, RefusedError
from web.house.credentials import Credential, Phones, Tokens, TooManyPhonesError
from web.language.catalogue import mark
from web.language.locale import _, translated, when
from web.ports import Role
from web.request_body import outcome

ROLE_TITLES: Mapping[Role, str] = {
    "watcher": mark("watches"),
    "player": mark("plays"),
    "admin": mark("plays and changes the box"),
}
"""What a phone or a program may do, in words."""

ENDS: Mapping[str, tuple[int, str]] = {
    "month": (30, mark("in a month")),
    "day": (1, mark("in a day")),
    "year": (365, mark("in a year")),
    "never": (0, mark("never")),
}
"""When a token ends, as the page offers it: in so many days, in words."""


def blueprint(phones: Phones, tokens: Tokens | None) -> Blueprint:
    """Build the pages about phones, and about the tokens of programs where there can be such."""
    bp = Blueprint("paired", __name__)

    @bp.get("/phone")
    def phone() -> ResponseReturnValue:
        if not may_act():
            # Somebody stands at the box and has pressed its button.
            must_not_hurry()
            try:
                token = phones.let_in(token=g.token, name=called())
            except TooManyPhonesError as error:
                raise no_room_for_phones() from error
            if token is None:
                raise RefusedError(_("only a phone that plays can let another one in"))
            was_no_guess()
            return remember(redirect("/", code=303), token)
        must_not_outlive(0)
        address = phones.address()
        return render_template("box/phone.html", code=code_svg(address), address=address)

    @bp.get("/phones")
    def everyone() -> ResponseReturnValue:
        sent = outcome()
        made = sent.answer.get("token")
        which = "new" if sent.verb == "AddToken" else str(next(iter((request.view_args or {}).values()), ""))
        return render_template(
            "box/phones.html",
            phones=phones.all(),
            tokens=tokens.all() if tokens is not None else None,
            mine=phones.id_of(g.token),
            roles=[(key, translated(text)) for key, text in ROLE_TITLES.items()],
            ends=[(key, translated(text)) for key, (_days, text) in ENDS.items()],
            when=when,
            error=sent.refusal,
            typed={which: sent.typed("name")} if sent.error else {},
            added=(request.form["name"].strip(), made) if made else None,
        )

    @bp.get("/phones/<phone>/role")
    def ask_change(phone: str) -> ResponseReturnValue:
        """Ask first: who may change the box decides about all phones."""
        line = phone_line(phones, phone)
        if "role" not in request.args:
            return redirect("/phones", code=303)
        chosen = role_of(request.args["role"])
        return render_template(
            "box/role.html",
            phone=line,
            chosen=chosen,
            before=translated(ROLE_TITLES[line.role]),
            after=translated(ROLE_TITLES[chosen]),
            is_mine=line.id == phones.id_of(g.token),
            is_last=chosen != "admin" and _is_last_admin(phones, line.id),
        )

    @bp.get("/phones/<phone>/unpair")
    def ask_unpair(phone: str) -> ResponseReturnValue:
        line = phone_line(phones, phone)
        return render_template(
            "box/unpair.html",
            phone=line,
            role=translated(ROLE_TITLES[line.role]),
            is_mine=line.id == phones.id_of(g.token),
            is_last=_is_last_admin(phones, line.id),
            when=when,
        )

    @bp.get("/out")
    def leave() -> ResponseReturnValue:
        mine = phones.id_of(g.token)
        return render_template(
            "box/out.html", is_admin=role() == "admin", is_last=_is_last_admin(phones, mine)
        )

    @bp.get("/phones/tokens/<token>/take-back")
    def ask_take_back(token: str) -> ResponseReturnValue:
        return render_template("box/take_back.html", token=token_line(tokens, token), when=when)

    return bp


def role_of(asked: str) -> Role:
    """Read what a phone or a program may do.

    Raises:
        MalformedError: If it is none of the roles.
    """
    for key in ROLE_TITLES:
        if key == asked:
            return key
    raise MalformedError(_("choose what the phone may do"))


def phone_line(phones: Phones, phone: str) -> Credential:
    """Find a phone of the list.

    Raises:
        MissingError: If there is none.
    """
    for line in phones.all():
        if line.id == phone:
            return line
    raise MissingError(_("there is no such phone: it may have left"))


def token_line(tokens: Tokens | None, token: str) -> Credential:
    """Find a token of the list.

    Raises:
        MissingError: If there is none.
    """
    for line in tokens.all() if tokens is not None else ():
        if line.id == token:
            return line
    raise no_token()


def no_token() -> MissingError:
    """Make the error that says that there is no such token."""
    return MissingError(_("there is no such token: it may have been taken back"))


def _is_last_admin(phones: Phones, phone: str) -> bool:
    """True if nobody else may change the box."""
    return [line.id for line in phones.all() if line.role == "admin"] == [phone]
