"""Images that surfaces are painted with: woods, marble, felt, leather, metal, and the faces of checkers."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import cv2
import numpy as np

from tests.bench.board.tracing.scene import Image, Triple
from tests.bench.eye.looks.grain import Grid

Colour = Triple
"""As a screen has it: red, green, blue, 0 to 1."""


def cloud(rng: np.random.Generator, shape: tuple[int, int], across: float, down: float) -> Grid:
    """Return soft noise of deviation 1: lumps are so many pixels wide and high."""
    step_x, step_y = max(1.0, across / 3), max(1.0, down / 3)
    small = (int(shape[0] / step_y) + 4, int(shape[1] / step_x) + 4)
    noise = rng.standard_normal(small).astype(np.float32)
    noise = np.asarray(cv2.GaussianBlur(noise, (0, 0), across / step_x * 0.5, sigmaY=down / step_y * 0.5))
    wide = np.asarray(cv2.resize(noise, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC), np.float32)
    return np.asarray((wide - wide.mean()) / (wide.std() + 1e-6), np.float32)


def level(colour: Colour, shape: tuple[int, int]) -> Grid:
    """Return an even surface, shape (height, width, 3)."""
    return np.broadcast_to(np.array(colour, np.float32), (*shape, 3)).copy()


def stained(surface: Grid, change: Grid) -> Grid:
    """Return a surface made lighter and darker by shares, shape (height, width)."""
    return np.asarray(surface * (1 + change)[..., None], np.float32)


def image(surface: Grid) -> Image:
    """Return colours from 0 to 1 as bytes, the lowest line first as the images of surfaces want it."""
    return np.asarray(np.clip(surface, 0, 1) * 255 + 0.5, np.uint8)


def timber(rng: np.random.Generator, colour: Colour, shape: tuple[int, int], *, strong: float = 1.0) -> Grid:
    """Wood whose fibres run along the width."""
    px = shape[1] / 500
    down, across = np.mgrid[0 : shape[0], 0 : shape[1]].astype(np.float32)
    bow = cloud(rng, shape, 300 * px, 90 * px) * 16 * px + cloud(rng, shape, 80 * px, 30 * px) * 1.5 * px
    rings = np.sin((down + bow) / (rng.uniform(2.5, 7) * px) + across * 0.002)
    fibre = cloud(rng, shape, 46 * px, 1.5 * px)
    pores = np.minimum(cloud(rng, shape, 14 * px, 1.2 * px) + 1.7, 0)
    change = 0.09 * strong * rings + 0.05 * strong * fibre + 0.12 * strong * pores
    warm = np.array([1.0, 0.94, 0.85], np.float32) ** (rings * 0.5 * strong)[..., None]
    return stained(level(colour, shape) * warm, np.asarray(change, np.float32))


def burl(rng: np.random.Generator, colour: Colour, shape: tuple[int, int]) -> Grid:
    """Root wood: curls and eyes."""
    px = shape[1] / 500
    bend = cloud(rng, shape, 60 * px, 60 * px)
    lines = np.sin(bend * 7 + cloud(rng, shape, 18 * px, 18 * px) * 1.5)
    eyes = np.maximum(cloud(rng, shape, 12 * px, 12 * px) - 1.8, 0)
    change = 0.13 * lines - 0.3 * eyes + 0.05 * cloud(rng, shape, 3 * px, 3 * px)
    return stained(level(colour, shape), np.asarray(change, np.float32))


def marble(rng: np.random.Generator, colour: Colour, vein: Colour, shape: tuple[int, int]) -> Grid:
    """Swirled plastic or stone of two colours."""
    px = shape[1] / 500
    bend = cloud(rng, shape, 150 * px, 110 * px) * 1.6 + cloud(rng, shape, 50 * px, 40 * px) * 0.5
    part = 0.5 + 0.5 * np.sin(bend * rng.uniform(2, 4) + 0.4 * cloud(rng, shape, 16 * px, 16 * px))
    part = np.clip(part, 0, 1)[..., None] ** rng.uniform(0.8, 2.2)
    return np.asarray(level(colour, shape) * (1 - part) + level(vein, shape) * part, np.float32)


def felted(rng: np.random.Generator, colour: Colour, shape: tuple[int, int]) -> Grid:
    """Felt: short fuzz, and traces of where it was stroked."""
    px = shape[1] / 1000
    change = 0.05 * cloud(rng, shape, 2.5 * px, 2.5 * px) + 0.03 * cloud(rng, shape, 160 * px, 120 * px)
    return stained(level(colour, shape), np.asarray(change, np.float32))


def hide(rng: np.random.Generator, colour: Colour, shape: tuple[int, int]) -> Grid:
    """Leather with fine creases."""
    px = shape[1] / 1000
    crease = (
        np.abs(cloud(rng, shape, 9 * px, 9 * px)) * 0.09 + np.abs(cloud(rng, shape, 4 * px, 4 * px)) * 0.05
    )
    change = crease - 0.1 + 0.03 * cloud(rng, shape, 200 * px, 200 * px)
    return stained(level(colour, shape), np.asarray(change, np.float32))


def corked(rng: np.random.Generator, colour: Colour, shape: tuple[int, int]) -> Grid:
    """Cork: crumbs, some of them dark."""
    px = shape[1] / 1000
    crumbs = cloud(rng, shape, 8 * px, 8 * px)
    dark = np.maximum(cloud(rng, shape, 6 * px, 6 * px) - 1.5, 0)
    return stained(level(colour, shape), np.asarray(0.08 * crumbs - 0.25 * dark, np.float32))


def woven(rng: np.random.Generator, colour: Colour, shape: tuple[int, int]) -> Grid:
    """Cloth of threads that cross, some thicker than others."""
    px = shape[1] / 1400
    down, across = np.mgrid[0 : shape[0], 0 : shape[1]].astype(np.float32)
    pitch = 2.1 / max(px, 0.5)
    threads = np.sin(across * pitch) * np.sin(down * pitch)
    slub = cloud(rng, shape, 70 * px, 2.5 * px) + cloud(rng, shape, 2.5 * px, 70 * px)
    folds = cloud(rng, shape, 500 * px, 350 * px)
    return stained(level(colour, shape), np.asarray(0.08 * threads + 0.04 * slub + 0.04 * folds, np.float32))


def slate(rng: np.random.Generator, colour: Colour, shape: tuple[int, int]) -> Grid:
    """Stone or concrete: specks and clouds."""
    px = shape[1] / 1000
    specks = (
        cloud(rng, shape, 2 * px, 2 * px) * 0.05 + np.maximum(cloud(rng, shape, 4 * px, 4 * px) - 2, 0) * 0.3
    )
    clouds = cloud(rng, shape, 120 * px, 90 * px) * 0.07
    return stained(level(colour, shape), np.asarray(specks + clouds, np.float32))


def smooth(rng: np.random.Generator, colour: Colour, shape: tuple[int, int]) -> Grid:
    """Lacquer, card or plastic: hardly anything to see."""
    return stained(level(colour, shape), np.asarray(0.012 * cloud(rng, shape, 60, 60), np.float32))


SURFACES: Mapping[str, Callable[[np.random.Generator, Colour, tuple[int, int]], Grid]] = {
    "timber": timber,
    "burl": burl,
    "felt": felted,
    "leather": hide,
    "cork": corked,
    "cloth": woven,
    "stone": slate,
    "card": smooth,
}
"""Surfaces by name."""


def disc_face(rng: np.random.Generator, surface: Grid, mark: str, ink: Colour) -> Grid:
    """Print a mark into the middle of a square surface: rings, crown, star, dots or none."""
    size = surface.shape[0]
    down, across = np.mgrid[0:size, 0:size].astype(np.float32)
    x, y = (across + 0.5) / size * 2 - 1, (down + 0.5) / size * 2 - 1
    out, turn = np.hypot(x, y), np.arctan2(y, x)
    edge = 3.0 / size
    if mark == "rings":
        inside = np.maximum(_band(out, 0.56, 0.05, edge), _band(out, 0.74, 0.025, edge))
    elif mark == "star":
        points = int(rng.integers(5, 9))
        inside = np.clip((0.32 + 0.2 * np.cos(turn * points) - out) / edge, 0, 1)
    elif mark == "dots":
        inside = np.zeros_like(out)
        for number in range(8):
            angle = number * np.pi / 4
            away = np.hypot(x - 0.55 * np.cos(angle), y - 0.55 * np.sin(angle))
            inside = np.maximum(inside, np.clip((0.1 - away) / edge, 0, 1))
        inside = np.maximum(inside, np.clip((0.16 - out) / edge, 0, 1))
    elif mark == "crown":
        teeth = 0.12 + 0.24 * np.abs(((x + 0.42) / 0.28) % 1 - 0.5) * 2
        body = (np.abs(x) < 0.42) & (y > -0.3) & (y < teeth)
        inside = cv2.GaussianBlur(np.asarray(body, np.float32), (0, 0), 1.2)
    else:
        return surface
    part = np.asarray(inside, np.float32)[..., None] * 0.85
    return np.asarray(surface * (1 - part) + np.array(ink, np.float32) * part, np.float32)


def _band(out: Grid, middle: float, half: float, edge: float) -> Grid:
    return np.asarray(np.clip((half - np.abs(out - middle)) / edge + 0.5, 0, 1), np.float32)
