"""Small drawings that explain an option: squares, pieces, shells, a cube; in hundredths of a square.

What is taken is faded and crossed out, and so is a way that is closed: both are told by shape, not by colour.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from markupsafe import Markup

from engine.throw import Cowries, Dice
from web.drawing.pieces import SHAPES
from web.drawing.svg import CROSS, cross
from web.drawing.throws import throw_svg


@dataclass(frozen=True, slots=True)
class Cell:
    """A square of a drawing."""

    men: tuple[int, ...] = ()
    """Whose pieces stand there, by seat."""
    crossed: bool = False
    """Nobody is captured there."""
    taken: bool = False
    """They are captured."""
    beside: bool = False
    """It is no square, but a place beside the board."""


PLAIN, CROSSED = Cell(), Cell(crossed=True)


def row(
    cells: Sequence[Cell],
    *,
    ways: Sequence[tuple[int, int]] = (),
    closed: Sequence[tuple[int, int]] = (),
    tick: Literal["", "counts", "lost"] = "",
) -> Markup:
    """Draw squares in a row.

    Args:
        cells: The squares from left to right.
        ways: From which square to which a piece goes.
        closed: From which square to which no piece may go.
        tick: Behind the squares: what is done counts, or does so no more.
    """
    parts = [_cell(number, cell) for number, cell in enumerate(cells)]
    parts += [_way(start, end, lane) for lane, (start, end) in enumerate((*ways, *closed))]
    parts += [
        _man(number, cell, place) for number, cell in enumerate(cells) for place in range(len(cell.men))
    ]
    parts += [_crossed_out(100 * number + 50, 50, 34) for number, cell in enumerate(cells) if cell.taken]
    parts += [_crossed_out(50 * (start + end) + 50, -24, 22) for start, end in closed]
    wide = 100 * len(cells)
    if tick:
        sign = "52L{1} 76L{2} 22" if tick == "counts" else "22L{2} 78M{2} 22L{0} 78"
        parts.append(f'<path class="tick" d="M{wide + 28} {sign.format(wide + 28, wide + 50, wide + 86)}"/>')
        wide += 100
    return _drawn("".join(parts), f"-8 -60 {wide + 16} 170")


def inner_ring(seat: int, *, closed: bool) -> Markup:
    """Draw a board of rings, with a pawn before the inner ones: the way in is open, or closed."""
    parts = []
    for place in range(25):
        x, y = place % 5, place // 5
        inner = " inner" if 0 < x < 4 and 0 < y < 4 else ""
        at = f'x="{60 * x + 2}" y="{60 * y + 2}"'
        parts.append(f'<rect class="cell{inner}" {at} width="56" height="56" rx="5"/>')
    parts.append(cross(150, 150, 54))
    parts.append(
        '<path class="way on" d="M90 270H150V224"/><path class="head on" d="M135 226H165L150 196Z"/>'
    )
    parts.append(_shape(seat, 85, 270, 0.44))
    parts += [_crossed_out(150, 241, 20)] if closed else []
    return _drawn("".join(parts), "-6 -6 312 312")


def crossed_board(size: int, crossed: Sequence[tuple[int, int]]) -> Markup:
    """Draw a whole board with some squares crossed, given as row and column."""
    parts = []
    for place in range(size * size):
        row, column = divmod(place, size)
        inner = " inner" if 0 < row < size - 1 and 0 < column < size - 1 else ""
        at = f'x="{44 * column + 1}" y="{44 * row + 1}"'
        parts.append(f'<rect class="cell{inner}" {at} width="42" height="42" rx="4"/>')
    parts += [cross(44 * column + 22, 44 * row + 22, 40) for row, column in crossed]
    return _drawn("".join(parts), f"-6 -6 {44 * size + 12} {44 * size + 12}")


def throws(told: Sequence[tuple[Cowries, str]], *, again: int = 0) -> Markup:
    """Draw throws of shells, each with what it counts or brings; after the first `again` one throws again."""
    parts, widest = [], 0
    for number, (throw, text) in enumerate(told):
        inside = str(throw_svg(throw)).partition(">")[2].removesuffix("</svg>")
        x, y = 40 * throw.shells + 24, number * 64
        widest = max(widest, x + 20 + 20 * len(text) + 44 * bool(again))
        parts.append(f'<g transform="translate(0 {y})">{inside}<text x="{x}" y="26">{text}</text></g>')
        if number < again:
            parts.append(_next(x + 68, y + 30))
    return _drawn("".join(parts), f"0 -4 {widest} {64 * len(told)}")


def cubes(numbers: Sequence[int]) -> Markup:
    """Draw a doubling cube that is turned, number by number."""
    parts = []
    for place, number in enumerate(numbers):
        x = place * 190
        parts.append(
            f'<rect class="cube" x="{x}" y="0" width="100" height="100" rx="18"/>'
            f'<text class="on-cube" x="{x + 50}" y="52">{number}</text>'
        )
        if place:
            parts.append(_arrow(x - 76, x - 14, 50))
    return _drawn("".join(parts), f"-6 -6 {190 * len(numbers) - 78} 112")


def gammon(cube: int, counts: int) -> Markup:
    """Draw a gammon: all checkers of one player are off, none of the other's; and what it counts.

    Args:
        cube: What the cube stands at; 1 where nobody has doubled.
        counts: The points of the win.
    """
    parts = [
        f'<rect class="cell" x="{80 * seat + 2}" y="2" width="70" height="146" rx="8"/>' for seat in (0, 1)
    ]
    off = 'class="checker off p0" x="9" width="56" height="8" rx="3"'
    parts += [f'<rect {off} y="{136 - 9 * place}"/>' for place in range(15)]
    turned = "cube" if cube > 1 else "cube unturned"
    parts.append(f'<rect class="{turned}" x="186" y="25" width="100" height="100" rx="18"/>')
    parts.append(f'<text class="on-cube" x="236" y="77">{cube}</text>' if cube > 1 else "")
    parts.append(f'<text class="counts" x="310" y="77">= {counts}</text>')
    return _drawn("".join(parts), "-4 -4 412 160")


def tie(pip: int, cube: int) -> Markup:
    """Draw one die of each player with the same pips, and the cube that is turned by it."""
    parts = []
    for seat in (0, 1):
        die = str(throw_svg(Dice((pip,)))).partition(">")[2].removesuffix("</svg>")
        parts.append(f'<g transform="translate({96 * seat} 0) scale(1.5)">{die}</g>')
        parts.append(f'<circle class="checker p{seat}" cx="{96 * seat + 42}" cy="106" r="16"/>')
    parts.append(_arrow(196, 258, 60))
    parts.append('<rect class="cube" x="276" y="10" width="100" height="100" rx="18"/>')
    parts.append(f'<text class="on-cube" x="326" y="62">{cube}</text>')
    return _drawn("".join(parts), "-4 -4 386 132")


def seats(pairs: Sequence[tuple[int, int]]) -> Markup:
    """Draw four seats around a board, with a line between those that belong together."""
    at = ((100, 190), (190, 100), (100, 10), (10, 100))
    parts = ['<rect class="cell" x="50" y="50" width="100" height="100" rx="8"/>']
    parts += [f'<path class="way" d="M{at[a][0]} {at[a][1]}L{at[b][0]} {at[b][1]}"/>' for a, b in pairs]
    parts += [_shape(seat, x, y, 0.36) for seat, (x, y) in enumerate(at)]
    return _drawn("".join(parts), "-12 -12 224 224")


def points(men: Mapping[int, tuple[int, int]]) -> Markup:
    """Draw how checkers stand on 24 points, seen by the first player.

    Args:
        men: Point, from that player's side → whose checkers, and how many.
    """
    parts = []
    for point in range(1, 25):
        below = point <= 12
        column = 12 - point if below else point - 13
        x = column * 40 + (16 if column > 5 else 0)
        base, tip, step = (300, 190, -22) if below else (0, 110, 22)
        tone = "odd" if point % 2 else "even"
        parts.append(f'<path class="point {tone}" d="M{x + 2} {base}H{x + 38}L{x + 20} {tip}Z"/>')
        seat, count = men.get(point, (0, 0))
        first = base - 12 if below else base + 12
        parts += [
            f'<circle class="checker p{seat}" cx="{x + 20}" cy="{first + number * step}" r="11"/>'
            for number in range(count)
        ]
    return _drawn("".join(parts), "-4 -4 504 308")


def _drawn(parts: str, box: str) -> Markup:
    """Wrap a drawing; who shows it says in words what it is."""
    defs = f"<defs>{CROSS}</defs>" if "#cross" in parts else ""
    return Markup(f'<svg class="explains" viewBox="{box}" aria-hidden="true">{defs}{parts}</svg>')


def _cell(number: int, cell: Cell) -> str:
    x = number * 100
    if cell.beside:
        return f'<rect class="beside" x="{x + 3}" y="18" width="82" height="64" rx="30"/>'
    square = f'<rect class="cell" x="{x + 3}" y="3" width="94" height="94" rx="7"/>'
    return square + (cross(x + 50, 50, 94) if cell.crossed else "")


def _crossed_out(x: float, y: float, half: float) -> str:
    """Draw a cross over what is taken or closed, with a rim that parts it from what lies below."""
    left, right, top, low = x - half, x + half, y - half, y + half
    lines = f"M{left:g} {top:g}L{right:g} {low:g}M{right:g} {top:g}L{left:g} {low:g}"
    return f'<path class="out rim" d="{lines}"/><path class="out" d="{lines}"/>'


def _next(x: float, y: float) -> str:
    """Draw an arrow that leads to the throw below."""
    return (
        f'<path class="again" d="M{x} {y}C{x + 34} {y} {x + 34} {y + 52} {x + 6} {y + 56}"/>'
        f'<path class="head" d="M{x + 10} {y + 44}V{y + 68}L{x - 8} {y + 56}Z"/>'
    )


def _man(number: int, cell: Cell, place: int) -> str:
    many = len(cell.men)
    x = number * 100 + 50 + (place - (many - 1) / 2) * 44
    drawn = _shape(cell.men[place], x, 50, 0.66 if many == 1 else 0.46)
    return f'<g class="taken">{drawn}</g>' if cell.taken else drawn


def _shape(seat: int, x: float, y: float, scale: float) -> str:
    return f'<g class="man p{seat}" transform="translate({x:g} {y:g}) scale({scale:g})">{SHAPES[seat]}</g>'


def _way(start: int, end: int, lane: int) -> str:
    a, b, top = start * 100 + 50, end * 100 + 50, -34 - 14 * lane
    return (
        f'<path class="way" d="M{a} 8C{a} {top} {b} {top} {b} -4"/>'
        f'<path class="head" d="M{b - 15}-14H{b + 15}L{b} 12Z"/>'
    )


def _arrow(left: float, right: float, y: float) -> str:
    return (
        f'<path class="way" d="M{left:g} {y:g}H{right - 14:g}"/>'
        f'<path class="head" d="M{right - 20:g} {y - 15:g}V{y + 15:g}L{right:g} {y:g}Z"/>'
    )
