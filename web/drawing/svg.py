"""Parts of which the boards are drawn. Lengths are in hundredths of a square."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from html import escape

from engine.board import Layout, Square
from web.drawing import motifs
from web.drawing.motifs import Petals, Point, Stroke
from web.drawing.pieces import SHAPES


def hit(square: Square) -> str:
    """Lay the part of a square that can be touched and marked over its drawing."""
    place = box(square.x * 100, square.y * 100, square.width * 100, square.height * 100)
    return f'<rect class="hit" data-square="{square.id}" {place}/>'


def framed_squares(layout: Layout, squares: Collection[str]) -> str:
    """Draw broken frames around squares: the shape tells, not colour alone."""
    drawn = []
    for square in layout.squares:
        if square.id in squares:
            x, y, wide, high = (100 * one for one in (square.x, square.y, square.width, square.height))
            place = box(x + 5, y + 5, wide - 10, high - 10, radius=8)
            drawn.append(f'<rect class="under" {place}/><rect class="over" {place}/>')
    return f'<g class="differs" aria-hidden="true">{"".join(drawn)}</g>'


def path(strokes: Iterable[Stroke], *, x: float = 0, y: float = 0, scale: float = 1) -> str:
    """Write strokes as the data of one path, moved to (x, y); a stroke that ends where it began is closed."""
    return "".join(_stroke(stroke, x, y, scale) for stroke in strokes)


def _stroke(stroke: Stroke, x: float, y: float, scale: float) -> str:
    places = [_place((x + a * scale, y + b * scale)) for a, b in stroke]
    if len(places) > 2 and places[0] == places[-1]:
        return f"M{' '.join(places[:-1])}Z"
    return "M" + " ".join(places)


def _place(point: Point) -> str:
    return " ".join(f"{round(length, 1) + 0:g}" for length in point)


def petals(css: str, row: Petals) -> str:
    """Draw a row of petals about (0, 0) as one path."""
    drawn = ""
    for begins, *curve in row.curves():
        drawn += f"M{_place(begins)}C{' '.join(map(_place, curve))}Z"
    return f'<path class="{css}" d="{drawn}"/>'


CROSS = (
    f'<g id="cross"><path class="cross" d="{path(motifs.cross_strokes())}"/>'
    + "".join(petals("leaf", row) for row in motifs.LEAVES)
    + "</g>"
)
"""Defines the crossed square that `cross` shows."""


def cross(x: float, y: float, size: float) -> str:
    """Mark a square as castles and homes are: a fine cross of double lines, a leaf in every corner.

    Args:
        x: Middle of the square.
        y: Middle of the square.
        size: Its width.
    """
    return f'<use href="#cross" transform="translate({x:g} {y:g}) scale({size / 100:g})"/>'


LOTUS = (
    '<g id="lotus">'
    + "".join(petals(css, row) for css, row in motifs.LOTUS.items())
    + '<circle class="heart" r="20"/></g>'
)
"""Defines the flower that `lotus` shows."""


def lotus(x: float, y: float, size: float) -> str:
    """Show a flower of two rows of eight petals, `size` wide."""
    return f'<use href="#lotus" transform="translate({x:g} {y:g}) scale({size / 200:g})"/>'


def box(x: float, y: float, width: float, height: float, *, radius: float = 0) -> str:
    """Write the attributes of a rectangle."""
    corner = f' rx="{radius:g}"' if radius else ""
    return f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"{corner}'


def cell(square: Square, *, gap: float, radius: float) -> str:
    """Draw a square of one by one."""
    x, y, side = square.x * 100 + gap, square.y * 100 + gap, 100 - 2 * gap
    return f'<rect class="{_kind(square)}" {box(x, y, side, side, radius=radius)}/>'


def cells(squares: Sequence[Square], *, gap: float) -> str:
    """Draw squares of one by one, all that are alike as one path."""
    alike: dict[str, str] = {}
    side = 100 - 2 * gap
    for square in squares:
        drawn = f"M{square.x * 100 + gap:g} {square.y * 100 + gap:g}h{side:g}v{side:g}h-{side:g}z"
        alike[_kind(square)] = alike.get(_kind(square), "") + drawn
    return "".join(f'<path class="{kind}" d="{drawn}"/>' for kind, drawn in alike.items())


def _kind(square: Square) -> str:
    return f"sq {square.kind}" + (f" p{square.owner}" if square.owner is not None else "")


def shade(name: str, css: str, *, stops: int, down: float = 1) -> str:
    """Define a gradient from the upper left; its colours stand in the stylesheet, as ``.wood-0`` and so on.

    Args:
        name: What `fill` and `stroke` call it.
        css: What the classes of its stops begin with.
        stops: How many, evenly apart.
        down: How far it runs downwards for its way across.
    """
    parts = "".join(f'<stop class="{css}-{n}" offset="{n / (stops - 1):g}"/>' for n in range(stops))
    return f'<linearGradient id="{name}" x2="1" y2="{down:g}">{parts}</linearGradient>'


def width_of(text: str, size: float) -> float:
    """Guess how wide a text runs; the drawing then sets it to exactly that."""
    wide, narrow = "mwMW@—", "iljtfI.,:;'’|! "
    ems = (0.85 if c in wide else 0.33 if c in narrow else 0.68 if c.isupper() else 0.56 for c in text)
    return sum(ems) * size


def fitted(name: str, size: float, room: float) -> tuple[str, float]:
    """Cut a name that does not fit; return it with its width."""
    while width_of(name, size) > room:
        name = name.removesuffix("…")[:-1].rstrip() + "…"
    return name, width_of(name, size)


def plate(x: float, y: float, seat: int, name: str, *, turn: int, room: float, high: float) -> str:
    """Write a name on a brass plate in a frame, with the player's sign before it.

    Args:
        x: Middle of the plate.
        y: Middle of the plate.
        seat: Whose it is.
        name: The player's.
        turn: Degrees, clockwise.
        room: How long the plate may be.
        high: How high it is.
    """
    size = high * 0.8
    shown, width = fitted(name, size, room - 2.2 * high)
    whole = width + 2.2 * high
    sign = f"translate({-whole / 2 + 0.75 * high:.1f} 0) scale({high * 0.0072:.3f})"
    return (
        f'<g class="plate" data-seat="{seat}" transform="translate({x:g} {y:g}) rotate({turn})">'
        f"<rect {box(round(-whole / 2, 1), round(-high / 2, 1), round(whole, 1), high, radius=high / 2)}/>"
        f'<g class="man p{seat}" transform="{sign}">{SHAPES[seat]}</g>'
        f'<text x="{0.55 * high:.1f}" y="{high * 0.03:.1f}" font-size="{size:g}" textLength="{width:.1f}" '
        f'lengthAdjust="spacingAndGlyphs">{escape(shown)}</text></g>'
    )
