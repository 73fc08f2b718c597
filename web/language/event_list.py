"""The list of what happened, in words: what was taken back is told apart from what stands."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from engine.events import (
    Corrected,
    CorrectionSettled,
    GameEnded,
    Happened,
    Logged,
    Moved,
    MoveRefused,
    PositionSet,
    Setup,
    Threw,
    Undone,
)
from web.language import speech


def told(events: Sequence[Logged], setup: Setup, *, language: str = "en") -> list[dict[str, Any]]:
    """Write events of one game in words of a language, in order: one line for each that is worth one.

    In a line, `undone` says that the throw or move, or what it brought about, was taken back later.
    """
    gone = _taken_back(events)
    said = functools.partial(speech.sentence, game=setup.game, preset=setup.preset, language=language)
    undid = functools.partial(speech.taken_back, game=setup.game, preset=setup.preset, language=language)
    acts: dict[int, Logged] = {}
    lines: list[dict[str, Any]] = []
    undone = False
    for logged in events:
        event = logged.event
        if isinstance(event, Threw | Moved | PositionSet):
            acts[logged.seq] = logged
            undone = logged.seq in gone
        elif isinstance(event, Corrected):
            undone = event.of in gone
        elif not isinstance(event, Happened | GameEnded):
            undone = False
        if isinstance(event, Corrected) and not event.stopped_at:
            _correct(acts, event)
        text = said(logged, setup.names)
        if isinstance(event, Undone) and event.of in acts:
            text = undid(acts[event.of], setup.names)
        if text:
            lines.append(
                {
                    "seq": logged.seq,
                    "time": logged.time,
                    "text": text,
                    "type": logged.to_json()["type"],
                    "player": getattr(event, "player", None),
                    "photo": getattr(event, "photo", ""),
                    "undone": undone,
                    "rule": event.reason.rule if isinstance(event, MoveRefused) else "",
                }
            )
    return lines


def _taken_back(events: Sequence[Logged]) -> set[int]:
    """Find the throws and moves that were taken back."""
    standing: list[int] = []
    gone: set[int] = set()
    for logged in events:
        event = logged.event
        first = 0
        if isinstance(event, Threw | Moved | PositionSet):
            standing.append(logged.seq)
        elif isinstance(event, Undone):
            first = event.of
        elif isinstance(event, CorrectionSettled) and event.how == "undone":
            first = event.at
        if first:
            gone.update(seq for seq in standing if seq >= first)
            standing = [seq for seq in standing if seq < first]
    return gone


def _correct(acts: dict[int, Logged], event: Corrected) -> None:
    """Remember what a throw was corrected to."""
    logged = acts.get(event.of)
    if logged is not None and isinstance(logged.event, Threw):
        threw = replace(logged.event, throw=event.throw, value=event.value, again=event.again)
        acts[event.of] = replace(logged, event=threw)
