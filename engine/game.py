"""One small vocabulary for all games: throw, ask for the legal moves, push one, pop it back.

A family of games is a `Rules`: pure functions over frozen states. A `Line` is a game so far: the stack of its
states and of what led to each, a frozen value, so taking back restores exactly what was, and playing a record
again is a fold. `Game` is one line that changes; `engine.table` plays on a line too. To add a game, write a
`Rules` and give it to `engine.registry.register`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Generic, Protocol, TypeVar

from engine import ending
from engine.board import Layout
from engine.ending import NOTHING_DECLARED, Accept, Declared, Endable, EndingMove, Refuse, Resign
from engine.errors import IllegalMoveError, NotNowError, ThrowError
from engine.facts import Fact, Outcome
from engine.move import Move, Take
from engine.reachable import Seen
from engine.reasons import Reason
from engine.throw import Throw, ThrowKind
from engine.values import ThrowTable, ThrowValue

S = TypeVar("S")
A = TypeVar("A")

Json = Mapping[str, Any]
"""A JSON object, as `json.loads` gives it."""


class Waits(StrEnum):
    """What the game waits for."""

    THROW = "throw"
    """The player whose turn it is throws."""
    MOVE = "move"
    """The bank holds something that can be played, declined or given up."""
    END = "end"
    """Nothing is left to play; the player ends the turn or takes something back (BS7, BF11)."""
    OVER = "over"
    """The game has ended."""


@dataclass(frozen=True, slots=True)
class Transition(Generic[S]):
    """Where a throw or a move leads, and what it brought about on the way."""

    state: S
    facts: tuple[Fact, ...] = ()
    declared: Declared = NOTHING_DECLARED
    """What players have declared about the end, beside what the rules know."""


@dataclass(frozen=True, slots=True)
class Tap:
    """A legal move as two touches: a piece (or its square), then a square."""

    piece: tuple[int, int]
    """(player, piece), as in `Placed`."""
    start: str
    """Id of the square it stands on."""
    end: str
    """Id of the square it goes to."""
    move: Move


class Rules(Endable[S], Seen[S], Protocol[S]):
    """One game under one preset and its options: pure functions over frozen states; more in its bases."""

    @property
    def family(self) -> str:
        """``chowka-bhara``, ``pachisi`` or ``backgammon``."""

    @property
    def pieces(self) -> int:
        """Pieces of one player."""

    @property
    def piece_names(self) -> tuple[str, ...]:
        """Letters of one player's pieces, from a on."""

    def steps(self, seat: int) -> Mapping[int, str]:
        """Return the id of the square of every step of a seat, in the order in which its pieces pass them."""

    @property
    def layout(self) -> Layout:
        """The board, for drawings."""

    @property
    def table(self) -> ThrowTable | None:
        """The throw values in force; None for a game of dice."""

    def start(self, *, begins: int | None = None) -> S:
        """Return the position before the first throw.

        Args:
            begins: The seat that begins; None leaves it to the rules (a throw for it where they want one).
        """

    def turn(self, state: S) -> int:
        """Name the seat that throws or moves now."""

    def user(self, state: S) -> int:
        """Name the seat whose pieces use the throws: that of `turn`, or of its partner once that is home."""

    def turn_number(self, state: S) -> int:
        """Count turns; it changes exactly when a new turn begins (also for the same seat)."""

    def waits(self, state: S) -> Waits:
        """Tell what the game waits for."""

    def wants(self, state: S) -> ThrowKind:
        """Tell what is thrown next."""

    def bank(self, state: S) -> tuple[tuple[int, int], ...]:
        """List the throws not yet used as (value, squares); dice as (pip, pip)."""

    def moves(self, state: S) -> list[Move]:
        """List the legal moves: whole plays in backgammon, in the order of the contract."""

    def optional(self, state: S) -> list[Move]:
        """List what may be done instead of moving: `Decline` of a value, `EndTurn`, what the cube allows."""

    def taps(self, state: S) -> list[Tap]:
        """List the legal moves as touches; in backgammon single steps that begin a legal play."""

    def move_between(self, state: S, piece: tuple[int, int], end: str) -> Move:
        """Put two touches into a well-formed move, legal or not.

        Gives the legal move where one fits. Otherwise the nearest well-formed one, which `why_not` then
        refuses with its rule: "what we did on the board" may be anything that hands can do.

        Raises:
            NotationError: If the piece or the square does not exist.
        """

    def why_not(self, state: S, move: Move) -> Reason | None:
        """Tell which rule forbids a well-formed move; None when it is legal now."""

    def warning(self, state: S, move: Move) -> Reason | None:
        """Tell what a player would want to know before a legal move is made; None for nothing.

        The table asks once whether it is meant so. It is for what can never be made good, not for bad play.
        """

    def value_of(self, state: S, throw: Throw) -> ThrowValue | None:
        """Tell what a throw of shells counts under the values in force, pyada included; None for dice."""

    def apply_throw(self, state: S, throw: Throw) -> Transition[S]:
        """Carry a throw out. Passing and lost values happen in it.

        Raises:
            ThrowError: If the throw is not of the kind that the game wants.
        """

    def apply(self, state: S, move: Move) -> Transition[S]:
        """Carry a move out without judging it: accepted illegal moves go the same way.

        An illegal move is carried out as hands did it: the piece stands where it was put, what it takes is
        what its `captures` say (or what the landing would take), and it uses up the entry of the bank that
        it names, or else the nearest one.
        """

    def fits_a_board(self, state: S, move: Move) -> bool:
        """True if pieces on a board can stand as an illegal move leaves them."""

    def to_position(self, state: S) -> dict[str, Any]:
        """Write the whole state as JSON; for the cowrie games the keys of the contract's line, and more."""

    def from_position(self, position: Json) -> S:
        """Read a position, as `to_position` writes it or set by hand.

        Raises:
            PositionError: If it cannot be on a board, with what would be possible.
        """


@dataclass(frozen=True, slots=True)
class Line(Generic[S, A]):
    """A game so far, as a value: the stack on which `Game` and the table play."""

    rules: Rules[S]
    reached: tuple[Transition[S], ...]
    """One more than the actions: the start first."""
    actions: tuple[A, ...] = ()

    @property
    def state(self) -> S:
        """The position now, a frozen value."""
        return self.reached[-1].state

    @property
    def declared(self) -> Declared:
        """What players have declared about the end of the game."""
        return self.reached[-1].declared

    @property
    def turn(self) -> int:
        """The seat that throws or moves now, or answers a resignation."""
        offered = self.declared.offered
        return ending.answerer(self.rules, offered) if offered else self.rules.turn(self.state)

    @property
    def turn_begun(self) -> tuple[int, int]:
        """Whose turn it is and its number; this changes exactly when a new turn begins."""
        return self.rules.turn(self.state), self.rules.turn_number(self.state)

    @property
    def waits(self) -> Waits:
        """What the game waits for."""
        if self.declared.outcome:
            return Waits.OVER
        return Waits.MOVE if self.declared.offered else self.rules.waits(self.state)

    @property
    def outcome(self) -> Outcome | None:
        """Who won; None while the game goes on."""
        return self.declared.outcome or self.rules.outcome(self.state)

    @property
    def moves(self) -> list[Move]:
        """What may be played now; nothing while a resignation waits."""
        can_move = self.waits is Waits.MOVE and not self.declared.offered
        return self.rules.moves(self.state) if can_move else []

    @property
    def optional(self) -> list[Move]:
        """What may be done instead of moving: also the answers to a resignation."""
        if self.declared.offered:
            return [Accept(), Refuse()]
        return [] if self.declared.outcome else self.rules.optional(self.state)

    def not_now(self, move: Move) -> NotNowError | None:
        """Tell why the game waits for something else, whatever the rules say of a move; None otherwise."""
        if self.outcome and (self.declared.outcome or isinstance(move, EndingMove)):
            return NotNowError("the game is over: start a new one, or take the end back")
        if isinstance(move, EndingMove):
            if isinstance(move, Resign) and Take() in self.optional:
                return NotNowError("a double is offered: take or pass it first")
            return ending.not_now(self.rules, self.state, self.declared, move)
        return ending.answer_first(self.declared.offered) if self.declared.offered else None

    def why_not(self, move: Move) -> Reason | None:
        """Tell which rule forbids a move; None when it is legal, and for what ends the game (`not_now`)."""
        return None if isinstance(move, EndingMove) else self.rules.why_not(self.state, move)

    def mover(self, action: object) -> int:
        """Tell whose a throw or a move is: a resignation names its player, all else is whose turn it is."""
        return action.player if isinstance(action, Resign) else self.turn

    def worked_out(self, action: Throw | Move) -> Transition[S]:
        """Return where a throw or a move would lead, legal or not.

        Raises:
            ThrowError: If the throw is not of the kind that the game wants.
        """
        if isinstance(action, EndingMove):
            done = ending.declare(self.rules, self.state, self.declared, action, self._facts())
            return Transition(done[0], done[2], done[1])
        if isinstance(action, Throw):
            return self.settled(self.rules.apply_throw(self.state, action))
        return self.settled(self.rules.apply(self.state, action))

    def settled(self, reached: Transition[S]) -> Transition[S]:
        """Carry on what was declared: a new position answers no offer, and who has left stays away."""
        if not self.declared.left:
            return reached
        left, facts = Declared(left=self.declared.left), [*self._facts(), *reached.facts]
        state, declared = ending.settled(self.rules, reached.state, left, facts)
        return Transition(state, reached.facts, declared)

    def _facts(self) -> list[Fact]:
        return [fact for reached in self.reached for fact in reached.facts]

    def then(self, action: A, transition: Transition[S]) -> Line[S, A]:
        """Return the game with one more action and what it led to."""
        return Line(self.rules, (*self.reached, transition), (*self.actions, action))

    def cut(self, place: int) -> Line[S, A]:
        """Return the game as it was before the action at a place."""
        return Line(self.rules, self.reached[: place + 1], self.actions[:place])


class OnLine(Generic[S, A]):
    """What a `Game` and the table's memory answer alike, for both play on a line."""

    __slots__ = ()
    line: Line[S, A]

    @property
    def rules(self) -> Rules[S]:
        """What is played."""
        return self.line.rules

    @property
    def actions(self) -> tuple[A, ...]:
        """Everything thrown and played that stands."""
        return self.line.actions

    @property
    def state(self) -> S:
        """The position now, a frozen value."""
        return self.line.state

    @property
    def turn(self) -> int:
        """The seat that throws or moves now."""
        return self.line.turn

    @property
    def waits(self) -> Waits:
        """What the game waits for."""
        return self.line.waits

    @property
    def outcome(self) -> Outcome | None:
        """Who won; None while the game goes on."""
        return self.line.outcome


class Game(OnLine[S, Throw | Move]):
    """A game in progress: a line that grows by a throw or a move, and is taken back.

    >>> from engine.registry import make_rules
    >>> from engine.throw import Cowries
    >>> game = Game(make_rules("chowka-bhara"))
    >>> game.throw(Cowries(mouths=3, shells=4))
    >>> game.push(game.legal_moves()[0])
    >>> print(game.pop())
    a 0/3 =3
    """

    def __init__(self, rules: Rules[S], *, begins: int | None = None, state: S | None = None) -> None:
        start = state if state is not None else rules.start(begins=begins)
        self.line = Line(rules, (Transition(start),))

    def throw(self, throw: Throw) -> None:
        """Tell the game what lay there. Use `last_facts` for what it brought about.

        Raises:
            ThrowError: If no throw is due, or the throw is of another kind.
        """
        if self.waits is not Waits.THROW:
            waits = self.waits
            raise ThrowError("{throw} was thrown, but the game waits for: {waits}", throw=throw, waits=waits)
        self.force(throw)

    def legal_moves(self) -> list[Move]:
        """List what may be played now."""
        return self.line.moves

    def why_not(self, move: Move) -> Reason | None:
        """Tell which rule forbids a move; None when it is legal."""
        return self.line.why_not(move)

    def push(self, move: Move) -> None:
        """Play a move.

        Raises:
            IllegalMoveError: If the rules forbid it; the game stays exactly as it was.
            NotNowError: If the game is over by resignation or agreement, or a resignation waits.
        """
        if error := self.line.not_now(move):
            raise error
        if (reason := self.why_not(move)) is not None:
            offered = ", ".join(map(str, [*self.legal_moves(), *self.line.optional][:12]))
            bank = " ".join(str(value) for value, _ in self.rules.bank(self.state)) or "nothing"
            raise IllegalMoveError(
                "{move} is not legal with {bank} left to play: {reason}; legal moves are {offered}",
                move=move,
                bank=bank,
                offered=offered or "none",
                reason=reason,
            )
        self.force(move)

    def force(self, action: Throw | Move) -> None:
        """Carry out a throw or a move as it was done, legal or not: for records and accepted moves."""
        self.line = self.line.then(action, self.line.worked_out(action))

    def last_facts(self) -> tuple[Fact, ...]:
        """Return what the last throw or move brought about."""
        return self.line.reached[-1].facts

    def pop(self) -> Throw | Move:
        """Take the last throw or move back.

        Raises:
            NotNowError: If nothing has happened yet.
        """
        if not self.actions:
            raise NotNowError("there is nothing to take back: the game has just begun")
        last = self.actions[-1]
        self.line = self.line.cut(len(self.actions) - 1)
        return last


def is_forced(rules: Rules[S], state: S, moves: Sequence[Move]) -> bool:
    """True if a player has no choice: exactly one legal move, and nothing may be declined or given up."""
    return len(moves) == 1 and not rules.optional(state)
