"""A hand in its sleeve with its soft shadow, drawn over a picture of the pretend board."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from device.errors import CameraError
from device.pretend.parts import BOARDS, Eye, Grid, Point, bands
from engine.board import Side
from vision import Frame
from vision.pictures import unpack

_ARM = 700
"""Its arm is made so many pixels longer than it was traced."""
_TURNS: dict[Side, float] = {"bottom": 0.0, "right": 90.0, "top": 180.0, "left": -90.0}
"""By how many degrees the hand of the player at a side is turned anti-clockwise."""


@dataclass(frozen=True, slots=True)
class Reach:
    """Where a hand is."""

    tip: Point
    """Where its finger tips meet, centimetres from the middle of the board."""
    side: Side = "bottom"
    """From which side of the board it comes."""
    lean_deg: float = 0.0
    """By how much its arm comes more from the left than straight."""


class Hand:
    """Draws one hand."""

    def __init__(self, folder: Path = BOARDS / "hand") -> None:
        """Read its picture.

        Raises:
            CameraError: If the folder holds none.
        """
        try:
            told = json.loads((folder / "hand.json").read_text("utf-8"))
            colour = unpack((folder / "hand.jpg").read_bytes()).frame
            cover = unpack((folder / "hand.png").read_bytes(), how=cv2.IMREAD_GRAYSCALE).frame
            if colour.shape[:2] != cover.shape:
                raise ValueError("hand")
            self._tip = np.array(told["tip"], np.float32)
            self._scale = float(told["px_per_cm"])
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise CameraError("the pretend board {path} cannot be read", path=str(folder)) from error
        both = np.dstack([colour, cover])
        arm = np.repeat(both[-1:], _ARM, axis=0)
        self._image = np.asarray(np.concatenate([both, arm]), np.uint8)

    def drawn(self, picture: Frame, eye: Eye, reach: Reach, *, sleeve: Grid | None = None) -> Frame:
        """Return a picture with a hand over it.

        Args:
            picture: Shape (height, width, 3), uint8, BGR. Not modified.
            eye: The camera.
            reach: Where the hand is.
            sleeve: By what the colours of hand and sleeve are multiplied, blue, green, red; None for nothing.
        """
        x, y, z = reach.tip
        tip, beside = eye.seen([(x, y, z), (x + 1, y, z)])
        grow = float(np.linalg.norm(beside - tip)) / self._scale
        turn = np.deg2rad(_TURNS[reach.side] + reach.lean_deg)
        c, s = float(np.cos(turn)) * grow, float(np.sin(turn)) * grow
        matrix = np.array([[c, s, 0.0], [-s, c, 0.0]])
        matrix[:, 2] = tip - matrix[:, :2] @ self._tip
        high, wide = self._image.shape[:2]
        corners = np.array([(0, 0), (wide, 0), (wide, high), (0, high)]) @ matrix[:, :2].T + matrix[:, 2]
        left, top = np.maximum(np.floor(corners.min(0)), 0).astype(int)
        right, low = np.minimum(np.ceil(corners.max(0)) + 1, picture.shape[1::-1]).astype(int)
        if left >= right or top >= low:
            return picture
        matrix[:, 2] -= (left, top)
        seen = cv2.warpAffine(
            self._image, matrix, (int(right - left), int(low - top)), flags=cv2.INTER_LINEAR
        )
        made = picture.copy()
        covered = made[top:low, left:right]
        for band in bands(len(covered)):
            hand = seen[band]
            part = covered[band].astype(np.float32)
            colour = hand[..., :3] if sleeve is None else np.minimum(hand[..., :3] * sleeve, 255)
            part *= 1 - hand[..., 3:] / np.float32(255)
            covered[band] = cv2.convertScaleAbs(part + colour)
        return made
