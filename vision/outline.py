"""The outline of a thing on its ground: a shell is longer than broad and has no corners, a die has four."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from vision.reading import Frame

SIDE, MARGIN = 72, 1.8
"""Side of the patch that an outline is looked for in, in pixels and in sizes of the thing."""
_LONG = 1.12
"""A shell is longer than broad by at least this factor."""
_FULL = 0.65, 0.84
"""So much of the box around it a shell fills, turned to fit: an oval pi / 4, a square all. This and the other
limits were chosen on drawn shells and dice on composed grounds, 23 November 2026: of 71 dice 3 looked so."""
_AREA = 0.45, 1.25
"""Its area, in squares of its size."""
_WHOLE = 0.9
"""So much of its hull it fills: less is not the thing alone."""
_GROUNDS = 4
"""The ground has at most so many colours."""
_SHADE = 0.6
"""Lightness counts so much beside colour: shadows are ground."""


def is_shell_like(patch: Frame) -> bool | None:
    """True if the thing in the middle of a patch has the outline of a shell, false if it has another.

    Args:
        patch: Shape (72, 72, 3), uint8, BGR, 1.8 sizes of the thing wide. Not modified.

    Returns:
        None where no outline is found, or one that is not that of the thing alone.
    """
    lab = cv2.cvtColor(patch, cv2.COLOR_BGR2LAB).astype(np.float32) * (_SHADE, 1, 1)
    lab = np.asarray(cv2.GaussianBlur(lab.astype(np.float32), (0, 0), 1), np.float32)
    unlike = np.min([np.linalg.norm(lab - colour, axis=2) for colour in _colours(lab[_AROUND][::2])], axis=0)
    steps = np.asarray(np.clip(4 * unlike, 0, 255), np.uint8)
    limit, _ = cv2.threshold(steps[_WITHIN].reshape(-1, 1), 0, 255, cv2.THRESH_OTSU)
    thing = (steps > max(limit, 16)).astype(np.uint8)
    square = np.ones((5, 5), np.uint8)
    thing = np.asarray(cv2.morphologyEx(thing, cv2.MORPH_CLOSE, square), np.uint8)
    thing = np.asarray(cv2.morphologyEx(thing, cv2.MORPH_OPEN, square), np.uint8)
    found, _ = cv2.findContours(thing, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    middle = (SIDE - 1) / 2
    around = [one for one in found if cv2.pointPolygonTest(one, (middle, middle), True) > -4]
    if not around:
        return None
    outline = max(around, key=cv2.contourArea)
    area, hull = cv2.contourArea(outline), cv2.contourArea(cv2.convexHull(outline))
    narrow, long = sorted(cv2.minAreaRect(outline)[1])
    if narrow < 1 or area < _WHOLE * hull or not _AREA[0] < area * (MARGIN / SIDE) ** 2 < _AREA[1]:
        return None
    return bool(long / narrow > _LONG and _FULL[0] < hull / (narrow * long) < _FULL[1])


def _colours(ground: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """Return the colours of a ground, those that are seldom left out: shape (colours, 3)."""
    ends = (cv2.TERM_CRITERIA_MAX_ITER, 8, 1.0)
    cv2.setRNGSeed(1)
    _, which, colours = cv2.kmeans(ground, _GROUNDS, None, ends, 1, cv2.KMEANS_PP_CENTERS)  # type: ignore[call-overload]
    often = np.bincount(which.ravel(), minlength=_GROUNDS) > 0.06 * len(ground)
    return np.asarray(colours[often], np.float32)


_AWAY = np.hypot(*np.meshgrid(*[(np.arange(SIDE) - (SIDE - 1) / 2) / (SIDE / 2)] * 2))
_AROUND = (_AWAY > 0.9) & (_AWAY < 1.25)
_WITHIN = _AWAY < 1
