"""What moves, what is a hand, and what the empty tray looks like: all on small copies of the frames."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.motion.small import Mask, Small, beyond, differing, moved_by, other_light, same_light, shifted
from vision.reading import Frame
from vision.tray import Tray

Box = tuple[int, int, int, int]
"""Left, top, right, bottom of a thing in the small picture."""

_MOVED = 7.0
"""Smallest difference of a colour, 0 to 255, between two frames that counts as movement; more where the
camera is noisy."""
_MOVED_MOST = 30.0
_NOISES = 2.2
"""So many times what the noise alone changes at most in one tile is a movement."""
_TILES = 6, 8
"""Rows and columns of tiles. What moves is in few of them, noise and the blocks of a JPEG in all."""
_MOVED_PX = 4
"""So many pixels of the small picture must differ."""
_CHANGED_PX = 6
"""So many must differ from the picture that was read before it is read again."""
_STANDS_OUT = 16.0
"""Difference from the empty tray that counts as something lying there."""
_SOMETHING_PX = 9
"""Fewer pixels of the small picture than these are nothing."""
_HAND = 0.035
"""Smallest part of the picture that a hand reaching in from its edge covers."""
_HAND_INSIDE = 0.004
"""Of it, so much of the picture must be over the tray, without a seam along the rim where shadows fall."""
_EVERYWHERE = 0.6
"""From this part of the picture on it is the light or the camera that changed."""
_COMPACT = 0.06
"""What lies in the tray is smaller than this part of the picture; larger is a shadow."""
_COMPACT_PX = 12
"""Fewer pixels are no die and no shell."""
_THREE = np.ones((3, 3), np.uint8)
_KEPT = 3
"""So many pictures of the empty tray are kept: with and without a lamp, or something laid on the rim."""


class Movement:
    """Tells for how long nothing has moved."""

    def __init__(self) -> None:
        self._last: Small | None = None
        self._first: Small | None = None
        self._since_s = 0.0
        self._frames = 0
        self._noises: deque[float] = deque(maxlen=45)
        self._limit = _MOVED

    @property
    def limit(self) -> float:
        """Difference that counts as movement, with the noise there is."""
        return self._limit

    def step(self, now: Small, inside: Mask, *, time_s: float) -> tuple[float, int]:
        """Take the next small picture.

        It is compared with the one before and with the first one since all is still, so that a shell that
        rocks slowly counts as moving.

        Args:
            now: The small picture.
            inside: 255 where the tray is, 0 elsewhere, the same shape.
            time_s: When it was taken, in seconds.

        Returns:
            For how many seconds, and for how many frames after the first, nothing has moved; 0 and 0 while
            something moves.
        """
        still = (
            self._last is not None
            and self._first is not None
            and not self._moved(now, self._last, inside, learn=True)
            and not self._moved(now, self._first, inside)
        )
        self._last = now
        if not still or self._first is None:
            self._first, self._since_s, self._frames = now, time_s, 0
            return 0.0, 0
        self._frames += 1
        if (
            self._frames > 30 and self._frames % 6 == 0
        ):  # daylight changes slowly: what is compared with follows
            follow = cv2.addWeighted(self._first.pixels, 0.6, now.pixels, 0.4, 0)
            self._first = Small(np.asarray(follow, np.uint8))
        return time_s - self._since_s, self._frames

    def _moved(self, now: Small, other: Small, inside: Mask, *, learn: bool = False) -> bool:
        more = 0 if learn else 2
        away = np.asarray(cv2.absdiff(now.pixels, other.pixels), np.uint8)
        if cv2.countNonZero(cv2.bitwise_and(beyond(away, _MOVED + more), inside)) < _MOVED_PX:
            return False
        away = np.asarray(cv2.absdiff(now.pixels, same_light(other, now)), np.uint8)
        if learn:
            self._noises.append(_noise(away))
            self._limit = min(max(_MOVED, _NOISES * min(self._noises)), _MOVED_MOST)
        return cv2.countNonZero(cv2.bitwise_and(beyond(away, self._limit + more), inside)) >= _MOVED_PX


def _noise(away: Frame) -> float:
    """Return the middle of what the tiles of a difference of two pictures have at most."""
    rows, columns = _TILES
    most = away.max(axis=2)
    height, width = most.shape[0] // rows, most.shape[1] // columns
    tiles = most[: height * rows, : width * columns].reshape(rows, height, columns, width)
    return float(np.median(tiles.max(axis=(1, 3))))


@dataclass(frozen=True, slots=True)
class Look:
    """How a small picture differs from the empty tray."""

    something: bool
    """Something lies in the tray, or a shadow falls on it."""
    hand: bool
    """Something large reaches in from the edge of the picture."""
    everywhere: bool
    """Nearly all differs: the light or the camera has changed."""


_EMPTY = Look(something=False, hand=False, everywhere=False)
_NOTHING_KNOWN = Look(something=True, hand=False, everywhere=False)


class Background:
    """What the tray looks like when it is empty, in one light or several."""

    def __init__(self, tray: Tray | None) -> None:
        self._tray = tray
        self._empty: list[Small] = []
        self._inside: Mask | None = None
        self._core: Mask | None = None
        self._mask: tuple[Small, Mask] | None = None
        """What stood out last, and in which picture."""
        self._arms: tuple[Small, Mask | None] | None = None
        """The hands seen last, and in which picture."""

    @property
    def known(self) -> bool:
        """True once an empty tray was learnt."""
        return bool(self._empty)

    def inside(self, now: Small) -> Mask:
        """Return the tray as a mask for small pictures of this shape."""
        if self._inside is None or self._inside.shape != now.shape:
            height, width = now.shape
            whole = np.full((height, width), 255, np.uint8)
            self._inside = whole if self._tray is None else self._tray.mask(width, height)
            framed = cv2.copyMakeBorder(self._inside, 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=0)
            core = cv2.erode(framed, np.ones((9, 9), np.uint8))[1:-1, 1:-1]
            self._core = np.asarray(core, np.uint8)
        return self._inside

    def learn(self, now: Small, *, without: Sequence[Box] = ()) -> None:
        """Take a small picture as that of the empty tray, beside those known.

        Args:
            now: The small picture.
            without: Boxes of things that lie there; what is under them is guessed from around.
        """
        pixels = now.pixels
        if without:
            hidden = np.zeros(now.shape, np.uint8)
            for left, top, right, bottom in without:
                wide, tall = (right - left) // 3 + 1, (bottom - top) // 3 + 1
                hidden[max(0, top - tall) : bottom + tall, max(0, left - wide) : right + wide] = 255
            pixels = np.asarray(cv2.inpaint(pixels, hidden, 3, cv2.INPAINT_TELEA), np.uint8)
        self._empty = [Small(pixels), *self._empty[: _KEPT - 1]]
        self._mask = self._arms = None

    def follow(self, now: Small) -> None:
        """Mix a picture of the empty tray into the one that is most like it: slow changes are followed."""
        if self._empty:
            mixed = cv2.addWeighted(self._empty[0].pixels, 0.75, now.pixels, 0.25, 0)
            self._empty[0] = Small(np.asarray(mixed, np.uint8))
            self._mask = self._arms = None

    def shift(self, by: tuple[float, float]) -> None:
        """Move what is known, since the camera or the table has been bumped."""
        self._empty = [shifted(one, by) for one in self._empty]
        self._mask = self._arms = None

    def bumped(self, now: Small, *, noise: float) -> bool:
        """True if `now` is the empty tray moved by little; then what is known is moved as well."""
        by = moved_by(self._empty[0], now) if self._empty else None
        if (
            by is None
            or differing(now, shifted(self._empty[0], by), self.inside(now), noise + 8) >= _CHANGED_PX
        ):
            return False
        self.shift(by)
        return True

    def look(self, now: Small, *, noise: float = 0.0) -> Look:
        """Compare a small picture with the empty tray; if none was learnt, something may lie there."""
        if not self._empty:
            return _NOTHING_KNOWN
        mask = self._standing_out(now, noise)
        covered = cv2.countNonZero(mask)
        if covered < _SOMETHING_PX:
            return _EMPTY
        if covered > _EVERYWHERE * mask.size:
            return Look(something=True, hand=True, everywhere=True)
        hand = self._hands(mask, now) is not None
        return Look(hand or self._lies_there(mask, now), hand, everywhere=False)

    def bare(self, now: Small, boxes: Sequence[Box], *, noise: float = 0.0) -> bool:
        """True if nothing but a hand is over the tray and none of the boxes is covered."""
        if not self._empty:
            return False
        mask = self._standing_out(now, noise).copy()
        if cv2.countNonZero(mask) > _EVERYWHERE * mask.size:
            return False
        if self.covered(now, boxes, noise=noise):
            return False
        hands = self._hands(mask, now)
        if hands is not None:
            mask[hands > 0] = 0
        return not self._lies_there(mask, now)

    def covered(self, now: Small, boxes: Sequence[Box], *, noise: float = 0.0) -> bool:
        """True if something stands out at one of the boxes."""
        mask = self._standing_out(now, noise)
        places = [mask[top:bottom, left:right] for left, top, right, bottom in boxes]
        return any(place.size and np.count_nonzero(place) > 0.2 * place.size for place in places)

    def alike(self, now: Small, other: Small, *, noise: float) -> tuple[float, float] | None:
        """Tell by how much a small picture is another one moved, 0 and 0 mostly; None if it is another.

        Noise and light are left out, and what is outside the tray.
        """
        inside = self.inside(now)
        if other_light(other, now):
            return None
        if differing(now, other, inside, noise + 4) < _CHANGED_PX:
            return 0.0, 0.0
        by = moved_by(other, now)
        if by is None or differing(now, shifted(other, by), inside, noise + 8) >= _CHANGED_PX:
            return None
        return by

    def share_changed(self, now: Small, other: Small) -> float:
        """Tell what part of the tray looks otherwise than before."""
        inside = self.inside(now)
        away = np.asarray(cv2.absdiff(now.pixels, other.pixels), np.uint8)
        changed = cv2.countNonZero(cv2.bitwise_and(beyond(away, _STANDS_OUT), inside))
        return changed / max(1, cv2.countNonZero(inside))

    def _standing_out(self, now: Small, noise: float) -> Mask:
        """Mark what differs from every picture of the empty tray."""
        if self._mask is not None and self._mask[0] is now:
            return self._mask[1]
        mask = np.full(now.shape, 255, np.uint8)
        for number, one in enumerate(self._empty):
            if other_light(one, now):
                continue
            away = np.asarray(cv2.absdiff(now.pixels, same_light(one, now)), np.uint8)
            this = beyond(away, max(_STANDS_OUT, 1.4 * noise))
            if cv2.countNonZero(this) < _SOMETHING_PX:
                self._empty.insert(0, self._empty.pop(number))  # the light is as it was then
                mask = this
                break
            mask = np.asarray(cv2.bitwise_and(mask, this), np.uint8)
        self._mask = now, mask
        return mask

    def compact(self, now: Small, *, noise: float) -> bool:
        """True if something lies there that is no larger than dice and shells are."""
        mask = self._standing_out(now, noise)
        _, _, stats, _ = cv2.connectedComponentsWithStats(cv2.bitwise_and(mask, self.inside(now)))
        areas = stats[1:, cv2.CC_STAT_AREA]
        boxes = stats[1:, cv2.CC_STAT_WIDTH] * stats[1:, cv2.CC_STAT_HEIGHT]
        found = (areas >= _COMPACT_PX) & (areas < _COMPACT * mask.size) & (areas > 0.35 * boxes)
        return bool(found.any())

    def _lies_there(self, mask: Mask, now: Small) -> bool:
        """True if a patch inside the tray is 3 by 3 pixels or larger."""
        patches = cv2.erode(cv2.bitwise_and(mask, self.inside(now)), _THREE)
        return cv2.countNonZero(patches) > 0

    def _hands(self, mask: Mask, now: Small) -> Mask | None:
        """Mark what is large, reaches in from the edge of the picture, and is over the tray; None without."""
        if cv2.countNonZero(mask) < _HAND * mask.size:
            return None
        if self._arms is not None and self._arms[0] is now:
            return self._arms[1]
        coarse = np.ascontiguousarray(mask[::2, ::2])
        core = np.ascontiguousarray(self._core[::2, ::2]) if self._core is not None else coarse
        _, labels, stats, _ = cv2.connectedComponentsWithStats(coarse, ltype=cv2.CV_16U)
        height, width = coarse.shape
        found: Mask | None = None
        for i in np.flatnonzero(stats[1:, cv2.CC_STAT_AREA] > _HAND * coarse.size) + 1:
            left, top, wide, tall = (int(value) for value in stats[i, :4])
            if left > 0 and top > 0 and left + wide < width and top + tall < height:
                continue
            part = np.asarray(cv2.inRange(labels, (float(i),), (float(i),)), np.uint8)
            if cv2.countNonZero(cv2.bitwise_and(part, core)) > _HAND_INSIDE * coarse.size:
                found = part if found is None else np.asarray(cv2.bitwise_or(found, part), np.uint8)
        if found is not None:
            size = (mask.shape[1], mask.shape[0])
            whole = cv2.resize(cv2.dilate(found, _THREE), size, interpolation=cv2.INTER_NEAREST)
            found = np.asarray(whole, np.uint8)
        self._arms = now, found
        return found
