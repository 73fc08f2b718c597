"""What can be done to phones and to the tokens of programs, for the page and for programs alike.

Each tells in a sentence what became of it, or raises what is said instead.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Mapping

from flask import current_app

from engine.errors import SetupError
from web.auth.access import must_not_outlive, role
from web.auth.permissions import RANK
from web.errors import MalformedError, MissingError, RefusedError
from web.house.credentials import (
    LATEST_END,
    MOST_TOKENS,
    Credential,
    LastAdminError,
    Phones,
    Tokens,
    TooManyTokensError,
)
from web.language.bidi import isolated
from web.language.catalogue import mark
from web.language.locale import _, _n, translated
from web.ports import Role

log = logging.getLogger(__name__)

ROLES: tuple[tuple[Role, str], ...] = (
    ("watcher", mark("watches")),
    ("player", mark("plays")),
    ("admin", mark("plays and changes the box")),
)
"""What a phone or a program may do, in words."""

ENDS: Mapping[str, tuple[int, str]] = {
    "month": (30, mark("in a month")),
    "day": (1, mark("in a day")),
    "year": (365, mark("in a year")),
    "never": (0, mark("never")),
}
"""When a token ends, as the page offers it: in so many days, in words."""


def role_of(asked: str) -> Role:
    """Read what a phone or a program may do.

    Raises:
        MalformedError: If it is none of the roles.
    """
    for key, _text in ROLES:
        if key == asked:
            return key
    raise MalformedError(_("choose what the phone may do"))


def name_of(line: Credential) -> str:
    """Name a phone for people."""
    return line.name or _("a phone without a name")


def phone_line(phones: Phones, phone: str) -> Credential:
    """Find a phone of the list.

    Raises:
        MissingError: If there is none.
    """
    for line in phones.everyone():
        if line.id == phone:
            return line
    raise MissingError(_("there is no such phone: it may have left"))


def choose_role(phones: Phones, line: Credential, chosen: Role) -> str:
    """Let a phone do more or less.

    Raises:
        RefusedError: If nobody would be left who may change the box, or a token that ends asks for more.
    """
    if RANK[chosen] > RANK[line.role]:
        must_not_outlive(0)
    try:
        phones.set_role(line.id, chosen)
    except LastAdminError as error:
        raise _last() from error
    _tell_phones()
    return _("{phone} now: {role}", phone=name_of(line), role=translated(dict(ROLES)[chosen]))


def rename(phones: Phones, line: Credential, name: str, *, mine: str) -> None:
    """Call a phone something.

    Args:
        phones: All of them.
        line: The phone.
        name: What it is called.
        mine: The phone that asks; empty for a program.

    Raises:
        RefusedError: If it is another phone's name, and who asks is no admin.
        SetupError: If the name is too long.
    """
    if line.id != mine and role() != "admin":
        raise RefusedError(_("this phone may only change its own name"))
    phones.rename(line.id, name)


def unpair(phones: Phones, phone: str) -> str:
    """Forget a phone.

    Raises:
        MissingError: If there is none.
        RefusedError: If nobody would be left who may change the box.
    """
    line = phone_line(phones, phone)
    try:
        phones.unpair(phone)
    except LastAdminError as error:
        raise _last() from error
    except KeyError as error:
        raise MissingError(_("there is no such phone: it may have left")) from error
    _tell_phones()
    return _("{phone} only watches now. To come back, it scans the new code.", phone=name_of(line))


def token_line(tokens: Tokens, token: str) -> Credential:
    """Find a token of the list.

    Raises:
        MissingError: If there is none.
    """
    for line in tokens.everyone():
        if line.id == token:
            return line
    raise _no_token()


def add_token(tokens: Tokens, name: str, chosen: Role, *, ends: float) -> str:
    """Make a token for a program and return it, this once.

    Args:
        tokens: Those that there are.
        name: What the program is called.
        chosen: What it may do.
        ends: Seconds since 1970; 0 for no end.

    Raises:
        SetupError: If it has no name, or one that is too long.
        MalformedError: If it cannot end then, or there are as many as there can be.
        RefusedError: If a token asks that ends earlier.
    """
    must_not_outlive(ends)
    if ends and not time.time() < ends <= LATEST_END:
        raise MalformedError(_("choose when the token ends"))
    try:
        made = tokens.add(name, chosen, ends=ends)
    except TooManyTokensError as error:
        raise MalformedError(
            _("there are {count} tokens already: take one back first", count=MOST_TOKENS)
        ) from error
    except SetupError:
        raise
    except ValueError as error:
        raise MalformedError(_("choose when the token ends")) from error
    return made


def change_token(tokens: Tokens, token: str, *, name: str, chosen: Role) -> str:
    """Call a token something, and let it do more or less.

    Raises:
        MissingError: If there is none.
        SetupError: If it would have no name, or one that is too long.
        RefusedError: If it would do more, and a token asks that ends earlier.
    """
    line = token_line(tokens, token)
    if RANK[chosen] > RANK[line.role]:
        must_not_outlive(line.ends)
    try:
        tokens.change(line.id, name=name, role=chosen)
    except KeyError as error:
        raise _no_token() from error
    _tell_phones()
    now = token_line(tokens, token)
    return _("{phone} now: {role}", phone=isolated(now.name), role=translated(dict(ROLES)[chosen]))


def take_back(tokens: Tokens, token: str) -> str:
    """Forget a token: what it listens to ends at once, and the log says so.

    Raises:
        MissingError: If there is none.
    """
    line = token_line(tokens, token)
    live = current_app.extensions["live"]
    streams = live.streams_of(line.id)
    try:
        tokens.take_back(line.id)
    except KeyError as error:
        raise _no_token() from error
    log.info("the token of %r was taken back; streams that it had open, and that end: %d", line.name, streams)
    _tell_phones()
    told = _("“{name}” may do nothing any more.", name=isolated(line.name))
    ended = _n("{count} stream that it had open ends.", "{count} streams that it had open end.", streams)
    return f"{told} {ended}" if streams else told


def is_last_admin(phones: Phones, phone: str) -> bool:
    """True if nobody else may change the box."""
    return [line.id for line in phones.everyone() if line.role == "admin"] == [phone]


def _tell_phones() -> None:
    """Let the phones that are open show at once what they may do now."""
    current_app.extensions["live"].phones_changed()


def _last() -> RefusedError:
    return RefusedError(
        _("this is the only phone that may change the box: let another one do so first"), status=409
    )


def _no_token() -> MissingError:
    return MissingError(_("there is no such token: it may have been taken back"))
