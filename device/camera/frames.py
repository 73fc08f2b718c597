"""Frames for others than the loop: its thread hands them over, and nobody else touches the camera."""

from __future__ import annotations

import math
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from device.cameras.camera import Shot
from device.cameras.pictures import smaller
from vision import Frame

FRESH_S = 0.4
"""A picture is asked for anew after this, however many ask: more than two a second nobody needs."""

OLD_S = 1.0
"""An older picture says nothing of a board any more."""

PATIENCE_S = 1.0
"""A camera that gives no frame for so long is not waited for, nor asked again for as long."""

_COUNTED_S = 4.0
"""Pictures of so many seconds are counted."""

_HASTE_S = 2.0
"""After so long nobody who is in a hurry asks for frames, in seconds."""


@dataclass(eq=False, slots=True)
class _Wanted:
    """Somebody waits for the next frames."""

    count: int
    longest: int | None
    skip: int
    """Frames that are still passed over."""
    not_before_s: float
    frames: list[Frame] = field(default_factory=list)


class Frames:
    """Gives the camera's next frames to any thread that asks for them."""

    def __init__(self, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._came: deque[float] = deque(maxlen=128)
        self._here = threading.Condition()
        self._wanted: list[_Wanted] = []
        self._last: Frame | None = None
        self._hurried_s = -math.inf
        self.are_few = False
        """The camera is slowed down, as nothing moves before it. Set by its owner."""

    @property
    def in_haste(self) -> bool:
        """True if somebody has asked lately for frames as fast as they come."""
        return self._clock() - self._hurried_s < _HASTE_S

    @property
    def last(self) -> Frame | None:
        """The latest frame, as small as the loop watches it; None before the first. Not to be modified."""
        return self._last

    def pace(self) -> tuple[float, float | None]:
        """Tell how many frames a second come, and how many seconds ago the last one came; None before it."""
        now, came = self._clock(), tuple(self._came)
        lately = [moment for moment in came if now - moment <= _COUNTED_S]
        passed = lately[-1] - lately[0] if len(lately) > 1 else 0.0
        return (len(lately) - 1) / passed if passed else 0.0, now - came[-1] if came else None

    def next(
        self,
        count: int = 1,
        *,
        longest: int | None = None,
        skip: int = 0,
        patience_s: float = 1.0,
        pause_s: float | None = None,
    ) -> list[Frame]:
        """Wait for the next frames. For any thread but the loop's.

        Args:
            count: How many, one after another.
            longest: Makes them smaller until no side has more pixels; None gives them in full resolution.
            skip: How many are passed over before.
            patience_s: A camera that gives no frame for so long is not waited for.
            pause_s: Frames of so many seconds are passed over before, and the camera may stay slow; None
                asks in haste.

        Returns:
            The frames, not to be modified, all of the first one's size; fewer or none where the camera
            gave no more.
        """
        now = self._clock()
        if pause_s is None:
            self._hurried_s = now
        wanted = _Wanted(count, longest, skip, now + (pause_s or 0.0))

        def came() -> int:
            return len(wanted.frames) + skip - wanted.skip

        with self._here:
            self._wanted.append(wanted)
            had, longest_s = -1, patience_s + (pause_s or 0.0)
            while had < (had := came()) < count + skip:
                self._here.wait_for(lambda: came() > had, longest_s)
                longest_s = patience_s
            if wanted in self._wanted:
                self._wanted.remove(wanted)
        # Made smaller by who asked: a wide picture would keep the camera's thread for as long as a reading.
        first = wanted.frames[0].shape if wanted.frames else ()
        return [smaller(frame, longest or 10_000) for frame in wanted.frames if frame.shape == first]

    def take(self, shot: Shot, full: Callable[[], Frame] | None) -> None:
        """Take a frame from the loop, on its thread, and hand it to all who wait.

        Args:
            shot: The frame; it stays as it is.
            full: Gives the same moment in full resolution, in memory of its own; None if that is all.
        """
        self._last, now = shot.frame, self._clock()
        self._came.append(now)
        if not any(wanted.not_before_s <= now for wanted in self._wanted):
            return
        with self._here:
            for wanted in self._wanted:
                if now < wanted.not_before_s:
                    continue
                if wanted.skip:
                    wanted.skip -= 1
                    continue
                is_enough = full is None or (wanted.longest or 10_000) <= max(shot.frame.shape[:2])
                wanted.frames.append(shot.frame.copy() if is_enough or full is None else full())
            self._wanted = [wanted for wanted in self._wanted if len(wanted.frames) < wanted.count]
            self._here.notify_all()


class FreshFrames:
    """Gives a camera's latest frame when somebody asks. For any thread.

    The lamps hold still meanwhile, as they do for the tray.
    """

    def __init__(
        self,
        frames: Frames,
        *,
        hold_lights: Callable[[bool], None] = lambda _: None,
        longest: int | None = None,
        hurried: bool = False,
        old_s: float = OLD_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Have no frame yet.

        A frame is no larger than `longest`; None is full resolution. Who is `hurried` gets the very next one,
        and the camera may not stay slow; else one is passed over, as it may have been exposed while a lamp
        still changed. Where there is no other, the last one is given for `old_s`.
        """
        self._frames = frames
        self._hold_lights = hold_lights
        self._longest = longest
        self._hurried = hurried
        self._old_s = old_s
        self._clock = clock
        self._one = threading.Lock()
        self.latest: tuple[Frame, float] | None = None
        """The last one, and when it came; nobody is asked."""
        self._again_s = -math.inf

    def __call__(self) -> Frame | None:
        """Return what the camera sees now; waits a moment, for none longer than a second or two.

        Returns:
            The picture, shape (height, width, 3), uint8, BGR; None where the camera gives none. Others get
            the same one: not to be modified.
        """
        with self._one:
            now = self._clock()
            if self.latest is not None and now - self.latest[1] <= FRESH_S:
                return self.latest[0]
            if now >= self._again_s:
                self._ask()
            if self.latest is not None and self._clock() - self.latest[1] > self._old_s:
                self.latest = None
            return None if self.latest is None else self.latest[0]

    def _ask(self) -> None:
        self._hold_lights(True)
        skip, pause_s = (0, None) if self._hurried else (1, 0.0)
        try:
            frames = self._frames.next(
                longest=self._longest, skip=skip, patience_s=PATIENCE_S, pause_s=pause_s
            )
        finally:
            self._hold_lights(False)
        if frames:
            self.latest = frames[0], self._clock()
        else:
            self._again_s = self._clock() + PATIENCE_S
