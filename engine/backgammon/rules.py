"""Backgammon as a `Rules`: the three presets differ in who begins, what must be played and how turns pass."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine.backgammon import position, touch, turn
from engine.backgammon.board import LAYOUTS, placed, square_of
from engine.backgammon.legal import dice_left, play_of, sources, ways
from engine.backgammon.numbers import NUMBERS
from engine.backgammon.options import INFO, ONCE, chosen
from engine.backgammon.reach import reachable
from engine.backgammon.refusals import Refusals
from engine.backgammon.state import State, flipped, start_board
from engine.backgammon.steps import BAR, OFF, carried, singles, without
from engine.board import Layout, Placed
from engine.errors import ThrowError
from engine.facts import Ending, Outcome, Stakes
from engine.game import Tap, Transition, Waits
from engine.move import PIECE_NAMES, CubeMove, Decline, Double, EndTurn, Move, Play
from engine.options import OptionValue, Preset
from engine.reachable import Reachable
from engine.reasons import Reason
from engine.throw import Dice, Throw, ThrowKind
from engine.values import ThrowTable, ThrowValue


class BackgammonRules:
    """One preset of backgammon with its options.

    Positions are seen from the side of the player whose turn it is. While a
    double is offered, that is the player who answers. The score belongs to the match: `engine.match`.
    """

    family = "backgammon"
    players = 2
    table: ThrowTable | None = None
    """Dice have no throw values."""
    sides = ((0,), (1,))
    home_step = OFF
    """A checker that is borne off stands there."""

    def __init__(self, preset: str, options: Mapping[str, OptionValue]) -> None:
        """Make the rules; `engine.backgammon.make` checks preset and options first."""
        self.preset = preset
        self.options = dict(options)
        self.numbers = NUMBERS[preset]
        self.most = preset == "standard"
        """As many dice as possible must be played (BS2)."""
        self.pieces = 3 if options["start"] == "hypergammon" else 15
        self._refusals = Refusals(self.options, self.numbers, most=self.most)
        self.piece_names = tuple(PIECE_NAMES[: self.pieces])
        self.layout: Layout = LAYOUTS[preset]

    def steps(self, seat: int) -> Mapping[int, str]:
        """Return the square of every own point of a seat, from the bar (25) to off (0)."""
        return {point: square_of(seat, point) for point in range(BAR, OFF - 1, -1)}

    def start(self, *, begins: int | None = None) -> State:
        """Return the position before the first throw."""
        board = start_board(str(self.options["start"]))
        if begins is not None:
            return State(board, turn=begins, number=1)
        if self.preset == "finnish":
            return State(board, number=1)  # BF3
        return State(board, opening=True)

    def turn(self, state: State) -> int:
        """Name the seat that throws or moves now."""
        return state.turn

    def user(self, state: State) -> int:
        """Name the seat whose checkers use the throws: it is that of the turn."""
        return state.turn

    def turn_number(self, state: State) -> int:
        """Count turns; 0 while the players throw for the beginning."""
        return state.number

    def waits(self, state: State) -> Waits:
        """Tell what the game waits for."""
        if state.cube.offered:
            return Waits.OVER if state.cube.dropped or self._over(state) else Waits.MOVE
        if not state.dice:
            return Waits.OVER if self._over(state) else Waits.THROW
        if self._over(state):
            return Waits.OVER
        return Waits.MOVE if self._can_play(state) else Waits.END

    def wants(self, state: State) -> ThrowKind:
        """Tell what is thrown next: one die each for the beginning, else two."""
        return ThrowKind("dice", 1 if state.opening else 2)

    def bank(self, state: State) -> tuple[tuple[int, int], ...]:
        """List the dice not yet played as (pip, pip)."""
        return tuple((die, die) for die in state.left)

    def moves(self, state: State) -> list[Move]:
        """List the plays for the rest of the turn, one for each position reached, sorted by that position."""
        if self._over(state):
            return []
        found = ways(state.board, state.left, most=self.most)
        return [play_of(found[key]) for key in sorted(found)]

    def optional(self, state: State) -> list[Move]:
        """Offer the end of the turn where nothing is left to play (BS7, BF11), and what the cube allows."""
        if state.cube.offered:
            return state.cube.answers(beavers=self.options["beavers"] is True)
        waits = self.waits(state)
        if waits is Waits.THROW:
            return [Double()] if self._refusals.no_double(state) is None else []
        return [EndTurn()] if waits is Waits.END else []

    def taps(self, state: State) -> list[Tap]:
        """List the single steps that begin a legal play, and one checker's steps with several dice."""
        if self.waits(state) is not Waits.MOVE:
            return []
        return touch.taps(state, pieces=self.pieces, most=self.most)

    def reachable(self, state: State) -> Reachable[State]:
        """List what whole plays and all legal beginnings of them lead to."""
        return reachable(self, state, most=self.most)

    def rule_of(self, key: str) -> str:
        """Return the number of the rule behind an objection."""
        return self.numbers.rule_of(key)

    def with_steps(self, state: State, steps: Sequence[Sequence[int]]) -> dict[str, Any]:
        """Write the position with the checkers on other points.

        Raises:
            PositionError: If checkers of both players would share a point.
        """
        return position.write(replace(state, board=position.board_of(steps, turn=state.turn)))

    def move_between(self, state: State, piece: tuple[int, int], end: str) -> Move:
        """Put a checker and a square touched into a play of its steps, legal or not.

        Raises:
            NotationError: If the piece or the square does not exist.
        """
        alone = touch.taps(state, pieces=self.pieces, most=self.most, together=False)
        legal = alone if self.waits(state) is Waits.MOVE else []
        return touch.move_between(state, piece, end, pieces=self.pieces, legal=legal)

    def why_not(self, state: State, move: Move) -> Reason | None:
        """Tell which rule forbids a well-formed move; None when it is legal now."""
        return self._refusals.why_not(state, move, self.waits(state))

    def warning(self, state: State, move: Move) -> None:
        """Return None: no move shuts a checker out for ever."""

    def value_of(self, state: State, throw: Throw) -> ThrowValue | None:  # noqa: ARG002
        """Return None: dice count what they show."""
        return None

    def apply_throw(self, state: State, throw: Throw) -> Transition[State]:
        """Carry a throw out; in `polish` the turn passes if nothing can be played (BP12).

        For the beginning the players throw one die each, or both dice at once: the left one is seat 0's.

        Raises:
            ThrowError: If the throw is not of the kind that the game wants.
        """
        if not isinstance(throw, Dice):
            raise ThrowError("{throw} is a throw of shells, but backgammon is played with dice", throw=throw)
        if state.dice or state.cube.offered or self._over(state):
            raise ThrowError("{throw} was thrown, but no throw is due", throw=throw)
        if not state.opening and len(throw.pips) != 2:
            raise ThrowError("{throw} is a throw of one die, but two dice are thrown for a turn", throw=throw)
        after = self._after_opening(state, throw) if state.opening else self._thrown(state, throw.pips)
        return Transition(after, turn.of_throw(state, throw, after, numbers=self.numbers))

    def apply(self, state: State, move: Move) -> Transition[State]:
        """Carry a move out without judging it."""
        if isinstance(move, Play):
            steps, used = self.checker_steps(state, move)
            board = state.board
            for start, end in steps:
                board = carried(board, start, end, pieces=self.pieces)
            played = replace(state, board=board, left=without(state.left, used))
            facts = turn.of_play(state, steps, played, numbers=self.numbers, pieces=self.pieces)
            return Transition(self._settled(played), facts)
        if isinstance(move, CubeMove):
            if self._over(state) or self._refusals.no_cube_move(state, move) is not None:
                return Transition(state)  # nothing that hands could have done on the board
            cube, other = state.cube.after(move, state.turn)
            turned = replace(state, board=flipped(state.board), turn=1 - state.turn) if other else state
            return Transition(replace(turned, cube=cube), turn.of_cube(state, move))
        if isinstance(move, EndTurn) and not state.opening and not self._over(state):
            return Transition(self._next(state), turn.of_end(state, numbers=self.numbers))
        if isinstance(move, Decline) and move.value in state.left:
            return Transition(self._settled(replace(state, left=without(state.left, (move.value,)))))
        return Transition(state)

    def fits_a_board(self, state: State, move: Move) -> bool:
        """True unless a step ends on a point that two or more checkers of the other player hold."""
        if not isinstance(move, Play):
            return True
        board = state.board
        for start, end in self.checker_steps(state, move)[0]:
            after = carried(board, start, end, pieces=self.pieces)
            if after[0] - board[0] > 1 or after[BAR] - board[BAR] > 1:  # the bars: 0 is the other player's
                return False
            board = after
        return True

    def outcome(self, state: State) -> Outcome | None:
        """Tell who won, and how many points the win counts (BS3, BS4, BP29–BP32)."""
        cube = state.cube
        if cube.dropped:
            return Outcome((1 - state.turn,), Ending.DROPPED, points=cube.value, cube=cube.value)
        if not self._over(state):
            return None
        won = not any(count > 0 for count in state.board[1:])
        lost = flipped(state.board) if won else state.board
        winner = state.turn if won else 1 - state.turn
        points = (1 if self._jacoby(state) else self._points(lost)) * cube.value
        return Outcome((winner,), Ending.BORNE_OFF, points=points, cube=cube.value)

    def placed(self, state: State) -> tuple[Placed, ...]:
        """Tell where every checker stands; a player's checkers are numbered from the furthest back."""
        return placed(state, pieces=self.pieces)

    def stakes(self, state: State) -> Stakes | None:
        """Tell what the cube shows and whose it is; None where it is played without one."""
        return Stakes(state.cube.value, state.cube.owner) if self.options["cube"] is True else None

    def resignations(self, state: State, seat: int) -> tuple[int, ...]:
        """List what a win over a seat could count: single, gammon, backgammon, as far as the rules know them.

        Who has borne a checker off can only lose a single game, and so can everybody under Jacoby's rule
        before a double, and in `finnish`.
        """
        own = state.board if seat == state.turn else flipped(state.board)
        borne_off = sum(count for count in own[1:] if count > 0) < self.pieces
        single = self._jacoby(state) or self.preset == "finnish" or borne_off
        return (1,) if single else (1, 2, 3)

    def without(self, state: State, seats: tuple[int, ...]) -> State:  # noqa: ARG002
        """Return the position as it is: with one of two gone the game is over."""
        return state

    def can_ever_move(self, state: State, seat: int) -> bool:  # noqa: ARG002
        """Return True: with one of two gone the game is over, so nobody asks."""
        return True

    def to_position(self, state: State) -> dict[str, Any]:
        """Write the whole state as JSON: `board` and `dice` as in the contract, and more."""
        return position.write(state)

    def from_position(self, given: Mapping[str, Any]) -> State:
        """Read a position, as `to_position` writes it or set by hand.

        Raises:
            PositionError: If it cannot be on a board, with what would be possible.
        """
        setup = {"game": self.family, "preset": self.preset, "options": self.options}
        read = position.read(given, setup=setup, pieces=self.pieces)
        return self._settled(read) if read.dice else read

    def _over(self, state: State) -> bool:
        board = state.board
        return not (any(count > 0 for count in board[1:]) and (board[0] or any(c < 0 for c in board)))

    def _can_play(self, state: State) -> bool:
        return any(sources(state.board, die) for die in dict.fromkeys(state.left))

    def _jacoby(self, state: State) -> bool:
        """True where a gammon counts as a single game: before a player has doubled, by Jacoby's rule."""
        return self.options["jacoby"] is True and state.cube.owner is None

    def _points(self, lost: Sequence[int]) -> int:
        """Count a win by the loser's board, from the loser's side."""
        if self.preset == "finnish" or sum(count for count in lost[1:] if count > 0) < self.pieces:
            return 1
        behind = lost[BAR] > 0 or (self.preset == "standard" and any(c > 0 for c in lost[19:25]))
        return 3 if behind else 2

    def _after_opening(self, state: State, throw: Dice) -> State:
        if len(throw.pips) == 2:
            if state.first:
                raise ThrowError(
                    "{throw} is a throw of two dice, but player 1 has already thrown {first}: player 2 "
                    "throws one die",
                    throw=throw,
                    first=state.first,
                )
            mine, theirs = throw.pips
        elif not state.first:
            return replace(state, board=flipped(state.board), turn=1, first=throw.pips[0])
        else:
            mine, theirs = state.first, throw.pips[0]
        board = state.board if state.turn == 0 else flipped(state.board)
        if mine == theirs:
            doubles = self.options["automatic_doubles"]
            cube = (
                state.cube.doubled()
                if doubles is True or (doubles == ONCE and not state.ties)
                else state.cube
            )
            return replace(state, board=board, turn=0, first=0, ties=state.ties + 1, cube=cube)
        winner = 0 if mine > theirs else 1
        begun = replace(
            state,
            board=board if winner == 0 else flipped(board),
            turn=winner,
            number=1,
            opening=False,
            first=0,
        )
        return begun if self.preset == "polish" else self._thrown(begun, (mine, theirs))  # BP6, BS1

    def _thrown(self, state: State, pips: tuple[int, ...]) -> State:
        dice = tuple(sorted(pips, reverse=True))
        return self._settled(replace(state, dice=dice, left=dice_left(dice)))

    def checker_steps(self, state: State, play: Play) -> tuple[tuple[tuple[int, int], ...], tuple[int, ...]]:
        """Tell which steps (start, end) a play makes, legal or not, and which dice it uses up."""
        judged = self._refusals.judge(state, play.steps)
        if judged.flaw is None and play.steps:
            steps = tuple((start, max(start - die, OFF)) for start, die in judged.taken)
            return steps, tuple(die for _, die in judged.taken)
        used: list[int] = []
        for step in play.steps:
            left = without(state.left, used)
            fitting = next(singles([step], left), None)
            if fitting is not None:
                used += [die for _, die in fitting]
            elif left:
                distance = abs(step.start - step.end)
                used.append(min(left, key=lambda die: abs(die - distance)))
        return tuple((step.start, step.end) for step in play.steps), tuple(used)

    def _settled(self, state: State) -> State:
        """Pass the turn where it does so by itself (BF10, BP11, BP12); in `standard` players end it (BS7)."""
        if not state.dice or self._over(state) or self.preset == "standard":
            return state
        by_itself = not state.left if self.preset == "finnish" else not self._can_play(state)
        return self._next(state) if by_itself else state

    def _next(self, state: State) -> State:
        return State(
            flipped(state.board),
            turn=1 - state.turn,
            number=state.number + 1,
            ties=state.ties,
            cube=replace(state.cube, offered="") if state.cube.offered else state.cube,
        )


def make(preset: Preset, written: Mapping[str, OptionValue], players: int) -> BackgammonRules:
    """Put the rules together; options and their values are known to exist.

    Raises:
        SetupError: If the number of players is not two, or options exclude each other.
    """
    INFO.check_players(players)
    return BackgammonRules(preset.name, chosen(preset, written))
