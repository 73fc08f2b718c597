"""Round pieces on a straightened board: how much the picture looks like one around every pixel."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from vision.board.learnt import Colour
from vision.reading import Frame

Map = npt.NDArray[np.float32]
"""Shape (height, width), one number for each pixel of the straightened board."""

ANGLES = 24
"""Places around a ring at which its edge is looked for."""
CLEAR = 16.0
"""Step of lightness or colour from pixel to pixel, 0 to 255, from which an edge is as clear as any."""
LIGHT, HUE = 22.0, 9.0
"""How far lightness and colour of a piece's pixels go from where it was tapped: standard deviations."""


def colours_of(board: Frame) -> Map:
    """Return lightness and colours (Lab, 0 to 255) as floats, shape (height, width, 3)."""
    return np.asarray(cv2.cvtColor(board, cv2.COLOR_BGR2LAB), np.float32)


class Edges:
    """The edges of a straightened board, which way each goes, for rings of any size."""

    def __init__(self, lab: Map, *, clear: float = CLEAR, wide: bool = True) -> None:
        """Measure the steps of lightness and colours.

        Args:
            lab: Shape (height, width, 3), as `colours_of` gives it. Not modified.
            clear: Step from which an edge is as clear as any.
            wide: Whether an edge a pixel further in or out counts as well, as pieces are not all alike.
        """
        smooth = cv2.GaussianBlur(lab, (0, 0), 0.8)
        # Of the three, the one that steps most at each pixel, since two of them seldom step differently.
        across = down = most = np.zeros(lab.shape[:2], np.float32)
        for one, other in zip(
            cv2.split(cv2.Sobel(smooth, cv2.CV_32F, 1, 0)),
            cv2.split(cv2.Sobel(smooth, cv2.CV_32F, 0, 1)),
            strict=True,
        ):
            steep = one * one + other * other
            more = steep > most
            most = np.maximum(steep, most)
            across, down = np.where(more, one / 8, across), np.where(more, other / 8, down)
        self._steps = []
        for n in range(ANGLES // 2):
            turn = 2 * np.pi * n / ANGLES
            step = np.abs(np.cos(turn) * across + np.sin(turn) * down)
            step = np.minimum(step / clear, 1.0)
            self._steps.append(cv2.dilate(step, np.ones((3, 3), np.uint8)) if wide else step)

    def rings(self, radius_px: float) -> Map:
        """Return how much of a ring of that radius is an edge around each pixel, 0 to 1."""
        height, width = self._steps[0].shape
        total = np.zeros((height, width), np.float32)
        for n in range(ANGLES):
            turn = 2 * np.pi * n / ANGLES
            x, y = round(radius_px * np.cos(turn)), round(radius_px * np.sin(turn))
            step = self._steps[n % (ANGLES // 2)]
            rows, columns = slice(max(0, -y), height - max(0, y)), slice(max(0, -x), width - max(0, x))
            there = step[max(0, y) : height - max(0, -y), max(0, x) : width - max(0, -x)]
            total[rows, columns] += there
        return np.asarray(total / ANGLES, np.float32)


def likeness(lab: Map, colours: Sequence[Colour]) -> Map:
    """Return how much each pixel is of one of some colours, 0 to 1."""
    best = np.full(lab.shape[:2], np.inf, np.float32)
    for light, red, yellow in colours:
        far = ((lab[..., 0] - light) / LIGHT) ** 2
        far += ((lab[..., 1] - red) ** 2 + (lab[..., 2] - yellow) ** 2) / HUE**2
        best = np.minimum(best, far)
    return np.asarray(np.exp(-0.5 * best), np.float32)


def over_disc(values: Map, radius_px: float) -> Map:
    """Return the mean over a disc around each pixel, from a copy of half the size."""
    height, width = values.shape
    half = cv2.resize(values, (width // 2, height // 2), interpolation=cv2.INTER_AREA)
    reach = int(np.ceil(radius_px / 2))
    y, x = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    disc = (x**2 + y**2 <= (radius_px / 2) ** 2).astype(np.float32)
    mean = cv2.filter2D(half, -1, disc / disc.sum())
    return np.asarray(cv2.resize(mean, (width, height), interpolation=cv2.INTER_LINEAR), np.float32)
