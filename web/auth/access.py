"""Who may do what: pairing by key, the phone's cookie, roles, the token against forged forms, headers.

Anyone on the home network may watch. A phone that opens the address with the right ``?key=`` gets a cookie
and may act; `web.auth.permissions` says what it must be for an address. Every POST carries the
phone's token against forged forms (CSRF), as a hidden field or as the header ``X-CSRF-Token``. A program
sends ``Authorization: Bearer`` with a token that an admin made for it; then no cookie counts, and no form's
token is wanted.
"""

from __future__ import annotations

import hashlib
import hmac
import threading
import time
from collections import deque
from collections.abc import Callable
from urllib.parse import urlencode, urlsplit

from flask import Flask, Response, current_app, g, redirect, request
from flask.typing import ResponseReturnValue
from werkzeug.wrappers import Response as WerkzeugResponse

from web.auth import cookies
from web.auth.callers import COOKIE, bearer, password, place_of
from web.auth.permissions import NEEDED, WITH_PASSWORD, needed, suffices
from web.errors import ForgedError, RefusedError
from web.house.credentials import MOST_PHONES, Credential, Phones, Tokens, TooManyPhonesError
from web.language.locale import _, when
from web.ports import Role

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; "
    "frame-ancestors 'none'; base-uri 'none'"
)
"""Content-security-policy: nothing from another host, nothing inline."""


_KINDS = ("iPhone", "iPad", "Android", "Windows", "Macintosh", "Linux")
"""What a browser says of its device, and what the phone is called until a person names it."""


class Tries:
    """Counts tries by address within a stretch of time; in memory, as it only slows guessing down."""

    def __init__(self, *, limit: int = 10, within_s: float = 60.0) -> None:
        self._limit = limit
        self._within_s = within_s
        self._tries: dict[str, deque[float]] = {}

    def allow(self, address: str, *, now: float | None = None) -> bool:
        """Count one try; say whether it may go on.

        Args:
            address: Who tries.
            now: Seconds of any steady clock; the monotonic clock by default.
        """
        moment = time.monotonic() if now is None else now
        if len(self._tries) > 1000:
            self._tries.clear()
        tries = self._tries.setdefault(address, deque(maxlen=self._limit + 1))
        while tries and moment - tries[0] > self._within_s:
            tries.popleft()
        tries.append(moment)
        return len(tries) <= self._limit

    def forgive(self, address: str) -> None:
        """Count the latest try no more: it was no guess. A whole family may come in by one address."""
        if tries := self._tries.get(address):
            tries.pop()


class Bucket:
    """Lets each phone write so fast and no faster: a bucket of tokens that fills again."""

    def __init__(self, *, holds: float = 60.0, per_s: float = 10.0) -> None:
        self.holds = holds
        """So much may come at once."""
        self.per_s = per_s
        """So much may come for long."""
        self._left: dict[str, tuple[float, float]] = {}
        self._lock = threading.Lock()

    def take(self, who: str, *, now: float | None = None) -> bool:
        """Count one writing; say whether it may be.

        Args:
            who: Who writes.
            now: Seconds of any steady clock; the monotonic clock by default.
        """
        moment = time.monotonic() if now is None else now
        with self._lock:
            if len(self._left) > 1000:
                self._left.clear()
            left, since = self._left.get(who, (self.holds, moment))
            left = min(self.holds, left + (moment - since) * self.per_s)
            self._left[who] = (left - 1 if left >= 1 else left, moment)
            return left >= 1


def must_not_rush(writes: Bucket, who: str) -> None:
    """Count one writing.

    Raises:
        RefusedError: If it was one too many.
    """
    if not writes.take(who):
        raise RefusedError(_("that was too much at once: wait a moment, then do it again"), status=429)


def guard(app: Flask, phones: Phones, tokens: Tokens | None = None) -> None:
    """Put the door in front of every route: pairing, tokens of programs, roles, headers."""
    app.extensions["tries"] = Tries()
    app.extensions["token_tries"] = Tries()
    app.extensions["writes"] = writes = Bucket()

    @app.before_request
    def who() -> ResponseReturnValue | None:
        g.token, g.role, g.program = "", "watcher", None
        sent = _sent_token()
        if sent is None or tokens is None:
            g.token, g.role = _carried(phones)
        else:
            g.program = program = _program(tokens, sent)
            g.token, g.role = sent, program.role
        if "key" in request.args and request.method == "GET":
            return _pair(phones)
        if request.url_rule is not None:
            # Before a body is read: one that never comes would hold a thread of the server.
            must_be(needed(request.url_rule))
        if request.method == "POST":
            who = g.token if may_act() or g.program else f"at {request.remote_addr}"
            must_not_rush(writes, who)
            if request.url_rule is not None and g.program is None:
                _must_be_of_this_page()
        return None

    @app.after_request
    def headers(response: Response) -> Response:
        response.headers.setdefault("Content-Security-Policy", POLICY)
        response.headers["X-Content-Type-Options"] = "nosniff"
        response.headers["Referrer-Policy"] = "same-origin"
        response.headers["X-Frame-Options"] = "DENY"
        if response.status_code == 401:
            kind = "Basic" if _takes_password() else "Bearer"
            response.headers["WWW-Authenticate"] = f'{kind} realm="Charkoni"'
        if request.endpoint != "static":
            response.headers.setdefault("Cache-Control", "no-store")
        if request.is_secure and may_act() and program() is None and not cookies.is_kept(COOKIE, g.token):
            remember(response, g.token)  # it came from plain HTTP
        return response


def role() -> Role:
    """Tell what the phone of this request may do."""
    answer: Role = g.get("role", "watcher")
    return answer


def role_by_then(phones: Phones, tokens: Tokens | None) -> Callable[[], Role | None]:
    """Return what tells later, also outside of this request, what its phone or program may do by then.

    None is for a program that is let in no more: its token was taken back, or has ended.
    """
    token = str(g.get("token", ""))
    if program() is None or tokens is None:
        return lambda: phones.role_cached(token)

    def of_program() -> Role | None:
        now = tokens.find_cached(token)
        return now.role if now is not None else None

    return of_program


def may_act() -> bool:
    """True if the phone of this request may change the game."""
    return role() != "watcher"


def may_change() -> bool:
    """True if the phone of this request may change the box."""
    return role() == "admin"


def may_open(page: str) -> bool:
    """True if the phone of this request may open a page."""
    return suffices(role(), NEEDED[f"GET {page}"])


def program() -> Credential | None:
    """Return the program that sends this request by a token; None for a phone."""
    answer: Credential | None = g.get("program")
    return answer


def must_not_outlive(ends: float) -> None:
    """Refuse what would let somebody in for longer than the token of this request lasts.

    Args:
        ends: When it ends, in seconds since 1970; 0 if it has no end.

    Raises:
        RefusedError: If this is a program whose token ends earlier.
    """
    one = program()
    if one is None or not one.ends or 0 < ends <= one.ends:
        return
    raise RefusedError(
        _(
            "this token ends on {time}, and nothing that it lets in may last longer: use an admin’s phone, "
            "or a token that lasts long enough",
            time=when(one.ends),
        )
    )


def account(phones: Phones) -> str:
    """Name on whom this request counts: a program, a phone that may act, or else an address."""
    if (one := program()) is not None:
        return one.id
    return (may_act() and phones.id_of(g.token)) or f"at {place_of(request.remote_addr or '')}"


def called() -> str:
    """Name the phone of this request by what its browser says; empty if it says nothing known."""
    said = request.headers.get("User-Agent", "")
    return next((kind for kind in _KINDS if kind in said), "")


def phone_called(phones: Phones) -> str:
    """Return the name that the phone of this request was given; empty for none."""
    if (one := program()) is not None:
        return one.name
    mine = phones.id_of(g.get("token", ""))
    return next((line.name for line in phones.all() if line.id == mine), "")


def csrf_token() -> str:
    """Return this phone's token against forged forms; it belongs to the cookie and the app's secret."""
    secret = current_app.secret_key or b""
    key = secret.encode() if isinstance(secret, str) else secret
    return hmac.new(key, b"csrf:" + g.get("token", "").encode(), hashlib.sha256).hexdigest()


def must_not_hurry() -> None:
    """Count one try of this address to be let in.

    Raises:
        RefusedError: If there were too many within a minute.
    """
    if not current_app.extensions["tries"].allow(request.remote_addr or ""):
        raise RefusedError(_("too many tries: wait a minute, then scan the code again"), status=429)


def was_no_guess() -> None:
    """Forget the try of this address that was just counted, as it was let in."""
    current_app.extensions["tries"].forgive(request.remote_addr or "")


def _sent_token() -> str | None:
    """Return the token of this request; None for one that sends none."""
    line = request.headers.get("Authorization", "")
    sent = bearer(line)
    return password(line) if sent is None and _takes_password() else sent


def _takes_password() -> bool:
    return request.url_rule is not None and request.url_rule.rule in WITH_PASSWORD


def _program(tokens: Tokens, sent: str) -> Credential:
    """Let a program in by its token, however many wrong ones came from its address: nobody guesses 256 bits.

    Args:
        tokens: Those that there are.
        sent: The token of the request.

    Raises:
        RefusedError: If it is none, or its time is over, or there were too many wrong ones from there.
    """
    found = tokens.find(sent)
    if found is not None:
        return found
    tries: Tries = current_app.extensions["token_tries"]
    if not tries.allow(request.remote_addr or ""):
        raise RefusedError(_("too many wrong tokens: wait a minute, then send the right one"), status=429)
    raise RefusedError(
        _("the box does not know this token, or its time is over: an admin makes another one under “Phones”"),
        status=401,
    )


def must_be(needs: Role) -> None:
    """Let only who has a role go on.

    Raises:
        RefusedError: If who sends this request has a lesser one.
    """
    if suffices(role(), needs):
        return
    if program() is not None:
        raise RefusedError(
            _("this token may not do that: an admin chooses under “Phones” what a program may do")
        )
    if may_act():
        raise RefusedError(
            _("this phone plays, but only an admin’s phone may do this: “Phones” in the menu shows which")
        )
    raise RefusedError(
        _("this phone may only watch: scan the code on the box, or open “Add a phone” on a phone that plays")
    )


def _must_be_of_this_page() -> None:
    """Let only forms of the box's own pages pass.

    Raises:
        ForgedError: If the token is missing, or another site sent the form.
    """
    if not _is_of_this_page(request.headers.get("Origin", "")):
        raise ForgedError(_("this form came from another site and was not taken"))
    given = request.headers.get("X-CSRF-Token") or request.form.get("csrf", "")
    if not hmac.compare_digest(given.encode(), csrf_token().encode()):
        raise ForgedError(_("this page is older than the box’s last start: load it again, then repeat"))


def _is_of_this_page(origin: str) -> bool:
    """True if a browser sent the form from this box's page; programs name no origin."""
    try:
        return not origin or urlsplit(origin).netloc == request.host
    except ValueError:  # no address at all, such as http://[evil
        return False


def no_room_for_phones() -> RefusedError:
    """Refuse a phone, as there are as many as there can be."""
    return RefusedError(
        _(
            "{count} phones are let in already, and more cannot be: an admin unpairs one under “Phones”",
            count=MOST_PHONES,
        ),
        status=409,
    )


def remember(response: WerkzeugResponse, token: str) -> WerkzeugResponse:
    """Return this phone the token of one that was let in."""
    cookies.keep(response, COOKIE, token)
    return response


def forget(response: Response) -> Response:
    """Take this phone's role away from it."""
    cookies.drop(response, COOKIE)
    g.token, g.role = "", "watcher"
    return response


def _carried(phones: Phones) -> tuple[str, Role]:
    """Find the phone's token, and what it may do by it: one that is known before one that is not."""
    found = [(token, phones.role(token)) for token in cookies.carried(COOKIE)]
    return next((one for one in found if one[1] != "watcher"), found[0] if found else ("", "watcher"))


def _pair(phones: Phones) -> ResponseReturnValue:
    """Exchange the key for a cookie and lead to the address without it."""
    must_not_hurry()
    try:
        token = phones.pair(request.args["key"], token=g.token, name=called())
    except TooManyPhonesError as error:
        raise no_room_for_phones() from error
    if token is None:
        raise RefusedError(_("this key does not fit: scan the code that the box shows now"))
    was_no_guess()
    kept = {name: value for name, value in request.args.items(multi=True) if name != "key"}
    return remember(redirect(request.path + (f"?{urlencode(kept)}" if kept else "")), token)
