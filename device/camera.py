"""Cameras behind one Protocol: a stream of shots that may be asked for again after it broke.

Here: a folder of pictures, and the choice between all. The built-in film is in `device.film_camera`, the Pi's
own camera in `device.pi_camera`, a USB camera in `device.usb_camera`.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Protocol

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

Held = Literal["exposure", "white balance", "focus"]
"""What a camera can hold still."""

Pause = Callable[[float], bool]
"""Waits so many seconds; true at once when the box stops. `threading.Event.wait` is one."""


@dataclass(frozen=True, slots=True)
class Shot:
    """One frame and when it was taken."""

    frame: Frame
    """Shape (height, width, 3), uint8, blue green red. Not to be modified."""
    time_s: float
    """Seconds on a clock that only goes forward."""
    full: Callable[[], Frame] | None = None
    """Gives the same moment in full resolution, until the next shot is asked for; None if `frame` is all."""


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

    @property
    def held(self) -> frozenset[Held] | None:
        """What is held still; empty while the camera looks after it, None where it has nothing such."""

    def lock(self) -> None:
        """Hold exposure, white balance and focus as they are, where the camera has such. For any thread."""

    def unlock(self) -> None:
        """Let the camera look after them again. For any thread."""

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

    @property
    def held(self) -> None:
        """Pictures have nothing that could be held."""
        return None

    def lock(self) -> None:
        """Pictures stay as they are."""

    def unlock(self) -> None:
        """Pictures stay as they are."""

    def close(self) -> None:
        """Nothing is held."""


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
    rotation: int = 0,
    flicker_hz: int = 0,
    calibration: Callable[[], object] = lambda: None,
    clock: Callable[[], float] = time.monotonic,
    pause: Pause,
) -> Camera:
    """Choose the camera that was asked for; it is opened when its shots are asked for.

    Args:
        spec: ``auto``, ``pi``, ``v4l2:0``, ``v4l2:/dev/…``, ``film``, ``film:PATH`` or ``folder:PATH``.
            Auto is the Pi's camera where there is one, else the first USB camera, else the film.
        wanted: What is thrown next, for the film; None while there is no game.
        ready: Whether the table wants a throw, for the film.
        rotation: Of a real camera, 0 or 180 degrees.
        flicker_hz: Of the mains, 50 or 60, for a real camera; 0 for daylight alone.
        calibration: The tray's, None while there is none; a real camera is then locked (`device.steady`).
        clock: Seconds; stamps the frames.
        pause: Waits, for the film and the folder.

    Raises:
        ConfigError: If there is no such kind of camera.
        CameraError: If the film cannot be read, or there is no such folder.
    """
    from device.film_camera import FILM, FilmCamera
    from device.pi_camera import PiCamera
    from device.usb_camera import V4l2Camera

    def pi() -> PiCamera:
        return PiCamera(rotation=rotation, flicker_hz=flicker_hz, calibration=calibration, clock=clock)

    def usb(device: str) -> V4l2Camera:
        return V4l2Camera(
            Path(device), rotation=rotation, flicker_hz=flicker_hz, calibration=calibration, clock=clock
        )

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
        return usb(f"/dev/video{rest}" if rest.isdecimal() else rest)
    if spec == "pi":
        return pi()
    if spec != "auto":
        raise ConfigError(
            f"there is no camera {spec!r}: there are auto, pi, v4l2:0, film, film:PATH and folder:PATH"
        )
    if PiCamera.is_there():
        return pi()
    first = usb("/dev/video0")
    try:
        first.check()
    except CameraError as error:
        log.info("no camera: %s; the built-in film plays", error)
        return FilmCamera(FILM, wanted=wanted, ready=ready, clock=clock, pause=pause)
    return first
