"""Why a move is refused: judging whole turns and beginnings of turns, and the words for what is wrong.

`verdict` is the one judgement of a play: `why_not`, `taps` and `charkoni why` all ask it. Which steps a die
allows stands in `engine.backgammon.steps`; how many dice a turn must play is counted by
`engine.backgammon.legal`. The sentences stand in `engine.rulebook.backgammon`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from engine.backgammon.cube import LARGEST
from engine.backgammon.legal import Board, longest, sources
from engine.backgammon.numbers import Numbers
from engine.backgammon.state import State
from engine.backgammon.steps import BAR, OFF, Flaw, carried, flaw, singles
from engine.game import Waits
from engine.move import Beaver, CubeMove, Decline, Double, EndTurn, Move, Play, Step
from engine.options import OptionValue
from engine.reasons import Parameter, Reason

Singles = tuple[tuple[int, int], ...]
"""Steps of one die each, as (start, die)."""


_longest = lru_cache(maxsize=4096)(longest)
"""Kept, because every tap of a position asks the same."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of judging a play."""

    flaw: Flaw | None
    """What is wrong; None if the play is legal."""
    taken: Singles = ()
    """A legal play as steps of one die each, in an order that is legal."""
    start: int = 0
    """Where the step that is wrong starts."""
    end: int = 0
    """Where it ends; for a rule about the whole turn, where a step that is missing ends."""
    die: int = 0
    """The die that is wrong, or that should have been played."""
    only_off: bool = False
    """The dice left can only bear off (BF15)."""


class Refusals:
    """Answers any well-formed move with the rule that forbids it, under one preset and its options."""

    def __init__(self, options: Mapping[str, OptionValue], numbers: Numbers, *, most: bool) -> None:
        self.options = options
        self.numbers = numbers
        self.most = most

    def judge(self, state: State, steps: Sequence[Step]) -> Verdict:
        """Judge a beginning of a turn; no steps at all are judged as a whole one."""
        return verdict(state.board, state.left, steps, most=self.most, whole=not steps)

    def why_not(self, state: State, move: Move, waits: Waits) -> Reason | None:
        """Tell which rule forbids a well-formed move; None when it is legal now."""
        if waits is Waits.OVER:
            return Reason(self.numbers.won, "bg-over", {})
        if state.cube.offered or isinstance(move, CubeMove):
            return self.no_cube_move(state, move)
        if waits is Waits.THROW:
            key = "bg-throw-for-beginning" if state.opening else "bg-throw-first"
            rule = self.numbers.begins if state.opening else self.numbers.turn
            return Reason(rule, key, {"player": state.turn})
        if isinstance(move, EndTurn) and waits is Waits.END:
            return None
        if isinstance(move, Play):
            found = self.judge(state, move.steps)
        elif isinstance(move, EndTurn | Decline):
            if waits is Waits.END:
                return Reason(self.numbers.die, "bg-all-played", {"player": state.turn})
            found = self.judge(state, ())
        else:
            return Reason(self.numbers.die, "bg-no-step", {})
        return reason(found, state.board, state.left, player=state.turn, numbers=self.numbers)

    def no_double(self, state: State) -> Reason | None:
        """Tell why the seat whose turn it is may not double now; None when it may."""
        cube, rule, player = state.cube, self.numbers.cube, state.turn
        if self.options["cube"] is not True:
            return Reason(rule, "bg-no-cube", {})
        if self.options["crawford"] is True:
            return Reason("BS5", "bg-crawford", {})
        if state.opening:
            return Reason(rule, "bg-double-beginning", {})
        if state.dice:
            return Reason(rule, "bg-double-late", {"player": player})
        if cube.owner == 1 - player:
            return Reason(rule, "bg-cube-not-yours", {"player": player, "player_there": 1 - player})
        return Reason(rule, "bg-cube-largest", {"value": cube.value}) if cube.value >= LARGEST else None

    def no_cube_move(self, state: State, move: Move) -> Reason | None:
        """Tell why a move with the cube, or any move while a double is offered, is refused."""
        if move in state.cube.answers(beavers=self.options["beavers"] is True):
            return None
        if isinstance(move, Double) and not state.cube.offered:
            return self.no_double(state)
        if isinstance(move, Beaver) and state.cube.offered:
            return Reason("BS5", "bg-no-beaver", {"player": state.turn})
        key = "bg-answer-first" if state.cube.offered else "bg-nothing-offered"
        return Reason(self.numbers.cube, key, {"player": state.turn})


def verdict(board: Board, left: Sequence[int], steps: Sequence[Step], *, most: bool, whole: bool) -> Verdict:
    """Judge checker steps for the dice left, in any order, combined or not; ``*`` does not count.

    A play is legal if some way to make it is. Otherwise the way that gets furthest in the order of
    `Flaw` says what is wrong.

    Args:
        board: From the mover's side.
        left: Dice left to play, the larger first.
        steps: The play.
        most: As many dice as possible must be played (BS2); else any order may be chosen (BF12, BP11).
        whole: The turn must be played to its end; else a beginning of a legal play is legal too.
    """
    stray = _stray(board, steps)
    if stray is not None:
        return Verdict(Flaw.NO_CHECKER, start=stray.start, end=stray.end)
    ways = [_judged(board, left, taken, most=most, whole=whole) for taken in singles(steps, left)]
    legal = [way for way in ways if way.flaw is None]
    if legal:
        # Fewer dice first; then a blot on the way is left alone if it can be.
        return min(legal, key=lambda way: (len(way.taken), _hits(board, way.taken)))
    return max(ways, key=lambda way: way.flaw or 0) if ways else _no_die(left, steps)


def _hits(board: Board, taken: Singles) -> int:
    return len({start - die for start, die in taken if start > die and board[start - die] < 0})


def _stray(board: Board, steps: Sequence[Step]) -> Step | None:
    """Find a step that starts where no checker of the mover stands or arrives."""
    ends = {step.end for step in steps} - {OFF}
    for step in steps:
        here = 1 <= step.start <= BAR and board[step.start] > 0
        if not here and step.start not in ends:
            return step
    return None


def _no_die(left: Sequence[int], steps: Sequence[Step]) -> Verdict:
    """Tell which step no die carries; if each has one, there are too many."""
    for step in steps:
        if next(singles([step], left), None) is None:
            return Verdict(Flaw.NO_DIE, start=step.start, end=step.end)
    return Verdict(Flaw.TOO_MANY, start=steps[-1].start, end=steps[-1].end)


def _judged(board: Board, left: Sequence[int], taken: Singles, *, most: bool, whole: bool) -> Verdict:
    """Judge one way to make a play."""
    worst: Verdict | None = None
    after = board
    rest = list(left)
    for start, die in taken:
        wrong = flaw(after, start, die)
        if wrong is not None and (worst is None or worst.flaw is None or wrong < worst.flaw):
            worst = Verdict(wrong, start=start, end=max(start - die, OFF), die=die)
        after = carried(after, start, max(start - die, OFF))
        rest.remove(die)
    if worst is not None:
        return worst
    wrong_turn = _most(board, left, taken, after, rest, whole) if most else _go_on(after, rest, whole)
    return wrong_turn or Verdict(None, taken)


def _most(
    board: Board, left: Sequence[int], taken: Singles, after: Board, rest: Sequence[int], whole: bool
) -> Verdict | None:
    """BS2: as many dice as possible, and the larger one if only one of two can be played."""
    possible = _longest(board, tuple(left))
    played = len(taken) + (0 if whole or not rest else _longest(after, tuple(rest)))
    if played < possible:
        return Verdict(Flaw.FEWER_DICE, die=possible)
    if possible == 1 and len(set(left)) == 2 and taken[0][1] == min(left) and sources(board, max(left)):
        return Verdict(Flaw.SMALLER_DIE, die=max(left))
    return None


def _go_on(after: Board, rest: Sequence[int], whole: bool) -> Verdict | None:
    """BF12, BP11: a turn goes on while a die that is left can be played."""
    if not whole:
        return None
    missing = [(start, die) for die in dict.fromkeys(rest) for start in sources(after, die)]
    if not missing:
        return None
    start, die = missing[0]
    only_off = all(start <= die for start, die in missing)
    return Verdict(Flaw.UNPLAYED, start=start, end=max(start - die, OFF), die=die, only_off=only_off)


def reason(
    found: Verdict, board: Board, left: Sequence[int], *, player: int, numbers: Numbers
) -> Reason | None:
    """Put a verdict into a rule, a key and what it is about; None for a legal play.

    Args:
        found: What `verdict` gave for this board and these dice.
        board: From the mover's side.
        left: Dice left to play.
        player: The mover's seat.
        numbers: How the preset numbers its rules.
    """
    start, end = found.start, found.end
    about: dict[str, Parameter] = {"player": player, "start": start, "end": end}
    match found.flaw:
        case None:
            return None
        case Flaw.NO_CHECKER:
            return _no_checker(board, about, numbers)
        case Flaw.NO_DIE | Flaw.TOO_MANY:
            return _wrong_die(found, tuple(left), about, numbers)
        case Flaw.BAR_FIRST:
            return Reason(numbers.bar, "bg-bar-first", {"player": player, "count": board[BAR]})
        case Flaw.BLOCKED:
            held = {"player": player, "player_there": 1 - player, "end": end, "count": -board[end]}
            return Reason(numbers.landing, "bg-bar-blocked" if start == BAR else "bg-blocked", {**held})
        case Flaw.NOT_ALL_HOME:
            return Reason(numbers.all_home, "bg-not-all-home", {"player": player, "start": start})
        case Flaw.FURTHER_BACK:
            return Reason(numbers.exact, "bg-further-back", {**about, "die": found.die})
        case Flaw.UNPLAYED:
            example = str(Step(start, end))
            if found.only_off:
                return Reason(numbers.must_off, "bg-must-bear-off", {**about, "die": found.die})
            return Reason(numbers.go_on, "bg-unplayed", {**about, "die": found.die, "example": example})
        case Flaw.FEWER_DICE:
            if len(left) == 2 and found.die == 2 and left[0] != left[1]:
                return Reason(numbers.go_on, "bg-both-dice", {"player": player, "left": tuple(left)})
            return Reason(numbers.go_on, "bg-more-dice", {"player": player, "count": found.die})
        case Flaw.SMALLER_DIE:
            return Reason(numbers.go_on, "bg-larger-die", {"player": player, "die": found.die})


def _no_checker(board: Board, about: dict[str, Parameter], numbers: Numbers) -> Reason:
    start = about["start"]
    assert isinstance(start, int)
    player = about["player"]
    assert isinstance(player, int)
    if 0 <= start <= 24 and (board[start] < 0 or (start == OFF and board[OFF] > 0)):
        return Reason(numbers.turn, "bg-not-yours", {**about, "player_there": 1 - player})
    if start == OFF:
        return Reason(numbers.off, "bg-off-stays", {"player": player})
    return Reason(numbers.die, "bg-no-checker" if start != BAR else "bg-bar-empty", about)


def _wrong_die(
    found: Verdict, left: tuple[int, ...], about: dict[str, Parameter], numbers: Numbers
) -> Reason:
    start, end = found.start, found.end
    if not left:
        return Reason(numbers.die, "bg-all-played", about)
    if found.flaw is Flaw.TOO_MANY:
        if left[0] == left[-1]:
            return Reason(numbers.doublet, "bg-doublet", {**about, "die": left[0], "count": len(left)})
        return Reason(numbers.die, "bg-once", {**about, "left": left})
    if end >= start:
        return Reason(numbers.die, "bg-backwards", about)
    if start == BAR:
        return Reason(numbers.die, "bg-no-die-in", {**about, "points": start - end, "left": left})
    if end == OFF:
        return Reason(numbers.die, "bg-die-too-small", {**about, "left": left})
    return Reason(numbers.die, "bg-no-die", {**about, "points": start - end, "left": left})
