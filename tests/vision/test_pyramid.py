"""Copies of a frame in halving sizes."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.pyramid import Pyramid
from vision.reading import Frame


def scene(width: int, height: int) -> Frame:
    """Soft colours, so that a copy made in another way looks alike."""
    noise = np.random.default_rng(3).integers(0, 256, (8, 8, 3)).astype(np.uint8)
    return np.asarray(cv2.resize(noise, (width, height), interpolation=cv2.INTER_CUBIC), np.uint8)


@pytest.mark.parametrize(("width", "height"), [(1280, 960), (641, 479), (333, 1000)])
@pytest.mark.parametrize("size", [(64, 48), (96, 72), (256, 192), (640, 480)])
def test_a_sized_copy_looks_like_one_made_straight_from_the_frame(
    width: int, height: int, size: tuple[int, int]
) -> None:
    frame = scene(width, height)
    straight = cv2.resize(frame, size, interpolation=cv2.INTER_AREA).astype(float)
    copy = Pyramid(frame).sized(*size).astype(float)
    assert copy.shape == straight.shape
    assert np.abs(copy - straight).mean() < 1.5


def test_the_smallest_copy_that_is_large_enough_is_taken() -> None:
    picture = Pyramid(scene(1280, 960))
    assert [picture.at_least(*size).shape[1] for size in ((2000, 10), (1280, 960), (320, 240), (319, 5))] == [
        *(1280, 1280),
        *(320, 320),
    ]
    assert Pyramid(scene(1, 1)).sized(64, 48).shape == (48, 64, 3)


def test_a_copy_is_made_once_for_all_who_ask() -> None:
    picture = Pyramid(scene(1280, 960))
    assert picture.sized(256, 192) is picture.sized(256, 192)
    assert picture.sized(64, 48) is not picture.sized(48, 64)


@pytest.mark.parametrize("side", [30.0, 100.0, 700.0])
def test_a_cut_has_its_middle_where_it_was_asked_for(side: float) -> None:
    frame = np.zeros((960, 1280, 3), np.uint8)
    cv2.circle(frame, (900, 333), round(side / 4), (255, 255, 255), -1)
    cut = Pyramid(frame).cut(900, 333, side=side, pixels=48)[..., 0]
    rows, columns = np.nonzero(cut > 127)
    assert (rows.mean(), columns.mean()) == pytest.approx((23.5, 23.5), abs=1.0)
    assert columns.max() - columns.min() == pytest.approx(24, abs=2)


def test_a_cut_over_the_edge_repeats_the_edge() -> None:
    frame = np.full((100, 100, 3), 90, np.uint8)
    assert (Pyramid(frame).cut(0, 0, side=60, pixels=48) == 90).all()
