"""Pieces strewn evenly over a board, far enough from one another that each can be cut out with its shadow."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from tests.bench.board.tracing.look import Look
from tests.bench.board.tracing.pieces import TALL
from tests.bench.board.tracing.scene import Board, Mesh, Paint, Thing
from tests.bench.board.tracing.standing import spun
from tests.bench.board.tracing.stills import checker, laid, meshes
from tests.bench.board.tracing.view import View

Spot = tuple[float, float, float]

_BELOW = -0.85
"""Height of the table beside a board of backgammon, centimetres."""
_FINE = 4
"""Masks are drawn so many times as wide and high."""


@dataclass(frozen=True, slots=True)
class Strewn:
    """Pieces that are traced together."""

    name: str
    lying: bool
    pieces: tuple[Thing, ...]
    spots: tuple[Spot, ...]
    """Where the foot of each stands; of one that lies its middle."""


def strewn(look: Look, board: Board, width: float, view: View, rng: np.random.Generator) -> Iterator[Strewn]:
    """List what is to be traced of the pieces of a look; `width` is that of a piece in centimetres."""
    made = meshes(look.kit, width, rng)
    if board.layout == "backgammon":
        for owner, one in made.items():
            spots = [spot for spot in _on_points(board, width) if _in_view(view, spot, width)]
            yield Strewn(owner, False, tuple(_checker(one, spot, owner, rng) for spot in spots), tuple(spots))
        return
    owners = sorted(made)
    together = [owners[:2], owners[2:]] if board.layout == "cross" else [[one] for one in owners]
    for group in together:
        for lying in (False, True) if board.layout == "cross" else (False,):
            spots, pieces = [], []
            for number, spot in _on_squares(board):
                owner = group[number % len(group)]
                form = look.kit.makes[owner].form or look.kit.form
                if lying and form not in TALL[:5]:
                    continue
                piece = _piece(made[owner], spot, owner, rng)
                pieces.append(laid(piece, float(rng.uniform(0, 2 * math.pi))) if lying else piece)
                spots.append(spot)
            if pieces:
                yield Strewn("".join(group) + "-lying" * lying, lying, tuple(pieces), tuple(spots))


def _checker(made: tuple[Mesh, float, Paint], spot: Spot, owner: str, rng: np.random.Generator) -> Thing:
    mesh, tall, skin = made
    return checker(mesh, skin, tall, spot, np.eye(3, dtype=np.float32), owner, "", rng)


def _piece(made: tuple[Mesh, float, Paint], spot: Spot, owner: str, rng: np.random.Generator) -> Thing:
    mesh, _tall, skin = made
    return Thing(mesh, skin, spot, spun(float(rng.uniform(0, 2 * math.pi))), "piece", "", owner)


def _on_points(board: Board, width: float) -> Iterator[Spot]:
    """List places on every other column, on the bar, and on the table beside the board."""
    columns = [board.place(f"t{n}").outline[0][0] + board.unit / 2 for n in (0, 2, 4, 7, 9, 11)]
    beside = board.half[0] + 1.55 * board.unit
    grounds = [(x, 0.0) for x in columns] + [(-beside, _BELOW), (beside, _BELOW)]
    if board.bar_columns > 0.45:
        grounds.append((0.0, board.bar_height))
    for x, z in grounds:
        for sign in (1, -1):
            for number in range(3):
                yield x, sign * (board.half[1] - width * (0.54 + 2.02 * number)), z


def _on_squares(board: Board) -> Iterator[tuple[int, Spot]]:
    """List the middles of all squares with whether each is even or odd, as on a board of chess."""
    for place in board.places:
        middle = np.array(place.outline).mean(0)
        size = round((place.outline[1][0] - place.outline[0][0]) / board.unit)
        for row in range(size):
            for column in range(size):
                x = float(middle[0]) + (column - (size - 1) / 2) * board.unit
                y = float(middle[1]) + (row - (size - 1) / 2) * board.unit
                yield round((x + y + board.half[0] + board.half[1]) / board.unit) % 2, (x, y, 0.0)


def _in_view(view: View, spot: Spot, width: float) -> bool:
    around = np.array(
        [(spot[0] + a * width * 0.6, spot[1] + b * width * 0.6, spot[2]) for a in (-1, 1) for b in (-1, 1)]
    )
    seen = view.seen(np.asarray(around, np.float32))
    return bool((seen > 0).all() and (seen < view.size).all())


def mask(pieces: tuple[Thing, ...], view: View) -> npt.NDArray[np.uint8]:
    """Draw where pieces are seen: 255 where nothing else is, shape (height, width)."""
    wide, high = view.size
    fine = np.zeros((high * _FINE, wide * _FINE), np.uint8)
    for piece in pieces:
        spots = np.rint(view.seen(piece.world(piece.mesh.points)) * _FINE * 16 - 8).astype(np.int32)
        for face in piece.mesh.faces:
            cv2.fillConvexPoly(fine, spots[list(face)], 255, cv2.LINE_8, 4)
    return np.asarray(cv2.resize(fine, (wide, high), interpolation=cv2.INTER_AREA), np.uint8)
