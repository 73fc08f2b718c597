"""Solids that rays can meet: a field below zero inside, a skin, and where it lies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from tests.bench.eye.looks.grain import Grid

_HALVINGS = 6
_NEAR = 0.006
"""Distance of the looks by which a normal is told, in the solid's own unit; more for a large one."""
_CORNERS = np.array([[1, -1, -1], [-1, -1, 1], [-1, 1, -1], [1, 1, 1]], np.float32)


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
    hollow: Grid
    """How much light comes in, shape (n,): 1 on the outside, towards 0 in a slit."""


class Solid(Protocol):
    """What a ray can meet. Lengths are in a unit of the solid's own."""

    @property
    def half(self) -> tuple[float, float, float]:
        """Half the sides of a box around it; the ellipsoid in that box casts its shadow."""

    @property
    def steps(self) -> int:
        """Looks along a ray through the box: its finest fold is wider than a step."""

    @property
    def is_boxy(self) -> bool:
        """True if the box casts the shadow."""

    def field(self, points: Grid) -> Grid:
        """Return a number below zero inside and above zero outside; shape (n, 3) to (n,)."""

    def skin(self, points: Grid) -> Skin:
        """Return how the surface looks at points, shape (n, 3)."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A solid where it lies on the table."""

    solid: Solid
    turn: Grid
    """From the solid's directions to the table's, shape (3, 3)."""
    at: Grid
    """Its origin on the table in centimetres, shape (3,); z counts upwards from the cloth."""
    unit: float
    """One of its own units in centimetres."""

    def inward(self, points: Grid) -> Grid:
        """Return points of the table in the solid's own space."""
        return np.asarray((points - self.at) @ self.turn / self.unit, np.float32)

    def outward(self, points: Grid) -> Grid:
        """Return points of the solid's own space on the table, in centimetres."""
        return np.asarray(points @ self.turn.T * self.unit + self.at, np.float32)

    def met(self, start: Grid, way: Grid) -> tuple[Grid, Grid, Grid]:
        """Tell where rays meet the surface first.

        Args:
            start: Where each ray begins, in centimetres, shape (n, 3).
            way: Direction of each, length 1, shape (n, 3).

        Returns:
            How far along each ray, infinite for a miss, shape (n,); then, for each hit alone, the point in
            the solid's own space and the normal on the table, shape (hits, 3) each.
        """
        origin = self.inward(start)
        along = np.asarray(way @ self.turn, np.float32)
        low, high = _through_box(origin, along, np.array(self.solid.half, np.float32) * 1.06)
        far = np.full(len(start), np.inf, np.float32)
        open_ = np.flatnonzero(high > low)
        if len(open_) == 0:
            return far, np.zeros((0, 3), np.float32), np.zeros((0, 3), np.float32)
        stride = (high[open_] - low[open_]) / np.float32(self.solid.steps)
        depth = low[open_].copy()
        hit = np.zeros(len(open_), bool)
        going = np.arange(len(open_))
        for _ in range(self.solid.steps + 1):
            rays = open_[going]
            inside = self.solid.field(origin[rays] + along[rays] * depth[going][:, None]) < 0
            hit[going[inside]] = True
            going = going[~inside]
            if len(going) == 0:
                break
            depth[going] += stride[going]
        rays, upper, back = open_[hit], depth[hit], stride[hit]
        lower = upper - back
        for _ in range(_HALVINGS):
            middle = (lower + upper) / 2
            places = np.asarray(origin[rays] + along[rays] * middle[:, None], np.float32)
            inside = self.solid.field(places) < 0
            upper = np.where(inside, middle, upper)
            lower = np.where(inside, lower, middle)
        points = np.asarray(origin[rays] + along[rays] * upper[:, None], np.float32)
        normal = np.zeros_like(points)
        near = np.float32(_NEAR * max(1, int(max(self.solid.half))))
        for corner in _CORNERS:
            normal += self.solid.field(points + corner * near)[:, None] * corner
        normal = normal @ self.turn.T
        normal /= np.linalg.norm(normal, axis=1, keepdims=True) + 1e-9
        far[rays] = upper * self.unit
        return far, points, np.asarray(normal, np.float32)

    def shades(self, points: Grid, lamp: Grid, soft: float) -> Grid:
        """Return how much of the light of one lamp point it keeps from points, 0 to 1, shape (n,).

        Args:
            points: On the table, shape (n, 3), centimetres.
            lamp: Where the light comes from, shape (3,).
            soft: How soft the edge of the shadow is, as a part of the solid.
        """
        half = np.array(self.solid.half, np.float32)
        start = self.inward(points)
        way = np.asarray((lamp - points) @ self.turn / self.unit, np.float32)
        if self.solid.is_boxy:
            low, high = _through_box(start, way, half)
            return np.asarray(np.clip((high - low) / (soft * 0.02), 0, 1) * (high > 1e-3), np.float32)
        start, way = start / half, way / half
        a = dot(way, way)
        b = dot(start, way)
        # The square of how near the ray comes to the middle of the ellipsoid, which is 1 at its edge.
        near = dot(start, start) - b * b / a
        return np.asarray(np.clip((0.95 + soft - near) / (2 * soft), 0, 1) * (b < 0), np.float32)


def dot(one: Grid, two: Grid) -> Grid:
    """Return the products of arrows with arrows, shape (n, 3) each to (n,)."""
    # Three products are faster than a sum along an axis of three.
    return np.asarray(
        one[:, 0] * two[:, 0] + one[:, 1] * two[:, 1] + one[:, 2] * two[:, 2],
        np.float32,
    )


def _through_box(start: Grid, way: Grid, half: Grid) -> tuple[Grid, Grid]:
    """Return where rays enter and leave a box around the origin; they miss it where the first is larger."""
    safe = np.where(np.abs(way) < 1e-6, np.float32(1e-6), way)
    one, two = (-half - start) / safe, (half - start) / safe
    near, away = np.minimum(one, two), np.maximum(one, two)
    low = np.maximum(np.maximum(near[:, 0], near[:, 1]), np.maximum(near[:, 2], 0))
    high = np.minimum(np.minimum(away[:, 0], away[:, 1]), away[:, 2])
    return np.asarray(low, np.float32), np.asarray(high, np.float32)


def corners(solid: Solid) -> Grid:
    """Return the corners of the box around a solid, in its own space, shape (8, 3)."""
    signs = np.stack(np.meshgrid([-1, 1], [-1, 1], [-1, 1]), -1).reshape(8, 3)
    return np.asarray(signs * np.array(solid.half), np.float32)


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
