"""A frame in halving sizes: every look at it begins at a copy that is not much larger than needed."""

from __future__ import annotations

import cv2
import numpy as np

from vision.reading import Frame

_NEAR = 1.34
"""What shrinks by less than this takes no mean of all its pixels, which is five times as fast."""


class Pyramid:
    """A frame in halving sizes, made when they are first asked for.

    Halving is several times as fast as shrinking by any other factor, and it is done once for all who look.
    """

    def __init__(self, frame: Frame) -> None:
        """Begin with a frame of shape (height, width, 3), uint8, BGR; it is not modified."""
        self._levels = [frame]
        self._sized: dict[tuple[int, int], Frame] = {}

    @property
    def frame(self) -> Frame:
        """The frame itself."""
        return self._levels[0]

    @property
    def shape(self) -> tuple[int, int]:
        """Height and width of the frame, in pixels."""
        return self.frame.shape[0], self.frame.shape[1]

    def at_least(self, width: int, height: int) -> Frame:
        """Return the smallest copy that has at least this width and height; the frame if it is smaller."""
        level = 0
        while self._size(level + 1)[0] >= width and self._size(level + 1)[1] >= height:
            level += 1
        return self._level(level)

    def sized(self, width: int, height: int) -> Frame:
        """Return a copy of this width and height, in pixels: the same to all who ask, not to be modified."""
        if (width, height) not in self._sized:
            near = self.at_least(width, height)
            if near.shape[:2] != (height, width):
                least = min(near.shape[1] / width, near.shape[0] / height)
                how = cv2.INTER_AREA if least > _NEAR else cv2.INTER_LINEAR
                near = np.asarray(cv2.resize(near, (width, height), interpolation=how), np.uint8)
            self._sized[width, height] = near
        return self._sized[width, height]

    def cut(self, x: float, y: float, *, side: float, pixels: int) -> Frame:
        """Cut a square, brought to one size; outside the frame its edge is repeated.

        Args:
            x: Its centre, in pixels of the frame.
            y: Its centre, counted downwards.
            side: Its side, in pixels of the frame.
            pixels: Side of the result.

        Returns:
            A picture of shape (pixels, pixels, 3), uint8, BGR.
        """
        scale, level = pixels / side, 0
        while scale < 0.5 and min(self._size(level)) > 2:
            level, scale, x, y = level + 1, scale * 2, x / 2, y / 2
        move = np.array([[scale, 0, pixels / 2 - scale * x], [0, scale, pixels / 2 - scale * y]])
        patch = cv2.warpAffine(
            self._level(level),
            move,
            (pixels, pixels),
            flags=cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        )
        return np.asarray(patch, np.uint8)

    def _size(self, level: int) -> tuple[int, int]:
        height, width = self.shape
        return max(1, width >> level), max(1, height >> level)

    def _level(self, level: int) -> Frame:
        while len(self._levels) <= level:
            size = self._size(len(self._levels))
            half = cv2.resize(self._levels[-1], size, interpolation=cv2.INTER_AREA)
            self._levels.append(np.asarray(half, np.uint8))
        return self._levels[level]
