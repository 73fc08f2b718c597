"""A second camera over the board: whatever becomes of it, its frames come or not, and nobody waits long."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from functools import partial

import numpy as np
import pytest

from device.camera import board_eye as board_camera
from device.camera import frames as frames_of
from device.camera.board_eye import BoardEye, SharedHold
from device.camera.frames import Frames, FreshFrames
from device.cameras.camera import Camera, Shot
from device.errors import CameraError
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
        self.blocked = threading.Event()
        self.blocked.set()
        self.hangs = threading.Event()
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
        self.opened += 1
        number = 0
        while not self.ends:
            if not self.blocked.is_set():
                self.hangs.set()
            self.blocked.wait()
            time.sleep(0.005)
            if self.breaks is not None:
                raise self.breaks
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


def test_a_full_frame_is_made_when_somebody_asks_and_not_before(eye: BoardEye, camera: OverBoard) -> None:
    now = [0.0]
    frames = FreshFrames(eye.frames, clock=lambda: now[0])
    until(lambda: eye.state().state == "seeing")
    until(lambda: eye.frames.pace()[0] > 2)
    assert camera.made == 0
    seen = frames()
    assert seen is not None
    assert seen.shape == (144, 256, 3)
    assert camera.made == 1
    assert frames() is seen  # asked again at once: the same one
    assert camera.made == 1
    now[0] += frames_of.FRESH_S + 0.05
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
    frames = FreshFrames(eye.frames)
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


def test_a_camera_that_hangs_is_asked_once_and_then_not_for_a_moment(
    eye: BoardEye, camera: OverBoard, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(frames_of, "PATIENCE_S", 0.2)
    now, holds = [0.0], list[bool]()
    frames = FreshFrames(eye.frames, hold_lights=holds.append, clock=lambda: now[0])
    until(lambda: eye.state().state == "seeing")
    assert frames() is not None
    camera.blocked.clear()
    now[0] += frames_of.OLD_S + 0.1
    holds.clear()
    assert frames() is None
    assert frames() is None
    assert holds == [True, False], "the second time nobody waited for the camera"
    camera.blocked.set()
    now[0] += 0.3
    until(lambda: frames() is not None)


@pytest.mark.parametrize(
    "fault",
    [CameraError("unplugged"), ValueError("no such picture"), OSError("the bus hangs"), MemoryError()],
    ids=lambda fault: type(fault).__name__,
)
def test_a_camera_that_is_lost_in_any_way_is_away_and_asked_again(
    eye: BoardEye, camera: OverBoard, fault: Exception
) -> None:
    until(lambda: eye.state().state == "seeing")
    camera.breaks = fault
    until(lambda: eye.state().state == "away")
    assert eye.state().message is not None
    assert camera.closed >= 1
    camera.breaks = None
    until(lambda: eye.state().state == "seeing")
    assert eye.state().message is None
    assert camera.opened > camera.closed


def test_the_trays_camera_is_never_opened_a_second_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(board_camera, "RETRY_S", 0.02)
    camera = OverBoard("the first")
    with BoardEye(camera, tray=OverTray()) as eye:
        eye.start()
        until(lambda: eye.state().state == "away")
        assert camera.opened == 0
        camera.named = "another"
        until(lambda: eye.state().state == "seeing")


def test_pictures_that_end_are_told_and_a_stop_waits_for_no_camera_that_hangs(
    eye: BoardEye, camera: OverBoard, monkeypatch: pytest.MonkeyPatch
) -> None:
    camera.ends = True
    until(lambda: eye.state().state == "off")
    eye.close()
    eye.close()
    assert not eye._thread.is_alive()
    monkeypatch.setattr(board_camera, "_END_S", 0.05)
    hung = OverBoard()
    with BoardEye(hung, tray=OverTray()) as other:
        other.start()
        until(lambda: other.state().state == "seeing")
        hung.blocked.clear()
        assert hung.hangs.wait(20)
        other.close()
        assert other._thread.is_alive(), "it was left behind"
        hung.blocked.set()


def test_the_lamps_hold_still_while_a_frame_is_taken_and_the_first_one_is_passed_over() -> None:
    told: list[bool] = []
    frames = Frames()
    asks = FreshFrames(frames, hold_lights=told.append)
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
