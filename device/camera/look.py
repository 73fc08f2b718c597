"""What the camera sees of the board at this moment: the picture, the plan on it, what stands there.

It is looked only while somebody asks, at most every `FRESH_S`, and each reading is followed by a rest that is
longer than it took. While something moves in the tray, and where the board does not lie where it was set up,
nothing is read at all.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace

import cv2
import numpy as np

from device.camera import poses as lying
from device.camera.placement import KeptBoard
from device.camera.tray import FRESH_S, LONGEST, MOST_BYTES
from device.cameras.pictures import packed
from device.doubts import message_of
from engine.backgammon.board import CHECKERS
from engine.messages import Message
from engine.table.state import Model
from vision import Frame, VisionError
from vision.board import CornerError, Plan, Pose
from vision.board.learnt import Learnt
from vision.board.occupancy import LIKELY, Occupancy
from vision.board.placing.markers import Found, Markers
from vision.board.reader import BoardReader
from vision.board.whole_set import of_whole_sets
from vision.overlay import draw_board
from web.ports import NoBoardError, Placement

log = logging.getLogger(__name__)

REST = 2.0
"""After a reading nothing is read for so many times as long as it took: the tray comes first."""

_LABELS = 1.6
"""The numbers on the picture, in parts of their usual size: phones show it narrow."""

SHAPE = Message(
    "the camera’s pictures have another shape than when the board was set up: set its corners anew"
)

_UNREAD = Message("what stands on the board cannot be told in this picture")


@dataclass(frozen=True, eq=False, slots=True)
class Look:
    """One picture, and what was seen in it."""

    number: int
    small: Frame
    """The picture as phones get it: the whole of it is not kept, it would be 9 MB of a wide camera."""
    size: lying.Size
    """Width and height of the whole picture in pixels."""
    found: Found | None = None
    plan: Plan | None = None
    kept: KeptBoard | None = None
    pose: Pose | None = None
    seen: Occupancy | None = None
    learnt: Learnt | None = None
    trouble: Message | None = None


class BoardLooks:
    """Looks at the board when somebody asks. For any thread."""

    def __init__(
        self,
        *,
        frames: Callable[[], Frame | None],
        game: Callable[[], Model | None],
        kept: Callable[[Model], KeptBoard | None],
        reader: BoardReader,
        shows_board: Callable[[], bool],
        busy: Callable[[], bool],
        lies: Callable[[], bool],
        clock: Callable[[], float],
    ) -> None:
        """Join camera and reader; see `device.camera.board.BoxBoard`."""
        self._frames = frames
        self._game = game
        self._kept = kept
        self.reader = reader
        self._shows_board = shows_board
        self._busy = busy
        self._lies = lies
        self._clock = clock
        self._markers = Markers()
        self._looking = threading.Lock()
        self._now: Look | None = None
        self._next = 0.0
        self._jpeg: tuple[object, bytes] = (None, b"")

    def picture(self, draft: Placement | None = None, *, bare: bool = False) -> bytes | None:
        """Return a fresh picture as JPEG with the plan and what is seen; None while there is none."""
        look, game = self.look(), self._game()
        if look is None:
            return None
        key = look, draft, bare
        of, jpeg = self._jpeg
        if of != key:
            small = look.small
            if not bare and draft is not None:
                small = _with_draft(small, draft, game)
            elif not bare:
                small = _with_seen(small, look)
            jpeg = packed(small, quality=80, most_bytes=MOST_BYTES)
            self._jpeg = key, jpeg
        return jpeg

    def look(self) -> Look | None:
        """Return the latest look at the board, a fresh one if it is time; None before the first picture."""
        with self._looking:
            if self._now is None or self._clock() >= self._next:
                frame = self._frames()
                begin = self._clock()
                if frame is not None:
                    self._now = self._looked(frame, self._now)
                end = self._clock()
                self._next = end + max(FRESH_S, REST * (end - begin))
            return self._now

    def _looked(self, frame: Frame, before: Look | None) -> Look:
        """Look at a picture; while something moves in the tray nothing is read in it."""
        size = lying.size_of(frame)
        small = np.asarray(cv2.resize(frame, small_size(size), interpolation=cv2.INTER_AREA), np.uint8)
        look = Look(1 if before is None else before.number + 1, small, size)
        game = self._game()
        if game is None:
            return look
        try:
            kept = self._kept(game)
            is_busy = self._busy()
            if is_busy and before is not None and before.kept == kept and before.size == size:
                return replace(before, number=look.number, small=small)
            look = replace(look, kept=kept, found=None if is_busy else self._markers.find(frame))
            if kept is None:
                return look
            if not kept.fits(size):
                return replace(look, trouble=SHAPE)
            plan = lying.plan_laid(game.rules.layout, kept)
            look = replace(look, plan=plan, pose=lying.posed(plan, kept.corners, size, kept.lens))
            learnt = usable(kept, game)
            can_read = self._shows_board() and self._lies() and not is_busy
            if learnt is None or look.pose is None or not can_read:
                return look
            seen = self.reader.read(frame, look.pose, learnt)
            if game.setup.game == "backgammon":
                seen = of_whole_sets(seen, CHECKERS)
            return replace(look, learnt=learnt, seen=seen)
        except CornerError as error:
            return replace(look, trouble=message_of(error.doubt))
        except (VisionError, cv2.error) as error:
            log.warning("the board could not be looked at: %s", error)
            return replace(look, trouble=_UNREAD)

    def again(self) -> None:
        """Look anew when somebody asks next: the board was set up otherwise."""
        with self._looking:
            self._next = 0.0

    @property
    def can_mark(self) -> bool:
        """True if printed markers can be found here."""
        return self._markers.can_find


def usable(kept: KeptBoard, game: Model) -> Learnt | None:
    """Return what was learnt of pieces and empty board, if it was of as many players as play now."""
    learnt = kept.learnt
    if learnt is None or len(learnt.colours) != len(game.setup.names):
        return None
    return replace(learnt, empty=lying.empty_board(lying.plan_laid(game.rules.layout, kept), kept))


def small_size(size: lying.Size) -> lying.Size:
    """Return width and height of the pictures that phones get of pictures of a size."""
    width, height = size
    part = min(1.0, LONGEST / max(width, height))
    return max(1, round(part * width)), max(1, round(part * height))


def _with_seen(small: Frame, look: Look) -> Frame:
    """Draw the plan as it is kept, and what was seen."""
    if look.plan is None or look.kept is None or look.pose is None:
        return small
    try:
        pose = lying.posed(look.plan, look.kept.corners, lying.size_of(small), look.kept.lens)
    except CornerError:
        return small
    return draw_board(small, pose, look.seen, learnt=look.learnt, sure=LIKELY, labels=_LABELS)


def _with_draft(small: Frame, draft: Placement, game: Model | None) -> Frame:
    """Draw the plan as it would lie; nothing where it cannot."""
    if game is None:
        return small
    try:
        pose = lying.posed_or_refused(game.rules.layout, draft, lying.size_of(small))
    except NoBoardError:
        return small
    return draw_board(small, pose)
