"""How the eye is set up from a phone: implements `web.ports.TrayCamera`.

Pictures come from the loop's thread by `device.camera.frames`; the camera has one owner. A tray is kept in
the settings first and then given to the loop, which looks at it as soon as nothing moves.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from typing import Protocol

from device.camera.frames import Frames
from device.camera.trays import keep_tray, take_tray_back, tray_before, tray_of
from device.camera.wanted import expected
from device.cameras.camera import Camera
from device.cameras.pictures import packed
from device.doubts import message_of
from engine.messages import Message
from engine.throw import ThrowKind
from vision import Expect, Frame, Reading, Tray, TrayError, draw
from vision.light import ADVICE, measure
from vision.motion.view import View, kept
from vision.motion.watch import Reader
from web.house.settings import HouseSettings
from web.ports import Corner, LightLine, NoPictureError, NoTrayError, ReadLine, Shape, TrayLine

LONGEST = 960
"""Pixels of the longer side of the pictures that a phone gets."""

MOST_BYTES = 200_000
"""Of one such picture."""

FRESH_S = 0.4
"""A picture is made anew after this, however many phones ask."""

_SMALL = 480
"""Pixels of the longer side in which tray and light are looked at; the rim is looked for in such pictures."""

_EMPTY_FRAMES, _LIGHT_FRAMES = 5, 30
"""Frames in which the rim is looked for, and in which the light is measured: two seconds show flicker."""


class Looking(Protocol):
    """What the set-up needs of the loop."""

    @property
    def frames(self) -> Frames:
        """The camera's next frames."""

    @property
    def last_read(self) -> tuple[Frame, Reading] | None:
        """What was read last as a throw, with its frame; None if nothing was."""

    def use_tray(self, tray: Tray | None) -> None:
        """Look at another tray as soon as nothing moves."""


class Placed(Protocol):
    """What the set-up needs of who keeps the tray in its place."""

    def note(self) -> Message | None:
        """Tell what people should know of the tray's place; None when all is well."""

    def lies_right(self) -> None:
        """Take that the tray lies right in the pictures of now."""


class Learnt(Protocol):
    """What the set-up needs of the lessons."""

    def count(self) -> int:
        """Return from how many throws the eye has learnt."""

    def forget(self) -> None:
        """Forget all of them."""


class BoxSight:
    """What an admin's phone sees and sets of the eye. For any thread."""

    def __init__(
        self,
        *,
        loop: Looking,
        camera: Camera,
        settings: HouseSettings,
        eye: Reader,
        wanted: Callable[[], ThrowKind | None],
        lessons: Learnt,
        shape: Placed,
        clock: Callable[[], float] = time.time,
    ) -> None:
        """Join what belongs to the eye.

        Args:
            loop: Gives frames and takes trays.
            camera: Is locked and freed.
            settings: Keep the tray.
            eye: Reads what lies there, for several threads.
            wanted: What is thrown next; None without a game.
            lessons: What was learnt of shells.
            shape: Keeps the tray in its place in pictures of another shape.
            clock: Seconds since 1970.
        """
        self._loop = loop
        self._camera = camera
        self._settings = settings
        self._eye = eye
        self._wanted = wanted
        self._lessons = lessons
        self._shape = shape
        self._clock = clock
        self._changing = threading.Lock()
        self._making = threading.Lock()
        self._jpeg: bytes | None = None
        self._made = 0.0
        self._size: tuple[int, int] | None = None
        self._light: LightLine | None = None
        self._check: tuple[Frame, Reading] | None = None
        self._told: tuple[tuple[Frame, Reading], ReadLine] | None = None
        self._thrown_then: object = None

    def picture(self) -> bytes | None:
        """Return a fresh picture as JPEG, the last one where the camera gives none; None before the first."""
        with self._making:
            if self._jpeg is None or time.monotonic() - self._made > FRESH_S:
                frame = next(iter(self._loop.frames.next(longest=LONGEST)), None)
                if frame is None and self._jpeg is None:
                    frame = self._loop.frames.last
                if frame is not None:
                    self._jpeg = packed(frame, quality=80, most_bytes=MOST_BYTES)
                    self._size = (frame.shape[1], frame.shape[0])
                self._made = time.monotonic()
            return self._jpeg

    def size(self) -> tuple[int, int] | None:
        """Return width and height of the pictures in pixels; None before the first."""
        last = self._loop.frames.last
        return self._size or (None if last is None else (last.shape[1], last.shape[0]))

    def tray(self) -> TrayLine:
        """Tell where things are thrown."""
        return _line(tray_of(self._settings.get()))

    def tray_before(self) -> TrayLine | None:
        """Tell what would be brought back; None if there is nothing else."""
        before = tray_before(self._settings.get())
        return None if before is None else _line(before[0])

    def may_lie_elsewhere(self) -> bool:
        """True if somebody should look whether the tray lies right: the pictures got another shape."""
        return self._shape.note() is not None

    def lies_right(self) -> None:
        """Take that the tray lies right as it is drawn.

        Raises:
            RecordError: If that cannot be kept.
        """
        self._shape.lies_right()

    def is_new(self) -> bool:
        """True if nobody has set a tray yet, nor wished for the whole picture, and people throw into one."""
        if self._camera.throws is not None:
            return False
        known = self._settings.get()
        return known.tray is None and known.tray_before is None

    def set_tray(self, corners: Sequence[Corner], shape: Shape) -> None:
        """Take corners set by hand, in their order around the tray.

        Raises:
            NoTrayError: If they make no tray.
            RecordError: If they cannot be kept.
        """
        try:
            tray = Tray.from_corners(corners, shape=shape, in_order=True)
        except TrayError as error:
            raise NoTrayError(str(error)) from error
        frames = self._loop.frames.next(longest=_SMALL)
        self._keep(tray.remembering(frames[0]) if frames else tray)

    def find_tray(self) -> tuple[TrayLine | None, bool]:
        """Find the rim in pictures of the empty tray, and take it if that is sure.

        Raises:
            NoPictureError: If the camera gives none.
            RecordError: If it cannot be kept.
        """
        tray = Tray.find(*self._frames(_EMPTY_FRAMES))
        if tray is None:
            return None, False
        if tray.is_sure:
            self._keep(tray)
        return _line(tray), tray.is_sure

    def forget_tray(self) -> None:
        """Take the whole picture.

        Raises:
            RecordError: If that cannot be kept.
        """
        self._keep(None)

    def take_back(self) -> None:
        """Bring the tray before back; once more undoes that.

        Raises:
            RecordError: If it cannot be kept.
        """
        with self._changing:
            take_tray_back(self._settings)
            self._loop.use_tray(tray_of(self._settings.get()))

    def light(self) -> LightLine | None:
        """Tell how the light was when it was measured last; None if it was not since the box started."""
        return self._light

    def measure_light(self) -> LightLine:
        """Measure the light on the tray.

        Raises:
            NoPictureError: If the camera gives no pictures.
        """
        frames = self._frames(_LIGHT_FRAMES)
        light = measure(frames, tray=tray_of(self._settings.get()))
        faults = {name: message_of(ADVICE[name]) for name in light.faults}
        self._light = LightLine(faults, self._clock(), saw_flicker=len(frames) > 3)
        return self._light

    def held(self) -> frozenset[str] | None:
        """Tell what the camera holds still; empty if it is free, None where it has nothing such."""
        return self._camera.held

    def hold(self, still: bool) -> None:
        """Hold the camera still, or let it look after itself, and wait until it has heard."""
        if still:
            self._camera.lock()
        else:
            self._camera.unlock()
        self._loop.frames.next(3, longest=_SMALL)

    def learnt(self) -> int:
        """Tell from how many throws of shells the eye has learnt."""
        return self._lessons.count()

    def forget_learnt(self) -> None:
        """Forget all that the eye has learnt.

        Raises:
            RecordError: If that cannot be kept.
        """
        self._lessons.forget()

    def last_read(self) -> ReadLine | None:
        """Tell what was read last, as a throw or as a check; None if nothing was."""
        with self._making:
            thrown = self._loop.last_read
            is_check = self._check is not None and thrown is self._thrown_then
            last = self._check if is_check else thrown
            return None if last is None else self._line_of(last, is_check=is_check)

    def read(self) -> ReadLine:
        """Read what lies there now, as a check that no game hears of.

        Raises:
            NoPictureError: If the camera gives no picture.
        """
        [frame] = self._frames(1, longest=None)
        view = View.of(tray_of(self._settings.get()), width=frame.shape[1], height=frame.shape[0])
        picture = view.cut(frame)
        reading = self._eye.read(picture, expect=expected(self._wanted()), tray=view.tray)
        if not reading.seen:
            # An empty tray is no throw with too few shells.
            reading = self._eye.read(picture, expect=Expect("auto"), tray=view.tray)
        with self._making:
            self._check = last = kept(picture, reading)
            self._thrown_then = self._loop.last_read
            return self._line_of(last, is_check=True)

    def read_picture(self, number: int) -> bytes | None:
        """Return the picture of the last reading as JPEG, what was seen ringed; None if it is another."""
        told = self._told
        if told is None or told[1].number != number:
            return None
        return packed(draw(*told[0]), quality=80, most_bytes=MOST_BYTES)

    def _line_of(self, last: tuple[Frame, Reading], *, is_check: bool) -> ReadLine:
        if self._told is None or self._told[0] is not last:
            number = self._told[1].number + 1 if self._told else 1
            _frame, reading = last
            faces = tuple(one.face.value for one in reading.seen)
            doubts = tuple(map(message_of, reading.doubts))
            self._told = last, ReadLine(number, faces, reading.certain, doubts, is_check)
        return self._told[1]

    def _keep(self, tray: Tray | None) -> None:
        with self._changing:
            last = self._loop.frames.last
            size = None if last is None else (last.shape[1], last.shape[0])
            keep_tray(self._settings, tray, size=size)
            self._loop.use_tray(tray)

    def _frames(self, count: int, *, longest: int | None = _SMALL) -> list[Frame]:
        frames = self._loop.frames.next(count, longest=longest)
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
