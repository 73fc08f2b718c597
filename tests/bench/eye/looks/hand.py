"""A hand as an implicit solid: an arm, a palm and five fingers that are pulled together softly."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from tests.bench.eye.looks.grain import Grain, Grid
from tests.bench.eye.looks.solid import Skin, dot

_SOFT = 0.7
_NAIL = np.array([0.1, 0.06, 0.05], np.float32)


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand that reaches towards +x; its unit is a centimetre."""

    tone: Grid
    grain: Grain
    bones: tuple[tuple[tuple[float, float, float], tuple[float, float, float], float], ...]
    """From where to where each goes, and its radius."""
    half: tuple[float, float, float] = field(default=(19.0, 7.0, 3.3), init=False)
    steps: int = field(default=16, init=False)
    is_boxy: bool = field(default=False, init=False)

    def field(self, points: Grid) -> Grid:
        """Return a number below zero inside the hand."""
        total = np.zeros(len(points), np.float32)
        for start, end, radius in self.bones:
            one, way = np.array(start, np.float32), np.array(end, np.float32) - np.array(start, np.float32)
            rest = np.asarray(points - one, np.float32)
            part = np.clip(rest @ way / float(way @ way), 0, 1)
            rest = np.asarray(rest - part[:, None] * way, np.float32)
            total += np.exp(-(np.sqrt(dot(rest, rest)) - radius) / np.float32(_SOFT * 0.35))
        return np.asarray(-np.log(np.maximum(total, 1e-30)) * _SOFT * 0.35, np.float32)

    def skin(self, points: Grid) -> Skin:
        """Return colours of the skin."""
        flat = np.ones(len(points), np.float32)
        blush = 0.12 * self.grain.fine(points, 2.2) + 0.05 * self.grain.fine(points, 0.4)
        colour = np.clip(self.tone * (1 + blush)[:, None] + _NAIL * 0.3 * blush[:, None], 0.01, 0.9)
        return Skin(np.asarray(colour, np.float32), 0.5 * flat, 0.35 * flat, 0.3, flat)


def hand(tone: Grid, rng: np.random.Generator) -> Hand:
    """Return a hand of this colour, its fingers spread or drawn in."""
    grip = rng.uniform(0, 0.8)
    bones = [((-30.0, 0.0, 1.0), (-6.0, 0.0, 0.3), 2.9), ((-4.0, -1.6, 0.0), (3.0, -2.2, 0.0), 1.5),
             ((-4.0, 0.0, 0.1), (3.4, 0.0, 0.1), 1.6), ((-4.0, 1.5, 0.0), (2.8, 2.1, 0.0), 1.4)]  # fmt: skip
    for number, (y, long) in enumerate(((-3.0, 6.6), (-1.0, 7.6), (1.1, 7.2), (3.0, 5.6))):
        splay = (number - 1.5) * rng.uniform(0.04, 0.3)
        knuckle = (3.2 - 0.3 * abs(number - 1.2), y, 0.2)
        middle = (knuckle[0] + 0.55 * long, y + splay * 0.55 * long, 0.2 - 0.6 * grip)
        tip = (middle[0] + 0.45 * long * (1 - 0.8 * grip), middle[1] + splay * 0.3 * long, -0.3 - 1.5 * grip)
        bones += [(knuckle, middle, 0.85), (middle, tip, 0.72)]
    bones += [((-3.0, -2.4, -0.2), (1.2, -5.2, -0.5), 1.15), ((1.2, -5.2, -0.5), (4.0, -5.4, -0.8), 0.85)]
    return Hand(tone, Grain(rng), tuple(bones))
