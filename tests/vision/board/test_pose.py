"""Where a camera over a board sees places and pieces, held against a camera of other formulas."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boards.board_camera import BoardCamera
from vision.board import ANY, CornerError, Lens, Place, Plan, Pose
from vision.board.placing.pose import UNIT

SQUARE = Place("a", ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)))
CLOTH = Plan("cloth", 19.0, 19.0, (SQUARE,), loose=0.005)
CASE = Plan("case", 13.0, 11.0, (SQUARE,), loose=0.08)

SPREAD = np.array([[x, y] for x in (0.02, 0.3, 0.5, 0.8, 0.98) for y in (0.02, 0.25, 0.6, 0.98)])

cameras = st.builds(
    lambda x, y, z, look_x, look_y, roll, focal: (x, y, z, look_x, look_y, roll, focal),
    st.floats(-10, 10), st.floats(-10, 10), st.floats(20, 45), st.floats(-1, 1), st.floats(-1, 1),
    st.floats(-3.1, 3.1), st.floats(0.5, 1.1),
)  # fmt: skip


def camera(plan: Plan, made: tuple[float, ...], **more: object) -> BoardCamera:
    x, y, z, look_x, look_y, roll, focal = made
    return BoardCamera(plan.width, plan.height, (x, y, z), (look_x, look_y), roll, focal, **more)  # type: ignore[arg-type]


@given(cameras)
@settings(max_examples=60, deadline=None)
def test_with_a_known_lens_heads_of_pieces_are_seen_where_they_are(made: tuple[float, ...]) -> None:
    eye = camera(CLOTH, made)
    pose = Pose.of_corners(eye.project(UNIT), CLOTH, size=eye.size, lens=Lens(eye.focal, 0.005))
    for tall in (0.0, 0.5, 1.5):
        assert np.abs(pose.seen(SPREAD, tall) - eye.project(SPREAD, tall)).max() < 0.5


@given(cameras)
@settings(max_examples=40, deadline=None)
def test_a_pixel_leads_back_to_its_place(made: tuple[float, ...]) -> None:
    eye = camera(CASE, made)
    pose = Pose.of_corners(eye.project(UNIT), CASE, size=eye.size)
    for tall in (0.0, 0.9):
        assert np.abs(pose.lies(pose.seen(SPREAD, tall), tall) - SPREAD).max() < 1e-6


@given(cameras)
@settings(max_examples=40, deadline=None)
def test_the_flat_board_lies_exactly_where_the_corners_were_set(made: tuple[float, ...]) -> None:
    eye = camera(CASE, made)
    corners = eye.project(UNIT) + np.array([[1.5, -2], [0.5, 1], [-2, 1], [0, 2]])
    pose = Pose.of_corners(corners, CASE, size=eye.size)
    assert np.abs(pose.seen(UNIT) - corners).max() < 1e-6


@given(cameras, st.floats(-0.15, 0.05))
@settings(max_examples=40, deadline=None)
def test_a_lens_that_bends_lines_is_reckoned_with(made: tuple[float, ...], k1: float) -> None:
    eye = camera(CLOTH, made, k1=k1, k2=0.01)
    lens = Lens(eye.focal, 0.005, k1, 0.01)
    pose = Pose.of_corners(eye.project(UNIT), CLOTH, size=eye.size, lens=lens)
    assert np.abs(pose.seen(SPREAD, 1.0) - eye.project(SPREAD, 1.0)).max() < 0.7
    assert np.abs(pose.lies(pose.seen(SPREAD, 1.0), 1.0) - SPREAD).max() < 1e-6


def test_a_slanted_camera_of_which_nothing_is_known_is_found_from_the_corners() -> None:
    for focal in (0.6, 0.85, 1.1):
        eye = BoardCamera(19, 19, (2.0, 19.0, 26.0), focal=focal)
        pose = Pose.of_corners(eye.project(UNIT), CLOTH, size=eye.size, lens=ANY, sure_px=0.5)
        assert pose.lens.focal == pytest.approx(focal, rel=0.03)
        assert pose.slant == pytest.approx(36, abs=1.5)
        assert np.abs(pose.seen(SPREAD, 1.0) - eye.project(SPREAD, 1.0)).max() < 1.5


def test_corners_a_few_pixels_wrong_move_heads_by_less_than_a_tenth_of_a_square() -> None:
    noise = np.random.default_rng(5)
    worst = []
    for _ in range(40):
        away = (noise.uniform(-9, 9), noise.uniform(-9, 9), noise.uniform(24, 36))
        eye = BoardCamera(19, 19, away, roll=noise.uniform(-3, 3), focal=0.77, size=(2304, 1296))
        corners = eye.project(UNIT) + noise.normal(0, 2, (4, 2))
        pose = Pose.of_corners(corners, CLOTH, size=eye.size, lens=Lens(0.77, 0.02))
        lean = (pose.seen(SPREAD, 1.0) - pose.seen(SPREAD)) - (eye.project(SPREAD, 1.0) - eye.project(SPREAD))
        worst.append(float(np.linalg.norm(lean, axis=1).max() / pose.piece_px(0.5, 0.5)))
    assert max(worst) < 0.1


def test_a_tall_piece_at_the_edge_of_the_view_leans_half_a_square_outwards() -> None:
    """30 mm pieces on squares of 25 mm, a cloth of 19 squares, a camera over its middle."""
    eye = BoardCamera(19, 19, (0.0, 0.0, 24.0), focal=0.7)
    pose = Pose.of_corners(eye.project(UNIT), CLOTH, size=eye.size, lens=Lens(0.7, 0.01))
    edge = np.array([[1.0, 0.5]])
    lean = (pose.seen(edge, 30 / 25) - pose.seen(edge))[0] / pose.piece_px(1.0, 0.5)
    assert lean == pytest.approx([0.5, 0.0], abs=0.02)


def test_where_the_camera_hangs_is_told() -> None:
    eye = BoardCamera(13, 11, (3.0, 4.0, 30.0), focal=0.77)
    pose = Pose.of_corners(eye.project(UNIT), CASE, size=eye.size, lens=Lens(0.77, 0.005), sure_px=0.1)
    x, y, high = pose.eye
    assert ((x - 0.5) * 13, (y - 0.5) * 11, high) == pytest.approx((3, 4, 30), abs=0.3)
    assert pose.least_piece_px() == pytest.approx(0.77 * 1280 / 30, rel=0.15)


@pytest.mark.parametrize(
    "corners",
    [
        [[10, 10], [20, 20], [30, 30], [40, 40]],
        [[100, 100], [100, 100], [100, 100], [100, 100]],
        [[100, 800], [900, 800], [900, 100], [100, 100]],
    ],
)
def test_corners_that_no_camera_above_sees_are_refused(corners: list[list[float]]) -> None:
    with pytest.raises(CornerError, match="corner"):
        Pose.of_corners(np.array(corners, float), CLOTH, size=(1280, 960))
