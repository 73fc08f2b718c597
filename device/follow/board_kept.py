"""How a board was set up, as it is kept in the settings: where it lies, its colours, what it looked like.

One set-up is kept for each kind of board, by the name of its layout, so that an evening of Pachisi does not
take away what was learnt for backgammon. What is read back is foreign: `device.store.settings` lets only
known fields of the right types and sizes through, and what the eye cannot use is left out here.
"""

from __future__ import annotations

import base64
import binascii
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Protocol

import cv2
import numpy as np

from device.cameras.pictures import packed
from device.follow.plans import WIDEST_BAR
from vision import Frame
from vision.board import BoardError, Plan, Pose
from vision.board.learnt import Learnt
from vision.board.plan import Points

log = logging.getLogger(__name__)

Corner = tuple[float, float]
"""x and y, each as a part of the picture's width and height."""

_SIDE_PX = 24
"""A piece is kept so wide in the picture of the board; what is larger is made smaller."""
_MOST_BYTES = 40_000
"""Of that picture, as JPEG."""
_ALIKE = 0.01
"""Pictures whose proportions differ by less, as a part, are of one shape."""


class KeptSettings(Protocol):
    """Where set-ups are kept; the house's settings are."""

    def get(self) -> Mapping[str, Any]:
        """Return all settings."""

    def set(self, changes: Mapping[str, Any]) -> object:
        """Change some of them, for good."""

    def listen(self, changed: Callable[[], None]) -> Callable[[], None]:
        """Call `changed` after every change; returns how to stop."""


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

    def fits(self, size: tuple[int, int]) -> bool:
        """True if pictures of this size have the shape of those at the set-up."""
        return abs(self.size[0] * size[1] / (self.size[1] * size[0]) - 1) < _ALIKE

    def seen(self, frame: Frame, pose: Pose, *, is_empty: bool = False) -> KeptBoard:
        """Return the same with another picture of the board, of which the pose is."""
        part = min(1.0, _SIDE_PX / max(1.0, pose.piece_px(0.5, 0.5)))
        size = max(1, round(part * frame.shape[1])), max(1, round(part * frame.shape[0]))
        small = np.asarray(cv2.resize(frame, size, interpolation=cv2.INTER_AREA), np.uint8)
        jpeg = packed(small, quality=75, most_bytes=_MOST_BYTES)
        if len(jpeg) > _MOST_BYTES:
            return replace(self, picture=b"", shown=(), is_empty=False)
        return replace(self, picture=jpeg, shown=self.corners, is_empty=is_empty)

    def frame(self) -> Frame | None:
        """Return the picture, shape (height, width, 3), uint8, BGR; None where there is none to be read."""
        if not self.picture:
            return None
        found = cv2.imdecode(np.frombuffer(self.picture, np.uint8), cv2.IMREAD_COLOR)
        return None if found is None else np.asarray(found, np.uint8)

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain lists, texts and numbers."""
        return {
            "corners": [[round(part, 5) for part in corner] for corner in self.corners],
            "quarters": self.quarters,
            "bar": round(self.bar, 3),
            "size": list(self.size),
            "learnt": None if self.learnt is None else self.learnt.to_dict(),
            "picture": base64.b64encode(self.picture).decode("ascii"),
            "shown": [[round(part, 5) for part in corner] for corner in self.shown],
            "is_empty": self.is_empty,
        }

    @classmethod
    def from_dict(cls, saved: Mapping[str, Any]) -> KeptBoard:
        """Make what `to_dict` gave and the settings let through.

        Raises:
            BoardError: If what was learnt of the pieces is nothing that can be.
            ValueError: If the picture is none, or the bar.
        """
        width, height = saved["size"]
        if saved["bar"] > WIDEST_BAR:
            raise ValueError(f"a bar is no {saved['bar']} columns wide")
        try:
            picture = base64.b64decode(saved["picture"], validate=True)
        except binascii.Error as error:
            raise ValueError("the picture is none") from error
        return cls(
            tuple((float(x), float(y)) for x, y in saved["corners"]),
            saved["quarters"],
            float(saved["bar"]),
            (width, height),
            None if saved["learnt"] is None else Learnt.from_dict(saved["learnt"]),
            picture,
            tuple((float(x), float(y)) for x, y in saved["shown"]),
            saved["is_empty"],
        )


def kept_board(settings: Mapping[str, Any], name: str) -> KeptBoard | None:
    """Return how a board was set up; None if it was not, or what is kept cannot be used."""
    saved = settings["boards"].get(name)
    if saved is None:
        return None
    try:
        return KeptBoard.from_dict(saved)
    except (BoardError, ValueError) as error:
        log.warning("how the board %s was set up cannot be read: %s; set its corners anew", name, error)
        return None


def keep_board(settings: KeptSettings, name: str, board: KeptBoard | None) -> None:
    """Remember how a board is set up; None forgets it.

    Raises:
        RecordError: If it cannot be written.
    """
    others = {key: saved for key, saved in settings.get()["boards"].items() if key != name}
    settings.set({"boards": others if board is None else others | {name: board.to_dict()}})


def pixels_of(corners: tuple[Corner, ...], size: tuple[int, int]) -> Points:
    """Return parts of a picture as its pixels, shape (n, 2)."""
    return np.array(corners, np.float64) * size - 0.5


def parts_of(pixels: Points, size: tuple[int, int]) -> tuple[Corner, ...]:
    """Return pixels as parts of the picture; what `pixels_of` undoes."""
    return tuple((float(x), float(y)) for x, y in (pixels + 0.5) / size)


def pose_in(frame: Frame, corners: tuple[Corner, ...], plan: Plan) -> Pose:
    """Return the pose of a board whose corners lie at parts of a picture.

    Raises:
        CornerError: If no camera above the board sees these corners.
    """
    size = frame.shape[1], frame.shape[0]
    return Pose.of_corners(pixels_of(corners, size), plan, size=size)
