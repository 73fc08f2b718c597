"""Pictures of which nothing is told with certainty: torn ones, and those that are out of focus.

A cable that stutters gives pictures that are one row again and again from some row on, or one shade. What is
told of them looks like an empty board. A lower part that is moved aside is not noticed: points follow points.
"""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from vision.board.placing.pose import UNIT, Pose
from vision.reading import Doubt, Frame

TORN = Doubt("the picture is torn: look at the cable of the camera")
BLURRED = Doubt("the picture of the board is blurred: wipe the lens, or let the camera focus")

Grey = npt.NDArray[np.uint8]
"""Shape (height, width)."""

_ROWS = 24
"""So many rows one after the other are never all alike: a packed picture has blocks of eight."""
_ALIKE = 0.98
"""Part of a row's pixels that are as those above."""


_WIDE = 400
"""Pixels that the board is wide where its edges are measured."""
_SOFT = 3.5
"""Of these pixels, a Gaussian's deviation: no edge of a blurred picture is steeper."""


def spoilt(frame: Frame, pose: Pose) -> tuple[Doubt, ...]:
    """Return what is wrong with a picture as a whole, where the board lies.

    Args:
        frame: Shape (height, width, 3), uint8, BGR, of the size that the pose has. Not modified.
        pose: Where the board lies in it.
    """
    outline = pose.seen(UNIT)
    left, top = np.floor(outline.min(axis=0)).astype(int).clip(0, None)
    right, bottom = np.ceil(outline.max(axis=0)).astype(int)
    part = frame[top:bottom, left:right]
    if min(part.shape[:2]) < 2 * _ROWS:
        return ()
    grey = np.asarray(cv2.cvtColor(part, cv2.COLOR_BGR2GRAY), np.uint8)
    return (*[TORN] * _is_torn(grey), *[BLURRED] * _is_blurred(grey))


def _is_torn(grey: Grey) -> bool:
    alike = (grey[1:] == grey[:-1]).mean(axis=1) >= _ALIKE
    return bool((np.convolve(alike, np.ones(_ROWS), "valid") >= _ROWS).any())


def _is_blurred(grey: Grey) -> bool:
    scale = _WIDE / max(grey.shape)
    small = np.asarray(cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.float32)
    steep = float(np.percentile(np.abs(small[:, 2:] - small[:, :-2]), 99)) / 2
    contrast = float(np.percentile(small, 98) - np.percentile(small, 2))
    return bool(contrast > _SOFT * np.sqrt(2 * np.pi) * max(steep, 1e-3))
