"""The camera that a source names: ``auto``, ``pi``, ``v4l2:0``, ``film``, ``folder:PATH`` or ``none``."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from device.cameras.camera import FPS, Camera, Pause, Shot
from device.cameras.film import FILM, FilmCamera
from device.cameras.folder import FolderCamera
from device.cameras.pi import PiCamera
from device.cameras.usb import V4l2Camera
from device.errors import CameraError, ConfigError
from engine.messages import Message
from engine.throw import ThrowKind

log = logging.getLogger(__name__)


class NoCamera(Camera):
    """A box without a camera: people type the throws."""

    @property
    def title(self) -> Message:
        """Which camera."""
        return Message("no camera")

    @property
    def ended(self) -> None:
        """Nothing: nobody misses its pictures."""

    @property
    def throws(self) -> Sequence[ThrowKind]:
        """Nothing."""
        return ()

    def shots(self) -> Iterator[Shot]:
        """Give nothing."""
        return iter(())


def open_camera(
    spec: str,
    *,
    wanted: Callable[[], ThrowKind | None],
    ready: Callable[[], bool],
    rotation: int = 0,
    flicker_hz: int = 0,
    width: int = 0,
    fps: float = FPS,
    calibration: Callable[[], object] = lambda: None,
    clock: Callable[[], float] = time.monotonic,
    pause: Pause,
) -> Camera:
    """Choose the camera that was asked for; it is opened when its shots are asked for.

    Args:
        spec: ``auto``, ``pi``, ``pi:1``, ``v4l2:0``, ``v4l2:/dev/…``, ``film``, ``film:PATH``,
            ``folder:PATH`` or ``none``. Auto is the Pi's camera where there is one, else the first USB
            camera, else the film.
        wanted: What is thrown next, for the film; None while there is no game.
        ready: Whether the table wants a throw, for the film.
        rotation: Of a real camera, 0 or 180 degrees.
        flicker_hz: Of the mains, 50 or 60, for a real camera; 0 for daylight alone.
        width: Of a real camera's pictures, in pixels; 0 for its whole field of view.
        fps: Pictures a second of a real camera.
        calibration: The tray's, None while there is none; a real camera is then locked
            (`device.cameras.steady`).
        clock: Seconds; stamps the frames.
        pause: Waits between the frames.

    Raises:
        ConfigError: If there is no such kind of camera.
        CameraError: If the film cannot be read, or there is no such folder.
    """

    def pi(number: int = 0) -> PiCamera:
        return PiCamera(
            number=number,
            rotation=rotation,
            flicker_hz=flicker_hz,
            width=width,
            fps=fps,
            calibration=calibration,
            clock=clock,
            pause=pause,
        )

    def usb(device: str) -> V4l2Camera:
        return V4l2Camera(
            Path(device),
            rotation=rotation,
            flicker_hz=flicker_hz,
            width=width,
            fps=fps,
            calibration=calibration,
            clock=clock,
            pause=pause,
        )

    if spec == "none":
        return NoCamera()
    kind, _, rest = spec.partition(":")
    if kind == "film":
        path = Path(rest) if rest else FILM
        return FilmCamera(path, wanted=wanted, ready=ready, clock=clock, pause=pause)
    if kind == "folder" and rest:
        if not Path(rest).is_dir():
            raise CameraError("there is no folder {path}: name one that holds pictures", path=rest)
        return FolderCamera(Path(rest), clock=clock, pause=pause)
    if kind == "v4l2" and (not rest or rest.isdecimal() or rest.startswith("/")):
        rest = rest or "0"
        return usb(f"/dev/video{rest}" if rest.isdecimal() else rest)
    if spec in ("pi", "pi:0", "pi:1"):
        return pi(int(rest or 0))
    if spec != "auto":
        raise ConfigError(
            "there is no camera {spec}: there are auto, pi, pi:1, v4l2:0, film, film:PATH, folder:PATH and "
            "none",
            spec=repr(spec),
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
