"""A box with two wide cameras, and how much memory it takes: ``python -m tests.bench.box.cameras SECONDS``.

The tray's camera plays the film in pictures of 2304 × 1296, as a Camera Module 3 gives them; the board's
shows a still board of as many. Somebody plays, the board is set up and read, and two phones look at its page.
The camera's own buffers, which the kernel keeps, are not among it, nor is picamera2. It prints lines of JSON:
what is told, memory in MB now and at most.
"""

from __future__ import annotations

import json
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import cv2
import numpy as np

from device.box import Box
from device.box_cameras import BoxCameras
from device.camera.board_eye import BOARD_FPS
from device.camera.wanted import wanted_throw, wants_throw
from device.cameras.camera import Camera, Pause, Shot
from device.cameras.config import BoardCameraConfig, CameraConfig
from device.cameras.film import FilmCamera
from device.first_game import Asked
from engine.messages import Message
from tests.bench.box.frames import play_on
from tests.bench.box.process import free_port, memory_mb, quiet_config
from vision import Frame
from web.ports import Placement

WIDE, SMALL = (2304, 1296), (640, 360)
"""Width and height of the pictures that are read, and of those that are watched."""

CORNERS = ((0.1, 0.08), (0.9, 0.08), (0.9, 0.92), (0.1, 0.92))
"""Of the board, in its camera's picture."""

LOOK_S = 0.5
"""So often each phone asks what is seen on the board."""


class WideFilm(FilmCamera):
    """The film, as a wide camera would have taken it."""

    def shots(self) -> Iterator[Shot]:
        """Yield the film's frames in the middle of a wide picture."""
        for shot in super().shots():
            yield Shot(_wide(shot.frame, SMALL), shot.time_s, partial(_wide, shot.frame, WIDE))


class StillBoard(Camera):
    """A wide camera over a board on which nothing moves."""

    title = Message("a board that is drawn")

    def __init__(self, pause: Pause) -> None:
        """Draw it.

        Args:
            pause: Waits between pictures; true ends them.
        """
        self._pause = pause
        self._picture = drawn_board()
        self._small = np.asarray(cv2.resize(self._picture, SMALL, interpolation=cv2.INTER_AREA), np.uint8)

    def shots(self) -> Iterator[Shot]:
        """Yield the same picture again and again, in full resolution as a copy of its own."""
        while not self._pause(1 / BOARD_FPS):
            yield Shot(self._small, time.monotonic(), self._picture.copy)


class _Wide(BoxCameras):
    def _choose(self, _camera: CameraConfig, *, of_board: bool = False) -> Camera:
        if of_board:
            return StillBoard(self._pause)
        return WideFilm(
            wanted=lambda: wanted_throw(self._table),
            ready=lambda: wants_throw(self._table),
            pause=self._pause,
        )


class TwoCameras(Box):
    """A box with these two."""

    cameras_of = _Wide


def drawn_board() -> Frame:
    """Return a picture of discs of two colours on a mottled field, shape (1296, 2304, 3), uint8, BGR."""
    chance = np.random.default_rng(1)
    grain = chance.normal(0, 20, (WIDE[1] // 8, WIDE[0] // 8, 3)).astype(np.float32)
    field = cv2.resize(grain, WIDE, interpolation=cv2.INTER_CUBIC) + np.array([70, 110, 60], np.float32)
    picture = np.ascontiguousarray(field.clip(0, 255).astype(np.uint8))
    for n in range(30):
        x, y = (int(part * side) for part, side in zip(chance.uniform(0.15, 0.85, 2), WIDE, strict=True))
        cv2.circle(picture, (x, y), 60, (230, 235, 240) if n % 2 else (30, 30, 35), -1, cv2.LINE_AA)
    for part, colour in ((0.2, (230, 235, 240)), (0.8, (30, 30, 35))):
        cv2.circle(picture, (int(part * WIDE[0]), WIDE[1] // 2), 60, colour, -1, cv2.LINE_AA)
    return picture


def set_up(box: Box) -> None:
    """Set the corners of the board, and learn its two colours."""
    while box.board.frames() is None:
        time.sleep(0.1)
    box.board.setup.keep(Placement(CORNERS))
    box.board.setup.learn([[(0.2, 0.5)], [(0.8, 0.5)]])


def main(arguments: list[str]) -> int:
    """Let the box run so long, and tell its memory in the end and before anybody looked at the board."""
    cv2.setNumThreads(1)
    done = threading.Event()

    def look() -> None:
        while not done.wait(LOOK_S):
            box.board.setup.line()
            box.board.setup.standing()
            box.board.setup.marked()
            box.board.setup.picture()
            box.loop.picture()

    def tell(what: str) -> None:
        print(json.dumps([what, memory_mb(), memory_mb(peak=True)]), flush=True)

    with tempfile.TemporaryDirectory(prefix="charkoni-bench-") as folder:
        config = replace(quiet_config(free_port()), board_camera=BoardCameraConfig(source="pi:1"))
        with TwoCameras(config, folder=Path(folder), asked=Asked(game="backgammon")) as box:
            box.start()
            box.loop.ready.wait()
            play_for(box, float(arguments[0]) / 2)
            tell("alone")
            set_up(box)
            phones = [threading.Thread(target=look) for _ in range(2)]
            for phone in phones:
                phone.start()
            play_for(box, float(arguments[0]) / 2)
            tell("looked at")
            print(json.dumps(["throws", *_counts(box)]), flush=True)
            done.set()
            for phone in phones:
                phone.join()
    return 0


def play_for(box: Box, seconds: float) -> None:
    """Do what the game waits for, for so long."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        play_on(box.table)
        time.sleep(0.05)


def _counts(box: Box) -> tuple[int, int]:
    """Count throws that were read, and looks at the board."""
    rows = box.journal.read("SELECT count(*) FROM event WHERE type LIKE 'thr%'")
    standing = box.board.setup.standing()
    return int(str(rows[0][0])), 0 if standing is None else standing.number


def _wide(frame: Frame, size: tuple[int, int]) -> Frame:
    """Return a picture with room at both sides."""
    high = size[1]
    width = round(frame.shape[1] * high / frame.shape[0])
    inner = cv2.resize(frame, (width, high), interpolation=cv2.INTER_LINEAR)
    side = (size[0] - width) // 2
    padded = cv2.copyMakeBorder(inner, 0, 0, side, size[0] - width - side, cv2.BORDER_REPLICATE)
    return np.asarray(padded, np.uint8)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
