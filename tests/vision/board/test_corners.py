"""Corners are refused with words when they cannot be, and drawn to the edges that are seen near them."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from boards.board_camera import BoardCamera
from vision import Doubt
from vision.board import BoardError, CornerError, checked, refined
from vision.board.placing.pose import UNIT

SIZE = (1280, 960)
GOOD = [[94, 80], [820, 82], [826, 600], [90, 596]]


@pytest.mark.parametrize(
    ("corners", "words"),
    [
        ([[94, 80], [826, 600], [820, 82], [90, 596]], "cross"),
        ([[94, 80], [820, 82], [90, 596], [826, 600]], "cross"),
        ([[94, 80], [90, 596], [826, 600], [820, 82]], "anti-clockwise"),
        ([[94, 80], [1400, 82], [826, 600], [90, 596]], "outside the picture"),
        ([[94, -40], [820, 82], [826, 600], [90, 596]], "outside the picture"),
        ([[94, 80], [820, 82], [300, 200], [90, 596]], "between the others"),
        ([[94, 80], [820, 82], [1000, 83], [90, 596]], "nearly on a line"),
        ([[94, 80], [130, 80], [130, 110], [94, 110]], "too small"),
        ([[0.0, 6e-130], [0.0, 0.0], [211.0, 0.0], [50.0, 233.0]], "nearly on a line"),
        ([[94, 80], [820, 82], [826, 600]], "four pairs"),
        ([[94, 80], [820, 82], [826, 600], [90, float("nan")]], "four pairs"),
        ([[94, 80], [820, 82], [826, 600], ["90", 596]], "four pairs"),
        ([[94, 80], [820, 82], [826, 600], [True, 596]], "four pairs"),
        ("corners", "four pairs"),
        (None, "four pairs"),
        ({"a": 1}, "four pairs"),
    ],
)
def test_corners_that_cannot_be_are_refused_with_words(corners: object, words: str) -> None:
    assert checked(GOOD, size=SIZE).tolist() == GOOD
    with pytest.raises(CornerError, match=words):
        checked(corners, size=SIZE)


numbers = st.one_of(st.floats(), st.integers(), st.text(max_size=3), st.none(), st.booleans())
whatever = st.recursive(numbers, lambda inner: st.lists(inner, max_size=5), max_leaves=12)


@given(
    st.one_of(
        whatever, st.lists(st.lists(st.floats(-50, 1400), min_size=2, max_size=2), min_size=4, max_size=4)
    )
)
def test_whatever_comes_as_corners_is_a_field_or_refused(corners: object) -> None:
    try:
        points = checked(corners, size=SIZE)
    except CornerError:
        return
    assert points.shape == (4, 2)
    assert cv2.isContourConvex(points.astype(np.float32))


def field(corners: np.ndarray, *, seed: int = 1) -> np.ndarray:
    """A field with points and checkers on a wooden table, a little noisy."""
    noise = np.random.default_rng(seed)
    picture = np.full((960, 1280, 3), (70, 110, 150), np.uint8)
    change = cv2.getPerspectiveTransform(
        np.array([[0, 0], [650, 0], [650, 550], [0, 550]], np.float32), corners.astype(np.float32)
    )
    flat = np.full((550, 650, 3), (60, 90, 40), np.uint8)
    for n in range(13):
        colour = (40, 40, 120) if n % 2 else (180, 200, 210)
        for tip, base in ((250, 0), (300, 550)):
            cv2.fillConvexPoly(
                flat, np.array([[50 * n, base], [50 * n + 50, base], [50 * n + 25, tip]]), colour
            )
    for x, y in noise.integers(25, 500, (12, 2)):
        cv2.circle(flat, (int(x), int(y)), 24, (20, 20, 20), -1, cv2.LINE_AA)
    warped = cv2.warpPerspective(flat, change, (1280, 960))
    mask = cv2.warpPerspective(np.full((550, 650), 255, np.uint8), change, (1280, 960)) > 127
    picture[mask] = warped[mask]
    noisy = picture + noise.normal(0, 4, picture.shape)
    return cv2.GaussianBlur(noisy.clip(0, 255).astype(np.uint8), (0, 0), 0.8)


@pytest.mark.parametrize("away", [(0.5, 0.0, 18.0), (3.0, 11.0, 16.0), (-8.0, 6.0, 17.0)])
def test_dragged_corners_are_drawn_to_the_edges(away: tuple[float, float, float]) -> None:
    true = BoardCamera(13, 11, away).project(UNIT)
    picture = field(true)
    dragged = true + np.array([[5, -4], [-6, 3], [4, 6], [-3, -5]])
    found, seen = refined(picture, dragged, reach_px=10)
    assert seen > 0.7
    assert np.linalg.norm(found - true, axis=1).max() < 2


def test_where_no_edge_is_seen_the_corners_stay_where_a_person_put_them() -> None:
    noise = np.random.default_rng(3)
    picture = noise.normal(120, 2, (960, 1280, 3)).clip(0, 255).astype(np.uint8)
    dragged = np.array(GOOD, float)
    found, seen = refined(picture, dragged, reach_px=10)
    assert seen < 0.3
    assert found.tolist() == dragged.tolist()


def test_what_is_refused_can_be_said_in_another_language() -> None:
    with pytest.raises(CornerError) as caught:
        checked([[94, 80], [1400, 82], [826, 600], [90, 596]], size=(960, 720))
    assert caught.value.doubt.fields == {"corner": 2}
    assert str(caught.value) == str(caught.value.doubt)
    assert BoardError("a sentence").doubt == Doubt("a sentence")
