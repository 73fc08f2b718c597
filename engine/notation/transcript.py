"""A match as other programs think of it: game by game, throw and play by throw and play.

What the journal holds of a match is taken together here once, and every form that is written (`.mat`, `.sgf`,
JSON) is made of it. A throw stands with its whole play, in single steps of one die, each with a star where it
hits. What was void, taken back or refused is not in it. A turn that was not ended has no play: until then it
may be taken back (BS7). What the players let stand although the rules forbid it, and positions set by hand,
are marked as such.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from engine.backgammon.legal import Board
from engine.backgammon.rules import BackgammonRules
from engine.backgammon.state import State, flipped
from engine.backgammon.steps import BAR, OFF, carried, flaw
from engine.errors import NotationError
from engine.events import PositionSet, Setup
from engine.game import Waits
from engine.match import Match, Origin
from engine.messages import Message
from engine.move import Beaver, CubeMove, Decline, Double, Drop, EndTurn, Play, Step, Take
from engine.registry import game_info
from engine.table.questions import Action
from engine.table.state import Model
from engine.throw import Dice


@dataclass(frozen=True, slots=True)
class Rolled:
    """A throw and what was played with it."""

    seat: int
    dice: tuple[int, ...]
    """The larger one first."""
    before: Board
    """From the side of the seat."""
    after: Board
    """From the side of the seat; the same as `before` where nothing was played."""
    steps: tuple[Step, ...] = ()
    """Single steps, in the order in which they were made."""
    is_ended: bool = True
    """The turn was ended; if not, what was touched of its play is left out."""
    is_legal: bool = True
    """False where the players let it stand although the rules forbid it."""
    is_laid: bool = False
    """The board after it was seen or set, and no steps tell how it came about; not legal then."""

    @property
    def play(self) -> str:
        """Write the play: ``bar/20 6/off(2)``; empty where nothing was played."""
        return str(Play(self.steps))


@dataclass(frozen=True, slots=True)
class Cubed:
    """What was done with the doubling cube."""

    seat: int
    kind: Literal["double", "beaver", "take", "drop"]
    value: int
    """What a double or beaver would make it, or a take has made it; of a drop what it showed before."""


@dataclass(frozen=True, slots=True)
class AutomaticDouble:
    """A tie in the throws for the beginning doubled the cube."""

    value: int
    """What it shows now."""


@dataclass(frozen=True, slots=True)
class Resigned:
    """A seat lost without playing on: it resigned, and the other accepted, or both agreed so."""

    seat: int
    level: int
    """1 a single game, 2 a gammon, 3 a backgammon."""


@dataclass(frozen=True, slots=True)
class Laid:
    """The position was set by hand, or a turn went on without a throw."""

    position: Mapping[str, Any]
    """As the rules write it (`to_position`)."""
    board: Board
    """From the side of seat 0."""
    turn: int
    """The seat that throws, plays or doubles next."""
    cube: int
    owner: int | None


Entry = Rolled | Cubed | AutomaticDouble | Resigned | Laid


@dataclass(frozen=True, slots=True)
class GameTranscript:
    """One game of a match."""

    number: int
    """In the match, from 1."""
    score: tuple[int, int]
    """Before it."""
    is_crawford: bool
    """Nobody may double in it."""
    entries: tuple[Entry, ...]
    winner: int | None
    """None while it goes on, and where all agreed to leave it."""
    points: int
    """What the win counts; 0 without one."""
    is_over: bool


@dataclass(frozen=True, slots=True)
class Transcript:
    """A match."""

    origin: Origin
    names: tuple[str, str]
    match: Match
    """As it stands after its last game."""
    preset: str
    start: str
    """How the checkers stand at first, as the option says."""
    cube: bool
    """It is played with the doubling cube."""
    event: str
    round: str
    games: tuple[GameTranscript, ...]
    is_whole: bool
    """From its first game on, no game is missing."""


def transcript(games: Sequence[Model], origin: Origin) -> Transcript:
    """Take the games of a match together.

    Args:
        games: In their order; a last one in which nothing was played yet is left out.
        origin: What names the match.

    Raises:
        NotationError: If one of them is no game of a match, or nothing was played in any.
    """
    played = [game_transcript(model) for model in games]
    if not played:
        raise NotationError(Message("nothing was played in this match yet"))
    match = games[-1].match
    assert match is not None
    return match_transcript(played, games[-1].setup, match, origin)


def match_transcript(
    played: Sequence[GameTranscript], setup: Setup, match: Match, origin: Origin
) -> Transcript:
    """Take games of a match together that were gone through before.

    Args:
        played: In their order; a last one in which nothing was played yet is left out.
        setup: Of the last game.
        match: As it stands after it.
        origin: What names the match.

    Raises:
        NotationError: If nothing was played in any.
    """
    if played and not played[-1].entries and not played[-1].is_over:
        played = played[:-1]
    if not played:
        raise NotationError(Message("nothing was played in this match yet"))
    info = game_info(setup.game)
    options = info.in_force(info.preset(setup.preset), setup.options)
    assert setup.match is not None
    conduct = setup.match.conduct
    return Transcript(
        origin,
        (setup.names[0], setup.names[1]),
        match,
        setup.preset,
        str(options["start"]),
        options["cube"] is True,
        conduct.event,
        conduct.round,
        tuple(played),
        [game.number for game in played] == list(range(1, len(played) + 1)),
    )


def game_transcript(model: Model) -> GameTranscript:
    """Go through one game of a match.

    Raises:
        NotationError: If it is no game of a match.
    """
    place, outcome = model.setup.match, model.outcome
    if place is None:
        raise NotationError(Message("this is no match: only a match of backgammon can be written so"))
    entries = list(_Entries(model).all())
    winner = outcome.winners[0] if outcome and outcome.winners else None
    if outcome is not None and winner is not None and _goes_on(model):
        entries.append(Resigned(1 - winner, outcome.points // outcome.cube))
    return GameTranscript(
        place.number,
        place.match.score,
        place.match.is_crawford,
        tuple(entries),
        winner,
        outcome.points if outcome and winner is not None else 0,
        outcome is not None,
    )


def _goes_on(model: Model) -> bool:
    """True if by the board and the cube alone the game would go on."""
    return model.rules.outcome(model.state) is None


class _Entries:
    """Goes through a game, and puts together what belongs to a throw."""

    def __init__(self, model: Model) -> None:
        self._model = model
        assert isinstance(model.rules, BackgammonRules)
        self._rules = model.rules
        self._open: Rolled | None = None
        """The turn that is being played."""

    def all(self) -> Iterator[Entry]:
        """List what happened."""
        reached = self._model.line.reached
        for place, action in enumerate(self._model.actions):
            yield from self._entries(action, reached[place].state, reached[place + 1].state)
        last = reached[-1].state
        ended = self._rules.waits(last) is not Waits.MOVE or bool(last.cube.offered)
        yield from self._closed(is_ended=ended)

    def _entries(self, action: Action, before: State, after: State) -> Iterator[Entry]:
        done = action.action
        if action.how == "void":
            return
        is_accepted = action.how == "accepted"
        if isinstance(done, PositionSet):
            rolled = self._open
            if rolled is not None and (after.turn, after.dice) == (rolled.seat, rolled.dice):
                self._open = replace(rolled, after=after.board, steps=(), is_legal=False, is_laid=True)
                return
            yield from self._closed(is_ended=False)
            yield from self._laid(after)
        elif before == after:
            return
        elif isinstance(done, Dice):
            yield from self._closed(is_ended=True)
            yield from self._thrown(before, after, done)
        elif isinstance(done, CubeMove):
            yield from self._closed(is_ended=True)
            yield _cubed(done, before)
        elif isinstance(done, Play) and self._open is not None:
            self._played(done, before, is_legal=not is_accepted)
            if self._has_passed(before, after):
                yield from self._closed(is_ended=True)
        elif isinstance(done, EndTurn | Decline) and self._open is not None:
            if is_accepted and self._rules.waits(before) is Waits.MOVE:
                self._open = replace(self._open, is_legal=False)
            if self._has_passed(before, after):
                yield from self._closed(is_ended=True)
        elif isinstance(done, Play | EndTurn | Decline):  # hands did it before anything was thrown
            yield from self._laid(after)

    @staticmethod
    def _has_passed(before: State, after: State) -> bool:
        return (before.turn, before.number) != (after.turn, after.number)

    def _closed(self, *, is_ended: bool) -> Iterator[Entry]:
        """End the turn that is being played, if there is one."""
        rolled, self._open = self._open, None
        if rolled is None:
            return
        if not is_ended:
            rolled = Rolled(rolled.seat, rolled.dice, rolled.before, rolled.before, is_ended=False)
        yield rolled

    def _thrown(self, before: State, after: State, dice: Dice) -> Iterator[Entry]:
        pips = tuple(sorted(dice.pips, reverse=True))
        if before.opening:
            if after.cube != before.cube:
                yield AutomaticDouble(after.cube.value)
            if after.opening or not after.dice:  # it is not decided, or thrown anew (BP6)
                return
            pips = after.dice
        seat = after.turn if before.opening else before.turn
        board = before.board if seat == before.turn else flipped(before.board)
        self._open = Rolled(seat, pips, board, board)
        if not before.opening and self._has_passed(before, after):
            yield from self._closed(is_ended=True)

    def _played(self, play: Play, before: State, *, is_legal: bool) -> None:
        assert self._open is not None
        rolled = self._open
        steps = single_steps(self._rules, before, play)
        board = rolled.after
        for step in steps:
            board = carried(board, step.start, step.end, pieces=self._rules.pieces)
        told = () if rolled.is_laid else rolled.steps + steps
        self._open = replace(rolled, after=board, steps=told, is_legal=rolled.is_legal and is_legal)

    def _laid(self, state: State) -> Iterator[Entry]:
        """Tell that a position lies there, and what waits in it."""
        cube, turn = state.cube, state.turn
        board = state.board if turn == 0 else flipped(state.board)
        position = self._rules.to_position(state)
        if not cube.offered:
            yield Laid(position, board, turn, cube.value, cube.owner)
        elif cube.offered == "double":
            yield Laid(position, board, 1 - turn, cube.value, cube.owner)
            yield Cubed(1 - turn, "double", 2 * cube.value)
        else:
            yield Laid(position, board, turn, cube.value // 2, None)
            yield Cubed(turn, "double", cube.value)
            yield Cubed(1 - turn, "beaver", 2 * cube.value)
        if state.dice:
            self._open = Rolled(turn, state.dice, state.board, state.board)


def single_steps(rules: BackgammonRules, state: State, play: Play) -> tuple[Step, ...]:
    """Part a play into steps of one die each, and mark those that hit.

    They stay in the order in which they were told, if they can be made in it.
    """
    left, board = list(state.left), state.board
    made: list[Step] = []
    for step in play.steps:
        fits = [die for die in left if step.start - die == step.end or (step.end == OFF and die > step.start)]
        if not fits or flaw(board, step.start, min(fits)) is not None:
            return _hits(rules, state.board, rules.checker_steps(state, play)[0])
        left.remove(min(fits))
        made += _hits(rules, board, [(step.start, step.end)])
        board = carried(board, step.start, step.end, pieces=rules.pieces)
    return tuple(made)


def _hits(rules: BackgammonRules, board: Board, places: Sequence[tuple[int, int]]) -> tuple[Step, ...]:
    made: list[Step] = []
    for start, end in places:
        made.append(Step(start, end, hit=OFF < end < BAR and board[end] < 0))
        board = carried(board, start, end, pieces=rules.pieces)
    return tuple(made)


def _cubed(move: CubeMove, before: State) -> Cubed:
    value, seat = before.cube.value, before.turn
    match move:
        case Double():
            return Cubed(seat, "double", 2 * value)
        case Take():
            return Cubed(seat, "take", 2 * value)
        case Drop():
            return Cubed(seat, "drop", value)
        case Beaver():
            return Cubed(seat, "beaver", 4 * value)
