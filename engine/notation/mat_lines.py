"""The lines of a match as Jellyfish, GNU Backgammon and XG write them (``.mat``), and what stands in them.

A match is plain text: a head of comments and the length, then for every game its number, the players with
their score, and numbered lines with one entry for each player::

    ; [Match ID "123456789"]
     7 point match

     Game 1
     Ann : 0                        Bob : 0
      1)                             31: 8/5 6/5
      2) 52: 13/8 24/22               Doubles => 2
      3)  Drops                       Wins 1 point

Who gives up without a double ``Concedes``, also behind a throw, or ``Losses 1 point``; tabs may part the
columns. The player on the left has seat 0. Points count from the mover's side; 25 or ``bar`` is the bar, 0 or
``off`` is off. Source of the form: the files that GNU Backgammon 1.07 and XG write. Nothing is guessed: what
cannot stand in a line is an error with line, column, and what could (`wrong`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from engine.errors import NotationError
from engine.messages import Message
from engine.move import Step

Lines = Sequence[tuple[int, str]]
"""Lines with their numbers in the file."""

_LENGTH = re.compile(r"\s*(\d{1,4})\s+point match\s*", re.IGNORECASE)
_GAME = re.compile(r"\s*Game\s+(\d{1,6})\s*", re.IGNORECASE)
_NAMES = re.compile(r"\s*(.+?) : (\d{1,7})\s{2,}(.+) : (\d{1,7})\s*")
_NAMES_CLOSE = re.compile(r"\s*(.+?) : (\d{1,7})\s*(.+) : (\d{1,7})\s*")
"""The same without room between, as GNU Backgammon writes names that have many bytes."""
_TAG = re.compile(r';\s*\[([\w ]*\w)\s+"(.*)"\]\s*')
_NUMBER = re.compile(r"\s*\d{1,4}\)")
_ENTRY = re.compile(
    r"(?<!\S)(?=\S)(?:(?P<dice>[0-9?]{2})\s*:|(?P<double>(?:re)?doubles?\b)(?:\s*(?:=>|to)\s*(?P<value>\d{1,6}))?"
    r"|(?P<take>takes?\b|accepts?\b)|(?P<drop>drops?\b|passe?s?\b|rejects?\b)"
    r"|(?P<beaver>beavers?\b)(?:\s*(?:=>|to)\s*(?P<raised>\d{1,6}))?"
    r"|(?P<concede>concede[sd]?\b|resign(?:s|ed)?\b)"
    r"|(?P<result>wins|loses|losses)\s+(?P<points>\d{1,6})\s+points?(?:\s+and the match)?)",
    re.IGNORECASE,
)
_STEPS = re.compile(r"((?:bar|\d{1,2})(?:/(?:bar|off|\d{1,2})\*?)+)(?:\(([1-4])\)(\*?))?", re.IGNORECASE)
_NO_PLAY = re.compile(r"\W*(?:(?:cannot|can[’']?t|no)\s+(?:move|play)\W*)?", re.IGNORECASE)
_LONGEST = 500
"""Characters of a line of names, and of a play, that are looked at: what is longer is none."""
_RIGHT = 18
"""From this column on, counted from 0, an entry that stands alone is the right player's."""
_BESIDE = {"bar": 25, "off": 0}
_KINDS = ("result", "dice", "double", "take", "drop", "beaver", "concede")
_TABS_BETWEEN = 2
"""Tabs between the columns, if no line with tabs has an entry in each."""

A_PLAY = Message("a play such as “8/5 6/5”")
THE_LENGTH = Message("a line such as “7 point match”")
THE_END = Message("the end of the file: it holds one match")
A_LINE = Message("a throw, what was done with the cube, or a result")


@dataclass(frozen=True, slots=True)
class Spot:
    """Where something stands in a file."""

    line: int
    """From 1."""
    column: int
    """From 1, with tabs of eight."""
    found: str = ""
    """What stands there."""


@dataclass(frozen=True, slots=True)
class MatEntry:
    """What one player did."""

    spot: Spot
    seat: int
    kind: str
    """One of ``wins``, ``dice``, ``double``, ``take``, ``drop``, ``beaver``, ``concede``."""
    number: str
    """Of a throw, its dice; of a double, beaver or win its number; else empty."""
    play: str = ""
    """What stands behind a throw."""
    play_spot: Spot = Spot(0, 0)


@dataclass(frozen=True, slots=True)
class MatGame:
    """One game."""

    spot: Spot
    """Of its number."""
    number: int
    names: tuple[str, str]
    name_spots: tuple[Spot, Spot]
    score: tuple[int, int]
    score_spots: tuple[Spot, Spot]
    entries: tuple[MatEntry, ...]
    end: Spot
    """Behind its last line."""


@dataclass(frozen=True, slots=True)
class MatFile:
    """One match."""

    tags: Mapping[str, str]
    """Of the head, by their names in small letters."""
    tag_spots: Mapping[str, Spot]
    """Where their values stand."""
    length: int
    """Points; 0 for money."""
    length_spot: Spot
    games: tuple[MatGame, ...]
    """Up to `error`; the last one may have only a part of its entries."""
    error: NotationError | None = None
    """What cannot be read in the lines behind them."""


def wrong(spot: Spot, expected: object) -> NotationError:
    """Make the error of what cannot stand in a file.

    Args:
        spot: Where it stands.
        expected: What could stand there: a `Message` or a text of the file.
    """
    told = {"line": spot.line, "column": spot.column, "expected": expected}
    if not spot.found.strip():
        return NotationError(Message("line {line}, column {column}: expected here: {expected}", told))
    told["found"] = repr(spot.found.strip()[:60])
    return NotationError(
        Message("line {line}, column {column}: {found} cannot stand here; expected: {expected}", told)
    )


def is_mat(lines: Lines) -> bool:
    """True if the lines look like a match."""
    return any(is_game(line) or _LENGTH.fullmatch(line[1]) for line in lines)


def is_game(line: tuple[int, str]) -> bool:
    """True if a game begins with a line."""
    return bool(_GAME.fullmatch(line[1]))


def part_mat(lines: Lines) -> MatFile:
    """Part a file into its games and their entries, as far as that goes.

    Raises:
        NotationError: If something stands where it cannot before the first entry.
    """
    starts = [at for at, line in enumerate(lines) if is_game(line)]
    head = lines[: starts[0]] if starts else lines
    tags, spots, length, length_spot = _head(head)
    last = Spot(lines[-1][0], 1)
    if not starts:
        raise wrong(last, "Game 1")
    ends = [*starts[1:], len(lines)]
    columns = _Columns.of(lines)
    games: list[MatGame] = []
    error = None
    for start, end in zip(starts, ends, strict=True):
        try:
            game, error = _game(lines[start], lines[start + 1 : end], last, columns)
        except NotationError as found:
            if not games:
                raise
            error = found
        else:
            games.append(game)
        if error is not None:
            break
    return MatFile(tags, spots, length, length_spot, tuple(games), error)


def _head(lines: Lines) -> tuple[dict[str, str], dict[str, Spot], int, Spot]:
    """Read the headers and the length."""
    tags: dict[str, str] = {}
    spots: dict[str, Spot] = {}
    found: tuple[int, Spot] | None = None
    for number, text in lines:
        spot = _spot(number, text, len(text) - len(text.lstrip()))
        if tag := _TAG.fullmatch(text.strip()):
            tags[tag[1].lower()] = tag[2]
            at = text.index('"') + 1
            spots[tag[1].lower()] = _spot(number, text, at, at + len(tag[2]))
        elif length := _LENGTH.fullmatch(text):
            if found:
                raise wrong(spot, THE_END)
            found = int(length[1]), spot
        elif text.strip() and not _is_comment(text):
            raise wrong(spot, "Game 1" if found else THE_LENGTH)
    if found is None:
        raise wrong(Spot(lines[-1][0] if lines else 1, 1), THE_LENGTH)
    return tags, spots, *found


def _game(
    head: tuple[int, str], body: Lines, last: Spot, columns: _Columns
) -> tuple[MatGame, NotationError | None]:
    """Read a game, and what is wrong in a line of it."""
    number = int(head[1].split()[1])
    spot = _spot(head[0], head[1], len(head[1]) - len(head[1].lstrip()))
    at = next((at for at, (_line, text) in enumerate(body) if text.strip() and not _is_comment(text)), None)
    if at is None:
        raise wrong(last, Message("the players and their score"))
    line, text = body[at]
    found = (_NAMES.fullmatch(text) or _NAMES_CLOSE.fullmatch(text)) if len(text) <= _LONGEST else None
    if found is None:
        raise wrong(_spot(line, text, 0), Message("the players and their score"))
    spots = [_spot(line, text, *found.span(group)) for group in (1, 2, 3, 4)]
    end = Spot(body[-1][0] + 1, 1)
    entries: list[MatEntry] = []
    error = None
    try:
        entries.extend(_entries(body[at + 1 :], columns))
    except NotationError as found_wrong:
        error = found_wrong
    game = MatGame(
        spot,
        number,
        (found[1].strip(), found[3].strip()),
        (spots[0], spots[2]),
        (int(found[2]), int(found[4])),
        (spots[1], spots[3]),
        tuple(entries),
        end,
    )
    return game, error


def _spot(line: int, text: str, at: int, end: int | None = None) -> Spot:
    return Spot(line, len(text[:at].expandtabs(8)) + 1, text[at:end])


def _is_comment(text: str) -> bool:
    return text.lstrip().startswith((";", "#"))


@dataclass(frozen=True, slots=True)
class _Columns:
    """How a file parts its columns by tabs: by their number, or so that the columns stand in line."""

    before: int = 0
    """Tabs between the number of a line and the left player's entry."""
    between: int | None = _TABS_BETWEEN
    """Tabs between the entries of the two players; None if their number differs from line to line."""

    @classmethod
    def of(cls, lines: Lines) -> _Columns:
        """Look at the lines with tabs that have an entry of each player."""
        before, between = {0}, set()
        for _number, text in lines:
            if "\t" not in text or _is_comment(text):
                continue
            begin = _begin(text)
            cells = _cells(text, begin)
            if len(cells) == 2 and not text[begin : cells[0][0].start()].strip():
                left = text[cells[0][-1].end() : cells[1][0].start()]
                before.add(text.count("\t", begin, cells[0][0].start()))
                between.add(left.count("\t", len(left.rstrip())))
        count = (between.pop() if len(between) == 1 else None) if between else _TABS_BETWEEN
        return cls(max(before), count)

    def seat(self, text: str, begin: int, at: int) -> int:
        """Return whose an entry is that stands alone in its line, behind `begin`."""
        tabs = text.count("\t", begin, at)
        if len(text[:at].expandtabs(8)) >= _RIGHT or not tabs or not self.between:
            return int(len(text[:at].expandtabs(8)) >= _RIGHT)
        return int(tabs >= self.before + self.between)


def _begin(text: str) -> int:
    """Return where a line begins behind its number."""
    counted = _NUMBER.match(text)
    return counted.end() if counted else 0


def _cells(text: str, begin: int) -> list[list[re.Match[str]]]:
    """Find what stands in a line, column by column; who concedes may do so behind a throw."""
    cells: list[list[re.Match[str]]] = []
    for found in _ENTRY.finditer(text, begin):
        if found["concede"] and cells and text[cells[-1][-1].end() : found.start()] in ("", " "):
            cells[-1].append(found)
        else:
            cells.append([found])
    return cells


def _entries(lines: Lines, columns: _Columns) -> Iterator[MatEntry]:
    """List what stands in the lines, each with the player whose it is."""
    for number, line in lines:
        text = line.rstrip()
        if not text or _is_comment(text):
            continue
        if _LENGTH.fullmatch(text):
            raise wrong(_spot(number, text, 0), THE_END)
        yield from _without_repeats(_of_line(number, text, columns))


def _of_line(number: int, text: str, columns: _Columns) -> Iterator[MatEntry]:
    begin = _begin(text)
    cells = _cells(text, begin)
    first = cells[0][0].start() if cells else len(text)
    if text[begin:first].strip() or len(cells) > 3:
        at = begin + len(text[begin:]) - len(text[begin:].lstrip())
        raise wrong(_spot(number, text, at, first if cells else None), A_LINE)
    done = sum(1 for cell in cells if not cell[0]["result"])
    found = [(place, one) for place, cell in enumerate(cells) for one in cell]
    ends = [*(after.start() for _place, after in found[1:]), len(text)]
    for (place, one), end in zip(found, ends, strict=False):
        kind = next(kind for kind in _KINDS if one[kind])
        start = cells[place][0].start()
        beside = place == 1 and text[start - 2 : start].isspace() and not _is_of_the_left(cells, text)
        alone = not beside if kind == "result" else done == 1
        seat = columns.seat(text, begin, start) if alone else min(place, 1)
        rest = text[one.end() : end]
        at = one.end() + (len(rest) - len(rest.lstrip()) if rest.strip() else 0)
        if kind != "dice" and rest.strip():
            raise wrong(_spot(number, text, at, end), A_LINE)
        if kind == "result":
            kind, seat = "wins", seat if one["result"].lower() == "wins" else 1 - seat
        spot = _spot(number, text, one.start(), one.end())
        said = one["dice"] or one["value"] or one["raised"] or one["points"] or ""
        yield MatEntry(spot, seat, kind, said, rest.strip(), _spot(number, text, at, end))


def _is_of_the_left(cells: Sequence[Sequence[re.Match[str]]], text: str) -> bool:
    """True if a second entry stands where the left player's play would.

    GNU Backgammon writes a result so that follows a throw which was not played.
    """
    is_throw = len(cells[0]) == 1 and cells[0][0]["dice"]
    return bool(is_throw) and cells[1][0].start() < _RIGHT and "\t" not in text


def _without_repeats(entries: Iterator[MatEntry]) -> Iterator[MatEntry]:
    """Leave out a loss that stands beside the win of the same line."""
    result: MatEntry | None = None
    for entry in entries:
        if entry.kind == "wins":
            if result is not None and (result.seat, result.number) == (entry.seat, entry.number):
                continue
            result = entry
        yield entry


def is_no_play(text: str) -> bool:
    """True if a text says that nothing was played: it is empty, or “Cannot Move”, “???”, and the like."""
    return len(text) <= _LONGEST and bool(_NO_PLAY.fullmatch(text))


def read_steps(entry: MatEntry) -> tuple[Step, ...]:
    """Read checker steps, also several of one checker in a row: ``24/18/13``.

    Raises:
        NotationError: If they are none.
    """
    found: list[Step] = []
    text, spot = entry.play[:_LONGEST], entry.play_spot
    for part in re.finditer(r"\S+", text):
        before = len((" " * (spot.column - 1) + text[: part.start()]).expandtabs(8))
        here = Spot(spot.line, before + 1, part[0])
        match = _STEPS.fullmatch(part[0])
        if match is None:
            raise wrong(here, A_PLAY)
        places = match[1].split("/")
        for _again in range(int(match[2] or 1)):
            for start, end in pairwise(places):
                is_hit = end.endswith("*") or (bool(match[3]) and end is places[-1])
                found.append(Step(_point(start), _point(end), is_hit))
        if len(found) > 4 or not all(1 <= step.start <= 25 and 0 <= step.end <= 24 for step in found):
            raise wrong(here, A_PLAY)
    return tuple(found)


def _point(written: str) -> int:
    bare = written.rstrip("*").lower()
    return _BESIDE[bare] if bare in _BESIDE else int(bare)
