"""Whether the board still lies where it was set up: looked at every few seconds, on a thread of its own."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from device.camera.placement import KeptBoard, parts_of, posed
from device.cameras.pictures import size_of
from device.worker import Worker
from engine.messages import Message
from vision import Frame, VisionError
from vision.board import Plan
from vision.board.placing.anchor import BUMPED, Anchor, Look
from vision.board.placing.markers import Markers
from vision.board.placing.pose import UNIT
from web.ports import Corner

log = logging.getLogger(__name__)

EVERY_S, WATCHED_S = 10.0, 2.0
"""So often it is looked, and so often while somebody has the page open."""

LEASE_S = 6.0
"""So long after a look at the page somebody has it open."""

LOST_AFTER = 3
"""After so many looks at which it was not found, the board is lost: a hand goes away sooner."""

_STAYED = 0.05
"""A board that is seen nearer to where it was, in pieces, lies there."""

LOST = Message(
    "the board is not found where it was set up: take away what lies over it, light it, or set its corners "
    "anew"
)
MOVED = Message(
    "the board is not where it was: put it back, or take its new place under “Camera and board” in the menu"
)


@dataclass(frozen=True, slots=True)
class PlacedBoard:
    """A board that is kept in view."""

    kept: KeptBoard
    plan: Plan


@dataclass(frozen=True, slots=True)
class Lies:
    """Where a board lies in a picture."""

    corners: tuple[Corner, ...] = ()
    """As parts of the picture; none where nobody can tell."""
    part: float = 0.0
    """Part of what is known of the board that is seen there."""


class BoardWatch(Worker):
    """Notices a bumped board. Runs in a thread of its own after `start`."""

    def __init__(
        self,
        *,
        frames: Callable[[], Frame | None],
        watched: Callable[[], PlacedBoard | None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(self._run, name="board")
        self._frames = frames
        self._watched = watched
        self._clock = clock
        self._markers = Markers()
        self._leased = -LEASE_S
        self._of: PlacedBoard | None = None
        self._anchor: Anchor | None = None
        self._last: Look | None = None
        self._moved: tuple[Corner, ...] = ()
        self._missed = 0

    def start(self) -> None:
        """Look now and then, until it is closed."""
        self._begin()

    def lease(self) -> None:
        """Look more often for a while: somebody has the page open. For any thread."""
        self._leased = self._clock()

    def note(self) -> Message | None:
        """Tell what everybody at the table should know; None when all is well. For any thread, at once."""
        return MOVED if self._moved else None

    def moved(self) -> tuple[Corner, ...]:
        """Return where the corners of a bumped board lie, as parts of the picture; none where it was not."""
        return self._moved

    def is_lost(self) -> bool:
        """True if the board was not found several times: covered, dark, or away. For any thread, at once."""
        return self._missed >= LOST_AFTER

    def can_tell(self) -> bool:
        """True if what was kept of the board shows enough to know it by."""
        with self._changed:
            anchor = self._prepared()
            return anchor is not None and anchor.can_tell

    def look(self) -> None:
        """Look once. For any thread."""
        with self._changed:
            anchor = self._prepared()
        if anchor is None or not anchor.can_tell:
            return
        frame = self._frames()
        if frame is None:
            return
        with self._changed:
            if anchor is self._anchor and self._of is not None:
                self._compare(anchor, self._of.kept, frame)

    def where(self, frame: Frame) -> Lies | None:
        """Look where the board lies in a picture at rest. For any thread.

        Args:
            frame: In which more has changed than any turn changes. Not modified.

        Returns:
            Where it lies, also after a nudge that is too small to be told; None if it was bumped or is not
            found. Nothing is looked for where nothing was kept to know it by.
        """
        with self._changed:
            anchor, watched = self._prepared(), self._of
            if anchor is None or watched is None or not anchor.can_tell:
                return Lies()
            look = self._look_in(anchor, frame)
            if look is None:
                return None
            self._believe(anchor, look)
            if look.is_bumped:
                return None
            corners = parts_of(look.pose.seen(UNIT), anchor.pose.size)
            return Lies(watched.kept.corners if look.moved < _STAYED else corners, look.part)

    def forget(self) -> None:
        """Go on from what is kept now: the board was set up anew. For any thread."""
        with self._changed:
            self._begin_anew(None)

    def _begin_anew(self, watched: PlacedBoard | None) -> None:
        self._of, self._anchor, self._last, self._moved, self._missed = watched, None, None, (), 0

    def _prepared(self) -> Anchor | None:
        """Return what knows the board, made anew if another one is kept."""
        watched = self._watched()
        if watched is not None and self._of is not None and watched == self._of:
            return self._anchor
        self._begin_anew(watched)
        if watched is None:
            return None
        kept = watched.kept
        then = kept.frame()
        if then is None:
            return None
        try:
            anchor = Anchor(
                then, posed(watched.plan, kept.shown, size_of(then), kept.lens), markers=self._markers
            )
            # The picture may be older than the place: the board was bumped since, and that was taken.
            now = posed(watched.plan, kept.corners, size_of(then), kept.lens)
            anchor.take(Look(now, 0.0, 1.0))
        except (VisionError, cv2.error) as error:
            log.warning("the board cannot be known by its picture: %s", error)
            return None
        self._anchor = anchor
        return anchor

    def _compare(self, anchor: Anchor, kept: KeptBoard, frame: Frame) -> None:
        """Look where the board lies; twice the same is believed."""
        if not kept.fits(size_of(frame)):
            return
        look = self._look_in(anchor, frame)
        if look is None:
            self._missed += 1  # covered, dark or out of view: nobody knows
            return
        self._missed = 0
        self._believe(anchor, look)

    def _look_in(self, anchor: Anchor, frame: Frame) -> Look | None:
        small = np.asarray(cv2.resize(frame, anchor.pose.size, interpolation=cv2.INTER_AREA), np.uint8)
        try:
            return anchor.look(small)
        except (VisionError, cv2.error) as error:
            log.warning("the board could not be looked at: %s", error)
            return None

    def _believe(self, anchor: Anchor, look: Look) -> None:
        """Believe what was seen twice."""
        last, self._last = self._last, look
        if not look.is_bumped:
            if self._moved:
                log.info("the board lies where it was again")
            self._moved = ()
        elif last is not None and last.is_bumped and _apart(last, look) < BUMPED:
            if not self._moved:
                log.info("the board was moved by %.1f squares", look.moved)
            self._moved = parts_of(look.pose.seen(UNIT), anchor.pose.size)

    def _run(self) -> None:
        while True:
            with self._changed:
                is_watched = self._clock() - self._leased < LEASE_S
                if self._closed or self._changed.wait(WATCHED_S if is_watched else EVERY_S) or self._closed:
                    return
            self.look()


def _apart(one: Look, other: Look) -> float:
    """Return how far two places of the board lie apart at most, in pieces."""
    apart = one.pose.lies(other.pose.seen(UNIT)) - UNIT
    return float(np.linalg.norm(one.pose.plan.in_pieces(apart), axis=1).max())
