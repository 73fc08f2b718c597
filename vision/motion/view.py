"""Which part of a picture the eye looks at: the tray with what is around it, in the shape of 4 to 3.

A camera that sees the whole width of its sensor shows the board beside the tray, or the room. The tray is
looked at in a part that is as large in it as in a picture of the tray alone, so that movement, dice and
shells have the sizes in which the eye was measured, and wide pictures take hardly longer than narrow ones.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.reading import Frame, Reading
from vision.tray import Tray

LARGEST_PX = 1280 * 960
"""Pixels of a picture that is kept of what was read: those of the whole picture until cameras became wide."""

_AROUND = 0.15
"""Part of the tray's longer side that is seen around it: the rim, and hands that reach in."""

_RIM = 0.03
"""The least of it that is seen."""

_SHAPE = 4 / 3
"""Width by height of a part, where the picture has room for it."""

_NEARLY = 0.8
"""A part that is so much of the picture's width or height takes all of it: nearly the whole is the whole."""

_HALVED = 2.6
"""What is to be read is halved from so many times `LARGEST_PX` on, which 2304 x 1296 is not: up to there, to
read it as it is takes less time than to make it smaller."""

_LEAST = 0.25
"""No part is narrower than so much of the picture: movement is watched in 160 pixels of a picture of 640."""


@dataclass(frozen=True, slots=True)
class View:
    """The part of a camera's pictures that is looked at. Parts fit pictures of every size of one camera."""

    tray: Tray | None = None
    """Where things are thrown, in parts of this view; None while the whole picture is the tray."""
    left: float = 0.0
    """Its edges, as parts of the picture's width and height, 0 to 1."""
    top: float = 0.0
    right: float = 1.0
    bottom: float = 1.0

    @classmethod
    def of(cls, tray: Tray | None, *, width: int, height: int) -> View:
        """Return the view of a tray in pictures of a size.

        Args:
            tray: Where things are thrown, in parts of the picture; None takes the whole picture.
            width: Of the pictures, in pixels; only the shape counts.
            height: Of the pictures, in pixels.
        """
        if tray is None:
            return cls()
        outline = tray.outline(width, height)
        first = outline.min(axis=0).clip(0, (width, height))
        last = outline.max(axis=0).clip(0, (width, height))
        wide, high = (float(side) for side in last - first)
        down = max(high, wide / _SHAPE) + 2 * _AROUND * max(wide, high)
        down = max(down, _LEAST * width / _SHAPE)
        if down >= _NEARLY * height:
            down = height
        # Where the room is scarce only the rim itself is seen around the tray.
        across = max(_SHAPE * down, wide + 2 * _RIM * max(wide, high))
        if across >= _NEARLY * width:
            across = width
            down = min(height, max(down, across / _SHAPE))
        middle = (first + last) / 2
        left = min(max(0.0, float(middle[0]) - across / 2), width - across)
        top = min(max(0.0, float(middle[1]) - down / 2), height - down)
        view = cls(None, left / width, top / height, (left + across) / width, (top + down) / height)
        return replace(view, tray=view.within(tray))

    @property
    def is_whole(self) -> bool:
        """True if it is the whole picture."""
        return (self.left, self.top, self.right, self.bottom) == (0.0, 0.0, 1.0, 1.0)

    def within(self, tray: Tray) -> Tray:
        """Return a tray of the picture in parts of this view."""
        if self.is_whole:
            return tray
        wide, high = self.right - self.left, self.bottom - self.top
        first, second, third, fourth = [
            ((x - self.left) / wide, (y - self.top) / high) for x, y in tray.corners
        ]
        return replace(tray, corners=(first, second, third, fourth))

    def cut(self, frame: Frame) -> Frame:
        """Return what is looked at, at least one pixel wide and high; very large pictures are halved.

        Args:
            frame: Shape (height, width, 3), uint8, BGR. Not modified.

        Returns:
            Where it is not halved, a view of the frame's own memory.
        """
        height, width = frame.shape[:2]
        left, top = min(round(self.left * width), width - 1), min(round(self.top * height), height - 1)
        right = max(left + 1, round(self.right * width))
        bottom = max(top + 1, round(self.bottom * height))
        part = frame[top:bottom, left:right]
        while part.shape[0] * part.shape[1] > _HALVED * LARGEST_PX:
            half = part.shape[1] // 2, part.shape[0] // 2
            part = np.asarray(cv2.resize(part, half, interpolation=cv2.INTER_AREA), np.uint8)
        return part


WHOLE = View()
"""All of the picture."""


def kept(frame: Frame, reading: Reading) -> tuple[Frame, Reading]:
    """Return a copy of a picture of at most `LARGEST_PX` pixels, and what was read in it, in its pixels.

    Args:
        frame: Shape (height, width, 3), uint8, BGR. Not modified.
        reading: What was read, in pixels of the frame.
    """
    height, width = frame.shape[:2]
    scale = (LARGEST_PX / (width * height)) ** 0.5
    if scale >= 1:
        return frame.copy(), reading
    size = max(1, round(scale * width)), max(1, round(scale * height))
    # Linear takes a sixth of the time, and is as good while every pixel is still looked at.
    how = cv2.INTER_LINEAR if scale > 0.5 else cv2.INTER_AREA
    small = np.asarray(cv2.resize(frame, size, interpolation=how), np.uint8)
    across, down = size[0] / width, size[1] / height
    seen = (
        replace(one, x=across * one.x, y=down * one.y, width=across * one.width, height=down * one.height)
        for one in reading.seen
    )
    return small, replace(reading, seen=tuple(seen))
