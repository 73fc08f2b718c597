"""Parts of which the boards are drawn. Lengths are in hundredths of a square."""

from __future__ import annotations

from html import escape

from engine.board import Square
from web.drawing.pieces import SHAPES


def hit(square: Square) -> str:
    """Lay the part of a square that can be touched and marked over its drawing."""
    place = box(square.x * 100, square.y * 100, square.width * 100, square.height * 100)
    return f'<rect class="hit" data-square="{square.id}" {place}/>'


def cross(x: float, y: float, size: float, *, inset: float = 0.12) -> str:
    """Cross out a square, as castles and homes are."""
    a, b = size * inset, size * (1 - inset)
    return (
        f'<path class="cross" d="M{x + a:g} {y + a:g} {x + b:g} {y + b:g}'
        f'M{x + b:g} {y + a:g} {x + a:g} {y + b:g}"/>'
    )


def lotus(x: float, y: float, size: float) -> str:
    """Draw a flower of eight petals, `size` wide."""
    petal = "M0 0C-40-40-32-76 0-92C32-76 40-40 0 0Z"
    petals = "".join(
        f'<path class="petal" d="{petal}" transform="rotate({turn})"/>' for turn in range(0, 360, 45)
    )
    place = f"translate({x:g} {y:g}) scale({size / 200:g})"
    return f'<g transform="{place}">{petals}<circle class="heart" r="20"/></g>'


def box(x: float, y: float, width: float, height: float, *, radius: float = 0) -> str:
    """Write the attributes of a rectangle."""
    corner = f' rx="{radius:g}"' if radius else ""
    return f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"{corner}'


def cell(square: Square, *, gap: float, radius: float) -> str:
    """Draw a square of one by one."""
    owner = f" p{square.owner}" if square.owner is not None else ""
    x, y, side = square.x * 100 + gap, square.y * 100 + gap, 100 - 2 * gap
    return f'<rect class="sq {square.kind}{owner}" {box(x, y, side, side, radius=radius)}/>'


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


def plate(x: float, y: float, seat: int, name: str, *, turn: int, room: float) -> str:
    """Write a name into a frame, with the player's sign before it."""
    shown, width = fitted(name, 25, room - 40)
    return (
        f'<g class="plate" data-seat="{seat}" transform="translate({x:g} {y:g}) rotate({turn})">'
        f'<g class="man p{seat}" transform="translate({-width / 2 - 6:g} 0) scale(.26)">{SHAPES[seat]}</g>'
        f'<text x="14" textLength="{width:g}" lengthAdjust="spacingAndGlyphs">{escape(shown)}</text></g>'
    )
