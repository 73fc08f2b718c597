"""The phones and programs of the house: letting one in, what each may do, sending one away, leaving."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping

from flask import Blueprint, flash, g, redirect, render_template, request
from flask.typing import ResponseReturnValue

from engine.errors import SetupError
from web.auth.access import (
    called,
    forget,
    may_act,
    must_not_hurry,
    must_not_outlive,
    no_room_for_phones,
    remember,
    role,
    was_no_guess,
)
from web.box import phone_acts as acts
from web.box.phone_acts import ENDS, ROLES, is_last_admin, phone_line, role_of, token_line
from web.drawing.codes import code_svg
from web.errors import MalformedError, RefusedError, sentence, status_of
from web.house.credentials import Phones, Tokens, TooManyPhonesError
from web.language.locale import _, translated, when
from web.request_body import form_body


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
        return page()

    def page(
        *, error: str = "", typed: Mapping[str, str] | None = None, added: tuple[str, str] | None = None
    ) -> str:
        """List phones and programs.

        Args:
            error: Why something that was typed could not be taken.
            typed: What was typed, by phone or token; a new token is `new`.
            added: A token that was made just now, with the name of its program.
        """
        return render_template(
            "box/phones.html",
            phones=phones.everyone(),
            tokens=tokens.everyone() if tokens is not None else None,
            mine=phones.id_of(g.token),
            roles=[(key, translated(text)) for key, text in ROLES],
            ends=[(key, translated(text)) for key, (_days, text) in ENDS.items()],
            when=when,
            error=error,
            typed=typed or {},
            added=added,
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
            before=translated(dict(ROLES)[line.role]),
            after=translated(dict(ROLES)[chosen]),
            is_mine=line.id == phones.id_of(g.token),
            is_last=chosen != "admin" and is_last_admin(phones, line.id),
        )

    @bp.post("/phones/<phone>/role")
    def change(phone: str) -> ResponseReturnValue:
        line = phone_line(phones, phone)
        chosen = role_of(request.form.get("role", ""))
        if "admin" in {chosen, line.role} and chosen != line.role and "sure" not in request.form:
            return redirect(f"/phones/{line.id}/role?role={chosen}", code=303)
        flash(acts.choose_role(phones, line, chosen))
        return redirect("/phones" if may_still_look(phones) else "/", code=303)

    @bp.post("/phones/<phone>/name")
    def rename(phone: str) -> ResponseReturnValue:
        line, name = phone_line(phones, phone), request.form.get("name", "")
        try:
            acts.rename(phones, line, name, mine=phones.id_of(g.token))
        except SetupError as error:
            return page(error=sentence(error), typed={line.id: name}), status_of(error)
        return redirect("/phones", code=303)

    @bp.get("/phones/<phone>/unpair")
    def ask_unpair(phone: str) -> ResponseReturnValue:
        line = phone_line(phones, phone)
        return render_template(
            "box/unpair.html",
            phone=line,
            role=translated(dict(ROLES)[line.role]),
            is_mine=line.id == phones.id_of(g.token),
            is_last=is_last_admin(phones, line.id),
            when=when,
        )

    @bp.post("/phones/<phone>/unpair")
    def unpair(phone: str) -> ResponseReturnValue:
        if phone == phones.id_of(g.token):
            return go_out(phone)
        flash(acts.unpair(phones, phone))
        return redirect("/phones", code=303)

    @bp.get("/out")
    def leave() -> ResponseReturnValue:
        mine = phones.id_of(g.token)
        return render_template(
            "box/out.html", is_admin=role() == "admin", is_last=is_last_admin(phones, mine)
        )

    @bp.post("/out")
    def left() -> ResponseReturnValue:
        return go_out(phones.id_of(g.token))

    def go_out(mine: str) -> ResponseReturnValue:
        """Unpair the phone of this request, and take its cookie away."""
        acts.unpair(phones, mine)
        flash(_("This phone only watches now. To come back, it scans the new code."))
        return forget(redirect("/", code=303))  # type: ignore[arg-type]

    if tokens is not None:
        _tokens_of_programs(bp, tokens, page)
    return bp


def _tokens_of_programs(bp: Blueprint, tokens: Tokens, page: Callable[..., str]) -> None:
    """Add the addresses to which the forms about tokens are sent."""

    @bp.post("/phones/tokens")
    def add_token() -> ResponseReturnValue:
        """Let a program in; its token is shown this once."""
        body = form_body()
        name, end = body.text("name"), ENDS.get(body.text("ends"))
        if end is None:
            raise MalformedError(_("choose when the token ends"))
        chosen = role_of(body.text("role"))
        days = end[0]
        try:
            made = acts.add_token(tokens, name, chosen, ends=time.time() + days * 86400 if days else 0)
        except (SetupError, MalformedError) as error:
            return page(error=sentence(error), typed={"new": name}), status_of(error)
        return page(added=(name.strip(), made)), 201

    @bp.post("/phones/tokens/<token>")
    def change_token(token: str) -> ResponseReturnValue:
        body, line = form_body(), token_line(tokens, token)
        name = body.text("name")
        try:
            flash(acts.change_token(tokens, line.id, name=name, chosen=role_of(body.text("role"))))
        except SetupError as error:
            return page(error=sentence(error), typed={line.id: name}), status_of(error)
        return redirect("/phones#programs", code=303)

    @bp.get("/phones/tokens/<token>/take-back")
    def ask_take_back(token: str) -> ResponseReturnValue:
        return render_template("box/take_back.html", token=token_line(tokens, token), when=when)

    @bp.post("/phones/tokens/<token>/take-back")
    def take_back(token: str) -> ResponseReturnValue:
        flash(acts.take_back(tokens, token))
        return redirect("/phones", code=303)


def may_still_look(phones: Phones) -> bool:
    """True if this phone still sees the list: it may have changed its own role."""
    return phones.role(g.token) != "watcher"
