"""What lamps and the camera make of a picture of the pretend board: light, shadows that pass, grain, JPEG."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from device.pretend.parts import bands
from vision import Frame
from vision.pictures import frame_of

_GRAINS = 4
"""So many pictures of grain are drawn; they are shown in turn, each shifted."""
_GRAIN_UNIT = 16.0
"""Noise is kept as whole sixteenths, in a byte."""


@dataclass(frozen=True, slots=True)
class Light:
    """How a board is lit and taken."""

    gain: tuple[float, float, float] = (1.0, 1.0, 1.0)
    """Blue, green, red of the light."""
    slope: tuple[float, float] = (0.0, 0.0)
    """By how much the right and the lower edge are brighter than the left and the upper one."""
    shadow: float = 0.0
    """How much light somebody takes away who stands in it, 0 to 1."""
    at: tuple[float, float] = (0.5, 0.5)
    """Where the middle of that shadow is, in parts of the picture."""
    grain: float = 2.0
    """Noise of the sensor, in levels of 255."""
    soft: float = 0.0
    """Blur of the lens, pixels."""
    quality: int = 0
    """Of the JPEG that the camera makes; 0 for none."""


PLAIN = Light()
LIGHTS = {
    "daylight": PLAIN,
    "lamp": Light(gain=(0.72, 0.9, 1.04), slope=(0.25, -0.1), grain=3.0),
    "dim": Light(gain=(0.38, 0.42, 0.45), slope=(-0.15, 0.1), grain=7.0, soft=0.7, quality=60),
    "webcam": Light(gain=(1.02, 0.98, 0.92), grain=4.0, soft=0.9, quality=45),
}
"""Lights by name."""


def lit(picture: Frame, light: Light, number: int) -> Frame:
    """Return a picture as a camera takes it in a light.

    Args:
        picture: Shape (height, width, 3), uint8, BGR. Not modified.
        light: How it is lit and taken.
        number: Of the picture: each has another grain.
    """
    high, wide = picture.shape[:2]
    seen: npt.NDArray[np.float32] | Frame = picture
    if light.gain != PLAIN.gain or light.slope != PLAIN.slope or light.shadow:
        seen = np.asarray(picture * _field(light, wide, high), np.float32)
    if light.soft:
        seen = np.asarray(cv2.GaussianBlur(seen, (0, 0), light.soft), np.float32)
    grain = _grains(wide, high)[number % _GRAINS]
    shift = 131 * number % wide if number % 2 else 0
    taken = np.empty_like(picture)
    for band in bands(high):
        moved = np.roll(grain[band], shift, axis=1).astype(np.float32)
        part = seen[band].astype(np.float32, copy=False)
        cv2.addWeighted(part, 1.0, moved, light.grain / _GRAIN_UNIT, 0.0, dst=taken[band], dtype=cv2.CV_8U)
    if light.quality:
        done, packed = cv2.imencode(".jpg", taken, [cv2.IMWRITE_JPEG_QUALITY, light.quality])
        back = frame_of(packed.tobytes()) if done else None
        taken = taken if back is None else back
    return taken


def _field(light: Light, wide: int, high: int) -> npt.NDArray[np.float32]:
    """Return how much light there is at each pixel, shape (height, width, 3)."""
    small = 48
    y, x = np.mgrid[0:small, 0:small].astype(np.float32) / (small - 1)
    field = 1 + light.slope[0] * (x - 0.5) + light.slope[1] * (y - 0.5)
    if light.shadow:
        out = np.hypot((x - light.at[0]) * 1.3, y - light.at[1])
        field *= 1 - light.shadow / (1 + np.exp((out - 0.42) / 0.06))
    every = field[..., None] * np.array(light.gain, np.float32)
    return np.asarray(cv2.resize(every.astype(np.float32), (wide, high)), np.float32)


@lru_cache(maxsize=1)
def _grains(wide: int, high: int) -> tuple[npt.NDArray[np.int8], ...]:
    """Return some fields of noise, each of one standard deviation times `_GRAIN_UNIT`."""
    rng = np.random.default_rng(11)
    made = []
    for _ in range(_GRAINS):
        grain = np.empty((high, wide, 3), np.int8)
        for band in bands(high):
            noise = rng.standard_normal(grain[band].shape, np.float32)
            soft = np.asarray(cv2.GaussianBlur(noise, (0, 0), 0.6), np.float32)
            grain[band] = np.clip(2.0 * _GRAIN_UNIT * soft, -127, 127)
        made.append(grain)
    return tuple(made)


def passing(since_s: float) -> tuple[float, float]:
    """Return where the shadow of somebody is who walks past the table."""
    return 0.5 + 0.75 * math.sin(since_s / 3.1), 0.4 + 0.3 * math.cos(since_s / 4.7)
