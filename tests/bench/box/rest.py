"""A box at which nobody plays: ``python -m tests.bench.box.rest CAMERA GAME SECONDS``.

``CAMERA`` is ``there`` (a camera on USB over a tray that lies still), ``away`` or ``empty`` (a folder without
pictures); ``GAME`` a game, or ``match``, which is one of backgammon whose clock runs. It prints a line of
JSON: seconds, processor time, memory in MB, pictures that the eye saw, and how often each thread woke.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from device.box import Box
from device.box_cameras import BoxCameras
from device.cameras.camera import FPS, REST_AFTER_S, Camera, Pause
from device.cameras.config import BoardCameraConfig, CameraConfig
from device.cameras.modes import Mode
from device.cameras.usb import V4l2Camera
from device.config import Config
from device.first_game import Asked
from device.match_asked import AskedMatch
from engine.table.commands import TakeThrow
from engine.throw import Dice
from tests.bench.box.process import Helper, free_port, memory_mb, quiet_config
from tests.bench.figures import Figure
from vision.pictures import frame_of

CAMERAS = ("there", "away", "empty")
GAMES: Mapping[str, Asked] = {
    "pachisi": Asked(game="pachisi"),
    "chowka-bhara": Asked(game="chowka-bhara"),
    "backgammon": Asked(game="backgammon"),
    "match": Asked(match=AskedMatch(7, clock="12+14")),
}

SETTLED_S = REST_AFTER_S + 2.0
"""After so long a box is at rest: all that its start has stirred has settled."""

OWNER = "eye"
"""The thread that owns the tray's camera."""

MOST = 2.0
"""Times a second that any other thread wakes, at most."""

WORKED_S = 0.01
"""A thread that works for longer counts as if it had slept and woken meanwhile."""

_SIZE = (1280, 960)
"""Width and height of the pictures of the camera that is there."""


class Tray:
    """A camera on USB over an empty tray: stands in for OpenCV's capture and the driver behind it.

    Its pictures come at the camera's pace, and each has noise of its own. One waits for whoever comes late.
    """

    def __init__(self, pause: Pause) -> None:
        """Give no picture yet.

        Args:
            pause: Waits for the next picture; true ends them.
        """
        self._pause = pause
        self._number = 0

    def isOpened(self) -> bool:  # noqa: N802
        """True, as the camera is there."""
        return True

    def set(self, _what: int, _value: float) -> bool:
        """Accept every setting."""
        return True

    def grab(self) -> bool:
        """Wait for the next picture, or take the one that waits."""
        now = int(time.monotonic() * FPS)
        if now <= self._number:
            if self._pause((self._number + 1) / FPS - time.monotonic()):
                return False
            now = self._number + 1
        self._number = now
        return True

    def retrieve(self) -> tuple[bool, Any]:
        """Unpack the picture, as OpenCV does with those of such cameras."""
        return True, frame_of(_packed()[self._number % len(_packed())])

    def release(self) -> None:
        """Do nothing."""


@cache
def _packed() -> list[bytes]:
    """Return some JPEGs of a grey cloth, each with noise of its own."""
    chance = np.random.default_rng(1)
    small = chance.integers(90, 130, (_SIZE[1] // 8, _SIZE[0] // 8, 3), np.uint8)
    cloth = cv2.resize(small, _SIZE, interpolation=cv2.INTER_CUBIC)
    noisy = (cloth + chance.integers(0, 5, cloth.shape, np.uint8) for _ in range(4))
    return [cv2.imencode(".jpg", each)[1].tobytes() for each in noisy]


class _Watching(BoxCameras):
    def _choose(self, _camera: CameraConfig, *, of_board: bool = False) -> Camera:
        return V4l2Camera(
            Path("/dev/null"),
            capture=lambda _: Tray(self._pause),  # type: ignore[arg-type,return-value]
            tell=lambda *_: True,
            modes=lambda _: [Mode(*_SIZE, FPS)],
            clock=self._clock,
            pause=self._pause,
        )


class WatchingBox(Box):
    """A box whose camera is there, over a tray in which nothing moves."""

    cameras_of = _Watching


def resting(camera: str, game: str, *, folder: Path, broker: int = 0) -> Box:
    """Make a box that nobody plays at; it is not started.

    Args:
        camera: One of `CAMERAS`.
        game: One of `GAMES`.
        folder: Its data.
        broker: The port of a broker of MQTT on this machine; 0 for none.
    """
    (folder / "nothing").mkdir(parents=True, exist_ok=True)
    source = {"there": "auto", "away": "v4l2:77", "empty": f"folder:{folder / 'nothing'}"}[camera]
    config: Config = replace(
        quiet_config(free_port(), broker=broker),
        camera=CameraConfig(source=source),
        board_camera=BoardCameraConfig(source=""),
    )
    box = (WatchingBox if camera == "there" else Box)(config, folder=folder / "data", asked=GAMES[game])
    if game == "match":
        box.table.do(TakeThrow(Dice((3, 1))))  # from here on the clock runs
    return box


class Woken:
    """How often each thread of this process wakes from now on."""

    def __init__(self) -> None:
        self._before = _counted()

    def by_name(self, threads: Mapping[int, str] | None = None) -> dict[str, int]:
        """Return how often each has woken, of several of one name the one that has most.

        A thread that never sleeps wakes as often as `WORKED_S` goes into the time that it worked.

        Args:
            threads: Which ones, their names by the kernel’s number; all of this process by default. Those
                that are not Python’s have the kernel’s name.
        """
        mine = {one.native_id: one.name for one in threading.enumerate() if one.native_id}
        found: dict[str, int] = {}
        for number, (slept, worked_s, name) in _counted().items():
            if threads is not None and number not in threads:
                continue
            slept_before, worked_before_s, _ = self._before.get(number, (0, 0.0, ""))
            woken = max(slept - slept_before, int((worked_s - worked_before_s) / WORKED_S))
            name = _kind(mine.get(number, name))
            found[name] = max(woken, found.get(name, 0))
        return found


def _kind(name: str) -> str:
    """Return the name of a thread without its number: those that answer phones are alike."""
    return name.rstrip("0123456789").rstrip()


def _counted() -> dict[int, tuple[int, float, str]]:
    """Return how often each thread has gone to sleep, how many seconds it has worked, and its name."""
    found = {}
    for task in Path("/proc/self/task").iterdir():
        try:
            status, worked = (task / "status").read_text(), (task / "schedstat").read_text()
        except OSError:  # it has just ended
            continue
        lines = dict(line.split(":\t", 1) for line in status.splitlines() if ":\t" in line)
        slept = int(lines["voluntary_ctxt_switches"])
        found[int(task.name)] = slept, int(worked.split()[0]) / 1e9, lines["Name"]
    return found


def rest(asked: argparse.Namespace) -> Iterator[Figure]:
    """Let boxes rest, one after the other, and tell what each used meanwhile."""
    for camera, game in product(CAMERAS, GAMES):
        with Helper("rest", camera, game, str(asked.seconds)) as box:
            lasted, worked, memory, frames, woken = box.first("rested")
        where = f"{game}, camera {camera}"
        note = f"{frames / lasted:.1f} frames/s" if frames else ""
        goal = 3.0 if camera == "there" else 1.5
        yield Figure(f"{where}: processor", 100 * worked / lasted, "%", round(lasted), goal, note)
        yield Figure(f"{where}: memory", memory, "MB", 1, 120.0)
        rates = {name: count / lasted for name, count in woken.items() if count}
        others = [rate for name, rate in rates.items() if name != OWNER or camera != "there"]
        note = ", ".join(f"{name} {rate:.1f}" for name, rate in sorted(rates.items()))
        yield Figure(f"{where}: wake-ups of a thread, most", max(others), "/s", len(woken), MOST, note)


def main(arguments: list[str]) -> int:
    """Let the box rest, and print what it used meanwhile."""
    camera, game, seconds = arguments[0], arguments[1], float(arguments[2])
    with (
        tempfile.TemporaryDirectory(prefix="charkoni-bench-") as folder,
        resting(camera, game, folder=Path(folder)) as box,
    ):
        box.start()
        box.loop.ready.wait()
        time.sleep(SETTLED_S)
        woken, began, worked = Woken(), time.monotonic(), time.process_time()
        seen = box.loop.looks
        time.sleep(seconds)
        lasted, worked = time.monotonic() - began, time.process_time() - worked
        seen = box.loop.looks - seen
        print(json.dumps(["rested", [lasted, worked, memory_mb(), seen, woken.by_name()]]), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
