"""Where two things touch, from height fields: how far one slides towards the other, how far it comes down."""

from __future__ import annotations

import numpy as np
from shapes.shape import Floats

CELL = 0.05
"""Side of a cell of the height fields that tell where two things touch, centimetres."""
CELLS = 160


def relief(points: Floats, *, top: bool) -> Floats:
    """Return how high a thing reaches over each cell around the origin, or how low with `top` false.

    Where it is not, that is -infinity, or infinity.
    """
    field = np.full((CELLS, CELLS), -np.inf)
    at = np.round(points[:, :2] / CELL).astype(int) + CELLS // 2
    inside = ((at >= 0) & (at < CELLS)).all(axis=1)
    high = points[:, 2] if top else -points[:, 2]
    np.maximum.at(field, tuple(at[inside].T), high[inside])
    if not top:
        return -field
    for axis in (0, 1):  # corners stand farther apart than cells in places
        field = np.maximum(field, np.maximum(np.roll(field, 1, axis), np.roll(field, -1, axis)))
    return field


def lift(lower: Floats, upper: Floats, step: Floats) -> float:
    """Tell how far the upper thing must be lifted not to reach into the lower one.

    Args:
        lower: Heights of its upper side, shape (cells, cells).
        upper: Heights of its underside, in its own place.
        step: Where the upper one is moved to, shape (2,), centimetres.
    """
    right, up = np.round(step / CELL).astype(int)
    moved = np.roll(upper, (right, up), (0, 1))
    both = np.isfinite(lower) & np.isfinite(moved)
    return float((lower[both] - moved[both]).max()) if both.any() else 0.0


def touching(lower: Floats, upper: Floats, way: Floats) -> float:
    """Return how near the upper thing comes from direction `way` before it touches, centimetres."""
    far = 3.6
    while far > 0.3 and lift(lower, upper, (far - CELL) * way) <= 0:
        far -= CELL
    return far - CELL  # by so much `relief` makes the lower one wider
