"""Lamps that a polished shell mirrors, painted out."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.gloss import matt
from vision.reading import Frame

TAN = (90, 140, 190)
"""Blue, green, red."""


def polished(*, lamp: int, side: int = 72, body: tuple[int, int, int] = TAN) -> Frame:
    """A back on a green cloth, with a lamp of so many pixels in it."""
    drawn = np.full((side, side, 3), (60, 110, 60), np.uint8)
    middle = side // 2, side // 2
    cv2.ellipse(drawn, middle, (side // 3, side // 4), 0, 0, 360, body, -1, cv2.LINE_AA)
    if lamp:
        cv2.rectangle(drawn, (middle[0] - lamp, middle[1] - lamp), (middle[0] + 2, middle[1]), (255,) * 3, -1)
    return np.asarray(drawn, np.uint8)


@pytest.mark.parametrize("side", [48, 72, 96])
def test_a_mirrored_lamp_is_painted_in_the_colour_of_the_shell(side: int) -> None:
    shiny = polished(lamp=side // 10, side=side)
    before = shiny.copy()
    dull = matt(shiny)
    assert dull is not None
    assert np.array_equal(shiny, before)
    assert np.abs(dull.astype(int) - polished(lamp=0, side=side)).max() < 40
    assert dull.shape == shiny.shape


def test_where_no_lamp_is_mirrored_nothing_is_painted() -> None:
    assert matt(polished(lamp=0)) is None
    assert matt(np.full((72, 72, 3), 255, np.uint8)) is None


def test_a_light_shell_with_a_dark_slit_is_left_alone() -> None:
    mouth = polished(lamp=0, body=(215, 225, 230))
    cv2.line(mouth, (14, 36), (58, 36), (20, 25, 30), 3)
    assert matt(mouth) is None


def test_a_lamp_on_the_cloth_beside_a_shell_is_left_alone() -> None:
    beside = polished(lamp=0)
    beside[:10] = 255
    assert matt(beside) is None
