"""Which phones and programs may act, and the passwords that the box itself needs elsewhere.

A key of the box lets a phone in; the token in its cookie is remembered as a hash. The first phone is an
admin. The key for players stays until a phone is unpaired; the key for an admin, which only ``charkoni pair
--admin`` shows, fits once. An admin makes a program's token, which may end.

All of it lies in the journal's file, which only its owner can read: hash, role and time of a phone in the
table `phone`, and the rest in the table `secret`, as JSON where it is of many. So a damaged file gives all of
a token or nothing. A backup holds no token, and a restored one leaves those of this box: what was taken back
stays so.
"""

from __future__ import annotations

import base64
import contextlib
import hashlib
import hmac
import json
import logging
import math
import re
import secrets
import sqlite3
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Annotated

from engine.errors import RecordError, SetupError
from engine.names import LONGEST_NAME, fitting, trimmed
from engine.record import Within
from web.house.rows import SECRETS, Moment, Text, moment, table_of, text_of
from web.language.catalogue import mark
from web.ports import ROLES, Role, Storage

log = logging.getLogger(__name__)

MOST_PHONES = 200
"""Most phones that are let in at once."""

MOST_TOKENS = 30
"""Most tokens of programs."""

LATEST_END = 4_102_444_800.0
"""Seconds since 1970, the year 2100: no token ends later."""

DOOR_S = 60.0
"""How long the button on the box lets phones in, in seconds."""

SEEN_EVERY_S = 3600.0
"""Least time between two notes of when phones or programs were seen: a card wears by what is written."""

AWAY_S = 30 * 86400.0
"""A phone that plays and was not seen for so long gives way to a new one."""

LONGEST_SECRET = 100_000
"""Characters of a password that the box keeps."""

BEGINNING = "charkoni_"
"""Every token of a program begins so: who finds one in a file knows what it opens."""

_KEYS = re.compile(r"[A-Za-z0-9_-]{12,100}")
_HASHES = re.compile(r"[0-9a-f]{64}")

_LONGEST = 200
"""Letters of the longest name that a phone was ever called, and more."""

_KEY = "key"
_SECRET = "secret"
_FACT = tuple[Annotated[Text, Within(0, _LONGEST)], Moment]
"""What a phone is called, and when it was seen."""
_TOKEN = tuple[Annotated[Text, Within(0, LONGEST_NAME)], Role, Moment, Moment, Moment]
"""Name and role of a program; when it was let in, when it ends, when it was seen."""
FACTS = "phones"
"""Name of the secret which holds what phones are called, and when they were seen."""
TOKENS = "tokens"
"""Name of the secret which holds the tokens of programs."""


class LastAdminError(ValueError):
    """Nobody would be left who may change the box."""


class TooManyPhonesError(ValueError):
    """As many phones are let in as there can be, and none of them gives way."""


class TooManyTokensError(ValueError):
    """There are as many tokens as there can be."""


@dataclass(frozen=True, slots=True)
class Credential:
    """A phone or a program that was let in."""

    id: str
    """Names it on the page; no key to anything."""
    name: str
    role: Role
    since: float
    """Seconds since 1970."""
    seen: float
    """Seconds since 1970; 0 if it was never seen again."""
    ends: float = 0.0
    """Seconds since 1970; 0 if it has no end."""
    is_over: bool = False
    """It has ended: it lets nobody in."""


_ByHash = dict[str, Credential]


class _Credentials:
    """What phones and programs share: a table by hashes, and a note of when each was seen."""

    def __init__(
        self, storage: Storage, read: _ByHash, clock: Callable[[], float], steady: Callable[[], float]
    ) -> None:
        self._storage = storage
        self._clock = clock
        self._steady = steady
        self._written = -math.inf
        self._lock = threading.Lock()
        self._by_hash = read
        """Replaced as a whole where one comes or goes, so that it can be read without the lock."""

    def _see(self, number: str, write: Callable[[sqlite3.Connection], None]) -> None:
        """Note that one was seen, and write that now and then. The lock is held."""
        self._by_hash[number] = replace(self._by_hash[number], seen=self._clock())
        if self._steady() - self._written >= SEEN_EVERY_S:
            self._written = self._steady()
            with contextlib.suppress(RecordError):  # nothing hangs on it
                self._storage.write(write)

    def _put(self, by_hash: _ByHash, write: Callable[[sqlite3.Connection], None]) -> None:
        """Put other credentials in the place of these, if they can be written. The lock is held."""
        before, self._by_hash = self._by_hash, by_hash
        try:
            self._storage.write(write)
        except BaseException:
            self._by_hash = before
            raise

    def _named(self, id: str) -> str:
        for number, known in self._by_hash.items():
            if known.id == id:
                return number
        raise KeyError(id)

    def _without(self, gone: str) -> _ByHash:
        return {number: known for number, known in self._by_hash.items() if number != gone}


class Phones(_Credentials):
    """The phones that were let in. May be used from any thread."""

    def __init__(
        self,
        storage: Storage,
        *,
        address: str = "",
        clock: Callable[[], float] = time.time,
        steady: Callable[[], float] = time.monotonic,
    ) -> None:
        """Read the key and the phones, and make the key if there is none.

        Args:
            storage: Keeps them.
            address: Where phones find the box, such as ``http://192.168.1.20:8000``.
            clock: Seconds since 1970.
            steady: Seconds on a clock that only goes forward; times the open door.

        Raises:
            RecordError: If a new key cannot be written.
        """
        super().__init__(storage, paired(storage), clock, steady)
        self._address = address
        self._door_until = -math.inf
        self._key = self._made_once(_KEY, _new_key)
        self._secret = self._made_once(_SECRET, lambda: secrets.token_urlsafe(32))

    @property
    def key(self) -> str:
        """The key of the box, which the QR code carries."""
        return self._key

    @property
    def admin_key(self) -> str:
        """The key that makes a phone an admin, once."""
        return admin_key(self._key, self._secret)

    @property
    def secret(self) -> str:
        """What the page signs its forms with."""
        return self._secret

    def role(self, token: str) -> Role:
        """Return what the phone that carries this token may do, and note that it was seen."""
        number = hashed(token) if token else ""
        with self._lock:
            if number not in self._by_hash:
                return "watcher"
            self._see(number, self._write_facts)
            return self._by_hash[number].role

    def role_cached(self, token: str) -> Role:
        """Return what the phone that carries this token may do; waits for no lock, and so for no disk."""
        phone = self._by_hash.get(hashed(token)) if token else None
        return phone.role if phone is not None else "watcher"

    def pair(self, key: str, *, token: str = "", name: str = "") -> str | None:
        """Exchange the key of the QR code for a token; None if the key is wrong.

        Args:
            key: What the address carried.
            token: What the phone carries already: a phone is not let in twice, but may become an admin.
            name: What to call the phone.

        Raises:
            TooManyPhonesError: If there are as many as there can be.
            RecordError: If the phone cannot be remembered.
        """
        with self._lock:
            is_admin = hmac.compare_digest(key.encode(), self.admin_key.encode())
            if not is_admin and not hmac.compare_digest(key.encode(), self._key.encode()):
                return None
            return self._let(token, name, is_admin=is_admin)

    def open_door(self) -> None:
        """Let every phone in that asks within the next minute: somebody stands at the box."""
        self._door_until = self._steady() + DOOR_S

    def pairing_open_s(self) -> float:
        """Return for how many seconds the door is still open; 0 when it is closed."""
        return max(0.0, self._door_until - self._steady())

    def let_in(self, *, token: str = "", name: str = "") -> str | None:
        """Return a token to a phone that asks while the door is open; None when it is closed.

        Raises:
            TooManyPhonesError: If there are as many as there can be.
            RecordError: If the phone cannot be remembered.
        """
        with self._lock:
            return self._let(token, name, is_admin=False) if self.pairing_open_s() else None

    def all(self) -> list[Credential]:
        """List all phones, the first that was let in at the top."""
        return list(self._by_hash.values())

    def id_of(self, token: str) -> str:
        """Return the id of the phone that carries this token; empty for none."""
        phone = self._by_hash.get(hashed(token)) if token else None
        return phone.id if phone is not None else ""

    def set_role(self, phone: str, role: Role) -> None:
        """Let a phone do more or less.

        Raises:
            KeyError: If there is no such phone.
            LastAdminError: If nobody would be left who may change the box.
            RecordError: If it cannot be remembered.
        """
        with self._lock:
            number = self._named(phone)
            if role != "admin":
                self._must_not_be_last(number)
            self._change({**self._by_hash, number: replace(self._by_hash[number], role=role)})

    def rename(self, phone: str, name: str) -> None:
        """Call a phone something.

        Raises:
            KeyError: If there is no such phone.
            SetupError: If the name is too long.
            RecordError: If it cannot be remembered.
        """
        called = fitting(name)
        with self._lock:
            number = self._named(phone)
            self._change({**self._by_hash, number: replace(self._by_hash[number], name=called)})

    def unpair(self, phone: str) -> None:
        """Forget a phone, and the key by which it came: an old picture of the code lets nobody in.

        Raises:
            KeyError: If there is no such phone.
            LastAdminError: If nobody would be left who may change the box.
            RecordError: If it cannot be remembered.
        """
        with self._lock:
            number = self._named(phone)
            self._must_not_be_last(number)
            self._change(self._without(number), key=_new_key())

    def address(self) -> str:
        """Return the address that another phone opens to be let in, key included (for the QR code)."""
        return f"{self._address}/?key={self._key}"

    def _let(self, token: str, name: str, *, is_admin: bool) -> str:
        """Remember one more phone, or what a known one may do from now on."""
        phones = self._by_hash
        known = phones.get(hashed(token)) if token else None
        if known is None:
            phones = self._with_room(for_admin=is_admin)
            token, now = secrets.token_urlsafe(32), self._clock()
            known = Credential(_short(hashed(token)), trimmed(name)[:LONGEST_NAME], "player", now, now)
        elif known.role == "watcher":
            known = replace(known, role="player")
        if is_admin or not _admins(self._by_hash):
            known = replace(known, role="admin")
        self._change({**phones, hashed(token): known}, key=_new_key() if is_admin else None)
        return token

    def _with_room(self, *, for_admin: bool) -> _ByHash:
        """Return the phones that stay when a new one comes.

        Raises:
            TooManyPhonesError: If none of them gives way.
        """
        if len(self._by_hash) < MOST_PHONES:
            return self._by_hash
        away = self._clock() - AWAY_S
        going = [
            number
            for number, phone in self._by_hash.items()
            if phone.role == "watcher" or (phone.role == "player" and (for_admin or phone.seen < away))
        ]
        if not going:
            raise TooManyPhonesError(f"{MOST_PHONES} phones are let in already: unpair one first")
        return self._without(min(going, key=lambda number: _worth(self._by_hash[number])))

    def _change(self, phones: _ByHash, *, key: str | None = None) -> None:
        """Write phones and a new key, both or none."""

        def write(writer: sqlite3.Connection) -> None:
            writer.execute("DELETE FROM phone")  # those that could not be read as well
            rows = [(number, phone.role, phone.since) for number, phone in phones.items()]
            writer.executemany("INSERT INTO phone VALUES (?, ?, ?)", rows)
            self._write_facts(writer)
            if key is not None:
                writer.execute("UPDATE secret SET value = ? WHERE name = ?", (key, _KEY))

        self._put(phones, write)
        self._key = key or self._key

    def _write_facts(self, writer: sqlite3.Connection) -> None:
        facts = {number: [phone.name, phone.seen] for number, phone in self._by_hash.items()}
        put_secret(writer, FACTS, json.dumps(facts))

    def _must_not_be_last(self, number: str) -> None:
        if _admins(self._by_hash) == [number]:
            raise LastAdminError("this is the only admin: make another phone an admin first")

    def _made_once(self, name: str, make: Callable[[], str]) -> str:
        found = _secrets(self._storage, name)
        if found and is_key(found[0]):
            return str(found[0])
        made = make()
        self._storage.read_errors.note("key", len(found))
        self._storage.write(lambda writer: put_secret(writer, name, made))
        return made


class Tokens(_Credentials):
    """The tokens of programs. May be used from any thread."""

    def __init__(
        self,
        storage: Storage,
        *,
        clock: Callable[[], float] = time.time,
        steady: Callable[[], float] = time.monotonic,
    ) -> None:
        """Read the tokens.

        Args:
            storage: Keeps them.
            clock: Seconds since 1970, by which a token ends.
            steady: Seconds on a clock that only goes forward.
        """
        found = _secrets(storage, TOKENS)
        tokens, lost = _read_tokens(found[0]) if found else ({}, 0)
        storage.read_errors.note("token", lost)
        super().__init__(storage, tokens, clock, steady)

    def find(self, token: str) -> Credential | None:
        """Find the program of a token, and note that it was seen; None for one that lets nobody in now."""
        program = self.find_cached(token)
        number = hashed(token)
        with self._lock:
            if program is None or number not in self._by_hash:  # taken back in this moment
                return None
            self._see(number, self._write)
        return program

    def find_cached(self, token: str) -> Credential | None:
        """Find the program of a token; waits for no lock, and so for no disk."""
        found = self._by_hash.get(hashed(token))
        program = self._now(found) if found is not None else None
        return None if program is None or program.is_over else program

    def all(self) -> list[Credential]:
        """List all programs, the first that was let in at the top; also those whose time is over."""
        return [self._now(program) for program in self._by_hash.values()]

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
        called = _program_name(name)
        if ends and not self._clock() < ends <= LATEST_END:
            raise ValueError("this end of a token has passed, or lies after the year 2100")
        token = BEGINNING + secrets.token_urlsafe(32)
        with self._lock:
            if len(self._by_hash) >= MOST_TOKENS:
                raise TooManyTokensError(f"there are {MOST_TOKENS} tokens already: take one back first")
            made = Credential(_token_id(hashed(token)), called, role, self._clock(), 0.0, float(ends))
            self._put({**self._by_hash, hashed(token): made}, self._write)
        return token

    def change(self, token: str, *, name: str, role: Role) -> None:
        """Call a program something, and let it do more or less.

        Args:
            token: Its id.
            name: What people call the program.
            role: What it may do.

        Raises:
            KeyError: If there is no such token.
            SetupError: If it would have no name, or one that is too long.
            RecordError: If it cannot be remembered.
        """
        called = _program_name(name)
        with self._lock:
            number = self._named(token)
            changed = replace(self._by_hash[number], name=called, role=role)
            self._put({**self._by_hash, number: changed}, self._write)

    def take_back(self, token: str) -> None:
        """Forget the token with an id.

        Raises:
            KeyError: If there is no such token.
            RecordError: If it cannot be remembered.
        """
        with self._lock:
            self._put(self._without(self._named(token)), self._write)

    def _write(self, writer: sqlite3.Connection) -> None:
        put_secret(writer, TOKENS, _written(self._by_hash))

    def _now(self, program: Credential) -> Credential:
        return replace(program, is_over=bool(program.ends) and self._clock() >= program.ends)


class Passwords:
    """Words that were entrusted to the box, and are never shown again. May be used from any thread."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    def get(self, name: str) -> str:
        """Return one; empty for none."""
        found = _secrets(self._storage, name)
        return found[0] if found and isinstance(found[0], str) else ""

    def put(self, name: str, value: str) -> None:
        """Keep one; an empty one is forgotten.

        Raises:
            ValueError: If nothing is kept under that name, or it is too long.
            RecordError: If it cannot be written.
        """
        if name not in SECRETS:
            raise ValueError(f"there is no secret {name!r}: there are {', '.join(SECRETS)}")
        text_of(value, longest=LONGEST_SECRET)
        self._storage.write(lambda writer: put_secret(writer, name, value))


def paired(storage: Storage) -> _ByHash:
    """Read the phones, by the hash of their token; the first of those before there were admins is one."""
    facts = _secrets(storage, FACTS)
    told, parts = facts_of(facts[0]) if facts else ({}, 0)
    phones: _ByHash = {}
    lost = 0
    for number, role, since in storage.read("SELECT token, role, since FROM phone ORDER BY rowid"):
        if not is_token(number):
            lost += 1
            continue
        name, seen = told.get(str(number), ("", 0.0))
        phone = Credential(_short(str(number)), name, "player", 0.0, seen)
        if role in ROLES:
            phone = replace(phone, role=role)
        try:
            phone = replace(phone, since=moment(since))
        except ValueError:
            role = ""
        parts += role not in ROLES
        phones[str(number)] = phone
    storage.read_errors.note("phone", lost)
    storage.read_errors.note("part of a phone", parts)
    if phones and not _admins(phones):
        first = next(iter(phones))
        phones[first] = replace(phones[first], role="admin")
    if len(phones) > MOST_PHONES:  # of a version that let in any number
        log.warning("%d phones were let in: the %d seen last stay", len(phones), MOST_PHONES)
        staying = set(sorted(phones, key=lambda number: _worth(phones[number]), reverse=True)[:MOST_PHONES])
        phones = {number: phone for number, phone in phones.items() if number in staying}
    return phones


def facts_of(text: object) -> tuple[dict[str, tuple[str, float]], int]:
    """Read name and time of each phone from JSON, and count those that cannot be read."""
    return table_of(_FACT, text)


def is_key(value: object) -> bool:
    """True for what can be a key or a secret of a box: one that is short could be guessed."""
    return isinstance(value, str) and _KEYS.fullmatch(value) is not None


def is_token(value: object) -> bool:
    """True for what can be the hash of a token."""
    return isinstance(value, str) and _HASHES.fullmatch(value) is not None


def keys(storage: Storage) -> tuple[str, str] | None:
    """Return the keys for a player and for an admin of a journal; None before its first box."""
    rows = storage.read("SELECT name, value FROM secret")
    found = {str(name): str(value) for name, value in rows if is_key(value)}
    if _KEY not in found or _SECRET not in found:
        return None
    return found[_KEY], admin_key(found[_KEY], found[_SECRET])


def admin_key(key: str, secret: str) -> str:
    """Make the key for an admin, which changes with the key for players."""
    digest = hmac.new(secret.encode(), b"admin:" + key.encode(), hashlib.sha256).digest()
    return base64.urlsafe_b64encode(digest[:12]).decode()


def hashed(token: str) -> str:
    """Return the hash by which a token is remembered."""
    return hashlib.sha256(token.encode("utf-8", "surrogateescape")).hexdigest()


def tokens_in(connection: sqlite3.Connection) -> str:
    """Read the tokens of a journal as they are written, checked; empty for none."""
    rows = connection.execute("SELECT value FROM secret WHERE name = ?", (TOKENS,)).fetchall()
    tokens = _read_tokens(rows[0][0])[0] if rows else {}
    return _written(tokens) if tokens else ""


def put_secret(writer: sqlite3.Connection, name: str, value: str) -> None:
    """Write a secret in the place of the one that is there; empty for none."""
    writer.execute("DELETE FROM secret WHERE name = ?", (name,))
    if value:
        writer.execute("INSERT INTO secret VALUES (?, ?)", (name, value))


def _secrets(storage: Storage, name: str) -> list[object]:
    """List the secret of a name, which there is once at most."""
    return [row[0] for row in storage.read("SELECT value FROM secret WHERE name = ?", (name,))]


def _written(tokens: _ByHash) -> str:
    return json.dumps(
        {number: [one.name, one.role, one.since, one.ends, one.seen] for number, one in tokens.items()}
    )


def _read_tokens(text: object) -> tuple[_ByHash, int]:
    """Read tokens by their hashes, and count those that cannot be read."""
    rows, lost = table_of(_TOKEN, text)
    known = [number for number in rows if is_token(number)][:MOST_TOKENS]
    found = {
        number: Credential(_token_id(number), name, role, since, seen, ends)
        for number, (name, role, since, ends, seen) in rows.items()
        if number in known
    }
    return found, lost + len(rows) - len(found)


def _worth(phone: Credential) -> tuple[int, float]:
    """Order phones by which of them gives way first."""
    return ROLES.index(phone.role), phone.seen


def _admins(phones: _ByHash) -> list[str]:
    return [number for number, phone in phones.items() if phone.role == "admin"]


def _program_name(name: str) -> str:
    called = fitting(name)
    if not called:
        raise SetupError(mark("a token needs a name: tell which program has it"))
    return called


def _new_key() -> str:
    return secrets.token_urlsafe(9)


def _short(number: str) -> str:
    return number[:16]


def _token_id(number: str) -> str:
    return f"token-{_short(number)}"
