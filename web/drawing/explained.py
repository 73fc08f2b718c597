"""Small drawings that explain an option: squares, pieces, shells, a cube; in hundredths of a square."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from engine.throw import Cowries
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


PLAIN, CROSSED = Cell(), Cell(crossed=True)


def row(cells: Sequence[Cell], *, ways: Sequence[tuple[int, int]] = ()) -> Markup:
    """Draw squares in a row.

    Args:
        cells: The squares from left to right.
        ways: From which square to which a piece goes.
    """
    parts = [_cell(number, cell) for number, cell in enumerate(cells)]
    parts += [_way(start, end, lane) for lane, (start, end) in enumerate(ways)]
    parts += [
        _man(number, cell, place) for number, cell in enumerate(cells) for place in range(len(cell.men))
    ]
    return _drawn("".join(parts), f"-8 -60 {100 * len(cells) + 16} 170")


def throws(told: Sequence[tuple[Cowries, str]]) -> Markup:
    """Draw throws of shells, each with what it counts or brings."""
    parts, widest = [], 0
    for number, (throw, text) in enumerate(told):
        inside = str(throw_svg(throw)).partition(">")[2].removesuffix("</svg>")
        x, y = 40 * throw.shells + 24, number * 64
        widest = max(widest, x + 60)
        parts.append(f'<g transform="translate(0 {y})">{inside}<text x="{x}" y="26">{text}</text></g>')
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
    square = f'<rect class="cell" x="{x + 3}" y="3" width="94" height="94" rx="7"/>'
    return square + (cross(x + 50, 50, 94) if cell.crossed else "")


def _man(number: int, cell: Cell, place: int) -> str:
    many = len(cell.men)
    x = number * 100 + 50 + (place - (many - 1) / 2) * 44
    return _shape(cell.men[place], x, 50, 0.66 if many == 1 else 0.46)


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
