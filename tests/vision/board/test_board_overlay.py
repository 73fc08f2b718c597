"""The plan and what was seen, drawn on a picture: in place, and legible on a phone."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from boards.board_camera import BoardCamera
from vision import FrameError
from vision.board import Lens, Place, Plan, Pose
from vision.board.occupancy import Occupancy, PlaceSeen
from vision.board.placing.pose import UNIT
from vision.overlay import draw_board

LEFT = Place("l", ((0.5, 1.0), (0.0, 1.0), (0.0, 0.0), (0.5, 0.0)), True, 0.3, 4.0, 2.0)
RIGHT = Place("r", ((0.5, 0.0), (1.0, 0.0), (1.0, 1.0), (0.5, 1.0)), False, 0.3, 4.0, 2.0)
PLAN = Plan("two", 4, 4, (LEFT, RIGHT))
EYE = BoardCamera(4, 4, (0.0, 1.0, 6.0))
FRAME = np.full((960, 1280, 3), 120, np.uint8)
POSE = Pose.of_corners(EYE.project(UNIT), PLAN, size=EYE.size)


SURE = Occupancy((PlaceSeen("l", (((3, 0), 0.995),)), PlaceSeen("r", (((0, 0), 0.995),))))
UNSURE = Occupancy((PlaceSeen("l", (((3, 0), 0.6),)), PlaceSeen("r", (), 1.0)))


def changed(drawn: np.ndarray) -> np.ndarray:
    return np.asarray(np.abs(drawn.astype(int) - FRAME).max(axis=2) > 40)


def test_the_plan_is_drawn_along_the_sides_of_its_places() -> None:
    before = FRAME.copy()
    drawn = changed(draw_board(FRAME, POSE))
    assert (before == FRAME).all()
    for x, y in EYE.project(np.array([[0.5, 0.3], [0.25, 0.0], [1.0, 0.6]])):
        assert drawn[round(y) - 3 : round(y) + 4, round(x) - 3 : round(x) + 4].any()
    x, y = EYE.project(np.array([[0.25, 0.4]]))[0]
    assert not drawn[round(y) - 9 : round(y) + 9, round(x) - 9 : round(x) + 9].any()


def test_rings_show_where_pieces_at_the_corners_would_be_seen_through_this_lens() -> None:
    bent = replace(EYE, k1=0.3)
    pose = Pose.of_corners(
        bent.project(UNIT), PLAN, size=EYE.size, lens=Lens(EYE.focal, 0.01, 0.3), sure_px=0.3
    )
    drawn = changed(draw_board(FRAME, pose))
    for x, y in bent.project(np.array([[0.25, 0.875 - 0.42 / 4]]), 0.3):
        assert drawn[round(y) - 3 : round(y) + 4, round(x) - 3 : round(x) + 4].any()
    for x, y in bent.project(np.array([[0.5, 0.0], [1.0, 0.5]])):  # the sides are as bent as the lens
        assert drawn[round(y) - 1 : round(y) + 2, round(x) - 1 : round(x) + 2].any()


def test_what_is_sure_unsure_and_hidden_looks_different() -> None:
    sure, unsure = draw_board(FRAME, POSE, SURE), draw_board(FRAME, POSE, UNSURE)
    x, y = EYE.project(np.array([[0.75, 0.5]]))[0].round().astype(int)
    assert not changed(sure)[y - 20 : y + 20, x - 20 : x + 20].any()  # sure and empty: nothing in the way
    assert changed(unsure)[y - 20 : y + 20, x - 20 : x + 20].any()  # hidden: a cross
    yellow = [(np.abs(one.astype(int) - (66, 228, 240)).max(axis=2) < 30).sum() for one in (sure, unsure)]
    assert yellow[1] > yellow[0] + 500


def test_a_label_is_large_enough_on_a_phone_and_larger_where_that_is_asked_for() -> None:
    usual, large = (draw_board(FRAME, POSE, SURE, labels=labels) for labels in (1.0, 2.0))
    phone = cv2.resize(usual, (390, 292), interpolation=cv2.INTER_AREA)
    label = (phone.min(axis=2) > 200).astype(np.uint8)
    _, _, boxes, _ = cv2.connectedComponentsWithStats(label)
    assert max(int(box[cv2.CC_STAT_HEIGHT]) for box in boxes[1:]) >= 8
    assert changed(large).sum() > changed(usual).sum() + 500
    assert (usual == draw_board(FRAME, POSE, SURE)).all()


def test_pictures_of_any_size_are_drawn_on_and_what_is_no_picture_is_refused() -> None:
    for size in ((160, 120), (4608, 2592)):
        eye = BoardCamera(4, 4, (0.0, 1.0, 6.0), size=size)
        pose = Pose.of_corners(eye.project(UNIT), PLAN, size=size)
        frame = np.full((size[1], size[0], 3), 120, np.uint8)
        assert draw_board(frame, pose, UNSURE).shape == frame.shape
    with pytest.raises(FrameError):
        draw_board(np.zeros((4, 4), np.uint8), POSE)
