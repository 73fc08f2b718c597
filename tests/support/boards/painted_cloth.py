"""A cloth board painted as a camera sees it: squares and round pieces."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import cv2
import numpy as np

from boards.board_camera import BoardCamera
from boards.painted_board import Colour, Picture
from engine.board import Layout

COLOURS: tuple[Colour, ...] = ((40, 40, 200), (60, 160, 60), (200, 90, 30), (30, 200, 230))
"""Of each seat, B, G, R."""


def painted_cloth(
    eye: BoardCamera,
    layout: Layout,
    pieces: Iterable[tuple[str, int]],
    *,
    cloth: Colour = (205, 220, 228),
    line: Colour = (60, 70, 90),
    tall: float = 0.5,
    table: int = 1,
) -> Picture:
    """Paint a board of squares.

    Args:
        eye: The camera, over a field as wide and high as the layout.
        layout: The board.
        pieces: (square, seat) of each piece; several on a square stand side by side.
        cloth: Colour of the squares; `line` of what is between them.
        line: Colour between the squares.
        tall: Height of a piece, in squares.
        table: Seed of the grain.
    """
    noise = np.random.default_rng(table)
    width, height = eye.size
    ground = cv2.resize(noise.normal(0, 1, (height // 8, width // 8)).astype(np.float32), (width, height))
    picture = (np.array([80, 120, 160]) + 10 * ground[..., None]).clip(0, 255).astype(np.uint8)
    scale = np.array([layout.width, layout.height])
    for square in layout.squares:
        corners = [(0, 0), (1, 0), (1, 1), (0, 1)]
        for inset, colour in ((0.0, line), (0.03, cloth)):
            at = [
                (
                    square.x + inset + x * (square.width - 2 * inset),
                    square.y + inset + y * (square.height - 2 * inset),
                )
                for x, y in corners
            ]
            eye.fill(picture, eye.project(np.array(at) / scale), colour)
    crowds: dict[str, list[int]] = {}
    for name, seat in pieces:
        crowds.setdefault(name, []).append(seat)
    for name, seats in crowds.items():
        square = layout.square(name)
        for (x, y), seat in zip(_spots(len(seats)), seats, strict=True):
            middle = ((square.x + x * square.width) / scale[0], (square.y + y * square.height) / scale[1])
            colour = COLOURS[seat]
            side = tuple(int(0.6 * value) for value in colour)
            radius = 0.34 if len(seats) == 1 else 0.2
            eye.disc(picture, middle, radius=radius, low=0.0, high=tall, colour=colour, side=side)  # type: ignore[arg-type]
    grain = 3 * noise.standard_normal((height, width, 1), np.float32)
    return cv2.GaussianBlur((picture + grain).clip(0, 255).astype(np.uint8), (3, 3), 0.7)


def _spots(count: int) -> Sequence[tuple[float, float]]:
    if count == 1:
        return [(0.5, 0.5)]
    wide = 2 if count <= 4 else 4
    return [((n % wide + 0.5) / wide, (n // wide + 0.5) / wide) for n in range(count)]
