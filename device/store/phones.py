"""Which phones may act: a key of the box lets one in, a token in its cookie is remembered as a hash.

The first phone is an admin. The key for players stays until a phone is unpaired; the key for an admin, which
only ``charkoni pair --admin`` shows, fits once. Key and secret are random and live in the journal's file,
which only its owner can read. What phones are called, and when they were seen, lies beside them as JSON.
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

from device.store import Journal
from device.store.rows import json_of, moment, text_of
from engine.errors import RecordError
from engine.names import LONGEST_NAME, fitting, trimmed
from web.ports import MOST_PHONES, LastAdminError, PhoneLine, Role, TooManyPhonesError

log = logging.getLogger(__name__)

DOOR_S = 60.0
"""So long the button on the box lets phones in."""

SEEN_EVERY_S = 3600.0
"""When a phone was seen is written at most so often: a card wears by what is written."""

AWAY_S = 30 * 86400.0
"""A phone that plays and was not seen for so long gives way to a new one."""

ROLES: tuple[Role, ...] = ("watcher", "player", "admin")
"""What a phone may be."""

_KEYS = re.compile(r"[A-Za-z0-9_-]{12,100}")
_HASHES = re.compile(r"[0-9a-f]{64}")

_LONGEST = 200
"""Letters of the longest name that a phone was ever called, and more."""

_KEY = "key"
_SECRET = "secret"
FACTS = "phones"
"""Under which name lies what phones are called, and when they were seen."""


@dataclass(frozen=True, slots=True)
class _Phone:
    """One phone that was let in."""

    role: Role
    since: float
    name: str = ""
    seen: float = 0.0


class PairedPhones:
    """The phones that were let in; implements the page's `Phones`."""

    def __init__(
        self,
        journal: Journal,
        *,
        address: str = "",
        clock: Callable[[], float] = time.time,
        steady: Callable[[], float] = time.monotonic,
    ) -> None:
        """Read the key and the phones, and make the key if there is none.

        Args:
            journal: Where they are kept.
            address: Where phones find the box, such as ``http://192.168.1.20:8000``.
            clock: Seconds since 1970.
            steady: Seconds on a clock that only goes forward; times the open door.

        Raises:
            RecordError: If a new key cannot be written.
        """
        self._journal = journal
        self._address = address
        self._clock = clock
        self._steady = steady
        self._door_until = -math.inf
        self._written = -math.inf
        self._lock = threading.Lock()
        self._phones = paired(journal)
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
        """Tell what the phone that carries this token may do, and note that it was seen."""
        number = _hash(token) if token else ""
        with self._lock:
            phone = self._phones.get(number)
            if phone is None:
                return "watcher"
            self._phones[number] = replace(phone, seen=self._clock())
            if self._steady() - self._written < SEEN_EVERY_S:
                return phone.role
            self._written = self._steady()
            with contextlib.suppress(RecordError):  # nothing hangs on it
                self._journal.write(self._write_facts)
            return phone.role

    def known(self, token: str) -> Role:
        """Tell what the phone that carries this token may do; waits for no lock, and so for no disk."""
        phone = self._phones.get(_hash(token)) if token else None
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

    def door_s(self) -> float:
        """Tell for how many seconds the door is still open; 0 when it is closed."""
        return max(0.0, self._door_until - self._steady())

    def let_in(self, *, token: str = "", name: str = "") -> str | None:
        """Return a token to a phone that asks while the door is open; None when it is closed.

        Raises:
            TooManyPhonesError: If there are as many as there can be.
            RecordError: If the phone cannot be remembered.
        """
        with self._lock:
            return self._let(token, name, is_admin=False) if self.door_s() else None

    def everyone(self) -> list[PhoneLine]:
        """List all phones, those that were let in first at the top."""
        with self._lock:
            return _lines(self._phones)

    def id_of(self, token: str) -> str:
        """Tell under which name `everyone` lists the phone that carries this token; empty for none."""
        number = _hash(token) if token else ""
        return _short(number) if number in self._phones else ""

    def set_role(self, phone: str, role: Role) -> None:
        """Let a phone do more or less.

        Raises:
            KeyError: If there is no such phone.
            LastAdminError: If nobody would be left who may change the box.
            RecordError: If it cannot be remembered.
        """
        with self._lock:
            number = self._number(phone)
            if role != "admin":
                self._must_not_be_last(number)
            self._change({**self._phones, number: replace(self._phones[number], role=role)})

    def rename(self, phone: str, name: str) -> None:
        """Call a phone something.

        Raises:
            KeyError: If there is no such phone.
            SetupError: If the name is too long.
            RecordError: If it cannot be remembered.
        """
        called = fitting(name)
        with self._lock:
            number = self._number(phone)
            self._change({**self._phones, number: replace(self._phones[number], name=called)})

    def unpair(self, phone: str) -> None:
        """Forget a phone, and the key by which it came: an old picture of the code lets nobody in.

        Raises:
            KeyError: If there is no such phone.
            LastAdminError: If nobody would be left who may change the box.
            RecordError: If it cannot be remembered.
        """
        with self._lock:
            number = self._number(phone)
            self._must_not_be_last(number)
            left = {other: known for other, known in self._phones.items() if other != number}
            self._change(left, key=_new_key())

    def address(self) -> str:
        """Return the address that another phone opens to be let in, key included (for the QR code)."""
        return f"{self._address}/?key={self._key}"

    def _let(self, token: str, name: str, *, is_admin: bool) -> str:
        """Remember one more phone, or what a known one may do from now on."""
        phones = self._phones
        known = phones.get(_hash(token)) if token else None
        if known is None:
            phones = self._with_room(for_admin=is_admin)
            token = secrets.token_urlsafe(32)
            known = _Phone("player", self._clock(), trimmed(name)[:LONGEST_NAME], self._clock())
        elif known.role == "watcher":
            known = replace(known, role="player")
        if is_admin or not _admins(self._phones):
            known = replace(known, role="admin")
        self._change({**phones, _hash(token): known}, key=_new_key() if is_admin else None)
        return token

    def _with_room(self, *, for_admin: bool) -> dict[str, _Phone]:
        """Return the phones that stay when a new one comes.

        Raises:
            TooManyPhonesError: If none of them gives way.
        """
        if len(self._phones) < MOST_PHONES:
            return self._phones
        away = self._clock() - AWAY_S
        going = [
            number
            for number, phone in self._phones.items()
            if phone.role == "watcher" or (phone.role == "player" and (for_admin or phone.seen < away))
        ]
        if not going:
            raise TooManyPhonesError(f"{MOST_PHONES} phones are let in already: unpair one first")
        gone = min(going, key=lambda number: _worth(self._phones[number]))
        return {number: phone for number, phone in self._phones.items() if number != gone}

    def _change(self, phones: dict[str, _Phone], *, key: str | None = None) -> None:
        """Write phones and a new key, both or none."""
        before = self._phones

        def write(writer: sqlite3.Connection) -> None:
            writer.execute("DELETE FROM phone")  # those that could not be read as well
            rows = [(number, phone.role, phone.since) for number, phone in phones.items()]
            writer.executemany("INSERT INTO phone VALUES (?, ?, ?)", rows)
            self._write_facts(writer)
            if key is not None:
                writer.execute("UPDATE secret SET value = ? WHERE name = ?", (key, _KEY))

        self._phones = phones
        try:
            self._journal.write(write)
        except BaseException:
            self._phones = before
            raise
        self._key = key or self._key

    def _write_facts(self, writer: sqlite3.Connection) -> None:
        facts = {number: [phone.name, phone.seen] for number, phone in self._phones.items()}
        writer.execute("INSERT OR REPLACE INTO secret VALUES (?, ?)", (FACTS, json.dumps(facts)))

    def _number(self, phone: str) -> str:
        for number in self._phones:
            if _short(number) == phone:
                return number
        raise KeyError(phone)

    def _must_not_be_last(self, number: str) -> None:
        if _admins(self._phones) == [number]:
            raise LastAdminError("this is the only admin: make another phone an admin first")

    def _made_once(self, name: str, make: Callable[[], str]) -> str:
        rows = self._journal.read("SELECT value FROM secret WHERE name = ?", (name,))
        if rows and is_key(rows[0][0]):
            return str(rows[0][0])
        made = make()
        self._journal.losses.tell("key", len(rows))

        def write(writer: sqlite3.Connection) -> None:
            writer.execute("INSERT OR REPLACE INTO secret VALUES (?, ?)", (name, made))

        self._journal.write(write)
        return made


def paired(journal: Journal) -> dict[str, _Phone]:
    """Read the phones, by the hash of their token; the first of those before there were admins is one."""
    told, parts = _facts(journal)
    phones: dict[str, _Phone] = {}
    lost = 0
    for number, role, since in journal.read("SELECT token, role, since FROM phone ORDER BY rowid"):
        if not is_token(number):
            lost += 1
            continue
        name, seen = told.get(str(number), ("", 0.0))
        known = _Phone("player", 0.0, name, seen)
        if role in ROLES:
            known = replace(known, role=role)
        try:
            known = replace(known, since=moment(since))
        except ValueError:
            role = ""
        parts += role not in ROLES
        phones[str(number)] = known
    journal.losses.tell("phone", lost)
    journal.losses.tell("part of a phone", parts)
    if phones and not _admins(phones):
        first = next(iter(phones))
        phones[first] = replace(phones[first], role="admin")
    if len(phones) > MOST_PHONES:  # of a version that let in any number
        log.warning("%d phones were let in: the %d seen last stay", len(phones), MOST_PHONES)
        staying = set(sorted(phones, key=lambda number: _worth(phones[number]), reverse=True)[:MOST_PHONES])
        phones = {number: phone for number, phone in phones.items() if number in staying}
    return phones


def _facts(journal: Journal) -> tuple[dict[str, tuple[str, float]], int]:
    """Read what phones are called and when they were seen; tell of how many that cannot be read."""
    rows = journal.read("SELECT value FROM secret WHERE name = ?", (FACTS,))
    return facts_of(rows[0][0]) if rows else ({}, 0)


def facts_of(text: object) -> tuple[dict[str, tuple[str, float]], int]:
    """Read name and time of each phone from JSON; tell how many cannot be read."""
    try:
        read = json_of(text)
    except ValueError:
        read = None
    if not isinstance(read, dict):
        return {}, 1
    facts: dict[str, tuple[str, float]] = {}
    for number, fact in read.items():
        try:
            name, seen = fact
            facts[number] = text_of(name, longest=_LONGEST), moment(seen)
        except (ValueError, TypeError):
            continue
    return facts, len(read) - len(facts)


def is_key(value: object) -> bool:
    """True for what can be a key or a secret of a box: one that is short could be guessed."""
    return isinstance(value, str) and _KEYS.fullmatch(value) is not None


def is_token(value: object) -> bool:
    """True for what can stand for the token of a phone."""
    return isinstance(value, str) and _HASHES.fullmatch(value) is not None


def listed(journal: Journal) -> list[PhoneLine]:
    """List the phones of a journal, which a box may have open."""
    return _lines(paired(journal))


def keys(journal: Journal) -> tuple[str, str] | None:
    """Return the keys for a player and for an admin of a journal; None before its first box."""
    rows = journal.read("SELECT name, value FROM secret")
    found = {str(name): str(value) for name, value in rows if is_key(value)}
    if _KEY not in found or _SECRET not in found:
        return None
    return found[_KEY], admin_key(found[_KEY], found[_SECRET])


def admin_key(key: str, secret: str) -> str:
    """Make the key for an admin, which changes with the key for players."""
    digest = hmac.new(secret.encode(), b"admin:" + key.encode(), hashlib.sha256).digest()
    return base64.urlsafe_b64encode(digest[:12]).decode()


def _worth(phone: _Phone) -> tuple[int, float]:
    """Order phones by which of them gives way first."""
    return ROLES.index(phone.role), phone.seen


def _admins(phones: dict[str, _Phone]) -> list[str]:
    return [number for number, phone in phones.items() if phone.role == "admin"]


def _lines(phones: dict[str, _Phone]) -> list[PhoneLine]:
    return [
        PhoneLine(_short(number), phone.name, phone.role, phone.since, phone.seen)
        for number, phone in phones.items()
    ]


def _new_key() -> str:
    return secrets.token_urlsafe(9)


def _short(number: str) -> str:
    return number[:16]


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
