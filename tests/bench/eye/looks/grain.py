"""Grain: smooth random numbers in space, for patterns, dents and cloth."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Grid = npt.NDArray[np.float32]
"""Numbers, float32; points and colours have three in the last axis."""

_SIDE = 32
"""The lattice repeats after so many steps."""


class Grain:
    """Value noise on a lattice of random numbers, from a seed."""

    def __init__(self, rng: np.random.Generator) -> None:
        self._lattice = rng.uniform(-1, 1, _SIDE**3).astype(np.float32)

    def at(self, points: Grid, step: float) -> Grid:
        """Return the noise at points.

        Args:
            points: Shape (..., 3).
            step: Distance of lattice points: how large a lump is.

        Returns:
            Shape (...), -1 to 1.
        """
        scaled = points / np.float32(step)
        corner = np.floor(scaled).astype(np.int32)
        part = scaled - corner
        part = part * part * (3 - 2 * part)
        low, high = corner & (_SIDE - 1), (corner + 1) & (_SIDE - 1)
        total = np.zeros(points.shape[:-1], np.float32)
        for up in (0, 1):
            plane = (high if up else low)[..., 2] * _SIDE
            by_z = part[..., 2] if up else 1 - part[..., 2]
            for back in (0, 1):
                row = (plane + (high if back else low)[..., 1]) * _SIDE
                by_y = by_z * (part[..., 1] if back else 1 - part[..., 1])
                left = self._lattice[row + low[..., 0]]
                right = self._lattice[row + high[..., 0]]
                total += by_y * (left + (right - left) * part[..., 0])
        return total

    def spots(self, points: Grid, step: float) -> Grid:
        """Return how far the nearest of some strewn places is, in steps; shape (n, 3) to (n,)."""
        scaled = points / np.float32(step)
        corner = np.floor(scaled - 0.5).astype(np.int32)
        nearest = np.full(len(points), 9, np.float32)
        for number in range(8):
            cell = corner + np.array([number & 1, number >> 1 & 1, number >> 2], np.int32)
            at = cell & (_SIDE - 1)
            key = (at[:, 2] * _SIDE + at[:, 1]) * _SIDE + at[:, 0]
            far = np.zeros(len(points), np.float32)
            for axis in range(3):
                place = cell[:, axis] + 0.5 + 0.3 * self._lattice[(key + 977 * axis) % _SIDE**3]
                far += np.square(scaled[:, axis] - place)
            size = 1 + 0.35 * self._lattice[(key + 3571) % _SIDE**3]
            nearest = np.minimum(nearest, np.sqrt(far) / size)
        return nearest

    def fine(self, points: Grid, step: float, layers: int = 3) -> Grid:
        """Return noise with finer noise upon it, each layer half as large and half as strong."""
        total = np.zeros(points.shape[:-1], np.float32)
        for layer in range(layers):
            total += self.at(points + np.float32(7.3 * layer), step / 2**layer) / 2**layer
        return total


def ramp(value: Grid, start: float, end: float) -> Grid:
    """Return 0 before `start`, 1 after `end`, and a soft rise between them."""
    part = np.clip((value - np.float32(start)) / np.float32(end - start), 0, 1)
    return np.asarray(part * part * (3 - 2 * part), np.float32)


def blend(first: Grid, second: Grid, part: Grid) -> Grid:
    """Return a colour between two, shape (..., 3); `part` has one number a point."""
    return np.asarray(first + (second - first) * part[..., None], np.float32)


def rgb(*parts: float) -> Grid:
    """Return a colour of a screen (sRGB, 0 to 1) as light, red green blue."""
    return np.asarray(np.power(np.array(parts), 2.2), np.float32)
