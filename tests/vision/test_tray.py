"""The tray: found in a picture of it empty, or set by hand."""

from __future__ import annotations

import json

import cv2
import numpy as np
import pytest

from vision import Frame, FrameError, Tray, TrayError

HAND_SET = [(0.9, 0.1), (0.1, 0.2), (0.2, 0.9), (0.8, 0.8)]


def picture(
    corners: list[tuple[int, int]], *, seed: int = 1, felt: tuple[int, int, int] = (40, 90, 30)
) -> Frame:
    """A felt with a wooden rim, slanted as the camera sees it, on a table."""
    drawn = np.full((480, 640, 3), (120, 150, 175), np.uint8)
    points = np.array(corners, np.int32)
    middle = points.mean(axis=0)
    cv2.fillConvexPoly(drawn, ((points - middle) * 1.1 + middle).astype(np.int32), (40, 70, 120))
    cv2.fillConvexPoly(drawn, points, felt)
    noise = np.random.default_rng(seed).normal(0, 6, drawn.shape)
    return (cv2.GaussianBlur(drawn, (3, 3), 0) + noise).clip(0, 255).astype(np.uint8)


@pytest.mark.parametrize(
    "corners",
    [
        [(120, 90), (520, 90), (520, 400), (120, 400)],
        [(170, 100), (480, 110), (560, 400), (90, 390)],
        [(320, 60), (560, 240), (320, 430), (90, 240)],
    ],
)
def test_the_rim_is_found_in_a_picture_of_the_empty_tray(corners: list[tuple[int, int]]) -> None:
    tray = Tray.find(picture(corners))
    assert tray is not None
    wanted = np.zeros((480, 640), np.uint8)
    cv2.fillConvexPoly(wanted, np.array(corners, np.int32), 255)
    found = tray.mask(640, 480)
    both = np.count_nonzero(found & wanted)
    assert both / np.count_nonzero(wanted) > 0.95
    assert both / np.count_nonzero(found | wanted) > 0.75


def test_a_picture_without_a_rim_has_no_tray() -> None:
    noise = np.random.default_rng(2).normal(120, 8, (480, 640, 3))
    assert Tray.find(noise.clip(0, 255).astype(np.uint8)) is None


@pytest.mark.parametrize("level", [0, 255])
def test_a_black_or_white_picture_has_no_tray(level: int) -> None:
    assert Tray.find(np.full((480, 640, 3), level, np.uint8)) is None


def test_a_grey_picture_is_refused() -> None:
    with pytest.raises(FrameError):
        Tray.find(np.zeros((480, 640), np.uint8))


def test_corners_may_be_set_in_any_order_and_in_pixels() -> None:
    tray = Tray.from_corners(HAND_SET)
    pixels = Tray.from_corners([(x * 640, y * 480) for x, y in reversed(HAND_SET)], width=640, height=480)
    assert np.allclose(tray.corners, pixels.corners)
    assert np.allclose(tray.corners, [(0.1, 0.2), (0.9, 0.1), (0.8, 0.8), (0.2, 0.9)])


def test_a_place_is_inside_or_outside_and_the_mask_agrees() -> None:
    tray = Tray.from_corners(HAND_SET)
    mask = tray.mask(640, 480)
    for x, y in [(320, 240), (5, 5), (600, 470), (110, 130), (500, 100)]:
        assert tray.contains(x, y, width=640, height=480) == bool(mask[y, x])


def test_a_tray_survives_being_saved() -> None:
    tray = Tray.from_corners(HAND_SET)
    assert Tray.from_dict(json.loads(json.dumps(tray.to_dict()))) == tray


@pytest.mark.parametrize(
    "corners",
    [
        [(0, 0), (1, 0), (1, 1)],
        [(0, 0), (1, 0), (1, 1), (0, 2)],
        [(0, 0), (0.01, 0), (0.01, 0.01), (0, 0.01)],
        [(0, 0), (1, 0), (0.5, 0.2), (0.45, 0.9)],
        [(0, 0), (1, 0), (1, 1), (0, float("nan"))],
        ["a", "b", "c", "d"],
        [(0, 0, 0)] * 4,
    ],
)
def test_corners_that_make_no_field_are_refused(corners: list[tuple[float, float]]) -> None:
    with pytest.raises(TrayError, match="corner"):
        Tray.from_corners(corners)


@pytest.mark.parametrize("saved", [{}, {"corners": "1234"}, {"corners": None}, {"corners": [1, 2, 3, 4]}])
def test_a_damaged_saved_tray_is_refused(saved: dict[str, object]) -> None:
    with pytest.raises(TrayError, match="corner"):
        Tray.from_dict(saved)
