"""The doubling cube: what it shows, whose it is, and what may be done with it now (BS4, BS5, BP32)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from engine.errors import PositionError
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
        """Give the cube in the middle after an automatic double (BS1)."""
        return replace(self, value=min(2 * self.value, LARGEST))

    def answers(self, *, beavers: bool) -> list[Move]:
        """List the answers to what is offered; empty when nothing is."""
        if not self.offered or self.dropped:
            return []
        again = beavers and self.offered == "double" and 4 * self.value <= LARGEST
        return [Take(), Drop(), Beaver()] if again else [Take(), Drop()]

    def after(self, move: CubeMove, turn: int) -> tuple[Cube, bool]:
        """Give the cube after a legal move of `turn`, and whether the other seat acts then."""
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

    def to_json(self) -> dict[str, object]:
        """Write it as a part of a position."""
        return {"value": self.value, "owner": self.owner, "offered": self.offered, "dropped": self.dropped}


CENTRED = Cube()
"""The cube before anybody has turned it."""


def read_cube(given: object, *, turn: int, before_throw: bool) -> Cube:
    """Read the cube of a position.

    Args:
        given: As `Cube.to_json` writes it; only ``value`` must be there.
        turn: The seat that throws, moves or answers.
        before_throw: A double can be offered now.

    Raises:
        PositionError: If it cannot be, with what would be possible.
    """
    if not isinstance(given, Mapping) or "value" not in given or set(given) - set(_KEYS):
        raise PositionError(f"cube is {given!r}: give an object with {', '.join(_KEYS)}")
    value, owner, offered = given["value"], given.get("owner"), given.get("offered", "")
    dropped = given.get("dropped", False)
    if type(value) is not int or value not in (1, 2, 4, 8, 16, 32, 64):
        raise PositionError(f"the cube shows {value!r}: it may show 1, 2, 4, 8, 16, 32 or 64")
    if not (owner is None or (type(owner) is int and owner in (0, 1) and value > 1)):
        raise PositionError(
            f"the owner of the cube is {owner!r} at {value}: it may be null, and above 1 also 0 or 1"
        )
    if offered not in ("", "double", "beaver") or type(dropped) is not bool:
        raise PositionError("the cube's 'offered' may be '', 'double' or 'beaver', 'dropped' true or false")
    _check_offer(given, turn=turn, before_throw=before_throw)
    return Cube(value, owner, offered, dropped)


def _check_offer(given: Mapping[str, Any], *, turn: int, before_throw: bool) -> None:
    """Refuse an offer that nobody can have made."""
    owner, offered = given.get("owner"), given.get("offered", "")
    if given.get("dropped", False) and not offered:
        raise PositionError("the cube is 'dropped', but nothing is 'offered' that could be passed")
    if offered and (not before_throw or given["value"] >= LARGEST):
        raise PositionError(f"a {offered} is offered only before a throw of a turn, and below {LARGEST}")
    if (offered == "double" and owner == turn) or (offered == "beaver" and owner != 1 - turn):
        raise PositionError(
            f"seat {turn} answers, so a {offered} comes from seat {1 - turn}, who must be able to use the "
            f"cube; its owner is {owner!r}"
        )
