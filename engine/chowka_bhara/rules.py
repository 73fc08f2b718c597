"""Chowka Bhara as `engine.game.Rules`: the parts put together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.board import Placed
from engine.chowka_bhara.board import PAWNS, Board
from engine.chowka_bhara.legal import Choices, Judge
from engine.chowka_bhara.options import INFO, VARIANTS, Variant
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
    """The rules C1 to C18 for one variant, its options and a number of players.

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
    pieces = PAWNS
    piece_names = tuple(PIECE_NAMES[:PAWNS])

    def __init__(
        self,
        variant: Variant,
        *,
        players: int,
        share_crossed: bool = False,
        swap_four_eight: bool = False,
        kadi_again: bool = False,
    ) -> None:
        table = variant.table
        if swap_four_eight:
            if variant.swapped is None:
                raise SetupError(
                    "“{option}” makes no sense here: these shells count no 4 and 8 that could be swapped "
                    "({rule})",
                    text=f"option 'swap_four_eight' makes no sense with preset {variant.name!r}: its shells "
                    "count no 4 and 8 that could be swapped; leave it false or play '5x5'",
                    mends=[("swap_four_eight", False)],
                    option=INFO.option("swap_four_eight").words,
                    rule="C2",
                )
            table = variant.swapped
        self.variant = variant
        self.table = table
        self.players = players
        self.board = Board(variant.size, players=players)
        self.sides = tuple((seat,) for seat in range(players))
        self.layout = self.board.layout
        self.home_step = self.board.last
        values = {worth.value for worth in table.values.values()}
        self.choices = Choices(Judge(self.board, share_crossed=share_crossed), values)
        self.refusals = Refusals(self.choices)
        self._turn = Turn(self.board, table, self.choices, kadi_again=kadi_again)
        self._taps = Taps(self.choices)
        setup = {
            "game": "chowka-bhara",
            "preset": variant.name,
            "options": {
                "share_crossed": share_crossed,
                "swap_four_eight": swap_four_eight,
                "kadi_again": kadi_again,
            },
            "players": players,
        }
        self.positions = Positions(self.board, table, share_crossed=share_crossed, setup=setup)

    def steps(self, seat: int) -> Mapping[int, str]:
        """Return the square of every step, from the home square to the centre."""
        return {step: self.board.names[square] for step, square in enumerate(self.board.paths[seat])}

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
        return first_state(self.players, turn)

    def turn(self, state: State) -> int:
        """Name the seat that throws or moves now."""
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

        Another player's pawn is named by its number plus 4 for every seat after the mover.

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
        """Tell what a throw counts; the throws of a challenge give no further throw (C15).

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
        SetupError: If an option makes no sense with the preset.
    """
    options = {**preset.defaults, **written}
    return ChowkaBhara(
        VARIANTS[preset.name],
        players=players,
        share_crossed=options["share_crossed"] is True,
        swap_four_eight=options["swap_four_eight"] is True,
        kadi_again=options["kadi_again"] is True,
    )
