"""The camera over the board: where it hangs, its lens, and what it makes of the light."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from tests.bench.board.tracing.scene import Board
from tests.bench.eye.looks.camera import Shot, developed
from tests.bench.eye.looks.grain import Grid
from vision.reading import Frame

OVERSCAN = 1.12
"""The tracer draws so much more than the picture shows: the lens bends some of it in."""


@dataclass(frozen=True, slots=True)
class View:
    """A camera with its lens."""

    at: Grid
    """Where it hangs, centimetres, shape (3,)."""
    right: Grid
    down: Grid
    ahead: Grid
    focal: float
    """Pixels of the picture."""
    size: tuple[int, int]
    """Width and height of the picture."""
    lens: tuple[float, float] = (0.0, 0.0)
    """k1 and k2 of OpenCV's model, about the middle of the picture."""
    slant_deg: float = 0.0

    @property
    def matrix(self) -> Grid:
        """OpenCV's camera matrix, shape (3, 3)."""
        w, h = self.size
        return np.array([[self.focal, 0, w / 2], [0, self.focal, h / 2], [0, 0, 1]], np.float32)

    def seen(self, points: Grid, *, straight: bool = False) -> Grid:
        """Return where points of the table are in the picture, shape (n, 2), pixels.

        Args:
            points: Shape (n, 3), centimetres.
            straight: Without what the lens bends.
        """
        out = np.asarray(points, np.float64) - self.at
        deep = out @ self.ahead
        flat = np.stack([out @ self.right / deep, out @ self.down / deep], 1)
        if not straight:
            r2 = (flat**2).sum(1, keepdims=True)
            flat = flat * (1 + self.lens[0] * r2 + self.lens[1] * r2 * r2)
        return np.asarray(flat * self.focal + np.array(self.size) / 2, np.float32)

    def away(self, points: Grid) -> float:
        """Return how far the middle of points is from the camera."""
        return float(np.linalg.norm(points.mean(0) - self.at))


def hung(
    rng: np.random.Generator, board: Board, *, size: tuple[int, int], slant: tuple[float, float], bent: bool
) -> View:
    """Hang a camera so that the board just fills its picture.

    Args:
        rng: Of the hand that puts it up.
        board: What it looks at.
        size: Width and height of the picture, pixels.
        slant: From where to where it may lean, degrees off the upright.
        bent: Its lens bends straight lines.
    """
    lean = math.radians(float(rng.uniform(*slant)))
    # Arms and tripods stand at a side of the board more often than at a corner.
    side = float(rng.choice([-90, -90, 90, 0, 180]) + rng.normal(0, 12))
    toward = math.radians(side if lean > 0.12 else float(rng.uniform(0, 360)))
    spin = math.radians(float(rng.normal(0, 4)))
    focal = size[0] * float(rng.uniform(0.72, 1.25))
    lens = (float(rng.uniform(-0.12, 0.02)), float(rng.uniform(-0.01, 0.02))) if bent else (0.0, 0.0)
    full = float(rng.uniform(0.86, 0.985))
    return over(board, size=size, lean=lean, toward=toward, spin=spin, focal=focal, lens=lens, full=full)


def over(
    board: Board,
    *,
    size: tuple[int, int],
    lean: float,
    toward: float,
    spin: float = 0.0,
    focal: float,
    lens: tuple[float, float] = (0.0, 0.0),
    full: float = 0.95,
) -> View:
    """Hang a camera so that the board fills a part of its picture.

    Args:
        board: What it looks at.
        size: Width and height of the picture, pixels.
        lean: Off the upright, radians.
        toward: Where it looks then, radians from the board's right anti-clockwise.
        spin: By how much it is turned about its own axis, radians.
        focal: Pixels of the picture.
        lens: k1 and k2.
        full: The part of the picture's width or height that the board takes.
    """
    ahead = np.array([math.sin(lean) * math.cos(toward), math.sin(lean) * math.sin(toward), -math.cos(lean)])
    right = np.array([math.cos(spin), math.sin(spin), 0.0])
    right -= ahead * (right @ ahead)
    right = right / math.sqrt(float(right @ right))
    down = np.cross(ahead, right)
    x, y = board.half
    grown = np.array(
        [(a * (x + 1.2), b * (y + 1.2), z) for a in (-1, 1) for b in (-1, 1) for z in (0.0, board.rim)]
    )
    aim = np.array([0.0, 0.0, 0.0])
    far = 30.0
    for _ in range(60):
        at, one, two, three = (np.asarray(v, np.float32) for v in (aim - ahead * far, right, down, ahead))
        view = View(at, one, two, three, focal, size, lens, math.degrees(lean))
        spots = view.seen(np.asarray(grown, np.float32))
        low, high = spots.min(0), spots.max(0)
        middle = (low + high) / 2 - np.array(size) / 2
        aim = aim + (right * middle[0] + down * middle[1]) * far / focal * [1, 1, 0]
        share = float(max((high - low) / np.array(size)))
        far *= max(0.7, min(1.5, share / full)) if deep_enough(view, grown) else 1.4
    return view


def deep_enough(view: View, points: Grid) -> bool:
    """True if all points are well before the camera."""
    return bool(((points - view.at) @ view.ahead).min() > 8)


def bent(light: Grid, view: View) -> Grid:
    """Return what the lens makes of a straight picture that is `OVERSCAN` times as wide and high."""
    w, h = view.size
    x, y = np.meshgrid(np.arange(w, dtype=np.float32), np.arange(h, dtype=np.float32))
    places = np.stack([x.ravel(), y.ravel()], 1)[:, None]
    lens = np.array([*view.lens, 0, 0], np.float64)
    flat = cv2.undistortPoints(np.asarray(places, np.float64), view.matrix.astype(np.float64), lens)[:, 0]
    middle = np.array([light.shape[1] - 1, light.shape[0] - 1]) / 2
    source = np.asarray(flat * view.focal + middle + 0.5, np.float32).reshape(h, w, 2)
    across, below = source[..., 0], source[..., 1]
    drawn = cv2.remap(light, across, below, cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(drawn, np.float32)


def taken(
    light: Grid, view: View, rng: np.random.Generator, *, dim: bool, hue: Sequence[float]
) -> tuple[Frame, int]:
    """Return the picture, B, G, R, and the quality of its file."""
    if dim:
        how = Shot(
            level=float(rng.uniform(0.16, 0.28)),
            soft=float(rng.uniform(0.7, 1.3)),
            noise=float(rng.uniform(7, 13)),
            balance=float(rng.uniform(0.2, 0.8)),
            quality=int(rng.integers(45, 75)),
        )
    else:
        how = Shot(
            level=float(rng.uniform(0.27, 0.48)),
            soft=float(rng.uniform(0.35, 0.9)),
            noise=float(rng.uniform(1, 5)),
            balance=float(rng.uniform(0.5, 1.0)),
            quality=int(rng.integers(72, 95)),
        )
    straight = bent(light, view)
    return developed(straight, how, rng, hue=np.maximum(np.array(hue, np.float32), 0.15)), how.quality
