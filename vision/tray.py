"""Where things are thrown: a four-cornered or oval field, found in pictures of it empty or set by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, Literal

import cv2
import numpy as np
import numpy.typing as npt

from vision.reading import Frame, VisionError, check_frame

Corner = tuple[float, float]
"""x and y, each as a part of the picture's width and height, 0 to 1."""

Shape = Literal["four-cornered", "oval"]
"""An oval, a round tray too, is the ellipse that touches the middles of the four sides."""

_SMALLEST = 0.10
"""Smallest part of the picture that is taken for a tray."""
_LARGEST = 0.97
"""What fills more of the picture than this is its own edge."""
_TRUSTED = 0.6
"""Smallest part of the outline along which a rim must be seen."""
_AS_GOOD = 0.1
"""Rims whose trust differs by less are seen equally well: the outer one is the tray's."""
_SURE = 0.8
"""From this trust on a found tray is taken without asking: above 0.85 for trays with a rim, under 0.7 where
carpets and cloths look like one (the film's tray, composed trays and photographs, 21 November 2026)."""
_LEAST = 0.02
"""Smallest part of the picture that corners set by hand may span."""
_REACH = 0.25
"""So far, in parts of the picture, the corners around an oval may lie outside of it."""
_STEP = 10.0
"""Difference of lightness or colour, 0 to 255, across the outline that is a rim."""
_LOOKS = 64
"""At so many places along the outline the look of the rim is kept."""
_ALIKE = 0.35
"""Smallest correlation with the kept look for which the tray is where it was; above 0.9 for the same tray in
other light, under 0.3 when the camera was turned (composed trays, 21 November 2026)."""


class TrayError(VisionError, ValueError):
    """The corners do not make a four-sided field."""


@dataclass(frozen=True, slots=True)
class Tray:
    """The field inside which things are thrown.

    Corners are parts of width and height, so that a tray found in a small picture fits a large one.
    """

    corners: tuple[Corner, Corner, Corner, Corner]
    """Clockwise as seen in the picture, the first one nearest to its upper left."""
    shape: Shape = "four-cornered"
    """Whether the field fills the corners or is the oval between them."""
    trust: Annotated[float, (0, 1)] = 1.0
    """Part of the outline along which a rim was seen when the tray was found; 1 when it was set by hand."""
    rim: tuple[Annotated[int, (0, 255)], ...] = ()
    """How the picture looked along the outline, 0 to 255, when the tray was set; empty if not kept."""

    @classmethod
    def from_corners(
        cls,
        corners: Sequence[Sequence[float]],
        *,
        width: float = 1.0,
        height: float = 1.0,
        shape: Shape = "four-cornered",
        in_order: bool = False,
    ) -> Tray:
        """Make a tray of four corners set by hand.

        Args:
            corners: Four pairs of x and y, in any order around the tray.
            width: Width of the picture in which they were set, in the unit of the corners; 1 if they are
                parts already.
            height: Its height.
            shape: Whether the field fills the corners or is the oval between them. The corners of an oval
                may lie a little outside the picture.
            in_order: Whether the corners are given around the tray, so that sides that cross are refused.

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
        reach = _REACH if shape == "oval" else 0.0
        if points.min() < -0.001 - reach or points.max() > 1.001 + reach:
            raise TrayError("a corner lies outside the picture: keep all four corners in it")
        given = points.clip(-reach, 1 + reach)
        points = _clockwise(given)
        area = cv2.contourArea(points.astype(np.float32))
        if area < _LEAST:
            raise TrayError("the field between the corners is too small: set one at each corner of the tray")
        sides = np.roll(points, -1, axis=0) - points
        turns = sides[:, 0] * np.roll(sides[:, 1], -1) - sides[:, 1] * np.roll(sides[:, 0], -1)
        if turns.min() < 0.1 * _LEAST:
            raise TrayError("one corner lies between the others: set one at each corner of the tray")
        if in_order and not _is_around(given, points):
            raise TrayError("two sides cross: the corners go around the tray, so swap two of them")
        first, second, third, fourth = ((float(x), float(y)) for x, y in points)
        return cls((first, second, third, fourth), shape)

    @classmethod
    def find(cls, empty: Frame, *more: Frame) -> Tray | None:
        """Find the rim in pictures of the empty tray.

        Args:
            empty: The tray with nothing in it, shape (height, width, 3), uint8, BGR. Not modified.
            more: Further pictures of the same size; their middle is taken, so that noise and a passing sleeve
                leave no trace.

        Returns:
            The largest field with a rim around it, four-cornered or oval, with its `trust` and its look; None
            if the picture shows none: then the whole picture is the tray, or a person sets the corners.

        Raises:
            FrameError: If a picture has another shape or dtype.
        """
        for one in (empty, *more):
            check_frame(one)
        scale = 480 / max(empty.shape[:2])
        shots = [cv2.resize(one, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) for one in
                 (empty, *(one for one in more if one.shape == empty.shape))]  # fmt: skip
        middle = np.asarray(np.median(shots, axis=0) if len(shots) > 1 else shots[0], np.uint8)
        small = np.asarray(cv2.bilateralFilter(middle, 7, 40, 7), np.uint8)
        height, width = small.shape[:2]
        colours = cv2.cvtColor(small, cv2.COLOR_BGR2LAB).astype(np.float32)
        found: list[Tray] = []
        for channel in cv2.split(cv2.cvtColor(small, cv2.COLOR_BGR2LAB)):
            for low in (20, 45, 90):
                edges = cv2.dilate(cv2.Canny(channel, low, 2.5 * low), np.ones((3, 3), np.uint8))
                contours, _ = cv2.findContours(edges, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
                for contour in contours:
                    tray = _field(contour, width, height)
                    if tray is None or not _SMALLEST < tray.area < _LARGEST:
                        continue
                    trust = _rim_seen(colours, tray)
                    if trust >= _TRUSTED:
                        found.append(replace(tray, trust=round(trust, 3)))
        if not found:
            return None
        # The largest of those whose rim is seen nearly as well as the best one's.
        most = max(tray.trust for tray in found)
        best = max((tray for tray in found if tray.trust > most - _AS_GOOD), key=lambda tray: tray.area)
        return best.remembering(empty)

    @property
    def is_sure(self) -> bool:
        """True if so much of the rim was seen that nobody need look."""
        return self.trust >= _SURE

    @property
    def area(self) -> float:
        """The part of the picture that the tray covers, 0 to 1."""
        return float(cv2.contourArea(self.outline(1, 1).astype(np.float32)))

    def outline(self, width: float, height: float, *, points: int = 64) -> npt.NDArray[np.float64]:
        """Return the outline for a picture of this size: shape (points, 2), x and y, clockwise."""
        if self.shape == "oval":
            turn = np.linspace(0, 2 * np.pi, points, endpoint=False)
            unit = np.stack([0.5 + 0.5 * np.cos(turn), 0.5 + 0.5 * np.sin(turn)], axis=1)
        else:
            along = np.linspace(0, 4, points, endpoint=False)
            ends = [0, 1, 2, 3, 4]
            unit = np.stack(
                [np.interp(along, ends, [0, 1, 1, 0, 0]), np.interp(along, ends, [0, 0, 1, 1, 0])], 1
            )
        square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
        # In thousandths, as the transform has too few digits for parts.
        turned = cv2.getPerspectiveTransform(square, (1000 * np.array(self.corners)).astype(np.float32))
        laid = cv2.perspectiveTransform(unit[None], turned)[0]
        return np.asarray(laid / 1000 * (width, height), np.float64)

    def gap(self, x: float, y: float, *, width: int, height: int) -> float:
        """Return the distance of the pixel x, y from the rim, in pixels; negative outside."""
        points = self.outline(width, height).astype(np.float32)
        return float(cv2.pointPolygonTest(points, (float(x), float(y)), True))

    def remembering(self, frame: Frame) -> Tray:
        """Return the tray with the look of its rim in a picture, by which `is_in_view` knows it again."""
        return replace(self, rim=tuple(int(value) for value in self._look(frame)))

    def is_in_view(self, frame: Frame) -> bool:
        """True if the tray still is where it was; true where its look was never kept or shows nothing.

        Args:
            frame: Shape (height, width, 3), uint8, BGR. Not modified.
        """
        before = np.array(self.rim, np.float64)
        if before.size != 2 * _LOOKS or before.std() < 4:
            return True
        now = self._look(frame).astype(np.float64)
        if now.std() < 1:
            return False
        return float(np.corrcoef(before, now)[0, 1]) > _ALIKE

    def _look(self, frame: Frame) -> npt.NDArray[np.uint8]:
        """Return the brightness a little inside and a little outside the outline, at `_LOOKS` places each."""
        scale = 160 / max(frame.shape[:2])
        small = cv2.resize(frame, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        grey = cv2.blur(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), (3, 3))
        height, width = grey.shape
        outline = self.outline(width, height, points=_LOOKS)
        middle = outline.mean(axis=0)
        places = np.concatenate([(outline - middle) * part + middle for part in (0.94, 1.06)])
        columns = places[:, 0].round().astype(int).clip(0, width - 1)
        rows = places[:, 1].round().astype(int).clip(0, height - 1)
        return np.asarray(grey[rows, columns], np.uint8)

    def mask(self, width: int, height: int) -> npt.NDArray[np.uint8]:
        """Draw the tray for a picture of this size: (height, width), uint8, 255 inside and 0 outside."""
        drawn = np.zeros((height, width), np.uint8)
        points = self.outline(width, height)
        cv2.fillConvexPoly(drawn, points.round().astype(np.int32), 255)
        return drawn

    def contains(self, x: float, y: float, *, width: int, height: int) -> bool:
        """True if the pixel x, y of a picture of this size lies inside."""
        points = self.outline(width, height).astype(np.float32)
        return cv2.pointPolygonTest(points, (float(x), float(y)), False) >= 0

    @classmethod
    def from_fields(cls, fields: dict[str, Any]) -> Tray:
        """Make a stored tray; its corners are checked as those set by hand are."""
        placed = cls.from_corners(fields.pop("corners"), shape=fields.pop("shape", "four-cornered"))
        return replace(placed, **fields)


def _clockwise(points: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    centre = points.mean(axis=0)
    around = np.arctan2(points[:, 1] - centre[1], points[:, 0] - centre[0])
    ordered = points[np.argsort(around)]
    return np.roll(ordered, -int(ordered.sum(axis=1).argmin()), axis=0)


def _is_around(given: npt.NDArray[np.float64], around: npt.NDArray[np.float64]) -> bool:
    """True if points as given go around as the ordered ones do, either way."""
    places = [int(np.abs(around - point).sum(axis=1).argmin()) for point in given]
    steps = {(second - first) % 4 for first, second in zip(places, places[1:] + places[:1], strict=True)}
    return steps in ({1}, {3})


def _field(contour: npt.NDArray[np.generic], width: int, height: int) -> Tray | None:
    """Return the tray whose rim a contour is, if it is nearly a convex quadrilateral or an ellipse."""
    hull = cv2.convexHull(np.asarray(contour, np.int32))
    hull_area = cv2.contourArea(hull)
    if hull_area < _SMALLEST * width * height:
        return None
    for part in (0.02, 0.04, 0.07):
        rough = cv2.approxPolyDP(hull, part * cv2.arcLength(hull, True), True)
        if len(rough) != 4:
            continue
        corners = _along_sides(hull, rough.reshape(4, 2).astype(np.float64))
        if corners is not None and hull_area > 0.94 * cv2.contourArea(corners.astype(np.float32)):
            return _from_points(corners, width, height, "four-cornered")
    if len(hull) < 8:
        return None
    ellipse = cv2.fitEllipse(hull)
    (x, y), (broad, tall), turn = ellipse
    if min(broad, tall) < 0.3 * max(broad, tall) or not np.isfinite([x, y, broad, tall]).all():
        return None
    away = hull.reshape(-1, 2) - (x, y)
    c, s = np.cos(np.deg2rad(turn)), np.sin(np.deg2rad(turn))
    far = np.hypot((away @ (c, s)) / (broad / 2), (away @ (-s, c)) / (tall / 2))
    if np.percentile(np.abs(far - 1), 90) > 0.05 or abs(hull_area / (np.pi * broad * tall / 4) - 1) > 0.05:
        return None
    return _from_points(_upright(x, y, 0.5 * broad * np.array([c, s]), 0.5 * tall * np.array([-s, c])),
                        width, height, "oval")  # fmt: skip


def _upright(
    x: float, y: float, one: npt.NDArray[np.float64], other: npt.NDArray[np.float64]
) -> npt.NDArray[np.float64]:
    """Return the corners around an ellipse of which two sides lie level, as people would set them.

    Args:
        x: Its middle.
        y: Its middle.
        one: A half axis, as a vector.
        other: The other one.
    """
    # Of all pairs of half diameters around which a box fits, the one whose first lies level.
    turn = np.arctan2(-one[1], other[1])
    level = one * np.cos(turn) + other * np.sin(turn)
    steep = other * np.cos(turn) - one * np.sin(turn)
    middle = np.array([x, y])
    return np.array(
        [middle - level - steep, middle + level - steep, middle + level + steep, middle - level + steep]
    )


def _along_sides(
    hull: npt.NDArray[np.generic], rough: npt.NDArray[np.float64]
) -> npt.NDArray[np.float64] | None:
    """Return the corners in which the sides would meet, also where the tray's own corners are round.

    Args:
        hull: The convex outline, in pixels.
        rough: Four points of it near the corners, in its order.

    Returns:
        The four corners; None where a side is not straight, or two do not meet.
    """
    around = hull.reshape(-1, 2).astype(np.float64)
    steps = np.linspace(0, 1, 32, endpoint=False)[:, None]
    dense = np.concatenate(
        [one + steps * (other - one) for one, other in zip(around, np.roll(around, -1, axis=0), strict=True)]
    )
    lines = []
    for start, end in zip(rough, np.roll(rough, -1, axis=0), strict=True):
        along = end - start
        length = float(np.hypot(*along)) + 1e-9
        part = (dense - start) @ along / length**2
        away = np.abs((dense - start) @ (-along[1], along[0])) / length
        # The outline lies outside a side that was cut through round corners; its middle is straight.
        near = dense[(part > 0.25) & (part < 0.75) & (away < 0.25 * length)]
        if len(near) < 8:
            return None
        by_x, by_y, x, y = (
            float(one) for one in cv2.fitLine(near.astype(np.float32), cv2.DIST_HUBER, 0, 0.01, 0.01).ravel()
        )
        if float(np.percentile(np.abs((near - (x, y)) @ (-by_y, by_x)), 90)) > 0.02 * length + 1:
            return None
        lines.append(np.cross((x, y, 1), (x + by_x, y + by_y, 1)))
    corners = []
    for one, other in zip(lines[-1:] + lines[:-1], lines, strict=True):
        meet = np.cross(one, other)
        if abs(meet[2]) < 1e-6:
            return None
        corners.append(meet[:2] / meet[2])
    return np.array(corners)


def _from_points(points: npt.NDArray[np.float64], width: int, height: int, shape: Shape) -> Tray | None:
    """Make a tray of corners in pixels; None where an oval reaches far out of the picture."""
    parts = points / (width, height)
    if parts.min() < -_REACH or parts.max() > 1 + _REACH:
        return None
    ordered = _clockwise(parts if shape == "oval" else parts.clip(0, 1) + 0.0)
    first, second, third, fourth = ((float(x), float(y)) for x, y in ordered)
    return Tray((first, second, third, fourth), shape)


def _rim_seen(colours: npt.NDArray[np.float32], tray: Tray) -> float:
    """Return the part of the outline across which lightness or colour changes."""
    height, width = colours.shape[:2]
    outline = tray.outline(width, height, points=160)
    ahead = np.roll(outline, -1, axis=0) - np.roll(outline, 1, axis=0)
    across = np.stack([ahead[:, 1], -ahead[:, 0]], axis=1)
    across /= np.linalg.norm(across, axis=1, keepdims=True) + 1e-9
    sides = []
    for step in (-4.0, 4.0):
        places = (outline + step * across).round().astype(int)
        sides.append(colours[places[:, 1].clip(0, height - 1), places[:, 0].clip(0, width - 1)])
    steps = np.abs(sides[0] - sides[1]).max(axis=1)
    return float((steps > _STEP).mean())
