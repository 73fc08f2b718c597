"""Runs in the machine: the box's own PiCamera on the real Picamera2, with the kernel's pretend camera.

That camera, vimc, gives one stream at a time, of coloured bars with small writing at the top left, and knows
neither exposure nor white balance nor focus. So the small picture of each moment is made from the large one
here; everything else is the unchanged class. What Picamera2 imports for screens and raw files, which the box
uses neither of, is left out.

Prints one fact a line; test_device_real_picamera2.py knows what they must be.
"""

# ruff: noqa: E402

from __future__ import annotations

import faulthandler
import gc
import os
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import MagicMock

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
os.environ["LIBCAMERA_PIPELINES_MATCH_LIST"] = "vimc"
os.environ["LIBCAMERA_LOG_LEVELS"] = "*:FATAL"
for absent in ("pykms", "kms", "pidng", "pidng.core", "pidng.camdefs"):
    sys.modules[absent] = MagicMock()

import cv2
import numpy as np
import picamera2
from picamera2 import CompletedRequest

from device.cameras import pi
from device.cameras.camera import Shot
from device.cameras.pi import SMALL_WIDTH, PiCamera
from device.cameras.sources import open_camera
from device.errors import CameraError
from vision import Frame

DRIVER = Path("/sys/bus/platform/drivers/vimc")
SLIPPED = Path("/sys/module/vimc/parameters/slipped")
BARS = ("white", "yellow", "cyan", "green", "magenta", "red", "blue", "black")
"""From left to right. Green is in the first four, red in every other two, blue in every other one."""

BRIGHT = 191
"""Three quarters of full brightness: the pattern's, for each colour that is there."""

WIDTH = 1280
"""Wider pictures take an emulated machine too long; the whole field of view has twice as many pixels."""

PATIENCE_S = 90.0
"""For one picture of a machine that is emulated beside other work."""

real_array = CompletedRequest.make_array


class OneStream(picamera2.Picamera2):
    small: tuple[int, int] = (0, 0)

    def create_video_configuration(self, *, lores=None, raw=None, **asked):
        if lores is not None:  # asked for by the box, not by Picamera2 itself when it is opened
            OneStream.small = lores["size"]
            print("TOLD asked for", asked["main"]["size"], lores["size"], raw["size"])
        return super().create_video_configuration(**asked)

    def camera_configuration(self):
        told = super().camera_configuration()
        return {**told, "lores": {"size": OneStream.small}} if told else told


def make_array(request: CompletedRequest, name: str) -> Frame:
    if name != "lores":
        return real_array(request, name)
    small = cv2.resize(real_array(request, "main"), OneStream.small, interpolation=cv2.INTER_NEAREST)
    return cv2.cvtColor(small, cv2.COLOR_BGR2YUV_I420)


def fact(name: str, *said: object) -> None:
    print("FACT", f"{name}:", *said, flush=True)
    # What hangs ends with a list of what it hung in.
    faulthandler.dump_traceback_later(6 * PATIENCE_S, exit=True)


def error_of(shots: Iterator[Shot], *, at_last: bool = False) -> str:
    """Ask for a shot that must not come; after some that may, if at last."""
    try:
        for _ in range(6 if at_last else 1):
            next(shots)
    except CameraError as error:
        return str(error)
    return "a picture came"


def bars(frame: Frame) -> list[str]:
    """Name the colours from left to right, taking the bytes of a pixel for blue, green, red."""
    height, width, _ = frame.shape
    names = []
    for number in range(len(BARS)):
        pixel = frame[height // 2, (2 * number + 1) * width // (2 * len(BARS))].astype(int)
        lit = np.abs(pixel - BRIGHT) < 20
        is_bar = (lit | (pixel < 20)).all()
        names.append(BARS[7 - int(lit @ (1, 4, 2))] if is_bar else str(pixel.tolist()))
    return names


def writing(frame: Frame) -> str:
    """Say where the rows lie that are not like most rows."""
    odd = (np.abs(frame - np.median(frame, axis=0)) > 60).sum(axis=(1, 2)) > 100
    above, below = odd[: len(odd) // 2].sum(), odd[len(odd) // 2 :].sum()
    return "top" if above > 5 > below else "bottom" if below > 5 > above else f"{above} above {below} below"


def describe(name: str, frame: Frame) -> None:
    plain = frame.dtype == np.uint8 and frame.flags.c_contiguous
    fact(
        name,
        f"{frame.shape} {'plain' if plain else 'odd'}, writing at the {writing(frame)},",
        *bars(frame),
    )


def open_things() -> tuple[int, int]:
    """Count open files and threads."""
    gc.collect()
    return len(os.listdir("/proc/self/fd")), threading.active_count()


def pictures() -> None:
    fact("there", PiCamera.is_there())
    camera = open_camera("auto", width=WIDTH, wanted=lambda: None, ready=lambda: False, pause=lambda _: True)
    fact("chosen", type(camera).__name__)
    shots = camera.shots()
    shot = next(shots)
    describe("small", shot.frame)
    describe("large", shot.full())
    begin = time.monotonic()
    shots.close()
    print(f"TOLD closing took {time.monotonic() - begin:.1f} s")
    camera = PiCamera(rotation=180, width=SMALL_WIDTH)
    shots = camera.shots()
    shot = next(shots)
    describe("turned small", shot.frame)
    describe("turned large", shot.full())
    shots.close()


def controls() -> None:
    """This camera has nothing that could be locked, and nothing against flicker."""
    camera = PiCamera(flicker_hz=50, width=SMALL_WIDTH)
    shots = camera.shots()
    next(shots)
    camera.lock()
    times = [next(shots).time_s for _ in range(6)]
    fact("goes on", sorted(set(times)) == times)
    fact("locked", camera.locked, "held", camera.held)
    camera.unlock()
    next(shots)
    shots.close()


def in_use() -> None:
    command = [sys.executable, __file__, "try"]
    other = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert other.stdout is not None
    other.stdout.readline()
    shots = PiCamera(width=SMALL_WIDTH).shots()
    next(shots)
    fact("another program", other.communicate("now")[0].strip())
    before = open_things()
    fact("this program", *{error_of(PiCamera(width=SMALL_WIDTH).shots()) for _ in range(5)})
    fact("left open", open_things() == before or f"{before} {open_things()}")
    next(shots)
    shots.close()


def slipped() -> None:
    """The ribbon slips while pictures come: the camera stays there and gives nothing more."""
    camera = PiCamera(width=SMALL_WIDTH)
    shots = camera.shots()
    next(shots)
    pi.AWAY_S = 5.0
    SLIPPED.write_text("1")
    fact("slipped", error_of(shots, at_last=True))
    fact("still slipped", error_of(camera.shots()))
    SLIPPED.write_text("0")
    pi.AWAY_S = PATIENCE_S
    shots = camera.shots()
    fact("pushed in again", next(shots).frame.shape)
    shots.close()


def broken() -> None:
    """The thread in which Picamera2 hands out its pictures dies; nobody waits for it."""
    camera = PiCamera(width=SMALL_WIDTH)
    shots = camera.shots()
    next(shots)
    pi.AWAY_S = 5.0
    camera._open.pre_callback = lambda request: request.no_such_thing
    fact("its thread died", error_of(shots, at_last=True))
    pi.AWAY_S = PATIENCE_S
    shots = camera.shots()
    fact("a new one", next(shots).frame.shape)
    shots.close()


def unplugged() -> None:
    """The camera goes and comes while nobody looks: libcamera itself ends the program if it goes before."""
    camera = PiCamera(width=SMALL_WIDTH)
    (DRIVER / "unbind").write_text("vimc.0")
    fact("unplugged", error_of(camera.shots()))
    (DRIVER / "bind").write_text("vimc.0")
    end = time.monotonic() + PATIENCE_S
    while not PiCamera.is_there() and time.monotonic() < end:
        time.sleep(1)
    shots = camera.shots()
    describe("plugged in again", next(shots).frame)
    shots.close()


def main() -> None:
    picamera2.Picamera2 = OneStream
    CompletedRequest.make_array = make_array
    pi.AWAY_S = PATIENCE_S
    if sys.argv[1:] == ["try"]:
        # Once it gives pictures others no longer find this camera, which those of a Pi do.
        print("ready" if PiCamera.is_there() else "nothing", flush=True)
        sys.stdin.read()
        print(error_of(PiCamera(width=SMALL_WIDTH).shots()))
        return
    for scene in (pictures, controls, in_use, slipped, broken, unplugged):
        begin = time.monotonic()
        try:
            scene()
        except Exception:
            fact(scene.__name__, "went wrong", traceback.format_exc().replace("\n", " | "))
        print(
            f"TOLD {scene.__name__} took {time.monotonic() - begin:.0f} s, {open_things()[0]} files are open"
        )
    fact("threads left", open_things()[1])
    faulthandler.cancel_dump_traceback_later()


if __name__ == "__main__":
    main()
