"""A die as an implicit solid: a box with round edges, its pips drilled, printed or inlaid."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from tests.bench.eye.looks.grain import Grain, Grid, blend, ramp
from tests.bench.eye.looks.solid import Skin, turned

_AXES = {1: (2, 1), 6: (2, -1), 2: (1, 1), 5: (1, -1), 3: (0, 1), 4: (0, -1)}
"""For each value the axis of its side and on which end of it that lies."""
_PLACES = {
    1: ("c",),
    2: ("nw", "se"),
    3: ("nw", "c", "se"),
    4: ("nw", "ne", "sw", "se"),
    5: ("nw", "ne", "c", "sw", "se"),
    6: ("nw", "w", "sw", "ne", "e", "se"),
}


@dataclass(frozen=True, slots=True)
class Make:
    """What one maker's dice are like."""

    body: Grid
    pip: Grid
    ace: Grid
    """Colour of the pip of the 1."""
    swirl: Grid
    """Second colour of a body that is marbled; the same as `body` for none."""
    edge: float = 0.18
    """How round its edges are: a radius, in half sizes."""
    pip_size: float = 0.19
    pip_step: float = 0.5
    drilled: float = 0.06
    """Depth of the pips; 0 where they are printed."""
    ace_size: float = 0.19
    rough: float = 0.4
    coat: float = 1.0
    coat_rough: float = 0.05
    half_cm: float = 0.8
    square: bool = False
    """The pips are squares."""


@dataclass(frozen=True, slots=True)
class Die:
    """One die."""

    make: Make
    grain: Grain
    half: tuple[float, float, float] = field(default=(1.0, 1.0, 1.0), init=False)

    def field(self, points: Grid) -> Grid:
        """Return a number below zero inside the die, about the distance from its surface."""
        edge = self.make.edge
        out = np.abs(points) - np.float32(1 - edge)
        outside = np.maximum(out, 0)
        far = np.sqrt(np.square(outside[:, 0]) + np.square(outside[:, 1]) + np.square(outside[:, 2]))
        inner = np.minimum(np.maximum(np.maximum(out[:, 0], out[:, 1]), out[:, 2]), 0)
        body = far + inner - edge
        if self.make.drilled:
            body = body + self.make.drilled * ramp(self._pips(points)[0], 0.0, -0.1) * (body > -0.15)
        return np.asarray(body, np.float32)

    def skin(self, points: Grid) -> Skin:
        """Return colours and gloss of the surface."""
        make = self.make
        far, is_ace = self._pips(points)
        marble = np.asarray(
            0.5 + 0.5 * np.sin(7 * self.grain.fine(points, 1.1, 3) + 3 * points[:, 0]), np.float32
        )
        colour = blend(np.broadcast_to(make.body, points.shape).astype(np.float32), make.swirl, marble)
        ink = blend(np.broadcast_to(make.pip, points.shape).astype(np.float32), make.ace, is_ace)
        pip = ramp(far, 0.015, -0.015)
        colour = blend(colour, ink, pip)
        flat = np.ones(len(points), np.float32)
        return Skin(
            colour,
            make.rough * flat,
            make.coat * (1 - 0.5 * pip),
            make.coat_rough,
        )

    def _pips(self, points: Grid) -> tuple[Grid, Grid]:
        """Return the distance from the edge of the nearest pip, below zero in it; then 1 for an ace."""
        make = self.make
        axis = np.abs(points).argmax(1)
        nearest = np.full(len(points), 9, np.float32)
        is_ace = np.zeros(len(points), np.float32)
        for value, (along, end) in _AXES.items():
            here = np.flatnonzero((axis == along) & (points[:, along] * end > 0.4))
            if not len(here):
                continue
            a, b = points[here, (along + 1) % 3], points[here, (along + 2) % 3]
            size = make.ace_size if value == 1 else make.pip_size
            best = np.full(len(here), 9, np.float32)
            for name in _PLACES[value]:
                x = make.pip_step * (("e" in name) - ("w" in name))
                y = make.pip_step * (("n" in name) - ("s" in name))
                one, two = np.abs(a - x), np.abs(b - y)
                far = np.maximum(one, two) * 1.1 if make.square else np.hypot(one, two)
                best = np.minimum(best, far - size)
            nearest[here] = best
            is_ace[here] = value == 1
        return nearest, is_ace


def die_turn(value: int, yaw: float, lean: float = 0.0) -> Grid:
    """Return how a die is turned that shows a value, spun by `yaw` degrees and leaning by `lean`."""
    axis, end = _AXES[value]
    if axis == 2:
        flat = turned(0.0 if end > 0 else 180.0, 0, 0)
    elif axis == 1:
        flat = turned(90.0 * end, 0, 0)
    else:
        flat = turned(0, -90.0 * end, 0)
    return np.asarray(turned(lean, 0, yaw) @ turned(0, 0, 45.0 if lean else 0.0) @ flat, np.float32)
