"""A camera over a board by its own formulas, against which the eye's are held."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]


@dataclass(frozen=True)
class BoardCamera:
    """A camera that looks at a point of the board. Lengths are in pieces, heights upwards."""

    width: float
    """Of the field."""
    height: float
    away: tuple[float, float, float]
    """Where the camera is: right of, below (in the plan) and above the middle of the board."""
    look: tuple[float, float] = (0.0, 0.0)
    """Which point it looks at, from the middle of the board."""
    roll: float = 0.0
    """How far it is turned about its axis, in radians."""
    focal: float = 0.85
    """In widths of the picture."""
    size: tuple[int, int] = (1280, 960)
    k1: float = 0.0
    k2: float = 0.0

    def project(self, points: object, tall: float | Array = 0.0) -> Array:
        """Return the pixels of points in unit coordinates at a height."""
        flat = np.asarray(points, np.float64).reshape(-1, 2)
        x, y = (flat[:, 0] - 0.5) * self.width, (flat[:, 1] - 0.5) * self.height
        there = np.column_stack([x, y, np.broadcast_to(tall, x.shape)])
        ahead = np.array([*self.look, 0.0]) - self.away
        ahead /= np.linalg.norm(ahead)
        # The camera's right is the board's right as far as it can be, before it rolls.
        right = np.array([1.0, 0.0, 0.0]) - ahead[0] * ahead
        right /= np.linalg.norm(right)
        down = np.array([0.0, 1.0, 0.0]) - ahead[1] * ahead
        down -= (down @ right) * right
        down /= np.linalg.norm(down)
        cos, sin = np.cos(self.roll), np.sin(self.roll)
        right, down = cos * right + sin * down, cos * down - sin * right
        seen = there - self.away
        u, v = seen @ right / (seen @ ahead), seen @ down / (seen @ ahead)
        r2 = u * u + v * v
        bend = 1 + self.k1 * r2 + self.k2 * r2 * r2
        scale = self.focal * max(self.size)
        return np.column_stack(
            [scale * u * bend + self.size[0] / 2 - 0.5, scale * v * bend + self.size[1] / 2 - 0.5]
        )

    def disc(self, picture: npt.NDArray[np.uint8], middle: tuple[float, float], *, radius: float, low: float,
             high: float, colour: tuple[int, int, int], side: tuple[int, int, int]) -> None:  # fmt: skip
        """Paint an upright cylinder, its side first. Lengths in pieces, the middle in units."""
        turn = np.linspace(0, 2 * np.pi, 48, endpoint=False)
        ring = np.column_stack([np.cos(turn) / self.width, np.sin(turn) / self.height]) * radius + middle
        foot, head = self.project(ring, low), self.project(ring, high)
        hull = cv2.convexHull(np.concatenate([foot, head]).astype(np.float32))
        self.fill(picture, hull.reshape(-1, 2), side)
        self.fill(picture, head, colour)

    @staticmethod
    def fill(picture: npt.NDArray[np.uint8], points: Array, colour: tuple[int, int, int]) -> None:
        """Paint a polygon, its edges smooth."""
        cv2.fillPoly(picture, [(points * 16).round().astype(np.int32)], colour, cv2.LINE_AA, 4)
