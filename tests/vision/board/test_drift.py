"""The colours of a set follow the light of the room, and nothing else."""

from __future__ import annotations

import numpy as np
import pytest

from boards.board_camera import BoardCamera
from boards.painted_board import painted, start
from device.follow.plans import plan_of
from engine.backgammon.board import LAYOUTS
from vision.board import Pose
from vision.board.drift import drifted
from vision.board.learnt import Learnt
from vision.board.occupancy import Occupancy, PlaceSeen
from vision.board.placing.pose import UNIT

PLAN = plan_of(LAYOUTS["standard"], trays=False)
EYE = BoardCamera(13, 11, (0.3, 0.2, 18.0))
POSE = Pose.of_corners(EYE.project(UNIT), PLAN, size=EYE.size)
SET = Learnt((((232.0, 128.0, 131.0),), ((36.0, 128.0, 125.0),)), 0.45)


def told(sure: float) -> Occupancy:
    seen = []
    for place in PLAN.places:
        count = start().get(int(place.name[1:]), 0) if place.has_rim else 0
        seen.append(PlaceSeen(place.name, (((count, 0) if count > 0 else (0, -count), sure),), 1 - sure))
    return Occupancy(tuple(seen))


def dimmed(part: float) -> np.ndarray:
    return (painted(EYE, start()) * part).astype(np.uint8)


def test_colours_go_a_part_of_the_way_to_dimmer_light() -> None:
    now = drifted(dimmed(0.9), POSE, SET, told(0.999))
    assert SET.colours[0][0][0] - 12 < now.colours[0][0][0] < SET.colours[0][0][0] - 2


def test_in_the_end_they_are_the_rooms() -> None:
    learnt = SET
    for _ in range(40):
        learnt = drifted(dimmed(0.9), POSE, learnt, told(0.999))
    assert drifted(dimmed(0.9), POSE, learnt, told(0.999)).colours[0][0] == pytest.approx(
        learnt.colours[0][0], abs=0.5
    )


def test_what_is_not_certain_moves_nothing() -> None:
    assert drifted(dimmed(0.9), POSE, SET, told(0.9)) == SET


def test_what_looks_like_no_piece_of_the_set_moves_nothing() -> None:
    picture = np.zeros_like(dimmed(1.0))
    picture[:] = (0, 0, 255)
    assert drifted(picture, POSE, SET, told(0.999)) == SET
