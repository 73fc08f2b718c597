"""Pachisi as a `Rules`: the one door to the family."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine.board import Placed
from engine.errors import SetupError
from engine.facts import Ending, Outcome
from engine.following.search import searched
from engine.game import Json, Tap, Transition, Waits
from engine.move import PIECE_NAMES, Decline, Move, PieceMove
from engine.options import OptionValue, Preset
from engine.pachisi.board import HOME, MIDDLE, layout, name
from engine.pachisi.legal import PIECES, Judge
from engine.pachisi.options import Options, read_options
from engine.pachisi.position import read_position, write_position
from engine.pachisi.refusals import RULE_OF, warning, why_not
from engine.pachisi.state import State, alike
from engine.pachisi.touch import move_between
from engine.pachisi.turn import Turns
from engine.reachable import Reachable
from engine.reasons import Reason
from engine.throw import Throw, ThrowKind
from engine.values import ThrowValue


class PachisiRules:
    """Pachisi under one preset and its options, as `engine.game.Rules` describes it."""

    family = "pachisi"
    pieces = PIECES
    piece_names = tuple(PIECE_NAMES[:PIECES])
    home_step = HOME

    def __init__(self, options: Options, players: int) -> None:
        self.options = options
        self.players = players
        self.table = options.table
        self.sides = tuple(dict.fromkeys(Judge(options, players).side(seat) for seat in range(players)))
        self.layout = layout(players)
        self._judge = Judge(options, players)
        self._turns = Turns(self._judge)
        self._names = tuple(tuple(map(name, squares)) for squares in self._judge.paths)

    def steps(self, seat: int) -> Mapping[int, str]:
        """Return the square of every step from 0 to 84; 0 and 84, and 8 and 76, share one."""
        return dict(enumerate(self._names[seat]))

    def start(self, *, begins: int | None = None) -> State:
        """Return the position before the first throw; without `begins` everyone throws for it (P2).

        Raises:
            SetupError: If `begins` is no seat in use.
        """
        players = self.players
        if begins is not None and not 0 <= begins < players:
            raise SetupError(
                "nobody sits where the game is to begin: {players} play",
                text=f"seat {begins!r} cannot begin: there are seats 0 to {players - 1}",
                players=players,
            )
        return State(
            pieces=((0,) * PIECES,) * players,
            turn=begins or 0,
            entered=(False,) * players,
            gate_open=(not self.options.gate,) * players,
            captured=(0,) * players,
            contest=tuple(range(players)) if begins is None else (),
        )

    def turn(self, state: State) -> int:
        """Name the seat whose turn it is; a player who is home moves the partner's pieces (P26)."""
        return state.turn

    def user(self, state: State) -> int:
        """Name the seat whose pieces use the throws (P26)."""
        return self._judge.user(state)

    def turn_number(self, state: State) -> int:
        """Count turns; a throw for the beginning is one."""
        return state.turn_number

    def waits(self, state: State) -> Waits:
        """Tell what the game waits for: THROW, MOVE or OVER."""
        return self._turns.waits(state)

    def wants(self, state: State) -> ThrowKind:  # noqa: ARG002 - always the same shells
        """Tell what is thrown next: the table's shells."""
        return ThrowKind("cowries", self.options.table.shells)

    def bank(self, state: State) -> tuple[tuple[int, int], ...]:
        """List the throws not yet used as (value, squares), as thrown."""
        return state.bank

    def moves(self, state: State) -> list[Move]:
        """List the legal moves in the order of the contract."""
        return list(self._judge.moves(state)) if self.waits(state) is Waits.MOVE else []

    def optional(self, state: State) -> list[Move]:
        """List the throws that may be declined (P11): all of them."""
        if self.waits(state) is not Waits.MOVE:
            return []
        return [Decline(value, squares) for value, squares in dict.fromkeys(state.bank)]

    def taps(self, state: State) -> list[Tap]:
        """List the legal moves as touches; several throws may lead to the same square."""
        player = self._judge.user(state)
        names = self._names[player]
        return [
            Tap((player, move.pieces[0]), names[move.start], names[move.end], move)
            for move in self.moves(state)
            if isinstance(move, PieceMove)
        ]

    def reachable(self, state: State) -> Reachable[State]:
        """List what the throws not yet used lead to, alone and one after the other."""
        return searched(self, state, alike=alike)

    def rule_of(self, key: str) -> str:
        """Return the number of the rule behind an objection."""
        return RULE_OF.get(key, "")

    def with_steps(self, state: State, steps: Sequence[Sequence[int]]) -> dict[str, Any]:
        """Write the position with the pieces on other steps; who stands on the board has entered."""
        entered = tuple(
            before or any(own) for before, own in zip(state.entered, map(tuple, steps), strict=True)
        )
        return write_position(self._judge, replace(state, pieces=tuple(map(tuple, steps)), entered=entered))

    def move_between(self, state: State, piece: tuple[int, int], end: str) -> Move:
        """Put two touches into a well-formed move, legal or not.

        Raises:
            NotationError: If the piece or the square does not exist.
        """
        return move_between(self._judge, self._names, state, piece, end)

    def why_not(self, state: State, move: Move) -> Reason | None:
        """Tell which rule forbids a well-formed move; None when it is legal now."""
        return why_not(self._judge, state, move, throwing=self.waits(state) is Waits.THROW)

    def warning(self, state: State, move: Move) -> Reason | None:  # noqa: ARG002 - it is so in every position
        """Tell that no throw takes a piece home from where a legal move puts it; None where one does."""
        return warning(self._judge, move)

    def value_of(self, state: State, throw: Throw) -> ThrowValue | None:
        """Tell what a throw counts now, pyada included; a void 7 or 14 gives no further throw.

        Raises:
            ThrowError: If it is none of the table's shells.
        """
        return self._turns.value_of(state, throw)

    def apply_throw(self, state: State, throw: Throw) -> Transition[State]:
        """Carry a throw out; lost values and the next turn come by themselves.

        Raises:
            ThrowError: If no throw is due, or it is none of the table's shells.
        """
        return self._turns.throw(state, throw)

    def apply(self, state: State, move: Move) -> Transition[State]:
        """Carry a move out without judging it.

        Raises:
            NotationError: If it is no move of this game at all.
        """
        return self._turns.play(state, move)

    def outcome(self, state: State) -> Outcome | None:
        """Tell who won: the first player, or team, who is home; nobody where no piece can ever move again."""
        if winners := self._judge.winners(state):
            return Outcome(winners, Ending.ALL_HOME)
        return Outcome((), Ending.STUCK) if self._judge.is_stuck(state) else None

    def placed(self, state: State) -> tuple[Placed, ...]:
        """Tell where every piece stands; those on their way home in the middle column lie."""
        return tuple(
            Placed(player, piece, self._names[player][step], step, lying=MIDDLE <= step < HOME)
            for player, steps in enumerate(state.pieces)
            for piece, step in enumerate(steps)
        )

    def stakes(self, state: State) -> None:
        """Return None: there is no cube."""

    def resignations(self, state: State, seat: int) -> tuple[int, ...]:  # noqa: ARG002
        """Return nothing: a win is a win."""
        return ()

    def without(self, state: State, seats: tuple[int, ...]) -> State:
        """Return the position without some seats: their pieces wait, and the turn is the next player's."""
        return self._turns.without(state, seats)

    def can_ever_move(self, state: State, seat: int) -> bool:
        """True if some throw can ever move a piece of a player, or enter one."""
        return self._judge.can_ever_move(state, seat)

    def fits_a_board(self, state: State, move: Move) -> bool:  # noqa: ARG002
        """Return True: a square holds pieces of several players."""
        return True

    def to_position(self, state: State) -> dict[str, Any]:
        """Write the whole state: the contract's keys, and more (see `engine.pachisi.position`)."""
        return write_position(self._judge, state)

    def from_position(self, position: Json) -> State:
        """Read a position; only ``pieces`` and ``turn`` must be there.

        Raises:
            PositionError: If it cannot be on a board, with what would be possible.
        """
        return read_position(self._judge, position)


def make(preset: Preset, written: Mapping[str, OptionValue], players: int) -> PachisiRules:
    """Put the rules together.

    Raises:
        SetupError: If two options, or an option and the number of players, exclude each other.
    """
    return PachisiRules(read_options(preset, written, players), players)
