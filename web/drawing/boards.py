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

from engine.board import Layout, Square
from web.drawing.motifs import Stroke
from web.drawing.pieces import USUAL, PieceLook, Titles, men_svg
from web.drawing.places import Man, Place, in_cell, side_of, turned
from web.drawing.svg import CROSS, LOTUS, box, cells, cross, hit, lotus, plate, shade

FRAME = 0.04
"""How wide the frame is for its board's width: 14 pixels on a phone of 390."""

BESIDE = 58
"""How wide it is where pieces wait on it, beside the board."""


def framed(layout: Layout, names: tuple[str, ...], quarters: int) -> tuple[str, str]:
    """Draw a walnut frame with the players' names, parchment squares, crossed homes and a lotus."""
    size = layout.width * 100
    board = [square for square in layout.squares if square.kind != "off"]
    beside = [square for square in layout.squares if square.kind == "off"]
    wood, lip = BESIDE if beside else size * FRAME, 4
    whole, out = size + 2 * (wood + lip), wood + lip
    parts = [
        f"<defs>{shade('wood', 'wood', stops=4)}{shade('sheen', 'sheen', stops=3)}{CROSS}{LOTUS}</defs>",
        f'<rect class="frame" fill="url(#wood)" {box(-out, -out, whole, whole, radius=wood * 0.5)}/>',
        f'<rect class="inlay" {box(-lip, -lip, size + 2 * lip, size + 2 * lip, radius=6)}/>',
        cells(board, gap=4),
        *(_tray(square) for square in beside),
    ]
    for square in board:
        x, y = square.x * 100 + 50, square.y * 100 + 50
        if square.kind == "centre":
            parts += [f'<rect class="mat" {box(x - 44, y - 44, 88, 88, radius=3)}/>', lotus(x, y, 86)]
        elif square.kind in ("home", "castle"):
            parts.append(cross(x, y, 100))
    parts.append(f'<rect fill="url(#sheen)" {box(0, 0, size, size)}/>')
    middle, edge = size / 2, lip + wood / 2
    for seat, name in enumerate(names):
        side = side_of(seat, len(names), quarters)
        turn = (0, -90, 0, 90)[side]
        # Where pieces wait on the right of a player, the name stands on the left.
        aside = size / 4 if beside else 0
        room, high = (size / 2 - 30, 30) if beside else (size - 40, wood * 0.94)
        x, y = (
            (middle - aside, size + edge),
            (size + edge, middle + aside),
            (middle + aside, -edge),
            (-edge, middle - aside),
        )[side]
        parts.append(plate(x, y, seat, name, turn=turn, room=room, high=high))
    parts += map(hit, layout.squares)
    return "".join(parts), f"{-out - 1:g} {-out - 1:g} {whole + 2:g} {whole + 2:g}"


def _tray(square: Square) -> str:
    """Draw the place on the frame where a player's pieces wait."""
    place = box(square.x * 100, square.y * 100, square.width * 100, square.height * 100, radius=12)
    return f'<rect class="tray p{square.owner}" {place}/>'


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
    camps: tuple[Stroke, ...] = ()
    """What is printed outside the squares, in hundredths of one."""


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
    ways: Sequence[Sequence[str]] = (),
    beside: str = "",
) -> Markup:
    """Draw the whole board: ground, trail, then men, which are placed with the same `quarters`, and marks.

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
        ways: By seat: the squares that its pieces pass, for the trail of a move and the way home.
        beside: Drawings of what lies on the board besides pieces.
    """
    ground, view_box = _ground(layout, drawing, tuple(names), quarters)
    number = {square.id: str(n) for n, square in enumerate(layout.squares)}
    passed = ";".join(" ".join(number[square] for square in way) for way in ways)
    return Markup(
        f'<svg class="board {drawing.css}" viewBox="{view_box}" role="group" aria-label="{escape(label)}" '
        f'data-turn="{turn}" data-quarters="{quarters}" data-ways="{passed}"'
        f'{" data-alike" if alike else ""} tabindex="-1">'
        f'{ground}<g id="trail" aria-hidden="true"></g>'
        f'<g id="men">{men_svg(men, drawing.pieces, titles, beside)}</g>'
        f'<g id="marks" aria-hidden="true"></g></svg>'
    )


@lru_cache(maxsize=32)
def _ground(layout: Layout, drawing: Drawing, names: tuple[str, ...], quarters: int) -> tuple[str, str]:
    """Draw what lies under the pieces; return it with its view box."""
    return drawing.ground(turned(layout, quarters), names, quarters)
