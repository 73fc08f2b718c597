"""Solids: a field below zero inside, a skin, and where it lies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from tests.bench.eye.looks.grain import Grid
from tests.bench.eye.looks.hand import Hand


@dataclass(frozen=True, slots=True)
class Skin:
    """How the surface of a solid looks at some points, n of them."""

    colour: Grid
    """Share of light given back, shape (n, 3), red green blue, 0 to 1."""
    rough: Grid
    """Roughness of the body, shape (n,), 0 to 1."""
    coat: Grid
    """How much of a clear coat lies on it, shape (n,), 0 to 1."""
    coat_rough: float
    """Roughness of that coat."""


class Solid(Protocol):
    """A shell or a die. Lengths are in a unit of the solid's own."""

    @property
    def half(self) -> tuple[float, float, float]:
        """Half the sides of a box around it."""

    def field(self, points: Grid) -> Grid:
        """Return a number below zero inside and above zero outside; shape (n, 3) to (n,)."""

    def skin(self, points: Grid) -> Skin:
        """Return how the surface looks at points, shape (n, 3)."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A solid where it lies on the table."""

    solid: Solid | Hand
    turn: Grid
    """From the solid's directions to the table's, shape (3, 3)."""
    at: Grid
    """Its origin on the table in centimetres, shape (3,); z counts upwards from the cloth."""
    unit: float
    """One of its own units in centimetres."""

    def inward(self, points: Grid) -> Grid:
        """Return points of the table in the solid's own space."""
        return np.asarray((points - self.at) @ self.turn / self.unit, np.float32)


def rind(solid: Solid, count: int = 900) -> Grid:
    """Return points spread over a solid's surface, in its own space, shape (count, 3)."""
    number = np.arange(count) + 0.5
    height = 1 - 2 * number / count
    angle = number * np.pi * (1 + 5**0.5)
    ring = np.sqrt(1 - height**2)
    ways = np.stack([ring * np.cos(angle), ring * np.sin(angle), height], 1).astype(np.float32)
    ways *= np.array(solid.half, np.float32)
    low, high = np.zeros(count, np.float32), np.full(count, 1.8, np.float32)
    for _ in range(14):
        middle = (low + high) / 2
        inside = solid.field(np.asarray(ways * middle[:, None], np.float32)) < 0
        low, high = np.where(inside, middle, low), np.where(inside, high, middle)
    return np.asarray(ways * low[:, None], np.float32)


def turned(roll: float, pitch: float, yaw: float) -> Grid:
    """Return a turn, shape (3, 3): first about x (roll), then about y (pitch), then about z, in degrees."""
    r, p, y = np.radians([roll, pitch, yaw])
    about_x = np.array([[1, 0, 0], [0, np.cos(r), -np.sin(r)], [0, np.sin(r), np.cos(r)]])
    about_y = np.array([[np.cos(p), 0, np.sin(p)], [0, 1, 0], [-np.sin(p), 0, np.cos(p)]])
    about_z = np.array([[np.cos(y), -np.sin(y), 0], [np.sin(y), np.cos(y), 0], [0, 0, 1]])
    return np.asarray(about_z @ about_y @ about_x, np.float32)
