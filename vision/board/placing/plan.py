"""A board as the eye needs it: named places in unit coordinates, their rims, and how tall the pieces are.

Unit coordinates: x from 0 at the left to 1 at the right of the playing field, y from 0 at its top to 1 at its
bottom. A tray beside the field has an x above 1 or below 0. Lengths are in pieces: the width of one square,
point or column is 1, whatever the board measures in millimetres.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from vision.board.errors import BoardError

Point = tuple[float, float]
"""x and y in unit coordinates."""

Points = npt.NDArray[np.float64]
"""Shape (n, 2): x and y."""

TALLEST = 4.0
"""Taller pieces than this, in pieces' widths, are no pieces."""


@dataclass(frozen=True, slots=True)
class Place:
    """One place where pieces stand: a square, a point, a bar or a tray."""

    name: str
    """As the board calls it: ``p24``, ``bar0``, ``r4c2``."""
    outline: tuple[Point, ...]
    """Its corners in unit coordinates, clockwise as seen from above, at least three. If it has a rim, the
    first two are its end at the rim."""
    has_rim: bool = False
    """True if pieces begin at its first side and go on from there, as on a point of backgammon."""
    tall: float = 0.0
    """How high the pieces on it reach, in pieces' widths."""
    length: float = 1.0
    """From the rim to the other end, in pieces; of a place without a rim its height."""
    width: float = 1.0
    """Along the rim, in pieces."""

    @property
    def points(self) -> Points:
        """The outline, shape (n, 2)."""
        return np.array(self.outline, np.float64)

    @property
    def middle(self) -> Point:
        """The middle of its corners."""
        x, y = self.points.mean(axis=0)
        return float(x), float(y)


@dataclass(frozen=True, slots=True)
class Plan:
    """A whole board from above, as it lies in the picture."""

    name: str
    width: float
    """Of the playing field between its rims, in pieces."""
    height: float
    places: tuple[Place, ...]
    loose: float = 0.01
    """How far the proportion of width to height of a real board may be another, as a standard deviation of
    its logarithm. A printed cloth has the one that is drawn, boards of backgammon have their own."""

    def __post_init__(self) -> None:
        """Refuse what is no board.

        Raises:
            BoardError: If a length is no length, two places have one name, or an outline has no area.
        """
        if not (0 < self.width < 100 and 0 < self.height < 100 and 0 <= self.loose < 1):
            raise BoardError(f"a board of {self.width} x {self.height} pieces is none: both must be 0 to 100")
        names = [place.name for place in self.places]
        if not names or len(set(names)) != len(names):
            raise BoardError(f"places of a board have names of their own, one each, not {names!r}")
        for place in self.places:
            if area(place.points) <= 0:
                raise BoardError(f"the outline of {place.name!r} must go clockwise around some area")
            if not 0 <= place.tall <= TALLEST:
                raise BoardError(f"pieces on {place.name!r} are 0 to {TALLEST:g} tall, not {place.tall!r}")

    def place(self, name: str) -> Place:
        """Find a place by its name.

        Raises:
            KeyError: If the board has none of that name.
        """
        for place in self.places:
            if place.name == name:
                return place
        raise KeyError(name)

    def turned(self, quarters: int) -> Plan:
        """Turn the board clockwise by quarters: after one, what lay at the bottom lies at the left."""
        plan = self
        for _ in range(quarters % 4):
            places = tuple(
                replace(place, outline=tuple((1.0 - y, x) for x, y in place.outline)) for place in plan.places
            )
            plan = replace(plan, width=plan.height, height=plan.width, places=places)
        return plan

    def in_pieces(self, points: Points) -> Points:
        """Return unit coordinates as lengths in pieces: shape (n, 2)."""
        return np.asarray(points * (self.width, self.height), np.float64)


def area(points: Points) -> float:
    """Return the area of a polygon; negative if it goes anti-clockwise, y counted downwards."""
    x, y = points[:, 0], points[:, 1]
    return float(0.5 * (x * np.roll(y, -1) - y * np.roll(x, -1)).sum())
