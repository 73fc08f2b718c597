"""Checkers and pieces: the outline that a lathe gives them, and what each owner's are painted with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from tests.bench.board.tracing.meshes import turned_on_lathe
from tests.bench.board.tracing.painting import Colour, burl, disc_face, level, marble, smooth, timber
from tests.bench.board.tracing.painting import image as packed
from tests.bench.board.tracing.scene import Image, Mesh, Paint

CHECKERS = ("plain", "dished", "stepped", "grooved", "lens")
TALL = ("beehive", "cone", "halma", "pillar", "dome", "cowrie", "pebble", "button")
_FACE = 256


@dataclass(frozen=True, slots=True)
class Make:
    """What one owner's pieces are like."""

    body: Colour
    """Colour of a screen."""
    stuff: str = "plastic"
    """`plastic`, `marble`, `wood`, `burl`, `brass`, `steel`, `ivory`, `matt`, `glass`, `shell`."""
    second: Colour = (0.9, 0.9, 0.9)
    """Of the veins of marble, and the ink of marks."""
    marks: tuple[str, str] = ("", "")
    """What is printed on its two faces."""
    other: Colour | None = None
    """Colour of the other face, if it has one of its own."""
    form: str = ""
    """An outline of its own; that of the set otherwise."""


@dataclass(frozen=True, slots=True)
class Kit:
    """The pieces of all owners of one game."""

    form: str
    makes: Mapping[str, Make]
    thick: float = 0.24
    """Height of a checker in its widths; of other pieces in widths of their foot."""


def outline(form: str, width: float, tall: float) -> Sequence[tuple[float, float]]:
    """Return what the lathe follows: distances from the axis and heights, centimetres."""
    r, h = width / 2, tall
    e = 0.07 * width
    foot = [(0.001, 0.0), (r - e, 0.0), (r - 0.3 * e, 0.25 * e), (r, e)]
    rounded = [(r, h - e), (r - 0.3 * e, h - 0.25 * e), (r - e, h)]
    tops: Mapping[str, Sequence[tuple[float, float]]] = {
        "plain": [*foot, *rounded, (0.001, h)],
        "dished": [
            *foot,
            *rounded,
            (0.8 * r, h),
            (0.74 * r, h - 0.12 * h),
            (0.4 * r, h - 0.3 * h),
            (0.001, h - 0.36 * h),
        ],
        "stepped": [
            *foot,
            *rounded,
            (0.83 * r, h),
            (0.81 * r, h - 0.2 * h),
            (0.45 * r, h - 0.2 * h),
            (0.43 * r, h - 0.05 * h),
            (0.001, h - 0.05 * h),
        ],
        "grooved": [
            *foot,
            *rounded,
            (0.72 * r, h),
            (0.69 * r, h - 0.1 * h),
            (0.65 * r, h - 0.1 * h),
            (0.62 * r, h),
            (0.001, h),
        ],
        "lens": [
            (0.001, 0.0),
            (0.7 * r, 0.04 * h),
            (0.95 * r, 0.3 * h),
            (r, 0.5 * h),
            (0.95 * r, 0.7 * h),
            (0.7 * r, 0.93 * h),
            (0.4 * r, h),
            (0.001, 1.02 * h),
        ],
        "beehive": [
            (0.001, 0),
            (0.96 * r, 0),
            (r, 0.06 * h),
            (0.97 * r, 0.2 * h),
            (0.88 * r, 0.23 * h),
            (0.92 * r, 0.28 * h),
            (0.86 * r, 0.44 * h),
            (0.76 * r, 0.47 * h),
            (0.78 * r, 0.52 * h),
            (0.66 * r, 0.68 * h),
            (0.5 * r, 0.72 * h),
            (0.48 * r, 0.8 * h),
            (0.25 * r, 0.95 * h),
            (0.001, h),
        ],
        "cone": [
            (0.001, 0),
            (0.97 * r, 0),
            (r, 0.05 * h),
            (0.55 * r, 0.5 * h),
            (0.26 * r, 0.9 * h),
            (0.15 * r, 0.98 * h),
            (0.001, h),
        ],
        "halma": [
            (0.001, 0),
            (0.96 * r, 0),
            (r, 0.06 * h),
            (0.9 * r, 0.16 * h),
            (0.5 * r, 0.4 * h),
            (0.36 * r, 0.58 * h),
            (0.5 * r, 0.66 * h),
            (0.6 * r, 0.78 * h),
            (0.5 * r, 0.91 * h),
            (0.26 * r, 0.985 * h),
            (0.001, h),
        ],
        "pillar": [
            (0.001, 0),
            (0.95 * r, 0),
            (r, 0.04 * h),
            (r, 0.12 * h),
            (0.72 * r, 0.2 * h),
            (0.6 * r, 0.55 * h),
            (0.85 * r, 0.62 * h),
            (0.86 * r, 0.7 * h),
            (0.6 * r, 0.76 * h),
            (0.62 * r, 0.95 * h),
            (0.5 * r, h),
            (0.001, h),
        ],
        "dome": [
            (0.001, 0),
            (0.97 * r, 0),
            (r, 0.06 * h),
            (0.97 * r, 0.35 * h),
            (0.8 * r, 0.68 * h),
            (0.5 * r, 0.9 * h),
            (0.2 * r, 0.99 * h),
            (0.001, h),
        ],
        "button": [
            (0.001, 0),
            (0.94 * r, 0),
            (r, 0.3 * h),
            (r, 0.7 * h),
            (0.92 * r, h),
            (0.7 * r, h),
            (0.62 * r, 0.7 * h),
            (0.001, 0.65 * h),
        ],
    }
    return tops[form]


def surface(form: str, width: float, tall: float, rng: np.random.Generator) -> Mesh:
    """Return a piece that stands on height 0."""
    if form not in ("cowrie", "pebble"):
        return turned_on_lathe(outline(form, width, tall), around=48 if form in CHECKERS else 36)
    egg = turned_on_lathe(
        [
            (max(0.001, np.sin(a)) * width / 2, (1 - np.cos(a)) * tall / 2)
            for a in np.linspace(0.05, np.pi - 0.05, 18)
        ],
        around=36,
    )
    points = egg.points.copy()
    if form == "pebble":
        swing = np.arctan2(points[:, 1], points[:, 0])
        points[:, :2] *= (1 + 0.12 * np.sin(2 * swing + rng.uniform(0, 6)) + 0.06 * np.sin(3 * swing))[
            :, None
        ]
        return Mesh(points, egg.faces, egg.uv)
    points[:, 1] *= 1.42 - 0.18 * points[:, 1] / width
    up = np.clip(points[:, 2] / tall - 0.55, 0, 1) / 0.45
    slit = np.exp(-np.square(points[:, 0] / (0.09 * width))) * (np.abs(points[:, 1]) < 0.62 * width)
    teeth = 1 + 0.3 * np.sin(points[:, 1] / width * 40)
    points[:, 2] -= (0.3 * tall * up * slit * teeth).astype(np.float32)
    return Mesh(points, egg.faces, egg.uv)


def paint(make: Make, rng: np.random.Generator) -> Paint:
    """Mix what one owner's pieces are painted with; their two faces lie beside each other in the image."""
    both = np.concatenate([_face(make, number, rng) for number in (0, 1)], 1)
    skin: Image = packed(both)
    if make.stuff in ("brass", "steel"):
        return Paint(skin, rough=float(rng.uniform(0.18, 0.38)), metal=1.0, differ=0.03)
    if make.stuff in ("wood", "burl"):
        shine = float(rng.choice([0.0, 0.4, 0.8]))
        return Paint(skin, rough=0.5, coat=shine, coat_rough=float(rng.uniform(0.08, 0.25)), differ=0.12)
    if make.stuff == "matt":
        return Paint(skin, rough=0.75, differ=0.04, relief=0.15, relief_cm=0.06)
    if make.stuff == "glass":
        return Paint(skin, rough=0.06, coat=1.0, coat_rough=0.02, through=0.7)
    sharp = float(rng.uniform(0.02, 0.12))
    return Paint(skin, rough=float(rng.uniform(0.3, 0.5)), coat=0.9, coat_rough=sharp, differ=0.03)


def _face(
    make: Make, number: int, rng: np.random.Generator
) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    shape = (_FACE, _FACE)
    colour = make.other if number and make.other is not None else make.body
    if make.stuff == "wood":
        face = timber(rng, colour, shape, strong=0.9)
    elif make.stuff == "burl":
        face = burl(rng, colour, shape)
    elif make.stuff == "marble":
        face = marble(rng, colour, make.second, shape)
    elif make.stuff in ("brass", "steel"):
        face = level(colour, shape) * (1 + 0.04 * rng.standard_normal((*shape, 1)).astype(np.float32))
        face = np.asarray(cv2.GaussianBlur(face, (0, 0), 0.8), np.float32)
    elif make.stuff == "shell":
        face = smooth(rng, colour, shape)
        face[:, 110:146] *= np.array([0.55, 0.42, 0.35], np.float32) if number == 0 else 1.0
    else:
        face = smooth(rng, colour, shape)
    return disc_face(rng, np.asarray(face, np.float32), make.marks[number], make.second)
