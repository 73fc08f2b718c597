"""The colours of a set follow the light of the room, and nothing else."""

from __future__ import annotations

import numpy as np
import pytest

from boards.painted_board import painted, start
from boards.read_boards import OVERHEAD, PLAN, pose_of, truth
from vision.board.drift import drifted
from vision.board.learnt import Learnt
from vision.board.occupancy import Occupancy, PlaceSeen

POSE = pose_of(OVERHEAD)
SET = Learnt((((232.0, 128.0, 131.0),), ((36.0, 128.0, 125.0),)), 0.45)


def told(sure: float) -> Occupancy:
    standing = truth(start())
    return Occupancy(
        tuple(PlaceSeen(one.name, ((standing[one.name], sure),), 1 - sure) for one in PLAN.places)
    )


def dimmed(part: float) -> np.ndarray:
    return (painted(OVERHEAD, start()) * part).astype(np.uint8)


def test_colours_go_a_part_of_the_way_to_dimmer_light() -> None:
    now = drifted(dimmed(0.9), POSE, SET, told(0.999))
    assert SET.colours[0][0][0] - 12 < now.colours[0][0][0] < SET.colours[0][0][0] - 2


def test_in_the_end_they_are_the_rooms() -> None:
    learnt, evening = SET, dimmed(0.9)
    for _ in range(40):
        learnt = drifted(evening, POSE, learnt, told(0.999))
    again = drifted(evening, POSE, learnt, told(0.999))
    assert again.colours[0][0] == pytest.approx(learnt.colours[0][0], abs=0.5)


def test_what_is_not_certain_moves_nothing() -> None:
    assert drifted(dimmed(0.9), POSE, SET, told(0.9)) == SET


def test_what_looks_like_no_piece_of_the_set_moves_nothing() -> None:
    picture = np.zeros_like(dimmed(1.0))
    picture[:] = (0, 0, 255)
    assert drifted(picture, POSE, SET, told(0.999)) == SET
