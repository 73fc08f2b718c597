"""Which box this is, and what each of its events is called everywhere and for ever: BOX/LIFE/SEQ.

BOX is made once and goes with a backup; the host may be called as it likes. A number of an event can come
again: after a backup was restored, after a damaged file lost its end, after the power went in memory mode,
after the newest game was deleted. A name must not. So whenever that can begin, a new LIFE begins with the
next event, and the journal keeps which numbers belong to which: an event that is told again has the name that
it always had.
"""

from __future__ import annotations

import re
import secrets
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass

from web.ports import Storage

BOX = "box"
"""Under which name the table `secret` has it: it is no secret, but lost with them, and kept like them."""

ASKED = f"SELECT 0, value FROM secret WHERE name = '{BOX}' UNION ALL SELECT since, name FROM life ORDER BY 1"
"""Asks for what `event_names` reads."""

_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
"""Without those that people mistake for one another."""

_BOX = re.compile(r"[a-z0-9]{10}")
_LIFE = re.compile(r"[a-z0-9]{8}")
_NAME = re.compile(r"([a-z0-9]{10})/([a-z0-9]{8})/([1-9][0-9]{0,12})")


@dataclass(frozen=True, slots=True)
class EventNames:
    """What events are called: a look at the journal at one moment."""

    box: str
    lives: tuple[tuple[int, str], ...]
    """From which number on which life goes, the oldest first; there is at least one."""

    @property
    def life(self) -> str:
        """The life of what happens next."""
        return self.lives[-1][1]

    def name(self, seq: int) -> str:
        """Return the name of an event.

        >>> EventNames("k3x9q2m7ab", ((1, "aaaaaaaa"), (80, "bbbbbbbb"))).name(80)
        'k3x9q2m7ab/bbbbbbbb/80'
        """
        return f"{self.box}/{self.life_of(seq)}/{seq}"

    def life_of(self, seq: int) -> str:
        """Return in which life an event happened."""
        return next((life for since, life in reversed(self.lives) if since <= seq), self.lives[0][1])

    def place(self, life: str, seq: int) -> int | None:
        """Return up to which number a reader knows the journal that was told this event last.

        What came after the end of its life it cannot know, whatever the number says.

        Returns:
            The number; None for a life that the journal does not know.

        >>> names = EventNames("k3x9q2m7ab", ((1, "aaaaaaaa"), (80, "bbbbbbbb")))
        >>> names.place("aaaaaaaa", 95), names.place("bbbbbbbb", 95), names.place("cccccccc", 95)
        (79, 95, None)
        """
        found = None
        for since, known in self.lives:
            if found is not None:
                return min(seq, since - 1)
            if known == life:
                found = seq
        return found

    def place_of(self, name: str) -> int | None:
        """As `place`, from the whole name of an event; None for what is no name of this box.

        Raises:
            ValueError: If it is no name of an event at all.
        """
        match = _NAME.fullmatch(name)
        if match is None:
            raise ValueError(f"{name[:60]!r} is no name of an event: give BOX/LIFE/NUMBER")
        box, life, seq = match.groups()
        return self.place(life, int(seq)) if box == self.box else None


class Identity:
    """What a journal and its events are called. May be used from any thread."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    def names(self) -> EventNames:
        """Look how everything is called now: a new life begins in memory mode, among others."""
        return event_names(self._storage.read(ASKED))


def is_box(value: object) -> bool:
    """True for what a box may be called."""
    return isinstance(value, str) and _BOX.fullmatch(value) is not None


def is_life(value: object) -> bool:
    """True for what a life may be called."""
    return isinstance(value, str) and _LIFE.fullmatch(value) is not None


def names_in(connection: sqlite3.Connection) -> EventNames:
    """Read what events are called in a journal that `settle` has looked at."""
    return event_names(connection.execute(ASKED).fetchall())


def event_names(rows: Sequence[Sequence[object]]) -> EventNames:
    """Read the rows that `ASKED` asks for: the box first, then its lives.

    Raises:
        ValueError: If nobody has looked after these rows, as `settle` does.
    """
    match rows:
        case [(0, str(box)), *lives] if is_box(box) and lives:
            return EventNames(box, tuple((int(str(since)), str(name)) for since, name in lives))
    raise ValueError("this journal does not say whose it is")


def box_in(connection: sqlite3.Connection) -> str | None:
    """Read which box a journal is of; None where it does not say."""
    rows = connection.execute("SELECT value FROM secret WHERE name = ?", (BOX,)).fetchall()
    return str(rows[0][0]) if rows and is_box(rows[0][0]) else None


def put_box(writer: sqlite3.Connection, box: str | None) -> None:
    """Call a journal so that has no name yet; None leaves it."""
    if box is not None and box_in(writer) is None:
        writer.execute("INSERT OR REPLACE INTO secret VALUES (?, ?)", (BOX, box))


def rename(writer: sqlite3.Connection) -> None:
    """Give the box a new name."""
    writer.execute("INSERT OR REPLACE INTO secret VALUES (?, ?)", (BOX, new_name(10)))


def new_name(letters: int) -> str:
    """Make a name of so many letters by chance."""
    return "".join(secrets.choice(_LETTERS) for _ in range(letters))
