"""What the box remembers of its eye: the tray, and what it was taught of the set; kept in the settings."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice
from typing import Any

from device.cameras.camera import Camera
from device.errors import CameraError
from engine.messages import Message
from engine.record import Form, has_form, read, write
from vision import Expect, Eye, Frame, Reading, Seen, Tray
from vision.calibration import Taught
from vision.house_set import MOST, HouseSet, ShownThrow
from vision.light import Light, measure
from web.house.settings import Corners, HouseSettings, PlacedTray, Settings

log = logging.getLogger(__name__)


class OneEye:
    """The eye with its models, for several threads: one reading after the other."""

    def __init__(self, eye: Eye) -> None:
        self._eye = eye
        self._one = threading.Lock()

    def read(
        self, frame: Frame, *, expect: Expect, tray: Tray | None = None, without: Sequence[Seen] = ()
    ) -> Reading:
        """Read the throw in a picture, as `vision.Eye.read` does. For any thread."""
        with self._one:
            return self._eye.read(frame, expect=expect, tray=tray, without=without)

    @property
    def name(self) -> str:
        """Names the eye's weights."""
        return self._eye.name

    def use(self, taught: Taught) -> None:
        """Tell by what was learnt from now on. For any thread."""
        lost = len(taught.shells.throws) - len(taught.of_eye(self.name).shells.throws)
        if lost:
            log.warning("what %d throws taught is let go: the eye has other models now, and sees anew", lost)
        with self._one:
            self._eye.use(taught)

    def lesson(
        self,
        frame: Frame,
        *,
        count: int,
        mouths: int,
        answered: bool,
        tray: Tray | None,
        number: int = 0,
    ) -> ShownThrow | None:
        """Return what a throw of shells teaches, as `vision.Eye.lesson` does. For any thread."""
        with self._one:
            return self._eye.lesson(
                frame, count=count, mouths=mouths, answered=answered, tray=tray, number=number
            )


def tray_of(placed: PlacedTray) -> Tray | None:
    """Return the tray that was found or set; None where the whole picture is the tray.

    Corners that were set by hand since the tray was found win over its shape and look.
    """
    corners, field = placed.tray, placed.tray_field
    if not corners:
        return None
    try:
        by_hand = Tray.from_corners(corners)
        if field:
            found = read(Tray, field)
            if _corners(found) == corners:
                return found
    except ValueError as error:
        log.warning("the tray that was kept cannot be: %s; the whole picture is looked at", error)
        return None
    return by_hand


def taught_of(settings: Settings) -> Taught:
    """Return what the eye was taught of the set; the usual where it was taught nothing."""
    return read(Taught, settings.taught)


def placed(tray: Tray | None, size: tuple[int, int] | None) -> PlacedTray:
    """Return what the settings keep of a tray.

    Args:
        tray: The tray; None takes the whole picture.
        size: Width and height of the pictures in which it was set; None if nobody knows.
    """
    if tray is None:
        return PlacedTray(tray=None, tray_field=None)
    return PlacedTray(tray=_corners(tray), tray_field=write(tray), tray_size=size)


def keep_tray(settings: HouseSettings, tray: Tray | None, *, size: tuple[int, int] | None = None) -> None:
    """Remember a tray, and the one before; None takes the whole picture.

    Args:
        settings: Where it is kept.
        tray: The tray.
        size: Width and height of the pictures in which it was set; None if nobody knows.

    Raises:
        RecordError: If it cannot be written.
    """
    known, now = settings.get(), placed(tray, size)
    before = known.tray_before
    if before is None or not _alike(now, known):
        before = _placed_now(known)
    settings.set(**vars(now), tray_worked_out=False, tray_before=before)


def tray_before(settings: Settings) -> tuple[Tray | None] | None:
    """Return the tray that was there before, in a tuple; None where there was no other one."""
    before = settings.tray_before
    return None if before is None or _alike(before, settings) else (tray_of(before),)


def take_tray_back(settings: HouseSettings) -> None:
    """Bring the tray before back, which makes the present one the one before.

    Raises:
        RecordError: If it cannot be written.
    """
    known = settings.get()
    if known.tray_before is not None:
        settings.set(**vars(known.tray_before), tray_before=_placed_now(known), tray_worked_out=False)


def keep_taught(settings: HouseSettings, taught: Taught) -> None:
    """Remember what the eye was taught.

    Raises:
        RecordError: If it cannot be written.
    """
    written = write(taught)
    if not taught.shells.throws:
        del written["shells"], written["eye"]
    settings.set(taught=written)


def calibrate(frames: list[Frame]) -> tuple[Tray | None, Light]:
    """Find the tray in pictures of it empty, and measure the light on it.

    Args:
        frames: One or more of the empty tray, one after another, all of one size.

    Raises:
        FrameError: If a picture cannot be.
    """
    tray = Tray.find(*frames[:5])
    return tray, measure(frames, tray=tray)


def some_frames(camera: Camera, count: int) -> list[Frame]:
    """Take the next frames of a camera, those of the first one's size.

    Raises:
        CameraError: If it gives none.
    """
    shots: Iterator[Frame] = (shot.frame.copy() for shot in camera.shots())
    try:
        frames = list(islice(shots, count))
    finally:
        camera.close()
    if not frames:
        raise CameraError("{camera} gives no pictures", camera=camera.title)
    return [frame for frame in frames if frame.shape == frames[0].shape]


def _shells(rows: list[Any]) -> HouseSet:
    """Read the throws that were kept; one that cannot be is passed over."""
    throws = []
    for row in rows[-MOST:]:
        with suppress(ValueError):
            throws.append(read(ShownThrow, row))
    return HouseSet(tuple(throws))


has_form(
    HouseSet,
    Form(lambda shells: write(shells.throws), _shells, Message("a list"), {"type": "array"}, kinds=(list,)),
)


def _placed_now(known: Settings) -> PlacedTray:
    return PlacedTray(tray=known.tray, tray_field=known.tray_field, tray_size=known.tray_size)


def _alike(one: PlacedTray, other: PlacedTray) -> bool:
    return (one.tray, one.tray_field) == (other.tray, other.tray_field)


def _corners(tray: Tray) -> Corners:
    """Return the corners as the page sets them: those of a found oval may lie a bit outside the picture."""
    first, second, third, fourth = ((min(1.0, max(0.0, x)), min(1.0, max(0.0, y))) for x, y in tray.corners)
    return first, second, third, fourth
