"""The phones of the house: letting one in, what each may do, sending one away, leaving with this one."""

from __future__ import annotations

from collections.abc import Mapping

from flask import Blueprint, current_app, flash, g, redirect, render_template, request
from flask.typing import ResponseReturnValue

from engine.errors import SetupError
from web.auth.access import called, forget, may_act, must_not_hurry, remember, role, was_no_guess
from web.auth.roles import allow
from web.drawing.codes import code_svg
from web.errors import MalformedError, MissingError, RefusedError, sentence, status_of
from web.language.catalogue import mark
from web.language.locale import _, translated, when
from web.ports import LastAdminError, PhoneLine, Phones, Role

ROLES: tuple[tuple[Role, str], ...] = (
    ("watcher", mark("watches")),
    ("player", mark("plays")),
    ("admin", mark("plays and changes the box")),
)
"""What a phone may do, in words."""


def blueprint(phones: Phones) -> Blueprint:
    """Build the pages about phones."""
    bp = Blueprint("paired", __name__)

    @bp.get("/phone")
    @allow("watcher")  # who watches comes in here while the box's button holds the door open
    def phone() -> ResponseReturnValue:
        if not may_act():
            # Somebody stands at the box and has pressed its button.
            must_not_hurry()
            token = phones.let_in(token=g.token, name=called())
            if token is None:
                raise RefusedError(_("only a phone that plays can let another one in"))
            was_no_guess()
            return remember(redirect("/", code=303), token)
        address = phones.address()
        return render_template("box/phone.html", code=code_svg(address), address=address)

    @bp.get("/phones")
    @allow("player")
    def everyone() -> ResponseReturnValue:
        return page()

    def page(*, error: str = "", typed: Mapping[str, str] | None = None) -> str:
        """List the phones; with a name, by its phone, that was typed and could not be taken."""
        return render_template(
            "box/phones.html",
            phones=phones.everyone(),
            mine=phones.id_of(g.token),
            roles=[(key, translated(text)) for key, text in ROLES],
            when=when,
            error=error,
            typed=typed or {},
        )

    @bp.get("/phones/<phone>/role")
    @allow("admin")
    def ask_change(phone: str) -> ResponseReturnValue:
        """Ask first: who may change the box decides about all phones."""
        line = _line(phones, phone)
        if "role" not in request.args:
            return redirect("/phones", code=303)
        chosen = _role(request.args["role"])
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
    @allow("admin")
    def change(phone: str) -> ResponseReturnValue:
        line = _line(phones, phone)
        chosen = _role(request.form.get("role", ""))
        if "admin" in {chosen, line.role} and chosen != line.role and "sure" not in request.form:
            return redirect(f"/phones/{line.id}/role?role={chosen}", code=303)
        try:
            phones.set_role(line.id, chosen)
        except LastAdminError as error:
            raise _last() from error
        _tell_phones()
        flash(_("{phone} now: {role}", phone=name_of(line), role=translated(dict(ROLES)[chosen])))
        return redirect("/phones" if may_still_look(phones) else "/", code=303)

    @bp.post("/phones/<phone>/name")
    @allow("player")  # its own name; an admin, anyone's
    def rename(phone: str) -> ResponseReturnValue:
        line = _line(phones, phone)
        if line.id != phones.id_of(g.token) and role() != "admin":
            raise RefusedError(_("this phone may only change its own name"))
        name = request.form.get("name", "")
        try:
            phones.rename(line.id, name)
        except SetupError as error:
            return page(error=sentence(error), typed={line.id: name}), status_of(error)
        return redirect("/phones", code=303)

    @bp.get("/phones/<phone>/unpair")
    @allow("admin")
    def ask_unpair(phone: str) -> ResponseReturnValue:
        line = _line(phones, phone)
        return render_template(
            "box/unpair.html",
            phone=line,
            role=translated(dict(ROLES)[line.role]),
            is_mine=line.id == phones.id_of(g.token),
            is_last=is_last_admin(phones, line.id),
            when=when,
        )

    @bp.post("/phones/<phone>/unpair")
    @allow("admin")
    def unpair(phone: str) -> ResponseReturnValue:
        line = _line(phones, phone)
        if line.id == phones.id_of(g.token):
            return go_out(line.id)
        _forget(phones, line.id)
        flash(_("{phone} only watches now. To come back, it scans the new code.", phone=name_of(line)))
        return redirect("/phones", code=303)

    @bp.get("/out")
    @allow("watcher")
    def leave() -> ResponseReturnValue:
        mine = phones.id_of(g.token)
        return render_template(
            "box/out.html", is_admin=role() == "admin", is_last=is_last_admin(phones, mine)
        )

    @bp.post("/out")
    @allow("player")
    def left() -> ResponseReturnValue:
        return go_out(phones.id_of(g.token))

    def go_out(mine: str) -> ResponseReturnValue:
        """Unpair the phone of this request, and take its cookie away."""
        _forget(phones, mine)
        flash(_("This phone only watches now. To come back, it scans the new code."))
        return forget(redirect("/", code=303))  # type: ignore[arg-type]

    return bp


def name_of(line: PhoneLine) -> str:
    """Name a phone for people."""
    return line.name or _("a phone without a name")


def may_still_look(phones: Phones) -> bool:
    """True if this phone still sees the list: it may have changed its own role."""
    return phones.role(g.token) != "watcher"


def is_last_admin(phones: Phones, phone: str) -> bool:
    """True if nobody else may change the box."""
    return [line.id for line in phones.everyone() if line.role == "admin"] == [phone]


def _line(phones: Phones, phone: str) -> PhoneLine:
    for line in phones.everyone():
        if line.id == phone:
            return line
    raise MissingError(_("there is no such phone: it may have left"))


def _role(asked: str) -> Role:
    for key, _text in ROLES:
        if key == asked:
            return key
    raise MalformedError(_("choose what the phone may do"))


def _forget(phones: Phones, phone: str) -> None:
    try:
        phones.unpair(phone)
    except LastAdminError as error:
        raise _last() from error
    except KeyError as error:
        raise MissingError(_("there is no such phone: it may have left")) from error
    _tell_phones()


def _tell_phones() -> None:
    """Let the phones that are open show at once what they may do now."""
    current_app.extensions["live"].phones_changed()


def _last() -> RefusedError:
    return RefusedError(
        _("this is the only phone that may change the box: let another one do so first"), status=409
    )
