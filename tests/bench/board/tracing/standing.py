"""How people put pieces down: rows and heaps on points, groups on squares."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from tests.bench.board.tracing.scene import UPRIGHT
from tests.bench.eye.looks.grain import Grid


@dataclass(frozen=True, slots=True)
class Spot:
    """Where one piece stands on its place, centimetres."""

    along: float
    """From the rim inwards, of its middle."""
    aside: float
    up: float
    """Height of the lower end of its axis over the field."""
    tilt: float = 0.0
    """By how much it leans back towards the rim, radians."""


def row(
    rng: np.random.Generator, count: int, *, length: float, width: float, tall: float, habit: str
) -> list[Spot]:
    """Put checkers on a point, from the rim on.

    Args:
        rng: Of the hand that puts them.
        count: How many.
        length: Of the point, centimetres.
        width: Of a checker.
        tall: Of a checker.
        habit: `piled`: what finds no room lies on the first ones; `shingled`: each leans on the one before;
            `loose`: with gaps and aside, piled where there is no room.
    """
    loose = habit == "loose"
    shake = width * (0.07 if loose else 0.025)
    room = max(1, int((length + 0.25 * width) / (width * 1.01)))
    if habit == "shingled" and count > room:
        pitch = (length - width) / (count - 1)
        lean = math.asin(min(0.62, tall / max(pitch, tall * 1.2)))
        spots = []
        for number in range(count):
            tilt = 0.0 if number == 0 else lean
            up = 0.0 if number == 0 else width / 2 * math.sin(lean) + 0.02
            spots.append(
                Spot(
                    width / 2 + number * pitch + 0.08 * width * (number > 0),
                    shake * float(rng.normal()),
                    up,
                    tilt,
                )
            )
        return spots
    gap = width * (float(rng.uniform(0.0, 0.12)) if loose else float(rng.uniform(0.0, 0.015)))
    first = min(count, room)
    if first > 1:
        gap = min(gap, max(0.0, (length + 0.25 * width - first * width) / (first - 1)))
    halfway = bool(rng.random() < 0.5)
    start = width / 2 + float(rng.uniform(0.0, 0.05 + 0.1 * loose)) * width
    spots = []
    for number in range(count):
        layer, place = divmod(number, room)
        between = 0.5 * width if layer % 2 and halfway else 0.0
        along = start + place * (width + gap) + between + float(rng.uniform(0, max(gap, 0.0)))
        spots.append(Spot(along, shake * float(rng.normal()), layer * tall))
    return spots


def group(rng: np.random.Generator, count: int, *, side: float, width: float) -> list[tuple[float, float]]:
    """Put pieces on a square of some side: x and y of each from its middle, none upon another."""
    if count == 1:
        reach = max(0.0, min(0.2 * side, side / 2 - width / 2))
        return [(float(rng.uniform(-reach, reach)), float(rng.uniform(-reach, reach)))]
    for spread in np.linspace(0.0, 0.5, 11):
        limit = max(0.02, side / 2 - width / 2 + spread * width)
        for _ in range(40):
            places = rng.uniform(-limit, limit, (count, 2))
            apart = np.linalg.norm(places[:, None] - places[None], axis=2) + 9 * np.eye(count)
            if apart.min() > 1.02 * width:
                return [(float(x), float(y)) for x, y in places]
    turn = np.linspace(0, 2 * np.pi, count, endpoint=False) + rng.uniform(0, 6)
    out = width * 0.52 / math.sin(math.pi / count)
    return [(float(out * math.cos(a)), float(out * math.sin(a))) for a in turn]


def spun(yaw: float) -> Grid:
    """Return a turn about the z axis by radians, shape (3, 3)."""
    c, s = math.cos(yaw), math.sin(yaw)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]], np.float32)


def leaned(toward: float, angle: float) -> Grid:
    """Return a turn that lets the top sink towards a compass angle; both in radians."""
    c, s = math.cos(angle), math.sin(angle)
    about_y = np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]], np.float32)
    return np.asarray(spun(toward) @ about_y @ spun(-toward), np.float32)


def upside_down() -> Grid:
    """Return the turn that lays the other face up."""
    return np.asarray(np.diag([1.0, -1.0, -1.0]) @ UPRIGHT, np.float32)
