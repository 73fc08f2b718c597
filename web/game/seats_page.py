"""The page on which somebody comes to a seat or leaves it while the game goes on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, redirect, render_template
from flask.typing import ResponseReturnValue

from engine.names import look_of
from engine.setup import MOST
from engine.table.members import person_of
from engine.table.state import Model
from web.game.page import Page
from web.house.people import People, Person


@dataclass(frozen=True, slots=True)
class SharedSeat:
    """A seat, and who plays on it."""

    seat: int
    people: tuple[str, ...]
    """In the order of their turns."""
    now: str
    """Who of them throws and moves now; empty where another seat does."""
    is_full: bool
    """No more can come."""


def shared_seats(model: Model) -> list[SharedSeat]:
    """List all seats."""
    setup = model.setup
    return [
        SharedSeat(seat, people, person_of(model) if seat == model.turn else "", len(people) >= MOST)
        for seat in range(len(setup.names))
        for people in [setup.on(seat)]
    ]


def others(model: Model, everyone: Sequence[Person]) -> list[str]:
    """List who is known and does not play, who played last first."""
    playing = set(map(look_of, model.setup.people))
    return [one.name for one in everyone if playing.isdisjoint(map(look_of, (one.name, *one.names)))]


def blueprint(page: Page, people: People) -> Blueprint:
    """Build ``/seats``; what it sends goes to the action `web.game.actions.SeatAction`."""
    bp = Blueprint("seats_page", __name__)

    @bp.get("/seats")
    def show() -> ResponseReturnValue:
        shown = page.shown()
        if shown is None or shown.view.outcome is not None:
            return redirect("/")
        return render_template(
            "game/seats.html",
            view=shown.view,
            seats=shared_seats(shown.model),
            known=others(shown.model, people.all()),
        )

    return bp
