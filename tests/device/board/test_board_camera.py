"""A second camera over the board: whatever becomes of it, its frames come or not, and nobody waits long."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from functools import partial

import numpy as np
import pytest

from device.board import camera as board_camera
from device.board.camera import BoardEye, BoardFrames, SharedHold
from device.cameras.camera import Camera, Shot
from device.errors import CameraError
from device.eye.frames import Frames
from engine.messages import Message
from vision import Frame
from waiting_for_tests import wait_until

until = partial(wait_until, within_s=20)


def frame(level: int, *, width: int = 64) -> Frame:
    return np.full((width * 9 // 16, width, 3), level, np.uint8)


class OverBoard(Camera):
    """A camera over the board that does what the test says."""

    def __init__(self, source: str = "the second") -> None:
        self.named = source
        self.plugged = True
        self.blocked = threading.Event()
        self.blocked.set()
        self.breaks: Exception | None = None
        self.made = 0
        self.opened = 0
        self.closed = 0
        self.ends = False

    @property
    def title(self) -> Message:
        return Message("a second camera")

    @property
    def source(self) -> str:
        return self.named

    def shots(self) -> Iterator[Shot]:
        if not self.plugged:
            raise CameraError("there is no camera")
        self.opened += 1
        number = 0
        while not self.ends:
            self.blocked.wait()
            time.sleep(0.005)
            if self.breaks is not None:
                raise self.breaks
            if not self.plugged:
                raise CameraError("the camera was unplugged")
            number += 1
            yield Shot(frame(number % 250), number / 15, partial(self.full, number % 250))

    def full(self, level: int) -> Frame:
        self.made += 1
        return frame(level, width=256)

    def close(self) -> None:
        self.closed += 1


class OverTray(Camera):
    @property
    def source(self) -> str:
        return "the first"


@pytest.fixture
def camera() -> OverBoard:
    return OverBoard()


@pytest.fixture
def eye(camera: OverBoard, monkeypatch: pytest.MonkeyPatch) -> Iterator[BoardEye]:
    monkeypatch.setattr(board_camera, "RETRY_S", 0.02)
    with BoardEye(camera, tray=OverTray()) as eye:
        eye.start()
        yield eye
        camera.blocked.set()


def took(call: Callable[[], object]) -> float:
    begin = time.monotonic()
    call()
    return time.monotonic() - begin


def test_a_full_frame_is_made_when_somebody_asks_and_not_before(eye: BoardEye, camera: OverBoard) -> None:
    frames = BoardFrames(eye.frames)
    until(lambda: eye.state().state == "seeing")
    until(lambda: eye.frames.pace()[0] > 2)
    assert camera.made == 0
    seen = frames()
    assert seen is not None
    assert seen.shape == (144, 256, 3)
    assert camera.made == 1
    assert frames() is seen  # asked again at once: the same one
    assert camera.made == 1
    time.sleep(board_camera.FRESH_S + 0.05)
    assert frames() is not seen
    assert camera.made == 2


def test_a_large_picture_that_is_lost_once_costs_one_frame(eye: BoardEye, camera: OverBoard) -> None:
    lost = iter([RuntimeError("the buffer is gone"), ValueError("cannot reshape array of size 0")])
    large = camera.full

    def full(level: int) -> Frame:
        for error in lost:
            raise error
        return large(level)

    camera.full = full  # type: ignore[method-assign]
    until(lambda: eye.state().state == "seeing")
    [frame] = eye.frames.next(1)
    assert frame.shape == (144, 256, 3)
    assert camera.opened == 1


def test_many_who_ask_at_once_get_one_frame(eye: BoardEye, camera: OverBoard) -> None:
    frames = BoardFrames(eye.frames)
    until(lambda: eye.state().state == "seeing")
    got: list[Frame | None] = []
    phones = [threading.Thread(target=lambda: got.append(frames())) for _ in range(8)]
    for phone in phones:
        phone.start()
    for phone in phones:
        phone.join()
    assert len(got) == 8
    assert len({id(one) for one in got}) == 1
    assert camera.made == 1


def test_a_camera_that_hangs_gives_none_after_a_moment_and_then_at_once(
    eye: BoardEye, camera: OverBoard
) -> None:
    frames = BoardFrames(eye.frames)
    until(lambda: frames() is not None)
    camera.blocked.clear()
    time.sleep(board_camera.OLD_S + 0.1)
    assert took(frames) < 2.5
    assert frames() is None
    assert took(frames) < 0.1
    camera.blocked.set()
    until(lambda: frames() is not None)


def test_a_missing_camera_is_away_and_one_that_comes_back_is_seen(eye: BoardEye, camera: OverBoard) -> None:
    until(lambda: eye.state().state == "seeing")
    camera.plugged = False
    until(lambda: eye.state().state == "away")
    assert "camera" in str(eye.state().message)
    camera.plugged = True
    until(lambda: eye.state().state == "seeing")
    assert eye.state().message is None
    assert camera.opened == 2
    assert camera.closed == 1


@pytest.mark.parametrize("fault", [ValueError("no such picture"), OSError("the bus hangs"), MemoryError()])
def test_a_driver_that_breaks_in_any_way_is_asked_again(
    eye: BoardEye, camera: OverBoard, fault: Exception
) -> None:
    until(lambda: eye.state().state == "seeing")
    camera.breaks = fault
    until(lambda: eye.state().state == "away")
    assert str(eye.state().message).startswith("the camera a second camera stopped giving pictures")
    camera.breaks = None
    until(lambda: eye.state().state == "seeing")


def test_the_trays_camera_is_never_opened_a_second_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(board_camera, "RETRY_S", 0.02)
    camera = OverBoard("the first")
    with BoardEye(camera, tray=OverTray()) as eye:
        eye.start()
        until(lambda: eye.state().state == "away")
        assert "sees the tray already" in str(eye.state().message)
        assert camera.opened == 0
        camera.named = "another"
        until(lambda: eye.state().state == "seeing")


def test_pictures_that_end_are_told_and_waited_for_by_nobody(eye: BoardEye, camera: OverBoard) -> None:
    camera.ends = True
    until(lambda: eye.state().state == "off")
    assert took(eye.close) < 0.4
    eye.close()


def test_a_stop_waits_for_no_camera_that_hangs(eye: BoardEye, camera: OverBoard) -> None:
    until(lambda: eye.state().state == "seeing")
    camera.blocked.clear()
    time.sleep(0.05)
    assert took(eye.close) < 1.0


def test_the_lamps_hold_still_while_a_frame_is_taken_and_the_first_one_is_passed_over() -> None:
    told: list[bool] = []
    frames = Frames()
    asks = BoardFrames(frames, hold_lights=told.append)
    got: list[Frame | None] = []
    asking = threading.Thread(target=lambda: got.append(asks()))
    asking.start()
    until(lambda: bool(frames._wanted))
    assert told == [True]
    for level in (1, 2):
        frames.take(Shot(frame(level), 0.0), None)
    asking.join()
    assert told == [True, False]
    assert got[0] is not None
    assert got[0][0, 0, 0] == 2


def test_lamps_that_two_eyes_hold_change_when_both_let_go() -> None:
    told: list[bool] = []
    holding = SharedHold(told.append)
    tray, second = holding.of_one(), holding.of_one()
    for hold, held in ((tray, True), (second, True), (tray, False), (tray, False), (second, False)):
        hold(held)
    assert told == [True, True, True, True, False]
