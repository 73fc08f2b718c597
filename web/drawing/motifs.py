"""Motifs that the boards have in common, on the page, on the television and on paper.

Each is a list of strokes, in hundredths of a square, so that the drawings and the boards to print have the
same geometry: `web.drawing.svg` writes them as paths, `web.drawing.printing` as lines.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

Point = tuple[float, float]
Stroke = tuple[Point, ...]
"""A line through these points; closed where it ends at its beginning."""

CROSS_BEGINS, CROSS_ENDS, CROSS_APART = 15.0, 37.0, 2.2
"""From where to where the lines of a cross run on the diagonals of a square, and how far from them."""


@dataclass(frozen=True, slots=True)
class Petals:
    """The petals of a flower about (0, 0), the first one upwards."""

    count: int
    inner: float
    """How far from the middle a petal begins."""
    outer: float
    """How far from the middle its tip is."""
    wide: float
    """How far its sides reach from its own middle line."""
    turn: float = 0.0
    """Degrees, clockwise, by which the first petal is turned."""

    def curves(self) -> list[Stroke]:
        """List for each petal the seven points of its two cubic curves."""
        long, over = self.outer - self.inner, self.wide * 4 / 3
        right = ((0.0, 0.0), (over, 0.3), (over * 0.72, 0.72), (0.0, 1.0))
        petal = [
            (x, -self.inner - along * long) for x, along in (*right, *((-x, y) for x, y in right[2::-1]))
        ]
        return [rotated(petal, self.turn + 360 / self.count * number) for number in range(self.count)]

    def strokes(self, *, parts: int = 6) -> list[Stroke]:
        """List the petals as strokes, each curve in so many straight parts."""
        return [
            (*_along(curve[:4], parts), *_along(curve[3:], parts)[1:-1], curve[0]) for curve in self.curves()
        ]


LOTUS = {
    "sepal": Petals(8, inner=16, outer=100, wide=24, turn=22.5),
    "petal": Petals(8, inner=16, outer=83, wide=25),
    "vein": Petals(8, inner=28, outer=58, wide=8),
}
"""A lotus, 200 wide: the rows of its petals from below, by their classes in the stylesheet."""


LEAVES = (
    Petals(4, inner=34, outer=60, wide=7.5, turn=45),
    Petals(4, inner=2.5, outer=14, wide=4.5, turn=45),
)
"""Of a crossed square, about its middle: a leaf in each corner, a small flower in the middle."""


def cross_strokes() -> list[Stroke]:
    """Draw the lines of a crossed square about its middle: two beside each half of a diagonal."""
    lines = [((side * CROSS_APART, -CROSS_BEGINS), (side * CROSS_APART, -CROSS_ENDS)) for side in (-1, 1)]
    return [rotated(line, turn) for turn in (45, 135, 225, 315) for line in lines]


def rotated(line: Iterable[Point], degrees: float) -> Stroke:
    """Turn a stroke clockwise about (0, 0)."""
    along, over = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return tuple((x * along - y * over, x * over + y * along) for x, y in line)


def moved(strokes: Iterable[Stroke], x: float, y: float, *, scale: float = 1) -> list[Stroke]:
    """Move strokes about (0, 0) to another middle, and make them larger or smaller."""
    return [tuple((x + a * scale, y + b * scale) for a, b in stroke) for stroke in strokes]


def circle(radius: float, *, parts: int = 48) -> Stroke:
    """Draw a circle about (0, 0) in straight parts."""
    turns = [2 * math.pi * n / parts for n in range(parts)]
    outline = [(radius * math.cos(turn), radius * math.sin(turn)) for turn in turns]
    return (*outline, outline[0])


def teeth(length: float, *, count: int, height: float) -> Stroke:
    """Draw a row of so many triangles on a line from (0, 0) to (`length`, 0), their tips above it."""
    step = length / count
    tips = [((n + half / 2) * step, -height * half) for n in range(count) for half in (0, 1)]
    return (*tips, (length, 0.0), (0.0, 0.0))


def _along(curve: Sequence[Point], parts: int) -> list[Point]:
    """Return points of a cubic curve, evenly in its own measure, the first and the last one among them."""
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = curve
    found = []
    for n in range(parts + 1):
        t = n / parts
        a, b, c, d = (1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t**2, t**3
        found.append((a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3))
    return found
