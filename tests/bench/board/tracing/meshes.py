"""Surfaces: turned things, boxes, plates and bones."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from tests.bench.board.tracing.scene import Mesh
from tests.bench.eye.looks.grain import Grid

_SHARP = math.radians(38)
"""Where an outline bends by more, the edge is seen."""


def turned_on_lathe(outline: Sequence[tuple[float, float]], *, around: int = 56) -> Mesh:
    """Turn an outline about the z axis.

    Args:
        outline: Distance from the axis and height, from the middle of the bottom to the middle of the top.
        around: Corners of each ring.

    Returns:
        The surface; what looks up has the left half of the image from above, what looks down the right half.
    """
    line = np.array(outline, float)
    widest = line[:, 0].max()
    swing = np.linspace(0, 2 * np.pi, around, endpoint=False)
    points: list[Grid] = []
    uv: list[Grid] = []
    faces = list[tuple[int, ...]]()
    last = -1
    steps = np.diff(line, axis=0)
    ways = np.arctan2(steps[:, 1], steps[:, 0])
    for number, (start, end) in enumerate(pairwise(line)):
        below = abs(ways[number]) < math.radians(50)  # outwards: it looks down
        bend = math.pi if last < 0 else abs(math.remainder(ways[number] - ways[number - 1], 2 * math.pi))
        first = last
        for place in (start, end) if bend > _SHARP else (end,):
            ring = np.stack(
                [place[0] * np.cos(swing), place[0] * np.sin(swing), np.full(around, place[1])], 1
            )
            flat = ring[:, :2] / widest * 0.492
            points.append(np.asarray(ring, np.float32))
            shifted = np.stack([0.25 + 0.5 * flat[:, 0] + 0.5 * below, 0.5 + flat[:, 1]], 1)
            uv.append(np.asarray(shifted, np.float32))
        last = (len(points) - 1) * around
        first = last - around
        for one in range(around):
            two = (one + 1) % around
            faces.append((first + one, first + two, last + two, last + one))
    return Mesh(np.concatenate(points), tuple(faces), np.concatenate(uv))


def plate(half: tuple[float, float], height: float = 0.0) -> Mesh:
    """Return a level rectangle about the origin, its image seen from above."""
    x, y = half
    corners = np.array([(-x, -y, height), (x, -y, height), (x, y, height), (-x, y, height)], np.float32)
    return Mesh(
        corners, ((0, 1, 2, 3),), np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32), smooth=False
    )


def block(
    half: tuple[float, float, float], *, bevel: float = 0.12, along: int = 0, scale: float = 12.0
) -> Mesh:
    """Return a box with broken edges, standing on height 0.

    Args:
        half: Half its width, depth and height.
        bevel: Width of the broken edges.
        along: The axis along which the image's width runs.
        scale: Centimetres that the image covers.
    """
    x, y, z = half
    b = min(bevel, 0.45 * min(half))
    points: list[tuple[float, float, float]] = []
    faces = list[tuple[int, ...]]()
    corners = [(sx, sy, sz) for sx in (-1, 1) for sy in (-1, 1) for sz in (-1, 1)]
    index: dict[tuple[tuple[int, int, int], int], int] = {}
    for corner in corners:
        for axis in range(3):
            place = [
                s * (h - (0 if axis == a else b))
                for a, (s, h) in enumerate(zip(corner, (x, y, z), strict=True))
            ]
            index[corner, axis] = len(points)
            points.append((place[0], place[1], place[2] + z))
    for axis in range(3):
        others = sorted({0, 1, 2} - {axis})
        for end in (-1, 1):
            ring = []
            for first, second in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
                at = [0, 0, 0]
                at[axis], at[others[0]], at[others[1]] = end, first, second
                ring.append(index[(at[0], at[1], at[2]), axis])
            faces.append(tuple(ring))
    for corner in corners:
        faces.append((index[corner, 0], index[corner, 1], index[corner, 2]))
        for axis in range(3):
            if corner[axis] < 0:
                other = list(corner)
                other[axis] = 1
                far = (other[0], other[1], other[2])
                one, two = (a for a in range(3) if a != axis)
                faces.append((index[corner, one], index[corner, two], index[far, two], index[far, one]))
    # Every face has corners of its own, so that edges stay sharp and each side has its part of the image.
    flat = list[tuple[float, float, float]]()
    where, own = list[tuple[float, float]](), list[tuple[int, ...]]()
    for face in faces:
        spots = np.array([points[one] for one in face])
        normal = np.cross(spots[1] - spots[0], spots[2] - spots[0])
        outward = spots.mean(0) - (0, 0, z)
        order = face if normal @ outward > 0 else face[::-1]
        own.append(tuple(range(len(flat), len(flat) + len(order))))
        away = int(np.abs(normal).argmax())
        u, v = (along, 3 - along - away) if away != along else ((along + 1) % 3, (along + 2) % 3)
        for one in order:
            flat.append(points[one])
            where.append((points[one][u] / scale + 0.5, points[one][v] / scale + 0.37 * away))
    return Mesh(np.array(flat, np.float32), tuple(own), np.array(where, np.float32), smooth=False)


def bones(parts: Sequence[tuple[Sequence[float], Sequence[float], float]]) -> tuple[Mesh, tuple[Grid, ...]]:
    """Return bones with flesh, to be melted together, and the points of each.

    Args:
        parts: From where to where each goes, and its radius.
    """
    swing, lift = np.meshgrid(np.linspace(0, 2 * np.pi, 12, endpoint=False), np.linspace(-1.45, 1.45, 7))
    ball = np.stack([np.cos(swing) * np.cos(lift), np.sin(swing) * np.cos(lift), np.sin(lift)], -1)
    points: list[Grid] = []
    faces = list[tuple[int, ...]]()
    hulls = []
    for start, end, radius in parts:
        one, two = np.array(start, float), np.array(end, float)
        count = max(2, int(np.linalg.norm(two - one) / (0.4 * radius)) + 1)
        own = []
        for share in np.linspace(0, 1, count):
            first = sum(len(each) for each in points)
            placed = (one + (two - one) * share + ball.reshape(-1, 3) * radius).astype(np.float32)
            points.append(placed)
            own.append(placed)
            for row in range(6):
                for column in range(12):
                    a, b = first + row * 12 + column, first + row * 12 + (column + 1) % 12
                    faces.append((a, b, b + 12, a + 12))
            faces.append(tuple(first + column for column in range(11, -1, -1)))
            faces.append(tuple(first + 72 + column for column in range(12)))
        hulls.append(np.concatenate(own))
    every = np.concatenate(points)
    uv = np.asarray(every[:, :2] / 24 + 0.5, np.float32)
    return Mesh(every, tuple(faces), uv, fused=True), tuple(hulls)
