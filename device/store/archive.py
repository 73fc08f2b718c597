"""What becomes of games that were played: exported, deleted, carried away in a backup and brought back."""

from __future__ import annotations

import logging
import sqlite3
from pathlib import Path

from device.errors import JournalError
from device.store import Journal
from device.store.backups.backup import look_at, restore
from device.store.backups.foreign import BadBackupError, Progress
from device.store.backups.transfer import Download, Upload
from device.store.export import Export
from device.store.lives import begin_life
from device.store.places import note_forgotten
from engine.errors import NotNowError
from engine.events import GameStarted
from engine.messages import Message
from web.ports import Archive, Holding

log = logging.getLogger(__name__)

WAITING = "to-restore.backup"
"""A backup that came over the page and is restored when the box is started again, in the data folder."""

_NOT_RESTORED = Message("The backup was not restored: the box cannot read it.")
_NOT_NOW = Message(
    "The backup was not restored: the disk does not take it now. The box tries at its next start."
)


def archive_of(journal: Journal) -> Archive:
    """Return what pages do with the games of a journal."""
    folder = journal.path.parent
    download, upload = Download(journal), Upload(folder, folder / WAITING)

    def waiting() -> Holding | None:
        try:
            found = look_at(folder / WAITING, wholly=False)
        except (JournalError, OSError):
            return None
        return Holding(found.games, found.photographs)

    def leave() -> None:
        upload.give_up()
        (folder / WAITING).unlink(missing_ok=True)

    return Archive(
        export=Export(journal).pieces,
        delete=lambda game, on_table: delete_game(journal, game, on_table=on_table),
        imported=journal.imported,
        back_up=download.make,
        backup_file=download.file,
        incoming=upload.whole,
        take_back=upload.lay_ready,
        take_piece=lambda mark, size, at, read: upload.take(mark, size, at=at, read=read),
        waiting=waiting,
        leave=leave,
    )


def delete_game(journal: Journal, game: int, *, on_table: int) -> None:
    """Delete a game, its events and its photographs for good.

    Raises:
        NotNowError: If it lies on the table, or another game of its match does, if it holds the newest
            event, or the disk cannot be written.
        RecordError: If it cannot be deleted.
    """
    newest = journal.events(since=journal.last_seq() - 1, limit=1)
    if game == on_table or any(one.game == game and not one.is_imported for one in newest):
        raise NotNowError("this game lies on the table: begin another one, then delete it")
    if on_table and _match(journal, game) == _match(journal, on_table):
        # An undo reaches back to it; of one that was begun in vain, the time it took counts.
        raise NotNowError("this game belongs to the match on the table: begin another game, then delete it")
    if journal.trouble():
        # What is deleted in memory would come back with the disk.
        raise NotNowError("the disk cannot be written now: delete games when it can be again")
    names: list[str] = []

    def strike(writer: sqlite3.Connection) -> None:
        names[:] = [
            str(row[0])
            for row in writer.execute("SELECT name FROM photograph WHERE game = ?", (game,)).fetchall()
        ]
        note_forgotten(writer, game)
        newest = writer.execute("SELECT game FROM event ORDER BY seq DESC LIMIT 1").fetchone()
        writer.execute("DELETE FROM photograph WHERE game = ?", (game,))
        writer.execute("DELETE FROM event WHERE game = ?", (game,))
        writer.execute("DELETE FROM game WHERE number = ?", (game,))
        if newest == (game,):
            begin_life(writer)

    journal.write(strike)
    for name in names:
        journal.photographs.remove(name)
    log.info("game %d was deleted, with %d photographs", game, len(names))


def _match(journal: Journal, game: int) -> int:
    """Name the match of a game by its first game; a single game is one by itself.

    Raises:
        KeyError: If there is no such game.
    """
    started = journal.game_events(game)[0].event
    place = started.setup.match if isinstance(started, GameStarted) else None
    return game if place is None else place.first or game


def restore_waiting(folder: Path, *, progress: Progress = lambda *_: None) -> tuple[Message, ...]:
    """Restore the backup that lies ready, before the journal is opened; say what became of it.

    Whatever it is, the box starts: what cannot be restored is set aside, and where the disk does not take it
    now, it stays for the next start.

    Args:
        folder: The data folder.
        progress: As in `restore`.

    Returns:
        What became of it; empty if none lay ready.
    """
    waiting = folder / WAITING
    if not waiting.is_file():
        return ()
    try:
        found, kept = restore(folder, waiting, progress=progress)
        waiting.unlink()
    except (BadBackupError, ValueError, ArithmeticError, LookupError, TypeError, MemoryError) as error:
        log.warning(
            "the backup cannot be restored: %s", error, exc_info=not isinstance(error, BadBackupError)
        )
        return _NOT_RESTORED, _set_aside(waiting)
    except OSError as error:
        log.warning("the backup cannot be restored now: %s", error)
        return (_NOT_NOW,)
    log.info("the backup was restored: %s", found)
    counts = {"games": found.games, "photographs": found.photographs}
    told = [Message("The backup was restored. Games: {games}, photographs: {photographs}.", counts)]
    if found.left_out:
        told.append(Message("Parts of it could not be used: {count}.", {"count": found.left_out}))
    if kept is not None:
        told.append(Message("What was there before lies in {folder}.", {"folder": kept.name}))
    return tuple(told)


def _set_aside(waiting: Path) -> Message:
    aside = waiting.with_name(f"{WAITING}.refused")
    try:
        waiting.replace(aside)
    except OSError as error:
        log.warning("%s cannot be moved away: %s", waiting, error)
        aside = waiting
    return Message("Its file is kept as {file}.", {"file": aside.name})
