"""When to read: the tray watched frame by frame, from empty to thrown, read and cleared.

A throw counts once, when everything lies still and no hand is in the tray. What is taken away is never a
throw, nor is a sleeve that passes over, nor what already lies there. A nudge after the reading is a change.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from vision.reading import Expect, Frame, Reading, Seen, check_frame
from vision.still import Background, Grey, Movement, shrink
from vision.tray import Tray

_REST_S = 0.3
"""So long nothing may move before the tray is read. With 15 frames a second the reading comes 5 frames, a
third of a second, after the last movement."""
_SETTLING_S = 0.12
"""After so long without movement the state is told as settled."""
_STUCK_S = 2.5
"""A hand that holds still for so long is none: the picture itself has changed, such as a book laid down."""
_CLEARED_S = 0.4
"""So long `cleared` is told before `empty`."""


class State(StrEnum):
    """What goes on in the tray."""

    EMPTY = "empty"
    """Nothing lies there."""
    HAND = "hand"
    """A hand or sleeve is over the tray."""
    MOVING = "moving"
    """Something moves, and it is no hand."""
    SETTLED = "settled"
    """Everything has just come to rest; the reading follows."""
    READ = "read"
    """What lies there has been read."""
    UNCERTAIN = "uncertain"
    """What lies there could not be read surely; a person is asked."""
    CLEARED = "cleared"
    """The tray has just been emptied."""


@dataclass(frozen=True, slots=True)
class WatchStep:
    """What one frame told."""

    state: State
    """The state after this frame."""
    reading: Reading | None = None
    """The reading: on the one frame where a throw has just been read, or a change has been seen."""
    changed: bool = False
    """True when what was read before has been nudged: a change of that throw, not a new one."""


class Reader(Protocol):
    """What the watch needs of the eye."""

    def read(self, frame: Frame, *, expect: Expect, tray: Tray | None = None) -> Reading:
        """Read the throw in a picture."""


class Watch:
    """Follows the frames of one tray and reads each throw once."""

    def __init__(
        self,
        eye: Reader,
        *,
        expect: Expect,
        tray: Tray | None = None,
        fps: float = 15,
        ignore_present: bool = False,
    ) -> None:
        """Begin to watch.

        Args:
            eye: Reads a frame when everything lies still.
            expect: What the throws are made of.
            tray: Where they are thrown; None takes the whole picture.
            fps: Frames a second that will come.
            ignore_present: What lies in the tray at the start is no throw.
        """
        self._eye = eye
        self._expect = expect
        self._tray = tray
        self._ignore = ignore_present
        self._rest_frames = max(2, math.floor(_REST_S * fps))
        self._state = State.EMPTY
        self._movement = Movement()
        self._ground = Background(tray)
        self._known: Reading | None = None
        self._picture: Grey | None = None
        self._gone = 0
        self._hand_came = False
        self._cleared_s = -math.inf
        self._scale = 1.0
        self._rest_state = State.EMPTY
        self._shape: tuple[int, ...] | None = None

    @property
    def state(self) -> State:
        """The state after the last frame."""
        return self._state

    def set_expect(self, expect: Expect) -> None:
        """Say what the next throws are made of. What lies there is not read again."""
        self._expect = expect

    def step(self, frame: Frame, *, time_s: float, full: Callable[[], Frame] | None = None) -> WatchStep:
        """Take the next frame.

        Args:
            frame: Shape (height, width, 3), uint8, BGR. Not modified.
            time_s: When it was taken, in seconds on any clock that only goes forward.
            full: Gives the same moment and view in full resolution; asked only when it is read, and a
                reading's places are then its pixels. None reads `frame` itself.

        Raises:
            FrameError: If the frame has another shape or dtype.
        """
        check_frame(frame)
        grey = shrink(frame)
        if self._shape not in (None, grey.shape):
            self._start_anew()
        self._shape = grey.shape
        still_s, still_frames = self._movement.step(grey, self._ground.inside(grey), time_s=time_s)
        look = self._ground.look(grey)
        if still_frames == 0:
            self._hand_came |= look.hand
            self._gone = (
                self._gone + 1 if self._all_gone(grey) else min(self._gone, 2) if self._gone > 1 else 0
            )
            return self._tell(State.HAND if look.hand else State.MOVING)
        if look.hand and still_s < _STUCK_S and not look.everywhere:
            return self._tell(State.HAND)
        if still_s < _REST_S or still_frames < self._rest_frames:
            if self._state in (State.HAND, State.MOVING) and still_s >= _SETTLING_S:
                return self._tell(State.SETTLED)
            return self._tell(self._state)
        if self._ground.known and not look.hand and not look.something and not look.everywhere:
            return self._nothing_there(grey, time_s)
        if self._unchanged(grey):
            self._rested()
            return self._tell(self._rest_state)
        frame = frame if full is None else full()
        return self._read(frame, grey, afresh=look.hand or look.everywhere or not self._ground.known)

    def _unchanged(self, grey: Grey) -> bool:
        """Say whether the tray looks as it did when it was last read, and nothing was taken out since."""
        if self._picture is None or (self._known is not None and self._gone_for_good):
            return False
        return not self._ground.differs(grey, self._picture)

    @property
    def _gone_for_good(self) -> bool:
        """True once two frames in a row showed every place bare since the last reading."""
        return self._gone > 1

    def _tell(self, state: State, reading: Reading | None = None, *, changed: bool = False) -> WatchStep:
        self._state = state
        return WatchStep(state, reading, changed)

    def _start_anew(self) -> None:
        """Forget all pictures: the frames have another size now."""
        self._movement = Movement()
        self._ground = Background(self._tray)
        self._picture = None

    def _rested(self) -> None:
        self._gone = 0
        self._hand_came = False

    def _nothing_there(self, grey: Grey, time_s: float) -> WatchStep:
        self._ground.learn(grey, gently=True)
        if self._known is not None or self._state is State.UNCERTAIN:
            self._cleared_s = time_s
        self._known, self._picture = None, None
        self._rested()
        return self._tell(State.CLEARED if time_s - self._cleared_s < _CLEARED_S else State.EMPTY)

    def _all_gone(self, grey: Grey) -> bool:
        """Say whether nothing lies in the tray and every place where something lay is bare."""
        if self._known is None or not self._ground.known:
            return False
        return self._ground.bare(grey, [_box(one, self._scale) for one in self._known.seen])

    def _read(self, frame: Frame, grey: Grey, *, afresh: bool) -> WatchStep:
        """Read the frame, and say whether it is a throw, a change, or neither."""
        self._scale = grey.shape[1] / frame.shape[1]
        reading = self._eye.read(frame, expect=self._expect, tray=self._tray)
        before, gone, hand_came = self._known, self._gone_for_good, self._hand_came
        self._picture = grey
        self._rested()
        if afresh:
            self._ground.learn(grey, without=[_box(one, self._scale) for one in reading.seen])
        if not reading.seen:
            self._known, self._ignore = None, False
            self._rest_state = State.EMPTY if afresh else State.UNCERTAIN
            return self._tell(self._rest_state)
        self._known = reading
        self._rest_state = state = State.READ if reading.certain else State.UNCERTAIN
        if self._ignore:
            self._ignore = False
            return self._tell(state)
        if before is None or gone:
            return self._tell(state, reading)
        if len(reading.seen) < len(before.seen) or _same(before, reading):
            return self._tell(state)
        if hand_came and _all_elsewhere(before, reading):
            return self._tell(state, reading)
        return self._tell(state, reading, changed=True)


def _box(one: Seen, scale: float) -> tuple[int, int, int, int]:
    """Give left, top, right, bottom of a thing in the small picture."""
    return (
        max(0, math.floor(one.x * scale)),
        max(0, math.floor(one.y * scale)),
        math.ceil((one.x + one.width) * scale),
        math.ceil((one.y + one.height) * scale),
    )


def _same(before: Reading, after: Reading) -> bool:
    """Say whether the same faces lie at the same places."""
    return len(before.seen) == len(after.seen) and all(
        any(one.face is other.face and _apart(one, other) < 0.3 for other in before.seen)
        for one in after.seen
    )


def _all_elsewhere(before: Reading, after: Reading) -> bool:
    """Say whether everything lies so far from where things lay that it was thrown, not nudged."""
    far = 1.0 if len(before.seen) > 1 else 2.5
    return all(_apart(one, other) > far for one in after.seen for other in before.seen)


def _apart(one: Seen, other: Seen) -> float:
    """Give the distance of two things in sizes of the larger."""
    return math.dist(one.centre, other.centre) / max(one.width, one.height, other.width, other.height)
