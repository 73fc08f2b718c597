"""Which programs may act: each has a token, of which the box keeps the hash, with name, role and end.

They lie beside the keys of the phones as one JSON, so that a damaged file gives all of a token or nothing. A
backup holds none, and a restored one leaves those of this box: what was taken back stays so.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import math
import secrets
import sqlite3
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from device.store import Journal
from device.store.phones import ROLES, SEEN_EVERY_S, is_token
from device.store.rows import json_of, moment, text_of
from engine.errors import RecordError, SetupError
from engine.names import LONGEST_NAME, fitting
from web.ports import Role
from web.token_port import LATEST_END, MOST_TOKENS, TokenLine, TooManyTokensError

TOKENS = "tokens"
"""Under which name the table `secret` has them."""

BEGINNING = "charkoni_"
"""Every token begins so: who finds one in a file knows what it opens."""


@dataclass(frozen=True, slots=True)
class _Token:
    """One program that was let in."""

    name: str
    role: Role
    since: float
    ends: float
    seen: float = 0.0


class ProgramTokens:
    """The tokens of programs; implements the page's `Tokens`. May be used from any thread."""

    def __init__(
        self,
        journal: Journal,
        *,
        clock: Callable[[], float] = time.time,
        steady: Callable[[], float] = time.monotonic,
    ) -> None:
        """Read the tokens.

        Args:
            journal: Where they are kept.
            clock: Seconds since 1970; tells whether a token's time is over.
            steady: Seconds on a clock that only goes forward.
        """
        self._journal = journal
        self._clock = clock
        self._steady = steady
        self._written = -math.inf
        self._lock = threading.Lock()
        rows = journal.read("SELECT value FROM secret WHERE name = ?", (TOKENS,))
        self._tokens, lost = _read(rows[0][0]) if rows else ({}, 0)
        journal.losses.tell("token", lost)

    def find(self, token: str) -> TokenLine | None:
        """Find what a token stands for, and note that it was seen; None for one that lets nobody in now."""
        line = self.known(token)
        if line is None:
            return None
        number = _hash(token)
        with self._lock:
            known = self._tokens.get(number)
            if known is None:  # taken back in this moment
                return None
            self._tokens = {**self._tokens, number: replace(known, seen=self._clock())}
            if self._steady() - self._written >= SEEN_EVERY_S:
                self._written = self._steady()
                with contextlib.suppress(RecordError):  # nothing hangs on it
                    self._journal.write(self._write)
        return line

    def known(self, token: str) -> TokenLine | None:
        """Find what a token stands for; waits for no lock, and so for no disk."""
        number = _hash(token)
        known = self._tokens.get(number)
        line = self._line(number, known) if known is not None else None
        return None if line is None or line.is_over else line

    def everyone(self) -> list[TokenLine]:
        """List all tokens, those that were made first at the top."""
        return [self._line(number, known) for number, known in self._tokens.items()]

    def add(self, name: str, role: Role, *, ends: float) -> str:
        """Make a token and return it, this once.

        Args:
            name: What people call the program.
            role: What it may do.
            ends: Seconds since 1970; 0 for no end.

        Raises:
            SetupError: If it has no name, or one that is too long.
            ValueError: If it would end before it begins, or after the year 2100.
            TooManyTokensError: If there are as many as there can be.
            RecordError: If it cannot be remembered.
        """
        called = _called(name)
        if ends and not self._clock() < ends <= LATEST_END:
            raise ValueError("this end of a token has passed, or lies after the year 2100")
        token = BEGINNING + secrets.token_urlsafe(32)
        with self._lock:
            if len(self._tokens) >= MOST_TOKENS:
                raise TooManyTokensError(f"there are {MOST_TOKENS} tokens already: take one back first")
            made = _Token(called, role, self._clock(), float(ends))
            self._change({**self._tokens, _hash(token): made})
        return token

    def change(self, token: str, *, name: str, role: Role) -> None:
        """Call a token something, and let it do more or less.

        Args:
            token: As `everyone` names it.
            name: What people call the program.
            role: What it may do.

        Raises:
            KeyError: If there is no such token.
            SetupError: If it would have no name, or one that is too long.
            RecordError: If it cannot be remembered.
        """
        called = _called(name)
        with self._lock:
            number = self._number(token)
            self._change({**self._tokens, number: replace(self._tokens[number], name=called, role=role)})

    def take_back(self, token: str) -> None:
        """Forget a token.

        Args:
            token: As `everyone` names it.

        Raises:
            KeyError: If there is no such token.
            RecordError: If it cannot be remembered.
        """
        with self._lock:
            gone = self._number(token)
            self._change({number: known for number, known in self._tokens.items() if number != gone})

    def _change(self, tokens: dict[str, _Token]) -> None:
        before = self._tokens
        self._tokens = tokens
        try:
            self._journal.write(self._write)
        except BaseException:
            self._tokens = before
            raise

    def _write(self, writer: sqlite3.Connection) -> None:
        put_tokens(writer, _written(self._tokens))

    def _number(self, token: str) -> str:
        for number in self._tokens:
            if _short(number) == token:
                return number
        raise KeyError(token)

    def _line(self, number: str, known: _Token) -> TokenLine:
        is_over = bool(known.ends) and self._clock() >= known.ends
        return TokenLine(_short(number), known.name, known.role, known.since, known.ends, known.seen, is_over)


def tokens_in(connection: sqlite3.Connection) -> str:
    """Read the tokens of a journal as they are written, checked; empty for none."""
    rows = connection.execute("SELECT value FROM secret WHERE name = ?", (TOKENS,)).fetchall()
    tokens = _read(rows[0][0])[0] if rows else {}
    return _written(tokens) if tokens else ""


def put_tokens(writer: sqlite3.Connection, written: str) -> None:
    """Write tokens in the place of those that are there; empty for none."""
    writer.execute("DELETE FROM secret WHERE name = ?", (TOKENS,))
    if written:
        writer.execute("INSERT INTO secret VALUES (?, ?)", (TOKENS, written))


def _written(tokens: dict[str, _Token]) -> str:
    return json.dumps(
        {
            number: [known.name, known.role, known.since, known.ends, known.seen]
            for number, known in tokens.items()
        }
    )


def _read(text: object) -> tuple[dict[str, _Token], int]:
    """Read tokens by their hashes; tell how many cannot be read."""
    try:
        told = json_of(text)
    except ValueError:
        told = None
    if not isinstance(told, dict):
        return {}, 1
    found: dict[str, _Token] = {}
    for number, facts in told.items():
        with contextlib.suppress(ValueError, TypeError):
            name, role, since, ends, seen = facts
            if is_token(number) and role in ROLES and len(found) < MOST_TOKENS:
                called = text_of(name, longest=LONGEST_NAME)
                found[number] = _Token(called, role, moment(since), moment(ends), moment(seen))
    return found, len(told) - len(found)


def _called(name: str) -> str:
    called = fitting(name)
    if not called:
        raise SetupError("a token needs a name: tell which program has it")
    return called


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogateescape")).hexdigest()


def _short(number: str) -> str:
    return f"token-{number[:16]}"
