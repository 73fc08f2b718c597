"""What the eye shows now: the whole picture to who may see the room, the tray alone to everybody else."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.camera.preview import Preview
from device.cameras.pictures import MARGIN, cut_to, packed, telling_tray, tray_in
from frames_for_tests import opened
from sight_for_tests import HeldTray
from vision import Face, Frame, Reading, Seen, Tray
from vision.motion.view import View
from vision.pictures import look_at
from vision.tray import Shape

CORNERS = [(0.25, 0.2), (0.75, 0.2), (0.75, 0.8), (0.25, 0.8)]


def room() -> Frame:
    """A green tray in the middle of a red room, 640 × 480."""
    picture = np.full((480, 640, 3), (20, 20, 200), np.uint8)
    cv2.rectangle(picture, (160, 96), (479, 383), (60, 160, 40), -1)
    return picture


def test_the_cut_shows_the_tray_and_a_narrow_margin() -> None:
    cut = cut_to(room(), Tray.from_corners(CORNERS))
    margin = MARGIN * 320
    assert cut.shape[:2] == pytest.approx((288 + 2 * margin, 320 + 2 * margin), abs=2)
    assert tuple(cut[cut.shape[0] // 2, cut.shape[1] // 2]) == (60, 160, 40)
    red = (cut[:, :, 2] > 150).mean()
    assert 0.02 < red < 0.2  # the margin, and no more of the room


@pytest.mark.parametrize("shape", ["four-cornered", "oval"])
def test_a_tray_at_the_edge_is_cut_within_the_picture(shape: Shape) -> None:
    for corners in (
        [(0, 0), (1, 0), (1, 1), (0, 1)],
        [(0, 0.6), (0.2, 0.6), (0.2, 1), (0, 1)],
        [(0.5, 0.0), (1.0, 0.1), (0.9, 0.5), (0.45, 0.4)],
    ):
        cut = cut_to(room(), Tray.from_corners(corners, shape=shape))
        assert 0 < cut.shape[0] <= 480
        assert 0 < cut.shape[1] <= 640


def test_nothing_is_shown_before_the_first_picture_nor_cut_without_a_tray() -> None:
    place = HeldTray(None)
    shown = Preview(place)
    assert shown.whole() is None
    assert shown.of_tray() is None
    shown.show(room())
    assert opened(shown.whole()).shape == (480, 640, 3)
    assert shown.of_tray() is None
    place.now = Tray.from_corners(CORNERS)
    wide = opened(shown.of_tray()).shape
    assert wide[1] < 400
    assert shown.of_tray() is shown.of_tray()  # packed once
    place.now = Tray.from_corners([(0.4, 0.4), (0.6, 0.4), (0.6, 0.6), (0.4, 0.6)])
    assert opened(shown.of_tray()).shape < wide, "a tray that is set anew is cut anew"


def test_what_was_read_is_ringed_in_both() -> None:
    frame = room()
    reading = Reading("dice", (Seen(Face.FOUR, 0.99, 300, 220, 40, 40),), True)
    shown = Preview(HeldTray(Tray.from_corners(CORNERS)))
    shown.show(frame)
    plain = opened(shown.whole()), opened(shown.of_tray())
    shown.show(frame, reading)
    ringed = opened(shown.whole()), opened(shown.of_tray())
    for before, after in zip(plain, ringed, strict=True):
        assert (cv2.absdiff(before, after) > 60).any()


def test_what_is_a_part_already_is_cut_by_the_tray_in_it() -> None:
    shown = Preview(HeldTray(Tray.from_corners(CORNERS)))
    view = View.of(Tray.from_corners(CORNERS), width=1600, height=480)
    assert not view.is_whole
    wide = np.full((480, 1600, 3), (20, 20, 200), np.uint8)
    wide[96:384, 400:1200] = (60, 160, 40)
    shown.show(view.cut(wide), None, view.tray)
    tray = opened(shown.of_tray())
    assert (tray[:, :, 1] > 120).mean() > 0.75
    assert opened(shown.whole()).shape[1] < 1600


def test_a_photograph_says_where_the_tray_lies_in_it() -> None:
    tray = Tray.from_corners(CORNERS, shape="oval")
    jpeg = telling_tray(packed(room(), quality=80), tray)
    assert opened(jpeg).shape == (480, 640, 3)
    head = look_at(jpeg)
    assert (head.width, head.height) == (640, 480)
    assert tray_in(jpeg) == tray
    assert tray_in(packed(room(), quality=80)) is None


@given(st.binary(max_size=60), st.integers(0, 40))
def test_whatever_a_photograph_says_is_a_tray_or_none(told: bytes, cut: int) -> None:
    remark = b"charkoni tray " + told
    jpeg = b"\xff\xd8\xff\xfe" + (len(remark) + 2).to_bytes(2) + remark + b"\xff\xda\x00\x02"
    for raw in (jpeg, jpeg[:cut], told):
        found = tray_in(raw)
        assert found is None or isinstance(found, Tray)
