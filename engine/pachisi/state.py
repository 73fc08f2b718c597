"""A position of Pachisi: everything that the next throw or move depends on."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Revenge:
    """A capture that the player captured from may still undo (P20)."""

    player: int
    """Who captured."""
    piece: int
    """The piece that did it."""
    square: str
    """Id of the square where it happened."""
    victims: tuple[int, ...]
    """Seats that may still avenge it: each until the end of its own next turn."""


@dataclass(frozen=True, slots=True)
class State:
    """A game of Pachisi between two actions."""

    pieces: tuple[tuple[int, ...], ...]
    """The step of every piece, by seat."""
    turn: int
    """The seat whose turn it is: who throws, also for a partner (P26)."""
    entered: tuple[bool, ...]
    """Has the seat ever had a piece on the board (P9)?"""
    gate_open: tuple[bool, ...]
    """Has the seat thrown a 2, 3 or 4 (P3)?"""
    captured: tuple[int, ...]
    """Capturing moves that count (P19), by seat."""
    bank: tuple[tuple[int, int], ...] = ()
    """Throws not yet used, as thrown: (value, squares)."""
    throws: int = 1
    """Throws that the player has still to make."""
    turn_number: int = 1
    row: tuple[int, ...] = ()
    """The throws that may still cancel with those to come (P23)."""
    revenges: tuple[Revenge, ...] = ()
    contest: tuple[int, ...] = ()
    """Seats that have still to throw for the beginning (P2); empty once the game is on."""
    scores: tuple[tuple[int, int], ...] = ()
    """(seat, value) of those who have thrown for the beginning."""


def alike(state: State) -> Hashable:
    """Return what a position depends on, whichever of a player's pieces stands where.

    A capture that may be avenged (P20) names the piece that did it.
    """
    named = {revenge.player for revenge in state.revenges}
    pieces = tuple(
        steps if seat in named else tuple(sorted(steps)) for seat, steps in enumerate(state.pieces)
    )
    return replace(state, pieces=pieces)
