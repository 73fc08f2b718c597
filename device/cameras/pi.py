"""The Raspberry Pi's own camera through Picamera2, which only a Pi has: it is imported when it is needed.

Two streams come from one moment: a small one in which movement is watched, and a large one that is read. Both
show the sensor's whole width (`device.cameras.modes`). The thread that asks for the shots is the camera's
only owner, since libcamera's calls must not meet (picamera2's issue 333); other threads leave their wishes in
a queue.

What picamera2's issues taught: a capture without a time limit hangs for ever once the ribbon has slipped
(794, 1065), and after one that ran out the jobs must be cancelled before the camera can be closed. The ISP
turns pictures by half a turn and no other (792). Controls that a camera lacks, such as the focus of a fixed
lens, are refused, so only those that it lists are set (875).
"""

from __future__ import annotations

import contextlib
import logging
import os
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import cv2
import numpy as np

from device.cameras.camera import AWAY_S, FPS, Camera, Dropouts, Held, Pause, Shot
from device.cameras.lenses import lens_of_sensor
from device.cameras.modes import WIDEST, Mode, of_sensor
from device.cameras.steady import Steady
from device.errors import CameraError
from engine.messages import Message
from vision import Frame, check_frame
from vision.motion.frozen import FROZEN, Frozen

log = logging.getLogger(__name__)

SMALL_WIDTH = 640
"""Width of the pictures that are watched. It suits every Pi's memory without padding."""

_FAULTS = (RuntimeError, OSError, ValueError, cv2.error)
"""Errors of libcamera, Picamera2 and OpenCV in one frame."""

_FLICKER_US = {50: 10_000, 60: 8_333}
"""Lamps flicker twice in a period of the mains: microseconds from one flicker to the next."""

_LOCKED: Mapping[str, Held] = {
    "ExposureTime": "exposure",
    "AnalogueGain": "exposure",
    "ColourGains": "white balance",
    "LensPosition": "focus",
}
"""What is held still, by its name in libcamera, both as control and in a frame's metadata."""


class PiCamera(Camera):
    """The camera on the Pi's ribbon. One thread owns it, from opening to closing."""

    def __init__(
        self,
        *,
        number: int = 0,
        rotation: int = 0,
        flicker_hz: int = 0,
        width: int = 0,
        fps: float = FPS,
        calibration: Callable[[], object] = lambda: None,
        clock: Callable[[], float] = time.monotonic,
        pause: Pause | None = None,
    ) -> None:
        """Describe a camera; it is opened when its shots are asked for.

        Args:
            number: Which of the Pi's own cameras, 0 or 1.
            rotation: 0 or 180 degrees.
            flicker_hz: Of the mains, 50 or 60, so that lamps leave no bands; 0 for daylight alone.
            width: Of the large pictures, in pixels; 0 for the sensor's whole width, up to `modes.WIDEST`.
            fps: Pictures a second.
            calibration: The tray's, None while there is none; see `device.cameras.steady`.
            clock: Seconds; stamps the frames.
            pause: Waits after a frame that did not come, and between frames at a slower pace than the
                camera's; true ends them. Without, the frame's time.
        """
        self._number = number
        self._rotation = rotation
        self._flicker_hz = flicker_hz
        self._width = width
        self._fps = self._rate = fps
        self._mode: Mode | None = None
        self._lens = ""
        self._steady = Steady(calibration)
        self._dropouts = Dropouts()
        self._clock = clock
        self._pause = pause or threading.Event().wait
        self._open: Any = None
        self._turn = False
        self._can_hold = True
        self._kept: dict[str, Any] = {}

    @staticmethod
    def is_there() -> bool:
        """True if Picamera2 is installed and sees a camera that is not on USB."""
        try:
            from picamera2 import Picamera2
        except ImportError:
            return False
        return bool(_found(Picamera2))

    @property
    def title(self) -> Message:
        """Which camera."""
        return Message("the Pi’s second camera") if self._number else Message("the Pi’s camera")

    @property
    def source(self) -> str:
        """What no two cameras have in common: the place on the Pi."""
        return f"pi:{self._number}"

    @property
    def lens(self) -> str:
        """Which lens it has, as far as the sensor's name tells; empty before it was opened."""
        return self._lens

    @property
    def locked(self) -> Mapping[str, Any]:
        """What is held still, by its name in libcamera; empty while the camera looks after itself."""
        return dict(self._kept)

    @property
    def held(self) -> frozenset[Held] | None:
        """What is held still; empty while the camera looks after itself, None where it has nothing such."""
        return frozenset(_LOCKED[name] for name in self._kept) if self._can_hold else None

    def lock(self) -> None:
        """Hold exposure, white balance and focus as they are, from the next frame on. For any thread."""
        self._steady.lock()

    def unlock(self) -> None:
        """Let the camera look after them again, until `lock` or the next calibration. For any thread."""
        self._steady.unlock()

    def shots(self) -> Iterator[Shot]:
        """Yield frames until the camera is closed. A shot's `full` is there until the next one is asked for.

        Raises:
            CameraError: If Picamera2 is not installed, or there is no camera, or another program uses it, or
                it gave no good frame for `AWAY_S`.
        """
        camera = self._start()
        width = camera.camera_configuration()["lores"]["size"][0]
        frozen = Frozen()
        self._dropouts.begin()
        try:
            while self._open is camera:
                with contextlib.ExitStack() as borrowed:
                    try:
                        request = camera.wait(camera.capture_request(wait=False), timeout=AWAY_S)
                        borrowed.callback(request.release)
                        now = self._clock()
                        small = self._turned(_small(request, width))
                        check_frame(small)
                    except TimeoutError:
                        raise
                    except _FAULTS as error:
                        self._skip(error)
                        if self._pause(1 / self._fps):
                            return
                        continue
                    if frozen.step(small, time_s=now):
                        raise CameraError(FROZEN.template)
                    yield Shot(small, now, lambda of=request: self._turned(_large(of)))  # type: ignore[misc]
                    wish = self._steady.wish(now)
                    try:
                        if wish is not None:
                            self._hold(camera, request.get_metadata() if wish else {})
                    except _FAULTS as error:
                        self._skip(error)
                        (self._steady.lock if wish else self._steady.unlock)()  # with the next frame
                    else:
                        self._dropouts.good(self._clock())
                # The frame that waits then is no older than one of the camera's own.
                if self._rate < self._fps and self._pause(max(0.0, now + 1 / self._rate - self._clock())):
                    return
        except TimeoutError as error:
            # The job would keep the camera from ever being closed (picamera2's issue 1065).
            camera.cancel_all_and_flush()
            raise CameraError("the Pi’s camera stopped giving pictures: check its ribbon cable") from error
        finally:
            self.close()

    def _skip(self, error: Exception) -> None:
        """Skip a bad frame.

        Raises:
            CameraError: If there have been only bad ones for too long.
        """
        if self._dropouts.is_loss(error, self._clock()):
            raise CameraError(
                "the Pi’s camera stopped: {error}; check its ribbon cable", error=str(error)
            ) from error

    def set_pace(self, fps: float) -> None:
        """Give about so many frames a second, and no more than the camera was opened for."""
        self._rate = min(fps, self._fps)

    def close(self) -> None:
        """Let the camera go. May be called twice."""
        camera, self._open = self._open, None
        if camera is not None:
            # Not `stop` before: if Picamera2's own thread has died it waits for that for ever.
            camera.close()

    def _turned(self, frame: Frame) -> Frame:
        return np.asarray(cv2.rotate(frame, cv2.ROTATE_180), np.uint8) if self._turn else frame

    def _hold(self, camera: Any, known: Mapping[str, Any]) -> None:
        """Hold still what a frame's metadata says, on the thread that owns the camera; free all if empty."""
        self._kept = {
            name: known[name] for name in _LOCKED if name in known and name in camera.camera_controls
        }
        log.info("exposure, white balance and focus are %s", f"locked: {self._kept}" if known else "free")
        camera.set_controls(self._controls(camera))

    def _controls(self, camera: Any) -> dict[str, Any]:
        """Return the controls that this camera knows, as they should be now."""
        from libcamera import controls

        wanted: dict[str, Any] = {"FrameDurationLimits": (round(1e6 / self._fps),) * 2}
        if self._flicker_hz:
            wanted["AeFlickerMode"] = controls.AeFlickerModeEnum.Manual
            wanted["AeFlickerPeriod"] = _FLICKER_US[self._flicker_hz]
        if self._kept:
            wanted |= {"AeEnable": False, "AwbEnable": False, "AfMode": controls.AfModeEnum.Manual}
            wanted |= self._kept
        else:
            # Zero gives the time and the gain back to the camera.
            wanted |= {"AeEnable": True, "ExposureTime": 0, "AnalogueGain": 0.0, "AwbEnable": True}
            wanted["AfMode"] = controls.AfModeEnum.Continuous
        known = camera.camera_controls
        return {name: value for name, value in wanted.items() if name in known}

    def _start(self) -> Any:
        try:
            from libcamera import ColorSpace, Transform
            from picamera2 import Picamera2
        except ImportError as error:
            raise CameraError(
                "the Pi’s camera needs picamera2: apt install python3-picamera2, or choose another --camera"
            ) from error
        if not log.isEnabledFor(logging.DEBUG):
            # It would say the same at every try, every few seconds. What matters is told once, as an error.
            logging.getLogger("picamera2").setLevel(logging.CRITICAL)
        found = _found(Picamera2)
        if self._number >= len(found):
            raise CameraError(
                "there is no camera on the Pi’s ribbon: switch the Pi off, push the cable in, and start again"
            )
        number, model = found[self._number]
        camera = _opened(Picamera2, number)
        self._lens = lens_of_sensor(model)
        try:
            mode = self._mode = self._mode or self._chosen(camera)
            width = min(mode.width, self._width or WIDEST) // 2 * 2
            shape = mode.height / mode.width
            small = min(SMALL_WIDTH, width)
            turned = self._rotation == 180
            camera.configure(
                camera.create_video_configuration(
                    # "RGB888" in libcamera terms is B, G, R in memory, which is what OpenCV wants.
                    main={"size": (width, _even(shape * width)), "format": "RGB888"},
                    lores={"size": (small, _even(shape * small)), "format": "YUV420"},
                    raw={"size": (mode.width, mode.height)},
                    transform=Transform(hflip=turned, vflip=turned),
                    # The one that OpenCV takes for granted when it turns YUV into B, G, R.
                    colour_space=ColorSpace.Smpte170m(),
                    buffer_count=4,
                )
            )
            # What cannot turn its picture gives it as it is, and only says so.
            self._turn = bool(camera.camera_configuration()["transform"].hflip) != turned
            self._can_hold = not _LOCKED.keys().isdisjoint(camera.camera_controls)
            # Before the start, so that the very first frame is as it was locked.
            camera.set_controls(self._controls(camera))
            camera.start()
        except RuntimeError as error:
            camera.close()
            raise CameraError("the Pi’s camera cannot be started: {error}", error=str(error)) from error
        self._open = camera
        return camera

    def _chosen(self, camera: Any) -> Mode:
        """Choose the sensor's mode, before the camera is configured: asking for its modes configures it."""
        try:
            mode = of_sensor(camera.sensor_modes, width=self._width, fps=self._fps)
        except (RuntimeError, KeyError, ValueError) as error:
            log.warning("the sensor does not tell its modes: %s", error)
            mode = None
        if mode is None:
            # Half the sensor's size is its whole field of view; a smaller mode cuts the edges off.
            width, height = camera.sensor_resolution
            mode = Mode(width // 2, height // 2, self._fps)
        log.info("the sensor gives %d x %d", mode.width, mode.height)
        return mode


def _found(picamera2: Any) -> list[tuple[int, str]]:
    """List the cameras that are not on USB, by number and name of the sensor."""
    return [
        (int(info.get("Num", place)), str(info.get("Model", "")))
        for place, info in enumerate(picamera2.global_camera_info())
        if "usb" not in str(info.get("Id", "")).lower()
    ]


def _even(pixels: float) -> int:
    return max(2, round(pixels / 2) * 2)


def _opened(picamera2: Any, number: int) -> Any:
    """Open the camera; a try that fails leaves nothing open.

    Picamera2's constructor opens a pipe first and leaves it open when it fails. A box that tries every few
    seconds would run out of files within the hour. If it fails late the camera is taken as well, and would be
    in use for every later try.
    """
    camera = picamera2.__new__(picamera2)
    try:
        camera.__init__(number)
    except (RuntimeError, IndexError) as error:
        if camera.is_open:
            camera.is_open = False  # else it would try to let it go once more when it is forgotten
            camera.camera.release()
        with contextlib.suppress(AttributeError, OSError):
            camera.notifymeread.close()
        with contextlib.suppress(AttributeError, OSError):
            os.close(camera.notifyme_w)
        raise CameraError(
            "the Pi’s camera cannot be opened: {error}; check its ribbon cable, "
            "and stop the program that uses it",
            error=str(error.__cause__ or error),
        ) from error
    return camera


def _small(request: Any, width: int) -> Frame:
    """Return the small picture as blue, green, red; what pads its rows is cut off."""
    planes = request.make_array("lores")
    return np.ascontiguousarray(cv2.cvtColor(planes, cv2.COLOR_YUV2BGR_I420)[:, :width])


def _large(request: Any) -> Frame:
    """Return the large picture of the same moment."""
    return np.asarray(request.make_array("main"), np.uint8)
