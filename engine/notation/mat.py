"""Games as Jellyfish and GNU Backgammon write them (``.mat``), read and played along.

A match is plain text: a head of comments and the length, then for every game its number, the players with
their score, and numbered lines with one entry for each player::

     7 point match

     Game 1
     Ann : 0                        Bob : 0
      1)                             31: 8/5 6/5
      2) 52: 13/8 24/22               Doubles => 2
      3)  Drops
                                      Wins 1 point

The player on the left has seat 0. Points count from the mover's side; 25 or ``bar`` is the bar, 0 or ``off``
is off. What the rules do not allow is played as it stands there, and said (`Difference`); what cannot stand
at all ends the game where it is. Source of the form: the files that GNU Backgammon 1.07 writes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from engine.ending import Accept, Resign
from engine.errors import EngineError, NotationError
from engine.events import Setup
from engine.game import Waits
from engine.match import Match
from engine.messages import Message, Seat
from engine.move import Beaver, CubeMove, Double, Drop, EndTurn, Play, Step, Take
from engine.names import LONGEST_NAME, look_of, trimmed
from engine.notation.differences import Difference, Playing
from engine.options import OptionValue
from engine.throw import Dice

Lines = Sequence[tuple[int, str]]
"""Lines with their numbers in the file."""

_LENGTH = re.compile(r"\s*(\d{1,4})\s+point match", re.IGNORECASE)
_GAME = re.compile(r"\s*Game\s+(\d{1,6})\s*", re.IGNORECASE)
_NAMES = re.compile(r" ?(.+?) : (\d{1,4})\s{2,}(.+) : (\d{1,4})\s*")
_TAG = re.compile(r';\s*\[(\w+)\s+"(.*)"\]\s*')
_NUMBER = re.compile(r"\s*\d{1,4}\)")
_ENTRY = re.compile(
    r"(?P<dice>[0-9?]{2})\s*:|(?P<double>(?:re)?doubles?\b)(?:\s*(?:=>|to)\s*(?P<value>\d{1,6}))?"
    r"|(?P<take>takes?\b|accepts?\b)|(?P<drop>drops?\b|passe?s?\b|rejects?\b)|(?P<beaver>beavers?\b)"
    r"|wins\s+(?P<wins>\d{1,6})\s+points?(?P<match>\s+and the match)?",
    re.IGNORECASE,
)
_STEPS = re.compile(r"((?:bar|\d{1,2})(?:/(?:bar|off|\d{1,2})\*?)+)(?:\(([1-4])\))?", re.IGNORECASE)
_NO_PLAY = re.compile(r"\W*(?:(?:cannot|can[’']?t|no)\s+(?:move|play))?\W*", re.IGNORECASE)
_LONGEST = 500
"""Characters of a line of names, and of a play, that are looked at: what is longer is none."""
_RIGHT = 18
"""From this column on an entry that stands alone is the right player's."""
_BESIDE = {"bar": 25, "off": 0}
_CUBE_MOVES: dict[str, CubeMove] = {"double": Double(), "take": Take(), "drop": Drop(), "beaver": Beaver()}
_STARTS = {"": "", "backgammon": "", "nackgammon": "nackgammon", "hypergammon": "hypergammon"}
"""Variation, as the head of a file names it → the option `start`; empty for the usual one."""


@dataclass(frozen=True, slots=True)
class MatGame:
    """The lines of one game, and what the file says around it."""

    number: int
    line: int
    """Where it begins in the file."""
    match: Match
    names: tuple[str, str]
    tags: Mapping[str, str]
    """Of the head of the file, by their names in small letters."""
    lines: Lines
    differences: tuple[Difference, ...]
    """In the lines above the first throw."""


@dataclass(frozen=True, slots=True)
class _Entry:
    line: int
    seat: int
    kind: str
    """``dice``, one of `_CUBE_MOVES`, ``wins``, or ``unknown``."""
    text: str
    """Of a throw, its dice; of a double or win, its number."""
    play: str = ""


def is_mat(lines: Lines) -> bool:
    """True if the lines look like a match."""
    return any(_GAME.fullmatch(text) for _number, text in lines)


def mat_games(lines: Lines) -> Iterator[MatGame]:
    """Part a file into its games, with the score and the Crawford game of each."""
    starts = [at for at, (_number, text) in enumerate(lines) if _GAME.fullmatch(text)]
    head = lines[: starts[0]]
    tags = {found[1].lower(): found[2].lower() for _n, text in head if (found := _TAG.fullmatch(text))}
    length = next((int(found[1]) for _n, text in head if (found := _LENGTH.match(text))), 0)
    expected: tuple[int, int] | None = None
    crawford_played = False
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        match = Match(length) if length <= 99 else Match(0)
        match = replace(match, crawford=tags.get("crawford") != "off", crawford_played=crawford_played)
        if not length:
            on = ("on", "1", "yes")
            match = replace(match, jacoby=tags.get("jacoby") in on, beavers=tags.get("beaver") in on)
        game = _game(lines[start], lines[start + 1 : end], tags, match, expected)
        crawford_played = crawford_played or game.match.is_crawford
        score = list(game.match.score)
        for entry in _entries(game.lines):
            if entry.kind == "wins":
                score[entry.seat] += int(entry.text)
        expected = (score[0], score[1])
        yield game


def _game(
    head: tuple[int, str],
    body: Lines,
    tags: Mapping[str, str],
    match: Match,
    expected: tuple[int, int] | None,
) -> MatGame:
    """Read the players and their score.

    Args:
        head: The line with the number of the game.
        body: The lines below it.
        tags: Of the file.
        match: Without its score.
        expected: The score after the game before; None for the first game.
    """
    notes: list[Difference] = []
    line, title = head
    found = None
    for at, (number, text) in enumerate(body[:5]):
        if len(text) <= _LONGEST and (found := _NAMES.fullmatch(text)):
            line, body = number, body[at + 1 :]
            break
    names = ("", "")
    if found is None:
        notes.append(Difference(line, Message("the players and their score are missing")))
    else:
        names, score = (found[1], found[3]), (int(found[2]), int(found[4]))
        if expected not in (None, score):
            assert expected is not None
            told = {"score": "{}–{}".format(*expected), "written": "{}–{}".format(*score)}
            what = Message("the score should be {score} after the game before, not {written}", told)
            notes.append(Difference(line, what))
        try:
            match = replace(match, score=score)
            match.options()
        except EngineError:
            notes.append(Difference(line, Message("the score cannot be one of this match: it is left out")))
            match = Match(0)
    number = int(title.split()[1])
    return MatGame(number, head[0], match, _fitting(names, line, notes), tags, body, tuple(notes))


def _fitting(names: tuple[str, str], line: int, notes: list[Difference]) -> tuple[str, str]:
    """Make names that people can tell apart, and say where they were changed."""
    made: list[str] = []
    for seat, name in enumerate(names):
        fits = trimmed(name)[:LONGEST_NAME].strip() or f"Player {seat + 1}"
        if made and look_of(made[0]) == look_of(fits):
            fits = f"{fits[: LONGEST_NAME - 2].strip()} {seat + 1}"
        if fits != name:
            notes.append(Difference(line, Message("a player is called {name} here", {"name": fits})))
        made.append(fits)
    return made[0], made[1]


def _entries(lines: Lines) -> Iterator[_Entry]:
    """List what stands in the lines, each with the player whose it is."""
    for number, line in lines:
        text = line.expandtabs(8)
        if text.lstrip().startswith((";", "#")) or not text.strip():
            continue
        counted = _NUMBER.match(text)
        begin = counted.end() if counted else 0
        found = list(_ENTRY.finditer(text, begin))
        before = text[begin : found[0].start() if found else len(text)].strip()
        if before:
            yield _Entry(number, 0, "unknown", before)
        done = sum(1 for one in found if not one["wins"])
        seat = 0
        for one, following in zip(found, [*found[1:], None], strict=False):
            end = following.start() if following else len(text)
            kind = next(kind for kind in ("wins", "dice", *_CUBE_MOVES) if one[kind])
            alone = kind == "wins" or done == 1
            whose = int(one.start() >= _RIGHT) if alone else seat
            said = one["dice"] or one["value"] or one["wins"] or ""
            yield _Entry(number, whose, kind, said, text[one.end() : end].strip())
            seat = 1 - seat


def play_mat(game: MatGame, go_on: Callable[[], None]) -> Playing:
    """Play a game along.

    Args:
        game: The game.
        go_on: Is called for every entry, and may end the work by an error.

    Raises:
        NotationError: If there is nothing to play, it is of a kind that this box does not know, or it cannot
            be carried out, with the number of the line.
        SetupError: If it cannot be laid out.
    """
    entries = list(_entries(game.lines))
    first = next((entry for entry in entries if entry.kind not in ("unknown", "wins")), None)
    if first is None:
        raise NotationError(Message("nothing was thrown in it"))
    playing = Playing(_setup(game, first, beavers=any(entry.kind == "beaver" for entry in entries)))
    playing.differences += game.differences
    if first.kind == "dice" and playing.setup.begins is not None:
        playing.note(first.line, Message("the first throw is no throw by which a player begins"))
    for entry in entries:
        go_on()
        _DO.get(entry.kind, _cube)(playing, entry)
    return playing


def _setup(game: MatGame, first: _Entry, *, beavers: bool) -> Setup:
    variation = game.tags.get("variation", "")
    if variation not in _STARTS:
        told = {"variation": repr(variation[:40])}
        raise NotationError(Message("{variation} is not played on this box", told))
    options: dict[str, OptionValue] = {
        name: value for name, value in game.match.options().items() if value is True
    }
    if beavers:
        options["beavers"] = True
    if start := _STARTS[variation]:
        options["start"] = start
    # Two different dice say who begins; a file that begins otherwise names the player by its column.
    thrown_for = first.kind == "dice" and _is_throw(first.text) and len(set(first.text)) == 2
    return Setup("backgammon", "standard", game.names, options, None if thrown_for else first.seat)


def _unknown(playing: Playing, entry: _Entry) -> None:
    told = {"text": repr(entry.text[:60])}
    playing.note(entry.line, Message("{text} cannot be understood, and is left out", told))


def _wins(playing: Playing, entry: _Entry) -> None:
    """Compare the result with what the moves give."""
    outcome = playing.line.outcome
    told: dict[str, object] = {"player": Seat(entry.seat), "points": int(entry.text)}
    if outcome is None and _resigned(playing, entry):
        return
    if outcome is None:
        playing.note(
            entry.line,
            Message(
                "the file gives {player} {points} points, but by the moves the game is not over: it is kept "
                "as one that goes on",
                told,
            ),
        )
    elif outcome.points != int(entry.text) or outcome.winners != (entry.seat,):
        told |= {"winner": Seat(outcome.winners[0]), "counted": outcome.points}
        playing.note(
            entry.line,
            Message(
                "the file gives {player} {points} points, but by the moves {winner} wins {counted}", told
            ),
        )


def _resigned(playing: Playing, entry: _Entry) -> bool:
    """Take a win that no move gives as a resignation of the other player, if it can count so much."""
    points, rest = divmod(int(entry.text), playing.cube.value)
    resign = Resign(1 - entry.seat, points)
    if rest or playing.line.not_now(resign) is not None:
        return False
    playing.do(entry.line, resign)
    playing.do(entry.line, Accept())
    return True


def _cube(playing: Playing, entry: _Entry) -> None:
    if _is_over(playing, entry):
        return
    _make_room(playing, entry, answers=entry.kind != "double")
    move, value = _CUBE_MOVES[entry.kind], 2 * playing.cube.value
    reason = playing.line.why_not(move)
    if reason is not None:
        told = {"player": Seat(entry.seat), "move": str(move), "reason": reason}
        playing.note(entry.line, Message("{player} did “{move}”: {reason}. It is left out", told))
        return
    if entry.kind == "double" and entry.text and int(entry.text) != value:
        what = Message(
            "the cube goes to {value} here, not to {written}", {"value": value, "written": entry.text}
        )
        playing.note(entry.line, what)
    playing.do(entry.line, move)


def _throw(playing: Playing, entry: _Entry) -> None:
    if _is_over(playing, entry):
        return
    if not _is_throw(entry.text):
        told: dict[str, object] = {"player": Seat(entry.seat)}
        playing.note(entry.line, Message("the throw of {player} is missing: it is left out", told))
        return
    high, low = sorted(map(int, entry.text), reverse=True)
    if playing.line.actions or playing.setup.begins is not None:
        _make_room(playing, entry, answers=False)
        playing.do(entry.line, Dice((high, low)))
    else:  # the left die is that of seat 0
        playing.do(entry.line, Dice((high, low) if entry.seat == 0 else (low, high)))
    if len(entry.play) <= _LONGEST and _NO_PLAY.fullmatch(entry.play):
        return
    steps = _steps(entry.play[:_LONGEST])
    if steps is None:
        told = {"text": repr(entry.play[:60])}
        playing.note(entry.line, Message("{text} cannot be understood, and is left out", told))
    else:
        playing.do(entry.line, Play(steps))


_DO: Mapping[str, Callable[[Playing, _Entry], None]] = {"unknown": _unknown, "wins": _wins, "dice": _throw}


def _is_over(playing: Playing, entry: _Entry) -> bool:
    """True, and said, if the game is over before an entry."""
    if playing.line.waits is not Waits.OVER:
        return False
    playing.note(entry.line, Message("the game is over before this: it is left out"))
    return True


def _make_room(playing: Playing, entry: _Entry, *, answers: bool) -> None:
    """End the turn before an entry, and see to it that it is this player's turn."""
    if playing.line.waits is Waits.MOVE and not playing.cube.offered:
        told = {"player": Seat(playing.line.turn)}
        playing.note(entry.line, Message("{player} could have played more before this", told))
        playing.do(entry.line, EndTurn(), noted=True)
    elif playing.line.waits is Waits.END:
        playing.do(entry.line, EndTurn(), how="forced")
    if playing.line.turn != entry.seat or (playing.cube.offered and not answers):
        told = {"player": Seat(playing.line.turn)}
        playing.note(entry.line, Message("what {player} threw or answered before this is missing", told))
        playing.hand_over(entry.line, entry.seat)


def _is_throw(text: str) -> bool:
    return not set(text) - set("123456")


def _steps(written: str) -> tuple[Step, ...] | None:
    """Read checker steps, also several of one checker in a row: ``24/18/13``; None if they are none."""
    found: list[Step] = []
    for part in written.split():
        match = _STEPS.fullmatch(part)
        if match is None:
            return None
        places = match[1].split("/")
        for _again in range(int(match[2] or 1)):
            for start, end in pairwise(places):
                found.append(Step(_point(start), _point(end), end.endswith("*")))
    fits = len(found) <= 4 and all(1 <= step.start <= 25 and 0 <= step.end <= 24 for step in found)
    return tuple(found) if fits and found else None


def _point(written: str) -> int:
    bare = written.rstrip("*").lower()
    return _BESIDE[bare] if bare in _BESIDE else int(bare)
