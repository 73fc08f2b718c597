"""What is cut out of a picture is upright, straight and where the pieces are seen."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from boards.board_camera import BoardCamera
from vision.board import BoardError, Cutter, Lens, Place, Plan, Pose
from vision.board.placing.pose import UNIT

LOWER = Place("lower", ((5 / 13, 1.0), (4 / 13, 1.0), (4 / 13, 6 / 11), (5 / 13, 6 / 11)), True, 0.3, 5.0)
UPPER = Place("upper", ((4 / 13, 0.0), (5 / 13, 0.0), (5 / 13, 5 / 11), (4 / 13, 5 / 11)), True, 0.3, 5.0)
CELL = Place("cell", ((8 / 13, 8 / 11), (9 / 13, 8 / 11), (9 / 13, 9 / 11), (8 / 13, 9 / 11)), tall=1.2)
PLAN = Plan("case", 13.0, 11.0, (LOWER, UPPER, CELL), loose=0.01)
RED, GREEN, WHITE = (40, 40, 220), (60, 200, 60), (255, 255, 255)


def painted(eye: BoardCamera) -> np.ndarray:
    """Discs 0.3 high on both points, red at the rim and green next to it, and a white head 1.2 high."""
    picture = np.full((eye.size[1], eye.size[0], 3), 90, np.uint8)
    for y, colour in ((10.5, RED), (9.5, GREEN), (0.5, RED), (1.5, GREEN)):
        eye.disc(picture, (4.5 / 13, y / 11), radius=0.4, low=0, high=0.3, colour=colour, side=(0, 0, 0))
    eye.disc(picture, (8.5 / 13, 8.5 / 11), radius=0.3, low=0, high=1.2, colour=WHITE, side=(0, 0, 0))
    return picture


EYES = [
    BoardCamera(13, 11, (0.0, 0.0, 18.0)),
    BoardCamera(13, 11, (4.0, 12.0, 15.0), roll=0.4),
    BoardCamera(13, 11, (-9.0, -3.0, 16.0), roll=2.8, k1=-0.08),
    BoardCamera(13, 11, (0.0, 0.0, 14.0), size=(4608, 2592), focal=0.6),
    BoardCamera(13, 11, (0.0, 0.0, 30.0), size=(320, 240)),
]


@pytest.mark.parametrize("eye", EYES)
def test_pieces_lie_in_the_middle_of_their_column_and_a_tall_head_where_it_is_seen(eye: BoardCamera) -> None:
    lens = Lens(eye.focal, 0.01, eye.k1)
    pose = Pose.of_corners(eye.project(UNIT), PLAN, size=eye.size, lens=lens, sure_px=0.3)
    cutter = Cutter(painted(eye), pose, side_px=24)
    for place in (LOWER, UPPER):
        cut = cutter.place(place, margin=0.25)
        assert cut.picture.shape == (132, 36, 3)
        red, green, none = (cut.picture[row, 18].astype(int) for row in (114, 90, 60))
        assert red[2] > 180 > red[1]
        assert green[1] > 170 > green[2]
        assert np.ptp(none) < 12
        reddish = (cut.picture[..., 2].astype(int) - cut.picture[..., 1]) > 90
        middle = np.argwhere(reddish).mean(axis=0)
        assert middle == pytest.approx([113.5, 17.5], abs=1.5)
        unit = cut.unit(np.array([[17.5, 113.5]]))[0]
        assert unit == pytest.approx([4.5 / 13, (10.5 if place is LOWER else 0.5) / 11], abs=0.002)
    head = np.argwhere(cutter.place(CELL, margin=0.5).picture.min(axis=2) > 170)
    assert head.mean(axis=0) == pytest.approx([23.5, 23.5], abs=1.5)
    assert np.ptp(head, axis=0) == pytest.approx([14, 14], abs=3)


def test_the_whole_field_is_straightened_too() -> None:
    eye = EYES[1]
    pose = Pose.of_corners(eye.project(UNIT), PLAN, size=eye.size, lens=Lens(eye.focal, 0.01), sure_px=0.3)
    cutter = Cutter(painted(eye), pose, side_px=20)
    board = cutter.board(tall=0.3, margin=0.5)
    assert board.shape[:2] == (240, 280)
    red = np.argwhere((board[:120, :, 2].astype(int) - board[:120, :, 1]) > 90).mean(axis=0)
    assert red == pytest.approx([19.5, 99.5], abs=1)
    x, y = cutter.to_unit(0.5)[:2] @ (99.5, 19.5, 1)
    assert (x, y) == pytest.approx((4.5 / 13, 0.5 / 11), abs=1e-3)


def test_a_frame_of_another_size_is_refused() -> None:
    eye = EYES[0]
    pose = Pose.of_corners(eye.project(UNIT), PLAN, size=eye.size)
    with pytest.raises(ValueError, match="pictures of"):
        Cutter(np.zeros((96, 128, 3), np.uint8), pose)


def test_a_plan_turned_by_quarters_comes_back_after_four() -> None:
    once = PLAN.turned(1)
    assert (once.width, once.height) == (11, 13)
    assert once.place("lower").middle == pytest.approx((1 - LOWER.middle[1], LOWER.middle[0]))
    assert once.place("lower").middle[0] < 0.5  # what lay below lies at the left
    back = PLAN.turned(4)
    assert np.allclose(back.place("cell").points, CELL.points)
    assert PLAN.turned(-1) == PLAN.turned(3)


def test_a_cut_of_a_turned_board_is_the_same() -> None:
    eye = EYES[1]
    picture, corners = painted(eye), eye.project(UNIT)
    lens = Lens(eye.focal, 0.01)
    plain = Pose.of_corners(corners, PLAN, size=eye.size, lens=lens, sure_px=0.3)
    turned = Pose.of_corners(
        np.roll(corners, -1, axis=0), PLAN.turned(-1), size=eye.size, lens=lens, sure_px=0.3
    )
    for name in ("lower", "upper"):
        one = Cutter(picture, plain).place(plain.plan.place(name)).picture
        other = Cutter(picture, turned).place(turned.plan.place(name)).picture
        assert cv2.absdiff(one, other).mean() < 1


def test_a_plan_that_is_none_is_refused() -> None:
    with pytest.raises(BoardError, match="names of their own"):
        Plan("two", 2, 2, (CELL, CELL))
    with pytest.raises(BoardError, match="clockwise"):
        Plan("wrong", 2, 2, (Place("a", CELL.outline[::-1]),))
    with pytest.raises(BoardError, match="pieces is none"):
        Plan("flat", 2, 0, (CELL,))
