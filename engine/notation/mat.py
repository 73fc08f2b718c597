"""Games of a match as other programs write it (``.mat``), read strictly and played along.

A match that is read is right from the first line to the last: every throw, play and turn of the cube by the
rules, every score and result as it follows. Where it is not, reading ends, with line, column, and what is
expected there (`engine.notation.mat_lines`, `engine.notation.mat_game`); what stands before can be kept.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from engine.errors import EngineError, NotationError
from engine.events import Setup
from engine.match import LONGEST_MATCH, MOST_POINTS, Conduct, Match, MatchPlace, Origin
from engine.match.conduct import LONGEST_HEADING
from engine.messages import Message
from engine.names import LONGEST_NAME, look_of, trimmed
from engine.notation.differences import Difference, Playing
from engine.notation.mat_game import NOT_THROWN, GameReader
from engine.notation.mat_lines import Lines, MatFile, MatGame, part_mat, wrong
from engine.notation.mat_writer import VARIATIONS, mat_names
from engine.options import OptionValue
from engine.setup import playable

_STARTS = {
    "": "standard",
    "backgammon": "standard",
    "nackgammon": "nackgammon",
    "hypergammon": "hypergammon",
    "hypergammon (3)": "hypergammon",
}
"""Variation, as the head of a file names it → the option `start`."""
_ON = ("on", "1", "yes")


@dataclass(frozen=True, slots=True)
class ReadGame:
    """One game of a match that was read."""

    line: int
    """Where it begins in the file."""
    playing: Playing


@dataclass(frozen=True, slots=True)
class MatResult:
    """A match as far as it can be read."""

    games: list[ReadGame]
    """In the last one nothing stands behind the error."""
    error: NotationError | None
    """What cannot be; None if the whole file was read."""


def read_mat(lines: Lines, go_on: Callable[[], None]) -> MatResult:
    """Read a match and play it along.

    Args:
        lines: Of the file.
        go_on: Is called for every entry, and may end the work by an error.

    Raises:
        NotationError: If its head cannot be, or `go_on` ends it.
    """
    file = part_mat(lines)
    read = _Match(file, jacoby=_tag(file, "jacoby") in _ON).read(go_on)
    if read.error is None or file.length or "jacoby" in file.tags:
        return read
    # GNU Backgammon does not write by which rule it counted gammons for money.
    other = _Match(file, jacoby=True).read(go_on)
    return other if other.error is None else read


def _tag(file: MatFile, name: str) -> str:
    return file.tags.get(name, "").strip().lower()


class _Match:
    """Goes through the games of a file."""

    def __init__(self, file: MatFile, *, jacoby: bool) -> None:
        """Look at the head.

        Raises:
            NotationError: If no such match is played on this box.
        """
        self._file = file
        if file.length > LONGEST_MATCH:
            expected = Message("a length of 1 to {most} points, or 0 for money", {"most": LONGEST_MATCH})
            raise wrong(file.length_spot, expected)
        variation = _tag(file, "variation")
        if variation not in _STARTS:
            raise wrong(file.tag_spots["variation"], ", ".join(VARIATIONS.values()))
        beavers = _tag(file, "beaver") in _ON or any(
            entry.kind == "beaver" for game in file.games for entry in game.entries
        )
        money, cube = not file.length, _tag(file, "cubelimit") != "1"
        self._match = Match(
            file.length,
            crawford=money or _tag(file, "crawford") != "off",
            jacoby=money and cube and jacoby,
            beavers=money and cube and beavers,
        )
        self._options: dict[str, OptionValue] = {} if cube else {"cube": False}
        if (start := _STARTS[variation]) != "standard":
            self._options["start"] = start
        self._notes: list[Difference] = []
        self._names = self._named()
        origin = Origin(
            _fits(file.tags.get("match id", ""), "id"),
            _fits(file.tags.get("eventdate", ""), "date"),
            _fits(file.tags.get("eventtime", ""), "time"),
        )
        tags = file.tags
        conduct = Conduct(_heading(tags.get("event", "")), _heading(tags.get("round", "")))
        self._place = MatchPlace(self._match, conduct=conduct, origin=origin)

    def read(self, go_on: Callable[[], None]) -> MatResult:
        """Read the games one after the other, as far as that goes.

        Raises:
            NotationError: If `go_on` ends it.
        """
        found: list[ReadGame] = []
        match = self._start()
        for place, game in enumerate(self._file.games):
            try:
                setup = self._next(game, match, place)
            except NotationError as refused:
                return MatResult(found, refused)
            reading = GameReader(game, setup, go_on)
            reading.read()
            playing, error = reading.playing, reading.error
            if place == 0:
                playing.differences += self._notes
            outcome = playing.line.outcome
            if game is self._file.games[-1]:
                error = error or self._file.error
            elif error is None and outcome is None:
                error = wrong(game.end, Message("the result, such as “Wins 1 point”"))
            if playing.line.actions or error is None:
                found.append(ReadGame(game.spot.line, playing))
            if error is not None:
                return MatResult(found, error)
            if outcome is not None:
                match = match.after(outcome)
        return MatResult(found, None)

    def _start(self) -> Match:
        """Return the match as it stood before the first game of the file.

        Raises:
            NotationError: If no game of a match can begin so.
        """
        game, match = self._file.games[0], self._match
        most = match.length or MOST_POINTS
        for seat in (0, 1):
            if game.score[seat] >= most:
                raise wrong(game.score_spots[seat], Message("a score below {most}", {"most": most}))
        if game.number < 1:
            raise wrong(game.spot, "Game 1")
        if game.number == 1 and game.score == (0, 0):
            return match
        told = {"number": game.number, "left": game.score[0], "right": game.score[1]}
        what = Message("the file begins in the middle of a match: game {number}, at {left}–{right}", told)
        self._notes.append(Difference(game.spot.line, what))
        doubled = any(entry.kind == "double" for entry in game.entries)
        begun = replace(match, score=game.score)
        return replace(begun, crawford_played=begun.is_crawford and doubled)

    def _next(self, game: MatGame, match: Match, place: int) -> Setup:
        """Return the setup of the next game.

        Raises:
            NotationError: If that game cannot be the next one.
        """
        first = self._file.games[0]
        if match.is_over:
            raise wrong(game.spot, Message("the end of the file: the match is over"))
        if game.number != first.number + place:
            raise wrong(game.spot, f"Game {first.number + place}")
        for seat in (0, 1):
            if game.names[seat] != first.names[seat]:
                raise wrong(game.name_spots[seat], repr(first.names[seat]))
            if game.score[seat] != match.score[seat]:
                raise wrong(game.score_spots[seat], str(match.score[seat]))
        return self._setup(game, replace(self._place, match=match, number=game.number))

    def _setup(self, game: MatGame, place: MatchPlace) -> Setup:
        thrown = (entry for entry in game.entries if entry.kind == "dice" and entry.number != NOT_THROWN)
        first = next(thrown, None)
        # Two different dice say who begins; a game that begins otherwise names the player by its column.
        thrown_for = first is None or len(set(first.number)) == 2
        begins = None if thrown_for or first is None else first.seat
        return playable(Setup("backgammon", "standard", self._names, self._options, begins, match=place))

    def _named(self) -> tuple[str, str]:
        """Return the players' names: those of the head, if those of the lines were cut from them."""
        game, tags = self._file.games[0], self._file.tags
        full = (trimmed(tags.get("player 1", "")), trimmed(tags.get("player 2", "")))
        fit = all(full) and max(map(len, full)) <= LONGEST_NAME and look_of(full[0]) != look_of(full[1])
        if fit and mat_names(full) == game.names:
            return full
        made: list[str] = []
        for seat, name in enumerate(game.names):
            fits = trimmed(name)[:LONGEST_NAME].strip() or f"Player {seat + 1}"
            if made and look_of(made[0]) == look_of(fits):
                fits = f"{fits[: LONGEST_NAME - 2].strip()} {seat + 1}"
            if fits != name:
                what = Message("a player is called {name} here", {"name": fits})
                self._notes.append(Difference(game.name_spots[seat].line, what))
            made.append(fits)
        return made[0], made[1]


def _fits(written: str, key: str) -> str:
    """Return what a head says of a match, if it has the form that it has with us; else nothing."""
    try:
        Origin(**{key: written})
    except EngineError:
        return ""
    return written


def _heading(written: str) -> str:
    return "".join(sign for sign in written if sign.isprintable())[:LONGEST_HEADING].strip()
