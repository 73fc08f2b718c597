"""Printed markers give the corners of a board, with the calls of every OpenCV that has any."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pytest

from boards.board_camera import BoardCamera
from boards.old_aruco import bare_cv, old_cv
from boards.painted_board import painted, start
from boards.painted_markers import lay
from vision.board.placing.markers import CORNERS_ONLY, Markers
from vision.board.placing.pose import UNIT

HAS = hasattr(cv2, "aruco")
needs_aruco = pytest.mark.skipif(not HAS, reason="this OpenCV draws no markers")
IS_NEW = HAS and hasattr(cv2.aruco, "ArucoDetector")
EYES = [
    BoardCamera(13, 11, (0.0, 0.0, 19.0)),
    BoardCamera(13, 11, (3.0, 9.0, 21.0), roll=0.1, size=(1920, 1440)),
    BoardCamera(13, 11, (-6.0, 4.0, 32.0), roll=2.5, size=(2304, 1296), focal=0.77),
]


@pytest.fixture(params=["own", pytest.param("old", marks=pytest.mark.skipif(not IS_NEW, reason="is old"))])
def cv(request: pytest.FixtureRequest) -> Any:
    """OpenCV as it is, and with the names of 4.6."""
    return cv2 if request.param == "own" else old_cv()


@needs_aruco
@pytest.mark.parametrize(("eye", "turned"), [*zip(EYES, (0, 1, 3), strict=True), (EYES[0], 3)])
def test_four_markers_give_the_corners_of_the_field(cv: Any, eye: BoardCamera, turned: int) -> None:
    picture = painted(eye, start())
    for number in range(4):
        lay(eye, picture, number, turned=turned)
    found = Markers(cv).find(picture)
    assert (sorted(found.corners), found.doubts) == ([0, 1, 2, 3], ())
    corners = found.field()
    assert corners is not None
    assert np.linalg.norm(corners - eye.project(UNIT), axis=1).max() < 1.0


@needs_aruco
def test_three_markers_are_not_four(cv: Any) -> None:
    picture = painted(EYES[0], start())
    for number in (0, 1, 3):
        lay(EYES[0], picture, number)
    found = Markers(cv).find(picture)
    assert sorted(found.corners) == [0, 1, 3]
    assert found.field() is None


@needs_aruco
def test_a_marker_that_is_too_small_is_told_and_left_out(cv: Any) -> None:
    picture = painted(EYES[0], start())
    for number in range(4):
        lay(EYES[0], picture, number, side=0.8 if number else 0.45)
    found = Markers(cv).find(picture)
    assert sorted(found.corners) == [1, 2, 3]
    [doubt] = found.doubts
    assert str(doubt).startswith("marker 0 is ")
    assert "needs 32" in str(doubt)


@needs_aruco
def test_a_marker_of_a_second_board_confuses_nobody(cv: Any) -> None:
    picture = painted(EYES[1], start())
    for number in range(4):
        lay(EYES[1], picture, number)
    lay(EYES[1], picture, 2, at=(-0.9, 9.0))
    found = Markers(cv).find(picture)
    assert sorted(found.corners) == [0, 1, 3]
    assert [str(doubt) for doubt in found.doubts] == [
        "marker 2 is seen twice: cover or take away the other board’s"
    ]


@needs_aruco
def test_without_markers_none_are_found(cv: Any) -> None:
    noise = np.random.default_rng(2).integers(0, 255, (480, 640, 3), dtype=np.uint8)
    for picture in (painted(EYES[0], start()), noise, np.zeros((16, 16, 3), np.uint8)):
        assert Markers(cv).find(picture).corners == {}


def test_an_opencv_without_markers_says_that_corners_are_set_by_hand() -> None:
    markers = Markers(bare_cv())
    assert not markers.can_find
    found = markers.find(np.zeros((48, 64, 3), np.uint8))
    assert (found.corners, found.doubts, found.field()) == ({}, (CORNERS_ONLY,), None)
