"""One game of a match as other programs write it, played along entry by entry.

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
from engine.errors import NotationError
from engine.events import How, Setup
from engine.game import Waits
from engine.messages import Message
from engine.move import Beaver, CubeMove, Double, Drop, EndTurn, Move, Play, Step, Take
from engine.notation.differences import Difference, Playing
from engine.notation.mat_lines import A_PLAY, MatEntry, MatGame, is_no_play, read_steps, wrong
from engine.notation.transcript import single_steps
from engine.table.state import Played
from engine.throw import Dice, Throw

_CUBE_MOVES: dict[str, CubeMove] = {"double": Double(), "take": Take(), "drop": Drop(), "beaver": Beaver()}
NOT_THROWN = "00"
"""Dice of a player who resigns instead of throwing, as some programs write it."""

_MOST_TRIES = 200
"""Other readings of ambiguous plays that are tried in one game."""


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


class GameReader:
    """Plays one game of a file along."""

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
        elif entry.kind == "concede" or entry.number == NOT_THROWN:
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
