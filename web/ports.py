"""What the page needs of the box, as Protocols. `device` implements them; tests may, too."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO, Literal, Protocol

from engine.events import Logged, Setup
from engine.facts import Outcome
from engine.messages import Message, MessageError

Role = Literal["watcher", "player", "admin"]
"""Watchers see everything and change nothing; players act; admins change the box."""


LARGEST_BACKUP = 2 * 1024**3
"""Bytes of the largest backup that is taken; the photographs are capped far below."""


@dataclass(frozen=True, slots=True)
class Caller:
    """Who sends a request, as far as its cookies tell before it is read."""

    role: Role = "watcher"
    phone: str = ""
    """Names a phone that may act; no key to anything. Empty for who only watches."""

    def account(self, place: str) -> str:
        """Name the account on which this counts: the phone's, or else that of a place on the network."""
        return self.phone or f"at {place}"


@dataclass(frozen=True, slots=True)
class EyeState:
    """What the eye does at this moment."""

    state: str
    """``empty``, ``hand``, ``moving``, ``settled``, ``read``, ``uncertain``, ``cleared``, ``starting``,
    ``away`` (no camera) or ``off`` (people type throws)."""
    camera: Message
    """Which camera."""
    message: Message | None = None
    """What is wrong and what would help; None when all is well."""
    board: EyeState | None = None
    """How the board's own camera is: ``starting``, ``seeing``, ``away`` or ``off``; None without one."""


@dataclass(frozen=True, slots=True)
class LampState:
    """What the lamps and the buzzer show."""

    players: tuple[float, ...]
    """Brightness of each player's lamp, 0..1, by seat."""
    alarm: float
    """Brightness of the red lamp, 0..1."""
    pattern: str
    """Name of the pattern that runs: ``turn``, ``kill``, ``illegal``, ``win``, ``question``, ``fault`` or
    ``still``."""
    sound: str = ""
    """What the buzzer plays, or would if it were heard: the same names; empty when it is silent."""
    sound_number: int = 0
    """Counts sounds, so that a phone plays each once."""


@dataclass(frozen=True, slots=True)
class Output:
    """One lamp or sound of the box."""

    name: str
    """``lamp-1`` to ``lamp-4`` by seat, ``red``, ``buzzer`` or ``voice``."""
    where: Literal["wired", "page", "none"]
    """Whether it is there; what is not wired stands on the page alone, or is not there at all."""
    pins: tuple[int, ...] = ()
    """BCM numbers, where it is wired to pins."""
    trouble: Message | None = None
    """Why it cannot be heard, and what would help; None when all is well."""


@dataclass(frozen=True, slots=True)
class GameLine:
    """One game of the journal, for lists."""

    number: int
    setup: Setup
    started: float
    """Seconds since 1970, by the box's clock."""
    events: int
    ended: bool
    winners: tuple[str, ...]
    """Names; empty while nobody has won."""
    outcome: Outcome | None = None
    """How it ended; None while it goes on, and where that cannot be read any more."""


@dataclass(frozen=True, slots=True)
class Holding:
    """What a backup holds."""

    games: int
    photographs: int


@dataclass(frozen=True, slots=True)
class BackupFile:
    """A backup that was made to be carried away."""

    tag: str
    """Tells it from every other one; nobody guesses it."""
    path: Path
    bytes: int


@dataclass(frozen=True, slots=True)
class Trust:
    """What a phone needs to trust the box over HTTPS."""

    certificate: str
    """Of the box's own authority, as PEM; no key."""
    fingerprint: str
    """Its SHA-256 fingerprint: pairs of digits with colons between."""
    port: int
    """Where the page is served over HTTPS."""
    names: frozenset[str]
    """Names and numbers under which the page may be opened so."""


class TrialError(MessageError, ValueError):
    """What was to be tried cannot be tried now; the message says why and what would help."""


class NoBackupError(MessageError, ValueError):
    """A file is no backup that this box can read."""


Lost = Literal["setting", "phone", "part of a phone", "token", "key", "house rules", "person", "game"]

_LOST: dict[Lost, Message] = {
    "setting": Message(
        "Settings that could not be read, and are again as they were at first: {count}.", {"count": 0}
    ),
    "phone": Message("Phones that could not be read, and have to be let in again: {count}.", {"count": 0}),
    "part of a phone": Message(
        "Phones of which a part could not be read; look at the list of phones: {count}.", {"count": 0}
    ),
    "token": Message(
        "Tokens of programs that could not be read, and have to be made anew: {count}.", {"count": 0}
    ),
    "key": Message(
        "The key of the box could not be read: there is a new one, and an older picture of the code lets "
        "nobody in."
    ),
    "house rules": Message("House rules that could not be read: {count}.", {"count": 0}),
    "person": Message("Players that could not be read, and are not in the list: {count}.", {"count": 0}),
    "game": Message("Games that could not be read, and are not in the list: {count}.", {"count": 0}),
}


class ReadErrors:
    """Counts rows that could not be read. May be used from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._most: dict[Lost, int] = {}

    def note(self, lost: Lost, count: int) -> None:
        """Remember that so many could not be read; a higher count of the same takes its place."""
        if count:
            with self._lock:
                self._most[lost] = max(count, self._most.get(lost, 0))

    def messages(self) -> tuple[Message, ...]:
        """Tell what could not be read; empty when all could be."""
        with self._lock:
            lost = dict(self._most)
        return tuple(
            replace(sentence, fields={"count": lost[kind]})
            for kind, sentence in _LOST.items()
            if kind in lost
        )


class Storage(Protocol):
    """The database of a house: a file, or memory."""

    read_errors: ReadErrors
    """Rows that could not be read."""

    def read(self, query: str, values: Sequence[object] = ()) -> list[tuple[object, ...]]:
        """Return rows of the last committed state."""

    def write(self, change: Callable[[sqlite3.Connection], None]) -> None:
        """Carry out one transaction, whole or not at all. Raises RecordError if it cannot be written."""


class Eye(Protocol):
    """The camera and what it believes."""

    def state(self) -> EyeState:
        """Tell what the eye does now."""

    def picture(self) -> bytes | None:
        """Return the latest picture as JPEG; None before the first."""

    def tray_picture(self) -> bytes | None:
        """Return the latest picture cut to the tray; None before the first, and while no tray is set."""

    def listen(self, changed: Callable[[], None]) -> Callable[[], None]:
        """Call `changed` (quick, from another thread) whenever the state has changed; returns how to stop."""


class Library(Protocol):
    """The journal: games, events, photographs."""

    def last_seq(self) -> int:
        """Number of the newest event."""

    def events(self, *, since: int, limit: int = 500) -> list[Logged]:
        """List events with a number above `since`, oldest first, of all games."""

    def played(self, *, since: int, limit: int = 500) -> list[Logged]:
        """List events as `events` does, without those of imported games."""

    def played_before(self, seq: int, *, limit: int = 500) -> list[Logged]:
        """List events of games that were played here with a number below `seq`, the newest first."""

    def imports(self, *, since: int) -> list[Logged]:
        """List the newest imported event above `since` of each game that has one, oldest first."""

    def wait(self, *, since: int, timeout_s: float) -> bool:
        """Wait until there is an event above `since`; False when the time is over."""

    def games(self) -> list[GameLine]:
        """List all games, the newest first."""

    def game_events(self, game: int) -> list[Logged]:
        """List all events of one game. Raises KeyError if there is none."""

    def photograph(self, name: str, *, ringed: bool = True) -> bytes | None:
        """Return the photograph of a throw as JPEG, with what was seen ringed; None if it does not exist."""

    def has_photograph(self, name: str) -> bool:
        """True if the photograph of a throw is still kept."""

    def trouble(self) -> tuple[Message, ...]:
        """Tell that the journal cannot be written and what to do; empty when all is well."""

    def notice(self) -> tuple[Message, ...]:
        """Tell what became of a trouble that is over; empty when there was none lately."""


class Archive(Protocol):
    """What becomes of games that were played."""

    def export(self, game: int | None) -> Iterator[str]:
        """Return the events of a game as JSON lines, in pieces of many; None gives all games."""

    def delete(self, game: int, *, on_table: int) -> None:
        """Delete a game with its photographs for good. Raises EngineError if it cannot be now."""

    def imported(self, request: str) -> int:
        """Return the number of the game that came with the request of this mark; 0 if there is none."""

    def back_up(self) -> BackupFile:
        """Make a backup and keep it for a while. Raises RecordError if it cannot be made."""

    def backup_file(self, tag: str) -> BackupFile | None:
        """Find the backup with a tag; None if it is not kept any more."""

    def incoming(self, size: int) -> IO[bytes]:
        """Make the file for a backup of so many bytes; it goes when it is closed. Raises RecordError."""

    def take_back(self, file: IO[bytes]) -> None:
        """Lay a backup from `incoming` ready for the next start. Raises NoBackupError or RecordError."""

    def take_piece(self, mark: str, size: int, *, at: int, read: Callable[[int], bytes]) -> tuple[int, bool]:
        """Take the next piece of a backup, if it begins at what has come; an empty one only asks.

        Args:
            mark: Tells this file from others.
            size: Bytes of the whole backup.
            at: Where the piece begins.
            read: Gives so many bytes of the piece.

        Returns:
            How many bytes have come, and whether all of it lies ready for the next start.

        Raises NoBackupError or RecordError.
        """

    def waiting(self) -> Holding | None:
        """Tell what the backup holds that lies ready; None if there is none."""

    def leave(self) -> None:
        """Put the backup that lies ready away."""


class Hosts(Protocol):
    """By which names and numbers the box may be opened."""

    def known(self, name: str) -> bool:
        """True if the box may be opened by this name or number (lower case, without a port) now."""

    def addresses(self) -> list[str]:
        """List the addresses by which it is opened best, whole."""


class Lamps(Protocol):
    """Lamps, buzzer and voice."""

    def state(self) -> LampState:
        """Tell what they show now."""

    def outputs(self) -> Sequence[Output]:
        """List what can be tried."""

    def test(self, name: str) -> None:
        """Try one. Raises ValueError for an unknown one, TrialError if it cannot be tried now."""

    def looked(self) -> None:
        """Take it that somebody has looked at what the red lamp shines for."""

    def listen(self, changed: Callable[[], None]) -> Callable[[], None]:
        """Call `changed` (quick, from another thread) whenever they have changed; returns how to stop."""

    def wiring(self) -> Sequence[tuple[Message, int]]:
        """List what is wired to which BCM pin."""

    def header(self, say: Callable[[Message], str]) -> str:
        """Draw the header of pins with what is wired to it, as SVG; empty where nothing can be wired."""


class Https(Protocol):
    """The page served over HTTPS, beside plain HTTP."""

    def trust(self) -> Trust | None:
        """Tell how a phone comes to trust the box; None while the page is served over plain HTTP alone."""
