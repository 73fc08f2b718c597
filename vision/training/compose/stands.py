"""Where pieces stand on a point or a square, in its widths: x to the right, y from the rim inwards."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

COUNTS = (
    0.26,
    0.16,
    0.15,
    0.12,
    0.09,
    0.085,
    0.05,
    0.035,
    0.02,
    0.013,
    0.008,
    0.004,
    0.003,
    0.001,
    0.0005,
    0.0005,
)
"""How often a point holds so many checkers."""


@dataclass
class Stand:
    """One piece that stands somewhere."""

    owner: int
    x: float
    y: float
    up: float = 0.0
    """Height of its lower side, in widths of the place."""
    pose: str = "level"
    order: float = 0.0
    """What has more is laid later."""
    beside: bool = False
    """It is not on the place itself."""


def checkers(
    rng: np.random.Generator,
    owner: int,
    count: int,
    *,
    wide: float,
    tall: float,
    long: float,
    tilts: list[int],
) -> list[Stand]:
    """Put checkers on a point: in a row, in two layers or leaning on each other where they are too many."""
    tidy = rng.random() < 0.6
    shake = wide * rng.uniform(0.005, 0.03) if tidy else wide * rng.uniform(0.03, 0.14)
    room = max(1, int((long + 0.3 * wide) / wide))
    start = wide * (0.5 + (rng.uniform(0, 0.06) if tidy else rng.uniform(0, 0.3)))
    gap = wide * (1.0 + (rng.uniform(0, 0.03) if tidy else rng.uniform(0, 0.2)))
    limit = min(count, room)
    if limit > 1:
        gap = min(gap, max(wide, (long + 0.3 * wide - start - 0.5 * wide) / (limit - 1)))
    crowded = count > room or (count > 3 and rng.random() < 0.12)
    if crowded and tilts and rng.random() < 0.5:
        room_for = long - wide if count > room else wide * rng.uniform(0.6, 0.9) * (count - 1)
        step = room_for / (count - 1)
        lean = np.degrees(np.arcsin(min(0.6, tall / max(step, 0.3 * wide))))
        tilt = min(tilts, key=lambda one: abs(one - lean))
        return [
            Stand(
                owner,
                float(rng.normal(0, shake)),
                float(start + n * step),
                0.0,
                f"tilt{tilt}" if n else "level",
                float(n),
            )
            for n in range(count)
        ]
    first = room if not crowded or count > room else max(2, count - int(rng.integers(1, 3)))
    made = []
    between = rng.random() < 0.45
    for nth in range(count):
        layer, place = divmod(nth, first)
        shift = 0.5 * gap * (between and layer % 2) + abs(rng.normal(0, 0.02 * wide * bool(layer)))
        y = start + place * gap + shift + abs(rng.normal(0, shake / 3))
        made.append(Stand(owner, float(rng.normal(0, shake)), float(y), layer * tall, "level", float(layer)))
    return made


def counts(rng: np.random.Generator) -> int:
    """Draw how many checkers a point holds."""
    return int(rng.choice(len(COUNTS), p=np.array(COUNTS) / np.sum(COUNTS)))


def on_bar(rng: np.random.Generator, *, wide: float, long: float) -> list[Stand]:
    """Put checkers of both owners on a bar, from its ends or from its middle."""
    made = []
    for owner in (0, 1):
        count = int(rng.choice([0, 1, 2, 3, 4], p=(0.45, 0.28, 0.15, 0.08, 0.04)))
        if count == 0:
            continue
        from_rim = (rng.random() < 0.5) == bool(owner)
        start = wide * rng.uniform(0.5, 1.2) if from_rim else long * rng.uniform(0.35, 0.6) + wide * owner
        for each in range(count):
            y = start + each * wide * rng.uniform(1.0, 1.15)
            if y > long - 0.4 * wide:
                break
            made.append(Stand(owner, float(rng.normal(0, 0.05 * wide)), float(y)))
    return made


def pieces(rng: np.random.Generator, owners: int, *, wide: float, poses: list[str], low: bool) -> list[Stand]:
    """Put pieces on a square: none, one, or up to six of several owners, none upon another.

    Args:
        rng: Of those who put them.
        owners: How many owners there are.
        wide: Width of a foot, in squares.
        poses: What poses there are, `lying` among them or not.
        low: Pieces are low, and may lie with either side up.
    """
    count = int(rng.choice(7, p=(0.34, 0.31, 0.15, 0.1, 0.06, 0.025, 0.015)))
    if count == 0:
        return []
    one = rng.random() < 0.55
    who = [int(rng.integers(owners))] * count if one else [int(v) for v in rng.integers(0, owners, count)]
    spread = max(0.06, 0.5 - 0.5 * wide) * (0.5 if count == 1 and rng.random() < 0.6 else 1.0)
    spots: list[np.ndarray] = []
    for _ in range(400):
        spot = rng.uniform(-spread, spread, 2)
        if all(np.hypot(*(spot - other)) > 0.93 * wide for other in spots):
            spots.append(spot)
            if len(spots) == count:
                break
        spread = min(0.62, spread * 1.003)
    lying = "lying" in poses and rng.random() < 0.5
    made = []
    for owner, spot in zip(who, spots, strict=False):
        pose = "lying" if lying and rng.random() < 0.75 else "over" if low and rng.random() < 0.5 else "level"
        made.append(Stand(owner, float(spot[0]), float(spot[1]), 0.0, pose))
    return made
