"""How a board was set up, as it is kept in the settings: where it lies, its colours, what it looked like.

One set-up is kept for each kind of board, by the name of its layout, so that an evening of Pachisi does not
take away what was learnt for backgammon. What is read back is foreign: `web.house.settings` lets only
known fields of the right types and sizes through, and what the eye cannot use is left out here.
"""

from __future__ import annotations

import base64
import binascii
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np

from device.cameras.lenses import lens_of
from device.cameras.pictures import ALIKE, packed, wider
from device.follow.plans import WIDEST_BAR
from vision import Frame
from vision.board import BoardError, Plan, Pose
from vision.board.learnt import Learnt
from vision.board.placing.plan import Points
from vision.pictures import frame_of
from web.house.settings import HouseSettings, Settings

log = logging.getLogger(__name__)

Corner = tuple[float, float]
"""x and y, each as a part of the picture's width and height."""

_SIDE_PX = 24
"""A piece is kept so wide in the picture of the board; what is larger is made smaller."""
_MOST_BYTES = 40_000
"""Of that picture, as JPEG."""


_SAME = 2e-4
"""Corners that lie apart by less, in parts of the picture, are the same: a form has two digits of percent."""


@dataclass(frozen=True, slots=True)
class LaidBefore:
    """Where a board was set up to lie before it was set up as it is now."""

    corners: tuple[Corner, ...]
    quarters: int
    bar: float
    lens: str
    size: tuple[int, int]
    shown: tuple[Corner, ...]
    """Where its corners then lie in the picture that is kept now."""

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain lists, texts and numbers."""
        return {
            "corners": _written(self.corners),
            "quarters": self.quarters,
            "bar": round(self.bar, 3),
            "lens": self.lens,
            "size": list(self.size),
            "shown": _written(self.shown),
        }

    @classmethod
    def from_dict(cls, saved: Mapping[str, Any]) -> LaidBefore:
        """Make what `to_dict` gave and the settings let through.

        Raises:
            ValueError: If the bar is none.
        """
        width, height = saved["size"]
        return cls(
            _read(saved["corners"]),
            saved["quarters"],
            _bar(saved["bar"]),
            saved["lens"],
            (width, height),
            _read(saved["shown"]),
        )


@dataclass(frozen=True, slots=True)
class KeptBoard:
    """How one kind of board was set up."""

    corners: tuple[Corner, ...]
    """Four, clockwise, the first at the upper left of the picture."""
    quarters: int = 0
    """How often the board is turned clockwise by a quarter; 0 has the south player at the lower edge."""
    bar: float = 1.0
    """Width of the bar in columns, where the board has one."""
    size: tuple[int, int] = (4, 3)
    """Width and height of the camera's pictures then, in pixels."""
    learnt: Learnt | None = None
    """The pieces; None before they were learnt."""
    picture: bytes = b""
    """What the board looked like, as JPEG, by which it is known again; empty where there is none."""
    shown: tuple[Corner, ...] = ()
    """Where its corners lie in that picture."""
    is_empty: bool = False
    """True if no piece stood on the board in that picture."""
    lens: str = ""
    """Which lens was chosen, by its name in `vision.board.LENSES`, or `lenses.UNKNOWN`; empty if none was."""
    before: LaidBefore | None = None
    """Where it lay before; None where it was set up once."""

    def fits(self, size: tuple[int, int]) -> bool:
        """True if pictures of this size have the shape of those at the set-up."""
        return abs(wider(size, self.size)) < ALIKE

    @property
    def back(self) -> LaidBefore | None:
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
        before = LaidBefore(old.corners, old.quarters, old.bar, old.lens, old.size, shown)
        return replace(self, before=before)

    def taken_back(self) -> KeptBoard:
        """Return the set-up with the corners of before, which makes the present ones those of before."""
        if self.before is None:
            return self
        old = self.before
        return replace(
            self,
            corners=old.corners,
            quarters=old.quarters,
            bar=old.bar,
            lens=old.lens,
            size=old.size,
            shown=old.shown if self.picture else (),
            before=LaidBefore(self.corners, self.quarters, self.bar, self.lens, self.size, self.shown),
        )

    def seen(self, frame: Frame, pose: Pose, *, is_empty: bool = False) -> KeptBoard:
        """Return the same with another picture of the board, of which the pose is."""
        part = min(1.0, _SIDE_PX / max(1.0, pose.piece_px(0.5, 0.5)))
        size = max(1, round(part * frame.shape[1])), max(1, round(part * frame.shape[0]))
        small = np.asarray(cv2.resize(frame, size, interpolation=cv2.INTER_AREA), np.uint8)
        jpeg = packed(small, quality=75, most_bytes=_MOST_BYTES)
        before = None if self.before is None else replace(self.before, shown=self.before.corners)
        if len(jpeg) > _MOST_BYTES:
            return replace(self, picture=b"", shown=(), is_empty=False, before=before)
        return replace(self, picture=jpeg, shown=self.corners, is_empty=is_empty, before=before)

    def frame(self) -> Frame | None:
        """Return the picture, shape (height, width, 3), uint8, BGR; None where there is none to be read."""
        return frame_of(self.picture)

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain lists, texts and numbers."""
        return {
            "corners": _written(self.corners),
            "quarters": self.quarters,
            "bar": round(self.bar, 3),
            "size": list(self.size),
            "learnt": None if self.learnt is None else self.learnt.to_dict(),
            "picture": base64.b64encode(self.picture).decode("ascii"),
            "shown": _written(self.shown),
            "is_empty": self.is_empty,
            "lens": self.lens,
            "before": None if self.before is None else self.before.to_dict(),
        }

    @classmethod
    def from_dict(cls, saved: Mapping[str, Any]) -> KeptBoard:
        """Make what `to_dict` gave and the settings let through.

        Raises:
            BoardError: If what was learnt of the pieces is nothing that can be.
            ValueError: If the picture is none, or the bar.
        """
        width, height = saved["size"]
        before = saved.get("before")
        try:
            picture = base64.b64decode(saved["picture"], validate=True)
        except binascii.Error as error:
            raise ValueError("the picture is none") from error
        return cls(
            _read(saved["corners"]),
            saved["quarters"],
            _bar(saved["bar"]),
            (width, height),
            None if saved["learnt"] is None else Learnt.from_dict(saved["learnt"]),
            picture,
            _read(saved["shown"]),
            saved["is_empty"],
            saved.get("lens", ""),
            None if before is None else LaidBefore.from_dict(before),
        )


def _written(corners: tuple[Corner, ...]) -> list[list[float]]:
    return [[round(part, 5) for part in corner] for corner in corners]


def _read(corners: Sequence[Sequence[float]]) -> tuple[Corner, ...]:
    return tuple((float(x), float(y)) for x, y in corners)


def _bar(saved: float) -> float:
    """Return the width of a bar.

    Raises:
        ValueError: If it is none.
    """
    if saved > WIDEST_BAR:
        raise ValueError(f"a bar is no {saved} columns wide")
    return float(saved)


def kept_board(settings: Settings, name: str) -> KeptBoard | None:
    """Return how a board was set up; None if it was not, or what is kept cannot be used."""
    saved = settings.boards.get(name)
    if saved is None:
        return None
    try:
        return KeptBoard.from_dict(saved)
    except (BoardError, ValueError) as error:
        log.warning("how the board %s was set up cannot be read: %s; set its corners anew", name, error)
        return None


def keep_board(settings: HouseSettings, name: str, board: KeptBoard | None) -> None:
    """Remember how a board is set up; None forgets it.

    Raises:
        RecordError: If it cannot be written.
    """
    others = {key: saved for key, saved in settings.get().boards.items() if key != name}
    settings.set(boards=others if board is None else others | {name: board.to_dict()})


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
