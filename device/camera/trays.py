"""Where the tray lies: kept, brought back, and moved where the camera's pictures have another shape.

Corners are parts of the picture, so a picture with more around it moves them. Cameras of the Pi gave pictures
of 4 to 3, cut out of the middle of the sensor's width, until they were asked for all that they see: where
nobody has kept the shape, that is what it was, and where the tray lies in a wider picture is certain. Nothing
else is: another camera, or a USB camera in another mode, may cut its pictures anyhow.
"""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from device.cameras.camera import Camera
from device.cameras.pictures import ALIKE, Size, wider
from engine.errors import RecordError
from engine.messages import Message
from engine.record import read, write
from vision import Tray
from web.house.settings import Corners, HouseSettings, PlacedTray, Settings, earlier

log = logging.getLogger(__name__)

UNKNOWN = (4, 3)
"""Shape of the pictures in which a tray was set of which nobody has kept it."""

WORKED_OUT = Message(
    "the camera shows more than when the tray was set, so its place was worked out: look under “Camera and "
    "tray” whether it lies right"
)
ELSEWHERE = Message(
    "the camera’s pictures have another shape than when the tray was set, so it may lie elsewhere: set it "
    "anew under “Camera and tray”"
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


def placed(tray: Tray | None, size: tuple[int, int] | None) -> PlacedTray:
    """Return what the settings keep of a tray.

    Args:
        tray: The tray; None takes the whole picture.
        size: Width and height of the pictures in which it was set; None if nobody knows.
    """
    if tray is None:
        return PlacedTray(tray=None, tray_field=None)
    return PlacedTray(tray=_corners(tray), tray_field=write(tray), tray_size=size)


class TrayPlace:
    """Keeps the tray in its place. For any thread."""

    def __init__(self, settings: HouseSettings, camera: Camera) -> None:
        self.wishes: queue.SimpleQueue[Tray | None] = queue.SimpleQueue()
        """Trays that are to be looked at from now on; the loop takes them as soon as nothing moves."""
        self._settings = settings
        self._camera = camera
        self._changing = threading.Lock()
        self._size: Size | None = None
        self._note: Message | None = None
        settings.listen(self._judge)

    def tray(self) -> Tray | None:
        """Return where things are thrown; None while the whole picture is the tray."""
        return tray_of(self._settings.get())

    def is_new(self) -> bool:
        """True if nobody has set a tray yet, nor wished for the whole picture."""
        known = self._settings.get()
        return known.tray is None and known.tray_before is None

    def before(self) -> tuple[Tray | None] | None:
        """Return the tray that was there before, in a tuple; None where there was no other one."""
        known = self._settings.get()
        before = known.tray_before
        return None if before is None or _alike(before, known) else (tray_of(before),)

    def keep(self, tray: Tray | None, *, size: Size | None = None) -> None:
        """Remember a tray, set in pictures of a size, and the one before; None takes the whole picture.

        Raises:
            RecordError: If it cannot be written.
        """
        with self._changing:
            known, now = self._settings.get(), placed(tray, size)
            before = known.tray_before
            if before is None or not _alike(now, known):
                before = earlier(PlacedTray, known)
            self._settings.set(**vars(now), tray_worked_out=False, tray_before=before)
            self.wishes.put(tray)

    def take_back(self) -> None:
        """Bring the tray before back, which makes the present one the one before.

        Raises:
            RecordError: If it cannot be written.
        """
        with self._changing:
            known = self._settings.get()
            if known.tray_before is not None:
                now = earlier(PlacedTray, known)
                self._settings.set(**vars(known.tray_before), tray_before=now, tray_worked_out=False)
                self.wishes.put(self.tray())

    def note(self) -> Message | None:
        """Tell what people should know of the tray's place; None when all is well. At once."""
        return self._note

    def sized(self, width: int, height: int) -> None:
        """Take that the camera's pictures are of this size from now on."""
        self._size = width, height
        known = self._settings.get()
        tray = tray_of(known)
        is_pi = self._camera.source.startswith("pi:")
        if tray is not None and known.tray_size is None and is_pi and wider(UNKNOWN, self._size) > ALIKE:
            self._move(known, tray, self._size)
        else:
            self._judge()

    def lies_right(self) -> None:
        """Take that the tray lies right in the pictures of now: somebody has looked.

        Raises:
            RecordError: If that cannot be kept.
        """
        if self._size is not None:
            self._settings.set(tray_size=self._size, tray_worked_out=False)

    def _move(self, known: Settings, tray: Tray, size: tuple[int, int]) -> None:
        """Keep the tray where it lies in wider pictures, and the one before with it."""
        moved = inwider(tray, UNKNOWN, size)
        changes: dict[str, Any] = vars(placed(moved, size)) | {"tray_worked_out": True}
        before = known.tray_before
        before_tray = None if before is None or before.tray_size else tray_of(before)
        if before_tray is not None:
            changes["tray_before"] = placed(inwider(before_tray, UNKNOWN, size), size)
        log.info("the tray was set in pictures of 4 to 3: its place in wider ones was worked out")
        try:
            self._settings.set(**changes)
        except RecordError as error:
            log.warning("%s", error)
            self._note = WORKED_OUT
        self.wishes.put(moved)

    def _judge(self) -> None:
        """Find what is to be said."""
        if self._size is None:
            return
        known = self._settings.get()
        if not known.tray:
            self._note = None
        elif abs(wider(known.tray_size or UNKNOWN, self._size)) > ALIKE:
            self._note = ELSEWHERE
        else:
            self._note = WORKED_OUT if known.tray_worked_out else None


def tray_for(settings: Settings, width: int, height: int) -> Tray | None:
    """Return the tray in a picture of this size; None if it was set in pictures of another shape."""
    fits = abs(wider(settings.tray_size or UNKNOWN, (width, height))) <= ALIKE
    return tray_of(settings) if fits else None


def inwider(tray: Tray, then: Sequence[int], now: Sequence[int]) -> Tray:
    """Return a tray in pictures that show as much from top to bottom and more at both sides.

    >>> tray = Tray.from_corners([(0.0, 0.1), (0.8, 0.1), (0.8, 0.9), (0.0, 0.9)])
    >>> [round(x, 3) for x, y in inwider(tray, (4, 3), (16, 9)).corners]
    [0.125, 0.725, 0.725, 0.125]
    """
    part = then[0] * now[1] / (then[1] * now[0])
    first, second, third, fourth = ((0.5 + part * (x - 0.5), y) for x, y in tray.corners)
    return replace(tray, corners=(first, second, third, fourth))


def _alike(one: PlacedTray, other: PlacedTray) -> bool:
    return (one.tray, one.tray_field) == (other.tray, other.tray_field)


def _corners(tray: Tray) -> Corners:
    """Return the corners as the page sets them: those of a found oval may lie a bit outside the picture."""
    first, second, third, fourth = ((min(1.0, max(0.0, x)), min(1.0, max(0.0, y))) for x, y in tray.corners)
    return first, second, third, fourth
