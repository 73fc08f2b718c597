"""A whole box with a second camera over the board, whose troubles neither tray nor watchdog notice."""

from __future__ import annotations

import json
import threading
import time
import urllib.request
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import cv2
import numpy as np
import pytest

from boxes_for_tests import running_box
from device.box import Box
from device.cameras.camera import Camera, Shot
from device.cameras.sources import open_camera
from device.config import read_config
from device.doctor import examination
from device.doctor.patient import Patient
from device.errors import CameraError
from engine.messages import Message
from waiting_for_tests import wait_until
from web.auth.access import COOKIE

until = partial(wait_until, within_s=30)
SECOND = '[board_camera]\nsource = "v4l2:/dev/second"\nwidth = 1920'


class Second(Camera):
    """Stands over the board: it may be away, or block in its driver."""

    def __init__(self) -> None:
        self.plugged = True
        self.goes_on, self.hangs = threading.Event(), threading.Event()
        self.goes_on.set()

    @property
    def title(self) -> Message:
        return Message("the USB camera {name}", {"name": "/dev/second"})

    def shots(self) -> Iterator[Shot]:
        while True:
            if not self.plugged:
                raise CameraError("the camera {name} was unplugged: plug it in again", name="/dev/second")
            if not self.goes_on.is_set():
                self.hangs.set()
            self.goes_on.wait()
            time.sleep(0.02)
            yield Shot(np.full((27, 48, 3), 50, np.uint8), 0.0, lambda: np.full((270, 480, 3), 50, np.uint8))


@pytest.fixture
def second(monkeypatch: pytest.MonkeyPatch) -> Iterator[Second]:
    camera = Second()

    def choose(spec: str, **more: object) -> Camera:
        if spec == "v4l2:/dev/second":
            assert (more["width"], more["fps"], more["flicker_hz"]) == (1920, 6, 50)
            assert more["calibration"]() == "the board"  # type: ignore[operator]
            return camera
        return open_camera(spec, **more)  # type: ignore[arg-type]

    monkeypatch.setattr("device.box_cameras.open_camera", choose)
    monkeypatch.setattr("device.camera.board_eye.RETRY_S", 0.05)
    yield camera
    camera.goes_on.set()


def status(box: Box) -> dict[str, str]:
    """Return verdict and text of the second camera's line."""
    token = box.phones.pair(box.phones.key)
    asked = urllib.request.Request(
        f"http://127.0.0.1:{box.server.port}/api/v1/status", headers={"Cookie": f"{COOKIE}={token}"}
    )
    with urllib.request.urlopen(asked, timeout=10) as answer:
        lines = {one["topic"]: one for one in json.load(answer)["lines"]}
    return lines["board-camera"]  # type: ignore[no-any-return]


def test_frames_of_the_second_camera_are_handed_out_in_full(tmp_path: Path, second: Second) -> None:
    with running_box(tmp_path, camera="film", more=SECOND) as box:
        until(lambda: box.board.frames() is not None)
        frame = box.board.frames()
        assert frame is not None
        assert frame.shape == (270, 480, 3)
        line = status(box)
        assert (line["verdict"], line["text"]) == (
            "fine", "The USB camera /dev/second, 48 × 27, exposure cannot be held",
        )  # fmt: skip


def test_a_second_camera_that_hangs_or_goes_never_stops_the_tray_nor_the_watchdog(
    tmp_path: Path, second: Second
) -> None:
    beats: list[float] = []
    box: Box
    with running_box(
        tmp_path, camera="film", more=SECOND, beat=lambda: beats.append(time.monotonic())
    ) as box:
        until(lambda: box.board.frames() is not None)
        for trouble in ("blocked", "unplugged"):
            if trouble == "blocked":
                second.goes_on.clear()
            else:
                second.plugged = False
                second.goes_on.set()
                until(lambda: box.loop.state().board.state == "away")  # type: ignore[union-attr]
                assert status(box)["verdict"] == "broken"
            began = len(beats)
            until(lambda: len(beats) > began + 30)  # noqa: B023
            assert box.loop.frames.pace()[0] > 3
            until(lambda: box.board.frames() is None)
        second.plugged = True
        until(lambda: box.board.frames() is not None)
        second.hangs.clear()
        second.goes_on.clear()
        assert second.hangs.wait(30)
    assert box.board_camera is not None
    assert box.board_camera._thread.is_alive(), "and a stop leaves it behind"


def test_the_doctor_looks_through_both_cameras_and_through_the_box_that_runs(
    tmp_path: Path, second: Second, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "board"
    folder.mkdir()
    cv2.imwrite(str(folder / "a.png"), np.full((54, 96, 3), 90, np.uint8))
    more = f'[board_camera]\nsource = "folder:{folder}"'
    config = read_config(f'[camera]\nsource = "film"\n{more}')
    *_, last = examination.look(Patient(config, tmp_path)).findings
    assert (last.topic, last.health) == ("board-camera", "ok")
    assert "96 × 54" in str(last.text)
    gone = read_config('[camera]\nsource = "film"\n[board_camera]\nsource = "v4l2:/dev/no-such-camera"')
    *_, last = examination.look(Patient(gone, tmp_path)).findings
    assert (last.topic, last.health) == ("board-camera", "fail")
    assert "no-such-camera" in str(last.advice)
    with running_box(tmp_path, camera="film", more=SECOND) as box:
        monkeypatch.setattr(Patient, "running", property(lambda _: 1))
        monkeypatch.setattr(
            Patient, "address", property(lambda _: f"http://127.0.0.1:{box.server.port}"), raising=False
        )
        patient = Patient(config, tmp_path)
        until(lambda: examination.look(patient).findings[-1].verdict == "fine")
        second.plugged = False
        until(lambda: examination.look(patient).findings[-1].verdict == "broken")
        assert "was unplugged" in str(examination.look(patient).findings[-1].advice)
