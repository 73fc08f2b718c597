"""One small vocabulary for all games: throw, ask for the legal moves, push one, pop it back.

A family of games is a `Rules`: pure functions over frozen states. `Game` is the only thing that changes: a
stack of states, so `pop` restores exactly what was, and playing a record again is a fold over its actions.
To add a game, write a `Rules` and list it in `engine.options`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Generic, Protocol, TypeVar

from engine.board import Layout, Placed
from engine.errors import IllegalMoveError, NotNowError, ThrowError
from engine.move import Move
from engine.reasons import Reason
from engine.throw import Cowries, Dice, Throw, ThrowKind
from engine.values import ThrowTable, ThrowValue

S = TypeVar("S")

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


class Ending(StrEnum):
    """Why a game ended."""

    ALL_HOME = "all-home"
    """A player, or a team, brought every piece home."""
    BORNE_OFF = "borne-off"
    """A player bore every checker off."""
    STUCK = "stuck"
    """Nobody can ever move again; the open places are shared."""
    DROPPED = "dropped"
    """A player passed the doubling cube."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """Who won, and why."""

    winners: tuple[int, ...]
    """Seats; two for partners; empty when nobody won."""
    ending: Ending
    points: int = 1
    """1 a single game, 2 a gammon, 3 a backgammon, times the cube."""
    places: tuple[tuple[int, ...], ...] = ()
    """Seats by place, best first; those in one tuple share it. Empty where places are not counted."""
    cube: int = 1
    """What the doubling cube shows; it is counted in `points`."""


class FactKind(StrEnum):
    """What a throw or a move brought about, besides itself."""

    CAPTURED = "captured"
    """Pieces were sent back: `pieces` are (player, piece)."""
    HOME = "home"
    """Pieces of the mover reached home or were borne off."""
    AGAIN = "again"
    """The player throws again (`rule` says why: a grace, a capture)."""
    LOST = "lost"
    """Values could not be used and are gone (`values`)."""
    VOID = "void"
    """A throw counts for nothing (P6)."""
    CANCELLED = "cancelled"
    """Throws cancelled one another (P23)."""
    PASSED = "passed"
    """The player could not move at all, and the turn went on."""
    TIED = "tied"
    """The throws for the beginning tie and are thrown again."""
    BEGINS = "begins"
    """The player won the throws for the beginning."""
    FINISHED = "finished"
    """A player has all pieces home and takes a place; others may go on."""
    CHALLENGE_WON = "challenge-won"
    """C15: the second 1 was thrown."""
    CHALLENGE_LOST = "challenge-lost"
    """C16."""
    DOUBLED = "doubled"
    """A double is offered; `values` is what the cube would show."""
    TAKEN = "taken"
    """A double is taken; `values` is what the cube now shows."""


@dataclass(frozen=True, slots=True)
class Fact:
    """One consequence, for the voice, the lamps and the list of events."""

    kind: FactKind
    player: int
    """Whom it concerns: who captured, who throws again, whose value is lost."""
    pieces: tuple[tuple[int, int], ...] = ()
    values: tuple[int, ...] = ()
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Stakes:
    """The doubling cube, as everybody in the room sees it."""

    value: int
    """What it shows."""
    owner: int | None
    """The seat that owns it; None while it is in the middle."""


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


class Rules(Protocol[S]):
    """One game under one preset and its options: pure functions over frozen, hashable states."""

    @property
    def family(self) -> str:
        """``chowka-bhara``, ``pachisi`` or ``backgammon``."""

    @property
    def players(self) -> int:
        """Number of seats in use; seats are numbered from 0 in turn order."""

    @property
    def pieces(self) -> int:
        """Pieces of one player."""

    @property
    def layout(self) -> Layout:
        """The board, for drawings."""

    @property
    def table(self) -> ThrowTable | None:
        """The throw values in force; None for a game of dice."""

    def start(self, *, begins: int | None = None) -> S:
        """Give the position before the first throw.

        Args:
            begins: The seat that begins; None leaves it to the rules (a throw for it where they want one).
        """

    def turn(self, state: S) -> int:
        """Name the seat that throws or moves now."""

    def turn_number(self, state: S) -> int:
        """Count turns; it changes exactly when a new turn begins (also for the same seat)."""

    def waits(self, state: S) -> Waits:
        """Say what the game waits for."""

    def wants(self, state: S) -> ThrowKind:
        """Say what is thrown next."""

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
        """Say which rule forbids a well-formed move; None when it is legal now."""

    def value_of(self, state: S, throw: Throw) -> ThrowValue | None:
        """Say what a throw of shells counts under the values in force, pyada included; None for dice."""

    def after_throw(self, state: S, throw: Throw) -> S:
        """Give the state after a throw. Passing and lost values happen in it.

        Raises:
            ThrowError: If the throw is not of the kind that the game wants.
        """

    def after(self, state: S, move: Move) -> S:
        """Give the state after a move without judging it: accepted illegal moves go the same way.

        An illegal move is carried out as hands did it: the piece stands where it was put, what it takes is
        what its `captures` say (or what the landing would take), and it uses up the entry of the bank that
        it names, or else the nearest one.
        """

    def facts(self, before: S, action: Throw | Move, after: S) -> tuple[Fact, ...]:
        """Say what a throw or move brought about."""

    def outcome(self, state: S) -> Outcome | None:
        """Say who won; None while the game goes on."""

    def placed(self, state: S) -> tuple[Placed, ...]:
        """Say where every piece stands."""

    def stakes(self, state: S) -> Stakes | None:
        """Say what the doubling cube shows and whose it is; None for a game without one."""

    def to_position(self, state: S) -> dict[str, Any]:
        """Write the whole state as JSON; for the cowrie games the keys of the contract's line, and more."""

    def from_position(self, position: Json) -> S:
        """Read a position, as `to_position` writes it or set by hand.

        Raises:
            PositionError: If it cannot be on a board, with what would be possible.
        """


class Game(Generic[S]):
    """A game in progress: a stack of states and what led to each.

    >>> from engine.registry import make_rules
    >>> game = Game(make_rules("chowka-bhara"))
    >>> game.throw(Cowries(mouths=3, shells=4))
    >>> game.push(game.legal_moves()[0])
    >>> print(game.pop())
    a 0/3 =3
    """

    def __init__(self, rules: Rules[S], *, begins: int | None = None, state: S | None = None) -> None:
        self.rules = rules
        self._states: list[S] = [state if state is not None else rules.start(begins=begins)]
        self._actions: list[Throw | Move] = []

    @property
    def state(self) -> S:
        """The position now, a frozen value."""
        return self._states[-1]

    @property
    def actions(self) -> tuple[Throw | Move, ...]:
        """Everything thrown and played so far."""
        return tuple(self._actions)

    @property
    def turn(self) -> int:
        """The seat that throws or moves now."""
        return self.rules.turn(self.state)

    @property
    def waits(self) -> Waits:
        """What the game waits for."""
        return self.rules.waits(self.state)

    @property
    def outcome(self) -> Outcome | None:
        """Who won; None while the game goes on."""
        return self.rules.outcome(self.state)

    def throw(self, throw: Throw) -> None:
        """Tell the game what lay there. Use `last_facts` for what it brought about.

        Raises:
            ThrowError: If no throw is due, or the throw is of another kind.
        """
        if self.waits is not Waits.THROW:
            raise ThrowError(
                "{throw} was thrown, but the game waits for: {waits}", throw=throw, waits=self.waits
            )
        self._go(throw, self.rules.after_throw(self.state, throw))

    def legal_moves(self) -> list[Move]:
        """List what may be played now."""
        return self.rules.moves(self.state) if self.waits is Waits.MOVE else []

    def why_not(self, move: Move) -> Reason | None:
        """Say which rule forbids a move; None when it is legal."""
        return self.rules.why_not(self.state, move)

    def push(self, move: Move) -> None:
        """Play a move.

        Raises:
            IllegalMoveError: If the rules forbid it; the game stays exactly as it was.
        """
        reason = self.why_not(move)
        if reason is not None:
            offered = ", ".join(map(str, [*self.legal_moves(), *self.rules.optional(self.state)][:12]))
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
        if isinstance(action, Dice | Cowries):
            self._go(action, self.rules.after_throw(self.state, action))
        else:
            self._go(action, self.rules.after(self.state, action))

    def last_facts(self) -> tuple[Fact, ...]:
        """Say what the last throw or move brought about."""
        if not self._actions:
            return ()
        return self.rules.facts(self._states[-2], self._actions[-1], self._states[-1])

    def pop(self) -> Throw | Move:
        """Take the last throw or move back.

        Raises:
            NotNowError: If nothing has happened yet.
        """
        if not self._actions:
            raise NotNowError("there is nothing to take back: the game has just begun")
        self._states.pop()
        return self._actions.pop()

    def _go(self, action: Throw | Move, state: S) -> None:
        self._actions.append(action)
        self._states.append(state)


def is_forced(rules: Rules[S], state: S, moves: Sequence[Move]) -> bool:
    """Say whether a player has no choice: exactly one legal move, and nothing may be declined or given up."""
    return len(moves) == 1 and not rules.optional(state)
