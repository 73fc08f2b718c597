"""Pictures of the board for people: cut to its outline, so that no room is seen, with places marked."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

import cv2
import numpy as np

from device.cameras.pictures import for_phone, smaller
from vision import Frame
from vision.board import Pose
from vision.board.placing.cut import Cutter
from vision.board.placing.plan import Points
from vision.board.placing.pose import UNIT

LONGEST = 1280
"""Pixels of the longer side of a photograph."""

_MARGIN = 0.7
"""What is shown around the field, in pieces: its rim, and pieces that lean over it."""
_BESIDE = 90
"""Grey of what is not shown."""
_SIDE_PX = 44
"""A piece is so wide where the board is shown from above."""
_DARK, _BRIGHT = (9, 18, 29), (94, 215, 255)


def cut_out(frame: Frame, pose: Pose) -> Frame:
    """Return the board and its rim alone, all else grey.

    Args:
        frame: Shape (height, width, 3), uint8, BGR. Not modified.
        pose: Where the board lies in it.
    """
    around = _around(pose)
    left, top = np.floor(around.min(axis=0)).clip(0, None).astype(int)
    right, bottom = np.ceil(around.max(axis=0) + 1).astype(int)
    shown = frame[top:bottom, left:right].copy()
    outside = np.full(shown.shape[:2], 255, np.uint8)
    cv2.fillConvexPoly(outside, (around - (left, top)).round().astype(np.int32), 0)
    shown[outside > 0] = _BESIDE
    return shown


def photograph(frame: Frame, pose: Pose, places: Iterable[str] = ()) -> tuple[bytes, bytes]:
    """Return the photograph of a board as JPEG, plain and with places framed, cut to its outline."""
    plain, framed = cut_out(frame, pose), cut_out(_framed(frame, pose, places), pose)
    return for_phone(smaller(plain, LONGEST)), for_phone(smaller(framed, LONGEST))


def from_above(frame: Frame, pose: Pose, *, quarters: int, places: Iterable[str]) -> bytes:
    """Return the board from above as JPEG, with the south player below, turned by quarters; places framed.

    Args:
        frame: Shape (height, width, 3), uint8, BGR. Not modified.
        pose: Where the board lies in it.
        quarters: How often the straightened board is turned clockwise.
        places: Those that are framed.
    """
    tall = 0.5 * max(place.tall for place in pose.plan.places)
    cutter = Cutter(frame, pose, side_px=_SIDE_PX)
    shown = np.ascontiguousarray(np.rot90(cutter.board(tall=tall, margin=_MARGIN), -quarters % 4))
    plan = pose.plan.turned(quarters)
    for name in places:
        try:
            unit = plan.place(name).points
        except KeyError:
            continue
        spot = plan.in_pieces(unit) * _SIDE_PX + _MARGIN * _SIDE_PX - 0.5
        _frame(shown, spot)
    return for_phone(shown)


def _framed(frame: Frame, pose: Pose, places: Iterable[str]) -> Frame:
    shown = frame.copy()
    for name in places:
        try:
            _frame(shown, pose.outline(pose.plan.place(name)))
        except KeyError:
            continue
    return shown


def _frame(picture: Frame, outline: Points) -> None:
    """Draw a frame that is seen on light and dark, broken so that it is no edge of the board."""
    wide = max(2, round(max(picture.shape[:2]) / 300))
    ends = np.vstack([outline, outline[:1]])
    for one, other in pairwise(ends):
        long = float(np.linalg.norm(other - one))
        for n in range(max(1, round(long / (8 * wide)))):
            a, b = (
                one + (other - one) * (n + part) / max(1, round(long / (8 * wide))) for part in (0.0, 0.6)
            )
            first, second = (tuple(int(v) for v in point.round()) for point in (a, b))
            cv2.line(picture, first, second, _DARK, 3 * wide, cv2.LINE_AA)
            cv2.line(picture, first, second, _BRIGHT, wide, cv2.LINE_AA)


def _around(pose: Pose) -> Points:
    """Return the outline of the board, its rim and what stands on it, in pixels."""
    plan = pose.plan
    far = np.array([_MARGIN / plan.width, _MARGIN / plan.height])
    spots = [pose.seen((UNIT - 0.5) * (1 + 2 * far) + 0.5)]
    spots += [pose.outline(place) for place in plan.places]
    hull = cv2.convexHull(np.concatenate(spots).astype(np.float32))
    return np.asarray(hull, np.float64).reshape(-1, 2)
