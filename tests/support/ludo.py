"""A fourth game for tests: Ludo in its plainest form, with one die and two pieces each (rules L1 to L5).

A ring of 16 squares round the rim of 5 × 5, one square inwards, and the centre is home. Written as somebody
would who adds a game: the engine is told of it by `FAMILY` alone, the page by `ludo_page`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.board import Layout, Placed, Square, turned
from engine.errors import NotationError, SetupError, ThrowError
from engine.facts import Ending, Fact, FactKind, Outcome
from engine.fields import Field, Lines, read_keys, told
from engine.following.search import searched
from engine.game import Json, Tap, Transition, Waits
from engine.move import PIECE_NAMES, Move, PieceMove, move_from_json, move_to_json, piece_number, piece_owner
from engine.options import GameInfo, OptionValue, Preset
from engine.reachable import Reachable
from engine.reasons import Reason
from engine.record import write
from engine.registry import Family
from engine.throw import Dice, Throw, ThrowKind

RULES = {
    "L1": "One die is thrown. A six throws again.",
    "L2": "A piece goes as many squares as the die shows, round the rim and inwards.",
    "L3": "Whoever lands on others sends them back to their start; on a start nobody is sent back.",
    "L4": "The centre is home; a throw that leads beyond it leads home as well.",
    "L5": "Whoever has both pieces home first has won.",
}
REASONS = {
    "ludo-throw-first": "{player} has not thrown yet",
    "ludo-not-yours": "this is a piece of {player_there}, and it is the turn of {player}",
    "ludo-at-home": "this piece is home",
    "ludo-squares": "with a {value} this piece goes to step {step}",
    "ludo-no-move": "there is no such move in Ludo",
}
INFO = GameInfo(
    "ludo", "Ludo", (2, 3, 4), (Preset("plain", "Two pieces each, and everybody begins on the rim", {}),), ()
)
PIECES, LANE, HOME = 2, 16, 17
SIX = 6
SIDES = {2: (0, 2), 3: (0, 1, 2), 4: (0, 1, 2, 3)}
_SOUTH = (
    *((4, column) for column in (2, 3, 4)),
    *((row, 4) for row in (3, 2, 1, 0)),
    *((0, column) for column in (3, 2, 1, 0)),
    *((row, 0) for row in (1, 2, 3, 4)),
    (4, 1),
    (3, 2),
    (2, 2),
)
"""(row, column) of the south player's steps 0 to 17."""


@dataclass(frozen=True, slots=True)
class State:
    pieces: tuple[tuple[int, ...], ...]
    turn: int = 0
    number: int = 0
    die: int = 0
    """What is to be played; 0 before a throw."""


class Ludo:
    family = "ludo"
    pieces = PIECES
    piece_names = tuple(PIECE_NAMES[:PIECES])
    home_step = HOME
    table = None

    def __init__(self, players: int) -> None:
        self.players = players
        self.sides = tuple((seat,) for seat in range(players))
        self._paths = tuple(
            tuple("r{}c{}".format(*turned(*place, quarters=side, size=5)) for place in _SOUTH)
            for side in SIDES[players]
        )
        starts, lanes = ({path[step]: seat for seat, path in enumerate(self._paths)} for step in (0, LANE))
        every = {f"r{row}c{column}": (row, column) for row in range(5) for column in range(5)}
        on_way = {square for path in self._paths for square in path}
        self.layout = Layout(
            "ludo",
            5,
            5,
            tuple(
                Square(
                    name,
                    float(column),
                    float(row),
                    kind="centre"
                    if name == "r2c2"
                    else "home"
                    if name in starts
                    else "inner"
                    if name in lanes
                    else "plain",
                    owner=starts.get(name, lanes.get(name)),
                )
                for name, (row, column) in every.items()
                if name in on_way
            ),
        )
        self._starts = frozenset(starts)

    def steps(self, seat: int) -> Mapping[int, str]:
        return dict(enumerate(self._paths[seat]))

    def start(self, *, begins: int | None = None) -> State:
        if begins is not None and not 0 <= begins < self.players:
            raise SetupError(f"seat {begins!r} cannot begin: there are 0 to {self.players - 1}")
        return State(((0,) * PIECES,) * self.players, begins or 0)

    def turn(self, state: State) -> int:
        return state.turn

    def user(self, state: State) -> int:
        return state.turn

    def turn_number(self, state: State) -> int:
        return state.number

    def waits(self, state: State) -> Waits:
        if self.outcome(state) is not None:
            return Waits.OVER
        return Waits.MOVE if state.die else Waits.THROW

    def wants(self, state: State) -> ThrowKind:
        return ThrowKind("dice", 1)

    def bank(self, state: State) -> tuple[tuple[int, int], ...]:
        return ((state.die, state.die),) if state.die else ()

    def moves(self, state: State) -> list[Move]:
        if self.waits(state) is not Waits.MOVE:
            return []
        mine = state.pieces[state.turn]
        return [self._move(state, piece) for piece, step in enumerate(mine) if step < HOME]

    def optional(self, state: State) -> list[Move]:
        return []

    def taps(self, state: State) -> list[Tap]:
        path = self._paths[state.turn]
        return [
            Tap((state.turn, move.pieces[0]), path[move.start], path[move.end], move)
            for move in self.moves(state)
            if isinstance(move, PieceMove)
        ]

    def reachable(self, state: State) -> Reachable[State]:
        return searched(self, state, alike=lambda state: state)

    def rule_of(self, key: str) -> str:
        return "L2" if key == "board-used-up" else ""

    def with_steps(self, state: State, steps: Sequence[Sequence[int]]) -> dict[str, Any]:
        return self.to_position(replace(state, pieces=tuple(map(tuple, steps))))

    def move_between(self, state: State, piece: tuple[int, int], end: str) -> Move:
        player, number = piece
        if not (0 <= player < self.players and 0 <= number < PIECES) or end not in self._paths[player]:
            raise NotationError(f"no piece {piece!r} can stand on {end!r}")
        start, step = state.pieces[player][number], self._paths[player].index(end)
        named = piece_number(player, number, mover=state.turn, players=self.players)
        taken = self._landing(state, player, step)
        return PieceMove("move", (named,), state.die, state.die, start, step, taken)

    def why_not(self, state: State, move: Move) -> Reason | None:
        if not isinstance(move, PieceMove) or move.kind != "move" or len(move.pieces) != 1:
            return Reason("L2", "ludo-no-move", {})
        if self.waits(state) is not Waits.MOVE:
            return Reason("L1", "ludo-throw-first", {"player": state.turn})
        owner, piece = piece_owner(move.pieces[0], mover=state.turn, players=self.players)
        if owner != state.turn:
            return Reason("L2", "ludo-not-yours", {"player": state.turn, "player_there": owner})
        if piece >= PIECES or state.pieces[owner][piece] == HOME:
            return Reason("L4", "ludo-at-home", {})
        fitting = self._move(state, piece)
        if move != fitting:
            return Reason("L2", "ludo-squares", {"value": state.die, "step": fitting.end})
        return None

    def warning(self, state: State, move: Move) -> None:
        return None

    def value_of(self, state: State, throw: Throw) -> None:
        return None

    def apply_throw(self, state: State, throw: Throw) -> Transition[State]:
        if not isinstance(throw, Dice) or len(throw.pips) != 1 or self.waits(state) is not Waits.THROW:
            raise ThrowError(f"{throw} is no throw of one die that is due")
        return Transition(replace(state, die=throw.pips[0]))

    def outcome(self, state: State) -> Outcome | None:
        winners = [seat for seat, steps in enumerate(state.pieces) if set(steps) == {HOME}]
        return Outcome((winners[0],), Ending.ALL_HOME) if winners else None

    def placed(self, state: State) -> tuple[Placed, ...]:
        return tuple(
            Placed(seat, piece, self._paths[seat][step], step)
            for seat, steps in enumerate(state.pieces)
            for piece, step in enumerate(steps)
        )

    def stakes(self, state: State) -> None:
        return None

    def resignations(self, state: State, seat: int) -> tuple[int, ...]:
        return ()

    def without(self, state: State, seats: tuple[int, ...]) -> State:
        pieces = tuple((0,) * PIECES if seat in seats else steps for seat, steps in enumerate(state.pieces))
        state = replace(state, pieces=pieces)
        while state.turn in seats:
            state = replace(state, turn=(state.turn + 1) % self.players, number=state.number + 1, die=0)
        return state

    def can_ever_move(self, state: State, seat: int) -> bool:
        return True

    def fits_a_board(self, state: State, move: Move) -> bool:
        """Return True: a square holds pieces of several players."""
        return True

    def to_position(self, state: State) -> dict[str, Any]:
        return dict(write(state))

    def from_position(self, position: Json) -> State:
        return self.read(read_keys(position, ("pieces", "turn", "number", "die"), needed=("pieces", "turn")))

    def read(self, position: Field) -> State:
        return State(
            position.get("pieces").by_seat(self.players, lambda item: item.wholes(HOME, count=PIECES)),
            position.get("turn").whole(self.players - 1),
            position.get("number", 0).whole(10**6),
            position.get("die", 0).whole(SIX),
        )

    def _move(self, state: State, piece: int) -> PieceMove:
        start = state.pieces[state.turn][piece]
        end = min(start + state.die, HOME)
        taken = self._landing(state, state.turn, end)
        return PieceMove("move", (piece,), state.die, state.die, start, end, taken)

    def _landing(self, state: State, player: int, step: int) -> tuple[tuple[int, int], ...]:
        """List what is sent back where a piece lands."""
        square = self._paths[player][step]
        if square in self._starts or step == HOME:
            return ()
        return tuple(
            (p.player, p.piece) for p in self.placed(state) if p.square == square and p.player != player
        )

    def apply(self, state: State, move: Move) -> Transition[State]:
        if not isinstance(move, PieceMove):
            raise NotationError(f"{move} is no move of Ludo")
        player = state.turn
        owner, piece = piece_owner(move.pieces[0], mover=player, players=self.players)
        pieces = [list(steps) for steps in state.pieces]
        pieces[owner][piece] = move.end
        for seat, taken in move.captures:
            pieces[seat][taken] = 0
        after = replace(state, pieces=tuple(map(tuple, pieces)), die=0)
        facts = []
        if move.captures:
            facts.append(Fact(FactKind.CAPTURED, player, move.captures, rule="L3"))
        if move.end == HOME:
            facts.append(Fact(FactKind.HOME, owner, ((owner, piece),), rule="L4"))
        if self.outcome(after) is not None:
            return Transition(after, tuple(facts))
        if state.die == SIX:
            return Transition(after, (*facts, Fact(FactKind.AGAIN, player, rule="L1")))
        passed = replace(after, turn=(player + 1) % self.players, number=state.number + 1)
        return Transition(passed, tuple(facts))


def make(preset: Preset, written: Mapping[str, OptionValue], players: int) -> Ludo:
    return Ludo(players)


_LINES = Lines(INFO, make, ("game", "players", "pieces", "turn", "die"), left_out=())


def ask_legal(question: Mapping[str, Any]) -> dict[str, Any]:
    rules, line = _LINES.read(question)
    return {
        "moves": [move_to_json(move) for move in rules.moves(rules.read(line)) if isinstance(move, PieceMove)]
    }


def ask_why(question: Mapping[str, Any]) -> dict[str, Any]:
    rules, line = _LINES.read(question, move=True)
    return told(rules.why_not(rules.read(line), move_from_json(question["move"])))


FAMILY = Family(INFO, make, ask_legal, ask_why, RULES, REASONS, numbers=lambda preset: tuple(RULES))
