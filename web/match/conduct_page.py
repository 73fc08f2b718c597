"""The page on which is read how the match on the table is conducted, and on which an admin changes that."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import get_args

from flask import Blueprint, redirect, render_template
from flask.typing import ResponseReturnValue

from engine.match import Conduct
from engine.match.conduct import DiceOnCheckers, IllegalPlays, TurnEnds
from web.language.catalogue import mark
from web.language.labels import CONDUCT_CHOICES, CONDUCT_LABELS
from web.language.locale import _, _n, translated
from web.language.speaker import minutes_of
from web.match.shown import OnTable

YES, NO = "true", "false"

LABELS: Mapping[str, str] = {
    "tournament": mark("Tournament mode"),
    "tells_illegal": mark("Illegal plays in a tournament"),
    "spoken": mark("Spoken for blind players"),
    **{key: CONDUCT_LABELS[key] for key in CONDUCT_CHOICES},
}
"""Each thing that is settled by a choice → what it is called."""

WORDS: Mapping[str, Mapping[str, str]] = {
    "tournament": {
        YES: mark("switched on"),
        NO: mark("switched off"),
    },
    "tells_illegal": {
        YES: mark("are told"),
        NO: mark("are entered as done"),
    },
    "spoken": {YES: mark("yes, with more time"), NO: mark("no")},
    **CONDUCT_CHOICES,
}
"""Each choice in words."""

_VALUES: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("tournament", "tells_illegal", "spoken"), (YES, NO)),
    "turn_ends": get_args(TurnEnds),
    "illegal_plays": get_args(IllegalPlays),
    "dice_on_checkers": get_args(DiceOnCheckers),
}


@dataclass(frozen=True, slots=True)
class Settled:
    """One thing that is settled, with what may be chosen."""

    name: str
    label: str
    value: str
    choices: tuple[tuple[str, str], ...]
    """Each value with its words."""

    @property
    def words(self) -> str:
        """What is settled, in words."""
        return dict(self.choices)[self.value]


def settled(conduct: Conduct) -> list[Settled]:
    """List all that is settled by a choice."""
    return [_choice(name, getattr(conduct, name)) for name in LABELS]


def _choice(name: str, value: object) -> Settled:
    given = (YES if value else NO) if isinstance(value, bool) else str(value)
    words = WORDS[name]
    return Settled(
        name,
        translated(LABELS[name]),
        given,
        tuple((one, translated(words[one])) for one in _VALUES[name]),
    )


def lag_words(minutes: int) -> str:
    """Tell how much later spectators see a match."""
    return _n("{count} minute later", "{count} minutes later", minutes) if minutes else _("as it is played")


def blueprint(table: OnTable) -> Blueprint:
    """Build ``/conduct``; what it sends goes to the action `web.game.actions.ConductAction`."""
    bp = Blueprint("conduct_page", __name__)

    @bp.get("/conduct")
    def show() -> ResponseReturnValue:
        model = table.model if table.has_game else None
        if model is None or model.conduct is None:
            return redirect("/")
        return render_template(
            "match/conduct.html",
            conduct=model.conduct,
            settled=settled(model.conduct),
            lag=lag_words(minutes_of(model.conduct.spectators_lag_s)),
            seq=model.seq,
            is_over=bool(model.match and model.match.is_over),
        )

    return bp
