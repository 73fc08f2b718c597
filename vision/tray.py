"""Where things are thrown: a four-sided field, found from a picture of it empty or set by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.reading import Frame, VisionError, check_frame

Corner = tuple[float, float]
"""x and y, each as a part of the picture's width and height, 0 to 1."""

_SMALLEST = 0.10
"""Smallest part of the picture that is taken for a tray."""


class TrayError(VisionError, ValueError):
    """The corners do not make a four-sided field."""


@dataclass(frozen=True, slots=True)
class Tray:
    """The four corners inside which things are thrown.

    Corners are parts of width and height, so that a tray found in a small picture fits a large one.
    """

    corners: tuple[Corner, Corner, Corner, Corner]
    """Clockwise as seen in the picture, the first one nearest to its upper left."""

    @classmethod
    def from_corners(
        cls, corners: Sequence[Sequence[float]], *, width: float = 1.0, height: float = 1.0
    ) -> Tray:
        """Make a tray of four corners set by hand.

        Args:
            corners: Four pairs of x and y, in any order around the tray.
            width: Width of the picture in which they were set, in the unit of the corners; 1 if they are
                parts already.
            height: Its height.

        Raises:
            TrayError: If there are not four corners inside the picture, or they do not span a convex field of
                at least 2 % of it.
        """
        try:
            points = np.array([[float(x) / width, float(y) / height] for x, y in corners], np.float64)
        except (TypeError, ValueError, ZeroDivisionError) as error:
            raise TrayError(f"corners must be four pairs of numbers, not {corners!r}") from error
        if points.shape != (4, 2) or not np.isfinite(points).all():
            raise TrayError(f"a tray has four corners, each x and y, not {corners!r}")
        if points.min() < -0.001 or points.max() > 1.001:
            raise TrayError(f"a corner of {corners!r} lies outside the picture of {width:g} x {height:g}")
        points = _clockwise(points.clip(0, 1))
        area = cv2.contourArea(points.astype(np.float32))
        if not cv2.isContourConvex((points * 10000).astype(np.int32)) or area < 0.02:
            raise TrayError(f"the corners {corners!r} do not make a four-sided field: set one at each corner")
        first, second, third, fourth = ((float(x), float(y)) for x, y in points)
        return cls((first, second, third, fourth))

    @classmethod
    def find(cls, empty: Frame) -> Tray | None:
        """Find the rim in a picture of the empty tray.

        Args:
            empty: The tray with nothing in it, shape (height, width, 3), uint8, BGR. Not modified.

        Returns:
            The largest four-sided field with a rim around it, or None if the picture shows none; then the
            whole picture is the tray, or a person sets the corners.

        Raises:
            FrameError: If the picture has another shape or dtype.
        """
        check_frame(empty)
        height, width = empty.shape[:2]
        scale = 480 / max(height, width)
        small = cv2.resize(empty, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        small = cv2.bilateralFilter(small, 7, 40, 7)
        best: npt.NDArray[np.float64] | None = None
        best_area = _SMALLEST
        for channel in cv2.split(cv2.cvtColor(small, cv2.COLOR_BGR2LAB)):
            for low in (20, 45, 90):
                edges = cv2.dilate(cv2.Canny(channel, low, 2.5 * low), np.ones((3, 3), np.uint8))
                contours, _ = cv2.findContours(edges, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
                for contour in contours:
                    points = _quadrilateral(contour, small.shape[1], small.shape[0])
                    if points is None:
                        continue
                    area = cv2.contourArea(points.astype(np.float32))
                    if best_area < area < 0.97:
                        best, best_area = points, area
        return None if best is None else cls.from_corners(best.tolist())

    def mask(self, width: int, height: int) -> npt.NDArray[np.uint8]:
        """Draw the tray for a picture of this size: (height, width), uint8, 255 inside and 0 outside."""
        drawn = np.zeros((height, width), np.uint8)
        points = np.array(self.corners) * (width, height)
        cv2.fillConvexPoly(drawn, points.round().astype(np.int32), 255)
        return drawn

    def contains(self, x: float, y: float, *, width: int, height: int) -> bool:
        """Say whether the pixel x, y of a picture of this size lies inside."""
        points = (np.array(self.corners) * (width, height)).astype(np.float32)
        return cv2.pointPolygonTest(points, (float(x), float(y)), False) >= 0

    def to_dict(self) -> dict[str, list[list[float]]]:
        """Give the tray as plain lists, for a settings file."""
        return {"corners": [[x, y] for x, y in self.corners]}

    @classmethod
    def from_dict(cls, saved: Mapping[str, object]) -> Tray:
        """Make the tray that `to_dict` gave.

        Raises:
            TrayError: If the corners are missing or wrong.
        """
        corners = saved.get("corners")
        if not isinstance(corners, Sequence) or isinstance(corners, str):
            raise TrayError(
                f"a saved tray has the key 'corners' with four pairs of numbers, not {dict(saved)!r}"
            )
        return cls.from_corners(corners)


def _clockwise(points: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    centre = points.mean(axis=0)
    around = np.arctan2(points[:, 1] - centre[1], points[:, 0] - centre[0])
    ordered = points[np.argsort(around)]
    return np.roll(ordered, -int(ordered.sum(axis=1).argmin()), axis=0)


def _quadrilateral(
    contour: npt.NDArray[np.generic], width: int, height: int
) -> npt.NDArray[np.float64] | None:
    """Give the four corners of a contour that is nearly a convex quadrilateral, as parts; else None."""
    hull = cv2.convexHull(np.asarray(contour, np.int32))
    hull_area = cv2.contourArea(hull)
    if hull_area < _SMALLEST * width * height:
        return None
    for part in (0.02, 0.04, 0.07):
        rough = cv2.approxPolyDP(hull, part * cv2.arcLength(hull, True), True)
        if len(rough) == 4 and cv2.contourArea(rough) > 0.88 * hull_area:
            return (rough.reshape(4, 2) / (width, height)).clip(0, 1).astype(np.float64)
    return None
