"""What the box tells other programs, as JSON: over MQTT, and in part to webhooks.

`web.connections.schemas` describes each; an event is told as `engine.events` writes it, so that a new kind of
event needs nothing here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.events import Happened, Logged, event_type
from engine.setup import Setup
from engine.table.members import person_of
from engine.table.state import Model
from engine.table.tournament import waits_told
from engine.throw import Cowries, Dice
from web.games import page_of
from web.language.events import SIGNALS, line
from web.language.labels import outcome_words, turn_words
from web.language.locale import speaking
from web.language.speaker import Speaker
from web.language.speech import announcement, asks, signal_of

Json = dict[str, Any]

VERSION = 1
"""Of all messages. A part that is added does not change it; one that means something else does."""

ROOT = f"charkoni/v{VERSION}"
"""Under which every box has its topics, by its name."""


def topic(box: str, what: str) -> str:
    """Return a topic of a box.

    >>> topic("k3x9q2m7ab", "state")
    'charkoni/v1/k3x9q2m7ab/state'
    """
    return f"{ROOT}/{box}/{what}"


def state_message(model: Model | None, *, language: str) -> Json:
    """Describe the game on the table, for who wants no more than how it stands.

    Args:
        model: The game; None without one.
        language: Code of the language of the sentence.
    """
    if model is None:
        return {
            "game": None,
            "kind": "",
            "preset": "",
            "players": [],
            "turn": None,
            "player": "",
            "waits": "",
            "asks": False,
            "throw": None,
            "score": [],
            "ended": False,
            "winners": [],
            "sentence": "",
        }
    setup, outcome = model.setup, model.outcome
    page = page_of(setup.game)
    with speaking(language):
        now = outcome_words(outcome, setup) if outcome else f"{person_of(model)} {turn_words(model)}"
    return {
        "game": model.game,
        "kind": setup.game,
        "preset": setup.preset,
        "players": list(setup.names),
        "turn": None if outcome else model.turn,
        "player": "" if outcome else person_of(model),
        "waits": waits_told(model).value,
        "asks": asks(model),
        "throw": _last_throw(model),
        "score": [
            dict(page.score(model.rules, model.state, seat).numbers) for seat in range(len(setup.names))
        ],
        "ended": outcome is not None,
        "winners": [setup.names[seat] for seat in outcome.winners] if outcome else [],
        "sentence": now,
    }


def _last_throw(model: Model) -> Json | None:
    """Describe the throw that was made last, and what it counted."""
    last = model.last_throw
    if last is None or not isinstance(last.action, Dice | Cowries):
        return None
    worth = model.rules.value_of(model.states[model.place(last.seq)], last.action)
    return {
        "text": str(last.action),
        "value": None if worth is None else worth.value,
        "player": model.setup.names[last.player],
        "seat": last.player,
    }


def event_message(logged: Logged, *, name: str, prev: str) -> Json:
    """Describe an event as the event stream does, under its name.

    Args:
        logged: The event.
        name: What it is called for ever.
        prev: What the event before it is called that others are told of; empty for the first. Only by this a
            reader sees a gap: deleted games leave numbers out.
    """
    return {"v": VERSION, "id": name, "prev": prev} | logged.to_json()


def happened_type(action: Sequence[Logged], *, asked: bool = True) -> str:
    """Name what an action was: what lamps and buzzer signal of it, else its first event."""
    signal = signal_of(action, asked=asked)
    if signal is not None:
        return SIGNALS[signal].outside
    first = next((one for one in action if not isinstance(one.event, Happened)), action[0])
    return event_type(first.event)


def happened_message(
    action: Sequence[Logged], setup: Setup, *, name: str, language: str, asked: bool = True
) -> Json:
    """Describe an action, all that was recorded together, as one thing.

    Args:
        action: Its events, in order.
        setup: Of its game.
        name: What its newest event is called.
        language: Code of the language of the sentence.
        asked: The players still have something to answer.
    """
    speaker = Speaker(setup.names, setup.game, language, setup.preset)
    told = announcement(action, speaker)
    lines = (line(one.event, speaker) for one in action)
    reasons = [one.event.reason for one in action if hasattr(one.event, "reason")]
    seat = _seat(action)
    return {
        "v": VERSION,
        "id": name,
        "event_type": happened_type(action, asked=asked),
        "sentence": told or "; ".join(filter(None, lines)),
        "player": setup.names[seat] if seat is not None and seat < len(setup.names) else "",
        "seat": seat,
        "rule": reasons[0].rule if reasons else "",
        "game": action[0].game,
        "time": action[0].time,
    }


def _seat(action: Sequence[Logged]) -> int | None:
    """Find whose action it was: of a turn that begins, the one whose turn it is."""
    for one in action:
        event = one.event.fact if isinstance(one.event, Happened) else one.event
        seat = getattr(event, "player", None)
        if isinstance(seat, int):
            return seat
    return None


def forgotten_message(game: int, *, first: str, last: str) -> Json:
    """Describe a game that was deleted on the box, by the names of its first and last event."""
    return {"v": VERSION, "game": game, "first": first, "last": last}
