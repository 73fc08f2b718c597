"""The tray: found in pictures as people have them, or set by hand and refused in words."""

from __future__ import annotations

import json

import cv2
import numpy as np
import pytest

from device.cameras.film import FILM, read_film
from engine.record import read, write
from frames_for_tests import picture
from vision import Frame, FrameError, Tray, TrayError

HAND_SET = [(0.9, 0.1), (0.1, 0.2), (0.2, 0.9), (0.8, 0.8)]


def painted(
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
    tray = Tray.find(painted(corners))
    assert tray is not None
    wanted = np.zeros((480, 640), np.uint8)
    cv2.fillConvexPoly(wanted, np.array(corners, np.int32), 255)
    found = tray.mask(640, 480)
    both = np.count_nonzero(found & wanted)
    assert both / np.count_nonzero(wanted) > 0.95
    assert both / np.count_nonzero(found | wanted) > 0.75


def test_a_picture_without_a_rim_has_no_tray_and_a_grey_one_is_refused() -> None:
    noise = np.random.default_rng(2).normal(120, 8, (480, 640, 3)).clip(0, 255)
    for shown in (noise, np.zeros_like(noise), np.full_like(noise, 255)):
        assert Tray.find(shown.astype(np.uint8)) is None
    with pytest.raises(FrameError):
        Tray.find(np.zeros((480, 640), np.uint8))


def film_frames(phase: str) -> list[Frame]:
    """Return a frame of each scene of the film that comes with the box."""
    stretches = [stretch for scene in read_film(FILM) for stretch in scene.stretches]
    files = [stretch.files[0] for stretch in stretches if stretch.phase == phase]
    return [np.asarray(cv2.imread(str(file)), np.uint8) for file in files]


def test_the_tray_of_the_film_is_found_for_sure_and_its_felt_lies_within() -> None:
    tray = Tray.find(film_frames("empty")[0])
    assert tray is not None
    assert tray.is_sure
    wanted = [(0.06, 0.08), (0.94, 0.08), (0.95, 0.93), (0.05, 0.93)]
    assert np.allclose(tray.corners, wanted, atol=0.035)


def test_dice_and_shells_that_lie_there_are_not_taken_for_the_tray() -> None:
    for frame in film_frames("settled"):
        tray = Tray.find(frame)
        assert tray is not None
        assert tray.area > 0.7


@pytest.mark.parametrize("radius", [0, 30, 60, 90])
def test_a_tray_with_round_corners_has_its_corners_where_the_sides_meet(radius: int) -> None:
    drawn = np.full((480, 640, 3), (150, 160, 170), np.uint8)
    left, top, right, bottom = 110, 70, 540, 410
    for x, y in [(left, top), (right, top), (right, bottom), (left, bottom)]:
        inwards = (x + (radius if x == left else -radius), y + (radius if y == top else -radius))
        cv2.circle(drawn, inwards, radius, (40, 90, 30), -1, cv2.LINE_AA)
    cv2.rectangle(drawn, (left + radius, top), (right - radius, bottom), (40, 90, 30), -1)
    cv2.rectangle(drawn, (left, top + radius), (right, bottom - radius), (40, 90, 30), -1)
    tray = Tray.find(drawn)
    assert tray is not None
    assert tray.shape == "four-cornered"
    wanted = np.array([(left, top), (right, top), (right, bottom), (left, bottom)]) / (640, 480)
    assert np.allclose(tray.corners, wanted, atol=0.02)


def oval(turn: float) -> Frame:
    drawn = np.full((480, 640, 3), (150, 160, 170), np.uint8)
    cv2.ellipse(drawn, (320, 240), (215, 190), turn, 0, 360, (40, 90, 30), -1, cv2.LINE_AA)
    return drawn


@pytest.mark.parametrize("turn", [0, 20, 45, 70, 90])
def test_the_corners_around_a_round_tray_lie_level_and_are_kept(turn: float) -> None:
    tray = Tray.find(oval(turn))
    assert tray is not None
    assert tray.shape == "oval"
    assert tray.is_sure
    (_, y1), (_, y2), (_, y3), (_, y4) = tray.corners
    assert y1 == pytest.approx(y2, abs=0.003)
    assert y3 == pytest.approx(y4, abs=0.003)
    assert read(Tray, write(tray)) == tray
    wanted = cv2.inRange(oval(turn), (40, 90, 30), (40, 90, 30))
    both, either = tray.mask(640, 480) & wanted, tray.mask(640, 480) | wanted
    assert np.count_nonzero(both) / np.count_nonzero(either) > 0.95


@pytest.mark.parametrize("name", ["composed-9017", "composed-9019", "composed-9028"])
def test_a_cloth_that_only_looks_like_a_rim_is_never_sure(name: str) -> None:
    tray = Tray.find(picture(f"{name}.jpg"))
    assert tray is None or not tray.is_sure


# Set by hand


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
    assert read(Tray, json.loads(json.dumps(write(tray)))) == tray


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
    with pytest.raises(ValueError, match="corner"):
        read(Tray, saved)


@pytest.mark.parametrize(
    ("corners", "why"),
    [
        ([(0.1, 0.1), (0.9, 0.9), (0.9, 0.1), (0.1, 0.9)], "two sides cross"),
        ([(0.9, 0.1), (0.1, 0.1), (0.9, 0.9), (0.1, 0.9)], "two sides cross"),
        ([(0.1, 0.1), (0.15, 0.1), (0.15, 0.15), (0.1, 0.15)], "too small"),
        ([(0.1, 0.1), (0.9, 0.1), (0.3, 0.3), (0.1, 0.9)], "between the others"),
        ([(0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.9, 0.9)], "between the others"),
        ([(0.1, 0.1), (1.2, 0.1), (0.9, 0.9), (0.1, 0.9)], "outside the picture"),
        ([(-0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)], "outside the picture"),
    ],
)
def test_corners_that_cannot_be_say_why_and_what_to_do(corners: list[tuple[float, float]], why: str) -> None:
    with pytest.raises(TrayError, match=f"{why}.*: "):
        Tray.from_corners(corners, in_order=True)


def test_corners_may_go_around_from_any_of_them_and_either_way() -> None:
    around = [HAND_SET[number] for number in (1, 0, 3, 2)]
    tray = Tray.from_corners(around)
    for given in (around, around[::-1], around[2:] + around[:2]):
        assert Tray.from_corners(given, in_order=True) == tray


def test_only_the_corners_around_an_oval_may_lie_outside() -> None:
    corners = [(-0.1, 0.1), (1.1, 0.1), (1.1, 0.9), (-0.1, 0.9)]
    assert Tray.from_corners(corners, shape="oval").shape == "oval"
    with pytest.raises(TrayError, match="outside"):
        Tray.from_corners([(-0.3, 0.1), *corners[1:]], shape="oval")
