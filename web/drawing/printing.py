"""Boards to print at true size, as SVG and as PDF.

A drawing is a list of squares and motifs in millimetres, made from the engine's layout. The SVG is one sheet
of the board's own size; the PDF is cut into A4 pages with corner marks to glue along. Every page carries a
ruler of 100 mm: who measures it knows that the printer has not scaled the page. The PDF is written here,
because lines, squares and digits need only a small part of the format (DECISIONS.md, 25).

Source of the format: ISO 32000-1:2008, 7.5 (file structure), 8.5 (paths), 9.6.2.2 (standard fonts).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from engine.board import Layout, Square
from web.drawing.motifs import LEAVES, LOTUS, Stroke, cross_strokes, moved

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

LABEL = 5.0
"""Millimetres from the ruler down to the line on which its label stands."""

WINDOW = (PAPER[0] - 2 * EDGE, PAPER[1] - 2 * EDGE - FOOT)
"""Millimetres of the board that one page shows."""

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
class Motif:
    """A line through several points, in millimetres from the upper left."""

    points: Stroke
    width: float = 0.25


@dataclass(frozen=True, slots=True)
class Field:
    """A rectangle, filled with a grey from 0 (black) to 1 (white)."""

    x: float
    y: float
    width: float
    height: float
    grey: float = 1.0
    outlined: bool = True


@dataclass(frozen=True, slots=True)
class Sheet:
    """A board as it is printed."""

    square_mm: float
    width: float
    """Millimetres, the rim included."""
    height: float
    fields: tuple[Field, ...]
    motifs: tuple[Motif, ...]

    @property
    def pages(self) -> tuple[int, int]:
        """How many A4 pages stand side by side and one under another."""
        return math.ceil(self.width / WINDOW[0] - 1e-9), math.ceil(self.height / WINDOW[1] - 1e-9)


def sheet(layout: Layout, side: float, camps: Sequence[Stroke] = ()) -> Sheet:
    """Draw a board for printing with the motifs of the page.

    Args:
        layout: The board as the engine has it.
        side: Width of a square, in millimetres.
        camps: Strokes outside the squares, in hundredths of one.
    """
    fields: list[Field] = []
    motifs = [Motif(stroke, _line(side)) for stroke in moved(camps, RIM, RIM, scale=side / 100)]
    for square in layout.squares:
        if square.kind == "off":
            continue  # beside the board
        x, y = RIM + square.x * side, RIM + square.y * side
        width, height = square.width * side, square.height * side
        fields.append(Field(x, y, width, height, _grey(square)))
        if square.kind in ("castle", "home", "centre"):
            motifs += _crossed(x + width / 2, y + height / 2, width, lotus=square.kind == "centre")
    whole = (layout.width * side + 2 * RIM, layout.height * side + 2 * RIM)
    return Sheet(side, *whole, tuple(fields), tuple(motifs))


def _crossed(x: float, y: float, width: float, *, lotus: bool) -> list[Motif]:
    """Draw a crossed square about its middle; the centre has a lotus between its leaves."""
    strokes = cross_strokes() + [stroke for row in LEAVES for stroke in row.strokes()]
    if lotus:
        petals = [stroke for name in ("sepal", "petal") for stroke in LOTUS[name].strokes()]
        strokes = LEAVES[0].strokes() + moved(petals, 0, 0, scale=0.41)
    return [Motif(stroke, _line(width)) for stroke in moved(strokes, x, y, scale=width / 100)]


def _line(side: float) -> float:
    """Return how wide the line of a motif is for its square, all in millimetres."""
    return 0.25 if side > 12 else 0.15


def svg(drawn: Sheet) -> str:
    """Write a board as one SVG of its true size, the ruler under it."""
    height = drawn.height + FOOT
    width = max(drawn.width, RULER + 2 * RIM)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}mm" height="{height:g}mm" '
        f'viewBox="0 0 {width:g} {height:g}" stroke="#000" stroke-width=".5" fill="none">'
    ]
    for f in drawn.fields:
        shade = f"{round(f.grey * 255):02x}" * 3
        bare = "" if f.outlined else ' stroke="none"'
        parts.append(
            f'<rect x="{f.x:g}" y="{f.y:g}" width="{f.width:g}" height="{f.height:g}" fill="#{shade}"{bare}/>'
        )
    y = drawn.height + FOOT / 2
    parts += [
        f'<path d="M{one.x1:g} {one.y1:g}L{one.x2:g} {one.y2:g}" stroke-width="{one.width:g}"/>'
        for one in _ruler(RIM, y)
    ]
    parts += [
        f'<path d="M{" ".join(f"{a:.2f} {b:.2f}" for a, b in motif.points)}" stroke-width="{motif.width:g}"/>'
        for motif in drawn.motifs
    ]
    parts.append(
        f'<text x="{RIM:g}" y="{y + LABEL:g}" font-size="4" font-family="sans-serif" fill="#000" '
        f'stroke="none">100 mm</text></svg>'
    )
    return "".join(parts)


def pdf(drawn: Sheet) -> bytes:
    """Write a board as a PDF of A4 pages, row by row, each with the ruler and its number."""
    across, down = drawn.pages
    count = across * down
    return _file([_page(drawn, n % across, n // across, f"{n + 1} / {count}") for n in range(count)])


def _grey(square: Square) -> float:
    return {"castle": 0.92, "home": 0.92, "centre": 1.0, "inner": 0.97}.get(square.kind, 1.0)


def _ruler(x: float, y: float) -> list[Line]:
    """List the lines of the ruler; its label stands `LABEL` below it."""
    ticks = [(x + tick * RULER / 10, 3.0 if tick % 5 == 0 else 1.8) for tick in range(11)]
    return [Line(x, y, x + RULER, y, 0.3), *(Line(at, y - long, at, y, 0.3) for at, long in ticks)]


def _page(drawn: Sheet, column: int, row: int, number: str) -> bytes:
    """Write what one page shows: its part of the board, marks, ruler and number."""
    left, top = column * WINDOW[0], row * WINDOW[1]
    width, height = min(WINDOW[0], drawn.width - left), min(WINDOW[1], drawn.height - top)
    y = PAPER[1] - EDGE - FOOT / 2
    out = [f"{POINTS:.6f} 0 0 {-POINTS:.6f} 0 {PAPER[1] * POINTS:.3f} cm", "0.5 w", "q"]
    out.append(f"{EDGE:g} {EDGE:g} {width:g} {height:g} re W n")
    out.append(f"1 0 0 1 {EDGE - left:g} {EDGE - top:g} cm")
    out += [
        f"{f.grey:g} g {f.x:g} {f.y:g} {f.width:g} {f.height:g} re {'B' if f.outlined else 'f'}"
        for f in drawn.fields
    ]
    out += [_polyline(motif) for motif in drawn.motifs if _is_near(motif, left, top, width, height)]
    out.append("Q")
    out += [_stroke(line) for line in (*_corners(width, height), *_ruler(EDGE, y))]
    for text, x in (("100 mm", EDGE), (number, PAPER[0] - EDGE - 20)):
        # Text stands upright again: the page is turned over, so that lengths count from above.
        out.append(f"0 g BT /F 4 Tf 1 0 0 -1 {x:g} {y + LABEL:g} Tm ({text}) Tj ET")
    return "\n".join(out).encode("ascii")


def _corners(width: float, height: float) -> list[Line]:
    """Mark the corners of a page's part of the board: there it is cut and glued."""
    lines = []
    for x, out_x in ((EDGE, -4), (EDGE + width, 4)):
        for y, out_y in ((EDGE, -4), (EDGE + height, 4)):
            lines += [Line(x, y, x + out_x, y, 0.2), Line(x, y, x, y + out_y, 0.2)]
    return lines


def _stroke(line: Line) -> str:
    return f"{line.width:g} w {line.x1:g} {line.y1:g} m {line.x2:g} {line.y2:g} l S"


def _is_near(motif: Motif, left: float, top: float, width: float, height: float) -> bool:
    """True if a motif may be seen in a part of the board."""
    across, down = zip(*motif.points, strict=True)
    return bool(
        min(across) <= left + width and max(across) >= left and min(down) <= top + height and max(down) >= top
    )


def _polyline(motif: Motif) -> str:
    (x, y), *further = motif.points
    return f"{motif.width:g} w {x:.2f} {y:.2f} m {' '.join(f'{a:.2f} {b:.2f} l' for a, b in further)} S"


def _file(contents: Sequence[bytes]) -> bytes:
    """Put the pages together: header, numbered objects, the table of where each begins."""
    box = f"/MediaBox [0 0 {PAPER[0] * POINTS:.3f} {PAPER[1] * POINTS:.3f}]"
    font = "/Resources << /Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>"
    kids = " ".join(f"{3 + 2 * n} 0 R" for n in range(len(contents)))
    objects = [
        # /PrintScaling /None asks the reader not to fit the page to the paper.
        b"<< /Type /Catalog /Pages 2 0 R /ViewerPreferences << /PrintScaling /None >> >>",
        f"<< /Type /Pages /Count {len(contents)} /Kids [{kids}] {font} >>".encode(),
    ]
    for content in contents:
        after = len(objects) + 2
        objects.append(f"<< /Type /Page /Parent 2 0 R {box} /Contents {after} 0 R >>".encode())
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content))
    out, places = b"%PDF-1.4\n", b""
    for number, body in enumerate(objects, 1):
        places += b"%010d 00000 n \n" % len(out)
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    size = len(objects) + 1
    table = b"xref\n0 %d\n0000000000 65535 f \n%s" % (size, places)
    return out + table + b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (size, len(out))
