"""The camera above the tray: rays, and what lens, sensor and file make of the light."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from tests.bench.eye.looks.grain import Grid
from vision.reading import Frame

WIDTH, HEIGHT = 640, 480


@dataclass(frozen=True, slots=True)
class Camera:
    """A pinhole above the middle of the tray."""

    at: Grid
    """Where it hangs, in centimetres, shape (3,)."""
    right: Grid
    down: Grid
    ahead: Grid
    """Its directions on the table, length 1, shape (3,) each."""
    focal: float
    """Focal length in pixels of the picture."""

    def ways(self, x: Grid, y: Grid) -> Grid:
        """Return the directions of rays through places of the picture, shape (n, 3), length 1."""
        across, below = (x - WIDTH / 2) / self.focal, (y - HEIGHT / 2) / self.focal
        way = self.ahead + across[:, None] * self.right + below[:, None] * self.down
        return np.asarray(way / np.linalg.norm(way, axis=1, keepdims=True), np.float32)

    def seen(self, points: Grid) -> Grid:
        """Return where points of the table are in the picture, shape (n, 2): x, y in pixels."""
        out = points - self.at
        deep = out @ self.ahead
        x = self.focal * (out @ self.right) / deep + WIDTH / 2
        y = self.focal * (out @ self.down) / deep + HEIGHT / 2
        return np.asarray(np.stack([x, y], 1), np.float32)


def hung(rng: np.random.Generator, *, px_per_cm: float) -> Camera:
    """Hang a camera over the tray: mostly upright, at times aside by up to 18 degrees."""
    high = float(rng.uniform(34, 62))
    slant = math.radians(min(18.0, abs(float(rng.normal(0, 6)))))
    toward, spin = rng.uniform(0, 2 * math.pi, 2)
    ahead = np.array(
        [math.sin(slant) * math.cos(toward), math.sin(slant) * math.sin(toward), -math.cos(slant)]
    )
    right = np.array([math.cos(spin), math.sin(spin), 0.0])
    right -= ahead * (right @ ahead)
    right = right / np.linalg.norm(right)
    down = np.cross(ahead, right)
    parts = (-ahead * high, right, down, ahead)
    at, one, two, three = (np.asarray(part, np.float32) for part in parts)
    return Camera(at, one, two, three, px_per_cm * high)


@dataclass(frozen=True, slots=True)
class Shot:
    """How a picture was taken."""

    level: float = 0.38
    """Brightness of the middle of the picture, 0 to 1, before the curve."""
    soft: float = 0.5
    """Blur of lens and focus, in pixels."""
    noise: float = 2.0
    """Noise of the sensor at half brightness, of 255."""
    balance: float = 0.85
    """How much of the light's colour the camera takes away."""
    quality: int = 90
    """Of the JPEG file."""


def shot(rng: np.random.Generator) -> Shot:
    """Draw how a picture is taken, as ordinary cameras do."""
    return Shot(
        level=float(rng.uniform(0.27, 0.5)),
        soft=float(rng.uniform(0.25, 0.9)),
        noise=float(rng.uniform(0.8, 5.0)),
        balance=float(rng.uniform(0.5, 1.0)),
        quality=int(rng.integers(78, 96)),
    )


def developed(
    light: Grid, how: Shot, rng: np.random.Generator, *, hue: Grid, metered: Grid | None = None
) -> Frame:
    """Return the picture that a camera takes.

    Args:
        light: What comes in, shape (height, width, 3), red green blue, linear.
        how: How it is taken.
        rng: Of the noise.
        hue: Colour of the light, shape (3,), which the camera takes away in part.
        metered: What the exposure is set by; what comes in by default.
    """
    white = np.power(hue / hue.mean(), how.balance)
    grey = np.asarray(((light if metered is None else metered) / white).mean(2), np.float32)
    gain = (how.level**2.2 * 1.6 / max(float(np.percentile(grey, 60)), 1e-4)) ** 0.72
    # The brightest things may clip a little, as in any kitchen; a camera does not let them all turn white.
    gain *= (0.95 / max(0.95, gain * float(np.percentile(grey, 98)))) ** 0.9
    lit = np.asarray(light / white * gain, np.float32)
    lit = np.where(lit < 0.7, lit, 0.7 + 0.35 * np.tanh((lit - 0.7) / 0.45)).astype(np.float32)
    lit = np.asarray(cv2.GaussianBlur(lit, (0, 0), max(0.2, how.soft)), np.float32)
    down, across = np.indices(lit.shape[:2], np.float32)
    out = np.square(across / lit.shape[1] - 0.5) + np.square(down / lit.shape[0] - 0.5)
    lit = lit * (1 - 0.35 * out)[..., None]
    grains = rng.standard_normal(lit.shape).astype(np.float32) * (how.noise / 255) * np.sqrt(0.3 + lit) * 0.8
    shown = np.power(np.clip(lit + grains * np.sqrt(np.maximum(lit, 0.02)) * 2, 0, 1), 1 / 2.2)
    return np.asarray(np.round(255 * shown[..., ::-1]), np.uint8)
