"""A USB camera, or any other that Linux shows as ``/dev/video…``, through OpenCV.

OpenCV opens it and takes its pictures. What OpenCV cannot say, such as the mains' flicker, is told the driver
directly. A camera that comes back under another number is found by the name that udev gives it.
"""

from __future__ import annotations

import fcntl
import logging
import math
import os
import struct
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import cv2
import numpy as np

from device.cameras.camera import FPS, Camera, Dropouts, Held, Pause, Shot
from device.cameras.modes import Mode, usb_modes, widest
from device.cameras.steady import Steady
from device.errors import CameraError
from engine.messages import Message
from vision import Frame, FrameError, check_frame
from vision.motion.frozen import FROZEN, Frozen

log = logging.getLogger(__name__)

BY_ID = Path("/dev/v4l/by-id")
"""Where udev keeps a link to every camera, with a name that stays."""

_SET_CONTROL = 0xC008561C
"""VIDIOC_S_CTRL. Source: linux/videodev2.h, ``_IOWR('V', 28, struct v4l2_control)`` of two 32 bit numbers."""

_FLICKER, _EXPOSURE, _WHITE, _FOCUS = 0x00980918, 0x009A0901, 0x0098090C, 0x009A090C
"""Mains, automatic exposure, white balance and focus. Source: linux/v4l2-controls.h."""

_MAINS = {50: 1, 60: 2}
"""V4L2_CID_POWER_LINE_FREQUENCY_50HZ and _60HZ. Source: as above."""

_FREE: Mapping[int, int] = {_EXPOSURE: 3, _WHITE: 1, _FOCUS: 1}
"""The camera looks after itself; 3 is aperture priority, the automatic exposure of USB cameras."""

_LOCKED: Mapping[int, int] = {_EXPOSURE: 1, _WHITE: 0, _FOCUS: 0}
"""Everything by hand, which leaves it as it is; 1 is manual exposure."""

_NAMES: Mapping[int, Held] = {_EXPOSURE: "exposure", _WHITE: "white balance", _FOCUS: "focus"}

_USUAL = Mode(1280, 960, FPS)
"""What is asked for where the driver lists nothing."""

_EARLY_S = 0.005
"""A slow camera's driver is asked so long before a frame is due: what it has kept is old, and is dropped."""

Tell = Callable[[Path, int, int], bool]
"""Sets a control of a device; false if it has none such."""


class V4l2Camera(Camera):
    """A camera by its device file."""

    def __init__(
        self,
        device: Path,
        *,
        rotation: int = 0,
        flicker_hz: int = 0,
        width: int = 0,
        fps: float = FPS,
        calibration: Callable[[], object] = lambda: None,
        clock: Callable[[], float] = time.monotonic,
        pause: Pause | None = None,
        capture: Callable[[str], cv2.VideoCapture] | None = None,
        tell: Tell | None = None,
        modes: Callable[[Path], Sequence[Mode]] = usb_modes,
        names: Path = BY_ID,
    ) -> None:
        """Name a camera; it is opened when its shots are asked for.

        Args:
            device: Its device file.
            rotation: 0 or 180 degrees.
            flicker_hz: Of the mains, 50 or 60; 0 leaves it to the camera.
            width: Pixels that its pictures may have across; 0 for as many as it gives at this pace, up to
                `modes.WIDEST`.
            fps: Pictures a second.
            calibration: The tray's, None while there is none; see `device.cameras.steady`.
            clock: Seconds; stamps the frames.
            pause: Waits after a frame that could not be grabbed, and between frames at a slower pace than the
                camera's; true ends them. Without, the frame's time.
            capture: Opens a device file; OpenCV by default.
            tell: Sets a control of the driver; the driver's own call by default.
            modes: Lists the sizes that a device has; asks the driver by default.
            names: Where the names that stay are.
        """
        self._device = device
        self._rotation = rotation
        self._flicker_hz = flicker_hz
        self._width = width
        self._fps = fps
        self._modes = modes
        self._rate = fps
        self._clock = clock
        self._pause = pause or threading.Event().wait
        self._capture = capture or _capture
        self._tell = tell or set_control
        self._names = names
        self._name: Path | None = None
        self._was_there = False
        self._open: cv2.VideoCapture | None = None
        self._steady = Steady(calibration)
        self._dropouts = Dropouts()
        self._locked = False
        self._held: frozenset[Held] | None = frozenset()

    @property
    def title(self) -> Message:
        """Which camera."""
        return Message("the USB camera {name}", {"name": str(self._device)})

    @property
    def source(self) -> str:
        """What no two cameras have in common: the device file itself, whatever it is called by."""
        return str(self._device.resolve())

    @property
    def held(self) -> frozenset[Held] | None:
        """What is held still; empty while it looks after itself, None where it takes no such wish."""
        return self._held

    def lock(self) -> None:
        """Hold exposure, white balance and focus as they are. For any thread."""
        self._steady.lock()

    def unlock(self) -> None:
        """Let the camera look after them again. For any thread."""
        self._steady.unlock()

    def check(self) -> None:
        """Open the camera and let it go again.

        Raises:
            CameraError: If that does not work, with what would help.
        """
        try:
            self._start()
        finally:
            self.close()

    def shots(self) -> Iterator[Shot]:
        """Yield frames until the camera is closed.

        Raises:
            CameraError: If it is missing, busy, frozen or was unplugged.
        """
        device = self._start()
        frozen, last = Frozen(), -math.inf
        self._dropouts.begin()
        try:
            while self._open is device:
                gap_s = max(0.7 / self._fps, 1 / self._rate - 0.5 / self._fps)
                if last >= 0 and self._rate < self._fps:
                    wait_s = last + gap_s - _EARLY_S - self._clock()
                    if wait_s > 0 and self._pause(wait_s):
                        return
                is_grabbed, now = device.grab(), self._clock()
                # Some cameras take no lower rate: their other frames are dropped before they are unpacked.
                if is_grabbed and now - last < gap_s:
                    continue
                try:
                    frame = _retrieved(device, is_grabbed=is_grabbed)
                except (FrameError, cv2.error) as error:
                    if not self._is_there() or self._dropouts.is_loss(error, now):
                        raise self._why(started=last >= 0) from error
                    if not is_grabbed and self._pause(1 / self._fps):
                        return
                    continue
                last = now
                if frozen.step(frame, time_s=now):
                    raise CameraError(FROZEN.template)
                yield Shot(self._turned(frame), now)
                wish = self._steady.wish(now)
                if wish is not None:
                    self._locked = wish
                    self._hold()
                self._dropouts.good(self._clock())
        finally:
            self.close()

    def set_pace(self, fps: float) -> None:
        """Give about so many frames a second, and no more than the camera was opened for."""
        self._rate = min(fps, self._fps)

    def close(self) -> None:
        """Let the camera go. May be called twice."""
        device, self._open = self._open, None
        if device is not None:
            device.release()

    def _turned(self, frame: Frame) -> Frame:
        return np.asarray(cv2.rotate(frame, cv2.ROTATE_180), np.uint8) if self._rotation == 180 else frame

    def _hold(self) -> None:
        wanted = _LOCKED if self._locked else _FREE
        taken = frozenset(
            _NAMES[control] for control, value in wanted.items() if self._tell(self._device, control, value)
        )
        self._held = (taken if self._locked else frozenset()) if taken else None

    def _start(self) -> cv2.VideoCapture:
        if self._name is not None and self._name.exists():
            # Another camera may have its number by now.
            self._device = self._name.resolve()
        if not self._is_there():
            raise self._why(started=False)
        mode = widest(self._modes(self._device), width=self._width, fps=self._fps) or _USUAL
        device = self._capture(str(self._device))
        if not device.isOpened():
            device.release()
            raise self._why(started=False)
        device.set(cv2.CAP_PROP_FOURCC, float(cv2.VideoWriter.fourcc(*"MJPG")))
        device.set(cv2.CAP_PROP_FRAME_WIDTH, float(mode.width))
        device.set(cv2.CAP_PROP_FRAME_HEIGHT, float(mode.height))
        device.set(cv2.CAP_PROP_FPS, self._fps)
        device.set(cv2.CAP_PROP_BUFFERSIZE, 1.0)
        if self._flicker_hz:
            self._tell(self._device, _FLICKER, _MAINS[self._flicker_hz])
        if self._locked:
            self._hold()
        self._name = self._name or _lasting_name(self._device, self._names)
        self._open = device
        self._was_there = True
        return device

    def _is_there(self) -> bool:
        """True if the device file is there, and no other camera's that came under its number."""
        if self._name is None or self._name.exists():
            return self._device.exists()
        return self._device.exists() and _lasting_name(self._device, self._names) is None

    def _why(self, *, started: bool) -> CameraError:
        """Tell why there is no picture, and what would help."""
        name = str(self._device)
        if not self._is_there():
            if started or self._was_there:
                return CameraError(
                    "the camera {name} was unplugged: plug it in again and the box goes on", name=name
                )
            return CameraError(
                "there is no camera {name}: plug one in, or choose another with --camera", name=name
            )
        if not os.access(self._device, os.R_OK | os.W_OK):
            return CameraError(
                "the camera {name} may not be opened: add this user to the group 'video'", name=name
            )
        if started:
            return CameraError(
                "the camera {name} stopped giving pictures: unplug it and plug it in again", name=name
            )
        return CameraError(
            "the camera {name} is busy or gives no pictures: stop the program that uses it", name=name
        )


def set_control(device: Path, control: int, value: int) -> bool:
    """Set a control of a video device; false if it has none such, or takes no such value."""
    try:
        opened = os.open(device, os.O_RDWR | os.O_NONBLOCK)
    except OSError:
        return False
    try:
        fcntl.ioctl(opened, _SET_CONTROL, struct.pack("=Ii", control, value))
    except OSError:
        return False
    finally:
        os.close(opened)
    return True


def _retrieved(device: cv2.VideoCapture, *, is_grabbed: bool) -> Frame:
    """Unpack the frame that was grabbed.

    Raises:
        FrameError: If it is no picture.
        cv2.error: If OpenCV cannot unpack it.
    """
    arrived, frame = device.retrieve() if is_grabbed else (False, None)
    if not arrived:
        raise FrameError("the driver gave none")
    check_frame(frame)
    return np.asarray(frame, np.uint8)


def _lasting_name(device: Path, names: Path) -> Path | None:
    """Find the name that stays; None where udev gave none."""
    try:
        links = sorted(names.iterdir())
    except OSError:
        return None
    return next((link for link in links if link.resolve() == device.resolve()), None)


def _capture(device: str) -> cv2.VideoCapture:
    return cv2.VideoCapture(device, cv2.CAP_V4L2)
