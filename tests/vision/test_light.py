"""The light on the tray, measured and told in words."""

from __future__ import annotations

import numpy as np
import pytest

from vision import Frame, FrameError, Tray
from vision.light import measure


def cloth(level: float = 120, *, slope: float = 0, noise: float = 2, seed: int = 1) -> Frame:
    """A cloth of a brightness, darker to the left where it slopes."""
    across = np.linspace(1 - slope, 1 + slope, 640)[None, :, None]
    grain = np.random.default_rng(seed).normal(0, noise, (480, 640, 3))
    return np.asarray((level * across + grain).clip(0, 255), np.uint8)


def film(levels: list[float]) -> list[Frame]:
    return [cloth(level, seed=number) for number, level in enumerate(levels)]


def test_good_light_needs_no_advice() -> None:
    light = measure(film([120] * 8))
    assert not light.advice
    assert 110 < light.level < 130
    assert light.uneven < 1.1
    assert measure([cloth()]).flicker == 0, "one picture says nothing about it"


@pytest.mark.parametrize(
    ("frames", "fault", "word"),
    [
        ([cloth(20)], "dark", "dark"),
        ([cloth(254)], "glare", "pure white"),
        ([cloth(110, slope=0.6)], "shadow", "one side"),
        (film([120, 140, 105, 138, 110, 141]), "flicker", "flickers"),
        ([cloth(70, noise=90, seed=number) for number in range(5)], "noise", "noisy"),
    ],
)
def test_bad_light_is_told_with_what_to_do(frames: list[Frame], fault: str, word: str) -> None:
    assert measure(frames).faults == (fault,)
    [told] = measure(frames).advice
    assert word in str(told)
    assert ": " in str(told)


def test_what_lies_outside_the_tray_does_not_count() -> None:
    frame = cloth(120)
    frame[:, :300] = 255
    right = Tray.from_corners([(0.5, 0.05), (0.95, 0.05), (0.95, 0.95), (0.5, 0.95)])
    assert not measure([frame], tray=right).faults
    assert measure([frame]).faults


def test_the_light_of_nothing_cannot_be_measured() -> None:
    with pytest.raises(ValueError, match="at least one"):
        measure([])
    with pytest.raises(FrameError):
        measure([np.zeros((4, 4), np.uint8)])
