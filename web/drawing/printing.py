"""Boards to print at true size, as SVG and as PDF.

A drawing is a list of lines and squares in millimetres, made from the engine's layout. The SVG is one sheet
of the board's own size; the PDF is cut into A4 pages with corner marks to glue along. Every page carries a
ruler of 100 mm: who measures it knows that the printer has not scaled the page. The PDF is written here,
because lines, squares and digits need only a small part of the format and no library.

Source of the format: ISO 32000-1:2008, 7.5 (file structure), 8.5 (paths), 9.6.2.2 (standard fonts).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from engine.board import Layout, Square

POINTS = 72 / 25.4
"""Points of a PDF to a millimetre."""

PAPER = (210.0, 297.0)
"""A4, in millimetres."""

EDGE = 10.0
"""Millimetres at each side of the paper that printers leave white."""

RULER = 100.0
"""Millimetres of the ruler on every page."""

FOOT = 14.0
"""Millimetres under the board for the ruler."""

RIM = 6.0
"""Millimetres between the outermost squares and the board's edge."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line between two points, in millimetres from the upper left."""

    x1: float
    y1: float
    x2: float
    y2: float
    width: float = 0.5


@dataclass(frozen=True, slots=True)
class Field:
    """A rectangle, filled with a grey from 0 (black) to 1 (white) and outlined."""

    x: float
    y: float
    width: float
    height: float
    grey: float = 1.0


@dataclass(frozen=True, slots=True)
class Sheet:
    """A board as it is printed."""

    name: str
    square_mm: float
    width: float
    """Millimetres, the rim included."""
    height: float
    fields: tuple[Field, ...]
    lines: tuple[Line, ...]

    @property
    def pages(self) -> tuple[int, int]:
        """How many A4 pages stand side by side and one under another."""
        width, height = _window()
        return math.ceil(self.width / width - 1e-9), math.ceil(self.height / height - 1e-9)


def sheet(layout: Layout, side: float) -> Sheet:
    """Draw a board for printing, its squares so many millimetres wide."""
    fields: list[Field] = []
    lines: list[Line] = []
    for square in layout.squares:
        x, y = RIM + square.x * side, RIM + square.y * side
        width, height = square.width * side, square.height * side
        fields.append(Field(x, y, width, height, _grey(square)))
        if square.kind in ("castle", "home", "centre"):
            inset = 0.14 * side if square.kind != "centre" else 0.0
            lines.append(Line(x + inset, y + inset, x + width - inset, y + height - inset))
            lines.append(Line(x + width - inset, y + inset, x + inset, y + height - inset))
    whole = (layout.width * side + 2 * RIM, layout.height * side + 2 * RIM)
    return Sheet(layout.name, side, *whole, tuple(fields), tuple(lines))


def svg(drawn: Sheet) -> str:
    """Write a board as one SVG of its true size, the ruler under it."""
    height = drawn.height + FOOT
    width = max(drawn.width, RULER + 2 * RIM)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}mm" height="{height:g}mm" '
        f'viewBox="0 0 {width:g} {height:g}" stroke="#000" stroke-width=".5" fill="none">'
    ]
    parts += [
        f'<rect x="{f.x:g}" y="{f.y:g}" width="{f.width:g}" height="{f.height:g}" fill="{_hex(f.grey)}"/>'
        for f in drawn.fields
    ]
    ruled, label = _ruler(RIM, drawn.height + FOOT / 2)
    parts += [
        f'<path d="M{one.x1:g} {one.y1:g}L{one.x2:g} {one.y2:g}" stroke-width="{one.width:g}"/>'
        for one in (*drawn.lines, *ruled)
    ]
    parts.append(
        f'<text x="{label[0]:g}" y="{label[1]:g}" font-size="4" font-family="sans-serif" fill="#000" '
        f'stroke="none">100 mm</text></svg>'
    )
    return "".join(parts)


def pdf(drawn: Sheet) -> bytes:
    """Write a board as a PDF of A4 pages, row by row, each with the ruler and its number."""
    across, down = drawn.pages
    width, height = _window()
    contents = []
    for row in range(down):
        for column in range(across):
            number = f"{row * across + column + 1} / {across * down}"
            contents.append(_page(drawn, column * width, row * height, number))
    return _file(contents)


def _grey(square: Square) -> float:
    return {"castle": 0.86, "home": 0.86, "centre": 0.93, "inner": 0.95}.get(square.kind, 1.0)


def _window() -> tuple[float, float]:
    """Give the part of the board that one page shows, in millimetres."""
    return PAPER[0] - 2 * EDGE, PAPER[1] - 2 * EDGE - FOOT


def _ruler(x: float, y: float) -> tuple[list[Line], tuple[float, float]]:
    """Give the lines of the ruler and the place of its label."""
    lines = [Line(x, y, x + RULER, y, 0.3)]
    for tick in range(11):
        long = 3.0 if tick % 5 == 0 else 1.8
        lines.append(Line(x + tick * RULER / 10, y - long, x + tick * RULER / 10, y, 0.3))
    return lines, (x, y + 5)


def _page(drawn: Sheet, left: float, top: float, number: str) -> bytes:
    """Write what one page shows: the part of the board from `left` and `top` on, marks and ruler."""
    width, height = _window()
    part_width, part_height = min(width, drawn.width - left), min(height, drawn.height - top)
    scale = f"{POINTS:.6f} 0 0 {-POINTS:.6f} 0 {PAPER[1] * POINTS:.3f} cm"
    out = [scale, "0.5 w", "q"]
    out.append(f"{EDGE:g} {EDGE:g} {part_width:g} {part_height:g} re W n")
    out.append(f"1 0 0 1 {EDGE - left:g} {EDGE - top:g} cm")
    out += [f"{f.grey:g} g {f.x:g} {f.y:g} {f.width:g} {f.height:g} re B" for f in drawn.fields]
    out += [_stroke(line) for line in drawn.lines]
    out.append("Q")
    out += [_stroke(line) for line in _corners(part_width, part_height)]
    ruled, (x, y) = _ruler(EDGE, PAPER[1] - EDGE - FOOT / 2)
    out += [_stroke(line) for line in ruled]
    for text, at in (("100 mm", x), (number, PAPER[0] - EDGE - 20)):
        # Text stands upright again: the page is turned over, so that lengths count from above.
        out.append(f"0 g BT /F 4 Tf 1 0 0 -1 {at:g} {y:g} Tm ({text}) Tj ET")
    return "\n".join(out).encode("ascii")


def _corners(width: float, height: float) -> list[Line]:
    """Mark the corners of a page's part of the board: there it is cut and glued."""
    lines = []
    for x in (EDGE, EDGE + width):
        for y in (EDGE, EDGE + height):
            out_x, out_y = (-1 if x == EDGE else 1), (-1 if y == EDGE else 1)
            lines.append(Line(x, y, x + 4 * out_x, y, 0.2))
            lines.append(Line(x, y, x, y + 4 * out_y, 0.2))
    return lines


def _stroke(line: Line) -> str:
    return f"{line.width:g} w {line.x1:g} {line.y1:g} m {line.x2:g} {line.y2:g} l S"


def _file(contents: Sequence[bytes]) -> bytes:
    """Put the pages together: header, numbered objects, the table of where each begins."""
    pages = [4 + 2 * n for n in range(len(contents))]
    box = f"[0 0 {PAPER[0] * POINTS:.3f} {PAPER[1] * POINTS:.3f}]"
    objects = [
        # /PrintScaling /None asks the reader not to fit the page to the paper.
        b"<< /Type /Catalog /Pages 2 0 R /ViewerPreferences << /PrintScaling /None >> >>",
        f"<< /Type /Pages /Count {len(pages)} /Kids [{' '.join(f'{n} 0 R' for n in pages)}] >>".encode(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    for number, content in zip(pages, contents, strict=True):
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox {box} /Contents {number + 1} 0 R "
            "/Resources << /Font << /F 3 0 R >> >> >>".encode()
        )
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content))
    out = bytearray(b"%PDF-1.4\n")
    places = []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    out += b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, table)
    return bytes(out)


def _hex(grey: float) -> str:
    level = round(grey * 255)
    return f"#{level:02x}{level:02x}{level:02x}"
