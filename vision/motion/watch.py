"""When to read: the tray watched frame by frame, from empty to thrown, read and cleared.

A throw counts once, when everything lies still and no hand is in the tray. What is taken away is never a
throw, nor is a sleeve that passes over, nor what already lies there. A nudge after the reading is a change.

What was told is remembered until the tray is seen bare: a lamp that goes out, a shadow or a bumped table
change the picture, but not what lies there.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum, StrEnum
from typing import Protocol

import numpy as np

from vision import doubts as why
from vision.motion.empty_tray import Background, Box, Look, Movement
from vision.motion.small import Small, shrink
from vision.motion.view import WHOLE, View
from vision.pyramid import Pyramid
from vision.reading import BOX, Expect, Face, Frame, Reading, Seen, check_frame
from vision.sides import looks_at
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
_STAYS = 0.3
"""What lies within so many sizes of where it lay has not moved."""
_CLEAR = 1.2
"""Dice of another set lie no nearer to a throw than this, in sizes."""
_UNLIKE = 20.0
"""Nor is their colour nearer to it than this, in CIE L*a*b*, or than twice the spread within each set."""
_LIGHT = 0.12
"""From this part of the tray on it is the light that has changed, and not a die or shell."""
_DARK = 60.0
"""Under this middle brightness, 0 to 255, and half of that in which the throw was read, the light is out."""
_FOLLOW_FRAMES = 15
"""While all is still, the picture of the tray follows the light once in so many frames."""
_LOOKS, _AGAIN_S = 4, 0.2
"""A throw whose picture is not sharp is looked at again so many times, so long after one another: a camera
that was knocked stops shaking in less. What is not sharp then is told as it is."""


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
    view: View = WHOLE
    """The part of the frame that was looked at."""
    picture: Frame | None = None
    """With a reading: that part in full resolution, in whose pixels it is. Not a copy."""


class Reader(Protocol):
    """What the watch needs of the eye."""

    def read(
        self, frame: Frame, *, expect: Expect, tray: Tray | None = None, without: Sequence[Seen] = ()
    ) -> Reading:
        """Read the throw in a picture, in which some things are not of it."""


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
        self._earlier: tuple[Seen, ...] | None = None
        self._thrown = 0
        self._lit = 0.0
        self._decided = False
        self._looks, self._again_s = 0, -math.inf
        self._picture: Small | None = None
        self._gone = 0
        self._hand_came = False
        self._interrupted = False
        self._cleared_s = -math.inf
        self._scale = 1.0
        self._rest_state = State.EMPTY
        self._view = WHOLE
        self._size: tuple[int, ...] | None = None
        self._shape: tuple[int, ...] | None = None
        self._read_in: Frame | None = None

    @property
    def state(self) -> State:
        """The state after the last frame."""
        return self._state

    def set_expect(self, expect: Expect) -> None:
        """Tell what the next throws are made of. What lies there is not read again."""
        self._expect = expect

    def interrupt(self) -> None:
        """Expect that hands have come and gone since the last frame: the camera was away.

        What lies there with the next frames is a throw, unless it is what lay there before.
        """
        self._decided = False
        self._looks, self._again_s = 0, -math.inf
        self._hand_came = self._interrupted = True

    def forget(self) -> None:
        """Read what lies there once more, as a new throw."""
        self._known, self._picture, self._thrown, self._decided = None, None, 0, False

    def set_tray(
        self, tray: Tray | None, frame: Frame, *, time_s: float, full: Callable[[], Frame] | None = None
    ) -> WatchStep:
        """Look at another field from now on. What lies in it at this moment is no throw, and is read quietly.

        Best while nothing moves: a throw that is rolling would be taken for what lies there.

        Args:
            tray: Where things are thrown from now on; None takes the whole picture.
            frame: The present frame; shape (height, width, 3), uint8, BGR. Not modified.
            time_s: When it was taken.
            full: As in `step`.

        Raises:
            FrameError: If the frame has another shape or dtype.
        """
        check_frame(frame)
        self._tray, self._size, self._shape, self._ignore = tray, None, None, True
        self._known, self._thrown, self._rest_state = None, 0, State.EMPTY
        now = self._small(frame)
        self._rested()
        self._movement.step(now, self._ground.inside(now), time_s=time_s)
        look = self._ground.look(now, noise=self._movement.limit)
        return self._read(full or (lambda: frame), now, look, time_s)

    def step(self, frame: Frame, *, time_s: float, full: Callable[[], Frame] | None = None) -> WatchStep:
        """Take the next frame.

        Args:
            frame: Shape (height, width, 3), uint8, BGR. Not modified.
            time_s: When it was taken, in seconds on any clock that only goes forward.
            full: Gives the same moment in full resolution; asked only when it is read. None reads `frame`
                itself.

        Raises:
            FrameError: If the frame has another shape or dtype.
        """
        check_frame(frame)
        now = self._small(frame)
        still_s, still_frames = self._movement.step(now, self._ground.inside(now), time_s=time_s)
        if still_frames == 0:
            self._decided = False
            self._looks, self._again_s = 0, -math.inf
        if time_s < self._again_s:
            return self._tell(State.SETTLED)
        resting = still_s >= _REST_S and still_frames >= self._rest_frames
        if self._decided and resting and still_frames % _FOLLOW_FRAMES:
            return self._tell_rest(time_s)
        look = self._ground.look(now, noise=self._movement.limit)
        if still_frames == 0:
            self._hand_came |= look.hand and not look.everywhere
            self._gone = (
                self._gone + 1 if self._all_gone(now) else min(self._gone, 2) if self._gone > 1 else 0
            )
            return self._tell(State.HAND if look.hand else State.MOVING)
        if look.hand and still_s < _STUCK_S and not look.everywhere:
            return self._tell(State.HAND)
        if not resting:
            if self._state in (State.HAND, State.MOVING) and still_s >= _SETTLING_S:
                return self._tell(State.SETTLED)
            return self._tell(self._state)
        return self._at_rest(full or (lambda: frame), now, look, time_s)

    def _at_rest(self, full: Callable[[], Frame], now: Small, look: Look, time_s: float) -> WatchStep:
        """All lies still: say what lies there, and read it if it is new."""
        self._decided = True
        if self._known is not None and float(now.level.max()) < min(_DARK, 0.5 * self._lit):
            return self._tell_rest(time_s)  # the light is out: what lay there lies there
        if self._ground.known and not look.something and not look.hand:
            return self._nothing_there(now, time_s)
        if self._picture is not None and not (self._known is not None and self._gone_for_good):
            by = self._ground.alike(now, self._picture, noise=self._movement.limit)
            if by is not None:
                if by != (0.0, 0.0):
                    self._ground.shift(by)
                self._picture = now
                self._rested()
                return self._tell_rest(time_s)
        if self._known is None and self._ground.bumped(now, noise=self._movement.limit):
            return self._nothing_there(now, time_s)
        return self._read(full, now, look, time_s)

    @property
    def _gone_for_good(self) -> bool:
        """True once two frames in a row showed every place bare since the last reading."""
        return self._gone > 1

    def _tell(self, state: State, reading: Reading | None = None, *, changed: bool = False) -> WatchStep:
        self._state = state
        read_in, self._read_in = self._read_in, None
        return WatchStep(state, reading, changed, self._view, None if reading is None else read_in)

    def _tell_rest(self, time_s: float) -> WatchStep:
        """Tell what lies there, once that has been decided."""
        just_cleared = self._rest_state is State.EMPTY and time_s - self._cleared_s < _CLEARED_S
        return self._tell(State.CLEARED if just_cleared else self._rest_state)

    def _small(self, frame: Frame) -> Small:
        """Return the small copy of what is looked at; frames of another shape than before begin anew."""
        view = self._view
        if self._size != frame.shape[:2]:
            self._size = frame.shape[:2]
            self._view = View.of(self._tray, width=frame.shape[1], height=frame.shape[0])
        now = shrink(self._view.cut(frame))
        if self._shape != now.shape or view != self._view:
            self._start_anew()
        self._shape = now.shape
        return now

    def _start_anew(self) -> None:
        """Forget all pictures: the frames have another size now."""
        self._movement = Movement()
        self._ground = Background(self._view.tray)
        self._picture = None
        self._decided = False

    def _rested(self) -> None:
        self._gone = 0
        self._hand_came = self._interrupted = False

    def _nothing_there(self, now: Small, time_s: float) -> WatchStep:
        self._ground.follow(now)
        if self._known is not None or self._rest_state is State.UNCERTAIN:
            self._cleared_s = time_s
        self._known, self._picture, self._thrown = None, None, 0
        self._rest_state = State.EMPTY
        self._rested()
        return self._tell_rest(time_s)

    def _all_gone(self, now: Small) -> bool:
        """True if nothing lies in the tray and every place where something lay is bare."""
        if self._known is None or not self._ground.known:
            return False
        return self._ground.bare(now, self._boxes(self._known), noise=self._movement.limit)

    def _boxes(self, reading: Reading) -> list[Box]:
        """List where things lie in the small picture."""
        scale = self._scale
        return [
            (
                max(0, math.floor(one.x * scale)),
                max(0, math.floor(one.y * scale)),
                math.ceil((one.x + one.width) * scale),
                math.ceil((one.y + one.height) * scale),
            )
            for one in reading.seen
        ]

    def _read(self, full: Callable[[], Frame], now: Small, look: Look, time_s: float) -> WatchStep:
        """Read what is looked at, and say whether it is a throw, a change, or neither."""
        self._read_in = frame = self._view.cut(full())
        self._scale = now.shape[1] / frame.shape[1]
        reading = self._eye.read(frame, expect=self._expect, tray=self._view.tray)
        if why.BLURRED in reading.doubts and not self._ignore and self._looks < _LOOKS:
            self._looks, self._again_s, self._decided = self._looks + 1, time_s + _AGAIN_S, False
            return self._tell(State.SETTLED)
        if not reading.seen:
            return self._nothing_seen(now, look, time_s)
        before, ignored, was = self._known, self._ignore, self._picture
        lying = _all_of(reading)
        other = () if before is None or ignored else _other_set(frame, before, lying, self._expect)
        if other:
            reading = self._eye.read(frame, expect=self._expect, tray=self._view.tray, without=other)
            lying = _all_of(reading, other)
        what = _What.THROW if other and before else self._compare(before, lying, now, was)
        if self._interrupted and before is not None and (look.everywhere or not self._ground.known):
            # The camera looks elsewhere, too: nobody knows whether they were thrown.
            what = _What.SAME if _faces(before) == _faces(lying) else _What.CHANGE
        if what is _What.SAME and self._is_rest(before, lying):
            what = _What.CHANGE
        if what is not _What.SAME:
            earlier = () if before is None else before.seen
            self._earlier = earlier if reading.surplus and what is _What.THROW else None
        if look.hand or look.everywhere or not self._ground.known:
            self._ground.learn(now, without=self._boxes(lying))
        self._known, self._picture, self._ignore = lying, now, False
        self._lit = float(now.level.max())
        self._rested()
        self._rest_state = State.READ if reading.certain else State.UNCERTAIN
        if what is _What.THROW:
            self._thrown = len(reading.seen)
        if ignored or what is _What.SAME:
            return self._tell(self._rest_state)
        self._thrown = max(self._thrown, len(reading.seen))
        return self._tell(self._rest_state, reading, changed=what is _What.CHANGE)

    def _is_rest(self, before: Reading | None, after: Reading) -> bool:
        """True if of too many things a throw is left that has not been read before."""
        if before is None or self._earlier is None or len(after.seen) != self._expect.count:
            return False
        return all(_stayed(one, before.seen) and not _stayed(one, self._earlier) for one in after.seen)

    def _nothing_seen(self, now: Small, look: Look, time_s: float) -> WatchStep:
        """Nothing was read, although the tray does not look empty."""
        self._picture = now
        hand_came, gone = self._hand_came, self._gone_for_good
        self._rested()
        if self._known is not None and not gone:
            boxes = self._boxes(self._known)
            covered = self._ground.covered(now, boxes, noise=self._movement.limit)
            if covered and not (look.hand and hand_came):
                return self._tell_rest(time_s)
        elif (
            self._ground.known
            and not (look.hand or look.everywhere)
            and self._ground.compact(now, noise=self._movement.limit)
        ):
            self._ignore, self._rest_state = False, State.UNCERTAIN
            return self._tell(State.UNCERTAIN)
        self._ignore = False
        self._ground.learn(now)
        return self._nothing_there(now, time_s)

    def _compare(self, before: Reading | None, after: Reading, now: Small, was: Small | None) -> _What:
        """Tell what a reading is, after the one before."""
        if before is None or self._gone_for_good:
            return _What.THROW
        there, lay = len(after.seen), len(before.seen)
        stayed = sum(any(_apart(one, other) < _STAYS for other in before.seen) for one in after.seen)
        if _same(before, after) or there < lay:
            return _What.SAME
        count = self._expect.count or there
        if there > count == lay == stayed:
            return _What.THROW  # a whole throw lies there, and more came
        if stayed == there == lay and not self._hand_came and was is not None:
            # Nothing has moved and nobody has touched it, but half the tray looks otherwise: another light.
            return _What.SAME if self._ground.share_changed(now, was) > _LIGHT else _What.CHANGE
        if lay < self._thrown and there > lay and stayed <= there / 3:
            return _What.THROW  # what had been taken up was thrown again, and one was left lying
        if self._interrupted and stayed <= there / 3:
            return _What.SAME if _is_shifted(before, after) else _What.THROW
        if self._hand_came and _all_elsewhere(before, after):
            return _What.THROW
        return _What.CHANGE


def _all_of(reading: Reading, beside: Sequence[Seen] = ()) -> Reading:
    """Return a reading with everything that lies there, beyond the throw too."""
    return replace(reading, seen=(*reading.seen, *reading.surplus, *beside))


def _other_set(frame: Frame, before: Reading, after: Reading, expect: Expect) -> tuple[Seen, ...]:
    """List the dice of another set, which lie beside a throw as they lay before it.

    Each player has dice of one colour: what came is as many dice as are thrown, alike, unlike those that
    stayed, and clear of them. Empty where that is not so plain.
    """
    stayed = tuple(one for one in after.seen if _stayed(one, before.seen))
    came = [one for one in after.seen if one not in stayed]
    if after.kind != "dice" or not stayed or len(came) != expect.count or len(stayed) > expect.count:
        return ()
    if min(_apart(one, other) for one in came for other in (*stayed, *before.seen)) < _CLEAR:
        return ()
    places = [(*one.centre, one.width / BOX) for one in (*came, *stayed)]
    looks = looks_at(Pyramid(frame), places)[:, :3]
    far = np.linalg.norm(looks[:, None] - looks[None], axis=2)
    new = len(came)
    within = max(far[:new, :new].max(), far[new:, new:].max())
    between = float(far[:new, new:].min())
    return stayed if between > max(_UNLIKE, 2 * within) else ()


def _stayed(one: Seen, lay: Sequence[Seen]) -> bool:
    """True if a thing lies as it lay before."""
    return any(one.face is other.face and _apart(one, other) < _STAYS for other in lay)


class _What(Enum):
    """What a reading is, after the one before."""

    THROW = "throw"
    CHANGE = "change"
    SAME = "same"


def _same(before: Reading, after: Reading) -> bool:
    """True if the same faces lie at the same places."""
    return len(before.seen) == len(after.seen) and all(_stayed(one, before.seen) for one in after.seen)


def _is_shifted(before: Reading, after: Reading) -> bool:
    """True if the same faces lie as they lay before, all shifted alike: the camera was knocked."""
    first = after.seen[0]
    shifts = [(first.x - one.x, first.y - one.y) for one in before.seen]
    return any(_same(_shifted(before, right, down), after) for right, down in shifts)


def _shifted(reading: Reading, right: float, down: float) -> Reading:
    return replace(reading, seen=tuple(replace(one, x=one.x + right, y=one.y + down) for one in reading.seen))


def _faces(reading: Reading) -> list[Face]:
    return sorted(one.face for one in reading.seen)


def _all_elsewhere(before: Reading, after: Reading) -> bool:
    """True if everything lies so far from where things lay that it was thrown, not nudged."""
    far = 1.0 if len(before.seen) > 1 else 2.5
    return all(_apart(one, other) > far for one in after.seen for other in before.seen)


def _apart(one: Seen, other: Seen) -> float:
    """Return the distance of two things in sizes of the larger."""
    return math.dist(one.centre, other.centre) / max(one.width, one.height, other.width, other.height)
