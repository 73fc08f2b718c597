"""The way of a player's pieces drawn over a board, for the rule pages."""

from __future__ import annotations

from collections.abc import Sequence

from engine.board import Layout, Square


def way_svg(layout: Layout, way: Sequence[str]) -> str:
    """Draw the way over the squares of these ids as a line through their middles, an arrow at its end.

    A way that comes back over its own squares is drawn a little beside itself; squares that hold piles are
    passed at their inner ends, as `marks.js` draws the way of a piece that is touched.
    """
    places: list[tuple[float, float]] = []
    seen: dict[str, int] = {}
    for name in way:
        square = layout.square(name)
        beside = 14 * seen.get(name, 0)
        seen[name] = seen.get(name, 0) + 1
        places.append((square.x * 100 + square.width * 50 + beside, _pass(layout, square)))
    line = " ".join(f"{x:g} {y:g}" for x, y in places)
    (x1, y1), (x2, y2) = places[-2:]
    length = max(1.0, ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5)
    along, over = ((x2 - x1) / length * 26, (y2 - y1) / length * 26), ((y1 - y2) / length, (x2 - x1) / length)
    head = "M" + " ".join(
        f"{x2 - along[0] + side * over[0] * 18:g} {y2 - along[1] + side * over[1] * 18:g}" for side in (-1, 1)
    )
    arrow = f'<path class="head" d="{head} {x2:g} {y2:g}Z"/>'
    return f'<g class="way" aria-hidden="true"><path d="M{line}"/>{arrow}</g>'


def _pass(layout: Layout, square: Square) -> float:
    """Tell how far down a way passes a square."""
    middle = square.y * 100 + square.height * 50
    if square.height <= 1.5 * square.width:
        return middle
    return layout.height * (43 if middle < layout.height * 50 else 57)
