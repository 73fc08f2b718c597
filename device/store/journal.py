"""The recorder of the table, and the library of the page."""

from __future__ import annotations

import json
import logging
import os
import sqlite3
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from device.closing import Closing
from device.errors import JournalError
from device.store.crash_copy import HeldCopy, unwritten
from device.store.database import Store, StoreClosedError, fault_of, is_passing, opened_for_reading
from device.store.games import COLUMNS, PLAYED, goes_on, insert, line_of, logged, number_in, readable
from device.store.lives import lives_from, take_back_lives
from device.store.memory_mode import MemoryFallback
from device.store.news import News
from device.store.photographs import Photographs, claim, count, games_of, next_number, over_the_cap
from device.store.schema import FILE_NAME, take
from device.store.stamps import Stamps
from device.store.trouble import WHAT, lost_rows
from engine.errors import EngineError, RecordError
from engine.events import GameStarted, Logged
from engine.messages import Message
from web.ports import GameLine, ReadErrors

log = logging.getLogger(__name__)


_Lines = dict[int, tuple[tuple[object, ...], GameLine | None]]
"""Lines of the list of games by number, each with the row and the newest event of which it was made."""


class Journal(Closing):
    """The recorder of the table, and the library of the page. May be used from any thread."""

    def __init__(
        self,
        folder: Path,
        *,
        writing: bool = True,
        clock: Callable[[], float] = time.time,
        running: Callable[[], float] = time.monotonic,
        photographs_mb: int = 500,
        retry_s: float = 5.0,
        runtime: Path | None = None,
        before: Sequence[Message] = (),
    ) -> None:
        """Open the journal of a data folder; a missing one is made.

        Args:
            folder: The data folder.
            writing: Take the journal for this process; without it nothing is made and nothing can be written.
            clock: Seconds since 1970, stamped on events. It may jump: nothing is ordered or measured by it.
            running: Seconds that never jump, by which the clocks of matches are measured.
            photographs_mb: Above this many millions of bytes the oldest photographs go, but none of the game
                in progress.
            retry_s: In memory mode, so often it looks whether the disk can be written again.
            runtime: A folder in memory that outlives this process, for a copy of what memory mode holds.
            before: What became of the folder before it was opened, for people to read.

        Raises:
            JournalError: If the folder cannot be used, another box uses it, or a newer version wrote it.
        """
        self.path = folder / FILE_NAME
        self._clock = clock
        self._before = tuple(before)
        self._cap = photographs_mb * 1_000_000
        self._news = News()
        self._unkept = ""
        self._refused: tuple[Message, ...] = ()
        self.stamps = Stamps(clock, running)
        """When things happen: `Stamps.now_s` is `Logged.clock_s` of what happens now."""
        self._lock: int | None = None
        self._played: list[Logged] = []
        self._known_lines: tuple[Store | None, _Lines] = None, {}
        self._photographs = Photographs(folder / "photographs", runtime=runtime if writing else None)
        self._keeper: MemoryFallback | None = None
        self._reading: Store | None = None
        self.read_errors = ReadErrors()
        self._held = HeldCopy(runtime if writing else None, journal=self.path, lives_from=self._lives_from)
        try:
            if writing:
                self._lock = take(folder)
                self._keeper = MemoryFallback(
                    self.path,
                    self._photographs,
                    memory_of=lambda: (self._news.newest, tuple(self._played)),
                    retry_s=retry_s,
                )
            elif not self.path.exists():
                raise JournalError(f"there is no journal in {folder}: no game has been played with it yet")
            else:
                self._reading = opened_for_reading(self.path)
            self._news.newest = self._newest()
            if writing and (game := self._played_last()):
                self._played = self._logged("game = ? ORDER BY seq", game)
                self._news.newest = self._newest()  # another one where that was damaged
            if self._keeper is not None:
                surely = self._take_back(self._keeper)
                surely |= self._take_back_photographs(self._keeper)
                self.stamps.go_on_from(self._played, runtime=runtime, journal=self.path)
                with self._keeper.store.reader() as reader:
                    surely |= self._keeper.fault is not None or bool(self._keeper.notice())
                    surely |= self._keeper.mended
                    self._photo = next_number(reader, self._photographs, surely=surely)
                self._keeper.check()
        except (OSError, sqlite3.Error) as error:
            self.close()
            if isinstance(error, JournalError):
                raise
            if isinstance(error, OSError):
                raise JournalError(
                    f"the data folder {folder} cannot be used: {error.strerror}; name another one with --data"
                ) from error
            raise JournalError(
                f"the journal {self.path} cannot be read: {error}; start the box once, which sets it aside "
                "and recovers what can be read, or restore a backup"
            ) from error
        except BaseException:  # an interrupt must not leave the folder locked
            self.close()
            raise

    def let_go(self) -> None:
        """Wake whoever waits, now and later: the box is stopping. Writing and reading go on until `close`."""
        self._news.end()

    def close(self) -> None:
        """Let the file go and wake whoever waits; what is held in memory is tried once more.

        May be called twice.
        """
        self.let_go()
        if self._keeper is not None:
            self._keeper.close()
            if self._keeper.fault is None:
                self._held.forget()
            elif not self._unkept:
                self._unkept = (
                    f"{WHAT[self._keeper.fault]} {_fate(self._keeper.unwritten, self._held)}".strip()
                )
                log.error("%s", self._unkept)
        if self._reading is not None:
            self._reading.close()
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    @property
    def unkept(self) -> str:
        """What of the games is on no disk after `close`, in English sentences; empty when all is."""
        return self._unkept

    def record(self, events: Sequence[Logged]) -> None:
        """Write all events of one action, or none; stamp them with the time.

        Raises:
            RecordError: If they cannot be.
        """
        stamped = self.stamps.of(events)
        mine = [one for one in stamped if one.game == stamped[-1].game and not one.is_imported]
        played = self._played
        if mine and isinstance(mine[0].event, GameStarted):
            played = []
        elif mine and [one.game for one in played[:1]] != [mine[0].game]:  # an older game goes on
            # Read first: an error after the write would leave an action on the disk that nobody believes.
            try:
                played = self._logged("game = ? AND seq < ? ORDER BY seq", mine[0].game, mine[0].seq)
            except sqlite3.Error as error:
                raise self._refusal(error) from error
        self.write(lambda writer: insert(writer, stamped))
        self.stamps.were_written(stamped)
        self._played = played
        if self._keeper is not None and self._keeper.fault is not None:
            self._held.add(stamped, before=self._played)
        else:
            self._held.forget()
        self._played.extend(mine)  # none of an import: the game in progress stays what it was
        self._news.tell(stamped[-1].seq)

    def write(self, change: Callable[[sqlite3.Connection], None]) -> None:
        """Carry out one transaction, whole or not at all; in memory while the disk cannot be written.

        Raises:
            RecordError: If the journal is closed or cannot hold this.
        """
        if self._keeper is None:
            raise RecordError("the journal is closed: the box is stopping, or only reads")
        try:
            self._keeper.write(change)
        except StoreClosedError as error:
            raise RecordError("the journal is closed: the box is stopping, or only reads") from error
        except Exception as error:
            if isinstance(error, sqlite3.Error):
                raise self._refusal(error) from error
            log.error("the journal cannot hold this", exc_info=error)
            raise RecordError(
                "the journal cannot hold this, so nothing was changed: {error}", error=str(error)
            ) from error
        self._refused = ()

    def _refusal(self, error: sqlite3.Error) -> RecordError:
        """Remember and return why an action was not written."""
        log.warning("the journal %s cannot be written: %s", self.path, error)
        refused = RecordError(
            "the journal cannot be written ({error}), so nothing was changed: check the disk",
            error=str(error),
        )
        self._refused = (refused.message,)
        return refused

    def read(self, query: str, values: Sequence[object] = ()) -> list[tuple[object, ...]]:
        """Ask for rows of the last committed state.

        Raises:
            sqlite3.Error: If there are no such rows.
            JournalError: If the file is damaged, and this process only reads.
        """
        for number in range(3):
            store = self.store
            try:
                return store.read(query, values)
            except StoreClosedError:
                if store is self.store:
                    raise
            except sqlite3.Error as error:
                if number == 0 and is_passing(error):
                    continue
                if fault_of(error) is None:
                    raise
                if self._keeper is None:
                    raise JournalError(
                        f"the journal {self.path} cannot be read: {error}; start the box, which sets it "
                        "aside and recovers what can be read"
                    ) from error
                self._keeper.cannot_read(store, error)
        return self.store.read(query, values)

    def trouble(self) -> tuple[Message, ...]:
        """Tell that the journal cannot be written and what to do; empty when all is well."""
        return self._refused or (self._keeper.trouble() if self._keeper else ())

    def notice(self) -> tuple[Message, ...]:
        """Tell what became of a trouble that is over, and what was lost; empty when there was none lately."""
        return (
            *self._before,
            *(self._keeper.notice() if self._keeper else ()),
            *lost_rows(self.read_errors.counts()),
        )

    def held(self) -> int:
        """Tell how many events are in memory only."""
        keeper = self._keeper
        return max(0, self._news.newest - keeper.since) if keeper and keeper.fault else 0

    def last_seq(self) -> int:
        """Number of the newest event."""
        return self._news.newest

    def last_game(self) -> int:
        """Number of the newest game; 0 before the first."""
        return int(str(self.read("SELECT coalesce(max(number), 0) FROM game")[0][0]))

    def events(self, *, since: int, limit: int = 500) -> list[Logged]:
        """List events with a number above `since`, oldest first, of all games."""
        return self._logged("seq > ? ORDER BY seq LIMIT ?", since, limit)

    def played(self, *, since: int, limit: int = 500) -> list[Logged]:
        """List events as `events` does, without those of imported games."""
        return self._logged(f"seq > ? AND {PLAYED} ORDER BY seq LIMIT ?", since, limit)

    def played_before(self, seq: int, *, limit: int = 500) -> list[Logged]:
        """List events of games that were played here with a number below `seq`, the newest first."""
        return self._logged(f"seq < ? AND {PLAYED} ORDER BY seq DESC LIMIT ?", seq, limit)

    def imports(self, *, since: int) -> list[Logged]:
        """List the newest imported event above `since` of each game that has one, oldest first."""
        return self._logged(
            f"seq IN (SELECT max(seq) FROM event WHERE seq > ? AND NOT {PLAYED} GROUP BY game) ORDER BY seq",
            since,
        )

    def wait(self, *, since: int, timeout_s: float) -> bool:
        """Wait until there is an event above `since`; False when the time is over or the box is stopping."""
        return self._news.wait(since=since, timeout_s=timeout_s)

    def games(self) -> list[GameLine]:
        """List all games, the newest first; a line is read again where its game has changed."""
        store = self.store
        stands = {
            number_in([row]): tuple(row)
            for row in self.read(
                "SELECT number, setup, started, ended, winners, "
                "(SELECT max(seq) FROM event WHERE event.game = game.number) FROM game ORDER BY number DESC"
            )
        }
        of, known = self._known_lines
        known = known if of is store else {}
        changed = [number for number, stand in stands.items() if known.get(number, ((), None))[0] != stand]
        read = self._read_lines(changed) if changed else {}
        lines = {
            number: (stand, read[number]) if number in read else known[number]
            for number, stand in stands.items()
            if number in read or number in known
        }
        self._known_lines = store, lines
        found = [line for _, line in lines.values()]
        self.read_errors.note("game", found.count(None))
        return [line for line in found if line is not None]

    def _read_lines(self, games: Sequence[int]) -> dict[int, GameLine | None]:
        """Read lines of the list of games; None for one that cannot be read."""
        rows = self.read(
            "SELECT number, setup, started, ended, winners, (SELECT count(*) FROM event "
            "WHERE event.game = game.number), (SELECT json FROM event WHERE event.game = game.number "
            "AND type IN ('game-ended', 'game-withdrawn') ORDER BY seq DESC LIMIT 1) "
            "FROM game WHERE number IN (SELECT value FROM json_each(?))",
            (json.dumps(games),),
        )
        return {number_in([row]): line_of(row, self.game_events) for row in rows}

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
        """Find the game that was played last, if it or its match goes on; else None."""
        game = self._played_last()
        last = next((line for line in self.games() if line.number == game), None) if game else None
        return last if last is not None and goes_on(last) else None

    def imported(self, request: str) -> int:
        """Return the number of the game that came with the request of this mark; 0 if there is none."""
        return number_in(
            self.read(
                "SELECT game FROM event WHERE type = 'game-started' AND request = ? AND seq IN "
                "(SELECT (SELECT min(seq) FROM event WHERE event.game = game.number) FROM game)",
                (request,),
            )
        )

    def keep_photograph(self, raw: bytes, ringed: bytes, *, kind: str = "throw") -> str:
        """Keep a picture of a throw or of the board, as taken and with what was seen ringed; give its name.

        A disk that takes no pictures keeps nobody from playing: they are held in memory for a while.

        Raises:
            RecordError: If the journal is closed.
        """
        number, self._photo = self._photo, self._photo + 1
        name = f"{kind}-{number}"
        if self._keeper is not None and self._keeper.is_gone:
            self._photographs.hold(name, raw, ringed)
            self._keeper.cannot_keep_pictures(None)
        elif (failed := self._photographs.keep(name, raw, ringed)) and self._keeper is not None:
            self._keeper.cannot_keep_pictures(failed)
        game = self._played[0].game if self._played else 0
        row = (number, name, game, self._clock(), len(raw) + len(ringed))
        struck: list[str] = []

        def write(writer: sqlite3.Connection) -> None:
            writer.execute("INSERT OR REPLACE INTO photograph VALUES (?, ?, ?, ?, ?)", row)
            struck[:] = over_the_cap(writer, cap=self._cap, game=game)

        self.write(write)
        for old in struck:
            self._photographs.remove(old)
        return name

    def photograph(self, name: str, *, ringed: bool = True) -> bytes | None:
        """Return the photograph of a throw as JPEG, with what was seen ringed; None if it does not exist."""
        return self._photographs.read(name, ringed=ringed)

    def has_photograph(self, name: str) -> bool:
        """True if the photograph of a throw is still there."""
        return self._photographs.has(name)

    @property
    def photographs(self) -> Photographs:
        """The folder of photographs."""
        return self._photographs

    @property
    def store(self) -> Store:
        """The database that counts now: the file, or memory.

        Raises:
            JournalError: After `close`.
        """
        store = self._keeper.store if self._keeper is not None else self._reading
        if store is None:
            raise JournalError("the journal is closed")
        return store

    def _newest(self) -> int:
        return number_in(self.read("SELECT seq FROM event ORDER BY seq DESC LIMIT 1"))

    def _played_last(self) -> int:
        """Return the number of the game that was played last, whatever was imported since; 0 if none was."""
        return number_in(self.read(f"SELECT game FROM event WHERE {PLAYED} ORDER BY seq DESC LIMIT 1"))

    def _lives_from(self, seq: int) -> Sequence[tuple[int, str]]:
        with self.store.reader() as reader:
            return lives_from(reader, seq)

    def _take_back(self, keeper: MemoryFallback) -> bool:
        """Write what the process before held in memory when it ended; say whether there was anything."""
        left = self._held.left()
        new = unwritten(left, self._logged("seq >= ? ORDER BY seq", left[0].seq)) if left else []
        if not new:
            self._held.forget()
            return False

        def back(writer: sqlite3.Connection) -> None:
            insert(writer, new)
            claim(writer)
            take_back_lives(writer, self._held.lives)

        try:
            self.write(back)
        except RecordError:  # the log has why; a box that does not start would be worse
            self._held.forget()
            return False
        self._news.newest = new[-1].seq
        self._played = self._logged("game = ? ORDER BY seq", self._played_last())
        log.warning("%d events that were held in memory when the box ended are taken back", len(new))
        if keeper.fault is None:
            self._held.forget()
        else:
            self._held.begin(left)
        return True

    def _take_back_photographs(self, keeper: MemoryFallback) -> bool:
        """Take over the photographs that were held, too."""
        with keeper.store.reader() as reader:
            left = self._photographs.left(lambda: games_of(reader))
        if not left:
            return False
        self.write(lambda writer: count(writer, left, at=self._clock()))
        log.warning("%d photographs that were held in memory when the box ended are taken back", len(left))
        try:
            if not keeper.is_gone:
                self._photographs.write_held()
        except OSError as error:
            keeper.cannot_keep_pictures(error)
        return True

    def _logged(self, where: str, *values: object) -> list[Logged]:
        store = self.store
        rows = self.read(f"SELECT {COLUMNS} FROM event WHERE {where}", values)
        try:
            return [logged(row) for row in rows]
        except (ValueError, EngineError) as error:
            if self._keeper is None:
                raise JournalError(f"the journal {self.path} is damaged: {error}") from error
            # SQLite reads what a bad card changed inside a row without a word.
            self._keeper.cannot_read(store, sqlite3.DatabaseError(f"a row is garbled: {error}"), damaged=True)
        return readable(self.read(f"SELECT {COLUMNS} FROM event WHERE {where}", values))


def _fate(unwritten: int, held: HeldCopy) -> str:
    """Say in English what becomes of events that were not written; empty for none."""
    if not unwritten:
        return ""
    if held.exists:
        return (
            f"{unwritten} events are held in memory: the next start takes them back, unless the power goes."
        )
    return f"{unwritten} events could not be written and are lost."
