"""The pages of a match: how it is conducted, which an admin changes, and its clock, which is put right."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import get_args

from flask import Blueprint, redirect, render_template
from flask.typing import ResponseReturnValue

from engine.match import Conduct
from engine.match.conduct import DiceOnCheckers, IllegalPlays, TurnEnds
from engine.table import Table
from engine.table.commands.match import LONGEST_WHY
from web.house.clocks import MatchClocks
from web.language.catalogue import mark
from web.language.labels import CONDUCT_CHOICES, CONDUCT_LABELS
from web.language.locale import _, _n, translated
from web.language.speaker import minutes_of
from web.match.clock_view import clock_words
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


def blueprint(shown: OnTable, table: Table, clocks: MatchClocks | None) -> Blueprint:
    """Build ``/conduct``, and ``/clock`` where there are clocks; what they send goes to `web.game.actions`.

    Args:
        shown: The game as the phone that asks sees it.
        table: The game in progress.
        clocks: The clocks of matches.
    """
    bp = Blueprint("match", __name__)

    @bp.get("/conduct")
    def conduct() -> ResponseReturnValue:
        model = shown.model if shown.has_game else None
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

    if clocks is None:
        return bp

    @bp.get("/clock")
    def clock() -> ResponseReturnValue:
        model = table.model if table.has_game else None
        reading = clocks.read(model) if model is not None else None
        if model is None or reading is None:
            return redirect("/")
        return render_template(
            "game/clock.html",
            view={"seq": model.seq, "setup": model.setup},
            now=clock_words(reading, model),
            running=reading.running,
            longest_why=LONGEST_WHY,
        )

    return bp
