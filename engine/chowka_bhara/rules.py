"""Chowka Bhara as `engine.game.Rules`: the parts put together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.board import Placed
from engine.chowka_bhara.board import Board
from engine.chowka_bhara.judge import Judge
from engine.chowka_bhara.legal import Choices
from engine.chowka_bhara.options import Options, read_options
from engine.chowka_bhara.position import Positions
from engine.chowka_bhara.refusals import RULE_OF, Refusals
from engine.chowka_bhara.state import State, alike, first_state
from engine.chowka_bhara.touch import Taps
from engine.chowka_bhara.turn import Turn
from engine.errors import SetupError
from engine.facts import Outcome
from engine.following.search import searched
from engine.game import Json, Tap, Transition, Waits
from engine.move import PIECE_NAMES, Move
from engine.options import OptionValue, Preset
from engine.reachable import Reachable
from engine.reasons import Reason
from engine.throw import Throw, ThrowKind
from engine.values import ThrowValue


class ChowkaBhara:
    """The rules C1 to C24 for one board, its options and a number of players.

    >>> from engine.game import Game
    >>> from engine.chowka_bhara import INFO, make
    >>> from engine.throw import Cowries
    >>> game = Game(make(INFO.preset("5x5"), {}, 2))
    >>> game.throw(Cowries(mouths=4, shells=4))
    >>> game.throw(Cowries(mouths=2, shells=4))
    >>> [str(move) for move in game.legal_moves()]
    ['a 0/2 =2', 'a 0/4 =4']
    """

    family = "chowka-bhara"

    def __init__(self, options: Options, *, players: int) -> None:
        self.options = options
        self.table = options.table
        self.players = players
        self.pieces = options.pawns
        self.piece_names = tuple(PIECE_NAMES[: options.pawns])
        self.board = Board(
            options.variant.size,
            players=players,
            pawns=options.pawns,
            safe_corners=options.safe_corners,
            waiting=bool(options.entry),
            partners=options.partners,
        )
        self.sides = tuple(dict.fromkeys(tuple(sorted(side)) for side in self.board.sides))
        self.layout = self.board.layout
        self.home_step = self.board.last
        values = {worth.value for worth in options.table.values.values()}
        self.choices = Choices(Judge(self.board, options), values)
        self.refusals = Refusals(self.choices)
        self._turn = Turn(self.choices, options)
        self._taps = Taps(self.choices)
        setup = {
            "game": "chowka-bhara",
            "preset": options.preset,
            "options": dict(options.chosen),
            "players": players,
        }
        self.positions = Positions(self.board, options, setup=setup)

    def steps(self, seat: int) -> Mapping[int, str]:
        """Return the square of every step, from where pawns wait, or the home square, to the centre."""
        path, names = self.board.paths[seat], self.board.names
        return {step: names[path[step]] for step in range(self.board.first, self.board.last + 1)}

    def start(self, *, begins: int | None = None) -> State:
        """Return the position before the first throw; the south seat begins unless another is named.

        Raises:
            SetupError: If the seat does not exist.
        """
        turn = 0 if begins is None else begins
        if not 0 <= turn < self.players:
            raise SetupError(
                "nobody sits where the game is to begin: {players} play",
                text=f"seat {begins!r} cannot begin: there are seats 0 to {self.players - 1}",
                players=self.players,
            )
        return first_state(self.board, turn)

    def turn(self, state: State) -> int:
        """Name the seat whose turn it is; a player who is home moves the partner's pawns (C21)."""
        return state.on_turn

    def user(self, state: State) -> int:
        """Name the seat whose pawns use the throws (C21)."""
        return state.turn

    def turn_number(self, state: State) -> int:
        """Count turns."""
        return state.number

    def waits(self, state: State) -> Waits:
        """Tell what the game waits for."""
        if state.ending:
            return Waits.OVER
        return Waits.THROW if state.waits_for_throw else Waits.MOVE

    def wants(self, state: State) -> ThrowKind:  # noqa: ARG002 -- the same in every state
        """Tell what is thrown next."""
        return ThrowKind("cowries", self.table.shells)

    def bank(self, state: State) -> tuple[tuple[int, int], ...]:
        """List the values not yet used."""
        return tuple((value, value) for value in state.bank)

    def moves(self, state: State) -> list[Move]:
        """List the legal moves in the order of the contract."""
        return self.choices.moves(state) if self.waits(state) is Waits.MOVE else []

    def optional(self, state: State) -> list[Move]:
        """List values that may be given up (C2), or the end of the turn (C9)."""
        return self.choices.optional(state) if self.waits(state) is Waits.MOVE else []

    def taps(self, state: State) -> list[Tap]:
        """List the legal moves as touches."""
        return self._taps.taps(state) if self.waits(state) is Waits.MOVE else []

    def reachable(self, state: State) -> Reachable[State]:
        """List what the values not yet used lead to, alone and one after the other, with gattis declared."""
        return searched(self, state, alike=alike)

    def rule_of(self, key: str) -> str:
        """Return the number of the rule behind an objection."""
        return RULE_OF.get(key, "")

    def with_steps(self, state: State, steps: Sequence[Sequence[int]]) -> dict[str, Any]:
        """Write the position with the pawns on other steps; gattis that came apart are none any more."""
        return self.positions.write(self._turn.with_steps(state, steps))

    def move_between(self, state: State, piece: tuple[int, int], end: str) -> Move:
        """Put two touches into a well-formed move, legal or not.

        Another player's pawn is named by its number plus those of one player for every seat after the mover.

        Raises:
            NotationError: If the pawn or the square does not exist.
        """
        return self._taps.move_between(state, piece, end)

    def why_not(self, state: State, move: Move) -> Reason | None:
        """Tell which rule forbids a move; None when it is legal now."""
        return self.refusals.why_not(state, move)

    def warning(self, state: State, move: Move) -> None:
        """Return None: a pawn gets home from everywhere, since every table counts a 1."""

    def value_of(self, state: State, throw: Throw) -> ThrowValue:
        """Tell what a throw counts now (see `engine.chowka_bhara.turn.Turn.value_of`).

        Raises:
            ThrowError: If it is not of this game's shells.
        """
        return self._turn.value_of(state, throw)

    def apply_throw(self, state: State, throw: Throw) -> Transition[State]:
        """Carry a throw out.

        Raises:
            ThrowError: If it is not of this game's shells.
        """
        return self._turn.thrown(state, throw)

    def apply(self, state: State, move: Move) -> Transition[State]:
        """Carry a move out without judging it.

        Raises:
            NotationError: If the move is none of this game, or names a pawn that does not exist.
        """
        return self._turn.moved(state, move)

    def outcome(self, state: State) -> Outcome | None:
        """Tell who won and who took which place; None while the game goes on."""
        if state.ending is None:
            return None
        if self.board.partners:
            won = next((side for side in self.sides if {*side} <= {*state.finished}), ())
            return Outcome(won, state.ending)
        places = [(seat,) for seat in state.finished]
        rest = tuple(seat for seat in range(self.players) if seat not in state.finished)
        return Outcome(state.finished[:1], state.ending, places=(*places, rest) if rest else tuple(places))

    def placed(self, state: State) -> tuple[Placed, ...]:
        """Tell where every pawn stands."""
        return self._taps.placed(state)

    def stakes(self, state: State) -> None:
        """Return None: there is no cube."""

    def resignations(self, state: State, seat: int) -> tuple[int, ...]:  # noqa: ARG002
        """Return nothing: a win is a win."""
        return ()

    def without(self, state: State, seats: tuple[int, ...]) -> State:
        """Return the position without some seats: their pawns are home, and the turn is the next player's."""
        return self._turn.without(state, seats)

    def can_ever_move(self, state: State, seat: int) -> bool:
        """True if a player could move in some later turn, if nobody else did (C4)."""
        return self._turn.can_ever_move(state, seat)

    def fits_a_board(self, state: State, move: Move) -> bool:  # noqa: ARG002
        """Return True: a square holds pawns of several players."""
        return True

    def to_position(self, state: State) -> dict[str, Any]:
        """Write the whole state as JSON."""
        return self.positions.write(state)

    def from_position(self, position: Json) -> State:
        """Read a position, as `to_position` writes it or set by hand.

        Raises:
            PositionError: If it cannot be on a board.
        """
        return self._turn.settled(self.positions.read(position), [])


def make(preset: Preset, written: Mapping[str, OptionValue], players: int) -> ChowkaBhara:
    """Put the rules together.

    Raises:
        SetupError: If an option makes no sense with the preset or the number of players.
    """
    return ChowkaBhara(read_options(preset, written, players), players=players)
