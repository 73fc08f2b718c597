"""Games out of a file: it is sent, what it holds and where that differs from the rules is shown, then kept.

What was sent is held in memory until it is kept, put away, or others were sent; nothing else remembers it.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections import OrderedDict
from collections.abc import Container, Sequence
from dataclasses import dataclass
from typing import IO

from flask import Blueprint, flash, redirect, render_template, request
from flask.typing import ResponseReturnValue

from engine.errors import NotationError
from engine.events import Setup
from engine.messages import Message
from engine.notation import LARGEST_FILE, FoundGame, PartError, file_name, keep_games, read_games
from engine.table import Table
from web.errors import MalformedError, MissingError, sentence
from web.language.labels import outcome_words
from web.language.locale import _, _n
from web.language.messages import said, upper_first
from web.ports import Archive

READING_S = 10.0
"""Processor time in which one request reads a file; games that are not read by then are told as such. Waiting
does not count: a slow or busy machine reads as much."""

_HELD = 4
"""So many files are held at once; the oldest goes."""

_READING = threading.Lock()
"""One file is read at a time: the box has people who play on it."""

_KEEPING = threading.Lock()
"""One file is kept at a time, so that each of its games comes in once."""


@dataclass(frozen=True, slots=True)
class DifferenceLine:
    """Something that the rules do not allow, in words."""

    line: int
    text: str


@dataclass(frozen=True, slots=True)
class GameLine:
    """One game of a file, as the page shows it."""

    number: int
    line: int
    setup: Setup | None
    """None where it cannot be read."""
    steps: int
    end: str
    """How it ended, in words."""
    differences: tuple[DifferenceLine, ...]
    error: str
    """Why it cannot be read."""
    kept: int
    """The number that it has here already; 0 if it is new."""


@dataclass(frozen=True, slots=True)
class Sent:
    """A file that was sent, with the games in it."""

    name: str
    games: tuple[FoundGame, ...]
    error: Message | None = None
    """What cannot be read behind the games; None if the whole file was."""

    @property
    def why(self) -> str:
        """What cannot be read, as a sentence; empty if the whole file was."""
        return _sentence(said(self.error)) if self.error is not None else ""


class Files:
    """The files that were sent lately."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._next = 1
        self._held: OrderedDict[int, Sent] = OrderedDict()

    def hold(self, sent: Sent) -> int:
        """Hold a file; give its number."""
        with self._lock:
            number, self._next = self._next, self._next + 1
            self._held[number] = sent
            while len(self._held) > _HELD:
                self._held.popitem(last=False)
            return number

    def get(self, number: int) -> Sent:
        """Return a file that is held.

        Raises:
            MissingError: If it is not any more.
        """
        with self._lock:
            if number not in self._held:
                raise MissingError(_("this file is not held any more: send it again"))
            return self._held[number]

    def drop(self, number: int) -> None:
        """Hold it no longer."""
        with self._lock:
            self._held.pop(number, None)


def take_file(files: Files, stream: IO[bytes], *, name: str, part: bool) -> int:
    """Read a file of games and hold it; give its number.

    Args:
        files: Those that are held.
        stream: What was sent; no more than `LARGEST_FILE` is read.
        name: What the file is called.
        part: If something in a match cannot be read, what stands before it is held.

    Raises:
        MalformedError: If no games can be read from it.
    """
    try:
        with _READING:
            data = stream.read(LARGEST_FILE + 1)
            until = time.thread_time() + READING_S
            games = read_games(data, out_of_time=lambda: time.thread_time() > until)
            sent = Sent(file_name(name), tuple(games))
    except PartError as error:
        if not part:
            raise MalformedError(said(error.message)) from error
        sent = Sent(file_name(name), error.games, error.message)
    except NotationError as error:
        raise MalformedError(said(error.message)) from error  # its players are not those at the table
    return files.hold(sent)


def lines_of(sent: Sent, archive: Archive) -> list[GameLine]:
    """Write what a file holds, and where that differs from the rules."""
    return [_line(game, archive.imported(game.mark) if game.mark else 0) for game in sent.games]


def keep_file(files: Files, number: int, chosen: Container[int], *, table: Table, archive: Archive) -> str:
    """Keep games of a file that is held; say how many were new.

    Args:
        files: Those that are held.
        number: Of the file.
        chosen: Numbers of its games.
        table: Writes them, and goes on with the game that lies on it.
        archive: Knows which games came in before.

    Raises:
        MissingError: If it is held no more.
        MalformedError: If none was chosen that can be read.
    """
    sent = files.get(number)
    wanted = [game for game in sent.games if game.number in chosen and game.record is not None]
    if not wanted:
        raise MalformedError(_("no game was chosen: choose at least one, then keep it"))
    with _KEEPING:  # two phones may keep the same file
        kept = sum(
            is_new
            for _game, _number, is_new in keep_games(table, wanted, name=sent.name, imported=archive.imported)
        )
    files.drop(number)
    return _n("{count} game was imported.", "{count} games were imported.", kept)


def blueprint(archive: Archive, files: Files) -> Blueprint:
    """Build the pages on which games come in.

    Args:
        archive: Knows which games came in before.
        files: Those that were sent and are not kept yet.
    """
    bp = Blueprint("games_file", __name__)

    @bp.get("/games/import")
    def about() -> ResponseReturnValue:
        return render_template("history/import.html", most=LARGEST_FILE // 1000)

    @bp.post("/games/import")
    def send() -> ResponseReturnValue:
        sent = request.files.get("games")
        if sent is None or not sent.filename:
            raise MalformedError(_("no file was chosen: choose the file with the games, then send it"))
        with contextlib.closing(sent):
            number = take_file(files, sent.stream, name=sent.filename, part=True)
        return redirect(f"/games/import/{number}", code=303)

    @bp.get("/games/import/<int:number>")
    def look(number: int) -> ResponseReturnValue:
        try:
            sent = files.get(number)
        except MissingError as error:
            flash(sentence(error))
            return redirect("/games/import", code=303)
        lines = lines_of(sent, archive)
        return render_template(
            "history/import_look.html", number=number, name=sent.name, games=lines, why=sent.why
        )

    return bp


def _line(game: FoundGame, kept: int) -> GameLine:
    if game.record is None:
        return GameLine(game.number, game.line, None, 0, "", (), _sentence(said(game.error)), 0)
    setup = game.record.setup
    end = outcome_words(game.outcome, setup) if game.outcome else ""
    differences = tuple(
        DifferenceLine(one.line, _sentence(said(one.what, names=setup.names), setup.names))
        for one in game.differences
    )
    return GameLine(game.number, game.line, setup, len(game.record.actions), end, differences, "", kept)


def _sentence(text: str, names: Sequence[str] = ()) -> str:
    begun = upper_first(text, names=names)
    return begun if begun.endswith((".", "?", "!", "।")) else _("{sentence}.", sentence=begun)
