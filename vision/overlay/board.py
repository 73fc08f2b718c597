"""A board drawn onto a copy of the frame: every place where it lies, and what was seen to stand there.

Legible without colours, and on a phone 390 pixels wide: each place that holds something has a label with its
number, black on white for the first owner, white on black for the second, with the owner's letter where there
are more. A ring lies around each piece that was seen. What is not sure has a question mark on yellow and a
broken outline; what is hidden has a cross.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.board import Pose
from vision.board.occupancy import SURE, Occupancy, PlaceSeen
from vision.board.plan import Place
from vision.board.pose import UNIT
from vision.overlay.strokes import BLACK, BLUE, ORANGE, WHITE, YELLOW, Colour, Points, dashes, stroke
from vision.reading import Frame, check_frame

_PAPERS: tuple[tuple[Colour, Colour], ...] = (
    (WHITE, BLACK), (BLACK, WHITE), (BLUE, WHITE), (ORANGE, WHITE), (WHITE, BLUE), (BLACK, YELLOW),
)  # fmt: skip
"""By owner: the paper and the ink of its labels."""


def draw_board(frame: Frame, pose: Pose, seen: Occupancy | None = None, *, sure: float = SURE) -> Frame:
    """Draw the plan where it lies in the picture, and what stands on it.

    Args:
        frame: Shape (height, width, 3), uint8, BGR. Not modified.
        pose: Where the board lies in it.
        seen: What was seen; None draws the plan alone.
        sure: Probability from which a place has no question mark.

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
    stroke(drawn, pose.seen(UNIT), YELLOW, thick, closed=True)
    if seen is None:
        for place in pose.plan.places:
            if place.has_rim:
                _thin(drawn, pose.seen(place.points[:2]), 3 * thick)
        return drawn
    for circles in seen.circles.values():
        for x, y, owner in circles:
            _ring(drawn, pose, (x, y), _PAPERS[owner][0], thick)
    known = {place.name: place for place in pose.plan.places}
    for told in seen.places:
        _label(drawn, pose, known[told.name], told, thick, sure=sure)
    return drawn


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
    other = WHITE if colour == BLACK else BLACK
    cv2.polylines(drawn, line, True, other, thick + 3, cv2.LINE_AA, 3)
    cv2.polylines(drawn, line, True, colour, max(1, thick), cv2.LINE_AA, 3)


def _label(drawn: Frame, pose: Pose, place: Place, told: PlaceSeen, thick: int, *, sure: float) -> None:
    """Write what stands on a place, at the end that pieces cover last."""
    standing = told.standing
    is_sure = told.sure >= sure and not told.or_more
    if standing is not None and not sum(standing) and is_sure:
        return
    end = place.points[2:4].mean(axis=0) if place.has_rim else place.points.mean(axis=0)
    if place.has_rim:
        end = end - 0.05 * (place.points[:2].mean(axis=0) - end)  # in the room between the points
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
    paper, ink = _PAPERS[owner] if sum(standing) else (WHITE, BLACK)
    if not is_sure:
        paper, ink = YELLOW, BLACK
        dashes(drawn, pose.outline(place, 0.0), max(1, thick - 1))
    size = max(0.5, max(drawn.shape[:2]) / 1400)
    (wide, high), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, size, thick)
    pad = 2 * thick + 1
    left, top = round(x - wide / 2) - pad, round(y - high / 2) - pad
    right, bottom = left + wide + 2 * pad, top + high + 2 * pad
    cv2.rectangle(drawn, (left, top), (right, bottom), paper, -1)
    cv2.rectangle(drawn, (left, top), (right, bottom), WHITE if paper == BLACK else BLACK, max(1, thick))
    at = (left + pad, bottom - pad)
    cv2.putText(drawn, text, at, cv2.FONT_HERSHEY_SIMPLEX, size, ink, thick, cv2.LINE_AA)
    if sum(1 for count in standing if count) and owner == 1 and is_sure:
        # The second owner is told apart without colours by a bar under its number.
        cv2.line(drawn, (left + pad, bottom - pad // 2), (right - pad, bottom - pad // 2), ink, thick)
