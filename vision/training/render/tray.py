"""The throwing tray: felt floor, wooden rim with round corners, on a table."""

from __future__ import annotations

import numpy as np
from render import studio
from shapes.shape import Ints, Shape

HALF_WIDTH = 8.2
"""From the middle to the inside of the rim, along x, centimetres."""
HALF_DEPTH = 5.9
"""The same along y."""
CORNER = 1.6
"""Radius of the inner corners, centimetres."""
PROFILE = (
    (0.00, -0.10),
    (0.00, 1.10),
    (0.08, 1.30),
    (0.22, 1.38),
    (0.62, 1.38),
    (0.76, 1.30),
    (0.84, 1.10),
    (0.84, -1.20),
)
"""The rim cut through: distance outwards and height over the felt, centimetres."""
SPAN = 18.6
"""Width of the picture at the height of the felt, centimetres."""


def _ring(outwards: float, height: float, turns: int) -> list[tuple[float, float, float]]:
    ring = []
    for cx, cy, start in (
        (HALF_WIDTH - CORNER, HALF_DEPTH - CORNER, 0.0),
        (CORNER - HALF_WIDTH, HALF_DEPTH - CORNER, 0.5),
        (CORNER - HALF_WIDTH, CORNER - HALF_DEPTH, 1.0),
        (HALF_WIDTH - CORNER, CORNER - HALF_DEPTH, 1.5),
    ):
        for angle in np.pi * (start + np.linspace(0, 0.5, turns)):
            reach = CORNER + outwards
            ring.append((float(cx + reach * np.cos(angle)), float(cy + reach * np.sin(angle)), height))
    return ring


def rim(turns: int = 14) -> Shape:
    """Sweep the profile round the tray."""
    rings = [_ring(o, h, turns) for o, h in PROFILE]
    around = len(rings[0])
    grid: Ints = np.arange(len(rings) * around).reshape(len(rings), around)
    faces = [
        (
            int(grid[r, i]),
            int(grid[r + 1, i]),
            int(grid[r + 1, (i + 1) % around]),
            int(grid[r, (i + 1) % around]),
        )
        for r in range(len(rings) - 1)
        for i in range(around)
    ]
    points = np.array(rings).reshape(-1, 3)
    return Shape(points, faces, np.ones((len(points), 4)))


def plane(half_x: float, half_y: float, height: float) -> Shape:
    points = np.array(
        [(-half_x, -half_y), (half_x, -half_y), (half_x, half_y), (-half_x, half_y)], dtype=float
    )
    points = np.column_stack([points, np.full(4, height)])
    return Shape(points, [(0, 1, 2, 3)], np.ones((4, 4)))


def build() -> None:
    """Set up tray, table, light and camera: the same picture for every scene of the film."""
    felt = studio.cloth("felt", (0.09, 0.26, 0.21), (0.15, 0.36, 0.29), grain=7.0)
    studio.add(plane(HALF_WIDTH + 0.1, HALF_DEPTH + 0.1, 0.0), "felt", felt)
    edge = studio.wood("rim", (0.36, 0.20, 0.10), (0.60, 0.38, 0.20), stretch=(0.6, 2.6, 2.6))
    edge_thing = studio.add(rim(), "rim", edge)
    edge_thing.data.shade_smooth()
    table = studio.wood("table", (0.50, 0.41, 0.31), (0.66, 0.56, 0.44), stretch=(0.35, 2.2, 2.2))
    studio.add(plane(60.0, 60.0, -1.2), "table", table)
    studio.lamp((-22.0, 20.0, 48.0), size=16.0, watts=19500.0, colour=(1.0, 0.93, 0.82))
    studio.lamp((34.0, -12.0, 40.0), size=30.0, watts=6500.0, colour=(0.85, 0.92, 1.0))
    studio.room((1.0, 0.97, 0.93), 0.42)
    studio.look_down(distance=42.0, slant_deg=5.0, span=SPAN)
