"""The lamp in a polished shell, painted out: a window mirrored in a back looks like the pip of a die."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np

from vision.brightness import level
from vision.reading import Frame

_REACH = 0.62
"""Mirrored lamps are looked for so far from the middle, in half sides of the patch."""
_BRIGHT = 0.5
"""A mirrored lamp is nearer to the brightest than to the middle brightness: by more than this part."""
_CONTRAST, _FLOOR = 50.0, 60.0
"""It is so much brighter than the middle, 0 to 255 in its weakest colour, and at least so bright. A lamp is
mirrored in its own colour, so that the weakest colour of a tan or dark shell shows it best. All four were
chosen on drawn sets of shells (131 that the eye did not tell), 23 November 2026."""
_LEAST, _MOST = 0.005, 0.35
"""The part of the looked at place that lamps cover; more is a light shell, and the dark is its pattern."""


def matt(patch: Frame) -> Frame | None:
    """Paint out the lamps that are mirrored in the middle of a patch.

    Args:
        patch: Shape (n, n, 3), uint8, BGR, n from 24, 1.8 sizes of the thing wide. Not modified.

    Returns:
        The patch as it would be in even light, of the same shape; None where nothing is mirrored.
    """
    weakest = patch.min(axis=2)
    inside = _disc(len(patch))
    some = weakest[inside]
    middle, top = level(some, 50), level(some, 99.5)
    if top - middle < _CONTRAST:
        return None
    lamp = ((weakest > max(_FLOOR, middle + _BRIGHT * (top - middle))) & inside).astype(np.uint8)
    if not _LEAST * some.size < np.count_nonzero(lamp) < _MOST * some.size:
        return None
    lamp = np.asarray(cv2.dilate(lamp, np.ones((3, 3), np.uint8)), np.uint8)
    left, top, width, height = cv2.boundingRect(lamp)
    near = np.s_[max(0, top - 4) : top + height + 4, max(0, left - 4) : left + width + 4]
    dull = patch.copy()
    dull[near] = cv2.inpaint(patch[near], lamp[near], 3, cv2.INPAINT_TELEA)
    return dull


@cache
def _disc(side: int) -> np.ndarray[tuple[int, int], np.dtype[np.bool_]]:
    """Return where in a square of this side lamps are looked for."""
    away = np.arange(side) - (side - 1) / 2
    return np.asarray(np.hypot(*np.meshgrid(away, away)) < _REACH * side / 2)
