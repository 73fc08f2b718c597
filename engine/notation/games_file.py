"""Games out of a file: of our own records, or of a match as other programs write it (``.mat``).

A file is foreign input. If something in a match cannot be read, the error offers what stands before it
(`PartError`, `engine.notation.mat`). Of several records one that cannot be read loses none of the others;
what is found says where it differs from the rules. Nothing is written before somebody has looked; then
`keep_games` does it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from engine.errors import EngineError, NotationError
from engine.events import IMPORT, PositionSet
from engine.facts import Outcome
from engine.match import MatchPlace
from engine.messages import Message, Seat
from engine.move import Move
from engine.names import names_of, trimmed
from engine.notation.differences import Difference, Playing, remember
from engine.notation.mat import MatResult, read_mat
from engine.notation.mat_lines import Lines, is_game, is_mat
from engine.notation.record import FORM, Record, write_record
from engine.notation.record_reader import Reader
from engine.table import Table
from engine.table.state import Played, new_model
from engine.throw import Throw

LARGEST_FILE = 1_000_000
"""Bytes; a match to 25 points takes about 60,000."""

MOST_LINES = 20_000
LONGEST_LINE = 4_000
LONGEST_ITEM = 200
MOST_GAMES = 100
LONGEST_FILE_NAME = 80

_MARKS = {b"\xef\xbb\xbf": "utf-8", b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}
"""What a text may begin with → its encoding."""


@dataclass(frozen=True, slots=True)
class FoundGame:
    """One game of a file."""

    number: int
    """In the file, from 1."""
    line: int
    """Where it begins."""
    record: Record | None
    """What was played; None where it cannot be read."""
    outcome: Outcome | None = None
    """How it ended by the moves; None where it goes on."""
    differences: tuple[Difference, ...] = ()
    error: Message | None = None
    """Why it cannot be read."""
    mark: str = ""
    """Tells this game from every other: the same game of the same match has the same one."""


class PartError(NotationError):
    """A match can be read up to a place; the message says where that is, and what is wrong there."""

    def __init__(self, message: Message, games: Sequence[FoundGame]) -> None:
        super().__init__(message)
        self.games = tuple(games)
        """What stands before; of the last game only a part, which goes on."""


def read_games(data: bytes, *, out_of_time: Callable[[], bool] = lambda: False) -> list[FoundGame]:
    """Read the games of a file, each by itself.

    Args:
        data: The file.
        out_of_time: Tells when to stop; games that are not read by then say so.

    Raises:
        PartError: If only the beginning of a match can be read.
        NotationError: If it is no file of games, or too large.
    """

    def go_on() -> None:
        if out_of_time():
            raise NotationError(
                Message("there was no time left to read it: import it by itself, or with fewer games")
            )

    lines = _lines(_text(data))
    starts = [at for at, (_number, text) in enumerate(lines) if text.strip(" \t") == FORM]
    if starts:
        if len(starts) > MOST_GAMES:
            raise _too_large()
        parts = [lines[start:end] for start, end in zip(starts, [*starts[1:], len(lines)], strict=True)]
        return [_found(number, part, go_on) for number, part in enumerate(parts, 1)]
    if is_mat(lines):
        if sum(map(is_game, lines)) > MOST_GAMES:
            raise _too_large()
        return _of_match(read_mat(lines, go_on))
    raise NotationError(
        Message(
            "this is no file of games: choose a match as .mat (GNU Backgammon and others write it), or a "
            "record as this box prints it"
        )
    )


def keep_games(
    table: Table, games: Iterable[FoundGame], *, name: str, imported: Callable[[str], int]
) -> Iterator[tuple[FoundGame, int, bool]]:
    """Write games of a file into the journal, where games that follow in a match are a match, too.

    Args:
        table: Writes them; the game that lies on it stays as it is.
        games: Those that are wanted, in the order of the file; what cannot be read is left out.
        name: Of the file.
        imported: Gives the number of the game that came with a mark; 0 if there is none.

    Yields:
        Each game, its number in the journal, and whether it is new there.

    Raises:
        EngineError: If one cannot be written.
    """
    last: tuple[MatchPlace, int] | None = None
    for game in games:
        if game.record is None:
            continue
        setup = replace(game.record.setup, imported=file_name(name))
        place = setup.match
        if place is not None and last is not None and _follows(last[0], place):
            place = replace(place, first=last[0].first or last[1], before=last[1])
            setup = replace(setup, match=place)
        kept = imported(game.mark)
        number = kept or table.add(setup, game.record.actions, seats=game.record.seats, request=game.mark)
        ended = place is not None and game.outcome is not None and not place.match.after(game.outcome).is_over
        last = None
        if ended and place is not None and game.outcome is not None:
            last = replace(place, match=place.match.after(game.outcome)), number
        yield game, number, not kept


def _follows(ended: MatchPlace, place: MatchPlace) -> bool:
    """True if a game may be the next of a match: `ended` is the place of the one before, with its points."""
    return (ended.match, ended.number + 1) == (place.match, place.number)


def file_name(name: str) -> str:
    """Return the name of a file as a game keeps it: without its folder, and not too long."""
    return trimmed(name.replace("\\", "/").rpartition("/")[2])[:LONGEST_FILE_NAME].strip() or "?"


def _of_match(read: MatResult) -> list[FoundGame]:
    """Describe the games of a match; the mark of each tells the whole match from every other.

    Raises:
        PartError: If only its beginning can be read.
        NotationError: If nothing of it can.
    """
    games, error = read.games, read.error
    if error is not None and not games:
        raise error
    place = games[0].playing.setup.match
    assert place is not None
    told = "\n".join([str(place.match.length), *(_told(game.playing, alone=True) for game in games)])
    found = [
        FoundGame(
            number,
            game.line,
            _record(game.playing),
            game.playing.line.outcome,
            tuple(game.playing.differences),
            mark=_mark(f"{number}\n{told}"),
        )
        for number, game in enumerate(games, 1)
    ]
    if error is not None:
        raise PartError(error.message, found) from error
    return found


def _found(number: int, lines: Lines, go_on: Callable[[], None]) -> FoundGame:
    first = lines[0][0]
    text = "\n".join(line for _number, line in lines)
    try:
        go_on()
        playing = _FileReader(text, before=first - 1, go_on=go_on).playing()
        mark = _mark(f"\n{_told(playing)}")
    except EngineError as error:
        return FoundGame(number, first, None, error=error.message)
    except RecursionError:
        return FoundGame(
            number,
            first,
            None,
            error=Message("it cannot be read: too much in it lies within something else"),
        )
    return FoundGame(
        number,
        first,
        _record(playing),
        playing.line.outcome,
        tuple(sorted(playing.differences, key=lambda one: one.line)),
        mark=mark,
    )


def _record(playing: Playing) -> Record:
    return Record(playing.setup, playing.line.actions, playing.seats)


def _told(playing: Playing, *, alone: bool = False) -> str:
    """Write what was played, of a game alone without what its file says of the match."""
    model = replace(new_model(playing.setup, game=0, seq=0), line=playing.line)
    return write_record(replace(model, setup=replace(model.setup, match=None)) if alone else model)


def _mark(told: str) -> str:
    return IMPORT + hashlib.sha256(told.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def _too_large() -> NotationError:
    most = {"bytes": LARGEST_FILE, "lines": MOST_LINES, "games": MOST_GAMES}
    return NotationError(
        Message(
            "the file is too large: at most {bytes} bytes, {lines} lines and {games} games are read, so "
            "part it",
            most,
        )
    )


def _text(data: bytes) -> str:
    """Decode a file: with a mark as that says, else as UTF-8, else as Windows and older programs write.

    Raises:
        NotationError: If it is too large, or no text.
    """
    if len(data) > LARGEST_FILE:
        raise _too_large()
    encoding = next((name for mark, name in _MARKS.items() if data.startswith(mark)), "utf-8")
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        text = data.decode("cp1252", "replace")
    if "\0" in text:
        raise NotationError(
            Message("this is no text: choose a match as .mat, or a record as this box prints it")
        )
    return text.removeprefix("\ufeff")


def _lines(text: str) -> Lines:
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if len(lines) > MOST_LINES:
        raise _too_large()
    for number, line in enumerate(lines, 1):
        if len(line) > LONGEST_LINE:
            raise NotationError(
                Message(
                    "line {line} is too long: at most {most} characters are read",
                    {"line": number, "most": LONGEST_LINE},
                )
            )
    return list(enumerate(lines, 1))


class _FileReader(Reader):
    """Reads a record; what the rules forbid stands as accepted, and is remembered."""

    def __init__(self, text: str, *, before: int, go_on: Callable[[], None]) -> None:
        """Take one record of a file.

        Args:
            text: From its first line on.
            before: How many lines of the file stand above it.
            go_on: Is called for every line.
        """
        super().__init__(text)
        self._before = before
        self._go_on = go_on
        self._differences: list[Difference] = []

    def playing(self) -> Playing:
        """Play it along.

        Raises:
            NotationError: If a line cannot be.
            SetupError: If people could not tell the players apart.
        """
        record = self.read()
        names_of(record.setup.names)
        made = Playing(record.setup, self._differences)
        made.line = self._game
        made.seats = record.seats
        return made

    def differs(self, before: Played, done: Throw | Move | PositionSet) -> None:
        """Remember what is not legal."""
        told: dict[str, object] = {"player": Seat(before.turn)}
        if isinstance(done, Throw):
            what = Message("{player} threw {throw}, but no throw is due", told | {"throw": str(done)})
        else:
            assert not isinstance(done, PositionSet)
            reason = before.why_not(done)
            if reason is None:
                super().differs(before, done)
            told |= {"move": str(done), "reason": reason}
            what = Message("{player} did “{move}”: {reason}. It stands as played", told)
        self._note(what)

    def ends_otherwise(self, line: str, ends: str) -> None:
        """Remember a result that does not follow."""
        told = {"line": line[:80], "ends": ends}
        if ends:
            self._note(Message("the file says “{line}”, but by the moves it is “{ends}”", told))
        else:
            self._note(Message("the file says “{line}”, but by the moves the game is not over", told))

    def _note(self, what: Message) -> None:
        remember(self._differences, Difference(self._before + self._here, what))

    def _take(self, item: str) -> None:
        if len(item) > LONGEST_ITEM:  # judging a play takes longer than reading it
            raise NotationError(f"{item[:40]!r}… is too long: a throw or move has {LONGEST_ITEM} characters")
        super()._take(item)

    def _next(self) -> str:
        self._go_on()
        return super()._next()
