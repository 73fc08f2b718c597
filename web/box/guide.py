"""The guide: an evening of play, what to do when the box misreads, boards to print, building the box."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from flask import Blueprint, Response, render_template
from flask.typing import ResponseReturnValue

from engine.registry import game_info, make_rules
from web.drawing.markers import marker_sheet
from web.drawing.printing import Sheet, pdf, sheet, svg
from web.errors import MissingError
from web.games import pages
from web.language.labels import game_title, preset_title
from web.language.locale import _


def blueprint() -> Blueprint:
    """Build the guide and the boards to print."""
    bp = Blueprint("guide", __name__)

    @bp.get("/guide")
    def guide() -> ResponseReturnValue:
        return render_template("box/guide.html", boards=printed_boards())

    @bp.get("/print/<board>-<size>.<kind>")
    @bp.get("/api/v1/print/<board>-<size>.<kind>", endpoint="printed_for_program")
    def printed(board: str, size: str, kind: str) -> ResponseReturnValue:
        found = MARKERS if board == "markers" else printed_boards().get(board)
        drawn = found.sheets.get(size) if found else None
        if drawn is None or kind not in ("svg", "pdf"):
            raise MissingError(_("there is nothing at this address"))
        if kind == "pdf":
            head = {"Content-Disposition": f'inline; filename="{board}-{size}.pdf"'}
            return Response(pdf(drawn), mimetype="application/pdf", headers=head)
        return Response(svg(drawn), mimetype="image/svg+xml")

    return bp


@dataclass(frozen=True, slots=True)
class PrintedBoard:
    """A board that can be printed."""

    title: str
    sheets: Mapping[str, Sheet]
    """By the name of the size."""


MARKERS = PrintedBoard("", {"30": marker_sheet()})
"""The four markers that are laid around a board, printed as a board is: by their side in millimetres."""


def printed_boards() -> dict[str, PrintedBoard]:
    """Draw the boards that can be printed, by their names in addresses."""
    found = {}
    for page in pages():
        for preset, sizes in page.prints.items():
            most = max(game_info(page.name).players)
            layout = make_rules(page.name, preset or None, players=most).layout
            title = ", ".join([game_title(page.name), *([preset_title(page.name, preset)] if preset else [])])
            sheets = {size: sheet(layout, side, page.drawing.camps) for size, side in sizes.items()}
            found[layout.name] = PrintedBoard(title, sheets)
    return found
