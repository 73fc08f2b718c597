"""How a board was set up, as it is kept in the settings: where it lies, its colours, what it looked like.

One set-up is kept for each kind of board, by the name of its layout, so that an evening of Pachisi does not
take away what was learnt for backgammon. What is read back is foreign: what the eye cannot use is left out.
"""

from __future__ import annotations

import base64
import logging
from dataclasses import asdict, dataclass, replace
from functools import lru_cache, partial
from typing import Annotated

import numpy as np

from device.cameras.lenses import lens_of
from device.cameras.pictures import ALIKE, Size, packed, scaled, size_of, wider
from device.follow.camera_advice import closeness
from device.follow.plans import plan_of
from engine.board import Layout
from engine.messages import Message
from engine.record import NEEDED, Form, read, write
from vision import Frame
from vision.board import CornerError, Plan, Pose, checked, refined
from vision.board.empty import EmptyBoard
from vision.board.learnt import Learnt
from vision.board.placing.markers import Found
from vision.board.placing.plan import Points
from vision.board.placing.pose import UNIT
from vision.pictures import frame_of
from web.house.settings import (
    MOST_PICTURE,
    BoardPlacement,
    EarlierPlacement,
    HouseSettings,
    Settings,
    earlier,
)
from web.ports import Corner, NoBoardError, PiecesLine, Placement

log = logging.getLogger(__name__)

_SIDE_PX = 24
"""A piece is kept so wide in the picture of the board; what is larger is made smaller."""
_MOST_BYTES = 40_000
"""Of that picture, as JPEG."""


_SAME = 2e-4
"""Corners that lie apart by less, in parts of the picture, are the same: a form has two digits of percent."""


_REACH = 0.025
"""So far from where a person set them, in parts of the picture's longer side, edges are looked for."""

_NEW_PLACE = 0.1
"""Markers that enclose the kept field to so many pieces offer nothing new."""

_JPEG = Form(
    lambda raw: base64.b64encode(raw).decode("ascii"),
    partial(base64.b64decode, validate=True),
    "a picture in base64",
    {"type": "string", "maxLength": MOST_PICTURE},
)


@dataclass(frozen=True, slots=True)
class KeptBoard(BoardPlacement):
    """How one kind of board was set up."""

    learnt: Annotated[Learnt | None, NEEDED] = None
    picture: Annotated[bytes, _JPEG, NEEDED] = b""

    def fits(self, size: tuple[int, int]) -> bool:
        """True if pictures of this size have the shape of those at the set-up."""
        return abs(wider(size, self.size)) < ALIKE

    @property
    def back(self) -> EarlierPlacement | None:
        """Where it lay before, in pictures of the same shape; None if it was never set up so."""
        before = self.before
        return before if before is not None and self.fits(before.size) else None

    def instead_of(self, old: KeptBoard) -> KeptBoard:
        """Return the same, with another set-up as the one before, if it lay otherwise."""
        same = (self.quarters, self.bar, self.lens) == (old.quarters, old.bar, old.lens)
        if same and self.fits(old.size) and np.abs(np.subtract(self.corners, old.corners)).max() < _SAME:
            return self
        # In a picture that was taken since it lies where it lies now, whichever corners are right.
        shown = old.shown if old.picture == self.picture else old.corners
        return replace(self, before=replace(earlier(EarlierPlacement, old), shown=shown))

    def taken_back(self) -> KeptBoard:
        """Return the set-up with the corners of before, which makes the present ones those of before."""
        if self.before is None:
            return self
        back = replace(self, **asdict(self.before), before=earlier(EarlierPlacement, self))
        return back if self.picture else replace(back, shown=())

    def seen(self, frame: Frame, pose: Pose, *, is_empty: bool = False) -> KeptBoard:
        """Return the same with another picture of the board, of which the pose is."""
        small = scaled(frame, _SIDE_PX / max(1.0, pose.piece_px(0.5, 0.5)))
        jpeg = packed(small, quality=75, most_bytes=_MOST_BYTES)
        before = None if self.before is None else replace(self.before, shown=self.before.corners)
        if len(jpeg) > _MOST_BYTES:
            return replace(self, picture=b"", shown=(), is_empty=False, before=before)
        return replace(self, picture=jpeg, shown=self.corners, is_empty=is_empty, before=before)

    def frame(self) -> Frame | None:
        """Return the picture, shape (height, width, 3), uint8, BGR; None where there is none to be read."""
        return frame_of(self.picture)


def kept_board(settings: Settings, name: str) -> KeptBoard | None:
    """Return how a board was set up; None if it was not, or what is kept cannot be used."""
    saved = settings.boards.get(name)
    if saved is None:
        return None
    try:
        return read(KeptBoard, saved)
    except ValueError as error:
        log.warning("how the board %s was set up cannot be read: %s; set its corners anew", name, error)
        return None


def keep_board(settings: HouseSettings, name: str, board: KeptBoard | None) -> None:
    """Remember how a board is set up; None forgets it.

    Raises:
        RecordError: If it cannot be written.
    """
    others = {key: saved for key, saved in settings.get().boards.items() if key != name}
    settings.set(boards=others if board is None else others | {name: write(board)})


def pixels_of(corners: tuple[Corner, ...], size: tuple[int, int]) -> Points:
    """Return parts of a picture as its pixels, shape (n, 2)."""
    return np.array(corners, np.float64) * size - 0.5


def parts_of(pixels: Points, size: tuple[int, int]) -> tuple[Corner, ...]:
    """Return pixels as parts of the picture; what `pixels_of` undoes."""
    return tuple((float(x), float(y)) for x, y in (pixels + 0.5) / size)


@lru_cache(maxsize=8)
def plan_for(layout: Layout, quarters: int, bar: float) -> Plan:
    """Return the plan of a board as it lies in the picture, without trays beside it."""
    return plan_of(layout, bar_columns=bar, trays=False).turned(quarters)


def plan_laid(layout: Layout, laid: Placement | KeptBoard) -> Plan:
    """Return the plan of a board that lies so."""
    return plan_for(layout, laid.quarters, laid.bar)


@lru_cache(maxsize=16)
def posed(plan: Plan, corners: tuple[Corner, ...], size: Size, lens: str = "") -> Pose:
    """Return where the camera is if the corners lie at parts of a picture that a lens has taken.

    Raises:
        CornerError: If no camera above the board sees these corners.
    """
    points = checked(pixels_of(corners, size), size=size)
    return Pose.of_corners(points, plan, size=size, lens=lens_of(lens))


@lru_cache(maxsize=4)
def empty_board(plan: Plan, kept: KeptBoard) -> EmptyBoard | None:
    """Return the board as somebody has shown it without pieces; None where nobody has."""
    frame = kept.frame() if kept.is_empty else None
    if frame is None:
        return None
    try:
        return EmptyBoard(frame, posed(plan, kept.shown, size_of(frame), kept.lens))
    except CornerError:
        return None


def posed_or_refused(layout: Layout, laid: Placement, size: Size) -> Pose:
    """Return where the camera is.

    Raises:
        NoBoardError: If the corners cannot be; says why and what would help.
    """
    try:
        return posed(plan_laid(layout, laid), laid.corners, size, laid.lens)
    except CornerError as error:
        raise NoBoardError(Message(error.doubt.template, error.doubt.fields)) from error


def near_enough(pose: Pose) -> None:
    """Look whether pieces are seen large enough to be told.

    Raises:
        NoBoardError: If not; says what would help.
    """
    advice = closeness(pose).advice
    if advice is not None:
        raise NoBoardError("the board is not kept so: {advice}", advice=advice)


def pieces_line(pose: Pose) -> PiecesLine:
    """Tell how large the pieces are seen."""
    told = closeness(pose)
    return PiecesLine(told.pixels, told.advice)


def drawn_to_edges(frame: Frame, corners: tuple[Corner, ...]) -> tuple[tuple[Corner, ...], float]:
    """Draw corners to edges near them; also tells which part of the sides was seen.

    Raises:
        NoBoardError: If the corners cannot be.
    """
    size = size_of(frame)
    try:
        points = checked(pixels_of(corners, size), size=size)
    except CornerError as error:
        raise NoBoardError(Message(error.doubt.template, error.doubt.fields)) from error
    found, part = refined(frame, points, reach_px=_REACH * max(size))
    inside = tuple((min(1.0, max(0.0, x)), min(1.0, max(0.0, y))) for x, y in parts_of(found, size))
    return inside, part


def laid_by_markers(found: Found, size: Size, *, bar: float) -> Placement | None:
    """Return how the board lies that four markers enclose; None unless all four are seen.

    The first marker lies at the upper left corner as the south player sees the board, so that they tell the
    quarter turn as well.
    """
    corners = found.field()
    if corners is None:
        return None
    first = int(np.argmin(corners.sum(axis=1)))  # nearest to the upper left of the picture
    return Placement(parts_of(np.roll(corners, -first, axis=0), size), -first % 4, bar)


def is_news(laid: Placement, kept: KeptBoard | None, pose: Pose | None) -> bool:
    """True if a board that lies so lies otherwise than the one that is kept."""
    if kept is None or pose is None or laid.quarters != kept.quarters:
        return True
    apart = pose.lies(pixels_of(laid.corners, pose.size)) - UNIT
    return float(np.linalg.norm(pose.plan.in_pieces(apart), axis=1).max()) > _NEW_PLACE
