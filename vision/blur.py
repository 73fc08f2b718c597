"""How sharp a picture and the things in it are: out of focus, or blurred along a line by a movement."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.pyramid import Pyramid
from vision.reading import Frame

_SIDE, _MARGIN = 48, 1.5
"""Side of the patch in which edges are measured, in pixels and in sizes of the thing."""
_FINE, _COARSE = 0.8, 1.2
"""Deviations in pixels of two smoothings of the patch; the first takes the noise of single pixels away."""
_CONTRAST = 40.0
"""Contrast of a whole picture, 0 to 255, from which it must have an edge."""
_EMPTY = 12.0
"""Contrast under which a patch shows nothing."""
_VAGUE = (0.013, 0.1)
"""Steepest edge of a whole picture, as a part of its contrast for a pixel of a copy 256 pixels wide, between
which nothing in it is sharp. Flatter is light that fades across a plain ground."""
_WEAK = 0.8
"""Blurred along a line is what has edges that way of less than this part of those across it,"""
_SOFT_ALONG = 0.81
"""and keeps more than this part of them when it is smoothed further. Both were chosen on looks of shells and
dice that people may look at (`dev`) and on the even photographs of rune55, 23 November 2026: of 205 readings
that were right and certain 4 look so and are not known surely; of such throws of shells, blurred over 13 and
17 pixels, 79 of 96, and all 12 that were wrong although certain."""
_MOST = 4
"""So many things are looked at: a movement of the camera blurs all of them alike."""


def is_vague(picture: Pyramid) -> bool:
    """True if a picture has light and dark but no edge: blur hides what lies there."""
    grey = cv2.cvtColor(picture.sized(256, 192), cv2.COLOR_BGR2GRAY)
    smooth = np.asarray(cv2.GaussianBlur(grey.astype(np.float32), (0, 0), 1.0), np.float32)
    low, high = np.percentile(smooth, [1, 99])
    if high - low < _CONTRAST:
        return False
    flat, sharp = _VAGUE
    return bool(flat < np.percentile(np.hypot(*_slopes(smooth)), 99.7) / (high - low) < sharp)


def sharpness(frame: Frame, x: float, y: float, size: float) -> float:
    """Return the steepest edge of a thing as a part of its contrast, for a step of 1/48 of its patch.

    A larger copy of the same scene has the same sharpness; noise of single pixels is smoothed away first.

    Args:
        frame: Shape (height, width, 3), uint8, BGR. Not modified.
        x: The middle of the thing, in pixels of the frame.
        y: Its middle, counted downwards.
        size: Its size, in pixels.
    """
    patch = _patch(frame, x, y, size)
    if patch is None:
        return 0.0
    smooth = _smoothed(patch, _FINE)
    low, high = np.percentile(smooth, [2, 98])
    if high - low < _EMPTY:
        return 0.0
    return float(np.percentile(np.hypot(*_slopes(smooth)), 99) / (high - low))


def is_smeared(frame: Frame, places: Sequence[tuple[float, float, float]]) -> bool:
    """True if things are blurred along a line: by a camera or a table that moved.

    Edges that way are soft, and softer than those across it. What is only out of focus is soft in every way,
    and what is long and sharp, such as a shell, has few edges one way, but sharp ones.

    Args:
        frame: Shape (height, width, 3), uint8, BGR. Not modified.
        places: Middle x, y and size of each thing, in pixels of the frame.
    """
    patches = [patch for place in places[:_MOST] if (patch := _patch(frame, *place)) is not None]
    if not patches:
        return False
    fine, coarse = (
        np.mean([_steepest(_smoothed(patch, deviation)) for patch in patches], axis=0)
        for deviation in (_FINE, _COARSE)
    )
    if fine.max() * _SIDE < _EMPTY:
        return False
    part = fine / np.roll(fine, len(fine) // 2)
    along = int(part.argmin())
    return bool(part[along] < _WEAK and coarse[along] > _SOFT_ALONG * fine[along])


def around(frame: Frame, x: float, y: float, side: float) -> Frame:
    """Return the square of this side around a place, as far as the frame has it."""
    half = max(2.0, 0.5 * side)
    top, left = max(0, round(y - half)), max(0, round(x - half))
    return frame[top : max(top, round(y + half)), left : max(left, round(x + half))]


def _patch(frame: Frame, x: float, y: float, size: float) -> npt.NDArray[np.float32] | None:
    """Return the patch of a thing in grey, shape (48, 48), 0 to 255; None where the frame has none of it."""
    part = around(frame, x, y, _MARGIN * size)
    if min(part.shape) == 0:
        return None
    step = max(1, min(part.shape[:2]) // 96)
    if step > 1:
        part = np.asarray(
            cv2.resize(part, None, fx=1 / step, fy=1 / step, interpolation=cv2.INTER_AREA), np.uint8
        )
    grey = cv2.cvtColor(part, cv2.COLOR_BGR2GRAY)
    if min(grey.shape) < 4:
        return None
    how = cv2.INTER_AREA if len(grey) > _SIDE else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(grey, (_SIDE, _SIDE), interpolation=how), np.float32)


def _smoothed(grey: npt.NDArray[np.float32], deviation: float) -> npt.NDArray[np.float32]:
    return np.asarray(cv2.GaussianBlur(grey, (0, 0), deviation), np.float32)


def _slopes(grey: npt.NDArray[np.floating[Any]]) -> npt.NDArray[np.float32]:
    """Return how much the brightness changes from one pixel to the next, to the right and down."""
    both = cv2.Sobel(grey, cv2.CV_32F, 1, 0), cv2.Sobel(grey, cv2.CV_32F, 0, 1)
    return np.asarray(both, np.float32) / np.float32(8)


def _steepest(grey: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """Return how steep the steep edges of a patch are along each of `_WAYS`, by the mean of eighth powers."""
    power = _WAYS @ _slopes(grey).reshape(2, -1)
    for _ in range(3):  # numpy raises to the eighth power ten times as slowly as it multiplies
        np.multiply(power, power, out=power)
    return np.asarray(power.mean(axis=1) ** 0.125, np.float32)


_TURN = np.arange(8) * np.pi / 8
_WAYS = np.stack([np.cos(_TURN), np.sin(_TURN)], axis=1).astype(np.float32)
"""Eight directions, half a turn together; the one across each lies four further."""
