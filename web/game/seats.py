"""From where a phone sees the board: its player's seat at the bottom, or as it was turned by hand.

The choice is kept in a cookie of the phone, as the language is: it changes nothing for anybody else, so a
phone that only watches has it, too.
"""

from __future__ import annotations

import re
from typing import Any

from flask import redirect, request
from werkzeug.wrappers import Response

from engine.table.state import Model
from web.auth import cookies
from web.drawing.pieces import side_of
from web.games import page_of

COOKIE = "seat"
"""Holds the number of a seat, or ``q`` and quarter turns."""

_CHOICE = re.compile(r"q?[0-3]")


def quarters(model: Model) -> int:
    """Say by how many quarters, clockwise, this phone's board is turned in a game."""
    chosen = cookies.first(COOKIE)
    turns = 0
    if _CHOICE.fullmatch(chosen):
        seat = int(chosen[-1])
        if chosen.startswith("q"):
            turns = seat
        elif seat < model.rules.players:
            turns = side_of(seat, model.rules.players)
    return turns - turns % page_of(model.setup.game).drawing.quarters


def choices(model: Model) -> dict[str, Any]:
    """List what the page offers: the seats, the one that is before this phone, and one more turn."""
    now = quarters(model)
    seats = [
        {"seat": str(seat), "name": name, "chosen": side_of(seat, model.rules.players, now) == 0}
        for seat, name in enumerate(model.setup.names)
    ]
    step = page_of(model.setup.game).drawing.quarters
    return {"seats": seats, "next": f"q{(now + step) % 4}", "none": not any(one["chosen"] for one in seats)}


def chosen() -> Response | None:
    """Remember what this request chooses, and lead to the page; None where it chooses nothing."""
    choice = request.args.get("seat", "")
    if not _CHOICE.fullmatch(choice):
        return None
    answer = redirect("/")
    cookies.keep(answer, COOKIE, choice)
    return answer
