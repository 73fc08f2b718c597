"""A tray that was set in pictures of another shape: moved where that is certain, and always told in words."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from device.camera.trays import ELSEWHERE, WORKED_OUT, TrayPlace, tray_for, tray_of
from device.cameras.camera import Camera, Shot
from device.store import Journal
from engine.errors import RecordError
from vision import Tray
from web.house.settings import HouseSettings

SET = [[0.2, 0.3], [0.8, 0.3], [0.8, 0.9], [0.2, 0.9]]
MOVED = [[0.275, 0.3], [0.725, 0.3], [0.725, 0.9], [0.275, 0.9]]
"""The same places of the table, in a picture of 16 to 9."""
WIDE, OLD = (2304, 1296), (640, 480)


class Over(Camera):
    title = "a camera"
    source = "pi:0"

    def shots(self) -> Iterator[Shot]:
        return iter(())


class Place:
    """Settings with a tray, and a camera of which only the pictures' size is known."""

    def __init__(self, folder: Path) -> None:
        self.journal = Journal(folder)
        self.settings = HouseSettings(self.journal)
        self.camera = Over()
        self.begin()

    def begin(self) -> None:
        self.shape = TrayPlace(self.settings, self.camera)

    @property
    def used(self) -> list[Tray | None]:
        """The trays that the loop has not taken yet."""
        return [self.shape.wishes.get() for _ in range(self.shape.wishes.qsize())]

    def corners(self) -> Any:
        return np.round(np.array(self.settings.get().tray), 4).tolist()

    def set_long_ago(self, corners: list[list[float]] | None = None) -> None:
        """Set a tray as boxes did that kept no shape."""
        self.settings.set(tray=corners or SET, tray_field=None)


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    made = Place(tmp_path)
    yield made
    made.journal.close()


def test_a_tray_of_4_to_3_is_moved_in_the_wide_pictures_of_a_pi_and_that_is_told(place: Place) -> None:
    place.set_long_ago()
    place.shape.sized(*WIDE)
    assert place.corners() == MOVED
    assert place.settings.get().tray_size == WIDE
    assert [np.round(one.corners, 4).tolist() for one in place.used if one] == [MOVED]
    assert place.shape.note() == WORKED_OUT
    place.begin()  # the box starts again, and nobody has looked
    place.shape.sized(640, 360)
    assert (place.corners(), place.shape.note()) == (MOVED, WORKED_OUT)
    place.shape.lies_right()
    assert place.shape.note() is None
    place.begin()
    place.shape.sized(640, 360)
    assert place.shape.note() is None


def test_a_found_tray_goes_with_its_look_and_shape(place: Place) -> None:
    oval = Tray.from_corners(SET, shape="oval")
    frame = np.zeros((480, 640, 3), np.uint8)
    frame[150:430, 130:510] = 200
    oval = oval.remembering(frame)
    place.shape.keep(oval)
    place.shape.sized(*WIDE)
    now = tray_of(place.settings.get())
    assert now is not None
    assert (now.shape, now.rim) == ("oval", oval.rim)
    wide = np.zeros((480, 853, 3), np.uint8)
    wide[:, 106:746] = frame
    assert now.is_in_view(wide)


def test_pictures_of_the_same_shape_and_no_tray_move_nothing(place: Place) -> None:
    for size in (OLD, WIDE):
        place.shape.sized(*size)  # the whole picture is the tray in every shape
        assert place.shape.note() is None
    assert place.settings.get().tray is None
    place.shape.sized(*OLD)
    place.set_long_ago()
    for size in ((640, 480), (2592, 1944), (1296, 972), (639, 480)):
        place.shape.sized(*size)
        assert place.corners() == SET
        assert place.shape.note() is None
    assert place.used == []


@pytest.mark.parametrize("source", ["", "/dev/video0"])
def test_where_nothing_is_certain_the_tray_stays_and_that_is_told(place: Place, source: str) -> None:
    place.camera.source = source
    place.set_long_ago()
    place.shape.sized(1920, 1080)
    assert place.corners() == SET
    assert place.shape.note() == ELSEWHERE
    place.shape.lies_right()
    assert place.shape.note() is None
    place.shape.sized(640, 480)
    assert place.shape.note() == ELSEWHERE


def test_another_camera_of_the_pi_is_no_reason_to_move_a_tray_whose_pictures_are_known(place: Place) -> None:
    place.shape.keep(Tray.from_corners(SET), size=OLD)
    place.shape.sized(*WIDE)
    assert place.corners() == SET
    assert place.shape.note() == ELSEWHERE
    place.set_long_ago()
    place.shape.keep(Tray.from_corners(SET), size=WIDE)
    assert place.shape.note() is None
    place.shape.sized(*OLD)
    assert place.shape.note() == ELSEWHERE


def test_a_tray_set_anew_ends_what_is_told(place: Place) -> None:
    place.set_long_ago()
    place.shape.sized(*WIDE)
    place.shape.keep(Tray.from_corners(SET), size=WIDE)
    assert place.shape.note() is None
    place.shape.keep(None)
    assert place.shape.note() is None


def test_the_tray_before_is_moved_with_it_and_comes_back_where_it_was(place: Place) -> None:
    other = [[0.1, 0.1], [0.5, 0.1], [0.5, 0.6], [0.1, 0.6]]
    place.settings.set(tray=SET, tray_before={"tray": other, "tray_field": None})
    place.shape.sized(*WIDE)
    before = place.shape.before()
    assert before is not None
    place.shape.take_back()
    assert place.corners() == [[0.2, 0.1], [0.5, 0.1], [0.5, 0.6], [0.2, 0.6]]
    assert place.shape.note() is None
    place.shape.take_back()
    assert place.corners() == MOVED


def test_a_full_disk_keeps_nothing_and_the_tray_is_moved_all_the_same(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(**_: object) -> None:
        raise RecordError("the journal cannot be written: make room")

    place.set_long_ago()
    monkeypatch.setattr(place.settings, "set", full)
    place.shape.sized(*WIDE)
    assert len(place.used) == 1
    assert place.shape.note() == WORKED_OUT


def test_photographs_of_before_are_not_looked_at_through_the_tray_of_now(place: Place) -> None:
    place.set_long_ago()
    assert tray_for(place.settings.get(), *OLD) == Tray.from_corners(SET)
    place.shape.sized(*WIDE)
    assert tray_for(place.settings.get(), 1280, 960) is None
    assert tray_for(place.settings.get(), 1280, 720) == tray_of(place.settings.get())


def test_sizes_and_corners_that_are_none_are_refused(place: Place) -> None:
    with pytest.raises(ValueError, match="tray_before"):
        place.settings.set(tray_before={"tray": [[2, 2]] * 4, "tray_field": None})
    for wrong in ([4], [0, 3], "4x3", [4.0, 3.0], [2**15, 9]):
        with pytest.raises(ValueError, match="tray_size"):
            place.settings.set(tray_size=wrong)
        with pytest.raises(ValueError, match="tray_before"):
            place.settings.set(tray_before={"tray": None, "tray_field": None, "tray_size": wrong})
