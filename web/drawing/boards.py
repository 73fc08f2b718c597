"""SVG drawings of the boards and of the pieces, from `engine.board`.

A drawing has two layers: the ground, which stays as long as the game lasts, and the men, which the page
replaces after every move. Lengths are in hundredths of a square. Colours stand in the stylesheet, so that
the drawings follow the light and the dark theme; each player has a shape as well as a colour.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import escape

from markupsafe import Markup

from engine.board import Layout
from engine.move import PIECE_NAMES
from web.drawing.pieces import Man, Place, in_cell, side_of, turned
from web.drawing.svg import SHAPES, box, cell, cross, hit, lotus, plate

LETTER_Y = (2, 2, 14, 2)
"""Where the letter stands in each shape."""

Titles = Mapping[tuple[int, int], str]
"""(player, piece) → what a screen reader says of it."""


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
    signs: tuple[str, ...] = SHAPES
    """By seat: what its pieces look like."""
    piece_css: str = "man"
    """The class of a piece in the stylesheet."""
    has_letters: bool = True
    """Pieces bear their letters. False: a player's are all alike, and lie in piles."""
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
) -> Markup:
    """Draw the whole board: ground, then men, which are placed with the same `quarters`."""
    ground, view_box = _ground(layout, drawing, tuple(names), quarters)
    return Markup(
        f'<svg class="board {drawing.css}" viewBox="{view_box}" role="group" aria-label="{escape(label)}" '
        f'data-turn="{turn}" data-quarters="{quarters}" tabindex="-1">'
        f'{ground}<g id="men">{men_svg(men, drawing, titles)}</g>'
        f'<g id="marks" aria-hidden="true"></g></svg>'
    )


def men_svg(men: Iterable[Man], drawing: Drawing, titles: Titles) -> Markup:
    """Draw the pieces alone, those that can move last, so that they lie on top."""
    drawn = sorted(men, key=lambda man: (man.y if drawing.has_letters else 0, man.count > 0))
    return Markup(_links(drawn) + "".join(_man(man, drawing, titles) for man in drawn))


def token_svg(seat: int, drawing: Drawing) -> Markup:
    """Draw one player's sign, for names and buttons."""
    return Markup(
        f'<svg class="token {drawing.piece_css} p{seat}" viewBox="-52 -52 104 104" aria-hidden="true">'
        f"{_sign(seat, drawing)}</svg>"
    )


def _sign(seat: int, drawing: Drawing) -> str:
    return drawing.signs[seat % len(drawing.signs)]


def _man(man: Man, drawing: Drawing, titles: Titles) -> str:
    title = titles.get((man.player, man.piece), "")
    classes = f"{drawing.piece_css} p{man.player}"
    classes += " lying" if man.lying else ""
    classes += " home" if man.home else ""
    classes += " can" if title else ""
    reach = f' role="button" tabindex="0" aria-label="{escape(title)}"' if title else ""
    if man.flat:
        inside = '<rect class="slab" x="-46" y="-15" width="92" height="30" rx="7"/>'
    else:
        inside = _sign(man.player, drawing)
        if drawing.has_letters:
            letter = PIECE_NAMES[man.piece] if man.count < 2 else str(man.count)
            turn = ' transform="rotate(90)"' if man.lying else ""
            y = 2 if man.lying else LETTER_Y[man.player]
            inside += f'<text y="{y}"{turn}>{letter}</text>' if man.count else ""
        elif man.count > 1:
            inside += f'<text y="2">{man.count}</text>'
    size = f" scale({man.size / 100:g})" if man.size != 100 else ""
    return (
        f'<g class="{classes}" data-piece="{man.player},{man.piece}" data-square="{man.square}" '
        f'data-x="{man.x:g}" data-y="{man.y:g}"{reach}>'
        f'<g transform="translate({man.x:g} {man.y:g}){size}"><circle class="halo" r="59"/>{inside}</g></g>'
    )


def _links(men: Sequence[Man]) -> str:
    """Tie two pieces together that go as a pair."""
    lines = ""
    by_square: dict[tuple[int, str], list[Man]] = {}
    for man in men:
        if man.paired:
            by_square.setdefault((man.player, man.square), []).append(man)
    for (player, _square), pair in by_square.items():
        for one, other in zip(pair[::2], pair[1::2], strict=False):
            lines += f'<path class="link p{player}" d="M{one.x:g} {one.y:g} {other.x:g} {other.y:g}"/>'
    return lines


@lru_cache(maxsize=32)
def _ground(layout: Layout, drawing: Drawing, names: tuple[str, ...], quarters: int) -> tuple[str, str]:
    """Draw what lies under the pieces; return it with its view box."""
    return drawing.ground(turned(layout, quarters), names, quarters)
