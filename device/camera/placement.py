"""How a board was set up, as it is kept in the settings: where it lies, its colours, what it looked like.

One set-up is kept for each kind of board, by the name of its layout, so that an evening of Pachisi does not
take away what was learnt for backgammon. What is read back is foreign: what the eye cannot use is left out.
"""

from __future__ import annotations

import base64
import logging
from dataclasses import asdict, dataclass, replace
from functools import partial
from typing import Annotated

import numpy as np

from device.cameras.lenses import lens_of
from device.cameras.pictures import ALIKE, packed, scaled, wider
from engine.record import NEEDED, Form, read, write
from vision import Frame
from vision.board import Plan, Pose
from vision.board.learnt import Learnt
from vision.board.placing.plan import Points
from vision.pictures import frame_of
from web.house.settings import (
    MOST_PICTURE,
    BoardPlacement,
    EarlierPlacement,
    HouseSettings,
    Settings,
    earlier,
)

log = logging.getLogger(__name__)

Corner = tuple[float, float]
"""x and y, each as a part of the picture's width and height."""

_SIDE_PX = 24
"""A piece is kept so wide in the picture of the board; what is larger is made smaller."""
_MOST_BYTES = 40_000
"""Of that picture, as JPEG."""


_SAME = 2e-4
"""Corners that lie apart by less, in parts of the picture, are the same: a form has two digits of percent."""


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


def pose_in(frame: Frame, corners: tuple[Corner, ...], plan: Plan, lens: str = "") -> Pose:
    """Return the pose of a board whose corners lie at parts of a picture that a lens has taken.

    Raises:
        CornerError: If no camera above the board sees these corners.
    """
    size = frame.shape[1], frame.shape[0]
    return Pose.of_corners(pixels_of(corners, size), plan, size=size, lens=lens_of(lens))
