"""The four corners of the playing field: refused when they cannot be, drawn to edges near them."""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from vision.board.errors import CornerError
from vision.board.placing.plan import Points, area
from vision.reading import Doubt, Frame

_LEAST = 0.02
"""Smallest part of the picture that the field may cover."""
_FLAT = 12.0
"""Smallest angle at a corner, in degrees; smaller ones are three corners on a line."""
_ALONG = 48
"""Places along a side at which its edge is looked for."""
_SEEN = 0.6
"""Smallest part of those at which it must be found."""
_STEEP = 8.0
"""Smallest step of brightness or colour, 0 to 255, that is an edge."""


def checked(corners: object, *, size: tuple[int, int]) -> Points:
    """Return the corners as numbers, if they may be those of a field that is seen from above.

    Args:
        corners: Four pairs of x and y in pixels: top left, top right, bottom right, bottom left, as they lie
            in the picture; a board may lie turned in it. What comes from outside may be anything.
        size: Width and height of the picture in pixels.

    Returns:
        Shape (4, 2).

    Raises:
        CornerError: If they are not four pairs of numbers, one lies outside of the picture, sides cross, they
            go around anti-clockwise, three lie on a line, or the field is too small.
    """
    points = _numbers(corners)
    width, height = size
    outside = [n for n, (x, y) in enumerate(points) if not (-1 <= x <= width and -1 <= y <= height)]
    if outside:
        told = Doubt(
            "corner {corner} lies outside the picture: bring the whole field into view",
            {"corner": outside[0] + 1},
        )
        raise CornerError(told)
    sides = np.roll(points, -1, axis=0) - points
    after = np.roll(sides, -1, axis=0)
    turns = sides[:, 0] * after[:, 1] - sides[:, 1] * after[:, 0]
    if (turns > 0).all() or (turns < 0).all():
        if turns[0] < 0:
            raise CornerError(
                "the corners go around anti-clockwise: give top left, top right, bottom right, bottom left"
            )
    elif (turns > 0).sum() == 2:
        raise CornerError("two sides cross: the corners go around the field, so swap two of them")
    else:
        raise CornerError("one corner lies between the others: set one at each corner of the field")
    lengths = np.linalg.norm(sides, axis=1)
    if lengths.min() < 1 or (turns / (lengths * np.roll(lengths, -1))).min() < math.sin(math.radians(_FLAT)):
        raise CornerError("three corners lie nearly on a line: set one at each corner of the field")
    if area(points) < _LEAST * width * height:
        raise CornerError("the field between the corners is too small: bring the camera nearer to the board")
    return points


def _numbers(corners: object) -> Points:
    if isinstance(corners, np.ndarray):
        corners = corners.tolist()
    if isinstance(corners, Sequence) and not isinstance(corners, str | bytes) and len(corners) == 4:
        pairs = [one for one in corners if isinstance(one, Sequence) and len(one) == 2]
        flat = [value for pair in pairs for value in pair]
        if len(flat) == 8 and all(type(value) in (int, float) and math.isfinite(value) for value in flat):
            return np.array(pairs, np.float64)
    raise CornerError("corners must be four pairs of numbers, x and y in pixels")


def refined(frame: Frame, corners: Points, *, reach_px: float) -> tuple[Points, float]:
    """Draw corners that are nearly right to the edges of the field that are seen near them.

    Args:
        frame: Shape (height, width, 3), uint8, BGR. Not modified.
        corners: Shape (4, 2), as `checked` gives them.
        reach_px: So far from the sides edges are looked for, in pixels.

    Returns:
        The corners, shape (4, 2), and which part of the sides was seen as an edge, 0 to 1. Sides of which too
        little is seen stay where they are; a corner never goes further than 1.5 times the reach.
    """
    reach = max(2, round(reach_px))
    lab = cv2.GaussianBlur(cv2.cvtColor(frame, cv2.COLOR_BGR2LAB), (0, 0), 1.0).astype(np.float32)
    lines, seen = [], []
    for start, end in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        line, part = _edge(lab, start, end, reach)
        lines.append(line)
        seen.append(part)
    moved = corners.copy()
    for n in range(4):
        point = _meeting(lines[n - 1], lines[n])
        if point is not None and np.linalg.norm(point - corners[n]) <= 1.5 * reach:
            moved[n] = point
    return moved, float(np.mean(seen))


_Line = tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]


def _edge(
    lab: npt.NDArray[np.float32], start: npt.NDArray[np.float64], end: npt.NDArray[np.float64], reach: int
) -> tuple[_Line, float]:
    """Return a side as a point and a way, where an edge is seen along it, and the part of it that is seen."""
    way = end - start
    across = np.array([-way[1], way[0]]) / max(1e-9, float(np.linalg.norm(way)))
    parts = np.linspace(0.06, 0.94, _ALONG)
    offsets = np.arange(-reach - 1, reach + 2)
    places = start + parts[:, None, None] * way + offsets[None, :, None] * across
    looked = cv2.remap(
        lab, places[..., 0].astype(np.float32), places[..., 1].astype(np.float32), cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )  # fmt: skip
    steps = np.linalg.norm(looked[:, 2:] - looked[:, :-2], axis=2)
    first, last, seen = _line_along(steps, parts)
    if seen < _SEEN:
        return (start, way), seen
    level, slope = first - reach, last - first
    return (start + level * across, way + slope * across), seen


def _line_along(steps: npt.NDArray[np.float32], parts: npt.NDArray[np.float64]) -> tuple[float, float, float]:
    """Find the straight line along which most of a band is an edge.

    Args:
        steps: How steep the picture is at each place along (rows) and across (columns).
        parts: Where along the side each row is, 0 to 1.

    Returns:
        The columns where the line begins and ends, and the part of the rows in which it is an edge.
    """
    wide = steps.shape[1]
    # A strong edge counts no more than a clear one, or one checker would pull the whole side.
    clear = cv2.dilate(np.minimum(steps, 3 * _STEEP), np.ones((1, 3), np.uint8))
    ends = np.arange(wide)
    columns = np.rint(ends[:, None, None] * (1 - parts) + ends[None, :, None] * parts).astype(int)
    scores = clear[np.arange(len(parts)), columns].mean(axis=2)
    # Of lines that fit as well, the one nearest to where a person set it.
    scores -= 0.002 * (np.abs(ends[:, None] - wide // 2) + np.abs(ends[None, :] - wide // 2))
    first, last = np.unravel_index(int(scores.argmax()), scores.shape)
    near = columns[first, last]
    around = np.clip(near[:, None] + np.arange(-2, 3), 0, wide - 1)
    steep = np.take_along_axis(steps, around, axis=1)
    found = steep.max(axis=1) > _STEEP
    if found.sum() < 3:
        return float(first), float(last), float(found.mean())
    weight = np.maximum(steep[found] - _STEEP / 2, 0)
    off = (weight * around[found]).sum(axis=1) / weight.sum(axis=1)
    slope, level = np.polyfit(parts[found], off, 1)
    return float(level), float(level + slope), float(found.mean())


def _meeting(one: _Line, other: _Line) -> npt.NDArray[np.float64] | None:
    """Return where two lines meet; None if they hardly do."""
    ways = np.column_stack([one[1], -other[1]])
    if abs(np.linalg.det(ways)) < 1e-6 * float(np.linalg.norm(one[1]) * np.linalg.norm(other[1])):
        return None
    part = np.linalg.solve(ways, other[0] - one[0])[0]
    return np.asarray(one[0] + part * one[1], np.float64)
