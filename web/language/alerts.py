"""Who hears what: everything, alerts, or nothing; and what an alert is, for box and phones alike.

The box's voice and buzzer and every phone ask here, so that one action is as urgent for all of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import Literal, get_args

from engine.events import (
    MOST_KEPT,
    Corrected,
    CorrectionSettled,
    GameEnded,
    Happened,
    Logged,
    MoveRefused,
    MoveWarned,
    ThrowAsked,
    ThrowKept,
)
from engine.facts import FactKind
from engine.following.board_events import BoardAsked, BoardLost, BoardRefused
from engine.move import Take
from engine.table.state import Model
from web.language.catalogue import mark

Alert = Literal["win", "illegal", "question"]
"""What is told also to those who want to hear alerts only; the buzzer's tunes have the same names."""

ALERTS: tuple[Alert, ...] = ("win", "illegal", "question")
"""All of them, the most important first."""

Level = Literal["everything", "alerts", "silent"]
"""What an output lets hear. Alerts are what needs an answer, and who has won."""

LEVELS: tuple[Level, ...] = get_args(Level)

LEVEL_TITLES = {
    "everything": mark("everything"),
    "alerts": mark("only alerts"),
    "silent": mark("nothing"),
}
"""The levels in words: what is heard."""

OUTPUTS = ("hears", "hears_buzzer", "hears_phones")
"""Settings that say so: for the box's voice, its buzzer, and phones that have chosen nothing themselves."""


def alert_of(logged: Logged) -> Alert | None:
    """Tell which alert an event is: a question, a no, or the end; None for one that needs no answer."""
    match logged.event:
        case GameEnded():
            return "win"
        case MoveRefused() | BoardRefused():
            return "illegal"
        case BoardAsked() | BoardLost():
            return "question"
        case ThrowAsked() | ThrowKept():
            return "question" if logged.event.waits <= MOST_KEPT else None
        case MoveWarned():
            return "question"
        case Happened(fact) if fact.kind in (FactKind.RESIGNATION_OFFERED, FactKind.DOUBLED):
            return "question"
        case Corrected() | CorrectionSettled():
            return "question" if logged.event.stopped_at else None
    return None


def lets_hear(level: object, *, alert: bool) -> bool:
    """True if an output of this level lets something hear.

    >>> lets_hear("alerts", alert=False), lets_hear("alerts", alert=True), lets_hear("silent", alert=True)
    (False, True, False)
    """
    return level == "everything" or (level == "alerts" and alert)


def actions(events: Iterable[Logged]) -> list[list[Logged]]:
    """Part events into actions: what was recorded together has one game, one request, one time.

    >>> actions([])
    []
    """
    return [
        list(group)
        for _, group in groupby(events, key=lambda logged: (logged.game, logged.request, logged.time))
    ]


def asks(model: Model) -> bool:
    """True if the players have something to answer on a phone."""
    declared = model.line.declared
    if declared.outcome:
        return False
    offered = declared.offered is not None or Take() in model.line.optional
    asked = model.question is not None or model.lost is not None
    return asked or bool(model.waiting) or offered
