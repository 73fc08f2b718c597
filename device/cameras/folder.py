"""Pictures of a folder as a camera: how a throw at the table becomes a test."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np

from device.cameras.camera import FPS, Pause, Shot
from device.errors import CameraError
from engine.messages import Message
from vision import Frame

log = logging.getLogger(__name__)

PICTURES = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".webp"})
"""Endings of names that are taken for pictures."""


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
    def title(self) -> Message:
        """Which camera."""
        return Message("the pictures in the folder {name}", {"name": repr(self._folder.name)})

    @property
    def note(self) -> None:
        """Nothing: a folder has no weather."""

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
        raise CameraError(
            "the folder {name} cannot be read: {error}", name=repr(folder.name), error=error.strerror
        ) from error
    if not found:
        log.info("%s holds no pictures", folder)
        raise CameraError(
            "the folder {name} holds no pictures ({endings})",
            name=repr(folder.name),
            endings=", ".join(sorted(PICTURES)),
        )
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
