"""Lines that are seen on any ground, and colours that nobody mistakes: what every overlay is drawn with."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from vision.reading import Frame

Colour = tuple[int, int, int]
Points = npt.NDArray[np.float64]
BLUE, ORANGE, WHITE, YELLOW = (178, 114, 0), (0, 94, 213), (255, 255, 255), (66, 228, 240)
"""Colours that are told apart with every common colour blindness. Source: Okabe and Ito, Color Universal
Design, jfly.uni-koeln.de/color, 2008. In the order blue, green, red."""
BLACK = (0, 0, 0)


def stroke(drawn: Frame, points: Points, colour: Colour, thick: int, *, closed: bool) -> None:
    """Draw a line with a black outer and a white inner edge."""
    line = [(points * 8).round().astype(np.int32).reshape(-1, 1, 2)]
    for ink, wide in ((BLACK, 2 * thick + 4), (WHITE, 2 * thick + 2), (colour, max(2, 2 * thick - 1))):
        cv2.polylines(drawn, line, closed, ink, wide, cv2.LINE_AA, 3)


def dashes(drawn: Frame, corners: Points, thick: int) -> None:
    """Draw each side of a polygon with a gap around its corners."""
    for start, end in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        side = np.array([start + 0.2 * (end - start), end - 0.2 * (end - start)])
        whole = [(side * 8).round().astype(np.int32).reshape(-1, 1, 2)]
        cv2.polylines(drawn, whole, False, BLACK, 2 * thick + 4, cv2.LINE_AA, 3)
        cv2.polylines(drawn, whole, False, YELLOW, max(2, 2 * thick - 1), cv2.LINE_AA, 3)


def circle(centre: tuple[float, float], radius: float, *, points: int = 96, turn: float = 0.0) -> Points:
    """Return points around a circle, shape (points, 2)."""
    angles = np.linspace(0, 2 * np.pi, points, endpoint=False) + turn
    return np.asarray(np.stack([np.cos(angles), np.sin(angles)], axis=1) * radius + centre, np.float64)
