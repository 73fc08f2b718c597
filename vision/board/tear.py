"""Whether a picture is torn: from some row on it is one row again and again, or one shade.

A cable or a card that stutters gives such pictures, and what is told of them looks like an empty board.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.board.pose import UNIT, Pose
from vision.reading import Doubt, Frame

TORN = Doubt("the picture is torn: look at the camera's cable")
_ROWS = 24
"""So many rows one after the other are never all alike: a packed picture has blocks of eight."""
_ALIKE = 0.98
"""Part of a row's pixels that are as those above."""


def is_torn(frame: Frame, pose: Pose) -> bool:
    """True if the picture is torn where the board lies.

    Args:
        frame: Shape (height, width, 3), uint8, BGR, of the size that the pose has. Not modified.
        pose: Where the board lies in it.
    """
    outline = pose.seen(UNIT)
    left, top = np.floor(outline.min(axis=0)).astype(int).clip(0, None)
    right, bottom = np.ceil(outline.max(axis=0)).astype(int)
    part = frame[top:bottom, left:right]
    if min(part.shape[:2]) < 2 * _ROWS:
        return False
    grey = np.asarray(cv2.cvtColor(part, cv2.COLOR_BGR2GRAY), np.uint8)
    alike = (grey[1:] == grey[:-1]).mean(axis=1) >= _ALIKE
    return bool((np.convolve(alike, np.ones(_ROWS), "valid") >= _ROWS).any())
