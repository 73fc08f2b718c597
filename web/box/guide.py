"""The guide: building the box, light, what to do when it misreads, and boards to print at true size."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, Response, render_template
from flask.typing import ResponseReturnValue

from engine.board import Layout
from engine.registry import game_info, make_rules
from web.drawing.printing import Sheet, pdf, sheet, svg
from web.errors import MissingError
from web.games import GamePage, pages
from web.language.labels import preset_title
from web.language.locale import _, translated


def blueprint() -> Blueprint:
    """Build the guide and the boards to print."""
    bp = Blueprint("guide", __name__)

    @bp.get("/guide")
    def guide() -> ResponseReturnValue:
        return render_template("box/guide.html", boards=[_line(*board) for board in printed_boards().items()])

    @bp.get("/print/<board>-<size>.<kind>")
    def printed(board: str, size: str, kind: str) -> ResponseReturnValue:
        found = printed_boards().get(board)
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

    page: GamePage
    preset: str
    """Empty where all presets have the same board."""

    @property
    def layout(self) -> Layout:
        """The board with its squares."""
        most = max(game_info(self.page.name).players)
        return make_rules(self.page.name, self.preset or None, players=most).layout

    @property
    def sheets(self) -> dict[str, Sheet]:
        """Draw it in every size, by the name of the size."""
        return {size: sheet(self.layout, side) for size, side in self.page.prints[self.preset].items()}

    @property
    def title(self) -> str:
        """Name it in words."""
        title = translated(self.page.title)
        return f"{title}, {preset_title(self.page.name, self.preset)}" if self.preset else title


def printed_boards() -> dict[str, PrintedBoard]:
    """List the boards that can be printed, by their names in addresses."""
    boards = [PrintedBoard(page, preset) for page in pages() for preset in page.prints]
    return {board.layout.name: board for board in boards}


def _line(name: str, board: PrintedBoard) -> dict[str, object]:
    sizes = []
    for size, drawn in board.sheets.items():
        across, down = drawn.pages
        sizes.append(
            {
                "size": size,
                "square": f"{drawn.square_mm:g}",
                "side": f"{drawn.width:g}",
                "pages": across * down,
            }
        )
    return {"name": name, "title": board.title, "sizes": sizes}
