"""A surface as numbers: what cowries, dice, tray and hand hand over to Blender."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Colour = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Shape:
    """One closed surface in centimetres; its origin is the centre of mass."""

    points: Floats
    """Corners, shape (n, 3), float64, centimetres."""
    faces: list[tuple[int, ...]]
    """Corner numbers of each face, three or four."""
    colours: Floats
    """Colour of each corner, shape (n, 4): linear R, G, B from 0 to 1, then gloss from 0 to 1."""

    def hull_points(self, count: int = 500) -> Floats:
        """Thin the corners to about `count`, enough for a convex collision shape."""
        step = max(1, len(self.points) // count)
        return self.points[::step]


def linear(colour: Colour) -> Floats:
    """Turn a colour as seen on a screen (sRGB, 0 to 1) into linear light, shape (3,)."""
    c = np.asarray(colour, dtype=np.float64)
    return np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)


def kelvin(temperature: float) -> Floats:
    """Return the linear red, green, blue of a lamp as a camera set for daylight sees it; the brightest is 1.

    After the approximation of the black body's colour by Tanner Helland, 2012.
    """
    t = temperature / 100
    red = 255.0 if t <= 66 else 329.7 * (t - 60) ** -0.1332
    green = 99.47 * np.log(t) - 161.1 if t <= 66 else 288.1 * (t - 60) ** -0.0755
    blue = 255.0 if t >= 66 else 138.5 * np.log(t - 10) - 305.0
    light = linear(tuple(np.clip([red, green, blue], 10, 255) / 255))
    return np.asarray(light / light.max())


def smoothstep(low: float | Floats, high: float | Floats, value: Floats) -> Floats:
    """Rise softly from 0 at `low` to 1 at `high`; falls if `high` is the smaller."""
    t = np.clip((value - low) / (np.asarray(high) - low), 0.0, 1.0)
    return np.asarray(t * t * (3.0 - 2.0 * t))


def mix(first: Floats, second: Floats, share: Floats) -> Floats:
    """Blend rows of colours, shape (n, 3), by `share` of the second, shape (n,)."""
    return first * (1.0 - share[:, None]) + second * share[:, None]


def waves(points: Floats, random: np.random.Generator, *, frequency: float, count: int = 9) -> Floats:
    """Draw a soft random field over points, shape (n, k): about -1 to 1, shape (n,)."""
    total = np.zeros(len(points))
    for _ in range(count):
        direction = random.normal(size=points.shape[1])
        direction *= frequency * random.uniform(0.5, 1.5) / np.linalg.norm(direction)
        total += np.sin(points @ direction + random.uniform(0, 2 * np.pi))
    return total / np.sqrt(count / 2) / 1.6


def rotation(turn: Floats) -> Floats:
    """Turn a quaternion w, x, y, z into a rotation matrix, shape (3, 3)."""
    w, x, y, z = turn
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )
