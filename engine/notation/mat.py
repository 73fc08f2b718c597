"""Games of a match as other programs write it (``.mat``), read strictly and played along.

A match that is read is right from the first line to the last: every throw, play and turn of the cube by the
rules, every score and result as it follows. Else the whole file is refused, with line, column, and what is
expected there (`engine.notation.mat_lines`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from engine.backgammon.rules import BackgammonRules
from engine.backgammon.state import State
from engine.ending import Accept, Resign
from engine.errors import EngineError, NotationError
from engine.events import How, Setup
from engine.game import Waits
from engine.match import LONGEST_MATCH, Conduct, Match, MatchPlace, Origin
from engine.match.conduct import LONGEST_HEADING
from engine.messages import Message
from engine.move import Beaver, CubeMove, Double, Drop, EndTurn, Move, Play, Take
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
from engine.notation.mat_writer import mat_names
from engine.notation.transcript import single_steps
from engine.options import OptionValue
from engine.setup import playable
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


@dataclass(frozen=True, slots=True)
class ReadGame:
    """One game of a match that was read."""

    line: int
    """Where it begins in the file."""
    playing: Playing


def read_mat(lines: Lines, go_on: Callable[[], None]) -> list[ReadGame]:
    """Read a match and play it along.

    Args:
        lines: Of the file.
        go_on: Is called for every entry, and may end the work by an error.

    Raises:
        NotationError: If anything in it cannot be.
    """
    file = part_mat(lines)
    try:
        return list(_Match(file, jacoby=_tag(file, "jacoby") in _ON).games(go_on))
    except NotationError as error:
        if file.length or "jacoby" in file.tags:
            raise
        # GNU Backgammon does not write by which rule it counted gammons for money.
        try:
            return list(_Match(file, jacoby=True).games(go_on))
        except NotationError:
            raise error from None


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
            told = {"variation": repr(variation[:40])}
            raise NotationError(Message("{variation} is not played on this box", told))
        beavers = _tag(file, "beaver") in _ON or any(
            entry.kind == "beaver" for game in file.games for entry in game.entries
        )
        money = not file.length
        self._match = Match(
            file.length,
            crawford=money or _tag(file, "crawford") != "off",
            jacoby=money and jacoby,
            beavers=money and beavers,
        )
        cube = _tag(file, "cubelimit") != "1"
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

    def games(self, go_on: Callable[[], None]) -> Iterator[ReadGame]:
        """Read the games one after the other.

        Raises:
            NotationError: If anything in one cannot be.
        """
        games, match = self._file.games, self._match
        for number, game in enumerate(games, 1):
            if match.is_over:
                raise wrong(game.spot, Message("the end of the file: the match is over"))
            if game.number != number:
                raise wrong(game.spot, f"Game {number}")
            for seat in (0, 1):
                if game.names[seat] != games[0].names[seat]:
                    raise wrong(game.name_spots[seat], repr(games[0].names[seat]))
                if game.score[seat] != match.score[seat]:
                    raise wrong(game.score_spots[seat], str(match.score[seat]))
            place = replace(self._place, match=match, number=number)
            playing = _Game(game, self._setup(game, place), go_on).playing()
            outcome = playing.line.outcome
            if outcome is not None:
                match = match.after(outcome)
            elif number < len(games):
                raise wrong(game.end, Message("the result, such as “Wins 1 point”"))
            playing.differences += self._notes if number == 1 else []
            yield ReadGame(game.spot.line, playing)

    def _setup(self, game: MatGame, place: MatchPlace) -> Setup:
        first = next((entry for entry in game.entries if entry.kind == "dice"), None)
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


class _Game:
    """Plays one game along."""

    def __init__(self, game: MatGame, setup: Setup, go_on: Callable[[], None]) -> None:
        self._game = game
        self._go_on = go_on
        self._playing = Playing(setup)
        self._rules = self._playing.line.rules
        self._pending: MatEntry | None = None
        """A throw of which no play is written."""

    def playing(self) -> Playing:
        """Play it along.

        Raises:
            NotationError: If an entry cannot be.
        """
        won = False
        for entry in self._game.entries:
            self._go_on()
            if won or (self._playing.line.waits is Waits.OVER and entry.kind != "wins"):
                raise wrong(entry.spot, Message("the next game: this one is over"))
            if entry.kind == "wins":
                self._wins(entry)
                won = True
            elif entry.kind == "dice":
                self._throw(entry)
            else:
                self._cube(entry)
        return self._playing

    @property
    def _state(self) -> State:
        state = self._playing.line.state
        assert isinstance(state, State)
        return state

    def _do(self, entry: MatEntry, done: Throw | Move, how: How = "chosen") -> None:
        self._playing.do(entry.spot.line, done, how)

    def _begin(self, entry: MatEntry) -> None:
        """End the turn before an entry, and see to it that it is this player's turn."""
        line = self._playing.line
        if line.waits is Waits.MOVE and not self._state.cube.offered:
            assert self._pending is not None
            moves = line.moves
            if len(moves) != 1:
                raise wrong(replace(self._pending.play_spot, found=""), A_PLAY)
            self._do(entry, moves[0], "forced")  # as GNU Backgammon reads it
        if self._playing.line.waits is Waits.END:
            self._do(entry, EndTurn(), "forced")
        self._pending = None
        if self._playing.line.turn != entry.seat and not self._is_opening:
            raise wrong(entry.spot, self._due())

    @property
    def _is_opening(self) -> bool:
        return self._state.opening

    def _due(self) -> Message:
        """Tell what the player whose turn it is has to do."""
        told = {"player": repr(self._playing.setup.names[self._playing.line.turn])}
        if self._state.cube.offered:
            return Message("an answer to the double: it is the turn of {player}", told)
        return Message("a throw or a double: it is the turn of {player}", told)

    def _throw(self, entry: MatEntry) -> None:
        for place, die in enumerate(entry.number):
            if die not in "123456":
                spot = replace(entry.spot, column=entry.spot.column + place, found=die)
                raise wrong(spot, Message("a die from 1 to 6"))
        self._begin(entry)
        if self._state.cube.offered:
            raise wrong(entry.spot, self._due())
        high, low = sorted(map(int, entry.number), reverse=True)
        first = self._is_opening and entry.seat == 1  # the left die is that of seat 0
        self._do(entry, Dice((low, high) if first else (high, low)))
        if is_no_play(entry.play):
            self._pending = entry
            return
        play = Play(read_steps(entry))
        line = self._playing.line
        if line.waits is not Waits.MOVE:
            raise wrong(entry.play_spot, Message("nothing: no checker can move"))
        reason = line.why_not(play)
        if reason is not None:
            raise self._illegal(entry, reason)
        assert isinstance(self._rules, BackgammonRules)
        self._do(entry, Play(single_steps(self._rules, self._state, play)))
        if self._playing.line.waits is Waits.MOVE:
            raise self._illegal(entry, Message("a die is left that can be played"))

    def _illegal(self, entry: MatEntry, reason: object) -> NotationError:
        """Make the error of a play that the rules forbid, with some that they allow."""
        spot = entry.play_spot
        before = self._playing.line
        if before.waits is Waits.MOVE and before.actions and isinstance(before.actions[-1].action, Play):
            before = before.cut(len(before.actions) - 1)
        told = {
            "line": spot.line,
            "column": spot.column,
            "found": repr(entry.play[:60]),
            "reason": reason,
            "moves": ", ".join(map(str, before.moves[:6])),
        }
        return NotationError(
            Message(
                "line {line}, column {column}: {found} cannot be played: {reason}. Legal are: {moves}", told
            )
        )

    def _cube(self, entry: MatEntry) -> None:
        self._begin(entry)
        move, value = _CUBE_MOVES[entry.kind], self._state.cube.value
        reason = self._playing.line.why_not(move)
        if reason is not None:
            raise wrong(entry.spot, self._due()) from None
        raised = {"double": 2 * value, "beaver": 4 * value}.get(entry.kind)
        if entry.number and raised is not None and int(entry.number) != raised:
            raise wrong(entry.spot, f"=> {raised}")
        self._do(entry, move)

    def _wins(self, entry: MatEntry) -> None:
        """Compare the result with what the moves give; one that they do not give is a resignation."""
        outcome, points = self._playing.line.outcome, int(entry.number)
        if outcome is not None:
            if (outcome.points, outcome.winners) != (points, (entry.seat,)):
                told = {
                    "player": repr(self._playing.setup.names[outcome.winners[0]]),
                    "points": outcome.points,
                }
                raise wrong(entry.spot, Message("{player} wins, and it counts {points}", told))
            return
        cube = self._state.cube.value
        resign = Resign(1 - entry.seat, points // cube)
        if points % cube or self._playing.line.not_now(resign) is not None:
            can = [cube * level for level in self._rules.resignations(self._state, 1 - entry.seat)]
            told = {"points": ", ".join(map(str, can))}
            raise wrong(entry.spot, Message("a win that counts one of these: {points}", told))
        self._do(entry, resign)
        self._do(entry, Accept())
