"""What a phone says aloud of the game: the box's own sentences, in the language of the phone.

A phone takes one of two sentences, by how much it wants to hear; the number beside it says whether that was
said already. A phone that slept says what the game waits for now, not what it missed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.events import Logged
from engine.table.state import Model
from web.language import speech
from web.language.alerts import actions, asks
from web.language.locale import language

_ACTIONS = 12
"""So many actions are looked through for the newest sentence; what lies further back is no news."""


@dataclass(frozen=True, slots=True)
class Announcement:
    """A sentence that is said aloud once."""

    seq: int
    """Its last event, by which a phone knows whether it has said it; 0 where there is nothing to say."""
    text: str


@dataclass(frozen=True, slots=True)
class Now:
    """What a phone says when it wakes, by how much it lets hear."""

    everything: str
    alerts: str


@dataclass(frozen=True, slots=True)
class Announcements:
    """What phones say, by how much they let hear."""

    everything: Announcement
    alerts: Announcement
    now: Now


def aloud(model: Model, events: Sequence[Logged], *, turn: str) -> Announcements:
    """Write what phones say.

    Args:
        model: The game in progress.
        events: Its newest events, in order.
        turn: Whose turn it is and what it waits for, as a sentence.

    Returns:
        The newest sentence of those who hear ``everything`` and of those who hear ``alerts``, and what each
        says ``now`` when it wakes.
    """
    newest = actions(events)[-_ACTIONS:]
    everything, alerts = (_last(model, newest, alerts_only=only) for only in (False, True))
    waits = asks(model) or model.outcome is not None
    urgent = alerts.text if waits else ""
    return Announcements(everything, alerts, Now(urgent or turn, urgent))


def _last(model: Model, newest: Sequence[Sequence[Logged]], *, alerts_only: bool) -> Announcement:
    """Find the last action that is worth a sentence."""
    setup = model.setup
    for action in reversed(newest):
        text = speech.announcement(
            action,
            setup.names,
            game=setup.game,
            preset=setup.preset,
            language=language(),
            alerts_only=alerts_only,
            setup=setup,
        )
        if text:
            return Announcement(action[-1].seq, text)
    return Announcement(0, "")
