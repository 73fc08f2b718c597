"""The eye on the board in a whole box: kept over a restart and in a backup, and a bump is told."""

from __future__ import annotations

import contextlib
import sqlite3
import threading
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from boards.over_board import BUMPED, EYE, board, corners_of
from boards.painted_board import start
from boxes_for_tests import running_box
from device.__main__ import main
from device.box import Box
from device.camera.placement import kept_board
from device.cameras.camera import Camera, Shot
from device.store import Journal
from device.store.backups.backup import back_up
from engine.events import Setup
from engine.messages import Message
from engine.move import Play
from engine.table.commands import TakeThrow
from engine.throw import Dice
from vision import Frame, Tray
from waiting_for_tests import wait_until
from web.house.settings import HouseSettings
from web.ports import Placement

until = partial(wait_until, within_s=60)
LAID = Placement(tuple(corners_of(EYE)))
TRAY = Tray.from_corners([(0.0, 0.85), (0.2, 0.85), (0.2, 1.0), (0.0, 1.0)])
"""Beside the board: what moves there is a throw, and nothing else."""


AFTER = {**start(), 8: 2, 6: 4, 5: 2}
"""Asha has played 3 and 1 from the start."""


class OverTheBoard(Camera):
    """A camera over a board, that nobody throws before."""

    def __init__(self) -> None:
        self.frame: Frame = board()
        self._stop = threading.Event()

    @property
    def title(self) -> Message:
        return Message("a camera over a board")

    def shots(self) -> Iterator[Shot]:
        self._stop.clear()
        while not self._stop.wait(0.02):
            small = np.ascontiguousarray(self.frame[::2, ::2])
            yield Shot(small, time.monotonic(), full=lambda: self.frame)

    def close(self) -> None:
        self._stop.set()


@pytest.fixture
def camera(monkeypatch: pytest.MonkeyPatch) -> OverTheBoard:
    """The camera of every box of the test."""
    made = OverTheBoard()
    monkeypatch.setattr("device.box_cameras.open_camera", lambda *_, **__: made)
    return made


def kept(box: Box) -> Placement | None:
    line = box.board.setup.line()
    assert line is not None
    return line.laid


def play(box: Box) -> None:
    box.table.start(Setup("backgammon", "standard", ("Asha", "Ravi"), {}, 0))
    box._tray.keep(TRAY)
    until(lambda: box.loop.state().state == "empty")


def test_a_board_is_kept_over_a_restart_and_in_a_backup_and_a_bump_is_told_at_the_table(
    tmp_path: Path, camera: OverTheBoard
) -> None:
    with running_box(tmp_path) as box:
        play(box)
        assert box.board.setup.size() == (960, 720)  # not the small one of the tray
        box.board.setup.keep(LAID)
        box.board.setup.learn_from_game()
        standing = box.board.setup.standing()
        assert standing is not None
        assert standing.pieces == (15, 15)
        assert box.loop.state().message is None
    assert main(["backup", str(tmp_path / "b"), "--data", str(tmp_path / "data")]) == 0
    assert main(["restore", str(tmp_path / "b"), "--data", str(tmp_path / "restored")]) == 0
    for folder in ("data", "restored"):
        with Journal(tmp_path / folder, writing=False) as journal:
            found = kept_board(HouseSettings(journal).get(), "backgammon")
            assert found is not None
            assert found.learnt is not None
            assert found.frame() is not None
            assert np.allclose(found.corners, LAID.corners, atol=1e-5)
    with running_box(tmp_path) as box:
        until(lambda: box.loop.frames.last is not None)
        assert kept(box) is not None
        camera.frame = board(BUMPED)
        until(lambda: (box.board.setup.watch.look(), box.board.setup.watch.note())[1])
        until(lambda: "the board is not where it was" in str(box.loop.state().message))
        box.board.setup.take_moved()
        until(lambda: box.loop.state().message is None)


def test_with_the_film_alone_no_board_is_shown_and_the_box_ends_while_the_watch_sleeps(
    tmp_path: Path,
) -> None:
    with running_box(tmp_path, camera="film") as box:
        assert box.board_camera is None
        until(lambda: box.board.frames() is not None)
        frame = box.board.frames()
        assert frame is not None
        assert frame.shape == (480, 640, 3), "the tray's camera would see the board"
        assert box.loop.state().board is None
        line = box.board.setup.line()
        assert line is not None
        assert not line.shows_board
        assert box.board.setup.picture() is not None
        box.board.setup.keep(Placement(((0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9))))
        assert kept(box) is not None
        assert box.board.setup.standing() is None
        assert box.board.setup.watch.note() is None
        assert box.board.setup.watch._thread.is_alive()
    assert not box.board.setup.watch._thread.is_alive()


def test_a_turn_that_hands_play_is_entered_by_itself_and_its_picture_goes_into_backups_by_choice(
    tmp_path: Path, camera: OverTheBoard
) -> None:
    with running_box(tmp_path) as box:
        play(box)
        box.board.setup.keep(LAID)
        box.board.setup.learn_from_game()
        box.table.do(TakeThrow(Dice((3, 1))))
        until(lambda: box.board.follow.seen())
        camera.frame = board(points=AFTER)
        until(lambda: any(isinstance(one.action, Play) for one in box.table.model.actions))
        moved = box.table.model.actions[-1]
        assert (str(moved.action), moved.source) == ("8/5 6/5", "camera")
        assert moved.photo.startswith("board-")
        assert box.journal.has_photograph(moved.photo)
        for chosen in (False, True):
            box._settings.set(board_pictures=chosen)
            target = tmp_path / f"backup-{chosen}"
            back_up(box.journal.store, box.journal.photographs, target)
            with contextlib.closing(sqlite3.connect(target)) as backup:
                names = {str(row[0]) for row in backup.execute("SELECT name FROM picture")}
            assert (moved.photo in names) is chosen
