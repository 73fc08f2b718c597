"""Small copies of frames, and how two of them differ when light and a bump are left out.

Light is no movement: pictures are compared as bright as each other, row by row, so that a lamp on the mains
(whose bands wander through the rows), a camera that sets its exposure anew, a lamp to one side and nightfall
are left out. Nor is a bump against the table: a picture that is another one, moved by a pixel or two, is the
same.
"""

from __future__ import annotations

from functools import cached_property

import cv2
import numpy as np
import numpy.typing as npt

from vision.reading import Frame

Mask = npt.NDArray[np.uint8]
"""Shape (height, width), uint8: 255 where something is so, 0 elsewhere."""

_LONG_SIDE_PX = 160
_BANDS = 0.3
"""Lamps on the mains make a row so much brighter or darker in one frame than in another."""
_WHITE, _NEARLY = 247.0, 180.0
"""Brighter than the first is white; what was brighter than the second may have been as bright."""
_BUMP_PX = 2.5
"""By so many small pixels a bump may move the picture."""


class Small:
    """A small copy of a frame."""

    def __init__(self, pixels: Frame) -> None:
        self.pixels = pixels
        """Shape (height, width, 3), uint8; the longer side has 160 pixels."""

    @property
    def shape(self) -> tuple[int, int]:
        """Height and width."""
        return self.pixels.shape[0], self.pixels.shape[1]

    @cached_property
    def level(self) -> npt.NDArray[np.float32]:
        """Middle of each colour, shape (3,)."""
        some = self.pixels[::4, ::4].reshape(-1, 3)
        return np.asarray(np.partition(some, len(some) // 2, axis=0)[len(some) // 2], np.float32)

    @cached_property
    def grey(self) -> npt.NDArray[np.float32]:
        """Brightness, shape (height, width)."""
        return np.asarray(cv2.cvtColor(self.pixels, cv2.COLOR_BGR2GRAY), np.float32)


def shrink(frame: Frame) -> Small:
    """Return the small copy of a frame."""
    height, width = frame.shape[:2]
    scale = _LONG_SIDE_PX / max(height, width)
    if scale < 0.2:  # a large frame: dropping pixels first keeps this cheap
        step = max(1, int(0.26 / scale))
        frame = np.ascontiguousarray(frame[::step, ::step])
        height, width = frame.shape[:2]
        scale = _LONG_SIDE_PX / max(height, width)
    if scale < 0.5:
        half = max(8, width // 2), max(8, height // 2)
        frame = np.asarray(cv2.resize(frame, half, interpolation=cv2.INTER_LINEAR), np.uint8)
    size = max(8, round(width * scale)), max(8, round(height * scale))
    small = cv2.resize(frame, size, interpolation=cv2.INTER_AREA)
    return Small(np.asarray(cv2.blur(small, (2, 2)), np.uint8))


def same_light(other: Small, now: Small) -> Frame:
    """Return `other` as bright as `now`: colour by colour, row by row, sloping softly from side to side."""
    # The middle of many ratios: what lies on a tenth of a row does not change that.
    ratio = (now.pixels[:, ::4] + np.float32(8)) / (other.pixels[:, ::4] + np.float32(8))
    colours = _middle(ratio[::4].reshape(-1, 3), 0).clip(0.5, 2.0)
    green = ratio[:, :, 1] / colours[1]
    rows = cv2.blur(_middle(green, 1)[:, None], (1, 5))[:, 0].clip(1 - _BANDS, 1 + _BANDS)
    # An arm that covers a column is no light: only what many columns share counts.
    slope = (100 * _middle(green, 0)).clip(50, 200).astype(np.uint8)
    slope = np.asarray(cv2.medianBlur(slope[None], len(slope) // 4 * 2 + 1), np.uint8)
    flat = int(slope.max()) < 104 and int(slope.min()) > 96
    if flat and float(np.abs(rows - 1).max()) < 0.02 and float(np.abs(colours - 1).max()) < 0.012:
        return other.pixels
    gain = np.broadcast_to(rows[:, None], now.shape)
    if not flat:
        gain = gain * (cv2.resize(slope, (now.shape[1], 1)) / np.float32(100))
    gain = np.ascontiguousarray(gain, np.float32)
    planes = [
        cv2.multiply(plane, gain, scale=float(colour), dtype=cv2.CV_8U)
        for plane, colour in zip(cv2.split(other.pixels), colours, strict=True)
    ]
    lit = np.asarray(cv2.merge(planes), np.uint8)
    # Where the camera has reached its white, nobody knows how bright it was.
    white = cv2.inRange(cv2.max(now.pixels, other.pixels), (0.0,) * 3, (_WHITE,) * 3)
    bright = cv2.inRange(cv2.min(now.pixels, other.pixels), (_NEARLY,) * 3, (255.0,) * 3)
    cv2.copyTo(now.pixels, cv2.bitwise_and(cv2.bitwise_not(white), bright), lit)
    return lit


def _middle(values: npt.NDArray[np.float32], axis: int) -> npt.NDArray[np.float32]:
    """Return the middle values along an axis."""
    half = values.shape[axis] // 2
    return np.asarray(np.partition(values, half, axis=axis).take(half, axis=axis), np.float32)


def other_light(other: Small, now: Small) -> bool:
    """True if the light has changed by so much that nothing can be compared."""
    ratio = (float(now.level.max()) + 8) / (float(other.level.max()) + 8)
    return not 0.5 < ratio < 2.0


def beyond(away: Frame, limit: float) -> Mask:
    """Mark where any colour differs by more than the limit."""
    inside = cv2.inRange(away, (0.0, 0.0, 0.0), (limit, limit, limit))
    return np.asarray(cv2.bitwise_not(inside), np.uint8)


def differing(now: Small, other: Small, inside: Mask, limit: float) -> int:
    """Count the pixels inside by which two small pictures differ, the light left out."""
    away = np.asarray(cv2.absdiff(now.pixels, same_light(other, now)), np.uint8)
    return int(cv2.countNonZero(cv2.bitwise_and(beyond(away, limit), inside)))


def moved_by(other: Small, now: Small) -> tuple[float, float] | None:
    """Tell by how many small pixels, x and y, the whole picture has moved.

    None if it has not, or by too much.
    """
    if other.shape != now.shape:
        return None
    height, width = now.shape
    window = cv2.createHanningWindow((width, height), cv2.CV_32F)
    (x, y), _ = cv2.phaseCorrelate(other.grey, now.grey, window)
    far = float(np.hypot(x, y))
    return (float(x), float(y)) if 0.05 < far < _BUMP_PX else None


def shifted(one: Small, by: tuple[float, float]) -> Small:
    """Return a small picture moved by x and y."""
    move = np.array([[1, 0, by[0]], [0, 1, by[1]]], np.float32)
    height, width = one.shape
    pixels = cv2.warpAffine(one.pixels, move, (width, height), borderMode=cv2.BORDER_REPLICATE)
    return Small(np.asarray(pixels, np.uint8))
