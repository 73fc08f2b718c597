"""What a patch of the picture shows: a face of a die, a side of a shell, or neither."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from vision.find import Spot
from vision.reading import DIE_FACES, SHELL_FACES, Face, Frame

CLASSES: tuple[Face | None, ...] = (*DIE_FACES, *SHELL_FACES, None)
"""The columns of the probabilities; None is neither die nor shell."""


class Faces:
    """Tells faces by their dark spots."""

    def tell(self, frame: Frame, spots: Sequence[Spot]) -> npt.NDArray[np.float32]:
        """Give the probability of each of `CLASSES` for each spot, shape (spots, 9)."""
        told = np.full((len(spots), len(CLASSES)), 0.01, np.float32)
        for row, spot in zip(told, spots, strict=True):
            patch = cv2.cvtColor(cut(frame, spot, pixels=96, margin=1.0), cv2.COLOR_BGR2GRAY)
            dark = cv2.adaptiveThreshold(
                patch, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, 31, 25
            )
            contours, _ = cv2.findContours(dark[8:-8, 8:-8], cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
            pips = 0
            slit = False
            for contour in contours:
                area = cv2.contourArea(contour)
                if area < 40:
                    continue
                _, sides, _ = cv2.minAreaRect(contour)
                slit |= max(sides) > 35 and max(sides) > 2.2 * min(sides)
                pips += max(sides) < 26 and max(sides) < 1.7 * min(sides)
            row[6 if slit else pips - 1 if 1 <= pips <= 6 else 7] = 0.92
        return told


def cut(frame: Frame, spot: Spot, *, pixels: int, margin: float) -> Frame:
    """Cut a square around a spot, brought to one size; outside the frame its edge is repeated.

    Args:
        frame: Shape (height, width, 3), uint8, BGR. Not modified.
        spot: Where to cut.
        pixels: Side of the result.
        margin: Side of the cut square, in sizes of the spot.
    """
    side = max(4.0, spot.size * margin)
    scale = pixels / side
    move = np.array([[scale, 0, pixels / 2 - scale * spot.x], [0, scale, pixels / 2 - scale * spot.y]])
    flags = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    patch = cv2.warpAffine(frame, move, (pixels, pixels), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(patch, np.uint8)
