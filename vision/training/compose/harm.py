"""What goes amiss with a camera: it shakes, is out of focus, lamps flicker, white is odd, pixels are few."""

from __future__ import annotations

import cv2
import numpy as np
from shapes.shape import kelvin


def harm(rng: np.random.Generator, scene: np.ndarray) -> np.ndarray:
    """Return a scene, float32, 0 to 1, to which one or two things were done."""
    for _ in range(int(rng.integers(1, 3))):
        what = rng.choice(["shaken", "unsharp", "bands", "lamp", "coarse", "bright"], p=WEIGHTS)
        scene = HARMS[str(what)](rng, scene)
    return np.clip(scene, 0, 1).astype(np.float32)


def shaken(rng, scene):
    """Moved while the shutter was open: up to a twelfth of the picture, a third of a thing in a patch."""
    long = max(scene.shape[:2]) * rng.uniform(0.01, 0.085)
    angle = rng.uniform(0, np.pi)
    side = max(3, int(2 * np.ceil(long / 2) + 1))
    line = np.zeros((side, side), np.float32)
    half = long / 2 * np.array([np.cos(angle), np.sin(angle)])
    ends = ((side / 2 - 0.5 + sign * half) * 16 for sign in (-1, 1))
    first, last = (tuple(round(float(v)) for v in end) for end in ends)
    cv2.line(line, first, last, 1.0, 1, cv2.LINE_AA, 4)
    return cv2.filter2D(scene, -1, line / max(1e-6, line.sum()), borderType=cv2.BORDER_REFLECT)


def unsharp(rng, scene):
    """Out of focus: a disk, in which highlights become disks."""
    radius = max(scene.shape[:2]) * rng.uniform(0.006, 0.026)
    side = int(2 * np.ceil(radius) + 1)
    y, x = np.mgrid[0:side, 0:side] - side // 2
    disk = np.clip(radius - np.hypot(x, y) + 0.5, 0, 1).astype(np.float32)
    return cv2.filter2D(scene, -1, disk / disk.sum(), borderType=cv2.BORDER_REFLECT)


def bands(rng, scene):
    """Bands of a lamp that flickers while lines are read one by one; the frame may lie on its side."""
    high, wide = scene.shape[:2]
    down = rng.random() < 0.75
    lines = np.arange(high if down else wide, dtype=np.float32)
    often = rng.uniform(0.7, 7) * 2 * np.pi / len(lines)
    light = 1 + np.float32(rng.uniform(0.08, 0.4)) * np.sin(often * lines + rng.uniform(0, 6))
    return scene * (light[:, None, None] if down else light[None, :, None])


def lamp(rng, scene):
    """Lit by another lamp than the white was set for: 2,200 to 8,000 K."""
    cast = kelvin(rng.uniform(2200, 8000))[::-1] ** (rng.uniform(0.2, 1.0) / 2.2)
    return scene * (cast / cast.mean()).astype(np.float32)


def coarse(rng, scene):
    """Fewer pixels than there seem to be."""
    high, wide = scene.shape[:2]
    part = rng.uniform(0.2, 0.6)
    small = cv2.resize(
        scene, (max(8, int(wide * part)), max(8, int(high * part))), interpolation=cv2.INTER_AREA
    )
    return cv2.resize(small, (wide, high), interpolation=cv2.INTER_LINEAR)


def bright(rng, scene):
    """Too much light, or too little."""
    return np.clip(scene * (rng.uniform(1.3, 2.0) if rng.random() < 0.6 else rng.uniform(0.25, 0.6)), 0, 1)


HARMS = {one.__name__: one for one in (shaken, unsharp, bands, lamp, coarse, bright)}
WEIGHTS = (0.26, 0.14, 0.12, 0.22, 0.12, 0.14)
