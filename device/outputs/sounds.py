"""How each signal sounds and shines, and recorded sounds in place of the box's speech.

Recorded sounds are WAV files in a folder that people fill themselves. A file is named after what it tells:
``kill.wav``, or ``kill+`` and anything, such as ``kill+2.wav`` or ``kill+drum.wav``. Of several for one name
one is chosen at random, and what has no file is spoken. The names are those of `web.language.events`, which
ARCHITECTURE.md lists, and of `web.language.speech.REMARKS`; they name no player.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Literal

from web.language.events import Signal

TUNES: Mapping[Signal, Sequence[tuple[str, float]]] = {
    "turn": (("A4", 0.12),),
    "kill": (("E5", 0.15), ("A4", 0.3)),
    "illegal": (("A3", 0.4), ("A3", 0.4), ("A3", 0.4)),
    "question": (("A4", 0.1), ("A4", 0.1), ("E5", 0.35)),
    "win": (("A4", 0.12), ("C#5", 0.12), ("E5", 0.12), ("A5", 0.5)),
}
"""Notes of the buzzer and their lengths in seconds. A turn is played once for the first player, twice for the
second … Phones have their own in `static/js/sound.js`."""

Pattern = Signal | Literal["fault", "still"]
"""What the lamps can show; ``still`` is no pattern: no lamp changes."""

RHYTHMS: Mapping[Pattern, str] = {
    "turn": "####..####..",
    "kill": "#.#.#.#.#.#.",
    "illegal": "##..##..##..",
    "win": "#.#.#.######....",
    "question": "#.#.......#.#.......",
    "fault": "####################",
}
"""Lit and dark, beat by beat. The rhythms for the red lamp and the win are played over and over as ground."""


class Sounds:
    """The files of one folder. They are looked for whenever one is wanted, so new ones count at once."""

    def __init__(self, folder: Path, *, choose: Callable[[Sequence[Path]], Path] = random.choice) -> None:
        """Use a folder; it may be missing.

        Args:
            folder: Where the files are.
            choose: Takes one of several.
        """
        self._folder = folder
        self._choose = choose

    def find(self, names: Sequence[str]) -> Path | None:
        """Choose a file for the first name that has one; None if none has."""
        try:
            files = sorted(
                path
                for path in self._folder.iterdir()
                if path.suffix.lower() == ".wav" and path.is_file()  # a pipe would be played for ever
            )
        except OSError:
            return None
        for name in names:
            fitting = [path for path in files if path.stem.partition("+")[0] == name]
            if fitting:
                return self._choose(fitting)
        return None
