"""What moves, what is a hand, and what the empty tray looks like: all on a small grey copy of the frame."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.reading import Frame
from vision.tray import Tray

Grey = npt.NDArray[np.uint8]
"""A small grey picture: shape (height, width), uint8; the longer side has 160 pixels."""

_LONG_SIDE_PX = 160
_MOVED = 9
"""Difference of brightness, 0 to 255, between two frames that counts as movement."""
_MOVED_PX = 4
"""So many pixels of the small picture must differ."""
_STANDS_OUT = 16
"""Difference of brightness from the empty tray that counts as something lying there."""
_SOMETHING_PX = 9
"""Fewer pixels of the small picture than these are nothing."""
_HAND = 0.045
"""Smallest part of the picture that a hand reaching in from its edge covers."""
_EVERYWHERE = 0.6
"""From this part of the picture on it is the light or the camera that changed."""


def shrink(frame: Frame) -> Grey:
    """Give the small grey copy of a frame."""
    height, width = frame.shape[:2]
    scale = _LONG_SIDE_PX / max(height, width)
    size = max(8, round(width * scale)), max(8, round(height * scale))
    if scale < 0.2:  # a large frame: dropping pixels first keeps this cheap
        step = int(0.25 / scale) + 1
        frame = np.ascontiguousarray(frame[::step, ::step])
    small = cv2.resize(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY), size, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.blur(small, (2, 2)), np.uint8)


class Movement:
    """Tells for how long nothing has moved."""

    def __init__(self) -> None:
        self._last: Grey | None = None
        self._first: Grey | None = None
        self._since_s = 0.0
        self._frames = 0

    def step(self, grey: Grey, inside: Grey, *, time_s: float) -> tuple[float, int]:
        """Take the next small picture.

        It is compared with the one before and with the first one since all is still, so that a shell that
        rocks slowly counts as moving.

        Args:
            grey: The small picture.
            inside: 255 where the tray is, 0 elsewhere, the same shape.
            time_s: When it was taken, in seconds.

        Returns:
            For how many seconds, and for how many frames after the first, nothing has moved; 0 and 0 while
            something moves.
        """
        still = (
            self._last is not None
            and self._first is not None
            and self._last.shape == grey.shape
            and differing(grey, self._last, inside, more_than=_MOVED) < _MOVED_PX
            and differing(grey, self._first, inside, more_than=_MOVED + 2) < _MOVED_PX
        )
        self._last = grey
        if not still or self._first is None:
            self._first, self._since_s, self._frames = grey, time_s, 0
            return 0.0, 0
        self._frames += 1
        if self._frames > 30:  # daylight changes slowly: what is compared with follows
            self._first = np.asarray(cv2.addWeighted(self._first, 0.9, grey, 0.1, 0), np.uint8)
        return time_s - self._since_s, self._frames


@dataclass(frozen=True, slots=True)
class Look:
    """How a small picture differs from the empty tray."""

    something: bool
    """Something lies in the tray."""
    hand: bool
    """Something large reaches in from the edge of the picture."""
    everywhere: bool
    """Nearly all differs: the light or the camera has changed."""


_EMPTY = Look(something=False, hand=False, everywhere=False)
_NOTHING_KNOWN = Look(something=True, hand=False, everywhere=False)


class Background:
    """What the tray looks like when it is empty."""

    def __init__(self, tray: Tray | None) -> None:
        self._tray = tray
        self._empty: npt.NDArray[np.float32] | None = None
        self._plain: Grey | None = None
        self._inside: Grey | None = None

    @property
    def known(self) -> bool:
        """True once an empty tray was learnt."""
        return self._empty is not None

    def inside(self, grey: Grey) -> Grey:
        """Give the tray as a mask for small pictures of this shape."""
        if self._inside is None or self._inside.shape != grey.shape:
            height, width = grey.shape
            whole = np.full((height, width), 255, np.uint8)
            self._inside = whole if self._tray is None else self._tray.mask(width, height)
        return self._inside

    def learn(
        self, grey: Grey, *, gently: bool = False, without: Sequence[tuple[int, int, int, int]] = ()
    ) -> None:
        """Take a small picture as that of the empty tray.

        Args:
            grey: The small picture.
            gently: Mix it into what is known, so that slow changes of light are followed.
            without: Boxes of things that lie there; what is under them is guessed from around.
        """
        if gently and self._empty is not None:
            self._empty += np.float32(0.05) * (grey - self._empty)
            self._plain = self._empty.astype(np.uint8)
            return
        if without:
            hidden = np.zeros(grey.shape, np.uint8)
            for left, top, right, bottom in without:
                wide, tall = (right - left) // 3 + 1, (bottom - top) // 3 + 1
                hidden[max(0, top - tall) : bottom + tall, max(0, left - wide) : right + wide] = 255
            grey = np.asarray(cv2.inpaint(grey, hidden, 3, cv2.INPAINT_TELEA), np.uint8)
        self._empty, self._plain = grey.astype(np.float32), grey

    def look(self, grey: Grey) -> Look:
        """Compare a small picture with the empty tray; if none was learnt, something may lie there."""
        if self._empty is None:
            return _NOTHING_KNOWN
        mask = self._standing_out(grey)
        covered = cv2.countNonZero(mask)
        if covered < _SOMETHING_PX:
            return _EMPTY
        if covered > _EVERYWHERE * mask.size:
            return Look(something=True, hand=True, everywhere=True)
        return Look(something=self._lies_there(mask), hand=self._reaches_in(mask), everywhere=False)

    def bare(self, grey: Grey, boxes: Sequence[tuple[int, int, int, int]]) -> bool:
        """Say whether nothing but a hand is over the tray and none of the boxes is covered."""
        if self._empty is None:
            return False
        mask = self._standing_out(grey)
        for left, top, right, bottom in boxes:
            place = mask[top:bottom, left:right]
            if place.size and np.count_nonzero(place) > 0.2 * place.size:
                return False
        mask[self._hands(mask)] = 0
        return not self._lies_there(mask)

    def differs(self, grey: Grey, other: Grey) -> bool:
        """Say whether two small pictures differ inside the tray by more than noise."""
        return differing(grey, other, self.inside(grey), more_than=_MOVED + 4) >= _MOVED_PX

    def _standing_out(self, grey: Grey) -> Grey:
        away = cv2.absdiff(grey, same_light(np.asarray(self._plain, np.uint8), grey))
        _, mask = cv2.threshold(away, _STANDS_OUT, 255, cv2.THRESH_BINARY)
        return np.asarray(mask, np.uint8)

    def _lies_there(self, mask: Grey) -> bool:
        """Say whether a patch inside the tray is large enough to be something: 3 by 3 pixels or more."""
        patches = cv2.erode(cv2.bitwise_and(mask, self.inside(mask)), np.ones((3, 3), np.uint8))
        return cv2.countNonZero(patches) > 0

    def _reaches_in(self, mask: Grey) -> bool:
        """Say whether there is a hand; most frames have too little covered for one."""
        return cv2.countNonZero(mask) > _HAND * mask.size and bool(self._hands(mask).any())

    def _hands(self, mask: Grey) -> npt.NDArray[np.bool_]:
        """Mark what is large, reaches in from the edge of the picture, and is over the tray."""
        count, labels, stats, _ = cv2.connectedComponentsWithStats(mask)
        height, width = mask.shape
        found = np.zeros(mask.shape, np.bool_)
        for i in range(1, count):
            left, top, wide, tall, area = (int(value) for value in stats[i])
            at_edge = left == 0 or top == 0 or left + wide == width or top + tall == height
            if at_edge and area > _HAND * mask.size:
                part = labels == i
                if (self.inside(mask)[part] > 0).any():
                    found |= part
        return found


def differing(grey: Grey, other: Grey, inside: Grey, *, more_than: int) -> int:
    """Count the pixels inside by which two small pictures differ, a change of all the light left out."""
    _, mask = cv2.threshold(cv2.absdiff(grey, same_light(other, grey)), more_than, 255, cv2.THRESH_BINARY)
    return int(cv2.countNonZero(cv2.bitwise_and(mask, inside)))


def same_light(other: Grey, grey: Grey) -> Grey:
    """Give `other` as bright as `grey`, where both differ by their light only, and not by much."""
    ratio = (_level(grey) + 8) / (_level(other) + 8)
    if abs(ratio - 1) < 0.004 or not 0.7 < ratio < 1.4:
        return other
    return np.asarray(cv2.convertScaleAbs(other, alpha=ratio, beta=8 * (ratio - 1)), np.uint8)


def _level(grey: Grey) -> float:
    """Give the middle brightness of a small picture, from every sixteenth of its pixels."""
    some = grey[::4, ::4].ravel()
    return float(np.partition(some, some.size // 2)[some.size // 2])
