"""How bright a picture is, and one taken in little light brightened."""

from __future__ import annotations

import cv2
import numpy as np

from vision.pyramid import Pyramid
from vision.reading import Frame

_DIM = 80.0
"""Where the brightest fiftieth of the picture is darker than this, 0 to 255, it is read brightened."""
_LIT, _MOST_LIGHT = 150.0, 5.0
"""What its brightest fiftieth is brought to, and by how much at most: noise is brightened too."""


def brightest(frame: Frame, percent: float) -> float:
    """Return the brightness, 0 to 255, below which a part of the pixels is, by their lightest colour.

    Args:
        frame: Shape (height, width, 3), uint8, BGR. Not modified.
        percent: The part.
    """
    blue, green, red = cv2.split(frame)
    return float(np.percentile(cv2.max(cv2.max(blue, green), red), percent))


def lit(picture: Pyramid) -> Pyramid:
    """Return a picture taken in little light brightened; others as they are."""
    bright = brightest(picture.sized(64, 48), 98)
    if bright >= _DIM:
        return picture
    gain = min(_MOST_LIGHT, _LIT / max(1.0, bright))
    return Pyramid(np.asarray(cv2.convertScaleAbs(picture.frame, alpha=gain), np.uint8))
