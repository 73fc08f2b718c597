"""The doubling cube: what it shows, whose it is, and what may be done with it now (BS4, BS5, BP32)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from engine.errors import PositionError
from engine.fields import Field
from engine.move import Beaver, CubeMove, Double, Drop, Move, Take

LARGEST = 64
"""The last number of the cube."""

Offered = Literal["", "double", "beaver"]
_KEYS = ("value", "owner", "offered", "dropped")


@dataclass(frozen=True, slots=True)
class Cube:
    """The cube as it lies."""

    value: int = 1
    """What it shows; while a double is offered, what it showed before."""
    owner: int | None = None
    """The seat that owns it; None while it is in the middle."""
    offered: Offered = ""
    """The seat whose turn it is answers a double, or a beaver."""
    dropped: bool = False
    """That seat has passed: the game is over."""

    def doubled(self) -> Cube:
        """Return the cube in the middle after an automatic double (BS1)."""
        return replace(self, value=min(2 * self.value, LARGEST))

    def answers(self, *, beavers: bool) -> list[Move]:
        """List the answers to what is offered; empty when nothing is."""
        if not self.offered or self.dropped:
            return []
        again = beavers and self.offered == "double" and 4 * self.value <= LARGEST
        return [Take(), Drop(), Beaver()] if again else [Take(), Drop()]

    def after(self, move: CubeMove, turn: int) -> tuple[Cube, bool]:
        """Return the cube after a legal move of `turn`, and whether the other seat acts then."""
        match move:
            case Double():
                return replace(self, offered="double"), True
            case Take():
                owner = turn if self.offered == "double" else 1 - turn
                return Cube(2 * self.value, owner), self.offered == "double"
            case Beaver():
                return Cube(2 * self.value, turn, "beaver"), True
            case Drop():
                return replace(self, dropped=True), False


CENTRED = Cube()
"""The cube before anybody has turned it."""


def read_cube(given: Field, *, turn: int, before_throw: bool) -> Cube:
    """Read the cube of a position.

    Args:
        given: As `engine.fields.plain` writes it; only ``value`` must be there.
        turn: The seat that throws, moves or answers.
        before_throw: A double can be offered now.

    Raises:
        PositionError: If it cannot be, with what would be possible.
    """
    keys = given.keys("value", optional=_KEYS, give=f"give an object with {', '.join(_KEYS)}")
    value = keys.get("value").one_of((1, 2, 4, 8, 16, 32, LARGEST))
    owner = keys.get("owner")
    offered = keys.get("offered", "")
    if offered.value not in ("", "double", "beaver"):
        raise offered.wrong("it may be '', 'double' or 'beaver'")
    seats = 1 if value > 1 else -1
    cube = Cube(
        value,
        None if owner.value is None else owner.whole(seats, give="it may be null, and above 1 also 0 or 1"),
        offered.value,
        keys.get("dropped", False).flag(),
    )
    _check_offer(cube, turn=turn, before_throw=before_throw)
    return cube


def _check_offer(cube: Cube, *, turn: int, before_throw: bool) -> None:
    """Refuse an offer that nobody can have made."""
    owner, offered = cube.owner, cube.offered
    if cube.dropped and not offered:
        raise PositionError("the cube is 'dropped', but nothing is 'offered' that could be passed")
    if offered and (not before_throw or cube.value >= LARGEST):
        raise PositionError(f"a {offered} is offered only before a throw of a turn, and below {LARGEST}")
    if (offered == "double" and owner == turn) or (offered == "beaver" and owner != 1 - turn):
        raise PositionError(
            f"seat {turn} answers, so a {offered} comes from seat {1 - turn}, who must be able to use the "
            f"cube; its owner is {owner!r}"
        )
