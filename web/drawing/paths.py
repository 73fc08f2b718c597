"""The way of a player's pieces drawn over a board, for the rule pages; from the engine's own paths."""

from __future__ import annotations

from collections.abc import Sequence

from engine.board import Layout
from engine.chowka_bhara.board import Board
from engine.pachisi import board as cross


def way(layout: Layout) -> Sequence[str]:
    """List the squares that the south player's pieces visit, in their order."""
    if layout.name == "pachisi":
        return [cross.name(square) for square in cross.path(0)]
    if layout.name.startswith("chowka-bhara"):
        board = Board(int(layout.width), players=2)
        return [board.name(square) for square in board.paths[0]]
    return [*(f"p{point}" for point in range(24, 0, -1)), "off0"]


def way_svg(layout: Layout) -> str:
    """Draw the way as a line through the middle of its squares, an arrow at its end.

    A way that comes back over its own squares, as in Pachisi, is drawn a little beside itself.
    """
    places = []
    seen: dict[str, int] = {}
    for name in way(layout):
        square = layout.square(name)
        beside = 14 * seen.get(name, 0)
        seen[name] = seen.get(name, 0) + 1
        places.append((square.x * 100 + square.width * 50 + beside, square.y * 100 + square.height * 50))
    line = " ".join(f"{x:g} {y:g}" for x, y in places)
    (x1, y1), (x2, y2) = places[-2:]
    length = max(1.0, ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5)
    along, over = ((x2 - x1) / length * 26, (y2 - y1) / length * 26), ((y1 - y2) / length, (x2 - x1) / length)
    head = "M" + " ".join(
        f"{x2 - along[0] + side * over[0] * 18:g} {y2 - along[1] + side * over[1] * 18:g}" for side in (-1, 1)
    )
    arrow = f'<path class="head" d="{head} {x2:g} {y2:g}Z"/>'
    return f'<g class="way" aria-hidden="true"><path d="M{line}"/>{arrow}</g>'
