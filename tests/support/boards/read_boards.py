"""Painted boards of backgammon before a reader: where the camera hangs, taps on pieces, and the truth."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import numpy as np

from boards.board_camera import BoardCamera
from boards.painted_board import cell_of
from device.follow.plans import plan_of
from engine.backgammon.board import LAYOUTS
from vision.board import Pose
from vision.board.occupancy import Standing
from vision.board.placing.pose import UNIT
from vision.board.reader import BoardReader

one_reader = cache(BoardReader)
"""The box's reader, its networks loaded once for all tests of a process."""

PLAN = plan_of(LAYOUTS["standard"], trays=False)
OVERHEAD = BoardCamera(13, 11, (0.3, 0.2, 18.0))
SLANTED = BoardCamera(13, 11, (2.0, 9.0, 17.0), roll=0.05)
MIDDLE = {24: 1, 20: -2, 18: 3, 13: -4, 11: 1, 8: 5, 6: -3, 5: 2, 1: -1}
"""A position in the middle of a game."""

Tap = tuple[float, float]


def pose_of(eye: BoardCamera) -> Pose:
    return Pose.of_corners(eye.project(UNIT), PLAN, size=eye.size)


def tap(eye: BoardCamera, point: int) -> Tap:
    """Return the pixel of a point's checker at the rim."""
    x, y = cell_of(point, 0)
    [(px, py)] = eye.project(np.array([[x / 13, y / 11]]), 0.25)
    return float(px), float(py)


def taps_of(eye: BoardCamera, points: Mapping[int, int]) -> list[list[Tap]]:
    """Return a tap on a checker of each player."""
    return [[tap(eye, next(point for point, n in points.items() if n * sign > 0))] for sign in (1, -1)]


def truth(points: Mapping[int, int], on_bar: tuple[int, int] = (0, 0)) -> dict[str, Standing]:
    """Return what stands at each point and on the bar."""
    found: dict[str, Standing] = {"bar0": (on_bar[0], 0), "bar1": (0, on_bar[1])}
    for point in range(1, 25):
        count = points.get(point, 0)
        found[f"p{point}"] = (max(count, 0), max(-count, 0))
    return found
