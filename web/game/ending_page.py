"""The page on which a game is ended before its time: a step of its own, so that no single touch ends one."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, redirect, render_template
from flask.typing import ResponseReturnValue

from engine.ending import levels, resigners
from engine.move import Take
from engine.table.state import Model
from web.game.page import Page
from web.language.bidi import isolated
from web.language.labels import level_words
from web.language.locale import listed


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


def blueprint(page: Page) -> Blueprint:
    """Build ``/end``; what it sends goes to the action `web.game.actions.EndingAction`."""
    bp = Blueprint("ending_page", __name__)

    @bp.get("/end")
    def ask() -> ResponseReturnValue:
        shown = page.shown()
        if shown is None or shown.view.outcome is not None:
            return redirect("/")
        return render_template("game/end.html", view=shown.view, endings=endings(shown.model))

    return bp
