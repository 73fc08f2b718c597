"""What is told of each kind of event: in every language by voice and list, by signals, to other programs."""

from __future__ import annotations

import json
from collections.abc import Iterator

from engine.events import Event, Logged, Setup, event_type
from engine.registry import games
from recordings.blocks import Blocks
from web.connections.messages import event_message, happened_type
from web.language.catalogue import LANGUAGES
from web.language.event_list import told
from web.language.events import ALERTS, Spoken, row_of
from web.language.speaker import Speaker
from web.language.speech import announcement, signal_of
from what_is_told import NAMES, samples


def events() -> Blocks:
    """Write what is told of each kind of event; games that tell it alike have one line."""
    found: dict[str, dict[str, dict[str, str]]] = {}
    for info in games():
        setup = Setup(info.name, info.presets[0].name, NAMES, {}, 0)
        for event in samples(info.name):
            lines = found.setdefault(event_type(event), {})
            for about, text in _told(event, setup):
                lines.setdefault(about, {})[info.name] = text
    return {
        kind: [line for about, by_game in lines.items() for line in _alike(about, by_game)]
        for kind, lines in found.items()
    }


def _told(event: Event, setup: Setup) -> Iterator[tuple[str, str]]:
    logged = Logged(2, 1, event)
    voice, signal = row_of(event).voice, signal_of([logged])
    urgency = voice.urgency if isinstance(voice, Spoken) else "never"
    yield "comes", f"{urgency} in what the voice says of an action"
    yield "signal", signal or "none"
    yield "alert", signal if signal in ALERTS else "none"
    message = json.dumps(event_message(logged, name="BOX/LIFE/2", prev=""), sort_keys=True)
    yield "other programs", f"{happened_type([logged]) or 'no happening'}, {message}"
    for language in LANGUAGES:
        yield f"{language} voice", _spoken(logged, setup, language)
        listed = " | ".join(line.text for line in told([logged], setup, language=language))
        yield f"{language} list", listed or "nothing"


def _spoken(logged: Logged, setup: Setup, language: str) -> str:
    """Return what the voice says, and mark what those hear as well who hear alerts only."""
    speaker = Speaker(NAMES, setup.game, language, setup.preset)
    said = announcement([logged], speaker)
    alert = announcement([logged], speaker, alerts_only=True)
    assert alert in ("", said)
    return f"{said or 'nothing'}{' (an alert)' if alert else ''}"


def _alike(about: str, by_game: dict[str, str]) -> Iterator[str]:
    by_text: dict[str, list[str]] = {}
    for game, text in by_game.items():
        by_text.setdefault(text, []).append(game)
    for text, alike in by_text.items():
        of_some = "" if len(alike) == len(by_game) else f" ({', '.join(alike)})"
        yield f"{about}{of_some}: {text}"
