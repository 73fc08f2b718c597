"""How far readers outside the box have come in the journal, and which games they are to forget.

A place is the number of the event that was told last, with its LIFE: after a backup was restored the same
number is another event, and what the reader cannot know is told. A place is written at most once a minute.
"""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass

from device.store import Journal
from device.store.games import PLAYED
from web.house.identity import Identity, names_in
from web.house.rows import MOST


@dataclass(frozen=True, slots=True)
class ForgottenGame:
    """A game that was deleted on the box."""

    number: int
    """Counts these; never used again."""
    game: int
    """Its number, which may come again where it was the newest."""
    first: str
    """The name of its first event."""
    last: str
    """The name of its last one."""


class Places:
    """The places of readers. May be used from any thread."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._identity = Identity(journal)

    def get(self, reader: str) -> int | None:
        """Return the number of the event that a reader was told last; None for a reader without a place."""
        rows = self._journal.read("SELECT place, life FROM reader WHERE name = ?", (reader,))
        match rows:
            case [(int(place), str(life))] if 0 <= place < MOST:
                known = self._identity.names().place(life, place)
                # Lives are unknown after damage; what is left of the numbers is the best guess.
                return min(place if known is None else known, self._journal.last_seq())
        return None

    def put(self, reader: str, place: int) -> None:
        """Remember which event a reader was told last; 0 for none.

        Raises:
            RecordError: If it cannot be written.
        """
        life = self._identity.names().life_of(place)

        def write(writer: sqlite3.Connection) -> None:
            writer.execute("REPLACE INTO reader VALUES (?, ?, ?)", (reader, place, life))

        self._journal.write(write)

    def drop(self, reader: str) -> None:
        """Forget a reader that there is no more.

        Raises:
            RecordError: If it cannot be written.
        """

        def write(writer: sqlite3.Connection) -> None:
            writer.execute("DELETE FROM reader WHERE name = ?", (reader,))

        self._journal.write(write)

    def before(self, seq: int) -> int:
        """Return the number of the event before this one that readers are told of; 0 for the first.

        Games that were deleted leave numbers out, and events of an import nobody is told of.
        """
        rows = self._journal.read(
            f"SELECT seq FROM event WHERE seq < ? AND {PLAYED} ORDER BY seq DESC LIMIT 1", (seq,)
        )
        return int(str(rows[0][0])) if rows else 0

    def forgotten(self, *, since: int) -> list[ForgottenGame]:
        """List the games that were deleted after the one of this number, in their order."""
        rows = self._journal.read(
            "SELECT number, game, first, last FROM forgotten WHERE number > ? ORDER BY number", (since,)
        )
        return [
            ForgottenGame(number, game, first, last)
            for number, game, first, last in rows
            if isinstance(number, int) and isinstance(game, int)
            if isinstance(first, str) and isinstance(last, str)
        ]


def note_forgotten(writer: sqlite3.Connection, game: int) -> None:
    """Write down that a game is about to be deleted, so that readers outside can be told."""
    first, last = writer.execute("SELECT min(seq), max(seq) FROM event WHERE game = ?", (game,)).fetchone()
    if first is not None:
        names = names_in(writer)
        writer.execute(
            "INSERT INTO forgotten (game, first, last) VALUES (?, ?, ?)",
            (game, names.name(first), names.name(last)),
        )
