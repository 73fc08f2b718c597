"""Trays as people have them: of the film, with round corners, round; and corners by hand that are refused."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from device.cameras.film import FILM, read_film
from places import FRAMES
from vision import Frame, Tray, TrayError


def load(path: Path) -> Frame:
    return np.asarray(cv2.imread(str(path)), np.uint8)


def film_frames(phase: str) -> list[Frame]:
    """Give a frame of each scene of the film that comes with the box."""
    scenes = read_film(FILM)
    return [
        load(next(stretch.files[0] for stretch in scene.stretches if stretch.phase == phase))
        for scene in scenes
    ]


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
    assert Tray.from_dict(tray.to_dict()) == tray
    wanted = cv2.inRange(oval(turn), (40, 90, 30), (40, 90, 30))
    both, either = tray.mask(640, 480) & wanted, tray.mask(640, 480) | wanted
    assert np.count_nonzero(both) / np.count_nonzero(either) > 0.95


@pytest.mark.parametrize("name", ["composed-9017", "composed-9019", "composed-9028"])
def test_a_cloth_that_only_looks_like_a_rim_is_never_sure(name: str) -> None:
    tray = Tray.find(load(FRAMES / f"{name}.jpg"))
    assert tray is None or not tray.is_sure


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
    around = [(0.1, 0.2), (0.9, 0.1), (0.8, 0.8), (0.2, 0.9)]
    tray = Tray.from_corners(around)
    for given in (around, around[::-1], around[2:] + around[:2]):
        assert Tray.from_corners(given, in_order=True) == tray


def test_only_the_corners_around_an_oval_may_lie_outside() -> None:
    corners = [(-0.1, 0.1), (1.1, 0.1), (1.1, 0.9), (-0.1, 0.9)]
    assert Tray.from_corners(corners, shape="oval").shape == "oval"
    with pytest.raises(TrayError, match="outside"):
        Tray.from_corners([(-0.3, 0.1), *corners[1:]], shape="oval")
