"""The Raspberry Pi's own camera through Picamera2, which only a Pi has: it is imported when it is needed."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from device.camera import FPS, Shot
from device.errors import CameraError

SIZE = (1280, 960)
"""Width and height of the frames, in pixels."""


class PiCamera:
    """The camera on the Pi's ribbon. One thread owns it, from opening to closing."""

    def __init__(self, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._open: Any = None

    @staticmethod
    def is_there() -> bool:
        """Say whether Picamera2 is installed and sees a camera that is not on USB."""
        try:
            from picamera2 import Picamera2
        except ImportError:
            return False
        return any("usb" not in str(info.get("Id", "")).lower() for info in Picamera2.global_camera_info())

    @property
    def title(self) -> str:
        """Which camera, in words."""
        return "the Pi's camera"

    @property
    def note(self) -> str:
        """Nothing beyond its errors."""
        return ""

    def shots(self) -> Iterator[Shot]:
        """Give frames until the camera is closed.

        Raises:
            CameraError: If Picamera2 is not installed, or there is no camera, or another program uses it.
        """
        camera = self._start()
        try:
            while self._open is camera:
                frame = camera.capture_array("main")
                yield Shot(np.asarray(frame, np.uint8), self._clock())
        except (RuntimeError, TimeoutError) as error:
            raise CameraError(f"the Pi's camera stopped: {error}; check its ribbon cable") from error
        finally:
            self.close()

    def close(self) -> None:
        """Let the camera go. May be called twice."""
        camera, self._open = self._open, None
        if camera is not None:
            camera.stop()
            camera.close()

    def _start(self) -> Any:
        try:
            from picamera2 import Picamera2
        except ImportError as error:
            raise CameraError(
                "the Pi's camera needs picamera2: apt install python3-picamera2, or choose another --camera"
            ) from error
        try:
            camera = Picamera2()
        except (RuntimeError, IndexError) as error:
            raise CameraError(
                f"the Pi's camera cannot be opened: {error}; check its ribbon cable, "
                "and stop the program that uses it"
            ) from error
        try:
            # "RGB888" in libcamera terms is B, G, R in memory, which is what OpenCV wants.
            picture = {"size": SIZE, "format": "RGB888"}
            camera.configure(camera.create_video_configuration(main=picture, controls={"FrameRate": FPS}))
            camera.start()
        except RuntimeError as error:
            camera.close()
            raise CameraError(f"the Pi's camera cannot be started: {error}") from error
        self._open = camera
        return camera
