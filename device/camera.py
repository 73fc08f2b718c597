"""Cameras behind one Protocol: a stream of shots that may be asked for again after it broke.

Here: a USB camera, a folder of pictures, and the choice between all. The built-in film is in
`device.film_camera`, the Pi's own camera in `device.pi_camera`.
"""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np

from device.errors import CameraError, ConfigError
from engine.throw import ThrowKind
from vision import Frame

log = logging.getLogger(__name__)

FPS = 15.0
"""Frames a second that the box looks at."""

PICTURES = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".webp"})
"""Endings of names that are taken for pictures."""

Pause = Callable[[float], bool]
"""Waits so many seconds; true at once when the box stops. `threading.Event.wait` is one."""


@dataclass(frozen=True, slots=True)
class Shot:
    """One frame and when it was taken."""

    frame: Frame
    """Shape (height, width, 3), uint8, blue green red. Not to be modified."""
    time_s: float
    """Seconds on a clock that only goes forward."""


class Camera(Protocol):
    """Something that gives frames. `close` may be called twice."""

    @property
    def title(self) -> str:
        """Which camera, in words."""

    @property
    def note(self) -> str:
        """What a person should know about it now; empty when all is well."""

    def shots(self) -> Iterator[Shot]:
        """Open the camera and give frames, at most `FPS` a second, until it has no more.

        May be asked again after an error: the camera is then opened anew.

        Raises:
            CameraError: If it is missing, busy or was unplugged.
        """

    def close(self) -> None:
        """Let the camera go."""


class FolderCamera:
    """Pictures of a folder in name order, once: how a throw at the table becomes a test."""

    def __init__(
        self, folder: Path, *, clock: Callable[[], float] = time.monotonic, pause: Pause | None = None
    ) -> None:
        """Take a folder.

        Args:
            folder: Where the pictures are; other files are passed over.
            clock: Seconds; tells when the first frame was taken, the others follow at `FPS`.
            pause: Waits between frames; None does not wait.
        """
        self._folder = folder
        self._clock = clock
        self._pause = pause

    @property
    def title(self) -> str:
        """Which camera, in words."""
        return f"the pictures in the folder {self._folder.name!r}"

    @property
    def note(self) -> str:
        """Nothing: a folder has no weather."""
        return ""

    def shots(self) -> Iterator[Shot]:
        """Give every picture once. A file that is no picture is passed over with a warning.

        Raises:
            CameraError: If the folder is missing or holds no picture.
        """
        begin = self._clock()
        number = 0
        for path in pictures(self._folder):
            frame = read_picture(path)
            if frame is None:
                log.warning("%s is no picture: passed over", path.name)
                continue
            if self._pause is not None and number and self._pause(1 / FPS):
                return
            yield Shot(frame, begin + number / FPS)
            number += 1

    def close(self) -> None:
        """Nothing is held."""


class V4l2Camera:
    """A USB camera, or any other that Linux shows as ``/dev/video…``."""

    def __init__(
        self,
        device: Path,
        *,
        clock: Callable[[], float] = time.monotonic,
        capture: Callable[[str], cv2.VideoCapture] | None = None,
    ) -> None:
        """Name a camera; it is opened when its shots are asked for.

        Args:
            device: Its device file.
            clock: Seconds; stamps the frames.
            capture: Opens a device file; OpenCV by default.
        """
        self._device = device
        self._clock = clock
        self._capture = capture or _capture
        self._open: cv2.VideoCapture | None = None

    @property
    def title(self) -> str:
        """Which camera, in words."""
        return f"the USB camera {self._device}"

    @property
    def note(self) -> str:
        """Nothing beyond its errors."""
        return ""

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
        """Give frames until the camera is closed.

        Raises:
            CameraError: If it is missing, busy or was unplugged.
        """
        device = self._start()
        try:
            last = -1.0
            while self._open is device:
                if not device.grab():
                    raise CameraError(self._why(started=last >= 0))
                now = self._clock()
                # Some cameras take no lower rate: their other frames are dropped before they are unpacked.
                if last >= 0 and now - last < 0.7 / FPS:
                    continue
                arrived, frame = device.retrieve()
                if not arrived:
                    raise CameraError(self._why(started=last >= 0))
                last = now
                yield Shot(np.asarray(frame, np.uint8), now)
        finally:
            self.close()

    def close(self) -> None:
        """Let the camera go. May be called twice."""
        device, self._open = self._open, None
        if device is not None:
            device.release()

    def _start(self) -> cv2.VideoCapture:
        if not self._device.exists():
            raise CameraError(self._why(started=False))
        device = self._capture(str(self._device))
        if not device.isOpened():
            device.release()
            raise CameraError(self._why(started=False))
        device.set(cv2.CAP_PROP_FOURCC, float(cv2.VideoWriter.fourcc(*"MJPG")))
        device.set(cv2.CAP_PROP_FRAME_WIDTH, 1280.0)
        device.set(cv2.CAP_PROP_FRAME_HEIGHT, 960.0)
        device.set(cv2.CAP_PROP_FPS, FPS)
        device.set(cv2.CAP_PROP_BUFFERSIZE, 1.0)
        self._open = device
        return device

    def _why(self, *, started: bool) -> str:
        """Say why there is no picture, and what would help."""
        if not self._device.exists():
            if started:
                return f"the camera {self._device} was unplugged: plug it in again and the box goes on"
            return f"there is no camera {self._device}: plug one in, or choose another with --camera"
        if not os.access(self._device, os.R_OK | os.W_OK):
            return f"the camera {self._device} may not be opened: add this user to the group 'video'"
        if started:
            return f"the camera {self._device} stopped giving pictures: unplug it and plug it in again"
        return f"the camera {self._device} is busy or gives no pictures: stop the program that uses it"


def pictures(folder: Path) -> list[Path]:
    """List the pictures of a folder in name order.

    Raises:
        CameraError: If the folder is missing or holds none. Every phone may read it, so it names no path.
    """
    try:
        found = sorted(path for path in folder.iterdir() if path.suffix.lower() in PICTURES)
    except OSError as error:
        log.warning("%s cannot be read: %s", folder, error.strerror)
        raise CameraError(f"the folder {folder.name!r} cannot be read: {error.strerror}") from error
    if not found:
        log.info("%s holds no pictures", folder)
        raise CameraError(f"the folder {folder.name!r} holds no pictures ({', '.join(sorted(PICTURES))})")
    return found


def read_picture(path: Path) -> Frame | None:
    """Read a picture as blue green red; None if the file is none."""
    try:
        raw = np.frombuffer(path.read_bytes(), np.uint8)
    except OSError:
        return None
    if not raw.size:
        return None
    try:
        frame = cv2.imdecode(raw, cv2.IMREAD_COLOR)
    except cv2.error:
        return None
    return None if frame is None else np.asarray(frame, np.uint8)


def open_camera(
    spec: str,
    *,
    wanted: Callable[[], ThrowKind | None],
    ready: Callable[[], bool],
    clock: Callable[[], float] = time.monotonic,
    pause: Pause,
) -> Camera:
    """Choose the camera that was asked for; it is opened when its shots are asked for.

    Args:
        spec: ``auto``, ``pi``, ``v4l2:0``, ``v4l2:/dev/…``, ``film``, ``film:PATH`` or ``folder:PATH``.
            Auto is the Pi's camera where there is one, else the first USB camera, else the film.
        wanted: What is thrown next, for the film; None while there is no game.
        ready: Whether the table wants a throw, for the film.
        clock: Seconds; stamps the frames.
        pause: Waits, for the film and the folder.

    Raises:
        ConfigError: If there is no such kind of camera.
        CameraError: If the film cannot be read, or there is no such folder.
    """
    from device.film_camera import FILM, FilmCamera
    from device.pi_camera import PiCamera

    kind, _, rest = spec.partition(":")
    if kind == "film":
        path = Path(rest) if rest else FILM
        return FilmCamera(path, wanted=wanted, ready=ready, clock=clock, pause=pause)
    if kind == "folder" and rest:
        if not Path(rest).is_dir():
            raise CameraError(f"there is no folder {rest}: name one that holds pictures")
        return FolderCamera(Path(rest), clock=clock, pause=pause)
    if kind == "v4l2" and (not rest or rest.isdecimal() or rest.startswith("/")):
        rest = rest or "0"
        return V4l2Camera(Path(f"/dev/video{rest}" if rest.isdecimal() else rest), clock=clock)
    if spec == "pi":
        return PiCamera(clock=clock)
    if spec != "auto":
        raise ConfigError(
            f"there is no camera {spec!r}: there are auto, pi, v4l2:0, film, film:PATH and folder:PATH"
        )
    if PiCamera.is_there():
        return PiCamera(clock=clock)
    usb = V4l2Camera(Path("/dev/video0"), clock=clock)
    try:
        usb.check()
    except CameraError as error:
        log.info("no camera: %s; the built-in film plays", error)
        return FilmCamera(FILM, wanted=wanted, ready=ready, clock=clock, pause=pause)
    return usb


def _capture(device: str) -> cv2.VideoCapture:
    return cv2.VideoCapture(device, cv2.CAP_V4L2)
