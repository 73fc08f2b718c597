"""The game large, for a television across the room: without controls, for anyone on the network."""

from __future__ import annotations

import re
from typing import Any

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from engine.record import write
from web.drawing.codes import code_svg
from web.game.page import Page, board_of
from web.game.view import GameView
from web.ports import Hosts

LINES = 14
"""Lines of the list of events; those that do not fit are not shown."""

_VIEW_BOX = re.compile(r'viewBox="\S+ \S+ (?P<width>\S+) (?P<height>\S+)"')
_WIDE = 1.15
"""A board that is wider than high by this much leaves room below it, not beside it."""


def blueprint(page: Page, hosts: Hosts) -> Blueprint:
    """Build ``/tv``; its code leads to the page as one who watches, and lets nobody play."""
    bp = Blueprint("television", __name__)

    @bp.get("/tv")
    def show() -> ResponseReturnValue:
        shown = page.shown()
        if shown is None:
            return render_template("game/first_tv.html")
        board = board_of(shown, to_touch=False)
        address = hosts.addresses()[0]
        return render_template(
            "game/tv.html",
            board=board,
            shape="wide" if _ratio(board) > _WIDE else "square",
            view=shown.view,
            lines=[line for line in shown.view.events if not line.undone][:LINES],
            clock=shown.clock,
            news=_news(shown.view) | {"box": page.start, "clock": page.clock_of(shown.model)},
            address=address.partition("://")[2].rstrip("/"),
            code=code_svg(address),
        )

    return bp


def _ratio(board: str) -> float:
    """Tell how many times as wide as high a drawing is."""
    found = _VIEW_BOX.search(board)
    return float(found["width"]) / float(found["height"]) if found else 1.0


def _news(view: GameView) -> dict[str, Any]:
    """Write what tells the script which moments have come, in the words of the state of the page."""
    events = [{"seq": one.seq, "type": one.type, "undone": one.undone} for one in view.events]
    throw = {"seq": view.throw.seq} if view.throw else None
    shown = {"outcome": write(view.outcome), "last": write(view.last)}
    return {"seq": view.seq, "events": events, "throw": throw, **shown}
