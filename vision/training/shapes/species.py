"""The cowries that lie on tables: seven kinds, as they grow, and what sellers and players make of them."""

from __future__ import annotations

from colorsys import hsv_to_rgb
from dataclasses import dataclass, replace

import numpy as np
from shapes.cowrie import ANNULUS, MONETA, SPOTTED, CowrieLook
from shapes.shape import Colour

Range = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Kind:
    """What the shells of one species have in common."""

    name: str
    build: str
    """Whose shape of the dome it has: `MONETA` has a shoulder, the others are eggs."""
    breadth: Range
    height: Range
    angular: Range
    base: tuple[Colour, ...]
    rim: tuple[Colour, ...]
    dome: tuple[Colour, ...]
    patterns: tuple[str, ...]
    inks: tuple[Colour, ...]
    stain: Colour
    teeth: tuple[int, int]
    slit_width: Range = (0.035, 0.08)


CREAM: Colour = (0.93, 0.89, 0.80)
BROWN: Colour = (0.27, 0.16, 0.09)
KINDS = (
    Kind(
        "money",
        MONETA,
        (0.85, 1.12),
        (0.88, 1.1),
        (0.3, 1.6),
        (CREAM, (0.90, 0.82, 0.66), (0.86, 0.76, 0.55)),
        ((0.88, 0.78, 0.52), (0.84, 0.72, 0.48), (0.92, 0.86, 0.68)),
        ((0.80, 0.66, 0.38), (0.74, 0.64, 0.42), (0.85, 0.76, 0.52), (0.62, 0.60, 0.42)),
        ("plain", "bands", "ringed", "worn"),
        ((0.55, 0.53, 0.36), (0.80, 0.60, 0.25), (0.60, 0.45, 0.25), (0.90, 0.84, 0.70)),
        (0.68, 0.54, 0.36),
        (9, 15),
    ),
    Kind(
        "ring",
        ANNULUS,
        (0.8, 1.02),
        (0.85, 1.08),
        (0.0, 0.5),
        (CREAM, (0.92, 0.90, 0.86)),
        ((0.90, 0.87, 0.80), (0.86, 0.82, 0.76), (0.90, 0.84, 0.70)),
        ((0.80, 0.79, 0.74), (0.66, 0.70, 0.72), (0.62, 0.64, 0.56)),
        ("ringed", "plain", "worn"),
        ((0.85, 0.50, 0.14), (0.80, 0.62, 0.25), (0.70, 0.45, 0.2)),
        (0.74, 0.64, 0.48),
        (10, 16),
    ),
    Kind(
        "serpent",
        MONETA,
        (0.95, 1.15),
        (0.75, 0.95),
        (0.0, 0.8),
        ((0.86, 0.78, 0.66), (0.80, 0.72, 0.62)),
        ((0.36, 0.22, 0.14), (0.28, 0.18, 0.13), (0.45, 0.30, 0.18)),
        ((0.40, 0.24, 0.13), (0.32, 0.20, 0.12)),
        ("snow", "speckle", "capped"),
        ((0.88, 0.84, 0.76), (0.75, 0.66, 0.52)),
        (0.60, 0.46, 0.34),
        (10, 16),
    ),
    Kind(
        "arabian",
        SPOTTED,
        (0.68, 0.9),
        (0.85, 1.1),
        (0.0, 0.2),
        ((0.84, 0.76, 0.68), (0.74, 0.64, 0.56), (0.62, 0.50, 0.42)),
        ((0.66, 0.56, 0.46), (0.74, 0.66, 0.58)),
        ((0.72, 0.64, 0.50), (0.78, 0.70, 0.60)),
        ("network", "bands", "leopard"),
        (BROWN, (0.40, 0.24, 0.12), (0.20, 0.12, 0.08)),
        (0.42, 0.24, 0.14),
        (14, 22),
    ),
    Kind(
        "tiger",
        SPOTTED,
        (0.85, 1.1),
        (0.95, 1.2),
        (0.0, 0.2),
        ((0.94, 0.92, 0.89), (0.92, 0.90, 0.85)),
        ((0.90, 0.86, 0.80), (0.84, 0.76, 0.66)),
        ((0.88, 0.84, 0.78), (0.76, 0.66, 0.52), (0.66, 0.52, 0.36)),
        ("leopard", "snow", "blotch"),
        ((0.12, 0.08, 0.06), (0.24, 0.15, 0.10), (0.15, 0.14, 0.18)),
        (0.85, 0.80, 0.72),
        (10, 15),
    ),
    Kind(
        "olive",
        SPOTTED,
        (0.62, 0.88),
        (0.85, 1.1),
        (0.0, 0.15),
        ((0.90, 0.88, 0.80), (0.92, 0.82, 0.70), (0.86, 0.86, 0.78)),
        ((0.70, 0.72, 0.58), (0.66, 0.64, 0.46), (0.80, 0.76, 0.62)),
        ((0.56, 0.60, 0.46), (0.46, 0.48, 0.32), (0.62, 0.60, 0.40), (0.42, 0.40, 0.24)),
        ("blotch", "speckle", "bands", "plain"),
        ((0.45, 0.27, 0.08), (0.34, 0.22, 0.10), (0.55, 0.40, 0.20)),
        (0.66, 0.52, 0.34),
        (12, 20),
    ),
    Kind(
        "mole",
        SPOTTED,
        (0.6, 0.82),
        (0.85, 1.05),
        (0.0, 0.1),
        ((0.16, 0.11, 0.09), (0.36, 0.24, 0.17), (0.80, 0.70, 0.58)),
        ((0.30, 0.20, 0.14), (0.55, 0.40, 0.26)),
        ((0.72, 0.56, 0.36), (0.62, 0.44, 0.26), (0.80, 0.66, 0.46)),
        ("bands", "plain", "snow"),
        ((0.85, 0.74, 0.56), (0.45, 0.29, 0.17), (0.90, 0.84, 0.70)),
        (0.75, 0.62, 0.48),
        (14, 22),
    ),
)
SLENDER = (
    Kind(
        "fawn",
        SPOTTED,
        (0.48, 0.62),
        (0.75, 0.95),
        (0.0, 0.1),
        ((0.94, 0.92, 0.88), (0.90, 0.84, 0.78)),
        ((0.88, 0.74, 0.62), (0.92, 0.88, 0.82)),
        ((0.78, 0.66, 0.54), (0.86, 0.72, 0.62), (0.72, 0.68, 0.62), (0.84, 0.80, 0.76)),
        ("plain", "bands", "speckle"),
        ((0.62, 0.46, 0.36), (0.50, 0.36, 0.28), (0.70, 0.58, 0.52)),
        (0.72, 0.58, 0.46),
        (16, 26),
        (0.025, 0.055),
    ),
    Kind(
        "swallow",
        ANNULUS,
        (0.5, 0.68),
        (0.78, 1.0),
        (0.0, 0.25),
        ((0.93, 0.90, 0.88), (0.92, 0.88, 0.92)),
        ((0.84, 0.78, 0.80), (0.78, 0.80, 0.80), (0.88, 0.84, 0.76)),
        ((0.62, 0.68, 0.72), (0.70, 0.62, 0.70), (0.60, 0.64, 0.58), (0.76, 0.72, 0.66)),
        ("bands", "blotch", "speckle", "plain", "network"),
        ((0.40, 0.30, 0.30), (0.55, 0.42, 0.28), (0.32, 0.34, 0.36)),
        (0.74, 0.62, 0.54),
        (14, 24),
        (0.025, 0.06),
    ),
)
"""Kinds half as broad as long: their backs are told as mouths by an eye that never saw them."""
LONG = (
    *SLENDER,
    Kind(
        "isabel",
        SPOTTED,
        (0.4, 0.54),
        (0.8, 1.05),
        (0.0, 0.1),
        ((0.95, 0.93, 0.90), (0.92, 0.86, 0.82)),
        ((0.92, 0.70, 0.52), (0.90, 0.82, 0.76), (0.82, 0.74, 0.70)),
        ((0.76, 0.66, 0.58), (0.84, 0.74, 0.68), (0.70, 0.66, 0.64), (0.88, 0.82, 0.74), (0.60, 0.46, 0.36)),
        ("plain", "bands", "worn", "speckle"),
        ((0.55, 0.40, 0.32), (0.40, 0.30, 0.26), (0.66, 0.50, 0.44)),
        (0.78, 0.62, 0.52),
        (14, 28),
        (0.025, 0.06),
    ),
)
"""Those and one like a small barrel."""
FINISHES = ("polished", "natural", "worn", "painted", "lacquered", "bleached")
"""What shells are sold as, or become; the first more often than the others."""
OFTEN = (0.42, 0.2, 0.12, 0.1, 0.08, 0.08)


def _pick(random: np.random.Generator, some: tuple[Colour, ...]) -> Colour:
    return some[int(random.integers(len(some)))]


def _near(random: np.random.Generator, colour: Colour) -> Colour:
    cast = np.exp(random.normal(size=3) * 0.06) * np.exp(random.normal() * 0.12)
    red, green, blue = np.clip(np.array(colour) * cast, 0.02, 0.97)
    return float(red), float(green), float(blue)


def paint(random: np.random.Generator) -> Colour:
    """Draw the colour of a pot of paint: gold and silver as well as any hue."""
    if random.uniform() < 0.3:
        return _near(random, ((0.78, 0.60, 0.22), (0.70, 0.70, 0.70), (0.9, 0.9, 0.88))[random.integers(3)])
    red, green, blue = hsv_to_rgb(random.uniform(), random.uniform(0.4, 1), random.uniform(0.2, 0.95))
    return float(red), float(green), float(blue)


def table_look(seed: int, kind: Kind, finish: str, *, hole: bool = False) -> CowrieLook:
    """Draw a shell of a kind, finished in one of `FINISHES`."""
    random = np.random.default_rng([seed, 83])
    names = [str(random.choice(kind.patterns)) for _ in range(int(random.integers(1, 3)))]
    patterns = [(name, _near(random, _pick(random, kind.inks))) for name in names]
    look = CowrieLook(
        species=kind.build,
        length_cm=float(random.uniform(2.0, 2.7)),
        breadth=float(random.uniform(*kind.breadth)),
        height=float(random.uniform(*kind.height)),
        angular=float(random.uniform(*kind.angular)),
        slit_width=float(random.uniform(*kind.slit_width)),
        slit_bend=float(random.uniform(0.0, 0.14)),
        slit_aside=float(random.normal() * 0.05),
        beak=float(random.choice([0.0, random.uniform(0.0, 0.06)])),
        teeth=int(random.integers(*kind.teeth)),
        base=_near(random, _pick(random, kind.base)),
        rim=_near(random, _pick(random, kind.rim)),
        dome=_near(random, _pick(random, kind.dome)),
        stain=_near(random, kind.stain),
        inside=_near(
            random, ((0.13, 0.09, 0.06), (0.07, 0.06, 0.06), (0.26, 0.17, 0.14))[random.integers(3)]
        ),
        gloss=float(random.uniform(0.85, 1.0)),
        hole=hole,
        seed=seed,
        patterns=tuple(patterns),
    )
    if finish == "worn":
        rubbed = _near(random, (0.88, 0.84, 0.74))
        return replace(look, patterns=(*patterns, ("worn", rubbed)), gloss=float(random.uniform(0.1, 0.6)))
    if finish == "bleached":
        pale = _near(random, (0.92, 0.90, 0.86))
        return replace(look, base=pale, rim=pale, dome=_near(random, pale), patterns=(("plain", pale),))
    if finish == "painted":
        ink = paint(random)
        whole = random.uniform() < 0.5
        layers: list[tuple[str, Colour]] = [("capped", ink)]
        if random.uniform() < 0.4:
            layers.append((str(random.choice(["snow", "bands", "ringed", "blotch"])), paint(random)))
        look = replace(look, patterns=tuple(layers), rim=ink if whole else look.rim)
        return replace(look, base=ink, stain=_near(random, ink)) if whole and random.uniform() < 0.5 else look
    if finish == "lacquered":
        tint = np.array(_near(random, ((0.75, 0.5, 0.25), (0.35, 0.2, 0.12), (0.55, 0.15, 0.1))[seed % 3]))

        def stained(colour: Colour) -> Colour:
            red, green, blue = np.array(colour) * tint
            return float(red), float(green), float(blue)

        return replace(
            look,
            base=stained(look.base),
            rim=stained(look.rim),
            dome=stained(look.dome),
            patterns=tuple((name, stained(ink)) for name, ink in patterns),
        )
    return look
