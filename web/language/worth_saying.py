"""What the voice says of an action, and what it leaves out because something else tells it already."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.events import (
    MOST_KEPT,
    Corrected,
    GameEnded,
    Happened,
    Logged,
    Moved,
    Threw,
    ThrowAsked,
    ThrowKept,
    TurnBegan,
)
from engine.facts import FactKind
from engine.match.match_events import ThrowVoided

SPOKEN: Mapping[str, int] = {
    "game-ended": 0,
    "flag-fell": 0,
    "move-refused": 1,
    "board-refused": 1,
    "move-warned": 1,
    "throw-voided": 1,
    "board-asked": 2,
    "board-lost": 2,
    "throw-asked": 2,
    "resignation-offered": 2,
    "resignation-refused": 4,
    "resigned": 4,
    "throw-kept": 3,
    "challenge-won": 4,
    "challenge-lost": 4,
    "captured": 4,
    "kadi-lost": 5,
    "finished": 5,
    "game-started": 5,
    "game-resumed": 5,
    "undone": 5,
    "redone": 5,
    "seated": 5,
    "paused": 5,
    "went-on": 5,
    "time-given": 5,
    "conduct-changed": 5,
    "corrected": 6,
    "threw": 6,
    "correction-settled": 7,
    "void": 7,
    "cancelled": 7,
    "lost": 7,
    "passed": 7,
    "tied": 8,
    "begins": 8,
    "board-found": 8,
    "doubled": 8,
    "taken": 8,
    "again": 8,
    "turn-began": 9,
}
"""What the voice says of an action, the most important first. What is not here is silent: a legal move is."""


def worth_saying(spoken: Sequence[Logged], events: Sequence[Logged]) -> list[Logged]:
    """Choose what is said of an action.

    Args:
        spoken: Those of its events that have words for the voice.
        events: All of them.
    """
    ended = [logged for logged in spoken if isinstance(logged.event, GameEnded)]
    if ended:
        return ended
    corrected = [logged for logged in spoken if isinstance(logged.event, Corrected)]
    used = {logged.event.kept for logged in spoken if isinstance(logged.event, Threw)}
    if any(logged.event.of not in used for logged in corrected if isinstance(logged.event, Corrected)):
        return corrected
    passed = any(_is(logged, FactKind.PASSED) for logged in spoken)
    begins = any(_is(logged, FactKind.BEGINS) for logged in spoken)
    last_throw = max((logged.seq for logged in spoken if isinstance(logged.event, Threw)), default=0)
    last_turn = max((logged.seq for logged in spoken if isinstance(logged.event, TurnBegan)), default=0)
    void = {one.event.of for one in spoken if isinstance(one.event, ThrowVoided)}
    heard = []
    for logged in spoken:
        event = logged.event
        if isinstance(event, ThrowAsked) and logged.seq in void:
            continue  # nobody is asked
        if isinstance(event, ThrowKept | ThrowAsked) and event.waits > MOST_KEPT:
            continue  # that nobody plays was said once
        if isinstance(event, Corrected) or (isinstance(event, ThrowKept) and logged.seq in used):
            continue  # the throw itself follows
        if isinstance(event, TurnBegan) and (begins or logged.seq < max(last_throw, last_turn)):
            continue  # that turn was named, or is over already
        if (passed and _is(logged, FactKind.LOST)) or grace_of(logged, events):
            continue
        heard.append(logged)
    return heard


def _is(logged: Logged, kind: FactKind) -> bool:
    return isinstance(logged.event, Happened) and logged.event.fact.kind is kind


def grace_of(logged: Logged, events: Sequence[Logged]) -> Threw | None:
    """Find the throw that a further throw was won by; None when it was won by a move."""
    if not _is(logged, FactKind.AGAIN):
        return None
    for before in reversed([other for other in events if other.seq < logged.seq]):
        if isinstance(before.event, Threw):
            return before.event if before.event.again else None
        if isinstance(before.event, Moved):
            return None
    return None
