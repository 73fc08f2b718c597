"""Lenses: how wide a camera sees and how its straight lines bend.

A lens bends lines by two numbers: a point that an ideal lens would show at r (distance from the middle of the
picture, in focal lengths) lies at r (1 + k1 r² + k2 r⁴). Source: Brown, Close-range camera calibration,
Photogrammetric Engineering 37, 1971; OpenCV's first two radial numbers.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

_Array = npt.NDArray[np.float64]

_ROUNDS = 12
"""Rounds after which a bent point is straight to far less than a pixel."""


@dataclass(frozen=True, slots=True)
class Lens:
    """How a camera sees, as far as it is known before a board is seen."""

    focal: float
    """Focal length as a part of the picture's longer side."""
    spread: float
    """How unsure that is: standard deviation of its logarithm."""
    k1: float = 0.0
    """0 where nobody has measured it."""
    k2: float = 0.0

    @classmethod
    def seeing(cls, degrees: float, *, spread: float = 0.02, k1: float = 0.0, k2: float = 0.0) -> Lens:
        """Make a lens that sees so many degrees along the longer side of its picture."""
        return cls(0.5 / math.tan(math.radians(degrees) / 2), spread, k1, k2)

    @property
    def degrees(self) -> float:
        """How many degrees it sees along the longer side of its picture."""
        return math.degrees(2 * math.atan(0.5 / self.focal))

    def bent(self, points: _Array) -> _Array:
        """Return where the lens shows points, shape (n, 2), in focal lengths from the picture's middle."""
        if not self.k1 and not self.k2:
            return points
        r2 = (points**2).sum(axis=-1, keepdims=True)
        return np.asarray(points * (1 + self.k1 * r2 + self.k2 * r2**2), np.float64)

    def straight(self, points: _Array) -> _Array:
        """Return where an ideal lens would show points, shape (n, 2); what `bent` undoes."""
        if not self.k1 and not self.k2:
            return points
        bent = np.sqrt((points**2).sum(axis=-1, keepdims=True))
        r = bent.copy()
        for _ in range(_ROUNDS):  # Newton's steps on r (1 + k1 r² + k2 r⁴) = bent
            value = r * (1 + self.k1 * r**2 + self.k2 * r**4) - bent
            slope = 1 + 3 * self.k1 * r**2 + 5 * self.k2 * r**4
            r = np.clip(r - value / np.where(np.abs(slope) < 0.05, 0.05, slope), 0, 2 * bent + 1e-12)
        return np.asarray(points * np.where(bent > 1e-12, r / np.maximum(bent, 1e-12), 1.0), np.float64)


ANY = Lens(0.85, 0.25)
"""A camera of which nothing is known: phones and webcams see 50 to 80 degrees."""

LENSES: Mapping[str, Lens] = {
    "module-1": Lens.seeing(53.5, k1=0.03, k2=-0.15),
    "module-2": Lens.seeing(65.0, k1=0.15, k2=-0.25),
    "module-3": Lens.seeing(66.0),
    "module-3-wide": Lens.seeing(102.0, spread=0.05),
}
"""The Raspberry Pi's cameras at the full width of their sensor. Source of the degrees but those of module-2:
Raspberry Pi, Camera documentation, hardware specification, horizontal field of view. Source of k1 and k2, and
of the degrees that belong to them: UbiquityRobotics, raspicam_node, folder camera_info: camerav1_1280x720;
the mean of camerav2_1280x960 and camerav2_1640x1232 (0.135 and 0.164, -0.234 and -0.272, 65 degrees).
Each is of a single camera. We know of none for the other two, so they are 0 here."""
