"""A hand: an arm, a palm and five fingers."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tests.bench.eye.looks.grain import Grain, Grid


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand that reaches towards +x; its unit is a centimetre."""

    tone: Grid
    bones: tuple[tuple[tuple[float, float, float], tuple[float, float, float], float], ...]
    """From where to where each goes, and its radius."""


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
    Grain(rng)  # drawn for nobody: the looks and boards that were measured go on with what follows it
    return Hand(tone, tuple(bones))
