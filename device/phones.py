"""Which phones may act: the key of the box lets one in, a token in its cookie is remembered as a hash.

Key and secret are random, made once, and live in the journal's file, which only its owner can read.
"""

from __future__ import annotations

import hashlib
import hmac
import math
import secrets
import sqlite3
import time
from collections.abc import Callable
from typing import cast

from device.journal import Journal
from web.ports import Role

DOOR_S = 60.0
"""So long the button on the box lets phones in."""

_KEY = "key"
_SECRET = "secret"


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
        self._roles = {
            str(token): cast(Role, role) for token, role in journal.read("SELECT token, role FROM phone")
        }
        self._key = self._made_once(_KEY, lambda: secrets.token_urlsafe(9))
        self._secret = self._made_once(_SECRET, lambda: secrets.token_urlsafe(32))

    @property
    def key(self) -> str:
        """The key of the box, which the QR code carries."""
        return self._key

    @property
    def secret(self) -> str:
        """What the page signs its forms with."""
        return self._secret

    def role(self, token: str) -> Role:
        """Say what the phone that carries this token may do; an unknown one watches."""
        return self._roles.get(_hash(token), "watcher") if token else "watcher"

    def pair(self, key: str) -> str | None:
        """Exchange the key of the QR code for a token; None if the key is wrong.

        Raises:
            RecordError: If the phone cannot be remembered.
        """
        if not hmac.compare_digest(key.encode(), self._key.encode()):
            return None
        return self._remembered()

    def open_door(self) -> None:
        """Let every phone in that asks within the next minute: somebody stands at the box."""
        self._door_until = self._steady() + DOOR_S

    def door_s(self) -> float:
        """Say for how many seconds the door is still open; 0 when it is closed."""
        return max(0.0, self._door_until - self._steady())

    def let_in(self) -> str | None:
        """Give a token to a phone that asks while the door is open; None when it is closed.

        Raises:
            RecordError: If the phone cannot be remembered.
        """
        return self._remembered() if self.door_s() else None

    def _remembered(self) -> str:
        """Make a token for one more phone that plays."""
        token = secrets.token_urlsafe(32)
        role: Role = "player"
        row = (_hash(token), role, self._clock())

        def write(writer: sqlite3.Connection) -> None:
            writer.execute("INSERT INTO phone VALUES (?, ?, ?)", row)

        self._journal.write(write)
        self._roles[row[0]] = role
        return token

    def address(self) -> str:
        """Give the address that another phone opens to be let in, key included (for the QR code)."""
        return f"{self._address}/?key={self._key}"

    def _made_once(self, name: str, make: Callable[[], str]) -> str:
        rows = self._journal.read("SELECT value FROM secret WHERE name = ?", (name,))
        if rows:
            return str(rows[0][0])
        made = make()

        def write(writer: sqlite3.Connection) -> None:
            writer.execute("INSERT INTO secret VALUES (?, ?)", (name, made))

        self._journal.write(write)
        return made


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
