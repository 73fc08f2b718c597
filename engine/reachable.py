"""Positions that can be reached by what is to be played, put together by what is seen of them.

A camera sees which pieces stand where, and which of them lie. It sees neither which of two equal pieces it
was, nor what is left to play, nor whether two pawns were declared a gatti. So positions that look alike are
one here, with the ways to it that differ in what follows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from engine.move import Move
from engine.throw import Throw

S = TypeVar("S")

Appearance = tuple[tuple[str, int, bool], ...]
"""A position as it is seen: (id of the square, seat, lies) of every piece, sorted."""


@dataclass(frozen=True, slots=True)
class Way(Generic[S]):
    """What leads to an appearance."""

    moves: tuple[Throw | Move, ...]
    """In their order; a throw only where one lay in the tray already."""
    state: S
    """The position after them."""
    ends: tuple[Move, ...] | None = ()
    """What is still said so that the turn ends here: values given up, the end of the turn. Empty where
    nothing is left to say; None where something must still be played."""


@dataclass(frozen=True, slots=True)
class Reached(Generic[S]):
    """One appearance of the board and the ways to it."""

    appearance: Appearance
    ways: tuple[Way[S], ...]
    """The likeliest first: those that may end there before those that may not, then the shortest. Others only
    if what follows from them is something else, as when two pieces were taken in another order."""

    @property
    def way(self) -> Way[S]:
        """The likeliest."""
        return self.ways[0]

    @property
    def is_whole(self) -> bool:
        """True if the turn may end here; false for a part of one."""
        return self.way.ends is not None


@dataclass(frozen=True, slots=True)
class Reachable(Generic[S]):
    """All appearances that a turn can give the board."""

    appearances: tuple[Reached[S], ...]
    """The first is the board as it is."""
    is_cut: bool = False
    """There are more than were looked at."""


class Seen(Protocol[S]):
    """What a game says of itself to whoever sees its board; part of `engine.game.Rules`."""

    def reachable(self, state: S) -> Reachable[S]:
        """List what the values to be played can make of the board, parts of a turn included."""

    def rule_of(self, key: str) -> str:
        """Return the number of the rule behind an objection that no move explains, by the reason's key.

        The keys are those of `engine.rulebook.on_board`; empty where the game has no such rule.
        """

    def with_steps(self, state: S, steps: Sequence[Sequence[int]]) -> dict[str, Any]:
        """Write the position with the pieces on other steps, and all else as it was as far as it can be.

        Args:
            state: What is kept.
            steps: By seat, the step of every piece.

        Raises:
            PositionError: If they cannot stand so at all.
        """
