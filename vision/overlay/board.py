"""A board drawn onto a copy of the frame: every place where it lies, and what was seen to stand there.

Legible without colours, and on a phone 390 pixels wide: each place that holds something has a label with its
number, on paper of the colour of the owner's pieces, with a line under the number for the second owner and
two for the third. A ring lies around each piece that was seen. What is not sure has a question mark on yellow
and a broken outline; what is hidden has a cross.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.board import Pose
from vision.board.learnt import Learnt
from vision.board.occupancy import SURE, Occupancy, PlaceSeen
from vision.board.placing.plan import Place
from vision.board.placing.pose import UNIT
from vision.overlay.strokes import BLACK, BLUE, ORANGE, WHITE, YELLOW, Colour, Points, dashes, stroke
from vision.reading import Frame, check_frame

_PAPERS: tuple[Colour, ...] = (WHITE, BLACK, BLUE, ORANGE, YELLOW, WHITE)
"""By owner: the paper of its labels where nobody knows the colour of its pieces."""

_STEPS = 16
"""A side of the field is drawn in so many pieces."""


def draw_board(
    frame: Frame,
    pose: Pose,
    seen: Occupancy | None = None,
    *,
    learnt: Learnt | None = None,
    sure: float = SURE,
    labels: float = 1.0,
) -> Frame:
    """Draw the plan where it lies in the picture, and what stands on it.

    Args:
        frame: Shape (height, width, 3), uint8, BGR. Not modified.
        pose: Where the board lies in it.
        seen: What was seen; None draws the plan alone, with rings where the heads of pieces at its corners
            would be seen: they tell whether slant and lens are right.
        learnt: The set, for the colours of its pieces.
        sure: Probability from which a place has no question mark.
        labels: How large the numbers are, in parts of the usual size.

    Returns:
        A new picture of the same size.

    Raises:
        FrameError: If the frame has another shape or dtype.
    """
    check_frame(frame)
    drawn = frame.copy()
    thick = max(1, round(max(frame.shape[:2]) / 640))
    for place in pose.plan.places:
        _thin(drawn, pose.outline(place, 0.0), thick)
    sides = np.concatenate([np.linspace(one, other, _STEPS, endpoint=False) for one, other in
                            zip(UNIT, np.roll(UNIT, -1, axis=0), strict=True)])  # fmt: skip
    stroke(drawn, pose.seen(sides), YELLOW, thick, closed=True)  # a lens bends them
    if seen is None:
        for place in pose.plan.places:
            if place.has_rim:
                _thin(drawn, pose.seen(place.points[:2]), 3 * thick)
        for corner in UNIT:
            _ring(drawn, pose, _at_corner(pose, corner), YELLOW, thick)
        return drawn
    papers = _PAPERS if learnt is None else tuple(map(_colour_of, learnt.colours))
    known = {place.name: place for place in pose.plan.places}
    for told in seen.places:
        _label(drawn, pose, known[told.name], told, thick, papers, sure=sure, labels=labels)
    return drawn


def _at_corner(pose: Pose, corner: Points) -> tuple[float, float]:
    """Return where a piece stands that is nearest to a corner of the field, in unit coordinates."""
    places = [place for place in pose.plan.places if place.length <= 2 or place.has_rim]
    nearest = min(places or pose.plan.places, key=lambda one: float(np.abs(one.middle - corner).sum()))
    points = nearest.points
    if not nearest.has_rim or len(points) != 4:
        return nearest.middle
    rim, end = points[:2].mean(axis=0), points[2:].mean(axis=0)
    x, y = rim + 0.5 / nearest.length * (end - rim)
    return float(x), float(y)


def _thin(drawn: Frame, points: Points, thick: int) -> None:
    """Draw a line that does not hide what lies under it."""
    line = [(points * 8).round().astype(np.int32).reshape(-1, 1, 2)]
    cv2.polylines(drawn, line, len(points) > 2, BLACK, thick + 1, cv2.LINE_AA, 3)
    cv2.polylines(drawn, line, len(points) > 2, YELLOW, max(1, thick - 1), cv2.LINE_AA, 3)


def _ring(drawn: Frame, pose: Pose, at: tuple[float, float], colour: Colour, thick: int) -> None:
    """Draw a ring around the head of a piece."""
    turn = np.linspace(0, 2 * np.pi, 32, endpoint=False)
    tall = max(place.tall for place in pose.plan.places)
    around = np.column_stack([np.cos(turn) / pose.plan.width, np.sin(turn) / pose.plan.height]) * 0.42 + at
    line = [(pose.seen(around, tall) * 8).round().astype(np.int32).reshape(-1, 1, 2)]
    other = _ink(colour)
    cv2.polylines(drawn, line, True, other, thick + 3, cv2.LINE_AA, 3)
    cv2.polylines(drawn, line, True, colour, max(1, thick), cv2.LINE_AA, 3)


def _label(
    drawn: Frame,
    pose: Pose,
    place: Place,
    told: PlaceSeen,
    thick: int,
    papers: Sequence[Colour],
    *,
    sure: float,
    labels: float,
) -> None:
    """Write what stands on a place, at the end that pieces cover last."""
    standing = told.standing
    is_sure = told.sure >= sure and not told.or_more
    if standing is not None and not sum(standing) and is_sure:
        return
    end = place.points[2:4].mean(axis=0) if place.has_rim else place.points.mean(axis=0)
    (x, y) = pose.seen(end[None])[0]
    if standing is None:
        cross = 0.3 * pose.piece_px(*place.middle)
        for way in (1, -1):
            line = np.array([[x - cross, y - way * cross], [x + cross, y + way * cross]])
            stroke(drawn, line, YELLOW, thick, closed=False)
        return
    owner = int(np.argmax(standing))
    texts = [str(count) for count in standing if count] or ["0"]
    text = "+".join(texts) + ("+" if told.or_more else "") + ("" if is_sure else "?")
    paper = (papers[owner] if any(standing) else WHITE) if is_sure else YELLOW
    ink = _ink(paper)
    if not is_sure:
        dashes(drawn, pose.outline(place, 0.0), max(1, thick - 1))
    size = labels * max(0.5, max(drawn.shape[:2]) / 1400)
    (wide, high), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, size, thick)
    pad = 2 * thick + 1
    left, top = round(x - wide / 2) - pad, round(y - high / 2) - pad
    right, bottom = left + wide + 2 * pad, top + high + 2 * pad
    cv2.rectangle(drawn, (left, top), (right, bottom), paper, -1)
    cv2.rectangle(drawn, (left, top), (right, bottom), ink, max(1, thick))
    at = (left + pad, bottom - pad)
    cv2.putText(drawn, text, at, cv2.FONT_HERSHEY_SIMPLEX, size, ink, thick, cv2.LINE_AA)
    for number in range(owner if any(standing) else 0):
        under = bottom + 2 * thick * (1 + number)
        cv2.line(drawn, (left, under), (right, under), paper if is_sure else ink, thick, cv2.LINE_AA)


def _colour_of(colours: Sequence[tuple[float, float, float]]) -> Colour:
    """Return the first colour of an owner's pieces, in the order blue, green, red."""
    pixel = cv2.cvtColor(np.array([[colours[0]]], np.float64).astype(np.uint8), cv2.COLOR_LAB2BGR)[0, 0]
    blue, green, red = (int(value) for value in pixel)
    return blue, green, red


def _ink(paper: Colour) -> Colour:
    """Return black or white, whichever is read better on a paper."""
    blue, green, red = paper
    return BLACK if 0.114 * blue + 0.587 * green + 0.299 * red > 110 else WHITE
