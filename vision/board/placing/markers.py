"""Printed markers at the corners of a board, found with the calls of old and new versions of OpenCV.

Four markers of 30 mm, numbered from 0 at the upper left clockwise as the south player sees the board, each
laid so that one of its corners touches a corner of the playing field. Debian's OpenCV 4.6 has ArUco's old
calls, versions from 4.7 on the new ones, and pip's 4.6 has none at all: then the corners are set by hand, and
the box says so.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from vision.board.placing.plan import Points
from vision.reading import Doubt, Frame, check_frame

NUMBERS = (0, 1, 2, 3)
"""The markers, of ArUco's dictionary DICT_4X4_50."""

SIDE_MM = 30.0
"""Side of a printed marker's black square."""

LEAST_PX = 32.0
"""A marker that is seen smaller is not trusted: its corners are worth a pixel less than it takes."""

CORNERS_ONLY = Doubt("this OpenCV finds no printed markers: set the corners by hand")
"""Said where `Markers.can_find` is false."""


@dataclass(frozen=True, slots=True)
class Found:
    """Which markers are seen."""

    corners: Mapping[int, Points]
    """By number: its corners, clockwise from its own upper left, shape (4, 2), pixels."""
    doubts: tuple[Doubt, ...] = ()
    """What is wrong with others: too small, or seen twice. Those are left out."""

    def field(self) -> Points | None:
        """Return the corners of the field that four markers enclose, shape (4, 2): upper left clockwise.

        Each marker's corner that is nearest to the middle of all is the field's. None if not all four are
        seen.
        """
        if any(number not in self.corners for number in NUMBERS):
            return None
        middle = np.mean([self.corners[number].mean(axis=0) for number in NUMBERS], axis=0)
        nearest = [
            min(self.corners[number], key=lambda corner: float(np.linalg.norm(corner - middle)))
            for number in NUMBERS
        ]
        return np.array(nearest, np.float64)


class Markers:
    """Finds the four markers, with whichever calls this OpenCV has."""

    def __init__(self, cv: Any = cv2) -> None:
        """Look what OpenCV can.

        Args:
            cv: OpenCV; another in tests.
        """
        self._cv = cv
        aruco = getattr(cv, "aruco", None)
        self._find: Any = None
        if aruco is None:
            return
        if hasattr(aruco, "ArucoDetector"):  # 4.7 and later
            parameters = aruco.DetectorParameters()
            _prepare(parameters, aruco)
            dictionary = aruco.getPredefinedDictionary(aruco.DICT_4X4_50)
            self._find = aruco.ArucoDetector(dictionary, parameters).detectMarkers
        elif hasattr(aruco, "detectMarkers"):  # up to 4.6
            parameters = aruco.DetectorParameters_create()
            _prepare(parameters, aruco)
            dictionary = aruco.Dictionary_get(aruco.DICT_4X4_50)
            self._find = lambda grey: aruco.detectMarkers(grey, dictionary, parameters=parameters)

    @property
    def can_find(self) -> bool:
        """True if this OpenCV knows markers."""
        return self._find is not None

    def find(self, frame: Frame) -> Found:
        """Find the markers in a picture; none where OpenCV cannot.

        Args:
            frame: Shape (height, width, 3), uint8, BGR. Not modified.

        Raises:
            FrameError: If the frame has another shape or dtype.
        """
        check_frame(frame)
        if self._find is None:
            return Found({}, (CORNERS_ONLY,))
        corners, numbers, _ = self._find(self._cv.cvtColor(frame, self._cv.COLOR_BGR2GRAY))
        found: dict[int, Points] = {}
        doubts: list[Doubt] = []
        twice: set[int] = set()
        for number, four in zip([] if numbers is None else np.ravel(numbers), corners, strict=True):
            if number not in NUMBERS:
                continue
            points = np.asarray(four, np.float64).reshape(4, 2)
            sides = np.linalg.norm(np.roll(points, -1, axis=0) - points, axis=1)
            if sides.min() < LEAST_PX:
                fields = {"number": int(number), "pixels": round(float(sides.min())), "least": int(LEAST_PX)}
                doubts.append(
                    Doubt("marker {number} is {pixels} pixels wide and needs {least}: come nearer", fields)
                )
            elif int(number) in found:
                twice.add(int(number))
            else:
                found[int(number)] = points
        for number in sorted(twice):
            del found[number]
            doubts.append(
                Doubt(
                    "marker {number} is seen twice: cover or take away the other board’s", {"number": number}
                )
            )
        return Found(found, tuple(doubts))


def _prepare(parameters: Any, aruco: Any) -> None:
    """Ask for corners that are better than a pixel, and for markers as small as a picture may hold them."""
    parameters.cornerRefinementMethod = aruco.CORNER_REFINE_SUBPIX
    parameters.minMarkerPerimeterRate = 0.02
