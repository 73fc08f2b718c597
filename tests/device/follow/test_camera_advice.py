"""How large a camera sees the pieces, and what is advised where they are too small: done, it is enough."""

from __future__ import annotations

from dataclasses import replace

import pytest

from boards.board_camera import BoardCamera
from device.follow.camera_advice import LEAST_PX, Closeness, closeness
from device.follow.plans import plan_of
from engine.backgammon.board import LAYOUTS
from engine.pachisi.board import layout as cross
from vision.board import LENSES, Plan, Pose
from vision.board.placing.pose import UNIT

CASE = plan_of(LAYOUTS["standard"], trays=False)
CLOTH = plan_of(cross(4), trays=False)


def seen(eye: BoardCamera, plan: Plan = CASE) -> Pose:
    lens = replace(LENSES["module-3"], focal=eye.focal)
    return Pose.of_corners(eye.project(UNIT), plan, size=eye.size, lens=lens)


def told(eye: BoardCamera, plan: Plan = CASE) -> Closeness:
    return closeness(seen(eye, plan))


@pytest.mark.parametrize("away", [(0.0, 0.0, 20.0), (0.0, 9.0, 18.0)])
def test_pieces_that_are_large_enough_need_no_advice(away: tuple[float, float, float]) -> None:
    found = told(BoardCamera(13, 11, away))
    assert found.pixels > LEAST_PX
    assert found.advice is None


def test_the_width_is_that_of_the_narrowest_piece() -> None:
    slanted = BoardCamera(13, 11, (0.0, 14.0, 20.0))
    pose = seen(slanted)
    assert told(slanted).pixels == pytest.approx(pose.least_piece_px())
    assert told(slanted).pixels < pose.piece_px(0.5, 0.5)


def test_a_camera_that_hangs_too_high_is_told_how_much_nearer() -> None:
    high = BoardCamera(13, 11, (0.0, 0.0, 66.0))
    advice = told(high).advice
    assert advice is not None
    fields = advice.fields
    assert (fields["pixels"], fields["least"]) == (16, 20)
    centimetres = fields["cm"]
    assert isinstance(centimetres, int)
    assert centimetres % 5 == 0
    nearer = BoardCamera(13, 11, (0.0, 0.0, 66.0 - centimetres / 4.2))  # a column of 42 mm
    assert told(nearer).advice is None
    assert 20 <= told(nearer).pixels < 26


def test_a_lens_that_sees_wide_is_told_how_wide_would_do() -> None:
    wide = BoardCamera(13, 11, (0.0, 0.0, 32.0), focal=0.41)
    advice = told(wide).advice
    assert advice is not None
    assert advice.fields["now"] == 101
    degrees = advice.fields["degrees"]
    assert isinstance(degrees, int)
    narrow = replace(LENSES["module-3"], focal=LENSES["module-3"].seeing(degrees).focal)
    assert told(BoardCamera(13, 11, (0.0, 0.0, 32.0), focal=narrow.focal)).advice is None


def test_where_the_board_fills_the_picture_only_larger_pictures_help() -> None:
    small = BoardCamera(19, 19, (0.0, 0.0, 23.0), size=(320, 240))
    advice = told(small, CLOTH).advice
    assert advice is not None
    assert "would not fit" in advice.template
    width, height = advice.fields["width"], advice.fields["height"]
    assert isinstance(width, int)
    assert isinstance(height, int)
    assert told(BoardCamera(19, 19, (0.0, 0.0, 23.0), size=(width, height)), CLOTH).advice is None


def test_a_board_at_the_edge_of_the_picture_may_be_brought_nearer_to_its_middle() -> None:
    aside = BoardCamera(13, 11, (0.0, 0.0, 66.0), look=(18.0, 0.0))
    advice = told(aside).advice
    assert advice is not None
    assert "nearer" in advice.template
    assert "would not fit" not in advice.template
