"""Pages beside the play page: the end of a game before its time, who sits on each seat, and what happened.

A game is ended in a step of its own, so that no single touch ends one; what happened is turned page by page,
back to the beginning.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, redirect, render_template
from flask.typing import ResponseReturnValue

from engine.ending import levels, resigners
from engine.move import Take
from engine.names import look_of
from engine.setup import MOST
from engine.table.members import person_of
from engine.table.state import Model
from web.game.event_view import Events
from web.game.page import Page
from web.house.people import People, Person
from web.language.bidi import isolated
from web.language.labels import level_words
from web.language.locale import listed
from web.request_body import asked_whole


@dataclass(frozen=True, slots=True)
class Level:
    """What a win can count."""

    points: int
    words: str


@dataclass(frozen=True, slots=True)
class Winner:
    """Whom all may call the winner: a player, or partners."""

    seats: str
    """Their seats, with commas between."""
    names: str


@dataclass(frozen=True, slots=True)
class Endings:
    """How the game on the table can be ended now."""

    resigners: tuple[int, ...]
    """Seats that can resign; none while an offer waits for its answer."""
    levels: tuple[Level, ...]
    """What a win can count before the cube; empty where a win is a win."""
    answered: bool
    """Who wins accepts or refuses a resignation."""
    others_play_on: bool
    """With so many in the game, one who resigns ends it for nobody else."""
    winners: tuple[Winner, ...]


def endings(model: Model) -> Endings:
    """List how a game can be ended now."""
    line = model.line
    rules, state, declared = line.rules, line.state, line.declared
    waits = declared.offered is not None or Take() in line.optional
    able = resigners(rules, state, declared)
    points = sorted({one for seat in range(rules.players) for one in levels(rules, state, seat)})
    sides = [side for side in rules.sides if {*side} & {*able}]
    return Endings(
        () if waits else able,
        tuple(Level(one, level_words(one, model.setup)) for one in points) if len(points) > 1 else (),
        any(rules.resignations(state, seat) for seat in able),
        len(sides) > 2,
        tuple(
            Winner(",".join(map(str, side)), listed([isolated(model.setup.names[seat]) for seat in side]))
            for side in rules.sides
        ),
    )


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


def blueprint(page: Page, people: People, events: Events) -> Blueprint:
    """Build ``/end``, ``/seats`` and ``/earlier``; what they send goes to `web.game.actions`."""
    bp = Blueprint("pages", __name__)

    @bp.get("/end")
    def end() -> ResponseReturnValue:
        shown = page.shown()
        if shown is None or shown.view.outcome is not None:
            return redirect("/")
        return render_template("game/end.html", view=shown.view, endings=endings(shown.model))

    @bp.get("/seats")
    def seats() -> ResponseReturnValue:
        shown = page.shown()
        if shown is None or shown.view.outcome is not None:
            return redirect("/")
        return render_template(
            "game/seats.html",
            view=shown.view,
            seats=shared_seats(shown.model),
            known=others(shown.model, people.all()),
        )

    @bp.get("/earlier")
    def earlier() -> ResponseReturnValue:
        before = asked_whole("before", 0)
        shown = page.shown()
        if shown is None:
            return redirect("/new")
        listed = events.page(shown.model, before=before)
        return render_template("game/earlier.html", view=shown.view, listed_events=listed)

    return bp
