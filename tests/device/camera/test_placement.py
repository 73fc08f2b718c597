"""How a board was set up, kept in the settings: the same after a restart, foreign when it is read back."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from copy import deepcopy
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from boards.over_board import EYE, SIZE, board, corners_of
from device.camera.placement import KeptBoard, keep_board, kept_board, parts_of, pixels_of, posed
from device.cameras.pictures import size_of
from device.follow.plans import plan_of
from device.store import Journal
from engine.backgammon.board import LAYOUTS
from engine.record import write
from vision.board import Plan, Pose
from vision.board.learnt import Learnt
from vision.board.placing.pose import UNIT
from web.house.settings import MOST_BOARDS, MOST_PICTURE, HouseSettings

CORNERS = tuple(corners_of(EYE))
LEARNT = Learnt((((230.0, 128.0, 130.0),), ((40.0, 128.0, 126.0), (60.0, 120.0, 126.0))), 0.45)


@pytest.fixture(scope="module")
def plan() -> Plan:
    return plan_of(LAYOUTS["standard"], trays=False)


@pytest.fixture(scope="module")
def kept(plan: Plan) -> KeptBoard:
    bare = KeptBoard(CORNERS, 1, 0.8, SIZE, LEARNT)
    return bare.seen(board(), posed(plan, CORNERS, SIZE), is_empty=True)


@pytest.fixture
def settings(tmp_path: Path) -> Iterator[HouseSettings]:
    with Journal(tmp_path) as journal:
        yield HouseSettings(journal)


def near(one: KeptBoard, other: KeptBoard) -> bool:
    return bool(
        np.allclose(one.corners, other.corners, atol=1e-5)
        and (one.quarters, one.bar, one.size, one.learnt, one.picture, one.is_empty)
        == (other.quarters, other.bar, other.size, other.learnt, other.picture, other.is_empty)
    )


def test_a_board_is_the_same_after_a_restart(tmp_path: Path, kept: KeptBoard) -> None:
    with Journal(tmp_path) as journal:
        settings = HouseSettings(journal)
        keep_board(settings, "backgammon", kept)
        keep_board(settings, "pachisi", KeptBoard(CORNERS))
    with Journal(tmp_path) as journal:
        settings = HouseSettings(journal)
        found = kept_board(settings.get(), "backgammon")
        assert found is not None
        assert near(found, kept)
        other = kept_board(settings.get(), "pachisi")
        assert other is not None
        assert (other.learnt, other.picture, other.frame()) == (None, b"", None)
        keep_board(settings, "backgammon", None)
        assert kept_board(settings.get(), "backgammon") is None
        assert kept_board(settings.get(), "pachisi") is not None


def test_the_picture_is_small_and_shows_the_board_at_its_corners(kept: KeptBoard, plan: Plan) -> None:
    frame = kept.frame()
    assert frame is not None
    assert 20 <= posed(plan, kept.shown, size_of(frame)).least_piece_px() <= 26
    assert len(write(kept)["picture"]) <= MOST_PICTURE


def test_a_picture_that_stays_too_large_is_not_kept(plan: Plan) -> None:
    noise = np.random.default_rng(1).integers(0, 256, (2592, 4608, 3)).astype(np.uint8)
    small = tuple((0.4 + 0.03 * x, 0.4 + 0.05 * y) for x, y in UNIT)
    kept = KeptBoard(small).seen(
        noise, Pose.of_corners(pixels_of(small, size_of(noise)), plan, size=size_of(noise))
    )
    assert len(kept.picture) <= 40_000
    assert bool(kept.picture) == bool(kept.shown)


def test_parts_and_pixels_of_a_picture_undo_each_other() -> None:
    assert np.allclose(parts_of(pixels_of(CORNERS, (2304, 1296)), (2304, 1296)), CORNERS)
    assert np.allclose(pixels_of(((0.0, 0.0), (1.0, 1.0)), (10, 20)), [[-0.5, -0.5], [9.5, 19.5]])


def test_pictures_of_another_shape_do_not_fit() -> None:
    kept = KeptBoard(CORNERS, size=(1280, 960))
    assert kept.fits((640, 480))
    assert not kept.fits((1280, 720))


WRONG: dict[str, Any] = {
    "corners": [None, [[0.1, 0.2]] * 3, [[0.1, 1.2]] * 4, [[0.1, "0.2"]] * 4, "corners"],
    "quarters": [-1, 4, 1.0, True, None],
    "bar": [-0.1, 3.1, "1", None, True, float("nan")],
    "size": [[0, 3], [4], [4, 3, 2], "4x3", [4.0, 3.0], [2**15, 3], None],
    "learnt": [[], "shells", 3],
    "picture": [None, 7, "x" * (MOST_PICTURE + 1)],
    "shown": [None, [[0.1, 0.2]], "corners"],
    "is_empty": [None, 1, "yes"],
}


@pytest.mark.parametrize("field", list(WRONG))
def test_what_cannot_be_is_refused_by_the_settings(
    settings: HouseSettings, kept: KeptBoard, field: str
) -> None:
    for value in WRONG[field]:
        with pytest.raises(ValueError, match="boards"):
            settings.set(boards={"backgammon": write(kept) | {field: value}})
    without = {key: value for key, value in write(kept).items() if key != field}
    for wrong in (without, write(kept) | {"more": 1}, [], "board", None):
        with pytest.raises(ValueError, match="boards"):
            settings.set(boards={"backgammon": wrong})


def test_no_more_boards_are_kept_than_there_may_be(settings: HouseSettings, kept: KeptBoard) -> None:
    small = write(KeptBoard(CORNERS))
    settings.set(boards={str(n): small for n in range(MOST_BOARDS)})
    with pytest.raises(ValueError, match="boards"):
        settings.set(boards={str(n): small for n in range(MOST_BOARDS + 1)})
    with pytest.raises(ValueError, match="boards"):
        settings.set(boards={"x" * 41: small})


@pytest.mark.parametrize(
    "change",
    [
        {"learnt": {}},
        {"learnt": {"colours": [[[1, 2, 300]]], "radius": 0.45}},
        {"learnt": {"colours": [[[1, 2, 3]]], "radius": 9}},
        {"learnt": {"colours": [[[1, 2, 3]]], "radius": 0.45, "more": 1}},
        {"picture": "no base64!"},
    ],
)
def test_what_the_eye_cannot_use_is_a_board_that_is_not_set_up(
    settings: HouseSettings, kept: KeptBoard, change: dict[str, Any]
) -> None:
    saved = deepcopy(write(kept)) | change
    settings.set(boards={"backgammon": saved, "pachisi": write(KeptBoard(CORNERS))})
    assert kept_board(settings.get(), "backgammon") is None
    assert kept_board(settings.get(), "pachisi") is not None  # the other one is whole


def test_a_picture_that_is_none_leaves_the_corners(settings: HouseSettings, kept: KeptBoard) -> None:
    settings.set(boards={"backgammon": write(kept) | {"picture": "bm8gcGljdHVyZQ=="}})
    found = kept_board(settings.get(), "backgammon")
    assert found is not None
    assert found.frame() is None
    assert np.allclose(found.corners, CORNERS, atol=1e-5)


def _put(text: str, writer: sqlite3.Connection) -> None:
    writer.execute("REPLACE INTO setting VALUES ('boards', ?)", (text,))


def test_a_row_that_is_rubbish_stops_nothing(tmp_path: Path, kept: KeptBoard) -> None:
    with Journal(tmp_path) as journal:
        settings = HouseSettings(journal)
        settings.set(names=["Lakshmi", "Jüri"])
        for text in ('{"backgammon": 7}', "[]", "rubbish", '"\\u0000"', "9" * 400):
            journal.write(partial(_put, text))
            assert settings.get().boards == {}
            assert settings.get().names == ("Lakshmi", "Jüri")
            assert kept_board(settings.get(), "backgammon") is None
        keep_board(settings, "backgammon", kept)
        assert kept_board(settings.get(), "backgammon") is not None
