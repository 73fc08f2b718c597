"""A reading drawn onto a copy of the frame: a ring and a label for each die or shell.

Legible without colours: a mouth has a double ring and the letter M, a back a plain ring and B, a die
a rounded square with its number; what is not sure has a broken outline and a question mark.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.reading import Face, Frame, Reading, Seen, check_frame

_BLUE, _ORANGE, _WHITE, _YELLOW = (178, 114, 0), (0, 94, 213), (255, 255, 255), (66, 228, 240)
"""Colours that are told apart with every common colour blindness. Source: Okabe and Ito, Color Universal
Design, jfly.uni-koeln.de/color, 2008. In the order blue, green, red."""


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
    for one in reading.seen:
        _outline(drawn, one, thick)
    for one in reading.seen:
        _label(drawn, one, thick)
    return drawn


def _outline(drawn: Frame, one: Seen, thick: int) -> None:
    x, y = one.centre
    centre = (round(x), round(y))
    radius = round(0.56 * max(one.width, one.height)) + thick
    colour = _YELLOW if one.doubt else _BLUE if one.face is Face.BACK else _ORANGE
    if one.doubt:
        for start in range(0, 360, 45):
            cv2.ellipse(
                drawn, centre, (radius, radius), 0, start, start + 27, (0, 0, 0), 2 * thick, cv2.LINE_AA
            )
            cv2.ellipse(drawn, centre, (radius, radius), 0, start, start + 27, colour, thick, cv2.LINE_AA)
    elif one.face.is_die:
        low, high = (centre[0] - radius, centre[1] - radius), (centre[0] + radius, centre[1] + radius)
        cv2.rectangle(drawn, low, high, _WHITE, 2 * thick + 2, cv2.LINE_AA)
        cv2.rectangle(drawn, low, high, colour, 2 * thick, cv2.LINE_AA)
    else:
        cv2.circle(drawn, centre, radius, _WHITE, 2 * thick + 2, cv2.LINE_AA)
        cv2.circle(drawn, centre, radius, colour, 2 * thick, cv2.LINE_AA)
        if one.face is Face.MOUTH:
            cv2.circle(drawn, centre, radius + 4 * thick, colour, thick, cv2.LINE_AA)


def _label(drawn: Frame, one: Seen, thick: int) -> None:
    text = {Face.MOUTH: "M", Face.BACK: "B", Face.UNSURE: "?"}.get(one.face, one.face.value)
    if one.doubt and one.face is not Face.UNSURE:
        text += "?"
    size = max(0.6, max(drawn.shape[:2]) / 800)
    (width, height), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, size, thick)
    pad = 2 * thick
    box_width, box_height = width + 2 * pad, height + 2 * pad
    reach = round(0.56 * max(one.width, one.height)) + 3 * thick
    x, y = one.centre
    left = int(np.clip(x + 0.7 * reach, 0, max(0, drawn.shape[1] - box_width)))
    top = int(np.clip(y - 0.7 * reach - box_height, 0, max(0, drawn.shape[0] - box_height)))
    paper, ink = (
        (_YELLOW, (0, 0, 0))
        if one.doubt
        else (_BLUE, _WHITE)
        if one.face is Face.BACK
        else (_WHITE, (0, 0, 0))
    )
    cv2.rectangle(drawn, (left, top), (left + box_width, top + box_height), paper, -1)
    cv2.rectangle(drawn, (left, top), (left + box_width, top + box_height), (0, 0, 0), max(1, thick // 2))
    cv2.putText(
        drawn, text, (left + pad, top + pad + height), cv2.FONT_HERSHEY_SIMPLEX, size, ink, thick, cv2.LINE_AA
    )
