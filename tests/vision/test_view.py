"""The part of a picture that is looked at: the tray as large in it as in a picture of the tray alone."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision import Expect, Face, Frame, Reading, Seen, State, Tray, Watch
from vision.motion.view import LARGEST_PX, View, kept

WIDE = (2304, 1296)
FULL = Tray.from_corners([(0.15, 0.1), (0.85, 0.1), (0.85, 0.9), (0.15, 0.9)])
SMALL = Tray.from_corners([(0.05, 0.3), (0.3, 0.3), (0.3, 0.7), (0.05, 0.7)])


def view_of(tray: Tray | None, size: tuple[int, int]) -> View:
    return View.of(tray, width=size[0], height=size[1])


def test_without_a_tray_or_with_one_that_fills_it_the_whole_picture_is_looked_at() -> None:
    picture = np.zeros((1296, 2304, 3), np.uint8)
    view = view_of(None, WIDE)
    assert view.is_whole
    assert view.cut(picture).shape == picture.shape
    full = view_of(FULL, (1280, 960))
    assert full.is_whole
    assert full.tray == FULL


def test_of_a_wide_picture_as_much_is_looked_at_as_narrow_ones_showed() -> None:
    picture = np.zeros((1296, 2304, 3), np.uint8)
    for half in (0.25, 0.3, 0.35):
        corners = [(0.5 - half, 0.05), (0.5 + half, 0.05), (0.5 + half, 0.95), (0.5 - half, 0.95)]
        assert view_of(Tray.from_corners(corners), WIDE).cut(picture).shape == (1296, 1728, 3)
    for edge in (0.02, 0.05):
        corners = [(edge, 0.1), (1 - edge, 0.1), (1 - edge, 0.9), (edge, 0.9)]
        assert view_of(Tray.from_corners(corners), WIDE).is_whole


def test_a_small_tray_is_looked_at_with_what_is_around_it() -> None:
    view = view_of(SMALL, WIDE)
    height, width = view.cut(np.zeros((1296, 2304, 3), np.uint8)).shape[:2]
    assert width / height == pytest.approx(4 / 3, abs=0.01)
    assert view.tray is not None
    assert 0.25 < view.tray.area < 0.6
    assert all(0.02 < part < 0.98 for corner in view.tray.corners for part in corner)


@given(
    st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)), min_size=4, max_size=4),
    st.sampled_from([(2304, 1296), (640, 480), (640, 360), (1296, 972), (77, 301), (16, 16)]),
    st.sampled_from(["four-cornered", "oval"]),
)
def test_the_tray_stays_where_it_is_in_whatever_part(
    corners: list[tuple[float, float]], size: tuple[int, int], shape: str
) -> None:
    try:
        tray = Tray.from_corners(corners, shape=shape)  # type: ignore[arg-type]
    except ValueError:
        return
    view = view_of(tray, size)
    assert 0 <= view.left < view.right <= 1.000001
    assert 0 <= view.top < view.bottom <= 1.000001
    assert view.tray is not None
    within = view.tray.outline(1, 1) * (view.right - view.left, view.bottom - view.top)
    there = np.array([view.left, view.top]) + within
    assert there == pytest.approx(tray.outline(1, 1), abs=1e-4)
    inside = tray.outline(1, 1).clip(0, 1)
    assert inside.min(axis=0) == pytest.approx(there.clip(0, 1).min(axis=0), abs=1e-4)
    assert min(view.cut(np.zeros((size[1], size[0], 3), np.uint8)).shape) > 0


def test_very_large_pictures_are_halved_and_wide_ones_are_not() -> None:
    assert View().cut(np.zeros((2592, 4608, 3), np.uint8)).shape == (1296, 2304, 3)
    picture = np.zeros((1296, 2304, 3), np.uint8)
    assert np.shares_memory(View().cut(picture), picture)


def test_what_is_kept_is_no_larger_than_it_was_and_the_places_fit() -> None:
    picture = np.zeros((1296, 1728, 3), np.uint8)
    picture[600:700, 800:900] = 255
    reading = Reading("dice", (Seen(Face.ONE, 0.9, 800, 600, 100, 100),), True)
    small, read = kept(picture, reading)
    assert small.shape[0] * small.shape[1] <= LARGEST_PX
    x, y = (round(part) for part in read.seen[0].centre)
    assert small[y, x].tolist() == [255] * 3
    assert read.seen[0].width == pytest.approx(100 * 1280 / 1728, abs=0.1)
    same, as_read = kept(small, read)
    assert as_read == read
    assert not np.shares_memory(same, small)


class Whites:
    """Reads white squares as ones."""

    def __init__(self) -> None:
        self.seen: list[tuple[tuple[int, ...], Tray | None]] = []

    def read(self, frame: Frame, *, expect: Expect, tray: Tray | None = None, **_: object) -> Reading:
        self.seen.append((frame.shape, tray))
        white = (frame.min(axis=2) > 200).astype(np.uint8)
        count, _, stats, _ = cv2.connectedComponentsWithStats(white)
        seen = [Seen(Face.ONE, 0.99, *map(float, one[:4])) for one in stats[1:count].tolist()]
        return Reading("dice" if seen else "nothing", tuple(seen), bool(seen))


def table(*, dice: bool, hand: int = 0, scale: int = 1) -> Frame:
    """A tray at the left, 640 × 360 times a scale, and a board at the right on which a hand moves."""
    noise = np.random.default_rng(dice + hand)
    picture = np.full((360, 640, 3), (70, 90, 110), np.uint8)
    cv2.rectangle(picture, (32, 108), (192, 252), (40, 60, 30), -1)
    cv2.rectangle(picture, (300, 20), (620, 340), (40, 60, 90), -1)
    if dice:
        cv2.rectangle(picture, (100, 170), (114, 184), (240, 240, 240), -1)
    if hand:
        cv2.rectangle(picture, (420 + 9 * hand, 60), (640, 200), (120, 150, 210), -1)
    picture = np.asarray(cv2.add(picture, noise.integers(0, 3, picture.shape, np.uint8)), np.uint8)
    return np.asarray(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_NEAREST))


def test_a_throw_is_read_while_hands_move_on_the_board_beside_the_tray() -> None:
    eye = Whites()
    watch = Watch(eye, expect=Expect("dice", 1), tray=SMALL, fps=15, ignore_present=True)
    told = []
    for number in range(60):
        dice, hand = number >= 20, number % 12
        step = watch.step(
            table(dice=dice, hand=hand),
            time_s=number / 15,
            full=lambda d=dice, h=hand: table(dice=d, hand=h, scale=3),
        )
        if step.reading is not None:
            told.append(step)
    assert watch.state is State.READ
    [step] = told
    assert step.picture is not None
    assert step.picture.shape[0] < 900
    x, y = (round(part) for part in step.reading.seen[0].centre)
    assert step.picture[y, x].min() > 200
    assert step.view.tray is not None
    assert step.view.tray.contains(x, y, width=step.picture.shape[1], height=step.picture.shape[0])
    assert {tray for _, tray in eye.seen} == {step.view.tray}


def test_a_tray_is_known_again_in_the_part_that_is_looked_at() -> None:
    whole = table(dice=False, scale=2)
    tray = SMALL.remembering(whole)
    view = view_of(tray, (1280, 720))
    assert view.tray is not None
    assert view.tray.is_in_view(view.cut(table(dice=True, hand=5, scale=2)))
    turned = np.asarray(cv2.rotate(whole, cv2.ROTATE_180), np.uint8)
    assert not view.tray.is_in_view(view.cut(turned))
