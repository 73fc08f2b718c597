"""What a patch of the picture shows: a face of a die, a side of a shell, or neither."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from vision.find import MODELS, Spot
from vision.reading import DIE_FACES, SHELL_FACES, Face, Frame

CLASSES: tuple[Face | None, ...] = (*DIE_FACES, *SHELL_FACES, None)
"""The columns of the probabilities; None is neither die nor shell."""

_SIDE_PX = 48
_MARGIN = 1.6
"""Side of the patch in sizes of the spot."""


class Faces:
    """Tells faces with a network, loaded once."""

    def __init__(self, model: Path = MODELS / "faces.onnx") -> None:
        self._net = cv2.dnn.readNetFromONNX(str(model))

    def tell(self, frame: Frame, spots: Sequence[Spot]) -> npt.NDArray[np.float32]:
        """Give the probability of each of `CLASSES` for each spot, shape (spots, 9).

        Each spot is looked at twice: a little nearer, and a little farther and mirrored.

        Args:
            frame: Shape (height, width, 3), uint8, BGR. Not modified.
            spots: Where to look.
        """
        if not spots:
            return np.zeros((0, len(CLASSES)), np.float32)
        scales = Pyramid(frame)
        patches = []
        for spot in spots:
            for margin, mirror in ((0.94 * _MARGIN, 1), (1.06 * _MARGIN, -1)):
                patch = scales.cut(spot, pixels=_SIDE_PX, margin=margin).astype(np.float32)
                patches.append(((patch - patch.mean()) / (patch.std() + 4.0))[:, ::mirror])
        self._net.setInput(np.ascontiguousarray(np.stack(patches).transpose(0, 3, 1, 2)))
        told = np.asarray(self._net.forward(), np.float32)
        return np.asarray(told.reshape(len(spots), 2, len(CLASSES)).mean(axis=1), np.float32)


class Pyramid:
    """A frame in halving sizes, so that a small patch of a large die keeps all its pips."""

    def __init__(self, frame: Frame) -> None:
        self._levels = [frame]

    def cut(self, spot: Spot, *, pixels: int, margin: float) -> Frame:
        """Cut a square around a spot, brought to one size; outside the frame its edge is repeated.

        Args:
            spot: Where to cut.
            pixels: Side of the result.
            margin: Side of the cut square, in sizes of the spot.

        Returns:
            A picture of shape (pixels, pixels, 3), uint8, BGR.
        """
        scale = pixels / max(2.0, spot.size * margin)
        level, x, y = 0, spot.x, spot.y
        while scale < 0.5 and min(self._levels[level].shape[:2]) > 2:
            level, scale, x, y = level + 1, scale * 2, x / 2, y / 2
            if level == len(self._levels):
                half = cv2.resize(self._levels[-1], None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
                self._levels.append(np.asarray(half, np.uint8))
        move = np.array([[scale, 0, pixels / 2 - scale * x], [0, scale, pixels / 2 - scale * y]])
        patch = cv2.warpAffine(
            self._levels[level],
            move,
            (pixels, pixels),
            flags=cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        )
        return np.asarray(patch, np.uint8)
