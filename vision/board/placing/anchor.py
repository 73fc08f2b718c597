"""Whether a board still lies where it was set up, and where it lies since somebody bumped it.

The picture of the set-up is kept straightened, in patches. Each is looked for again near where it was: what a
hand or moved pieces cover does not agree with the rest and does not count. A board that went further is
looked for by its markers, or by features of the whole picture, and taken only if the patches agree there.
Shifts are in pieces, whatever the camera.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.board.errors import CornerError
from vision.board.placing.cut import Cutter
from vision.board.placing.markers import Markers
from vision.board.placing.plan import Points
from vision.board.placing.pose import UNIT, Pose, through
from vision.reading import Frame

_Grey = npt.NDArray[np.uint8]
_Array = npt.NDArray[np.float64]

BUMPED = 0.25
"""A board that moved further than this, in pieces, at any corner of its field, has been bumped."""

_SIDE = 16
"""Pixels of a piece in what is kept."""
_MARGIN = 0.5
"""What is kept around the field, in pieces: the rim, which no piece covers."""
_PATCH = 24
"""Side of a patch, in those pixels."""
_STEP = 16
_REACH = 10
"""So far from its place a patch is looked for."""
_PLAIN = 5.0
"""A patch whose brightness deviates less shows nothing to know it by."""
_ALIKE = 0.7
"""Smallest correlation at which a patch is the same. Between other places of painted boards 0.3 to 0.6."""
_AGREE = 0.15
"""Patches agree if their shifts differ by less than this from the board's as a whole, in pieces."""
_LEAST, _PART = 8, 0.25
"""Fewest patches that must agree, and smallest part of all."""
_FEATURES = 1500


@dataclass(frozen=True, eq=False, slots=True)
class Look:
    """Where the board lies in a picture."""

    pose: Pose
    """The camera over the board as it lies now."""
    moved: float
    """How far the furthest corner of the field went since the set-up or the last bump, in pieces."""
    part: float
    """Part of the patches that agree, 0 to 1."""

    @property
    def is_bumped(self) -> bool:
        """True if the board has moved by more than a quarter of a piece."""
        return self.moved > BUMPED


class Anchor:
    """Knows a board again by its picture at the set-up."""

    def __init__(self, frame: Frame, pose: Pose, *, markers: Markers | None = None) -> None:
        """Keep what the board looks like.

        Args:
            frame: Shape (height, width, 3), uint8, BGR, with no hand over the board. Not modified.
            pose: Where the board lies in it.
            markers: Finds printed markers; None looks for none.
        """
        self._pose = self._first = pose
        # The same camera over the same board: its lens and the board's proportion change no more.
        self._plan, self._lens = replace(pose.plan, loose=0.0), replace(pose.lens, spread=1e-4)
        self._kept = _straight(frame, pose)
        self._patches = _patches(self._kept)
        self._markers = markers
        found = markers.find(frame).corners if markers is not None else {}
        self._marks: Mapping[int, Points] = {number: pose.lies(four) for number, four in found.items()}
        self._scale = min(1.0, _SIDE / max(1.0, pose.piece_px(0.5, 0.5)))
        small = self._small(frame)
        mask = np.zeros(small.shape, np.uint8)
        outline = pose.seen((UNIT - 0.5) * 1.08 + 0.5) * self._scale
        cv2.fillConvexPoly(mask, outline.round().astype(np.int32), 255)
        self._features = cv2.ORB_create(_FEATURES, fastThreshold=8).detectAndCompute(small, mask)  # type: ignore[attr-defined]

    @property
    def pose(self) -> Pose:
        """Where the board was seen last."""
        return self._pose

    @property
    def can_tell(self) -> bool:
        """True if the picture of the set-up shows enough to know the board by."""
        return len(self._patches) >= _LEAST

    def look(self, frame: Frame) -> Look | None:
        """Look where the board lies now.

        Args:
            frame: Shape (height, width, 3), uint8, BGR, of the set-up's size. Not modified.

        Returns:
            Where it lies; None if it is not found: covered, dark, or out of view. Nothing is remembered of
            the picture; call `take` to go on from there.
        """
        for pose in self._candidates(frame):
            told = self._agreed(frame, pose)
            if told is not None:
                # Once more from there: patches that were near the end of their reach are found better.
                better, part = self._agreed(frame, told[0]) or told
                apart = self._pose.lies(better.seen(UNIT)) - UNIT
                moved = float(np.linalg.norm(self._pose.plan.in_pieces(apart), axis=1).max())
                return Look(better, moved, part)
        return None

    def take(self, look: Look) -> None:
        """Take a bumped board's new place as the one to go on from."""
        self._pose = look.pose

    def _candidates(self, frame: Frame) -> Iterator[Pose]:
        """Yield where the board may lie, the likeliest and cheapest first."""
        yield self._pose
        by_markers = self._by_markers(frame)
        if by_markers is not None:
            yield by_markers
        by_features = self._by_features(frame)
        if by_features is not None:
            yield by_features

    def _agreed(self, frame: Frame, pose: Pose) -> tuple[Pose, float] | None:
        """Return where the patches see the board, near a pose, and which part of them; None if too few."""
        if not self.can_tell:
            return None
        now = _straight(frame, pose)
        places, shifts, steeps = [], [], []
        for (x, y), steep in self._patches.items():
            patch = self._kept[y : y + _PATCH, x : x + _PATCH]
            left, top = max(0, x - _REACH), max(0, y - _REACH)
            around = now[top : y + _PATCH + _REACH, left : x + _PATCH + _REACH]
            if float(around.std()) < _PLAIN / 2:
                continue
            scores = cv2.matchTemplate(around, patch, cv2.TM_CCOEFF_NORMED)
            _, best, _, (column, row) = cv2.minMaxLoc(scores)
            if best > _ALIKE:
                steeps.append(steep)
                places.append((x + _PATCH / 2 - 0.5, y + _PATCH / 2 - 0.5))
                shifts.append(
                    (
                        left + column - x + _between(scores[row], column),
                        top + row - y + _between(scores[:, column], row),
                    )
                )
        needed = max(_LEAST, round(_PART * len(self._patches)))
        if len(places) < needed:
            return None
        before = np.array(places)
        after = before + np.array(shifts)
        agree = _agreeing(before, after, _AGREE * _SIDE)
        if agree.sum() < needed or not _is_spread(before[agree], now.shape):
            return None
        steep = np.array(steeps)[agree]
        change = _common_change(before[agree], after[agree], steep)
        to_unit = np.array(
            [[1 / _SIDE, 0, (0.5 / _SIDE) - _MARGIN], [0, 1 / _SIDE, (0.5 / _SIDE) - _MARGIN], [0, 0, 1]]
        )
        to_unit = np.diag([1 / pose.plan.width, 1 / pose.plan.height, 1]) @ to_unit
        moved = through(to_unit @ change @ np.linalg.inv(to_unit), UNIT)
        try:
            better = Pose.of_corners(pose.seen(moved), self._plan, size=pose.size, lens=self._lens)
        except CornerError:
            return None
        return better, float(agree.mean() * len(places) / len(self._patches))

    def _by_markers(self, frame: Frame) -> Pose | None:
        """Return where two markers or more say that the board lies."""
        if self._markers is None or len(self._marks) < 2:
            return None
        found = self._markers.find(frame).corners
        both = [number for number in self._marks if number in found]
        if len(both) < 2:
            return None
        points = np.concatenate([self._marks[number] for number in both])
        pixels = np.concatenate([found[number] for number in both])
        return self._posed(points, pixels)

    def _by_features(self, frame: Frame) -> Pose | None:
        """Return where features of the picture say that the board lies."""
        kept, known = self._features
        if known is None or len(kept) < 20:
            return None
        orb = cv2.ORB_create(2 * _FEATURES, fastThreshold=8)  # type: ignore[attr-defined]
        spots, described = orb.detectAndCompute(self._small(frame), None)
        if described is None or len(spots) < 20:
            return None
        matches = cv2.BFMatcher(cv2.NORM_HAMMING, crossCheck=True).match(known, described)
        if len(matches) < 20:
            return None
        before = np.array([kept[one.queryIdx].pt for one in matches])
        after = np.array([spots[one.trainIdx].pt for one in matches])
        change, inside = cv2.findHomography(before, after, cv2.RANSAC, 2.5)
        if change is None or int(inside.sum()) < 16:
            return None
        corners = through(np.asarray(change, np.float64), self._first.seen(UNIT) * self._scale) / self._scale
        return self._posed(UNIT, corners)

    def _posed(self, points: Points, pixels: Points) -> Pose | None:
        try:
            return Pose.of_points(points, pixels, self._plan, size=self._pose.size, lens=self._lens)
        except CornerError:
            return None

    def _small(self, frame: Frame) -> _Grey:
        grey = cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY)
        return np.asarray(
            cv2.resize(grey, None, fx=self._scale, fy=self._scale, interpolation=cv2.INTER_AREA), np.uint8
        )


def _straight(frame: Frame, pose: Pose) -> _Grey:
    """Return the field and its rim from above, grey."""
    board = Cutter(frame, pose, side_px=_SIDE).board(margin=_MARGIN)
    return np.asarray(cv2.cvtColor(board, cv2.COLOR_BGR2GRAY), np.uint8)


def _between(scores: npt.NDArray[Any], at: int) -> float:
    """Return how far the top of a parabola through the best score lies from it, -0.5 to 0.5."""
    if not 0 < at < len(scores) - 1:
        return 0.0
    before, best, after = (float(one) for one in scores[at - 1 : at + 2])
    bend = before - 2 * best + after
    return 0.0 if bend > -1e-6 else max(-0.5, min(0.5, 0.5 * (before - after) / bend))


def _patches(kept: _Grey) -> dict[tuple[int, int], _Array]:
    """Return the patches that show something, by their upper left corner, each with how steep it is.

    Steep is a matrix, shape (2, 2): along a straight edge a patch tells nothing of a shift, across it much.
    """
    across, down = (cv2.Sobel(kept, cv2.CV_64F, *way) for way in ((1, 0), (0, 1)))
    found = {}
    for y in range(0, kept.shape[0] - _PATCH + 1, _STEP):
        for x in range(0, kept.shape[1] - _PATCH + 1, _STEP):
            here = np.s_[y : y + _PATCH, x : x + _PATCH]
            if float(kept[here].std()) > _PLAIN:
                slopes = np.stack([across[here].ravel(), down[here].ravel()])
                steep = slopes @ slopes.T
                found[x, y] = np.asarray(steep / np.trace(steep), np.float64)
    return found


def _agreeing(before: Points, after: Points, near: float) -> npt.NDArray[np.bool_]:
    """Tell which points went the way that most went: a shift and a turn of the board."""
    best = np.zeros(len(before), bool)
    chance = np.random.default_rng(1)
    # Complex numbers turn and stretch a plane: after = way * before + start.
    first, second = (points[:, 0] + 1j * points[:, 1] for points in (before, after))
    for _ in range(60):
        a, b = chance.choice(len(before), 2, replace=False)
        if abs(first[b] - first[a]) < 2 * _PATCH:
            continue
        way = (second[b] - second[a]) / (first[b] - first[a])
        agree = np.abs(second - (way * (first - first[a]) + second[a])) < near
        if abs(abs(way) - 1) < 0.1 and agree.sum() > best.sum():
            best = agree
    return best


def _common_change(before: Points, after: Points, steep: _Array) -> _Array:
    """Return the homography that points share, near to the identity, by least squares: shape (3, 3).

    Args:
        before: Shape (n, 2).
        after: Shape (n, 2).
        steep: Shape (n, 2, 2): how much each of them tells, and in which directions.
    """
    middle, scale = before.mean(axis=0), float(before.std()) * 2
    x, y = ((before - middle) / scale).T
    u, v = ((after - before) / scale).T
    one, none = np.ones_like(x), np.zeros_like(x)
    rows = np.stack(
        [
            np.column_stack([x, y, one, none, none, none, -x * x, -x * y]),
            np.column_stack([none, none, none, x, y, one, -x * y, -y * y]),
        ],
        axis=1,
    )
    square = np.einsum("nij,nik,nkl->jl", rows, steep, rows)
    pull = np.einsum("nij,nik,nk->j", rows, steep, np.column_stack([u, v]))
    # A little towards no change at all; more for what only the far ends can tell.
    held = np.diag([1e-3] * 6 + [0.02] * 2) * len(before)
    a, b, c, d, e, f, g, h = np.linalg.solve(square + held, pull)
    change = np.array([[1 + a, b, c], [d, 1 + e, f], [g, h, 1.0]])
    levelled = np.array([[1 / scale, 0, -middle[0] / scale], [0, 1 / scale, -middle[1] / scale], [0, 0, 1]])
    return np.asarray(np.linalg.inv(levelled) @ change @ levelled, np.float64)


def _is_spread(points: Points, shape: tuple[int, ...]) -> bool:
    """True if points lie in three quarters of a picture at least."""
    halves = {(x > shape[1] / 2, y > shape[0] / 2) for x, y in points}
    return len(halves) >= 3
