"""Bad input: whatever array comes, the eye answers with doubts or refuses it in words."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.record import read
from vision import Expect, Eye, Frame, FrameError, Reading, Tray, draw
from vision.motion.frozen import Frozen

TYPES = ("uint8", "uint8", "uint8", "uint16", "float32", "bool")


def is_sound(reading: Reading, expect: Expect) -> bool:
    """Certain exactly without doubts, never more than expected, every number a number."""
    told = [part for one in reading.seen for part in (one.confidence, one.x, one.y, one.width, one.height)]
    return (
        reading.certain == (not reading.doubts)
        and (expect.count is None or reading.total <= expect.count)
        and bool(np.isfinite(told).all())
        and all(0 <= one.confidence <= 1 for one in reading.seen)
        and (expect.count is None or reading.total == expect.count or not reading.certain)
    )


@settings(max_examples=30, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
@given(
    shape=st.tuples(st.integers(1, 140), st.integers(1, 140), st.sampled_from([1, 3, 3, 3, 4])),
    kind=st.sampled_from(TYPES),
    seed=st.integers(0, 9999),
    coarse=st.integers(1, 24),
    expect=st.sampled_from(["dice", "dice:2", "cowries:6", "auto"]),
)
def test_any_array_is_read_or_refused(
    eye: Eye, shape: tuple[int, int, int], kind: str, seed: int, coarse: int, expect: str
) -> None:
    rng = np.random.default_rng(seed)
    cells = rng.integers(0, 256, (shape[0] // coarse + 1, shape[1] // coarse + 1, shape[2]))
    array = np.kron(cells, np.ones((coarse, coarse, 1)))[: shape[0], : shape[1]].astype(kind)
    wanted = Expect.parse(expect)
    if shape[2] != 3 or kind != "uint8" or min(shape[:2]) < 16:
        with pytest.raises(FrameError, match="picture"):
            eye.read(array, expect=wanted)
        return
    reading = eye.read(array, expect=wanted)
    assert is_sound(reading, wanted)
    assert draw(array, reading).shape == array.shape


@settings(max_examples=25, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
@given(seed=st.integers(0, 9999), coarse=st.sampled_from([1, 2, 5, 13, 40]), level=st.integers(1, 255))
def test_snow_of_any_grain_is_never_certainly_a_throw(eye: Eye, seed: int, coarse: int, level: int) -> None:
    rng = np.random.default_rng(seed)
    cells = rng.integers(0, level + 1, (480 // coarse + 1, 640 // coarse + 1, 3))
    snow = np.kron(cells, np.ones((coarse, coarse, 1)))[:480, :640].astype(np.uint8)
    for wanted in (Expect("dice", 2), Expect("cowries", 6)):
        reading = eye.read(snow, expect=wanted)
        assert is_sound(reading, wanted)
        assert not reading.certain


@settings(max_examples=100, deadline=None, derandomize=True)
@given(
    corners=st.lists(st.tuples(st.floats(-0.1, 1.1), st.floats(-0.1, 1.1)), min_size=3, max_size=5),
    shape=st.sampled_from(["four-cornered", "oval", "star"]),
    rim=st.lists(st.integers(-5, 300), max_size=130),
)
def test_whatever_was_kept_of_a_tray_is_a_tray_or_refused(
    corners: list[tuple[float, float]], shape: str, rim: list[int]
) -> None:
    saved = {"corners": [list(corner) for corner in corners], "shape": shape, "rim": rim}
    try:
        tray = read(Tray, saved)
    except ValueError:
        return
    assert 0 < tray.area <= 1.01
    assert tray.mask(64, 48).any()
    assert tray.is_in_view(np.zeros((48, 64, 3), np.uint8)) in (True, False)


def test_a_frozen_camera_is_noticed_and_a_still_room_is_not() -> None:
    rng = np.random.default_rng(1)
    picture: Frame = rng.integers(60, 90, (480, 640, 3), np.uint8)
    frozen, living = Frozen(after_s=60), Frozen(after_s=60)
    said = [frozen.step(picture, time_s=float(second)) for second in range(70)]
    assert said == [second >= 60 for second in range(70)]
    for second in range(70):
        noisy = cv2.add(picture, rng.integers(0, 2, picture.shape, np.uint8))
        assert not living.step(np.asarray(noisy, np.uint8), time_s=float(second))
    covered = Frozen(after_s=60)
    assert not any(covered.step(np.zeros_like(picture), time_s=float(second)) for second in range(90))


def test_fifty_dice_are_asked_about_and_not_told(eye: Eye) -> None:
    scene = np.full((960, 1280, 3), (60, 90, 40), np.uint8)
    for number in range(50):
        x, y = 60 + 120 * (number % 10), 80 + 170 * (number // 10)
        cv2.rectangle(scene, (x, y), (x + 60, y + 60), (225, 235, 240), -1)
        for pip in ((30, 30), (15, 15), (45, 45))[: 1 + 2 * (number % 2)]:
            cv2.circle(scene, (x + pip[0], y + pip[1]), 7, (20, 20, 20), -1, cv2.LINE_AA)
    for wanted in (Expect("dice"), Expect("dice", 2), Expect("auto")):
        reading = eye.read(scene, expect=wanted)
        assert is_sound(reading, wanted)
        assert not reading.certain
