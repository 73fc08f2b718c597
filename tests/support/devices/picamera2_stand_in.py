"""A strict stand-in for Picamera2: it refuses what the real one refuses, and takes the same arguments.

Its signatures are those of the real classes (`test_device_picamera2_signatures.py`). It is stricter where the
real one would hang or go wrong in silence: a call from a thread that does not own the camera, a picture of a
request that was given back, a camera closed while a job waits.
"""

# ruff: noqa: B006, B008

from __future__ import annotations

import logging
import os
import sys
import threading
import types
from collections.abc import Callable
from contextlib import contextmanager
from enum import Enum
from typing import Any

import numpy as np


class Transform:
    def __init__(self, hflip: bool = False, vflip: bool = False, transpose: bool = False) -> None:
        if transpose:
            raise RuntimeError("Configuration failed")
        self.hflip, self.vflip = bool(hflip), bool(vflip)


class ColorSpace:
    def __init__(self, name: str) -> None:
        self.name = name

    @staticmethod
    def Smpte170m() -> ColorSpace:  # noqa: N802
        return ColorSpace("SMPTE170M")


class AeFlickerModeEnum(Enum):
    Off = 0
    Manual = 1
    Auto = 2


class AfModeEnum(Enum):
    Manual = 0
    Auto = 1
    Continuous = 2


libcamera = types.ModuleType("libcamera")
libcamera.Transform = Transform  # type: ignore[attr-defined]
libcamera.ColorSpace = ColorSpace  # type: ignore[attr-defined]
libcamera.controls = types.SimpleNamespace(  # type: ignore[attr-defined]
    AeFlickerModeEnum=AeFlickerModeEnum, AfModeEnum=AfModeEnum
)

CONTROLS = (
    "AeEnable", "AeFlickerMode", "AeFlickerPeriod", "AfMode", "AnalogueGain", "AwbEnable", "ColourGains",
    "ExposureTime", "FrameDurationLimits", "LensPosition", "NoiseReductionMode",
)  # fmt: skip
FOCUS = ("AfMode", "LensPosition")
RED = (96, 102, 182)
"""Y, U and V of what the small picture shows: about blue 40, green 60, red 180."""


def mode(size: tuple[int, int], crop: tuple[int, int, int, int], fps: float) -> dict[str, Any]:
    return {"format": "SRGGB10", "unpacked": "SRGGB10", "bit_depth": 10, "size": size, "fps": fps,
            "crop_limits": crop, "exposure_limits": (9, 66_000)}  # fmt: skip


MODULES: dict[str, list[dict[str, Any]]] = {
    "module 1": [
        mode((640, 480), (16, 0, 2560, 1920), 58.92),
        mode((1296, 972), (0, 0, 2592, 1944), 46.34),
        mode((1920, 1080), (348, 434, 1928, 1080), 32.81),
        mode((2592, 1944), (0, 0, 2592, 1944), 15.63),
    ],
    "module 2": [
        mode((640, 480), (1000, 752, 1280, 960), 206.65),
        mode((1640, 1232), (0, 0, 3280, 2464), 41.85),
        mode((1920, 1080), (680, 692, 1920, 1080), 47.57),
        mode((3280, 2464), (0, 0, 3280, 2464), 21.19),
    ],
    "module 3": [
        mode((1536, 864), (768, 432, 3072, 1728), 120.13),
        mode((2304, 1296), (0, 0, 4608, 2592), 56.03),
        mode((4608, 2592), (0, 0, 4608, 2592), 14.35),
    ],
    "HQ": [
        mode((1332, 990), (696, 528, 2664, 1980), 120.05),
        mode((2028, 1080), (0, 440, 4056, 2160), 50.03),
        mode((2028, 1520), (0, 0, 4056, 3040), 40.01),
        mode((4056, 3040), (0, 0, 4056, 3040), 10.0),
    ],
}
"""What sensors tell of their modes. Source: ``rpicam-hello --list-cameras`` as in Raspberry Pi's camera
documentation."""


class World:
    """What stands around the camera: what the tests do to it and what they see."""

    def __init__(self) -> None:
        self.infos: list[dict[str, Any]] = [{"Id": "/base/soc/i2c0mux/i2c@1/imx708@1a", "Num": 0}]
        self.plugged = True
        self.modes = MODULES["module 3"]
        self.asked_for_modes = 0
        self.thread_died = False
        """The one that hands out the pictures."""
        self.busy = False
        self.acquired = False
        self.faults: dict[int, str] = {}
        """What fails with the frame of a number: "capture", "small", "size" or "controls"."""
        self.breaks_at = ""
        """Where opening goes wrong: "look", when the camera is asked what it can do."""
        self.lacks: tuple[str, ...] = ()
        """Controls that this camera has not."""
        self.only_tells: tuple[str, ...] = ()
        """Some of them, of which a frame's metadata tells all the same."""
        self.can_turn = True
        self.marked = False
        """The pictures are brighter at the top left."""
        self.log: list[str] = []
        self.opened: list[int] = []
        """Numbers of the cameras that were opened."""
        self.configuration: dict[str, Any] = {}
        """What was asked for."""
        self.granted: dict[str, Any] = {}
        self.controls: dict[str, Any] = {}
        self.at_start: dict[str, Any] = {}
        self.requests: list[CompletedRequest] = []
        self.padding = 0
        """Bytes that pad every row of the small picture."""
        self.frames = 0
        self.pipes: list[int] = []

    def fails(self, what: str) -> bool:
        return self.faults.get(self.frames) == what

    @property
    def held(self) -> int:
        return sum(not request.released for request in self.requests)


world = World()


class CompletedRequest:
    def __init__(self, request: Any, picam2: Picamera2) -> None:
        self.number = request
        self.picam2 = picam2
        self.released = False
        world.requests.append(self)

    def release(self) -> None:
        assert not self.released, "a request is given back once"
        self.released = True

    def make_array(self, name: str) -> np.ndarray:
        self.picam2.must_own()
        assert not self.released, "the buffer belongs to the camera again"
        width, height = self.picam2.camera_configuration()[name]["size"]
        if name == "lores" and world.fails("small"):
            raise ValueError("cannot reshape array of size 0")
        if name == "lores" and world.fails("size"):
            return np.zeros((0, width), np.uint8)
        if name == "main":
            frame = np.full((height, width, 3), 70, np.uint8)
            frame[:, :, 0] = 20 + self.number % 100
            if world.marked:
                frame[: height // 4, : width // 4] = 200
            return frame
        # Brightness, then how blue, then how red: libcamera's YUV420. All padding is at the end of a row.
        stride = width + world.padding
        planes = np.full((height * 3 // 2, stride), RED[0], np.uint8)
        blue, red = planes[height:].reshape(2, -1)
        blue[:], red[:] = RED[1:]
        planes[:height, width:] = 255
        if world.marked:
            planes[: height // 4, : width // 4] = 200
        return planes

    def get_metadata(self) -> dict[str, Any]:
        known: dict[str, Any] = {
            "ExposureTime": 9_990,
            "AnalogueGain": 2.5,
            "ColourGains": (1.6, 1.9),
            "Lux": 212.0,
        }
        known["LensPosition"] = 2.4
        silent = set(world.lacks) - set(world.only_tells)
        return {name: value for name, value in known.items() if name not in silent}


class Job:
    def __init__(self, functions: list[Callable[..., Any]], signal_function: Any = None) -> None:
        self.functions = functions
        self.cancelled = False

    def get_result(self, timeout: float | None = None) -> Any:
        if world.thread_died or not world.plugged:
            assert timeout is not None, "this would hang for ever"
            raise TimeoutError
        return self.functions.pop(0)()


class Acquired:
    """The camera below, which belongs to one program at a time."""

    def release(self) -> None:
        assert world.acquired
        world.acquired = False


class Picamera2:
    def __init__(self, camera_num=0, verbose_console=None, tuning=None, allocator=None) -> None:  # type: ignore[no-untyped-def]
        self.notifyme_r, self.notifyme_w = os.pipe2(os.O_NONBLOCK)
        self.notifymeread = os.fdopen(self.notifyme_r, "rb")
        world.pipes.append(self.notifyme_w)
        self.is_open = False
        self._owner = threading.get_ident()
        if camera_num >= len(self.global_camera_info()):
            raise RuntimeError(f"No camera number {camera_num} found")
        if world.busy or world.acquired:
            logging.getLogger("picamera2.picamera2").error("Camera __init__ sequence did not complete.")
            raise RuntimeError("Camera __init__ sequence did not complete.") from RuntimeError(
                "Failed to acquire camera: Device or resource busy"
            )
        world.acquired = True
        world.opened.append(camera_num)
        self.camera = Acquired()
        self.is_open = True
        if world.breaks_at == "look":
            raise RuntimeError("Camera __init__ sequence did not complete.") from KeyError("lores")
        self.started = False
        self.sensor_resolution = (4608, 2592)
        self._jobs: list[Job] = []
        world.log.append("open")

    def must_own(self) -> None:
        assert threading.get_ident() == self._owner, "libcamera belongs to one thread"

    @staticmethod
    def global_camera_info() -> list[dict[str, Any]]:
        return world.infos if world.plugged else []

    @property
    def camera_controls(self) -> dict[str, tuple[Any, Any, Any]]:
        return {name: (0, 1, 0) for name in CONTROLS if name not in world.lacks}

    @property
    def sensor_modes(self) -> list[dict[str, Any]]:
        self.must_own()
        assert not self.started, "asking for the modes configures the camera"
        world.asked_for_modes += 1
        world.configuration = {}
        return world.modes

    def create_video_configuration(  # type: ignore[no-untyped-def]
        self,
        main={},
        lores=None,
        raw={},
        transform=libcamera.Transform(),  # type: ignore[attr-defined]
        colour_space=None,
        buffer_count=6,
        controls={},
        display="main",
        encode="main",
        queue=True,
        sensor={},
        use_case="video",
    ) -> dict[str, Any]:
        self.must_own()
        return {
            "main": main, "lores": lores, "raw": raw, "transform": transform, "colour_space": colour_space,
            "buffer_count": buffer_count, "controls": controls,
        }  # fmt: skip

    def configure(self, camera_config=None) -> None:  # type: ignore[no-untyped-def]
        self.must_own()
        assert isinstance(camera_config["transform"], Transform)
        assert isinstance(camera_config["colour_space"], ColorSpace)
        for name in ("main", "lores", "raw"):
            width, height = camera_config[name]["size"]
            if type(camera_config[name]["size"]) is not tuple or width % 2 or height % 2:
                raise RuntimeError("width and height should be even")
        if camera_config["lores"]["size"] > camera_config["main"]["size"]:
            raise RuntimeError("lores stream dimensions may not exceed main stream")
        world.configuration = camera_config
        world.granted = camera_config | ({} if world.can_turn else {"transform": Transform()})
        world.controls = {}
        self.set_controls(camera_config["controls"])

    def camera_configuration(self) -> dict[str, Any]:
        return world.granted

    def set_controls(self, controls) -> None:  # type: ignore[no-untyped-def]
        self.must_own()
        if world.fails("controls"):
            raise RuntimeError("the controls cannot be set")
        for name in controls:
            if name not in self.camera_controls:
                raise RuntimeError(f"Control {name} is not advertised by libcamera")
        world.controls |= controls

    def start(self, config=None, show_preview=False) -> None:  # type: ignore[no-untyped-def]
        self.must_own()
        assert world.configuration, "Camera has not been configured"
        self.started = True
        logging.getLogger("picamera2.picamera2").info("Camera started")
        world.at_start = dict(world.controls)
        world.log.append("start")

    def capture_request(self, wait=None, signal_function=None, flush=None) -> Any:  # type: ignore[no-untyped-def]
        self.must_own()
        assert self.started
        assert wait is False, "a capture that waits without a limit hangs when the ribbon slips"
        assert world.held < world.configuration["buffer_count"] - 1, "no buffer is left"

        def next_request() -> CompletedRequest:
            world.frames += 1
            if world.fails("capture"):
                raise RuntimeError("the frontend has timed out")
            return CompletedRequest(world.frames, self)

        job = Job([next_request])
        self._jobs.append(job)
        return job

    def wait(self, job, timeout=None) -> Any:  # type: ignore[no-untyped-def]
        self.must_own()
        try:
            return job.get_result(timeout=timeout)
        finally:
            if not job.functions:  # it has run
                self._jobs.remove(job)

    def cancel_all_and_flush(self) -> None:
        self.must_own()
        self._jobs.clear()

    def stop(self) -> None:
        self.must_own()
        assert not self._jobs, "this would hang for ever"
        assert not (self.started and world.thread_died), "this would hang for ever"
        if self.started:
            world.log.append("stop")
        self.started = False

    def close(self) -> None:
        if not self.is_open:
            return
        world.thread_died = False  # the real one ends that thread first, and stops by itself
        self.stop()
        assert world.held == 0, "a request was not given back"
        self.camera.release()
        self.is_open = False
        self.notifymeread.close()
        os.close(self.notifyme_w)
        world.log.append("close")


@contextmanager
def installed(monkeypatch: Any) -> Any:
    """Let `import picamera2` and `import libcamera` find the stand-in, in a new world."""
    world.__init__()  # type: ignore[misc]
    module = types.ModuleType("picamera2")
    module.Picamera2 = Picamera2  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "picamera2", module)
    monkeypatch.setitem(sys.modules, "libcamera", libcamera)
    yield world
