"""From where a phone sees the board: its player's seat at the bottom, or as it was turned by hand.

The choice is kept in a cookie of the phone, as the language is: it changes nothing for anybody else, so a
phone that only watches has it, too.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from flask import redirect, request
from werkzeug.wrappers import Response

from engine.table.state import Model
from web.auth import cookies
from web.drawing.places import side_of
from web.games import page_of

COOKIE = "seat"
"""Holds the number of a seat, or ``q`` and quarter turns."""

_CHOICE = re.compile(r"q?[0-3]")


@dataclass(frozen=True, slots=True)
class SeatLine:
    """A seat from which the board can be seen."""

    seat: str
    name: str
    chosen: bool
    """This phone sees the board from there."""


@dataclass(frozen=True, slots=True)
class SeatChoices:
    """From where a phone may see the board."""

    seats: tuple[SeatLine, ...]
    next: str
    """What turns the board once more."""
    none: bool
    """The board is seen from a side where nobody sits."""


def quarters(model: Model) -> int:
    """Tell by how many quarters, clockwise, this phone's board is turned in a game."""
    chosen = cookies.first(COOKIE)
    turns = 0
    if _CHOICE.fullmatch(chosen):
        seat = int(chosen[-1])
        if chosen.startswith("q"):
            turns = seat
        elif seat < model.rules.players:
            turns = side_of(seat, model.rules.players)
    return turns - turns % page_of(model.setup.game).drawing.quarters


def choices(model: Model) -> SeatChoices:
    """List what the page offers: the seats, the one that is before this phone, and one more turn."""
    now = quarters(model)
    seats = tuple(
        SeatLine(str(seat), name, side_of(seat, model.rules.players, now) == 0)
        for seat, name in enumerate(model.setup.names)
    )
    step = page_of(model.setup.game).drawing.quarters
    return SeatChoices(seats, f"q{(now + step) % 4}", not any(one.chosen for one in seats))


def chosen() -> Response | None:
    """Remember what this request chooses, and lead to the page; None where it chooses nothing."""
    choice = request.args.get("seat", "")
    if not _CHOICE.fullmatch(choice):
        return None
    answer = redirect("/")
    cookies.keep(answer, COOKIE, choice)
    return answer
