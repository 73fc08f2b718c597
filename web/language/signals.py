"""What lamps and buzzer tell of an action: one thing, the most important. A legal move tells nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from engine.events import Happened, Logged, Threw, TurnBegan
from engine.facts import FactKind
from web.language.alerts import alert_of

Signal = Literal["win", "illegal", "question", "kill", "turn"]
"""What can be told without words; lamps have a pattern and the buzzer a tune of the same name."""


def signal_of(action: Sequence[Logged], *, asked: bool = True) -> Signal | None:
    """Tell what is signalled of an action; None where silence is right.

    Args:
        action: All its events, in order.
        asked: The players still have something to answer; else no question is signalled.
    """
    alerts = set(map(alert_of, action))
    if "win" in alerts:
        return "win"
    if "illegal" in alerts:
        return "illegal"
    if "question" in alerts and asked:
        return "question"
    if any(map(is_capture, action)):
        return "kill"
    return "turn" if ends_in_a_turn(action) else None


def is_capture(logged: Logged) -> bool:
    """True if a piece was taken."""
    return isinstance(logged.event, Happened) and logged.event.fact.kind is FactKind.CAPTURED


def ends_in_a_turn(action: Sequence[Logged]) -> bool:
    """True if a turn began that nobody has thrown in yet."""
    kinds = [logged.event for logged in action if isinstance(logged.event, Threw | TurnBegan)]
    return bool(kinds) and isinstance(kinds[-1], TurnBegan)
