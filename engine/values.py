"""Throw values: what a number of mouths counts, as tables that name their source.

Printed rules contradict each other, so a table is data, shown on the phone and chosen with the game.
Each family keeps its own tables; this module says what a table is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.errors import ThrowError
from engine.throw import Cowries


@dataclass(frozen=True, slots=True)
class ThrowValue:
    """What one throw of shells counts."""

    value: int
    """Squares that a piece moves by it."""
    again: bool = False
    """A grace: the player throws again."""
    enters: bool = False
    """It brings a waiting piece onto the board."""


@dataclass(frozen=True, slots=True)
class ThrowTable:
    """Throw values by mouths up."""

    name: str
    shells: int
    values: Mapping[int, ThrowValue]
    """Mouths up → value, for every number from 0 to `shells`."""
    source: str
    """Where the table stands, for the phone."""

    def value(self, throw: Cowries) -> ThrowValue:
        """Look a throw up.

        Raises:
            ThrowError: If the number of shells is not the table's.
        """
        if throw.shells != self.shells:
            raise ThrowError(
                "{throw} is a throw of {thrown} shells, but this game is played with {shells}",
                throw=throw,
                thrown=throw.shells,
                shells=self.shells,
            )
        return self.values[throw.mouths]
