"""The journal: every event on disk before anyone hears of it, in one SQLite file beside its photographs.

Announcer, phones and whoever else wants to know are readers, each with its own place in the journal: they ask
for what came after a sequence number, and `wait` until there is more. One process writes; `charkoni games`
and `charkoni show` may read at the same time.

The file is in write-ahead mode with ``synchronous=FULL``: what `record` returned from survives a power cut.
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Self

from device.errors import JournalError
from device.schema import migrate, take
from engine.errors import EngineError, NotNowError, RecordError
from engine.events import (
    Corrected,
    CorrectionSettled,
    GameEnded,
    GameStarted,
    Logged,
    PositionSet,
    Setup,
    Undone,
    event_from_json,
    event_to_json,
    event_type,
)
from engine.model import Model, new_model
from web.ports import GameLine

log = logging.getLogger(__name__)

FILE_NAME = "charkoni.sqlite"
"""The journal's file inside the data folder."""

_GONE = (
    "the file that holds the games was moved or deleted while the box runs, so nothing was changed: "
    "put it back, or start the box again"
)

_REOPENS = (Undone, Corrected, CorrectionSettled, PositionSet)


class Journal:
    """The recorder of the table, and the library of the page."""

    def __init__(self, folder: Path, *, writing: bool = True, clock: Callable[[], float] = time.time) -> None:
        """Open the journal of a data folder; a missing one is made.

        Args:
            folder: The data folder.
            writing: Take the journal for this process; without it nothing is made and nothing can be written.
            clock: Seconds since 1970, stamped on events.

        Raises:
            JournalError: If the folder cannot be used, another box uses it, or the file is no journal.
        """
        self.path = folder / FILE_NAME
        self._clock = clock
        self._writing = threading.Lock()
        self._news = threading.Condition()
        self._trouble = ""
        self._stopping = False
        self._closed = False
        self._idle: list[sqlite3.Connection] = []
        self._lock: int | None = None
        self._writer: sqlite3.Connection | None = None
        try:
            if writing:
                self._lock = take(folder)
                # SQLite gives its side files the mode of the main one: nobody else reads keys and phones.
                os.close(os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600))
                self._writer = self._connect("rw")
                migrate(self._writer, self.path)
            elif not self.path.exists():
                raise JournalError(f"there is no journal in {folder}: no game has been played with it yet")
            self._file = self._identity()
            with self._reader() as reader:
                self._last_seq = int(reader.execute("SELECT coalesce(max(seq), 0) FROM event").fetchone()[0])
        except (OSError, sqlite3.Error) as error:
            self.close()
            if isinstance(error, JournalError):
                raise
            if isinstance(error, OSError):
                raise JournalError(
                    f"the data folder {folder} cannot be used: {error.strerror}; name another one with --data"
                ) from error
            raise JournalError(
                f"the journal {self.path} cannot be opened: {error}; "
                "name another folder with --data, or move the file away"
            ) from error

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def let_go(self) -> None:
        """Wake whoever waits, now and later: the box is stopping. Writing and reading go on until `close`."""
        with self._news:
            self._stopping = True
            self._news.notify_all()

    def close(self) -> None:
        """Let the file go and wake whoever waits. May be called twice."""
        self.let_go()
        self._closed = True
        with self._writing:
            while self._idle:
                self._idle.pop().close()
            if self._writer is not None:
                # Last, because only a writer can put the write-ahead file back into the main one.
                self._writer.close()
                self._writer = None
            if self._lock is not None:
                os.close(self._lock)
                self._lock = None

    def record(self, events: Sequence[Logged]) -> None:
        """Write all events of one action, or none; stamp them with the time.

        Raises:
            RecordError: If they cannot be written.
        """
        now = self._clock()

        def write(writer: sqlite3.Connection) -> None:
            for logged in events:
                self._index(writer, logged, now)
                written = json.dumps(event_to_json(logged.event), ensure_ascii=False)
                writer.execute(
                    "INSERT INTO event VALUES (?, ?, ?, ?, ?, ?)",
                    (logged.seq, logged.game, now, logged.request, event_type(logged.event), written),
                )

        self.write(write)
        with self._news:
            self._last_seq = events[-1].seq
            self._news.notify_all()

    def write(self, change: Callable[[sqlite3.Connection], None]) -> None:
        """Carry out one transaction, whole or not at all.

        Raises:
            RecordError: If it cannot be written; `trouble` says so too until a later one succeeds.
        """
        with self._writing:
            writer = self._writer
            if writer is None:
                raise RecordError("the journal is closed: the box is stopping, or only reads")
            if self._has_gone():
                log.warning("the journal %s is not there any more", self.path)
                raise RecordError(_GONE)
            try:
                writer.execute("BEGIN IMMEDIATE")
                change(writer)
                writer.execute("COMMIT")
            # Whatever it is: an open transaction would refuse every later one.
            except BaseException as error:
                with contextlib.suppress(sqlite3.Error):
                    writer.execute("ROLLBACK")
                if not isinstance(error, Exception):  # an interrupt is no fault of the disk
                    raise
                raise self._refusal(error) from error
            self._trouble = ""

    def read(self, query: str, values: Sequence[object] = ()) -> list[tuple[object, ...]]:
        """Ask for rows of the last committed state."""
        with self._reader() as reader:
            return list(reader.execute(query, tuple(values)))

    def trouble(self) -> str:
        """Say that the journal cannot be written and what to do; empty when all is well."""
        return _GONE if self._has_gone() else self._trouble

    def last_seq(self) -> int:
        """Number of the newest event."""
        return self._last_seq

    def last_game(self) -> int:
        """Number of the newest game; 0 before the first."""
        with self._reader() as reader:
            return int(reader.execute("SELECT coalesce(max(number), 0) FROM game").fetchone()[0])

    def events(self, *, since: int, limit: int = 500) -> list[Logged]:
        """List events with a number above `since`, oldest first, of all games."""
        return self._logged("seq > ? ORDER BY seq LIMIT ?", since, limit)

    def wait(self, *, since: int, timeout_s: float) -> bool:
        """Wait until there is an event above `since`; False when the time is over or the box is stopping."""
        with self._news:
            if self._stopping:
                self._news.wait(0.05)  # so that a reader who asks again and again does not spin
                return False
            self._news.wait_for(lambda: self._last_seq > since or self._stopping, timeout_s)
            return self._last_seq > since and not self._stopping

    def games(self) -> list[GameLine]:
        """List all games, the newest first."""
        with self._reader() as reader:
            rows = list(
                reader.execute(
                    "SELECT number, setup, started, ended, winners, (SELECT count(*) FROM event "
                    "WHERE event.game = game.number) FROM game ORDER BY number DESC"
                )
            )
        return [self._line(*row) for row in rows]

    def game_events(self, game: int) -> list[Logged]:
        """List all events of one game, oldest first.

        Raises:
            KeyError: If there is no such game.
        """
        # A number that SQLite cannot hold is no game either.
        events = self._logged("game = ? ORDER BY seq", game) if 0 < game < 2**63 else []
        if not events:
            raise KeyError(f"the journal has no game {game}")
        return events

    def unfinished(self) -> GameLine | None:
        """Find the game that was played last, if it goes on; None if it is over or there is none."""
        rows = self._logged("1 ORDER BY seq DESC LIMIT 1")
        if not rows:
            return None
        line = next(line for line in self.games() if line.number == rows[0].game)
        return None if line.ended else line

    def keep_photograph(self, raw: bytes, ringed: bytes) -> str:
        """Keep the picture of a throw, as taken and with what was seen ringed; give its name.

        Raises:
            RecordError: If it cannot be written.
        """
        names: list[str] = []

        def write(writer: sqlite3.Connection) -> None:
            number = writer.execute("SELECT coalesce(max(seq), 0) + 1 FROM sqlite_sequence").fetchone()[0]
            names.append(f"throw-{number}")
            writer.execute(
                "INSERT INTO photograph (name, time, raw, ringed) VALUES (?, ?, ?, ?)",
                (names[0], self._clock(), raw, ringed),
            )

        self.write(write)
        return names[0]

    def photograph(self, name: str, *, ringed: bool = True) -> bytes | None:
        """Give the photograph of a throw as JPEG, with what was seen ringed; None if it does not exist."""
        with self._reader() as reader:
            column = "ringed" if ringed else "raw"
            row = reader.execute(f"SELECT {column} FROM photograph WHERE name = ?", (name,)).fetchone()
        return None if row is None else bytes(row[0])

    def _has_gone(self) -> bool:
        """Say whether the file was moved or deleted while it is open: what is written then is lost."""
        return not self._closed and self._identity() != self._file

    def _identity(self) -> tuple[int, int] | None:
        try:
            found = self.path.stat()
        except OSError:
            return None
        return found.st_dev, found.st_ino

    def _refusal(self, error: Exception) -> RecordError:
        """Say why a change was not written."""
        if isinstance(error, sqlite3.Error):
            log.warning("the journal %s cannot be written: %s", self.path, error)
            self._trouble = _advice(error)
            return RecordError(self._trouble)
        log.error("the journal cannot hold this", exc_info=error)
        return RecordError(f"the journal cannot hold this, so nothing was changed: {error}")

    def _index(self, writer: sqlite3.Connection, logged: Logged, now: float) -> None:
        """Keep the list of games true."""
        event = logged.event
        if isinstance(event, GameStarted):
            setup = json.dumps(event.setup.to_json(), ensure_ascii=False)
            writer.execute(
                "INSERT INTO game (number, started, setup, ended) VALUES (?, ?, ?, 0)",
                (logged.game, now, setup),
            )
        elif isinstance(event, GameEnded):
            winners = json.dumps(list(event.outcome.winners))
            writer.execute("UPDATE game SET ended = 1, winners = ? WHERE number = ?", (winners, logged.game))
        elif isinstance(event, _REOPENS):
            writer.execute("UPDATE game SET ended = NULL WHERE number = ? AND ended = 1", (logged.game,))

    def _line(self, number: int, setup: str, started: float, ended: int | None, won: str, n: int) -> GameLine:
        winners: tuple[int, ...] = tuple(json.loads(won))
        read = Setup.from_json(json.loads(setup))
        if ended is None:
            try:
                model = replayed(self.game_events(number))
            except EngineError:  # a game by rules that are gone: what was last known stays
                ended = 1
            else:
                outcome = model.rules.outcome(model.state)
                ended, winners = outcome is not None, outcome.winners if outcome else ()
        names = tuple(read.names[seat] for seat in winners) if ended else ()
        return GameLine(number, read, started, n, bool(ended), names)

    def _logged(self, where: str, *values: object) -> list[Logged]:
        with self._reader() as reader:
            rows = list(
                reader.execute(f"SELECT seq, game, json, request, time FROM event WHERE {where}", values)
            )
        return [
            Logged(seq, game, event_from_json(json.loads(text)), request, stamp)
            for seq, game, text, request, stamp in rows
        ]

    @contextlib.contextmanager
    def _reader(self) -> Iterator[sqlite3.Connection]:
        """Borrow a connection for reading; idle ones are kept, and each is used by one thread at a time."""
        try:
            reader = self._idle.pop()
        except IndexError:
            reader = self._connect("ro")
        try:
            yield reader
        finally:
            self._idle.append(reader)
            if self._closed:
                self.close()

    def _connect(self, mode: str) -> sqlite3.Connection:
        connection = sqlite3.connect(
            f"{self.path.absolute().as_uri()}?mode={mode}",
            uri=True,
            isolation_level=None,
            check_same_thread=False,
            timeout=5.0,
        )
        connection.execute("PRAGMA synchronous = FULL")
        return connection


def replayed(events: Sequence[Logged]) -> Model:
    """Play the events of one game again, the first of which is its start.

    Raises:
        EngineError: If its rules do not exist any more.
    """
    model: Model | None = None
    for logged in events:
        if isinstance(logged.event, GameStarted):
            model = new_model(logged.event.setup, game=logged.game, seq=logged.seq)
        if model is not None:
            model = model.applied(logged)
    if model is None:
        raise NotNowError("this record does not begin with the start of a game")
    return model


def _advice(error: sqlite3.Error) -> str:
    """Say what is wrong with the disk and what helps. Every phone may read it, so it names no folder."""
    what = str(error)
    if "full" in what:
        help_ = "make room on the disk that holds the games"
    elif "readonly" in what or "read-only" in what:
        help_ = "the disk that holds the games cannot be written: mount it writable, or check its card"
    elif "malformed" in what or "not a database" in what:
        help_ = f"move the file {FILE_NAME} away and restore a backup"
    else:
        help_ = "check the disk that holds the games"
    return f"the journal cannot be written ({what}), so nothing was changed: {help_}"
