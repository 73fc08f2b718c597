"""Games of a match as other programs write it (``.mat``), read strictly and played along.

A match that is read is right from the first line to the last: every throw, play and turn of the cube by the
rules, every score and result as it follows. Where it is not, reading ends, with line, column, and what is
expected there (`engine.notation.mat_lines`); what stands before may be taken over.

A play is read by the position in which it ends: where a legal whole play moves the same checkers from the
same points to the same points, it is that play. Where several do (``24/14`` hits on the way or does not), the
first that fits everything behind it is taken.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from engine.backgammon.legal import Board, play_of, ways
from engine.backgammon.rules import BackgammonRules
from engine.backgammon.state import State
from engine.ending import Accept, Resign
from engine.errors import EngineError, NotationError
from engine.events import How, Setup
from engine.game import Waits
from engine.match import LONGEST_MATCH, MOST_POINTS, Conduct, Match, MatchPlace, Origin
from engine.match.conduct import LONGEST_HEADING
from engine.messages import Message
from engine.move import Beaver, CubeMove, Double, Drop, EndTurn, Move, Play, Step, Take
from engine.names import LONGEST_NAME, look_of, trimmed
from engine.notation.differences import Difference, Playing
from engine.notation.mat_lines import (
    A_PLAY,
    Lines,
    MatEntry,
    MatFile,
    MatGame,
    is_no_play,
    part_mat,
    read_steps,
    wrong,
)
from engine.notation.mat_writer import VARIATIONS, mat_names
from engine.notation.transcript import single_steps
from engine.options import OptionValue
from engine.setup import playable
from engine.table.state import Played
from engine.throw import Dice, Throw

_CUBE_MOVES: dict[str, CubeMove] = {"double": Double(), "take": Take(), "drop": Drop(), "beaver": Beaver()}
_STARTS = {
    "": "standard",
    "backgammon": "standard",
    "nackgammon": "nackgammon",
    "hypergammon": "hypergammon",
    "hypergammon (3)": "hypergammon",
}
"""Variation, as the head of a file names it → the option `start`."""
_ON = ("on", "1", "yes")
_NOT_THROWN = "00"
"""Dice of a player who resigns instead of throwing, as some programs write it."""


_MOST_TRIES = 200
"""Other readings of ambiguous plays that are tried in one game."""


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
            reading = _Game(game, setup, go_on)
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
        thrown = (entry for entry in game.entries if entry.kind == "dice" and entry.number != _NOT_THROWN)
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


@dataclass(frozen=True, slots=True)
class _Mark:
    """How far a game was read, to go on from there in another way."""

    at: int
    """How many entries."""
    line: Played
    differences: tuple[Difference, ...]
    pending: MatEntry | None
    concession: MatEntry | None
    readings: tuple[Play, ...] = ()
    """Other plays that the next entry may mean."""


class _Game:
    """Plays one game along."""

    def __init__(self, game: MatGame, setup: Setup, go_on: Callable[[], None]) -> None:
        self.playing = Playing(setup)
        self.error: NotationError | None = None
        """What cannot be; `playing` holds what stands before."""
        self._entries = game.entries
        self._go_on = go_on
        self._rules = self.playing.line.rules
        self._at = 0
        self._pending: MatEntry | None = None
        """A throw of which no play is written."""
        self._concession: MatEntry | None = None
        self._won = False
        self._branches: list[_Mark] = []
        """Where other readings are left to be tried, the last one first."""
        self._alternatives: tuple[Play, ...] = ()
        """Plays that the entry may mean, where it was read before and nothing behind it fitted."""

    def read(self) -> None:
        """Play it along, as far as that goes.

        Raises:
            NotationError: If `go_on` ends it.
        """
        failed: _Mark | None = None
        tries = 0
        while True:
            self._go_on()
            mark = self._mark()
            try:
                if self._at == len(self._entries):
                    self._end()
                    break
                self._entry(self._entries[self._at])
            except NotationError as error:
                if failed is None or mark.at > failed.at:  # the reading that goes furthest
                    failed, self.error = mark, error
                if not self._branches or tries == _MOST_TRIES:
                    self._back_to(failed)
                    return
                tries += 1
                self._back_to(self._branches.pop())
            else:
                self._at += 1
        self.error = None

    def _mark(self) -> _Mark:
        differences = tuple(self.playing.differences)
        return _Mark(self._at, self.playing.line, differences, self._pending, self._concession)

    def _back_to(self, mark: _Mark) -> None:
        self._at, self._pending, self._concession = mark.at, mark.pending, mark.concession
        self._won = False
        self.playing.line = mark.line
        self.playing.differences[:] = mark.differences
        self._alternatives = mark.readings

    def _entry(self, entry: MatEntry) -> None:
        """Play an entry.

        Raises:
            NotationError: If it cannot be.
        """
        if self._won or (self.playing.line.waits is Waits.OVER and entry.kind != "wins"):
            raise wrong(entry.spot, Message("the next game: this one is over"))
        if self._concession is not None and (entry.kind != "wins" or entry.seat == self._concession.seat):
            told = {"player": repr(self.playing.setup.names[1 - self._concession.seat])}
            raise wrong(entry.spot, Message("a win of {player}, as the other player concedes", told))
        if entry.kind == "wins":
            self._wins(entry)
            self._won = True
        elif entry.kind == "concede" or entry.number == _NOT_THROWN:
            if not is_no_play(entry.play):
                raise wrong(entry.play_spot, Message("nothing: no dice were thrown"))
            self._concession = entry
        elif entry.kind == "dice":
            self._throw(entry)
        else:
            self._cube(entry)

    def _end(self) -> None:
        """End a game of which no result is written."""
        entry = self._concession
        if entry is None or self._won:
            return
        resign = Resign(entry.seat, 1)
        if self.playing.line.not_now(resign) is not None:
            raise wrong(entry.spot, self._due())
        self._do(entry, resign)
        self._do(entry, Accept())
        what = Message("no result is written for who concedes: it counts as a single game")
        self.playing.note(entry.spot.line, what)

    @property
    def _state(self) -> State:
        state = self.playing.line.state
        assert isinstance(state, State)
        return state

    def _do(self, entry: MatEntry, done: Throw | Move, how: How = "chosen") -> None:
        self.playing.do(entry.spot.line, done, how)

    def _begin(self, entry: MatEntry) -> None:
        """End the turn before an entry, and see to it that it is this player's turn."""
        line = self.playing.line
        if line.waits is Waits.MOVE and not self._state.cube.offered:
            assert self._pending is not None
            moves = line.moves
            if len(moves) != 1:
                raise wrong(replace(self._pending.play_spot, found=""), A_PLAY)
            self._do(entry, moves[0], "forced")  # as GNU Backgammon reads it
        if self.playing.line.waits is Waits.END:
            self._do(entry, EndTurn(), "forced")
        self._pending = None
        if self.playing.line.turn != entry.seat and not self._is_opening:
            raise wrong(entry.spot, self._due())

    @property
    def _is_opening(self) -> bool:
        return self._state.opening

    def _due(self) -> Message:
        """Tell what the player whose turn it is has to do."""
        told = {"player": repr(self.playing.setup.names[self.playing.line.turn])}
        if self._state.cube.offered:
            return Message("an answer to the double: it is the turn of {player}", told)
        return Message("a throw or a double: it is the turn of {player}", told)

    def _throw(self, entry: MatEntry) -> None:
        for place, die in enumerate(entry.number):
            if die not in "123456":
                spot = replace(entry.spot, column=entry.spot.column + place, found=die)
                raise wrong(spot, Message("a die from 1 to 6"))
        begun = self._mark()
        self._begin(entry)
        if self._state.cube.offered:
            raise wrong(entry.spot, self._due())
        high, low = sorted(map(int, entry.number), reverse=True)
        first = self._is_opening and entry.seat == 1  # the left die is that of seat 0
        self._do(entry, Dice((low, high) if first else (high, low)))
        if is_no_play(entry.play):
            self._pending = entry
            return
        steps = read_steps(entry)
        if self.playing.line.waits is not Waits.MOVE:
            raise wrong(entry.play_spot, Message("nothing: no checker can move"))
        again = bool(self._alternatives)
        play, *others = self._alternatives or self._readings(entry, steps)
        self._alternatives = ()
        before = self._state.board
        if others:
            self._branches.append(replace(begun, readings=tuple(others)))
        self._do(entry, play)
        if again:
            told = {"written": entry.play[:60], "play": str(play)}
            self.playing.note(
                entry.spot.line, Message("“{written}” is read as “{play}”: what follows fits no other", told)
            )
        for step in steps:
            if step.hit and not before[step.end] < 0:
                what = Message(
                    "“{step}” says that a checker is hit, and none stands there", {"step": str(step)}
                )
                self.playing.note(entry.spot.line, what)

    def _readings(self, entry: MatEntry, steps: Sequence[Step]) -> list[Play]:
        """List the legal whole plays that carry checkers as a play says, the likeliest first.

        Raises:
            NotationError: If there is none.
        """
        rules, state, play = self._rules, self._state, Play(tuple(steps))
        assert isinstance(rules, BackgammonRules)
        found: dict[Board, Play] = {}
        reason: object = self.playing.line.why_not(play)
        if reason is None:
            made = single_steps(rules, state, play)
            after = rules.apply(state, play).state
            if rules.waits(after) is not Waits.MOVE:
                found[after.board] = Play(made)
                if len(made) == len(steps):  # nothing between is left open
                    return list(found.values())
            reason = Message("a die is left that can be played")
        carried = _change(steps)
        same = [play_of(way) for way in ways(state.board, state.left, most=rules.most).values()]
        for one in sorted(same, key=lambda one: sum(step.hit for step in one.steps)):
            if _change(one.steps) == carried:
                found.setdefault(rules.apply(state, one).state.board, one)
        if not found:
            raise self._illegal(entry, reason)
        return list(found.values())

    def _illegal(self, entry: MatEntry, reason: object) -> NotationError:
        """Make the error of a play that the rules forbid, with some that they allow."""
        spot = entry.play_spot
        told = {
            "line": spot.line,
            "column": spot.column,
            "found": repr(entry.play[:60]),
            "reason": reason,
            "moves": ", ".join(map(str, self.playing.line.moves[:6])),
        }
        return NotationError(
            Message(
                "line {line}, column {column}: {found} cannot be played: {reason}. Legal are: {moves}", told
            )
        )

    def _cube(self, entry: MatEntry) -> None:
        self._begin(entry)
        move, value = _CUBE_MOVES[entry.kind], self._state.cube.value
        reason = self.playing.line.why_not(move)
        if reason is not None and entry.kind == "double" and not self._state.cube.offered:
            told = {
                "line": entry.spot.line,
                "column": entry.spot.column,
                "found": repr(entry.spot.found),
                "reason": reason,
            }
            raise NotationError(
                Message("line {line}, column {column}: {found} is not allowed: {reason}", told)
            )
        if reason is not None:
            raise wrong(entry.spot, self._due())
        raised = {"double": 2 * value, "beaver": 4 * value}.get(entry.kind)
        if entry.number and raised is not None and int(entry.number) != raised:
            raise wrong(entry.spot, f"=> {raised}")
        self._do(entry, move)

    def _wins(self, entry: MatEntry) -> None:
        """Compare the result with what the moves give; one that they do not give is a resignation."""
        outcome, points = self.playing.line.outcome, int(entry.number)
        if outcome is not None:
            if outcome.winners != (entry.seat,):
                told = {
                    "player": repr(self.playing.setup.names[outcome.winners[0]]),
                    "points": outcome.points,
                }
                raise wrong(entry.spot, Message("{player} wins, and it counts {points}", told))
            self._remark_points(entry, outcome.points)
            return
        cube, seat = self._state.cube.value, 1 - entry.seat
        levels = self._rules.resignations(self._state, seat)
        level = points // cube
        if points % cube or self.playing.line.not_now(Resign(seat, level)) is not None:
            # A win that decides the match may be cut to what was needed, or be more than that.
            enough = [level for level in levels if self._decides(entry.seat, cube * level)]
            if not enough or not self._decides(entry.seat, points):
                told = {"points": ", ".join(str(cube * level) for level in levels)}
                raise wrong(entry.spot, Message("a win that counts one of these: {points}", told))
            level = min(enough)
        self._do(entry, Resign(seat, level))
        self._do(entry, Accept())
        self._remark_points(entry, level * cube)

    def _decides(self, seat: int, points: int) -> bool:
        """True if a seat wins the match with this many points more."""
        place = self.playing.setup.match
        assert place is not None
        return 0 < place.match.length <= place.match.score[seat] + points

    def _remark_points(self, entry: MatEntry, points: int) -> None:
        """Remark that a win counts otherwise than the file says."""
        if int(entry.number) != points:
            told = {"written": int(entry.number), "points": points}
            what = Message("the file counts this win as {written}: by cube and board it is {points}", told)
            self.playing.note(entry.spot.line, what)


def _change(steps: Sequence[Step]) -> Counter[int]:
    """Count how many checkers more or fewer stand on each point after steps."""
    change: Counter[int] = Counter()
    for step in steps:
        change[step.start] -= 1
        change[step.end] += 1
    return change
