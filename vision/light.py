"""How the light is: enough, too much, uneven or flickering; measured in pictures, told in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.doubts import GLARE
from vision.reading import Doubt, Frame, check_frame
from vision.tray import Tray

ENOUGH = 45.0
"""Middle brightness, 0 to 255, under which more light helps."""
BURNT = 0.06
"""Part of the tray that is pure white, from which it is too bright."""
UNEVEN = 2.2
"""How many times brighter the brightest part of the tray is than the darkest where a lamp stands badly."""
FLICKER = 0.05
"""Change of brightness from frame to frame, as a part of it, that is seen as flicker."""
NOISY = 7.0
"""Noise of a pixel, 0 to 255, from which more light helps."""

ADVICE: Mapping[str, Doubt] = {
    "dark": Doubt("the tray is dark: put a lamp near it"),
    "noise": Doubt("the picture is noisy: more light makes it calmer"),
    "glare": GLARE,
    "shadow": Doubt("one side of the tray is much brighter: put the lamp higher or use two"),
    "flicker": Doubt("the light flickers: use another lamp, or set the flicker of your mains in the config"),
}
"""What can be wrong with the light → what to do."""


@dataclass(frozen=True, slots=True)
class Light:
    """The light on the tray."""

    level: float
    """Middle brightness, 0 to 255."""
    burnt: float
    """Part of the tray that is pure white, 0 to 1."""
    uneven: float
    """Brightness of the brightest twelfth of the tray by that of the darkest; 1 is even."""
    flicker: float
    """Spread of the brightness between frames, as a part of it; 0 when there was one frame only."""
    noise: float
    """Spread of a pixel between frames, 0 to 255; 0 when there was one frame only."""

    @property
    def faults(self) -> tuple[str, ...]:
        """What is wrong, by the names in `ADVICE`; empty when the light is good."""
        dark = self.level < ENOUGH
        wrong = {
            "dark": dark,
            "noise": not dark and self.noise > NOISY,
            "glare": self.burnt > BURNT,
            "shadow": self.uneven > UNEVEN,
            "flicker": self.flicker > FLICKER,
        }
        return tuple(name for name, is_so in wrong.items() if is_so)

    @property
    def advice(self) -> tuple[Doubt, ...]:
        """What to do; empty when the light is good."""
        return tuple(ADVICE[name] for name in self.faults)


def measure(frames: Sequence[Frame], *, tray: Tray | None = None) -> Light:
    """Measure the light in pictures of the empty tray.

    Args:
        frames: One or more, each of shape (height, width, 3), uint8, BGR, all of one size. Not modified. For
            flicker at least four, taken one after another.
        tray: Where to measure; None is the whole picture.

    Raises:
        FrameError: If a picture has another shape or dtype.
        ValueError: If there is none.
    """
    if not frames:
        raise ValueError("the light cannot be measured without a picture: give at least one")
    for frame in frames:
        check_frame(frame)
    width, height = 160, 120
    small = [
        cv2.resize(frame, (width, height), interpolation=cv2.INTER_AREA).astype(np.float32)
        for frame in frames
    ]
    grey = np.stack([cv2.cvtColor(one, cv2.COLOR_BGR2GRAY) for one in small])
    inside = np.ones((height, width), np.bool_) if tray is None else tray.mask(width, height) > 0
    middle = np.median(grey, axis=0)
    # The largest of the three colours burns out first, but only where all three do is the face lost.
    burnt = float((np.median([one.min(axis=2) for one in small], axis=0)[inside] > 250).mean())
    cells = [
        float(np.median(part[mask]))
        for part, mask in zip(_cells(middle), _cells(inside), strict=True)
        if mask.mean() > 0.5
    ]
    uneven = (max(cells) + 4) / (min(cells) + 4) if cells else 1.0
    levels = np.array([float(np.mean(one[inside])) for one in grey])
    flicker = float(levels.std() / (levels.mean() + 4)) if len(frames) > 3 else 0.0
    steps = np.abs(np.diff(grey - levels[:, None, None], axis=0))
    noise = float(np.median(steps)) * 1.05 if len(frames) > 1 else 0.0
    return Light(float(np.median(middle[inside])), burnt, uneven, flicker, noise)


def _cells(picture: npt.NDArray[Any]) -> list[npt.NDArray[Any]]:
    return [part for row in np.array_split(picture, 3) for part in np.array_split(row, 4, axis=1)]
