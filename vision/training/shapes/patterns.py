"""What is painted on the back of a cowrie: the patterns of more species, and what people paint there."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from shapes.shape import Colour, Floats, linear, mix, smoothstep, waves

Painter = Callable[[Floats, Floats, Floats, Colour, np.random.Generator], Floats]
"""Takes colours, shape (n, 3), places from above, shape (n, 2), how near the rim each lies, shape (n,), the
colour of the pattern and the source of chance; returns the colours with the pattern."""


def _laid(colour: Floats, ink: Colour, share: Floats) -> Floats:
    return mix(colour, np.tile(linear(ink), (len(colour), 1)), np.clip(share, 0, 1))


def plain(colour: Floats, plan: Floats, t: Floats, ink: Colour, random: np.random.Generator) -> Floats:
    """Lay a breath of another colour over the dome."""
    return _laid(colour, ink, (0.2 + 0.2 * waves(plan, random, frequency=3.0)) * smoothstep(1.05, 0.7, t))


def network(colour: Floats, plan: Floats, t: Floats, ink: Colour, random: np.random.Generator) -> Floats:
    """Draw lines along the shell, broken by pale round gaps, as on the Arabian cowrie."""
    x, y = plan[:, 0], plan[:, 1]
    often = random.uniform(28, 50)
    lines = np.cos(often * x + 2.2 * waves(plan, random, frequency=6.0))
    lines = lines + 0.5 * np.cos(random.uniform(10, 22) * y + 3 * waves(plan, random, frequency=5.0))
    gaps = smoothstep(0.45, 0.75, waves(plan, random, frequency=9.0, count=12))
    share = random.uniform(0.55, 0.95) * smoothstep(-0.3, 0.5, lines) * (1 - gaps) * smoothstep(1.1, 0.95, t)
    return _laid(colour, ink, share)


def _spots(
    plan: Floats,
    random: np.random.Generator,
    *,
    count: tuple[int, int],
    reach: tuple[float, float],
    size: tuple[float, float],
    edge: tuple[float, float],
) -> Floats:
    """Return how much of each place round spots cover, shape (n,), 0 to 1.

    Args:
        plan: Places from above, shape (n, 2).
        random: The source of chance.
        count: How many at least, and fewer than how many.
        reach: How far from the middle they lie, across and along.
        size: Their radius, at least and at most.
        edge: Where a spot ends and where all of it is covered, in its radius.
    """
    share = np.zeros(len(plan))
    for _ in range(int(random.integers(*count))):
        place, radius = random.uniform(-1, 1, 2) * reach, random.uniform(*size)
        away = np.hypot(plan[:, 0] - place[0], plan[:, 1] - place[1])
        share = np.maximum(share, smoothstep(edge[0] * radius, edge[1] * radius, away))
    return share


def leopard(colour: Floats, plan: Floats, t: Floats, ink: Colour, random: np.random.Generator) -> Floats:
    """Draw large dark spots with soft edges that flow into each other, as on the tiger cowrie."""
    share = _spots(plan, random, count=(14, 46), reach=(0.7, 0.95), size=(0.035, 0.11), edge=(1.25, 0.8))
    return _laid(colour, ink, random.uniform(0.7, 1) * share * smoothstep(1.5, 1.2, t))


def snow(colour: Floats, plan: Floats, t: Floats, ink: Colour, random: np.random.Generator) -> Floats:
    """Sprinkle small pale or dark spots, as on the serpent's head or the calf cowrie."""
    share = _spots(plan, random, count=(20, 110), reach=(0.62, 0.85), size=(0.014, 0.05), edge=(1.2, 0.85))
    return _laid(colour, ink, random.uniform(0.5, 1) * share * smoothstep(1.15, 0.9, t))


def bands(colour: Floats, plan: Floats, t: Floats, ink: Colour, random: np.random.Generator) -> Floats:
    """Draw two to four bands across, as on the mole cowrie and the little ass."""
    y = plan[:, 1] + 0.04 * waves(plan, random, frequency=4.0)
    share = np.zeros(len(plan))
    count = int(random.integers(2, 5))
    wide = random.uniform(0.05, 0.17)
    for place in np.linspace(-0.6, 0.6, count) + random.normal(0, 0.04, count):
        share = np.maximum(share, smoothstep(wide, 0.7 * wide, np.abs(y - place)))
    return _laid(colour, ink, random.uniform(0.4, 1) * share * smoothstep(1.15, 0.95, t))


def blotch(colour: Floats, plan: Floats, t: Floats, ink: Colour, random: np.random.Generator) -> Floats:
    """Lay one ragged patch on the top, as on olive cowries."""
    reach = random.uniform(0.16, 0.5, 2)
    place = random.normal(0, 0.08, 2)
    away = np.hypot((plan[:, 0] - place[0]) / reach[0], (plan[:, 1] - place[1]) / reach[1])
    ragged = 0.35 * waves(plan, random, frequency=12.0, count=14)
    return _laid(
        colour, ink, random.uniform(0.6, 1) * smoothstep(1.1, 0.9, away + ragged) * smoothstep(1.5, 1.2, t)
    )


def speckle(colour: Floats, plan: Floats, t: Floats, ink: Colour, random: np.random.Generator) -> Floats:
    """Mottle the back finely."""
    field = waves(plan, random, frequency=random.uniform(16, 36), count=18)
    share = smoothstep(0.1, 0.6, field) * smoothstep(1.5, 1.2, t)
    return _laid(colour, ink, random.uniform(0.4, 0.9) * share)


def ringed(colour: Floats, plan: Floats, t: Floats, ink: Colour, random: np.random.Generator) -> Floats:
    """Draw a ring around the dome."""
    wide = random.uniform(0.05, 0.13)
    ring = np.abs(t - random.uniform(0.8, 1.05) - 0.06 * waves(plan, random, frequency=3.0)) / wide
    return _laid(colour, ink, random.uniform(0.5, 1) * smoothstep(1.3, 0.7, ring))


def capped(colour: Floats, plan: Floats, t: Floats, ink: Colour, random: np.random.Generator) -> Floats:
    """Paint the top in one colour, with the edge of a brush."""
    ragged = 0.08 * waves(plan, random, frequency=8.0)
    return _laid(colour, ink, smoothstep(1.06, 0.96, t / random.uniform(0.8, 1.3) + ragged))


def worn(colour: Floats, plan: Floats, t: Floats, ink: Colour, random: np.random.Generator) -> Floats:
    """Rub through to the layer under the gloss."""
    field = waves(plan, random, frequency=random.uniform(3, 7))
    share = smoothstep(0.0, 0.5, field) * smoothstep(1.5, 1.3, t)
    return _laid(colour, ink, random.uniform(0.5, 0.95) * share)


PAINTERS: dict[str, Painter] = {
    one.__name__: one for one in (plain, network, leopard, snow, bands, blotch, speckle, ringed, capped, worn)
}
"""By their names, as `CowrieLook.patterns` has them."""
