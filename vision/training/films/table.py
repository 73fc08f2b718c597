"""The empty table of a film: ground, tray with its rim, and where its corners are seen."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from films.shade import HEIGHT, WIDTH, Lens, Light, Picture
from shapes.shape import Floats, linear

RIM_CM = 0.9
"""Width of the rim."""


@dataclass(frozen=True, slots=True)
class TableLook:
    """What the tray and the table are made of; colours as seen on a screen, R, G, B."""

    floor: str = "felt"
    """felt, cloth, checks, carpet, wood or plain."""
    colour: tuple[float, float, float] = (0.16, 0.36, 0.29)
    rim: tuple[float, float, float] = (0.5, 0.33, 0.2)
    around: tuple[float, float, float] = (0.66, 0.56, 0.44)
    half_width: float = 8.6
    half_depth: float = 6.1
    height: float = 1.4
    """Of the rim, centimetres."""


def lumps(rng: np.random.Generator, across: float, along: float | None = None) -> np.ndarray:
    """Smooth noise of deviation 1, its lumps so many pixels wide and high."""
    size = max(2, round(WIDTH / across)), max(2, round(HEIGHT / (along or across)))
    small = rng.standard_normal((size[1], size[0])).astype(np.float32)
    return cv2.resize(small, (WIDTH, HEIGHT), interpolation=cv2.INTER_CUBIC)


def ground(rng: np.random.Generator, kind: str, colour: tuple[float, float, float]) -> Picture:
    """Paint a ground: linear light, B, G, R."""
    base = np.broadcast_to(linear(colour)[::-1].astype(np.float32), (HEIGHT, WIDTH, 3)).copy()
    y, x = np.mgrid[0:HEIGHT, 0:WIDTH].astype(np.float32)
    if kind == "felt":
        tone = 0.07 * lumps(rng, 1.6) + 0.05 * lumps(rng, 30)
    elif kind == "carpet":
        tone = 0.22 * lumps(rng, 7) + 0.12 * lumps(rng, 2.5)
    elif kind == "wood":
        tone = 0.09 * np.sin((y + 14 * lumps(rng, 200, 60)) / 4.5) + 0.08 * lumps(rng, 90, 2.5)
    elif kind == "cloth":
        tone = 0.16 * np.sin(x * 1.05) * np.sin(y * 1.1) + 0.05 * lumps(rng, 2)
    elif kind == "checks":
        tone = 0.28 * (np.sign(np.sin(x / 13)) + np.sign(np.sin(y / 13))) / 2 + 0.06 * lumps(rng, 1.5)
    else:
        tone = 0.02 * lumps(rng, 2)
    return base * np.clip(1 + tone, 0.1, 2)[..., None].astype(np.float32)


def _ring(look: TableLook, out: float, z: float, lens: Lens) -> Floats:
    wide, deep = look.half_width + out, look.half_depth + out
    return lens.project(np.array([(-wide, deep, z), (wide, deep, z), (wide, -deep, z), (-wide, -deep, z)]))[
        :, :2
    ]


def corners(look: TableLook, lens: Lens) -> Floats:
    """Return the corners of the tray's floor in pixels, from the upper left with the clock."""
    return _ring(look, 0.0, 0.0, lens)


def _fill(points: Floats) -> np.ndarray:
    drawn = np.zeros((HEIGHT, WIDTH), np.uint8)
    cv2.fillConvexPoly(drawn, np.round(points * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
    return (drawn.astype(np.float32) / 255)[..., None]


def empty(look: TableLook, seed: int, lens: Lens, light: Light) -> tuple[Picture, Picture]:
    """Paint the empty table: the colours of its surfaces, and the light that falls on them.

    Both have shape (height, width, 3); what is seen is their product.
    """
    rng = np.random.default_rng([seed, 11])
    flat = light.lamp * light.way[2] * light.colour() + light.room
    paint = ground(rng, "wood", look.around)
    level = np.broadcast_to(flat.astype(np.float32), paint.shape).copy()
    top, outer = _ring(look, 0, look.height, lens), _ring(look, RIM_CM, look.height, lens)
    foot, floor = _ring(look, RIM_CM, -0.2, lens), _ring(look, 0, 0, lens)
    way = light.way
    fall = -way[:2] / way[2] * look.height * WIDTH / lens.span_cm
    away = fall * [1, -1]
    shadow = cv2.GaussianBlur(_fill(outer + away), (0, 0), 5)[..., None]
    level *= 1 - 0.5 * shadow
    whole = _fill(outer)
    wood = ground(rng, "wood", look.rim)
    sides = np.maximum(_fill(foot), whole)
    paint = paint * (1 - sides) + wood * 0.7 * sides
    paint = paint * (1 - whole) + wood * whole
    level = level * (1 - whole) + flat.astype(np.float32) * whole
    inside = _fill(top)
    normals = ((0, -1, 0), (-1, 0, 0), (0, 1, 0), (1, 0, 0))  # of the walls: far, right, near, left
    for number, normal in enumerate(normals):
        after = (number + 1) % 4
        wall = _fill(np.array([top[number], top[after], floor[after], floor[number]]))
        lit = light.lamp * max(0.0, float(np.dot(normal, way))) * light.colour() + 0.6 * light.room
        level = level * (1 - wall) + lit.astype(np.float32) * wall
    bottom = np.minimum(_fill(floor), inside)
    paint = paint * (1 - bottom) + ground(rng, look.floor, look.colour) * bottom
    lamp = _fill(top + away)
    lamp = cv2.GaussianBlur(lamp, (0, 0), max(1.0, 0.5 * light.softness * look.height * WIDTH / lens.span_cm))
    near = cv2.GaussianBlur(bottom, (0, 0), 14)[..., None]
    inner = light.lamp * way[2] * light.colour() * lamp[..., None] + light.room * (0.55 + 0.45 * near)
    level = level * (1 - bottom) + inner.astype(np.float32) * bottom
    return paint.astype(np.float32), level.astype(np.float32)
