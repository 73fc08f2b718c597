"""Pictures by day: those taken in little light brightened, those under a warm lamp made whiter."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from frames_for_tests import TRUTH, expected, is_right, picture
from vision import Eye, Frame
from vision.brightness import by_day, level, whitened
from vision.pyramid import Pyramid

LAMP = np.array([0.34, 0.68, 1.0])
"""What a camera that keeps the white of daylight makes of a lamp of 2,700 K: blue, green, red."""


def tray(colour: tuple[int, int, int], *, dice: int = 4) -> Frame:
    """A cloth with white dice."""
    frame = np.full((480, 640, 3), colour, np.uint8)
    for number in range(dice):
        cv2.rectangle(frame, (60 + 120 * number, 200), (120 + 120 * number, 260), (225, 230, 232), -1)
    return frame


def warm(frame: Frame) -> Frame:
    return np.asarray(frame * LAMP, np.uint8)


def test_white_dice_under_a_warm_lamp_are_nearly_white_again() -> None:
    given = warm(tray((90, 95, 100)))
    kept = given.copy()
    blue, green, red = whitened(Pyramid(given)).frame[230, 90].tolist()
    assert 0.7 < blue / red < 0.95
    assert 0.85 < green / red < 1
    assert (given == kept).all()


@pytest.mark.parametrize("cloth", [(30, 30, 170), (25, 70, 150), (40, 110, 40), (150, 60, 30), (90, 90, 90)])
def test_a_coloured_cloth_by_day_keeps_its_colour(cloth: tuple[int, int, int]) -> None:
    picture = Pyramid(tray(cloth))
    assert whitened(picture) is picture


@pytest.mark.parametrize("level", [0, 1, 255])
def test_a_picture_of_one_colour_is_a_picture_still(level: int) -> None:
    for colour in ((level, level, level), (0, 0, level), (0, level, level)):
        for shape in ((16, 16, 3), (16, 700, 3)):
            frame = np.asarray(np.full(shape, colour), np.uint8)
            assert by_day(Pyramid(frame)).frame.shape == shape


@pytest.mark.parametrize("size", [1, 2, 7, 3072])
def test_a_level_is_the_percentile_of_the_values(size: int) -> None:
    rng = np.random.default_rng(size)
    for top in (1, 2, 9, 256):
        values = rng.integers(0, top, size, np.uint8)
        for percent in (0, 2, 50, 99.5, 100):
            assert level(values, percent) == pytest.approx(np.percentile(values, percent))


def test_throws_under_a_warm_lamp_are_read_as_by_day_or_asked_about(eye: Eye) -> None:
    wrong = []
    for name in TRUTH:
        reading = eye.read(warm(picture(name)), expect=expected(name))
        if not is_right(name, reading):
            assert not reading.certain, name
            wrong.append(name)
    assert len(wrong) <= 1, wrong
