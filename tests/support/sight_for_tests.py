"""The setting up of an eye of paper, for tests of the page: real trays, a drawn picture, no camera."""

from __future__ import annotations

import queue
from collections.abc import Sequence

import cv2
import numpy as np

from device.camera.trays import TrayPlace
from device.cameras.pictures import packed
from device.doubts import message_of
from engine.messages import Message
from vision import Frame, Tray, TrayError
from vision.doubts import of_number
from web.ports import (
    Corner,
    Finding,
    LightLine,
    NoPictureError,
    NoTrayError,
    ReadLine,
    Shape,
    Size,
    TrayLine,
)

CAMERA = {"camera": Message("the built-in film"), "width": 640, "height": 480}
MAKE_ROOM = Message("make room soon")
DISK = {"free": Size(3_400_000_000), "total": Size(30_000_000_000)}
RIM = [(0.25, 0.2), (0.75, 0.2), (0.75, 0.8), (0.25, 0.8)]
"""Where the tray lies in the picture."""


def line(tray: Tray | None) -> TrayLine:
    if tray is None:
        return TrayLine(())
    outline = tuple((float(x), float(y)) for x, y in tray.outline(1, 1))
    return TrayLine(tray.corners, tray.shape, tray.trust, tray.area, outline)


def drawn() -> Frame:
    """A green cloth on a light table, 640 × 480."""
    picture = np.full((480, 640, 3), (160, 170, 180), np.uint8)
    cv2.rectangle(picture, (160, 96), (480, 384), (60, 90, 40), -1)
    return picture


class PaperSight:
    """What an admin sees and sets; `find_tray` finds `found`."""

    def __init__(self) -> None:
        self.now: Tray | None = Tray.from_corners(RIM)
        self.before: tuple[Tray | None] | None = None
        self.new = False
        self.elsewhere = False
        self.found: Tray | None = Tray.from_corners(RIM)
        self.no_picture = ""
        self.still: frozenset[str] | None = frozenset()
        self.faults: dict[str, Message] = {}
        self.saw_flicker = True
        self.measured: LightLine | None = None
        self.told: ReadLine | None = None
        self.looked = 0
        self.lessons = 0

    def learnt(self) -> int:
        return self.lessons

    def forget_learnt(self) -> None:
        self.lessons = 0

    def picture(self) -> bytes | None:
        self.looked += 1
        return None if self.no_picture else packed(drawn(), quality=80)

    def size(self) -> tuple[int, int] | None:
        return None if self.no_picture else (640, 480)

    def tray(self) -> TrayLine:
        return line(self.now)

    def tray_before(self) -> TrayLine | None:
        return None if self.before is None else line(self.before[0])

    def is_new(self) -> bool:
        return self.new

    def may_lie_elsewhere(self) -> bool:
        return self.elsewhere

    def lies_right(self) -> None:
        self.elsewhere = False

    def set_tray(self, corners: Sequence[Corner], shape: Shape) -> None:
        try:
            self._take(Tray.from_corners(corners, shape=shape, in_order=True))
        except TrayError as error:
            raise NoTrayError(str(error)) from error

    def find_tray(self) -> tuple[TrayLine | None, bool]:
        self._see()
        if self.found is None:
            return None, False
        if self.found.is_sure:
            self._take(self.found)
        return line(self.found), self.found.is_sure

    def forget_tray(self) -> None:
        self._take(None)

    def take_back(self) -> None:
        if self.before is not None:
            self.now, self.before = self.before[0], (self.now,)

    def light(self) -> LightLine | None:
        return self.measured

    def measure_light(self) -> LightLine:
        self._see()
        self.measured = LightLine(dict(self.faults), 1.8e9, self.saw_flicker)
        return self.measured

    def held(self) -> frozenset[str] | None:
        return self.still

    def hold(self, still: bool) -> None:
        self.still = frozenset({"exposure", "white balance", "focus"}) if still else frozenset()

    def last_read(self) -> ReadLine | None:
        return self.told

    def read(self) -> ReadLine:
        self._see()
        counted = message_of(of_number(3, 4, dice=False))
        doubts = (Message("one shell leans: lay it flat"), counted)
        number = self.told.number + 1 if self.told else 1
        self.told = ReadLine(number, ("mouth", "mouth", "back"), False, doubts, True)
        return self.told

    def read_picture(self, number: int) -> bytes | None:
        if self.told is None or self.told.number != number:
            return None
        return packed(drawn(), quality=80)

    def _see(self) -> None:
        if self.no_picture:
            raise NoPictureError(self.no_picture)

    def _take(self, tray: Tray | None) -> None:
        self.now, self.before, self.new = tray, (self.now,), False


PARTS = (
    Finding("camera", "fine", Message("{camera}, {width} × {height}", CAMERA)),
    Finding("light", "look", Message("the light flickers"), Message("take another lamp")),
    Finding("disk", "broken", Message("{free} of {total} are free", DISK), MAKE_ROOM),
    Finding("temperature", "unknown", Message("this machine does not tell")),
)
"""How the parts of a box of paper are."""


class HeldTray(TrayPlace):
    """A tray that nobody keeps."""

    def __init__(self, now: Tray | None) -> None:
        self.wishes = queue.SimpleQueue()
        self.now = now

    def tray(self) -> Tray | None:
        return self.now

    def sized(self, width: int, height: int) -> None: ...
