"""How the eye is set up from a phone: implements `web.ports.TrayCamera`.

Pictures come from the loop's thread by `device.camera.frames`; the camera has one owner. A tray is kept in
the settings first and then given to the loop, which looks at it as soon as nothing moves.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Sequence
from typing import Protocol

from device.camera.frames import Frames, FreshFrames
from device.camera.preview import Preview
from device.camera.trays import TrayPlace
from device.camera.wanted import expected, wanted_throw
from device.cameras.camera import Camera
from device.cameras.pictures import LONGEST, Packed, for_phone, size_of
from device.doubts import message_of
from engine.table import Table
from vision import Expect, Frame, Reading, Tray, TrayError, draw
from vision.light import ADVICE, measure
from vision.motion.view import View, kept
from vision.motion.watch import Reader
from web.ports import Corner, LightLine, NoPictureError, NoTrayError, ReadLine, Shape, TrayCamera, TrayLine

_SMALL = 480
"""Pixels of the longer side in which tray and light are looked at; the rim is looked for in such pictures."""

_EMPTY_FRAMES, _LIGHT_FRAMES = 5, 30
"""Frames in which the rim is looked for, and in which the light is measured: two seconds show flicker."""


class Learnt(Protocol):
    """What the set-up needs of the lessons."""

    def count(self) -> int:
        """Return from how many throws the eye has learnt."""

    def forget(self) -> None:
        """Forget all of them."""


class TraySetup(TrayCamera):
    """What an admin's phone sees and sets of the eye. For any thread."""

    def __init__(
        self,
        *,
        frames: Frames,
        preview: Preview,
        place: TrayPlace,
        camera: Camera,
        eye: Reader,
        table: Table,
        lessons: Learnt,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._frames_of = frames
        self._preview = preview
        self._place = place
        self._camera = camera
        self._eye = eye
        self._table = table
        self._lessons = lessons
        self._clock = clock
        self._making = threading.Lock()
        self._fresh = FreshFrames(frames, longest=LONGEST, hurried=True, old_s=math.inf)
        self._packed = Packed()
        self._light: LightLine | None = None
        self._check: tuple[Frame, Reading] | None = None
        self._told: tuple[tuple[Frame, Reading], ReadLine] | None = None
        self._thrown_then: object = None

    def picture(self) -> bytes | None:
        with self._making:
            frame, latest = self._fresh(), self._fresh.latest
            if frame is None:
                frame = self._frames_of.last
            return None if frame is None else self._packed.of(latest and latest[1], lambda: frame)

    def size(self) -> tuple[int, int] | None:
        last = self._frames_of.last if self._fresh.latest is None else self._fresh.latest[0]
        return None if last is None else size_of(last)

    def tray(self) -> TrayLine:
        return _line(self._place.tray())

    def tray_before(self) -> TrayLine | None:
        before = self._place.before()
        return None if before is None else _line(before[0])

    def may_lie_elsewhere(self) -> bool:
        return self._place.note() is not None

    def lies_right(self) -> None:
        self._place.lies_right()

    def is_new(self) -> bool:
        return self._camera.throws is None and self._place.is_new()

    def set_tray(self, corners: Sequence[Corner], shape: Shape) -> None:
        try:
            tray = Tray.from_corners(corners, shape=shape, in_order=True)
        except TrayError as error:
            raise NoTrayError(str(error)) from error
        frames = self._frames_of.next(longest=_SMALL)
        self._keep(tray.remembering(frames[0]) if frames else tray)

    def find_tray(self) -> tuple[TrayLine | None, bool]:
        tray = Tray.find(*self._frames(_EMPTY_FRAMES))
        if tray is None:
            return None, False
        if tray.is_sure:
            self._keep(tray)
        return _line(tray), tray.is_sure

    def forget_tray(self) -> None:
        self._keep(None)

    def take_back(self) -> None:
        self._place.take_back()

    def light(self) -> LightLine | None:
        return self._light

    def measure_light(self) -> LightLine:
        frames = self._frames(_LIGHT_FRAMES)
        light = measure(frames, tray=self._place.tray())
        faults = {name: message_of(ADVICE[name]) for name in light.faults}
        self._light = LightLine(faults, self._clock(), saw_flicker=len(frames) > 3)
        return self._light

    def held(self) -> frozenset[str] | None:
        return self._camera.held

    def hold(self, still: bool) -> None:
        if still:
            self._camera.lock()
        else:
            self._camera.unlock()
        self._frames_of.next(3, longest=_SMALL)

    def learnt(self) -> int:
        return self._lessons.count()

    def forget_learnt(self) -> None:
        self._lessons.forget()

    def last_read(self) -> ReadLine | None:
        with self._making:
            thrown = self._preview.last_read
            is_check = self._check is not None and thrown is self._thrown_then
            last = self._check if is_check else thrown
            return None if last is None else self._line_of(last, is_check=is_check)

    def read(self) -> ReadLine:
        [frame] = self._frames(1, longest=None)
        view = View.of(self._place.tray(), width=frame.shape[1], height=frame.shape[0])
        picture = view.cut(frame)
        reading = self._eye.read(picture, expect=expected(wanted_throw(self._table)), tray=view.tray)
        if not reading.seen:
            # An empty tray is no throw with too few shells.
            reading = self._eye.read(picture, expect=Expect("auto"), tray=view.tray)
        with self._making:
            self._check = last = kept(picture, reading)
            self._thrown_then = self._preview.last_read
            return self._line_of(last, is_check=True)

    def read_picture(self, number: int) -> bytes | None:
        told = self._told
        if told is None or told[1].number != number:
            return None
        return for_phone(draw(*told[0]))

    def _line_of(self, last: tuple[Frame, Reading], *, is_check: bool) -> ReadLine:
        if self._told is None or self._told[0] is not last:
            number = self._told[1].number + 1 if self._told else 1
            _frame, reading = last
            faces = tuple(one.face.value for one in reading.seen)
            doubts = tuple(map(message_of, reading.doubts))
            self._told = last, ReadLine(number, faces, reading.certain, doubts, is_check)
        return self._told[1]

    def _keep(self, tray: Tray | None) -> None:
        last = self._frames_of.last
        self._place.keep(tray, size=None if last is None else size_of(last))

    def _frames(self, count: int, *, longest: int | None = _SMALL) -> list[Frame]:
        frames = self._frames_of.next(count, longest=longest)
        if not frames:
            raise no_picture()
        return frames


def no_picture() -> NoPictureError:
    """Return what is said where the camera gives no picture."""
    return NoPictureError("the camera gives no pictures now: look whether it is plugged in, then try again")


def _line(tray: Tray | None) -> TrayLine:
    if tray is None:
        return TrayLine(())
    outline = tuple((float(x), float(y)) for x, y in tray.outline(1, 1))
    return TrayLine(tray.corners, tray.shape, tray.trust, tray.area, outline)
