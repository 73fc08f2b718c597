"""A position of Chowka Bhara: everything that the next throw or move depends on."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace

from engine.chowka_bhara.board import Board
from engine.facts import Ending
from engine.move import PieceMove

Pair = tuple[int, int]
"""Two pawn numbers of one player, the lower first."""


@dataclass(frozen=True, slots=True)
class State:
    """A game between two actions."""

    pawns: tuple[tuple[int, ...], ...]
    """The step of every pawn, by seat; -1 where it waits beside the board (C19)."""
    turn: int
    """The seat whose pawns use the values; it throws too, unless `thrower` does."""
    pairs: tuple[tuple[Pair, ...], ...]
    """Gattis by seat, sorted. A gatti that reaches the centre is none any more."""
    kadi: tuple[bool, ...]
    """Has the seat killed (C4)?"""
    number: int = 1
    """Turns begun so far."""
    throws: int = 1
    """Throws that the player has still to make before moving (C2, C5)."""
    bank: tuple[int, ...] = ()
    """Values not yet used, as thrown."""
    thrown_two: bool = False
    """Has the player thrown a 2 in this turn (C9)?"""
    moved: tuple[int, ...] = ()
    """The player's pawns that moved in this turn, sorted."""
    new_pairs: tuple[Pair, ...] = ()
    """The player's gattis declared in this turn, sorted."""
    barred: tuple[tuple[int, int], ...] = ()
    """(pawn, value) after lost challenges (C16), sorted."""
    challenge: PieceMove | None = None
    """A challenge being thrown for (C15)."""
    ones: int = 0
    """1 after the first 1 of a challenge."""
    finished: tuple[int, ...] = ()
    """Seats with all pawns in the centre, in the order in which they came there."""
    ending: Ending | None = None
    """Why the game ended; None while it goes on."""
    row: tuple[int, ...] = ()
    """The last throws that throw again, as far as they may come to a row of three (C20)."""
    thrower: int | None = None
    """The seat whose turn it is where it is home and its partner's pawns use the values (C21); else None."""

    @property
    def on_turn(self) -> int:
        """The seat whose turn it is: who throws, also for a partner."""
        return self.turn if self.thrower is None else self.thrower

    @property
    def waits_for_throw(self) -> bool:
        """Is a throw due, be it of a challenge?"""
        return self.throws > 0 or self.challenge is not None

    @property
    def is_fresh(self) -> bool:
        """Has nothing happened yet in this turn?"""
        return self.throws == 1 and not (
            self.bank or self.moved or self.new_pairs or self.thrown_two or self.barred or self.challenge
        )


class View:
    """Who stands where in one state: made once, asked often."""

    __slots__ = ("gattis", "on", "paired")

    def __init__(self, board: Board, state: State) -> None:
        on: dict[int, list[tuple[int, int]]] = {}
        for player, steps in enumerate(state.pawns):
            path = board.paths[player]
            for pawn, step in enumerate(steps):
                square = path[step]
                if square in on:
                    on[square].append((player, pawn))
                else:
                    on[square] = [(player, pawn)]
        self.on = on
        """Square → pawns there, as (player, pawn), sorted."""
        self.gattis: dict[int, list[int]] = {}
        """Square → seats with a gatti there."""
        self.paired: set[tuple[int, int]] = set()
        """Pawns that are part of a gatti, as (player, pawn)."""
        for player, pairs in enumerate(state.pairs):
            for one, other in pairs:
                self.paired.add((player, one))
                self.paired.add((player, other))
                self.gattis.setdefault(board.paths[player][state.pawns[player][one]], []).append(player)

    def rivals(self, side: tuple[int, ...], square: int) -> dict[int, list[int]]:
        """Return the pawns of others than a side on a square: seat → pawns."""
        found: dict[int, list[int]] = {}
        for owner, pawn in self.on.get(square, ()):
            if owner not in side:
                found.setdefault(owner, []).append(pawn)
        return found

    def gatti_of_other(self, side: tuple[int, ...], square: int) -> int | None:
        """Name a seat of another side that has a gatti on a square."""
        for owner in self.gattis.get(square, ()):
            if owner not in side:
                return owner
        return None


def first_state(board: Board, turn: int) -> State:
    """Return the position before the first throw."""
    players = board.players
    pawns = ((board.first,) * board.pawns,) * players
    return State(pawns=pawns, turn=turn, pairs=((),) * players, kadi=(False,) * players)


def alike(state: State) -> Hashable:
    """Return what a position depends on, whichever of a player's pawns stands where."""

    def pawn(seat: int, number: int) -> tuple[int, bool, bool, bool, tuple[int, ...]]:
        own = seat == state.turn
        return (
            state.pawns[seat][number],
            any(number in pair for pair in state.pairs[seat]),
            own and number in state.moved,
            own and any(number in pair for pair in state.new_pairs),
            tuple(value for barred, value in state.barred if own and barred == number),
        )

    pawns = tuple(
        tuple(sorted(pawn(seat, number) for number in range(len(steps))))
        for seat, steps in enumerate(state.pawns)
    )
    plain = replace(state, pawns=(), pairs=(), moved=(), new_pairs=(), barred=())
    return pawns, plain
