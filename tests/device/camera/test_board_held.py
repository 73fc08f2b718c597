"""How many whole pictures of a wide camera are held in memory between two looks at the board: hardly any."""

from __future__ import annotations

import gc
import weakref
from pathlib import Path

import cv2
import numpy as np

from boards.box_over_board import LAID, Scenery
from boards.over_board import board
from device.camera.frames import Frames, FreshFrames
from device.cameras.camera import Shot
from vision import Frame

WIDE = (2304, 1728)


class Counted(Scenery):
    """A box's eye over a board whose wide pictures are counted as long as anybody holds them."""

    def __init__(self, folder: Path) -> None:
        self.given: list[weakref.ref[np.ndarray]] = []
        self._wide = np.asarray(cv2.resize(board(), WIDE), np.uint8)
        super().__init__(folder)

    def look(self) -> Frame | None:
        frame = self._wide.copy()
        self.given.append(weakref.ref(frame))
        return frame

    def held(self) -> int:
        gc.collect()
        return sum(one() is not None for one in self.given)


def test_no_whole_picture_stays_after_a_look_at_the_board(tmp_path: Path) -> None:
    scene = Counted(tmp_path)
    scene.play()
    scene.board.keep(LAID)
    scene.board.learn_from_game()
    for _ in range(3):
        scene.later()
        assert scene.standing().pieces == (15, 15)
        assert scene.board.picture() is not None
        assert scene.board.marked() is not None
        scene.board.watch.look()
        assert scene.line().pieces is not None
    assert len(scene.given) > 6
    assert scene.held() == 0
    assert scene.board.size() == (960, 720)
    scene.journal.close()


def test_the_latest_whole_picture_of_the_board_is_held_once_for_all_who_ask() -> None:
    frames, made = Frames(), []

    def full() -> Frame:
        frame = np.zeros((1296, 2304, 3), np.uint8)
        made.append(weakref.ref(frame))
        return frame

    asked = FreshFrames(frames)
    frames.next = lambda *_, **__: [full()]  # type: ignore[method-assign]
    small = np.zeros((360, 640, 3), np.uint8)
    frames.take(Shot(small, 0.0, full), full)
    first = asked()
    assert asked() is first
    del first
    gc.collect()
    assert sum(one() is not None for one in made) == 1
