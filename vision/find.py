"""Where dice and shells lie in the picture: a small network looks at a small copy of the whole.

For each cell of 4 x 4 pixels the network tells whether something has its middle there, how large it is, and
whether it is a die; `vision.faces` then looks closer.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from vision.networks import MODELS
from vision.pyramid import Pyramid
from vision.reading import Frame

_CELL = 4
_UNIT_PX = 16.0
"""The network tells sizes as the logarithm of a part of this."""
_LONG_SIDE_PX = 256
"""Longer side of the small copy; the network learnt things of 8 to 100 pixels."""
_WEAKEST = 0.15
"""Lowest score that is still looked at closer."""
_SMALL_PX, _LARGE_PX = 11.0, 60.0
"""Things outside these sizes are told better from a larger or smaller copy."""
_STRANGE = 0.6
"""What the score of a thing outside these sizes still counts."""
_TURNED = 0.75
"""The turned picture is looked at so much smaller: three fifths of the time, and of 557 throws whose number
is not told 522 are right and 3 certainly wrong, of full size 521 and 3."""
_ONE_WAY = 0.75
"""What the score of a thing that is seen in the turned picture only still counts."""
_MOST = 64
"""More spots than this are not looked at: no throw has so many."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A place where a die or a shell seems to lie."""

    x: float
    """Centre, in pixels of the frame. For a die the centre of the face that lies on top."""
    y: float
    """Centre, in pixels of the frame, counted downwards."""
    size: float
    """In pixels: a die's edge; for a shell the root of length times width."""
    score: float
    """How much it looks like a die or shell, 0 to 1."""
    die: float
    """Probability that it is a die rather than a shell, from afar."""


class Finder:
    """Finds dice and shells with a network, loaded once."""

    def __init__(self, model: Path = MODELS / "finder.onnx") -> None:
        self._net = cv2.dnn.readNetFromONNX(str(model))

    def find(self, picture: Pyramid, *, twice: bool = False) -> list[Spot]:
        """List the spots of a frame, likeliest first.

        Args:
            picture: The frame.
            twice: Look at the picture turned by a quarter as well; what is seen only so counts less.

        Returns:
            At most 64 spots, weak ones too. The same thing may be told twice, by looks at two sizes.
        """
        scale = _LONG_SIDE_PX / max(picture.shape)
        spots = self._look(picture, scale)
        if twice:
            spots = both(spots, self._look(picture, _TURNED * scale, turned=True))
        sizes = [spot.size * scale for spot in spots if spot.score > 0.4]
        if sizes and max(sizes) > _LARGE_PX:
            spots += self._look(picture, scale / 2)
        if (not sizes or float(np.median(sizes)) < _SMALL_PX) and 2 * scale <= 1:
            spots += self._look(picture, 2 * scale)
        return sorted(spots, key=lambda spot: -spot.score)[:_MOST]

    def _look(self, picture: Pyramid, scale: float, *, turned: bool = False) -> list[Spot]:
        height, width = picture.shape
        size = max(8, round(width * scale)), max(8, round(height * scale))
        small = picture.sized(*size)
        told = self._run(np.asarray(np.rot90(small), np.uint8) if turned else small)
        heat = np.ascontiguousarray(told[0])
        peak = (heat >= cv2.dilate(heat, np.ones((3, 3), np.uint8))) & (heat > _WEAKEST)
        rows, columns = np.nonzero(peak)
        found = []
        for row, column in zip(rows.tolist(), columns.tolist(), strict=True):
            cell = told[:, row, column]
            side = float(np.exp(np.clip(cell[1], -2, 3))) * _UNIT_PX
            x = (column + 0.5 + float(cell[2])) * _CELL
            y = (row + 0.5 + float(cell[3])) * _CELL
            if turned:
                x, y = size[0] - y, x
            if 0 <= x < size[0] and 0 <= y < size[1]:
                x, y = x * width / size[0], y * height / size[1]
                trust = 1.0 if _SMALL_PX < side < _LARGE_PX else _STRANGE
                found.append(Spot(x, y, side / scale, trust * float(cell[0]), float(cell[4])))
        return apart(found)

    def _run(self, small: Frame) -> npt.NDArray[np.float32]:
        """Return the network's answer, shape (5, rows, columns), for a picture of any size."""
        high, wide = small.shape[:2]
        mean, deviation = cv2.meanStdDev(np.ascontiguousarray(small).reshape(-1, 1))
        padded = np.zeros((1, 3, high + -high % 32, wide + -wide % 32), np.float32)
        normal = padded[0, :, :high, :wide]
        for colour, plane in enumerate(normal):  # eight times as fast as all at once and turned about
            plane[:] = small[..., colour]
        normal -= np.float32(mean[0, 0])
        normal *= np.float32(1 / (deviation[0, 0] + 8.0))
        self._net.setInput(padded)
        told: npt.NDArray[np.float32] = np.asarray(self._net.forward(), np.float32)[0]
        return told


def both(upright: list[Spot], turned: list[Spot]) -> list[Spot]:
    """Add to what was seen in a picture what is seen in the turned one only, which counts less.

    So a shell that is missed one way makes a reading doubtful, and nothing becomes surer.
    """
    new = [
        replace(one, score=_ONE_WAY * one.score)
        for one in turned
        if all(math.dist((one.x, one.y), (spot.x, spot.y)) > 0.4 * spot.size for spot in upright)
    ]
    return apart(upright + new)


def apart(found: list[Spot]) -> list[Spot]:
    """Keep the likeliest of spots that lie on top of each other; likeliest first."""
    kept: list[Spot] = []
    for spot in sorted(found, key=lambda one: -one.score):
        reach = 0.7 if spot.die > 0.5 else 0.5
        free = all(
            np.hypot(spot.x - other.x, spot.y - other.y) > reach * max(spot.size, other.size)
            for other in kept
        )
        if free:
            kept.append(spot)
    return kept
