"""How sharp things are: out of focus, and blurred along a line."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from frames_for_tests import TRUTH, expected, felt, is_right, picture
from vision import Eye, Frame
from vision.blur import is_smeared, sharpness
from vision.doubts import BLURRED


def with_dice() -> tuple[Frame, list[tuple[float, float, float]]]:
    """Three dice turned a little, each with two pips."""
    frame = felt()
    places = [(150.0, 150.0, 60.0), (320.0, 260.0, 60.0), (500.0, 330.0, 60.0)]
    for number, (x, y, _) in enumerate(places):
        corners = cv2.boxPoints(((x, y), (60, 60), 20 + 31 * number))
        cv2.fillPoly(frame, [corners.round().astype(np.int32)], (225, 232, 235), cv2.LINE_AA)
        for away in (-14, 14):
            cv2.circle(frame, (round(x + away), round(y + away)), 7, (25, 25, 25), -1, cv2.LINE_AA)
    return frame, places


def moved(frame: Frame, px: int, degrees: float) -> Frame:
    """A picture blurred along a line of this length, turned by this from the right."""
    line = np.zeros((px, px), np.float32)
    line[px // 2] = 1
    turn = cv2.getRotationMatrix2D((px // 2, px // 2), degrees, 1)
    line = np.asarray(cv2.warpAffine(line, turn, (px, px)), np.float32)
    return np.asarray(cv2.filter2D(frame, -1, line / line.sum()), np.uint8)


@pytest.mark.parametrize("degrees", [0, 30, 45, 75, 90, 130])
@pytest.mark.parametrize("px", [13, 17])
def test_things_blurred_along_a_line_are_smeared(px: int, degrees: int) -> None:
    frame, places = with_dice()
    assert is_smeared(moved(frame, px, degrees), places)


def test_things_that_are_sharp_or_out_of_focus_are_not_smeared() -> None:
    frame, places = with_dice()
    assert not is_smeared(frame, places)
    for deviation in (1, 2, 3, 5):
        soft = np.asarray(cv2.GaussianBlur(frame, (0, 0), deviation), np.uint8)
        assert not is_smeared(soft, places)


def test_a_long_thing_that_is_sharp_is_not_smeared() -> None:
    frame = felt()
    cv2.ellipse(frame, (320, 240), (60, 26), 25, 0, 360, (170, 190, 205), -1, cv2.LINE_AA)
    cv2.ellipse(frame, (320, 240), (46, 4), 25, 0, 360, (40, 50, 60), -1, cv2.LINE_AA)
    assert not is_smeared(frame, [(320.0, 240.0, 78.0)])


@pytest.mark.parametrize(
    "place", [(-90.0, 20.0, 30.0), (0.0, 0.0, 2.0), (15.9, 15.9, 0.5), (8.0, 8.0, 900.0)]
)
def test_whatever_the_place_sharpness_is_a_number(place: tuple[float, float, float]) -> None:
    for frame in (np.zeros((16, 16, 3), np.uint8), np.full((16, 400, 3), 255, np.uint8), felt()):
        assert 0 <= sharpness(frame, *place) < 2
        assert is_smeared(frame, [place]) in (True, False)
        assert not is_smeared(frame, [])


def test_a_throw_blurred_along_a_line_is_never_told_wrong_as_certain(eye: Eye) -> None:
    said = 0
    for name in TRUTH:
        for degrees in (20, 110):
            reading = eye.read(moved(picture(name), 15, degrees), expect=expected(name))
            said += BLURRED in reading.doubts
            assert is_right(name, reading) or not reading.certain
    assert said >= 8


def test_sharpness_falls_with_blur_and_not_with_size() -> None:
    frame = felt()
    cv2.rectangle(frame, (270, 190), (330, 250), (230, 235, 235), -1)
    sharp = sharpness(frame, 300, 220, 60)
    soft = sharpness(np.asarray(cv2.GaussianBlur(frame, (0, 0), 14), np.uint8), 300, 220, 60)
    assert sharp > 0.2
    assert soft < 0.15
    double = np.asarray(cv2.resize(frame, None, fx=2, fy=2), np.uint8)
    assert sharpness(double, 600, 440, 120) == pytest.approx(sharp, rel=0.25)
