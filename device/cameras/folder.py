"""Pictures of a folder as a camera: how a throw at the table becomes a test."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from device.cameras.camera import FPS, Camera, Pause, Shot
from device.cameras.pictures import PictureError, load_picture
from device.errors import CameraError
from engine.messages import Message

log = logging.getLogger(__name__)

PICTURES = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".webp"})
"""Endings of names that are taken for pictures."""


class FolderCamera(Camera):
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
        self._trouble = ""

    @property
    def title(self) -> Message:
        """Which camera."""
        return Message("the pictures in the folder {name}", {"name": repr(self._folder.name)})

    def shots(self) -> Iterator[Shot]:
        """Yield every picture once. A file that is no picture is passed over with a warning.

        Raises:
            CameraError: If the folder is missing or holds no picture.
        """
        begin = self._clock()
        number = 0
        for path in self._pictures():
            try:
                frame = load_picture(path)
            except PictureError as error:
                log.warning("passed over: %s", error)
                continue
            if self._pause is not None and number and self._pause(1 / FPS):
                return
            yield Shot(frame, begin + number / FPS)
            number += 1

    def _pictures(self) -> list[Path]:
        """List the pictures; the log names the folder once, however often it is asked for them in vain."""
        try:
            found = pictures(self._folder)
        except CameraError as error:
            if str(error) != self._trouble:
                log.info("nothing can be seen in %s", self._folder)
            self._trouble = str(error)
            raise
        self._trouble = ""
        return found


def is_picture(path: Path) -> bool:
    """True if a file's name is that of a picture; hidden ones are none."""
    return path.suffix.lower() in PICTURES and not path.name.startswith(".")


def pictures(folder: Path) -> list[Path]:
    """List the pictures of a folder in name order.

    Raises:
        CameraError: If the folder is missing or holds none. Every phone may read it, so it names no path.
    """
    try:
        found = sorted(filter(is_picture, folder.iterdir()))
    except OSError as error:
        raise CameraError(
            "the folder {name} cannot be read: {error}", name=repr(folder.name), error=error.strerror
        ) from error
    if not found:
        raise CameraError(
            "the folder {name} holds no pictures ({endings})",
            name=repr(folder.name),
            endings=", ".join(sorted(PICTURES)),
        )
    return found
