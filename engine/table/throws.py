"""Which throws a game can have at all."""

from __future__ import annotations

from engine.errors import NotNowError, ThrowError
from engine.throw import Cowries, Dice, Throw, ThrowKind


def must_be_of_game(throw: Throw, wants: ThrowKind) -> None:
    """Refuse what this game never wants; how many dice are due may change until it is their turn.

    Raises:
        ThrowError: If it is thrown with something else, or with another number of shells.
    """
    if isinstance(throw, Dice) != (wants.kind == "dice"):
        if wants.kind == "dice":
            raise ThrowError("{throw} cannot be a throw of this game: it is played with dice", throw=throw)
        raise ThrowError("{throw} cannot be a throw of this game: it is played with cowries", throw=throw)
    if isinstance(throw, Cowries) and throw.shells != wants.count:
        raise ThrowError(
            "{throw} is a throw of {thrown} shells, but this game is played with {shells}",
            throw=throw,
            thrown=throw.shells,
            shells=wants.count,
        )


def must_differ(throw: Throw, stands: object, wants: ThrowKind) -> None:
    """Refuse to correct a throw to itself; of two dice for the beginning, each is somebody's.

    Raises:
        NotNowError: If nothing would be corrected.
    """
    is_same = throw == stands
    if isinstance(throw, Dice) and isinstance(stands, Dice) and wants.count == len(throw.pips):
        is_same = sorted(throw.pips) == sorted(stands.pips)
    if is_same:
        raise NotNowError("that throw is {throw} already: nothing was corrected", throw=throw)
