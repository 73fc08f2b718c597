"""How bright a picture is; one taken in little light brightened, one under a warm lamp made whiter."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from vision.pyramid import Pyramid
from vision.reading import Frame

_DIM = 80.0
"""Where the brightest fiftieth of the picture is darker than this, 0 to 255, it is read brightened."""
_LIT, _MOST_LIGHT = 150.0, 5.0
"""What its brightest fiftieth is brought to, and by how much at most: noise is brightened too."""

_WARM = 0.39
"""Where the blue of the bright parts is less than this part of their red, and green lies between, the lamp is
warm: white paper under a lamp of 2,700 K has 0.34 where the camera keeps the white of daylight."""
_WHITE = 0.8, 0.925
"""What blue and green are brought to then, as parts of red: the lamp stays a little warm."""
_MOST_BLUE = 4.0
"""By how much blue is raised at most: its noise is, too."""
_CLIPPED = 250
"""What is brighter has lost its colour."""
_SIXTH = (np.arange(256) / 255) ** 6


def by_day(picture: Pyramid) -> Pyramid:
    """Return a picture as by day: brightened where there was little light, whiter where it was warm."""
    return whitened(lit(picture))


def brightest(frame: Frame, percent: float) -> float:
    """Return the brightness, 0 to 255, below which a part of the pixels is, by their lightest colour.

    Args:
        frame: Shape (height, width, 3), uint8, BGR. Not modified.
        percent: The part.
    """
    blue, green, red = cv2.split(frame)
    return level(np.asarray(cv2.max(cv2.max(blue, green), red), np.uint8), percent)


def level(values: npt.NDArray[np.uint8], percent: float) -> float:
    """Return the value below which a part of the values is: `np.percentile` in a third of its time.

    Args:
        values: Any shape, not empty. Not modified.
        percent: The part; 50 gives the median.
    """
    many = np.cumsum(np.bincount(values.ravel(), minlength=256))
    rank = percent / 100 * (values.size - 1)
    below = int(rank)
    low, high = np.searchsorted(many, [below, min(below + 1, values.size - 1)], side="right")
    return float(low + (rank - below) * (high - low))


def lit(picture: Pyramid) -> Pyramid:
    """Return a picture taken in little light brightened; others as they are."""
    bright = brightest(picture.sized(64, 48), 98)
    if bright >= _DIM:
        return picture
    gain = min(_MOST_LIGHT, _LIT / max(1.0, bright))
    return Pyramid(np.asarray(cv2.convertScaleAbs(picture.frame, alpha=gain), np.uint8))


def whitened(picture: Pyramid) -> Pyramid:
    """Return a picture taken under a warm lamp whiter; others as they are, those of a coloured cloth too.

    The colour of a lamp is seen in what is bright: in the mean of the sixth power. White dice on a red cloth
    keep it red. Source: Finlayson and Trezzi, Shades of gray and colour constancy, Color Imaging Conference
    12, 2004.
    """
    colours = cv2.split(picture.sized(64, 48))
    kept = cv2.max(cv2.max(colours[0], colours[1]), colours[2]) < _CLIPPED
    many = np.count_nonzero(kept)
    if many < kept.size / 10:
        return picture
    blue, green, red = (
        float(np.bincount(one[kept], minlength=256) @ _SIXTH / many) ** (1 / 6) for one in colours
    )
    if not blue < green < red or blue >= _WARM * red:
        return picture
    more_blue = min(_MOST_BLUE, _WHITE[0] * red / max(blue, 1e-6))
    more_green = min(max(1.0, _WHITE[1] * red / green), more_blue)
    steps = np.arange(256)[:, None] * np.array([more_blue, more_green, 1.0])
    table = np.asarray(np.clip(steps + 0.5, 0, 255), np.uint8)[None]
    return Pyramid(np.asarray(cv2.LUT(picture.frame, table), np.uint8))
