"""When to read: the tray watched frame by frame, from empty to thrown, read and cleared."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from enum import StrEnum

import cv2
import numpy as np
import numpy.typing as npt

from vision.eye import Eye
from vision.reading import Expect, Frame, Reading, check_frame
from vision.tray import Tray


class State(StrEnum):
    """What goes on in the tray."""

    EMPTY = "empty"
    HAND = "hand"
    MOVING = "moving"
    SETTLED = "settled"
    READ = "read"
    UNCERTAIN = "uncertain"
    CLEARED = "cleared"


@dataclass(frozen=True, slots=True)
class WatchStep:
    """What one frame told."""

    state: State
    """The state after this frame."""
    reading: Reading | None = None
    """The reading, on the one frame where a throw has just been read, or where `changed` is true."""
    changed: bool = False
    """True when what lay there after the last reading was nudged: a change, not a new throw."""


class Watch:
    """Follows the frames of one tray and reads each throw once."""

    def __init__(
        self,
        eye: Eye,
        *,
        expect: Expect,
        tray: Tray | None = None,
        fps: float = 15,
        ignore_present: bool = False,
    ) -> None:
        self._eye = eye
        self._expect = expect
        self._tray = tray
        self._still_needed = max(3, round(0.3 * fps))
        self._recent: deque[npt.NDArray[np.uint8]] = deque(maxlen=self._still_needed)
        self._state = State.EMPTY
        self._moved = not ignore_present

    @property
    def state(self) -> State:
        """The state after the last frame."""
        return self._state

    def set_expect(self, expect: Expect) -> None:
        """Say what the next throws are made of."""
        self._expect = expect

    def step(self, frame: Frame, *, time_s: float) -> WatchStep:
        """Take the next frame.

        Args:
            frame: Shape (height, width, 3), uint8, BGR. Not modified.
            time_s: When it was taken, in seconds on any clock that only goes forward.

        Raises:
            FrameError: If the frame has another shape or dtype.
        """
        check_frame(frame)
        self._time_s = time_s
        small = cv2.resize(frame, (160, 120), interpolation=cv2.INTER_AREA)
        grey = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)
        moving = any((cv2.absdiff(grey, old) > 14).sum() > 6 for old in self._recent)
        self._recent.append(grey)
        if moving:
            self._moved = True
            self._state = State.MOVING
            self._recent.clear()
            self._recent.append(grey)
            return WatchStep(self._state)
        if not self._moved or len(self._recent) < self._still_needed:
            return WatchStep(self._state)
        self._moved = False
        reading = self._eye.read(frame, expect=self._expect, tray=self._tray)
        if reading.kind == "nothing":
            self._state = State.EMPTY
            return WatchStep(self._state)
        self._state = State.READ if reading.certain else State.UNCERTAIN
        return WatchStep(self._state, reading)
