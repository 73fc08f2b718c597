"""The guide: building the box, light, what to do when it misreads, and boards to print at true size."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, Response, render_template
from flask.typing import ResponseReturnValue

from web.auth.roles import allow
from web.drawing.printing import SIZES, pdf, sheet, svg
from web.errors import MissingError
from web.language.labels import game_title, preset_title
from web.language.locale import _


def blueprint() -> Blueprint:
    """Build the guide and the boards to print."""
    bp = Blueprint("guide", __name__)

    @bp.get("/guide")
    @allow("watcher")
    def guide() -> ResponseReturnValue:
        return render_template("box/guide.html", boards=[_line(name) for name in SIZES])

    @bp.get("/print/<board>-<size>.<kind>")
    @allow("watcher")
    def printed(board: str, size: str, kind: str) -> ResponseReturnValue:
        if size not in SIZES.get(board, {}) or kind not in ("svg", "pdf"):
            raise MissingError(_("there is nothing at this address"))
        drawn = sheet(board, size)
        if kind == "pdf":
            head = {"Content-Disposition": f'inline; filename="{board}-{size}.pdf"'}
            return Response(pdf(drawn), mimetype="application/pdf", headers=head)
        return Response(svg(drawn), mimetype="image/svg+xml")

    return bp


@dataclass(frozen=True, slots=True)
class PrintSize:
    """One size in which a board can be printed."""

    size: str
    square: str
    """Width of a square in millimetres."""
    side: str
    """Width of the board in millimetres."""
    pages: int


@dataclass(frozen=True, slots=True)
class PrintBoard:
    """A board that can be printed."""

    name: str
    title: str
    sizes: tuple[PrintSize, ...]


def _line(name: str) -> PrintBoard:
    game, _dash, preset = ("pachisi", "", "") if name == "pachisi" else (name[:12], "", name[13:])
    sizes = []
    for size in SIZES[name]:
        drawn = sheet(name, size)
        across, down = drawn.pages
        sizes.append(PrintSize(size, f"{drawn.square_mm:g}", f"{drawn.width:g}", across * down))
    title = f"{game_title(game)}, {preset_title(game, preset)}" if preset else game_title(game)
    return PrintBoard(name, title, tuple(sizes))
