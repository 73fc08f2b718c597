"""Lamps, windows and the sun, by name."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np

from tests.bench.board.tracing.scene import Lamp, Triple
from tests.bench.eye.looks.grain import Grid

LIGHTS: Mapping[str, tuple[tuple[tuple[str, float, float, float], ...], float]] = {
    "window at a side": ((("window", 6200, 2.2, 25),), 0.5),
    "two windows": ((("window", 6800, 1.5, 30), ("window", 6000, 0.9, 35)), 0.4),
    "lamp over the table": ((("shade", 2800, 2.6, 80),), 0.22),
    "evening lamp": ((("shade", 2400, 2.2, 32),), 0.15),
    "spots": ((("spot", 3100, 1.2, 60), ("spot", 3100, 1.1, 65), ("spot", 3000, 0.9, 50)), 0.25),
    "tubes": ((("tube", 4300, 1.5, 75), ("tube", 4300, 1.3, 62)), 0.5),
    "panel": ((("panel", 4100, 2.6, 78),), 0.6),
    "sun patch": ((("sun", 5600, 5.0, 42), ("window", 7000, 0.8, 28)), 0.5),
    "lamp and window": ((("shade", 2700, 1.4, 55), ("window", 7200, 1.2, 24)), 0.35),
    "overcast garden": ((("sky", 7000, 2.6, 85),), 1.1),
    "clamped lamp": ((("spot", 3600, 3.0, 48),), 0.14),
    "candles": ((("candle", 1950, 1.2, 22), ("candle", 1950, 1.0, 26)), 0.1),
}
"""Each lamp's kind, kelvins, light, degrees over the horizon; then how much the room shines by itself."""
_SIZES = {
    "window": (90, 120),
    "shade": (32, 32),
    "spot": (6, 6),
    "tube": (120, 5),
    "panel": (60, 60),
    "sky": (400, 400),
    "candle": (1.5, 3),
}
_KELVINS = (1900, 2700, 4000, 5000, 6500, 9000)
_TINTS = (
    (1.0, 0.23, 0.01),
    (1.0, 0.40, 0.10),
    (1.0, 0.64, 0.37),
    (1.0, 0.78, 0.62),
    (1.0, 0.95, 0.98),
    (0.69, 0.76, 1.0),
)
"""Colours of black bodies as linear sRGB, roughly: from memory, no more than lamps need."""


def tint(kelvin: float) -> Grid:
    """Return the colour of a lamp, shape (3,), its green and red brought to a mean of 1."""
    parts = [np.interp(kelvin, _KELVINS, [one[i] for one in _TINTS]) for i in range(3)]
    colour = np.array(parts, np.float32)
    return np.asarray(colour / (0.25 * colour[0] + 0.65 * colour[1] + 0.1 * colour[2]), np.float32)


def lamps(name: str, rng: np.random.Generator, half: tuple[float, float]) -> tuple[list[Lamp], Triple]:
    """Return the lamps of a light, and the colour and strength with which the room shines."""
    rows, room = LIGHTS[name]
    made = []
    side = rng.uniform(0, 2 * math.pi)
    total = np.zeros(3)
    for number, (kind, kelvin, light, high) in enumerate(rows):
        rise = math.radians(min(88.0, high + float(rng.normal(0, 6))))
        turn = side + number * 2.1 + float(rng.normal(0, 0.3))
        far = {"window": 170, "sky": 400, "spot": 130, "tube": 150, "panel": 150, "candle": 55}.get(kind, 95)
        if kind == "shade" and high < 40:
            far = 80
        at = (
            far * math.cos(turn) * math.cos(rise),
            far * math.sin(turn) * math.cos(rise),
            far * math.sin(rise),
        )
        colour = tint(kelvin + float(rng.normal(0, 120)))
        total += colour * light
        shade = (float(colour[0]), float(colour[1]), float(colour[2]))
        strong = light * float(rng.uniform(0.8, 1.25))
        if kind == "sun":
            hole = (float(rng.uniform(14, 40)), float(rng.uniform(18, 45)))
            aim = (float(rng.uniform(-0.7, 0.7) * half[0]), float(rng.uniform(-0.7, 0.7) * half[1]))
            made.append(Lamp("sun", at, (0.05, 0.0), strong, shade, hole, aim))
            continue
        round_ = kind in ("shade", "spot", "candle")
        made.append(Lamp("disc" if round_ else "pane", at, _SIZES[kind], strong, shade))
    around = total / max(1e-3, total.mean()) * 0.6 + 0.4
    fill = room * float(rng.uniform(0.7, 1.3))
    return made, (float(around[0] * fill), float(around[1] * fill), float(around[2] * fill))


def hue(made: list[Lamp], fill: Triple) -> tuple[float, float, float]:
    """Return the colour of the light on the board, its mean 1."""
    total = np.array(fill) + sum((np.array(lamp.colour) * lamp.light for lamp in made), np.zeros(3))
    total = total / total.mean()
    return float(total[0]), float(total[1]), float(total[2])
