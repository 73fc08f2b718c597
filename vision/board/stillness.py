"""Whether board and rim rest, and over which places something lies that came from outside, such as a hand.

Two things are asked of each small picture. Against a moment ago: does anything move? Against the last still
board: what has changed, and does it reach in from beyond the rim, as arms, sleeves, cups and their shadows
do? Pieces that were moved are changes as well, but no part of them crosses the rim.

Light is no movement: pictures are compared as bright as each other, with a slope for each colour, and what
differs by a soft factor that is the same for all colours (a shadow, the sun, a lamp at one side) counts as
light, unless it hangs together with a thing.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from vision.board.occupancy import Occupancy, PlaceSeen
from vision.board.placing.plan import Points
from vision.board.placing.pose import UNIT, Pose
from vision.reading import Frame

_Mask = npt.NDArray[np.uint8]
"""Shape (height, width) of the small picture: 255 where something is so."""
_Floats = npt.NDArray[np.float32]

SIDE = 8.0
"""Pixels of a piece in the small picture."""
_LONGEST = 120
"""Pixels of its longer side at most."""
RIM = 0.8
"""What is watched around the field and its pieces, in pieces."""
_GAP_S = 1.5
"""After so long without a picture nobody knows what has happened meanwhile."""
LONG_S = 10.0
"""What lies there so long without the least movement is no hand: whether it hides a place is the reader's."""
_KNOWN_S = 0.4
"""After so long at rest the board is taken for the last still one."""
_LEAST = 0.12
"""Smallest part of a piece, by its area, that moves; less is grain."""
_THING = 0.3
"""Smallest part of a piece, by its area, that reaches in from outside."""
_LEVELS, _NOISE, _EDGE = 8.0, 5.0, 0.3
"""What differs by less is the same: levels of 255; times the grain of the picture; of the contrast around it,
since a camera that trembles moves every edge a little."""
_ROUGHEST = 3.0
"""No camera’s grain is coarser, in levels, once its pictures are made small: what is more is a shadow."""
_WHITE = 247.0
"""From here on nobody knows how bright it was."""
_SAME, _MOST = 0.015, 0.9
"""Blocks whose logarithms differ by less have the same light; if so many of them do, all have."""
_SHADE, _FLAT, _GREY = 0.9, 0.1, 0.2
"""Light changes brightness by no more than this, as a logarithm; so evenly from pixel to pixel; and so alike
in all colours."""
_PART_LIGHT = 0.8
"""What reaches in and is light to more than this part is a shadow or the sun alone."""
_STIRRED = 8
"""No turn changes more places: the camera has moved, or the light in a way that nobody can tell."""
_BRIGHT, _DIMMEST = 90.0, 0.35
"""Where the board is darker on average than this, in levels, it is compared as if it were as bright."""
_FAINT, _OTHER, _BESIDE = 0.02, 0.1, 0.5
"""With so little of a piece's area changed a place has not, with so much it has; less than the
last part of what has changed beside it belongs to that."""
_NEAR = 1.6
"""Places whose middles lie no farther apart, in pieces, are beside one another."""
_PLACE = 0.12
"""A place of which less is covered can be looked at."""


@dataclass(frozen=True, slots=True)
class Still:
    """What was found in one picture."""

    rested_s: float
    """So long board and rim have rested; 0 while something moves."""
    covered: frozenset[str] = frozenset()
    """Places of which nothing is to be believed: something moves there, or reaches over them."""


class Stillness:
    """Watches one board from one camera. Not for several threads at once."""

    def __init__(self, pose: Pose) -> None:
        """Know where the board lies; nothing was seen yet.

        Args:
            pose: Where the camera is. Pictures may be smaller than those that it is for.
        """
        self._pose = pose
        around = _around(pose)
        width, height = pose.size
        left, top = np.floor(around.min(axis=0)).clip(0, (width - 2, height - 2)).astype(int)
        right, bottom = np.ceil(around.max(axis=0) + 1).clip((2, 2), (width, height)).astype(int)
        self._left, self._top = int(left), int(top)
        self._right, self._bottom = max(int(right), self._left + 2), max(int(bottom), self._top + 2)
        wide, high = self._right - self._left, self._bottom - self._top
        scale = min(SIDE / max(1.0, pose.piece_px(0.5, 0.5)), _LONGEST / max(wide, high))
        self._size = max(8, round(scale * wide)), max(8, round(scale * high))
        self._area = max(16.0, (scale * pose.piece_px(0.5, 0.5)) ** 2)
        """Of a piece, in small pixels."""
        self._inside = self._filled(around)
        bordered = cv2.copyMakeBorder(self._inside, 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=(0,))
        within = np.asarray(cv2.erode(bordered, np.ones((3, 3), np.uint8)), np.uint8)[1:-1, 1:-1]
        self._border = np.asarray(self._inside & ~within, np.uint8)
        self._masks = [(place.name, self._filled(_hull(pose.outline(place), pose.outline(place, 0.0))))
                       for place in pose.plan.places]  # fmt: skip
        self._near = _neighbours(pose)
        self._blocks = _Blocks(self._inside)
        self._still: _Floats | None = None
        self._board: _Floats | None = None
        self._laid: _Floats | None = None
        """What has lain over the board for long; elsewhere the board."""
        self._latest: _Floats | None = None
        self._known: _Floats | None = None
        """Each place as it looked when it was known what stands there."""
        self._remembered: set[str] = set()
        self.is_stirred = True
        """True if so much looked otherwise than remembered, when `altered` was asked last, that it was no
        turn: camera or board have moved, or the light has changed in a way that nobody can tell; and while
        nothing is remembered, as nobody knows what has happened before."""
        self._noise = 1.5
        self._limit = np.zeros(self._inside.shape, np.float32)
        self._since = self._last = 0.0
        self._moved = np.zeros(self._inside.shape, np.float64)
        """By pixel: when it moved last."""

    def look(self, frame: Frame, *, time_s: float) -> Still:
        """Take the next picture.

        Args:
            frame: Shape (height, width, 3), uint8, BGR, of the shape that the pose's pictures have. Not
                modified.
            time_s: When it was taken, in seconds; never less than before.
        """
        now = self._small(frame)
        self._limit = self._limits(now)
        if self._still is None or time_s - self._last > _GAP_S:
            self._begin(now, time_s)
        self._last, self._latest = time_s, now
        still = now if self._still is None else self._still
        moving = self._moving(now, still)
        if moving is None:
            cv2.accumulateWeighted(now, still, 0.15)
        else:
            self._still, self._since = now, time_s
            self._moved[cv2.dilate(moving, np.ones((3, 3), np.uint8)) > 0] = time_s
        rested = time_s - self._since
        covering = self._covering(now, time_s)
        if moving is not None:
            covering = np.asarray(covering | moving, np.uint8)
        if rested >= _KNOWN_S:
            self._know(now, covering)
        return Still(rested, self._places(covering))

    def remember(self, places: Collection[str]) -> None:
        """Keep how places look in the latest picture: it is known what stands there."""
        if self._latest is None or not places:
            return
        if self._known is None:
            self._known = self._latest.copy()
        else:
            # What is kept goes on in the light of now, so that all of it is of one light.
            self._known = self._blocks.as_bright(self._known, self._latest).copy()
        for name, mask in self._masks:
            if name in places:
                self._known[mask > 0] = self._latest[mask > 0]
                self._remembered.add(name)

    def altered(self) -> dict[str, float] | None:
        """Return by how much of a piece's area each place looks otherwise than when it was remembered.

        Light and shadows do not count. Empty if so much looks otherwise that it was no turn, or None if
        nothing was remembered.
        """
        self.is_stirred = self._latest is None or self._known is None
        if self._latest is None or self._known is None:
            return None
        now, lit = self._latest, self._blocks.as_bright(self._known, self._latest)
        # In dim light differences are small, and so is the grain.
        dim = min(1.0, max(_DIMMEST, cv2.mean(now, self._inside)[1] / _BRIGHT))
        changed = self._changed(now / dim, lit / dim)
        solid = np.asarray(changed & ~_light(now, lit), np.uint8)
        masks = [(name, mask) for name, mask in self._masks if name in self._remembered]
        found = {name: cv2.countNonZero(mask & solid) / self._area for name, mask in masks}
        still = {name for name, mask in masks if cv2.countNonZero(mask & changed) <= _FAINT * self._area}
        # A piece that was moved reaches a little into the places beside its own: they say nothing then, and
        # neither do places in another light.
        beside = {name: max((found.get(one, 0.0) for one in self._near[name]), default=0.0) for name in found}
        told = {
            name: part
            for name, part in found.items()
            if name in still or (part > _OTHER and part >= _BESIDE * beside[name])
        }
        self.is_stirred = sum(part > _OTHER for part in told.values()) > _STIRRED
        return {} if self.is_stirred else told

    def settle(self) -> None:
        """Take the latest picture for the still board: all of it has moved, and nothing lies over it."""
        self._board, self._laid = self._still, None

    def _begin(self, now: _Floats, time_s: float) -> None:
        self._still, self._since = now.copy(), time_s
        self._moved[:] = time_s

    def _small(self, frame: Frame) -> _Floats:
        """Return the board and its rim, made small, shape (height, width, 3), 0 to 255."""
        x, y = frame.shape[1] / self._pose.size[0], frame.shape[0] / self._pose.size[1]
        cut = frame[
            int(self._top * y) : max(int(self._top * y) + 1, round(self._bottom * y)),
            int(self._left * x) : max(int(self._left * x) + 1, round(self._right * x)),
        ]
        step = max(1, int(cut.shape[1] / self._size[0] / 4))  # dropping pixels first keeps a large one cheap
        small = cv2.resize(cut[::step, ::step], self._size, interpolation=cv2.INTER_AREA)
        return np.asarray(np.minimum(small, np.uint8(_WHITE)), np.float32)

    def _moving(self, now: _Floats, still: _Floats) -> _Mask | None:
        """Mark what moves; None if nothing does."""
        lit = self._blocks.as_bright(still, now)
        changed = self._changed(now, lit, learn=True)
        least = _LEAST * self._area
        if cv2.countNonZero(changed) < least:
            return None
        things = np.asarray(changed & ~_light(now, lit), np.uint8)
        count, labels, stats, _ = cv2.connectedComponentsWithStats(things, connectivity=8)
        large = [n for n in range(1, count) if stats[n, cv2.CC_STAT_AREA] >= least]
        kept = np.zeros(count, np.uint8)
        kept[large] = 255
        return kept[labels] if large else None

    def _covering(self, now: _Floats, time_s: float) -> _Mask:
        """Mark what reaches over the board from outside, against the last still board."""
        covering = np.zeros(self._inside.shape, np.uint8)
        if self._board is None or self._board is self._still:
            return covering
        lit = self._blocks.as_bright(self._board, now)
        changed = self._changed(now, lit)
        if cv2.countNonZero(changed) < _THING * self._area:
            self._laid = None
            return covering
        if self._laid is not None:
            laid = self._blocks.as_bright(self._laid, now)
            changed = np.asarray(changed & self._changed(now, laid), np.uint8)
        changed = np.asarray(cv2.morphologyEx(changed, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8)), np.uint8)
        changed &= self._inside
        things = changed & ~_light(now, lit)
        _, labels = cv2.connectedComponents(changed, connectivity=8)
        for n in np.unique(labels[self._border > 0]):
            here = labels == n
            area, thing = int(here.sum()), cv2.countNonZero(np.where(here, things, np.uint8(0)))
            if n == 0 or thing < _THING * self._area or thing < (1 - _PART_LIGHT) * area:
                continue
            if time_s - float(self._moved[here].max()) >= LONG_S:
                self._laid = self._board.copy() if self._laid is None else self._laid
                self._laid[here] = now[here]
                continue
            covering[here] = 255
        return np.asarray(cv2.dilate(covering, np.ones((3, 3), np.uint8)), np.uint8)

    def _know(self, now: _Floats, covering: _Mask) -> None:
        """Take what is seen for the last still board, but for what lies over it."""
        if self._board is None or (self._laid is None and not covering.any()):
            self._board = self._still  # one from here on, until something moves
            return
        bare = covering == 0
        if self._laid is not None:
            laid = self._blocks.as_bright(self._laid, now)
            lies = (self._changed(self._laid, self._board) > 0) & (self._changed(now, laid) == 0)
            bare &= cv2.dilate(lies.astype(np.uint8), np.ones((3, 3), np.uint8)) == 0
        # Under what covers it the board gets the light of now, so that the two go on together.
        self._board = np.where(bare[..., None], now, self._blocks.as_bright(self._board, now))

    def _limits(self, now: _Floats) -> _Floats:
        """Return by how much pixels may differ, shape (height, width)."""
        contrast = cv2.morphologyEx(now[..., 1], cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8))
        least = max(_LEVELS, _NOISE * self._noise)
        return np.asarray(cv2.addWeighted(contrast, _EDGE, contrast, 0.0, least), np.float32)

    def _changed(self, now: _Floats, lit: _Floats, *, learn: bool = False) -> _Mask:
        """Mark where a picture differs from another of the same light."""
        blue, green, red = cv2.split(cv2.absdiff(now, lit))
        far = cv2.max(cv2.max(blue, green), red)
        changed = cv2.compare(far, self._limit, cv2.CMP_GT)
        changed = cv2.bitwise_and(changed, self._inside)
        if learn and cv2.countNonZero(changed) < changed.size // 4:
            same = cv2.bitwise_and(cv2.bitwise_not(changed), self._inside)
            self._noise += 0.1 * (min(_ROUGHEST, cv2.mean(far, same)[0]) - self._noise)
        return np.asarray(changed, np.uint8)

    def _places(self, covering: _Mask) -> frozenset[str]:
        if not covering.any():
            return frozenset()
        return frozenset(
            name
            for name, mask in self._masks
            if cv2.countNonZero(mask & covering) > _PLACE * max(1, cv2.countNonZero(mask))
        )

    def _filled(self, outline: Points) -> _Mask:
        """Mark what an outline in pixels of the pose encloses in the small picture."""
        wide, high = self._right - self._left, self._bottom - self._top
        at = (outline + 0.5 - (self._left, self._top)) * (self._size[0] / wide, self._size[1] / high) - 0.5
        mask = np.zeros((self._size[1], self._size[0]), np.uint8)
        cv2.fillConvexPoly(mask, at.round().astype(np.int32), 255)
        return mask


class _Blocks:
    """Makes one small picture as bright as another, by blocks of it that most of the board agrees on."""

    def __init__(self, inside: _Mask) -> None:
        high, wide = inside.shape
        self._shape = wide, high
        self._size = max(3, wide // 10), max(3, high // 10)
        part = cv2.resize(inside, self._size, interpolation=cv2.INTER_AREA)
        self._some = part > 200 if (part > 200).sum() >= 6 else part >= 0
        x, y = np.meshgrid(np.linspace(-1, 1, self._size[0]), np.linspace(-1, 1, self._size[1]))
        self._all = np.stack([np.ones_like(x), x, y], axis=-1)
        self._rows = self._all[self._some]

    def as_bright(self, other: _Floats, now: _Floats) -> _Floats:
        """Return another picture in the light of now: a plane over the board for each colour."""
        was, seen = (cv2.resize(one, self._size, interpolation=cv2.INTER_AREA) for one in (other, now))
        told = np.log((seen[self._some] + 6.0) / (was[self._some] + 6.0))
        if (np.abs(told) < _SAME).mean() > _MOST:
            return other
        slope = np.zeros((3, 3))
        slope[0] = np.median(told, axis=0)
        for _ in range(3):  # what lies over a part of the board does not agree with the rest, and fades
            off = np.abs(told - self._rows @ slope).max(axis=1)
            weighed = self._rows * (1 / (1 + (off / 0.06) ** 2))[:, None]
            slope = np.linalg.solve(weighed.T @ self._rows + np.diag([1e-3, 0.5, 0.5]), weighed.T @ told)
        gain = np.exp(np.clip(self._all @ slope, -1.6, 1.6)).astype(np.float32)
        lit = cv2.multiply(other, cv2.resize(gain, self._shape, interpolation=cv2.INTER_LINEAR))
        return np.asarray(np.minimum(lit, np.float32(_WHITE)), np.float32)


def concealed(seen: Occupancy, covered: Collection[str]) -> Occupancy:
    """Return what was told of a board, with the places that are covered told hidden."""
    if not covered:
        return seen
    places = tuple(
        PlaceSeen(place.name, (), 1.0) if place.name in covered else place for place in seen.places
    )
    return replace(seen, places=places)


def _light(now: _Floats, lit: _Floats) -> _Mask:
    """Mark what differs as light does: evenly, and alike in all colours."""
    told = cv2.log((now + np.float32(6)) / (lit + np.float32(6)))
    blue, green, red = cv2.split(told)
    grey = np.asarray((blue + green + red) / 3, np.float32)
    spread = cv2.max(cv2.max(blue, green), red) - cv2.min(cv2.min(blue, green), red)
    apart = np.asarray(cv2.blur(spread, (3, 3)), np.float32)
    mean = np.asarray(cv2.blur(grey, (5, 5)), np.float32)
    uneven = np.asarray(cv2.blur(grey * grey, (5, 5)), np.float32) - mean * mean
    is_light = (np.abs(mean) < _SHADE) & (uneven < _FLAT**2) & (apart < _GREY)
    return np.asarray(is_light, np.uint8) * np.uint8(255)


def _neighbours(pose: Pose) -> dict[str, list[str]]:
    """Tell which places lie beside each."""
    names = [place.name for place in pose.plan.places]
    middles = pose.plan.in_pieces(np.array([place.middle for place in pose.plan.places], np.float64))
    apart = np.linalg.norm(middles[:, None] - middles[None], axis=2)
    return {
        name: [other for other, far in zip(names, apart[n], strict=True) if other != name and far <= _NEAR]
        for n, name in enumerate(names)
    }


def _around(pose: Pose) -> Points:
    """Return what is watched, in pixels: the field, its pieces and the rim."""
    plan = pose.plan
    far = np.array([RIM / plan.width, RIM / plan.height])
    field = (UNIT - 0.5) * (1 + 2 * far) + 0.5
    spots = [pose.seen(field)]
    spots += [pose.seen((place.points - 0.5) * (1 + far) + 0.5, place.tall) for place in plan.places]
    return _hull(*spots)


def _hull(*outlines: Points) -> Points:
    points = np.concatenate(outlines).astype(np.float32)
    return np.asarray(cv2.convexHull(points), np.float64).reshape(-1, 2)
