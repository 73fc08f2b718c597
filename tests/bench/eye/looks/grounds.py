"""What throws lie on: wood, cloth, felt, prints, paper, leather, tiles, seen from above and evenly lit."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import cv2
import numpy as np

from tests.bench.eye.looks.grain import Grid, blend, rgb

PX = 22
"""Pixels of a ground for one centimetre."""
WIDE = 1100
"""Width and height of a ground in pixels: half a metre."""


@dataclass(frozen=True, slots=True)
class Ground:
    """A piece of ground."""

    colour: Grid
    """Share of light given back, shape (WIDE, WIDE, 3), red green blue."""
    gloss: float = 0.0
    """How much of a varnish lies on it, 0 to 1."""
    rough: float = 0.3
    """Roughness of that varnish."""


def _cloudy(rng: np.random.Generator, across: float, down: float) -> Grid:
    """Return noise as soft as that many pixels, deviation 1, shape (WIDE, WIDE)."""
    part = max(1, int(min(across, down) / 3))
    rough = rng.standard_normal((WIDE // part + 1, WIDE // part + 1)).astype(np.float32)
    rough = np.asarray(cv2.GaussianBlur(rough, (0, 0), sigmaX=across / part, sigmaY=down / part), np.float32)
    rough /= rough.std()
    return np.asarray(cv2.resize(rough, (WIDE, WIDE), interpolation=cv2.INTER_CUBIC), np.float32)


def _places() -> tuple[Grid, Grid]:
    down, across = np.indices((WIDE, WIDE), np.float32)
    return np.asarray(across / PX, np.float32), np.asarray(down / PX, np.float32)


def _dyed(rng: np.random.Generator, *, dark: float = 0.06, light: float = 0.75) -> Grid:
    """Return a colour of cloth or paper."""
    hue, depth = rng.uniform(0, 2 * np.pi), rng.uniform(0.05, 0.6)
    wheel = 1 + depth * np.cos(hue + np.array([0, 2.1, 4.2]))
    return np.asarray(np.clip(wheel * rng.uniform(dark, light) / 1.2, 0.02, 0.9), np.float32)


def _shaded(colour: Grid, change: Grid) -> Grid:
    return np.asarray(np.clip(colour * (1 + change)[..., None], 0.01, 0.95), np.float32)


def _wood(rng: np.random.Generator) -> Ground:
    x, y = _places()
    warp = 0.5 * _cloudy(rng, 130, 40)
    rings = 0.5 + 0.5 * np.sin(y * rng.uniform(2.5, 6) + warp * 3 + 0.15 * x)
    fibre = _cloudy(rng, 60, 1.3)
    bright = rng.uniform(0.16, 0.9)
    early = rgb(0.82, 0.62, 0.42) * bright
    late = rgb(0.55, 0.33, 0.18) * bright
    grain = np.asarray(early + (late - early) * (rings**2)[..., None], np.float32)
    gaps = (
        np.abs((y + 3.1) % rng.uniform(7, 13) - 0.06) < 0.05 if rng.random() < 0.5 else np.zeros_like(y, bool)
    )
    colour = _shaded(grain, np.asarray(0.07 * fibre - 0.7 * gaps, np.float32))
    return Ground(colour, *((0.0, 0.3) if rng.random() < 0.4 else (0.6, float(rng.uniform(0.12, 0.3)))))


def _linen(rng: np.random.Generator) -> Ground:
    x, y = _places()
    pitch = rng.uniform(9, 16)
    over = np.sin(2 * np.pi * pitch * x) * np.sin(2 * np.pi * pitch * 0.93 * y)
    slub = _cloudy(rng, 30, 1.5) + _cloudy(rng, 1.5, 30)
    return Ground(_shaded(_dyed(rng, dark=0.1), np.asarray(0.16 * over + 0.06 * slub, np.float32)))


def _felt(rng: np.random.Generator) -> Ground:
    fuzz = _cloudy(rng, 1.2, 1.2) * 0.1 + _cloudy(rng, 5, 5) * 0.05 + _cloudy(rng, 140, 140) * 0.04
    return Ground(_shaded(_dyed(rng, dark=0.03, light=0.4), fuzz))


def _towel(rng: np.random.Generator) -> Ground:
    loops = np.maximum(_cloudy(rng, 3, 3), -0.6) * 0.22 + _cloudy(rng, 1, 1) * 0.08
    return Ground(_shaded(_dyed(rng, dark=0.2, light=0.8), loops))


def _checked(rng: np.random.Generator) -> Ground:
    x, y = _places()
    side = rng.uniform(1.2, 4.0)
    first, second = _dyed(rng, dark=0.3, light=0.85), _dyed(rng, dark=0.05, light=0.4)
    part = ((x // side) % 2 + (y // side) % 2) / 2
    thread = 0.06 * np.sin(2 * np.pi * 12 * x) * np.sin(2 * np.pi * 12 * y)
    return Ground(_shaded(blend(first, second, np.asarray(part, np.float32)), thread))


def _block_print(rng: np.random.Generator) -> Ground:
    """Flowers in rows, as printed with blocks."""
    x, y = _places()
    step = rng.uniform(2.4, 5.0)
    row = np.floor(y / step)
    a = (x + 0.5 * step * (row % 2)) % step - step / 2
    b = y % step - step / 2
    out, turn = np.hypot(a, b) / step, np.arctan2(b, a)
    petals = out < 0.26 + 0.11 * np.cos(turn * int(rng.integers(4, 9)))
    heart, rim = out < 0.09, np.abs(out - 0.44) < 0.012
    colour = np.broadcast_to(_dyed(rng, dark=0.25, light=0.85), (*x.shape, 3)).astype(np.float32)
    for mask in (petals, heart, rim):
        colour[mask] = _dyed(rng, dark=0.03, light=0.6)
    soft = np.asarray(cv2.GaussianBlur(colour, (0, 0), 1.1), np.float32)
    return Ground(_shaded(soft, 0.06 * _cloudy(rng, 2, 2)))


def _newspaper(rng: np.random.Generator) -> Ground:
    x, y = _places()
    column = (x % 6.2) < 5.7
    line = (y % 0.42) < 0.22
    letters = _cloudy(rng, 2, 4) > -0.3
    ink = np.asarray(column & line & letters, np.float32)
    head = (np.asarray(_cloudy(rng, 12, 12) > 0.2) & ((y % 15) < 1.4)).astype(np.float32)
    return Ground(_shaded(rgb(0.86, 0.84, 0.79), -0.75 * np.maximum(ink, head) + 0.02 * _cloudy(rng, 60, 60)))


def _paper(rng: np.random.Generator) -> Ground:
    return Ground(
        _shaded(_dyed(rng, dark=0.45, light=0.9), 0.02 * _cloudy(rng, 2, 2) + 0.02 * _cloudy(rng, 90, 90))
    )


def _leather(rng: np.random.Generator) -> Ground:
    creases = np.abs(_cloudy(rng, 6, 6)) + 0.5 * np.abs(_cloudy(rng, 3, 3))
    tone = rgb(0.45, 0.27, 0.16) * np.float32(rng.uniform(0.3, 1.2))
    return Ground(_shaded(tone, np.asarray(np.minimum(creases, 1) * 0.35 - 0.2, np.float32)), 0.35, 0.34)


def _stone(rng: np.random.Generator) -> Ground:
    speck = (_cloudy(rng, 1.6, 1.6) > 1.3) * 0.5 - (_cloudy(rng, 1.8, 1.8) > 1.4) * 0.4
    vein = np.exp(-np.square(_cloudy(rng, 70, 50) / 0.06)) * 0.4
    tone = rgb(*(rng.uniform(0.35, 0.85) + rng.normal(0, 0.03, 3)))
    return Ground(_shaded(tone, speck * 0.6 - vein + 0.05 * _cloudy(rng, 40, 40)), 0.5, 0.08)


def _mat(rng: np.random.Generator) -> Ground:
    """A mat of reed with coloured bands."""
    x, y = _places()
    reed = 0.5 + 0.5 * np.cos(2 * np.pi * 3.6 * y)
    knot = np.cos(2 * np.pi * 0.55 * x + np.pi * (np.floor(3.6 * y) % 2))
    tone = np.broadcast_to(rgb(0.78, 0.66, 0.42), (*x.shape, 3)).astype(np.float32)
    tone[(y % 9) < 1.6] = _dyed(rng, dark=0.05, light=0.4)
    return Ground(_shaded(tone, 0.3 * (reed - 0.6) + 0.05 * knot + 0.05 * _cloudy(rng, 40, 1)))


def _sequins(rng: np.random.Generator) -> Ground:
    """Dark cloth with round dots, like the pips of dice from afar."""
    x, y = _places()
    step = rng.uniform(0.9, 2.2)
    out = np.hypot((x % step) - step / 2, (y % step) - step / 2) / step
    cloth, dot = _dyed(rng, dark=0.03, light=0.25), _dyed(rng, dark=0.4, light=0.9)
    part = np.clip((0.2 - out) / 0.04, 0, 1)
    return Ground(_shaded(blend(cloth, dot, np.asarray(part, np.float32)), 0.07 * _cloudy(rng, 1.5, 1.5)))


GROUNDS: Mapping[str, Callable[[np.random.Generator], Ground]] = {
    "wood": _wood,
    "linen": _linen,
    "felt": _felt,
    "towel": _towel,
    "checked cloth": _checked,
    "block print": _block_print,
    "newspaper": _newspaper,
    "paper": _paper,
    "leather": _leather,
    "stone": _stone,
    "reed mat": _mat,
    "dotted cloth": _sequins,
}
"""Grounds by name."""


def any_ground(rng: np.random.Generator) -> tuple[str, Ground]:
    """Return some ground with its name."""
    name = list(GROUNDS)[int(rng.integers(len(GROUNDS)))]
    return name, ground(name, rng)


def ground(name: str, rng: np.random.Generator) -> Ground:
    """Lay out a ground of this name, turned at random."""
    made = GROUNDS[name](rng)
    turn = float(rng.uniform(0, 360))
    spin = cv2.getRotationMatrix2D((WIDE / 2, WIDE / 2), turn, 1.0)
    colour = cv2.warpAffine(
        made.colour, spin, (WIDE, WIDE), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
    )
    return Ground(np.asarray(colour, np.float32), made.gloss, made.rough)
