"""A board of backgammon painted as a camera sees it: plain shapes, no judge of how well pieces are read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import cv2
import numpy as np
import numpy.typing as npt

from boards.board_camera import BoardCamera

Picture = npt.NDArray[np.uint8]
Colour = tuple[int, int, int]

START = (2, 0, 0, 0, 0, -5, 0, -3, 0, 0, 0, 5, -5, 0, 0, 0, 3, 0, 5, 0, 0, 0, 0, -2)
"""Checkers on p24 … p1 as one row: positive of colour a, negative of b."""


def cell_of(point: int, number: int, *, bar: float = 1.0) -> tuple[float, float]:
    """Return where the middle of a point's nth checker lies, in pieces; over five they overlap."""
    top = point > 12
    column = point - 13 if top else 12 - point
    x = column + 0.5 + (bar if column > 5 else 0.0)
    down = 0.5 + number
    return x, down if top else 11 - down


def painted(
    eye: BoardCamera,
    points: Mapping[int, int],
    *,
    a: Colour = (225, 235, 240),
    b: Colour = (35, 35, 40),
    felt: Colour = (70, 110, 60),
    light: Colour = (190, 215, 225),
    dark: Colour = (50, 60, 130),
    bar: float = 1.0,
    on_bar: Sequence[int] = (0, 0),
    radius: float = 0.46,
    table: int = 1,
    tall: float = 0.25,
) -> Picture:
    """Paint a board of backgammon as a camera sees it.

    Args:
        eye: The camera, over a field of 12 + bar by 11.
        points: By point 1 to 24: how many checkers, positive of a, negative of b.
        a: Colour of a's checkers; the others likewise.
        bar: Width of the bar in columns.
        on_bar: Checkers of a (lower half) and b on it.
        radius: Of a checker, in columns.
        table: Seed of the grain of the table and of the noise.
        tall: Height of a checker.
    """
    noise = np.random.default_rng(table)
    width, height = eye.size
    ground = noise.normal(0, 1, (height // 8, width // 8)).astype(np.float32)
    ground = cv2.resize(ground, (width, height), interpolation=cv2.INTER_CUBIC)
    picture = (np.array([80, 120, 160]) + 14 * ground[..., None]).clip(0, 255).astype(np.uint8)
    wide = 12 + bar

    def unit(*pairs: tuple[float, float]) -> npt.NDArray[np.float64]:
        return np.array(pairs) / (wide, 11.0)

    rim = unit((-0.7, -0.7), (wide + 0.7, -0.7), (wide + 0.7, 11.7), (-0.7, 11.7))
    eye.fill(picture, eye.project(rim), (30, 45, 80))
    eye.fill(picture, eye.project(unit((0, 0), (wide, 0), (wide, 11), (0, 11))), felt)
    if bar:
        eye.fill(picture, eye.project(unit((6, 0), (6 + bar, 0), (6 + bar, 11), (6, 11))), (30, 45, 80))
    for point in range(1, 25):
        x, y = cell_of(point, 0, bar=bar)
        base, tip = (0.0, 4.6) if y < 5 else (11.0, 6.4)
        colour = light if point % 2 else dark
        eye.fill(picture, eye.project(unit((x - 0.5, base), (x + 0.5, base), (x, tip))), colour)
    checkers = []
    for point, count in points.items():
        room = 1.0 if abs(count) <= 5 else 4.1 / (abs(count) - 1)
        for n in range(abs(count)):
            x, y = cell_of(point, 0, bar=bar)
            way = 1 if y < 5 else -1
            checkers.append((x, y + way * n * room, a if count > 0 else b, n * 0.06 if room < 1 else 0.0))
    checkers += [(6 + bar / 2, 6.2 + n, a, 0.0) for n in range(on_bar[0])]
    checkers += [(6 + bar / 2, 4.8 - n, b, 0.0) for n in range(on_bar[1])]
    for x, y, colour, lifted in checkers:
        side = tuple(int(0.6 * value) for value in colour)
        ring = tuple(int(0.8 * value) for value in colour)
        middle = (x / wide, y / 11)
        eye.disc(picture, middle, radius=radius, low=lifted, high=lifted + tall, colour=ring, side=side)  # type: ignore[arg-type]
        eye.disc(
            picture,
            middle,
            radius=0.7 * radius,
            low=lifted + tall,
            high=lifted + tall,
            colour=colour,
            side=colour,
        )
    grain = 3 * noise.standard_normal((height, width, 1), np.float32)
    return cv2.GaussianBlur((picture + grain).clip(0, 255).astype(np.uint8), (3, 3), 0.7)


def start() -> dict[int, int]:
    """Return the starting position by point."""
    return {24 - n: count for n, count in enumerate(START) if count}


def moved(points: Mapping[int, int], *ways: tuple[int, int]) -> dict[int, int]:
    """Return a position after checkers went from point to point; 0 is beside the board."""
    after = dict(points)
    for begin, end in ways:
        sign = 1 if begin == 0 or after[begin] > 0 else -1
        if begin:
            after[begin] -= sign
        if end:
            after[end] = after.get(end, 0) + sign
    return after
