"""A reading drawn onto a copy of the frame: a ring and a label for each die or shell.

Legible without colours, and on a phone 390 pixels wide: a mouth has a double ring and the letter M, a back a
plain ring and B, a die a square with its number. What is not sure has a broken outline of eight corners and a
question mark. A picture that is doubtful as a whole, such as one with too few shells, has a broken frame.
Every line has a dark and a light edge, so that it is seen on any ground.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.overlay.strokes import BLACK, BLUE, ORANGE, WHITE, YELLOW, circle, dashes, stroke
from vision.reading import Face, Frame, Reading, Seen, check_frame


def draw(frame: Frame, reading: Reading) -> Frame:
    """Draw rings and values.

    Args:
        frame: The picture that was read, shape (height, width, 3), uint8, BGR. Not modified.
        reading: What was read in it.

    Returns:
        A new picture of the same size.

    Raises:
        FrameError: If the frame has another shape or dtype.
    """
    check_frame(frame)
    drawn = frame.copy()
    thick = max(2, round(max(frame.shape[:2]) / 320))
    if not reading.certain and not any(one.doubt for one in reading.seen):
        _frame(drawn, thick)
    for one in reading.seen:
        _outline(drawn, one, thick)
    taken = [_reach(one, 0.42) for one in reading.seen]
    for one in reading.seen:
        taken.append(_label(drawn, one, thick, taken))
    return drawn


_Box = tuple[float, float, float, float]
"""Left, top, right, bottom in pixels."""


def _reach(one: Seen, part: float) -> _Box:
    (x, y), half = one.centre, part * max(one.width, one.height)
    return x - half, y - half, x + half, y + half


def _frame(drawn: Frame, thick: int) -> None:
    """Draw a broken frame around the picture."""
    height, width = drawn.shape[:2]
    low, right, bottom = 2.0 * thick, width - 2.0 * thick, height - 2.0 * thick
    ends = [(low, low), (right, low), (right, bottom), (low, bottom)]
    for (x, y), (next_x, next_y) in zip(ends, [*ends[1:], ends[0]], strict=True):
        for part in np.arange(0, 1, 0.125):
            begin, end = part, part + 0.125
            corners = np.array([(x + (next_x - x) * at, y + (next_y - y) * at) for at in (begin, end)])
            dashes(drawn, corners, thick)


def _outline(drawn: Frame, one: Seen, thick: int) -> None:
    radius = 0.56 * max(one.width, one.height) + thick
    if one.doubt:
        dashes(drawn, circle(one.centre, 1.06 * radius, points=8, turn=np.pi / 8), thick)
    elif one.face.is_die:
        stroke(
            drawn,
            circle(one.centre, radius * np.sqrt(2), points=4, turn=np.pi / 4),
            ORANGE,
            thick,
            closed=True,
        )
    else:
        colour = BLUE if one.face is Face.BACK else ORANGE
        if one.face is Face.MOUTH:
            stroke(drawn, circle(one.centre, radius + 4 * thick), colour, max(1, thick // 2), closed=True)
        stroke(drawn, circle(one.centre, radius), colour, thick, closed=True)


def _label(drawn: Frame, one: Seen, thick: int, taken: list[_Box]) -> _Box:
    """Write the value at the corner of the ring where it covers least; give its box."""
    text = {Face.MOUTH: "M", Face.BACK: "B", Face.UNSURE: "?"}.get(one.face, one.face.value)
    if one.doubt and one.face is not Face.UNSURE:
        text += "?"
    size = max(0.6, max(drawn.shape[:2]) / 640)
    (width, height), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, size, thick)
    pad = 2 * thick
    wide, tall = width + 2 * pad, height + 2 * pad
    reach = round(0.56 * max(one.width, one.height)) + 3 * thick
    x, y = one.centre
    places = []
    for to_right, to_bottom in ((1, -1), (-1, -1), (1, 1), (-1, 1)):
        left = x + 0.7 * reach if to_right > 0 else x - 0.7 * reach - wide
        top = y + 0.7 * reach if to_bottom > 0 else y - 0.7 * reach - tall
        left = float(np.clip(left, 0, max(0, drawn.shape[1] - wide)))
        top = float(np.clip(top, 0, max(0, drawn.shape[0] - tall)))
        places.append((left, top, left + wide, top + tall))
    best = min(places, key=lambda place: sum(_common(place, other) for other in taken))
    left, top = round(best[0]), round(best[1])
    paper = YELLOW if one.doubt else BLUE if one.face is Face.BACK else WHITE
    ink = WHITE if paper == BLUE else BLACK
    cv2.rectangle(drawn, (left, top), (left + wide, top + tall), paper, -1)
    cv2.rectangle(drawn, (left, top), (left + wide, top + tall), BLACK, max(1, thick // 2 + 1))
    place = (left + pad, top + pad + height)
    cv2.putText(drawn, text, place, cv2.FONT_HERSHEY_SIMPLEX, size, ink, thick + 1, cv2.LINE_AA)
    return best


def _common(one: _Box, other: _Box) -> float:
    """Return the area that two boxes share."""
    wide = min(one[2], other[2]) - max(one[0], other[0])
    tall = min(one[3], other[3]) - max(one[1], other[1])
    return max(0.0, wide) * max(0.0, tall)
