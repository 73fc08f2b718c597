"""The four markers that are laid around a board to print at true size, 30 mm each.

They are numbers 0 to 3 of ArUco's dictionary DICT_4X4_50, which the eye finds
(`vision.board.placing.markers`); the patterns stand here because the page knows no OpenCV. A test holds the
print against what the eye finds on it.
"""

from __future__ import annotations

from web.drawing.printing import Field, Sheet

SIDE = 30.0
"""Millimetres of a marker's black square."""

PATTERNS = (
    ("1011", "0101", "0011", "0010"),
    ("0000", "1111", "1001", "1010"),
    ("0011", "0011", "0010", "1101"),
    ("1001", "1001", "0100", "0110"),
)
"""By number: the inner fields, row by row, 1 white. Source: OpenCV, aruco, DICT_4X4_50."""

_CELL = SIDE / 6
_APART = 30.0
"""Millimetres between two markers, which leave white around each."""
_EDGE = 15.0
_DOT = 2.0
"""Side of the dots under a marker, one more than its number, beyond its white edge."""


def marker_sheet() -> Sheet:
    """Draw the four as they lie around a board: 0 upper left, then clockwise, each with its dots."""
    far = _EDGE + SIDE + _APART
    fields: list[Field] = []
    for number, (x, y) in enumerate(((_EDGE, _EDGE), (far, _EDGE), (far, far), (_EDGE, far))):
        fields.append(Field(x, y, SIDE, SIDE, 0.0, outlined=False))
        for row, cells in enumerate(PATTERNS[number], 1):
            fields += [
                Field(x + column * _CELL, y + row * _CELL, _CELL, _CELL, outlined=False)
                for column, cell in enumerate(cells, 1)
                if cell == "1"
            ]
        below = y + SIDE + _CELL + 1.5
        fields += [
            Field(x + 2 * _DOT * dot, below, _DOT, _DOT, 0.0, outlined=False) for dot in range(number + 1)
        ]
    whole = far + SIDE + _EDGE
    return Sheet(SIDE, whole, whole, tuple(fields), ())
