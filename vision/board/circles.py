"""How wide round pieces are: the rings that are seen around taps on them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.board.errors import BoardError
from vision.board.learnt import FACES
from vision.board.occupancy import BESIDE
from vision.board.placing.cut import Cutter
from vision.board.placing.pose import Pose
from vision.reading import Frame

_Map = npt.NDArray[np.float32]
"""Shape (height, width), one number for each pixel of the straightened board."""

_SIDE = 24
"""Pixels of a piece's place on the straightened board."""
_MARGIN = 1.0
_RADII = np.arange(0.36, 0.521, 0.02)
"""Radii of pieces that are tried, in widths of a place."""
_AS_ROUND = 0.97
"""Rings that are nearly as clear as the clearest: the piece's own lies in their middle."""
_OUTER = 0.02
"""So much wider than a piece its clearest ring is, in places (painted boards, 23 November 2026)."""
_NARROWEST, _WIDEST = 0.36, 0.49
"""Five pieces of the widest lie on a point without overlapping."""
_ANGLES = 24
"""Places around a ring at which its edge is looked for."""
_CLEAR = 80.0
"""Step of lightness or colour from pixel to pixel, 0 to 255, from which an edge is as clear as any."""


def ring_radius(frame: Frame, pose: Pose, taps: Sequence[Sequence[tuple[float, float]]]) -> float:
    """Return the radius of tapped pieces by the rings that are seen around them, in widths of a place.

    Args:
        frame: Shape (height, width, 3), uint8, BGR. Not modified.
        pose: Where the board lies in it.
        taps: By owner: pixels on pieces, at least one each.

    Raises:
        BoardError: If a tap lies beside the board.
    """
    tall = max(place.tall for place in pose.plan.places)
    board = Cutter(frame, pose, side_px=_SIDE).board(tall=tall, margin=_MARGIN)
    lab = np.asarray(cv2.cvtColor(board, cv2.COLOR_BGR2LAB), np.float32)
    lies = pose.lies(np.array([tap for own in taps for tap in own[:FACES]], np.float64), tall)
    near = []
    for x, y in (pose.plan.in_pieces(lies) + _MARGIN) * _SIDE - 0.5:
        if not (2 <= x < lab.shape[1] - 2 and 2 <= y < lab.shape[0] - 2):
            raise BoardError(BESIDE)
        near.append(_Near.of(lab, float(x), float(y)))
    rounds = [float(np.mean([one.clearest(radius * _SIDE) for one in near])) for radius in _RADII]
    if max(rounds) < 0.04:
        return 0.45 - _OUTER
    alike = [radius for radius, part in zip(_RADII, rounds, strict=True) if part >= _AS_ROUND * max(rounds)]
    return min(_WIDEST, max(_NARROWEST, float(np.mean(alike)) - _OUTER))


@dataclass(frozen=True, slots=True)
class _Near:
    """What is seen around a tap."""

    steps: Sequence[_Map]
    """For half the angles: how clear an edge across is at each pixel, 0 to 1."""
    x: float
    """Where the tap lies in it, in pixels."""
    y: float

    @classmethod
    def of(cls, lab: _Map, x: float, y: float) -> _Near:
        """Cut out what is around a pixel."""
        left, top = max(0, round(x) - _SIDE), max(0, round(y) - _SIDE)
        here = np.ascontiguousarray(lab[top : round(y) + _SIDE + 1, left : round(x) + _SIDE + 1])
        return cls(_steps(here), x - left, y - top)

    def clearest(self, radius_px: float) -> float:
        """Return how clear the clearest ring near the tap is."""
        reach = 0.4 * _SIDE
        left, top = max(0, round(self.x - reach)), max(0, round(self.y - reach))
        ring = self._rings(radius_px)[top : round(self.y + reach) + 1, left : round(self.x + reach) + 1]
        return float(ring.max())

    def _rings(self, radius_px: float) -> _Map:
        """Return how much of a ring of that radius is an edge around each pixel, 0 to 1."""
        height, width = self.steps[0].shape
        total = np.zeros((height, width), np.float32)
        for n in range(_ANGLES):
            turn = 2 * np.pi * n / _ANGLES
            x, y = round(radius_px * np.cos(turn)), round(radius_px * np.sin(turn))
            step = self.steps[n % (_ANGLES // 2)]
            rows, columns = slice(max(0, -y), height - max(0, y)), slice(max(0, -x), width - max(0, x))
            there = step[max(0, y) : height - max(0, -y), max(0, x) : width - max(0, -x)]
            total[rows, columns] += there
        return np.asarray(total / _ANGLES, np.float32)


def _steps(lab: _Map) -> list[_Map]:
    """Measure the steps of lightness and colours, shape (height, width, 3), across half the angles."""
    smooth = cv2.GaussianBlur(lab, (0, 0), 0.8)
    # Of the three, the one that steps most at each pixel, since two of them seldom step differently.
    across = down = most = np.zeros(lab.shape[:2], np.float32)
    for one, other in zip(
        cv2.split(cv2.Sobel(smooth, cv2.CV_32F, 1, 0)),
        cv2.split(cv2.Sobel(smooth, cv2.CV_32F, 0, 1)),
        strict=True,
    ):
        steep = one * one + other * other
        more = steep > most
        most = np.maximum(steep, most)
        across, down = np.where(more, one / 8, across), np.where(more, other / 8, down)
    turns = [2 * np.pi * n / _ANGLES for n in range(_ANGLES // 2)]
    return [np.minimum(np.abs(np.cos(a) * across + np.sin(a) * down) / _CLEAR, 1.0) for a in turns]
