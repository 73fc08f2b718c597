"""SVG drawings of the boards, from `engine.board`.

A drawing has two layers: the ground, which stays as long as the game lasts, and the men, which the page
replaces after every move. Lengths are in hundredths of a square. Colours stand in the stylesheet, so that
the drawings follow the light and the dark theme; each player has a shape as well as a colour.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import escape

from markupsafe import Markup

from engine.board import Layout
from web.drawing.pieces import USUAL, PieceLook, Titles, men_svg
from web.drawing.places import Man, Place, in_cell, side_of, turned
from web.drawing.svg import box, cell, cross, hit, lotus, plate


def framed(layout: Layout, names: tuple[str, ...], quarters: int) -> tuple[str, str]:
    """Draw a wooden frame with the players' names, cloth squares, crossed homes, a lotus in the centre."""
    size = layout.width * 100
    margin, lip = 62, 12
    whole = size + 2 * margin
    parts = [
        f'<rect class="frame" {box(-margin, -margin, whole, whole, radius=26)}/>',
        f'<rect class="inlay" {box(-lip, -lip, size + 2 * lip, size + 2 * lip, radius=7)}/>',
    ]
    for square in layout.squares:
        x, y = square.x * 100, square.y * 100
        parts.append(cell(square, gap=2, radius=5))
        if square.kind == "centre":
            parts.append(lotus(x + 50, y + 50, 92))
        elif square.kind in ("home", "castle"):
            parts.append(cross(x, y, 100))
    middle = size / 2
    for seat, name in enumerate(names):
        side = side_of(seat, len(names), quarters)
        turn = (0, -90, 0, 90)[side]
        x, y = ((middle, size + 37), (size + 37, middle), (middle, -37), (-37, middle))[side]
        parts.append(plate(x, y, seat, name, turn=turn, room=size - 40))
    parts += map(hit, layout.squares)
    return "".join(parts), f"{-margin - 4} {-margin - 4} {whole + 8:g} {whole + 8:g}"


@dataclass(frozen=True, slots=True)
class Drawing:
    """How one game is drawn; what is not said is as on a square board of cloth."""

    css: str
    """The board's class in the stylesheet."""
    ground: Callable[[Layout, tuple[str, ...], int], tuple[str, str]] = framed
    """Draws a board turned by so many quarters, with the players' names; returns it with its view box."""
    place: Place = in_cell
    """Places the pieces of one square."""
    pieces: PieceLook = USUAL
    quarters: int = 1
    """The board is turned by so many quarters at once."""


def board_svg(
    layout: Layout,
    drawing: Drawing,
    names: Sequence[str],
    men: Iterable[Man],
    titles: Titles,
    *,
    turn: int,
    label: str,
    quarters: int = 0,
    alike: bool = False,
) -> Markup:
    """Draw the whole board: ground, then men, which are placed with the same `quarters`.

    Args:
        layout: The board as the engine has it.
        drawing: How the game is drawn.
        names: The players' names by seat.
        men: The pieces in their places.
        titles: What a screen reader says of those that can move.
        turn: The seat whose turn it is.
        label: What a screen reader says of the board.
        quarters: Quarter turns, clockwise.
        alike: Places bear the numbers that are alike for all players, not those of who moves.
    """
    ground, view_box = _ground(layout, drawing, tuple(names), quarters)
    return Markup(
        f'<svg class="board {drawing.css}" viewBox="{view_box}" role="group" aria-label="{escape(label)}" '
        f'data-turn="{turn}" data-quarters="{quarters}"{" data-alike" if alike else ""} tabindex="-1">'
        f'{ground}<g id="men">{men_svg(men, drawing.pieces, titles)}</g>'
        f'<g id="marks" aria-hidden="true"></g></svg>'
    )


@lru_cache(maxsize=32)
def _ground(layout: Layout, drawing: Drawing, names: tuple[str, ...], quarters: int) -> tuple[str, str]:
    """Draw what lies under the pieces; return it with its view box."""
    return drawing.ground(turned(layout, quarters), names, quarters)
