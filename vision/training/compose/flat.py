"""Draws pieces flat: discs and pawns in plain colours, and discs that are printed on the board itself.

Sheets of `render/pieces.py` are lit and shaded. Drawn pieces, and dull ones in even light, have no shades:
they have edges, a rim of another tone, a side. They are drawn straight into the plane of the board, where
each fills what a disc passes on its way from the foot to the top.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from compose.dressing import colour, near
from compose.stands import Stand


@dataclass
class Paint:
    """How the pieces of one board are drawn."""

    tall: float
    """Height in widths of a foot."""
    side: float
    """Brightness of a side, 1 as bright as the top."""
    rim: float
    """Brightness of the outer part of a top."""
    inside: float
    """Radius at which the rim ends, in radii; 1 for no rim."""
    mark: float
    """Radius of a spot in the middle, in radii; 0 for none."""
    ink: np.ndarray
    """Its colour, linear, B, G, R."""
    line: float
    """Thickness of a line around all, in radii; 0 for none."""
    head: float
    """Radius of the top, in radii of the foot: 1 for discs, less for pawns."""
    soft: float
    """Pixels over which an edge fades."""
    shadow: float
    """How much light a shadow takes; 0 for none."""
    away: np.ndarray
    """Where shadows fall, in heights."""


def paint(rng: np.random.Generator, *, low: bool) -> Paint:
    """Draw how the pieces of a board are painted; `low` for checkers, else some of them are pawns."""
    pawn = not low and rng.random() < 0.45
    ringed = rng.random() < 0.6
    marked = rng.random() < 0.25
    tall = rng.uniform(0.5, 1.4) if pawn else rng.choice([0.0, rng.uniform(0.05, 0.5)], p=(0.2, 0.8))
    return Paint(
        tall=float(tall),
        side=float(rng.uniform(0.15, 1.1)),
        rim=float(rng.uniform(0.3, 1.5)),
        inside=float(rng.uniform(0.5, 0.93)) if ringed else 1.0,
        mark=float(rng.uniform(0.12, 0.5)) if marked else 0.0,
        ink=colour(rng),
        line=float(rng.uniform(0.04, 0.14)) if rng.random() < 0.2 else 0.0,
        head=float(rng.uniform(0.35, 0.8)) if pawn else 1.0,
        soft=float(rng.choice([0.05, 1.0, rng.uniform(1.0, 3.0)])),
        shadow=float(rng.uniform(0.2, 0.7)) if rng.random() < 0.25 else 0.0,
        away=rng.uniform(-1.0, 1.0, 2),
    )


def drawn(
    scene: np.ndarray, how: Paint, tone: np.ndarray, foot: tuple[float, float], top: tuple[float, float],
    radius: float,
) -> np.ndarray:  # fmt: skip
    """Draw one piece into a scene.

    Args:
        scene: Linear light, shape (high, wide, 3). Changed.
        how: How it is painted.
        tone: Its colour, linear, B, G, R.
        foot: Where the middle of its lower side is seen, column and row.
        top: The same of its upper side.
        radius: Of the foot, pixels.

    Returns:
        How much of each pixel it fills, shape (high, wide).
    """
    filled = np.zeros(scene.shape[:2], np.float32)
    if how.shadow:
        fall = radius * 2 * how.tall * how.away
        _round(scene, foot, (foot[0] + fall[0], foot[1] + fall[1]), radius, 1 - how.shadow, how.soft + 2)
    head = radius * how.head
    wall = tone * how.side
    if how.line:
        for a, b, r in ((foot, foot, radius), (foot, top, head)):
            _round(scene, a, b, r * (1 + how.line), tone * 0.1, how.soft, filled)
    if how.head < 1:  # a pawn: its foot is broader than what stands on it
        _round(scene, foot, foot, radius, wall, how.soft, filled)
    _round(scene, foot, top, head, wall, how.soft, filled)
    _round(scene, top, top, head, tone * (how.rim if how.inside < 1 else 1.0), how.soft)
    if how.inside < 1:
        _round(scene, top, top, head * how.inside, tone, how.soft)
    if how.mark:
        _round(scene, top, top, head * how.mark, how.ink, how.soft)
    return filled


def _round(
    scene: np.ndarray, a: tuple[float, float], b: tuple[float, float], radius: float,
    tone: np.ndarray | float, soft: float, filled: np.ndarray | None = None,
) -> None:  # fmt: skip
    """Fill what is nearer than `radius` to the line from `a` to `b`; a number only dims what is there."""
    reach = radius + soft + 1
    left, right = int(max(0, min(a[0], b[0]) - reach)), int(max(a[0], b[0]) + reach) + 1
    upper, lower = int(max(0, min(a[1], b[1]) - reach)), int(max(a[1], b[1]) + reach) + 1
    box = (slice(upper, lower), slice(left, right))
    part = scene[box]
    if not part.size:
        return
    y, x = np.mgrid[upper : upper + part.shape[0], left : left + part.shape[1]].astype(np.float32)
    dx, dy = b[0] - a[0], b[1] - a[1]
    along = np.clip(((x - a[0]) * dx + (y - a[1]) * dy) / max(1e-6, dx * dx + dy * dy), 0, 1)
    away = np.hypot(x - a[0] - along * dx, y - a[1] - along * dy)
    cover = np.clip((radius - away) / soft + 0.5, 0, 1)
    if isinstance(tone, float):
        part *= (1 - (1 - tone) * cover)[..., None]
    else:
        part *= (1 - cover)[..., None]
        part += np.clip(tone, 0.002, 0.97) * cover[..., None]
    if filled is not None:
        filled[box] = np.maximum(filled[box], cover)


def row(rng: np.random.Generator, owner: int, count: int, *, wide: float, long: float) -> list[Stand]:
    """Put drawn checkers on a point: in one row, of whatever pitch, on top of or below the one before."""
    if count == 0:
        return []
    start = wide * 0.5 * float(rng.choice([1.0, rng.uniform(0.95, 1.5)]))
    most = (long - start - 0.4 * wide) / max(1, count - 1)
    pitch = max(wide, 1.0) * float(rng.choice([1.0, rng.uniform(0.97, 1.15)]))
    if rng.random() < 0.25:  # they overlap although there is room
        pitch = wide * float(rng.uniform(0.5, 1.0))
    if pitch > most:
        pitch = most * float(rng.choice([1.0, rng.uniform(0.8, 1.0)]))
    raised = float(rng.choice([0.0, rng.uniform(0.0, 0.12)])) * (pitch < 0.97 * wide)
    over = 1 if rng.random() < 0.75 else -1
    shake = wide * float(rng.choice([0.0, rng.uniform(0.0, 0.06)]))
    return [
        Stand(
            owner,
            float(rng.normal(0, shake)) if shake else 0.0,
            start + n * pitch,
            raised * n,
            "level",
            float(over * n),
        )
        for n in range(count)
    ]


def printed(
    rng: np.random.Generator, ground: np.ndarray, tones: list[np.ndarray], *, wide: float,
    origin: tuple[float, float], px: float, spots: list[tuple[float, float]],
) -> np.ndarray:  # fmt: skip
    """Return a ground with discs printed on it, most of them in the colours of pieces: nothing stands there.

    Args:
        rng: Of the board.
        ground: Linear light, shape (high, wide, 3). Not modified.
        tones: Colours of the owners' pieces.
        wide: Of a foot, in points or squares.
        origin: Where x = y = 0 lies, pixels.
        px: Of a point or square.
        spots: Where prints may be, x and y.
    """
    done = ground.copy()
    how = paint(rng, low=True)
    how.tall = how.shadow = 0.0
    number = min(len(spots), int(rng.choice([1, 2, 3], p=(0.65, 0.2, 0.15))))
    first = tones[int(rng.integers(len(tones)))]
    tone = first if rng.random() < 0.6 else near(rng, first, 0.1) if rng.random() < 0.5 else colour(rng)
    radius = px * wide * 0.5 * float(rng.uniform(0.6, 1.15))
    for n in rng.choice(len(spots), number, replace=False):
        x, y = spots[int(n)]
        at = (origin[0] + (x + rng.normal(0, 0.05)) * px, origin[1] - (y + rng.normal(0, 0.05)) * px)
        drawn(done, how, tone, at, at, radius)
    return done
