"""Secrets that the box needs to speak to others, beside its own keys: never shown again, in no bundle."""

from __future__ import annotations

import sqlite3

from device.store import Journal
from device.store.rows import text_of
from device.store.schema import SECRETS

LONGEST_SECRET = 100_000
"""Characters of what the box needs to speak to others."""


class Passwords:
    """Words that were entrusted to the box, by what they are for. May be used from any thread."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal

    def get(self, name: str) -> str:
        """Return one; empty for none."""
        rows = self._journal.read("SELECT value FROM secret WHERE name = ?", (name,))
        return rows[0][0] if rows and isinstance(rows[0][0], str) else ""

    def put(self, name: str, value: str) -> None:
        """Keep one; an empty one is forgotten.

        Raises:
            ValueError: If nothing is kept under that name, or it is too long.
            RecordError: If it cannot be written.
        """
        if name not in SECRETS:
            raise ValueError(f"there is no secret {name!r}: there are {', '.join(SECRETS)}")
        text_of(value, longest=LONGEST_SECRET)

        def write(writer: sqlite3.Connection) -> None:
            writer.execute("DELETE FROM secret WHERE name = ?", (name,))
            if value:
                writer.execute("INSERT INTO secret VALUES (?, ?)", (name, value))

        self._journal.write(write)
