"""Recorded sounds in place of the box's speech: a folder of WAV files that people fill themselves.

A file is named after its occasion: ``kill.wav``, or ``kill+`` and anything, such as ``kill+2.wav`` or
``kill+drum.wav``. Of several for one occasion one is chosen at random. An occasion without a file is spoken.

The occasions: ``turn-1`` to ``turn-4`` (whose turn it is, by seat), ``turn`` (anybody's), ``throw-25`` (a
throw that counts 25, also as a correction; of dice ``throw-6-1``, the larger first), ``kill``, ``illegal``,
``question``, ``win``, ``undo``, ``redo``, ``game`` (a new one begins), ``camera-away``, ``camera-back``,
``box-stops``, ``door-open`` (phones may join), where a button wants a long press ``hold-to-take-back``,
``hold-to-accept``, ``hold-to-accept-resignation``, ``hold-to-refuse``, ``hold-to-take``, ``hold-to-drop`` and
``hold-both``, and what both buttons ask: ``offer-double``, ``offer-resign``, ``offer-resign-1`` to ``-3``,
``offer-none``. These name no player.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from pathlib import Path

from engine.events import (
    Corrected,
    GameEnded,
    GameStarted,
    Happened,
    Logged,
    MoveRefused,
    MoveWarned,
    Redone,
    Threw,
    ThrowAsked,
    ThrowKept,
    TurnBegan,
    Undone,
)
from engine.facts import FactKind
from engine.following.board_events import BoardAsked, BoardLost, BoardRefused
from engine.throw import Dice


class Sounds:
    """The files of one folder. They are looked for whenever one is wanted, so new ones count at once."""

    def __init__(self, folder: Path, *, choose: Callable[[Sequence[Path]], Path] = random.choice) -> None:
        """Take a folder; it may be missing.

        Args:
            folder: Where the files are.
            choose: Takes one of several.
        """
        self._folder = folder
        self._choose = choose

    def find(self, occasions: Sequence[str]) -> Path | None:
        """Choose a file for the first occasion that has one; None if none has."""
        try:
            files = sorted(
                path
                for path in self._folder.iterdir()
                if path.suffix.lower() == ".wav" and path.is_file()  # a pipe would be played for ever
            )
        except OSError:
            return None
        for occasion in occasions:
            fitting = [path for path in files if path.stem.partition("+")[0] == occasion]
            if fitting:
                return self._choose(fitting)
        return None


def occasions(action: Sequence[Logged]) -> list[str]:
    """Tell under which names the sound of an action may stand, the most important thing only.

    Args:
        action: Everything that was recorded together.

    Returns:
        Names, the most exact first; empty where no sound tells it, as for a throw that waits.
    """
    events = [logged.event for logged in action]
    corrected = [event for event in events if isinstance(event, Corrected)]
    throws = [event for event in events if isinstance(event, Threw)]
    turns = [event for event in events if isinstance(event, TurnBegan)]
    if any(isinstance(event, GameEnded) for event in events):
        return ["win"]
    if any(isinstance(event, MoveRefused | BoardRefused) for event in events):
        return ["illegal"]
    if any(isinstance(event, MoveWarned | BoardAsked | BoardLost) for event in events):
        return ["question"]
    if any(isinstance(event, ThrowAsked | ThrowKept) for event in events) and not throws:
        return ["question"]
    if any(isinstance(event, Happened) and event.fact.kind is FactKind.CAPTURED for event in events):
        return ["kill"]
    if any(isinstance(event, GameStarted) for event in events):
        return ["game"]
    if any(isinstance(event, Undone) for event in events):
        return ["undo"]
    if any(isinstance(event, Redone) for event in events):
        return ["redo"]
    if corrected:
        return [] if corrected[-1].stopped_at else [_throw(corrected[-1])]
    if throws:
        return [_throw(throws[-1])]
    return [f"turn-{turns[-1].player + 1}", "turn"] if turns else []


def _throw(event: Threw | Corrected) -> str:
    if isinstance(event.throw, Dice):
        return "-".join(["throw", *map(str, sorted(event.throw.pips, reverse=True))])
    return f"throw-{event.value}"
