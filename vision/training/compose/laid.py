"""Puts the pieces of a place on its ground: shaded ones from a sheet, or such as are drawn flat."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from compose import flat
from compose.dressing import CELL, COLUMNS, WIDE, Sheet, Skin, dressed
from compose.lens import Taking
from compose.stands import Stand

PX = 46
"""Pixels of a point or square while it is composed."""


@dataclass
class Table:
    """One board with its set, as all its patches share it."""

    sheet: Sheet
    skins: list[Skin]
    shine: np.ndarray
    wide: float
    """Of a foot, in points or squares."""
    turn: float
    """By how much the sheet is turned, radians."""
    long: float
    """Of a point; 1 for squares."""
    how: Taking
    rim: float
    """Height of the frame in points; 0 for none."""
    frame: np.ndarray
    is_two_faced: bool
    paint: flat.Paint | None = None
    """How its pieces are drawn; none if they are of the sheet."""

    @property
    def tall(self) -> float:
        """Height of a piece, in points or squares."""
        return (self.paint.tall if self.paint else self.sheet.tall) * self.wide

    @property
    def lean(self) -> np.ndarray:
        """Where a thing of height 1 is seen, off its foot: x to the right, y upwards."""
        way = self.turn + np.pi / 2
        return np.tan(self.sheet.slant) * np.array([np.cos(way), np.sin(way)])


def laid(
    rng: np.random.Generator, one: Table, ground: np.ndarray, there: list[Stand], origin: tuple[float, float]
):
    """Put pieces on a ground.

    Args:
        rng: Of single pieces.
        one: The board.
        ground: Linear light, shape (high, wide, 3).
        there: The pieces.
        origin: Where x = y = 0 lies on it, pixels.

    Returns:
        The scene, and for each piece of the place itself the pixels that it fills.
    """
    scene = ground.copy()
    away = one.lean / max(1e-6, float(np.linalg.norm(one.lean)))
    order = sorted(there, key=lambda s: (s.order, round(s.up, 3), -(s.x * away[0] + s.y * away[1])))
    if one.paint is not None:
        filled = [(stand, _painted(one, one.paint, scene, stand, origin)) for stand in order]
        return scene, [part for stand, part in filled if not stand.beside]
    cells = []
    for stand in order:
        poses = one.sheet.cells(stand.pose) or one.sheet.cells("level")
        cells.append(int(rng.choice(poses)))
    for stand, cell in zip(order, cells, strict=True):
        if stand.up == 0 and stand.order == 0:
            _shade(one, scene, stand, cell, origin, 1.0)
    own = []
    for stand, cell in zip(order, cells, strict=True):
        if stand.up or stand.order:
            _shade(one, scene, stand, cell, origin, 0.8)
        lower = stand.pose == "over" or (one.is_two_faced and rng.random() < 0.5)
        sprite = dressed(rng, one.sheet, one.skins[stand.owner], one.shine, cell, lower=lower)
        sprite[..., :3] *= sprite[..., 3:]
        part, box = _warped(one, sprite, stand, origin, scene.shape)
        if part is None:
            continue
        scene[box] = scene[box] * (1 - part[..., 3:]) + part[..., :3]
        if not stand.beside:
            filled = np.zeros(scene.shape[:2], np.float32)
            filled[box] = part[..., 3]
            own.append(filled)
    return scene, own


def _warped(
    one: Table, sprite: np.ndarray, stand: Stand, origin: tuple[float, float], shape: tuple[int, ...]
):
    """Lay a pose into the board's plane: returns it and where it lies, or none outside the picture."""
    k = one.wide * PX / WIDE
    c, s = np.cos(one.turn), np.sin(one.turn)
    stretch = 1 / np.cos(one.sheet.slant)
    place = np.array([stand.x, stand.y]) + stand.up * one.lean
    x, y = origin[0] + place[0] * PX, origin[1] - place[1] * PX
    reach = int(CELL / 2 * k * stretch * 1.35) + 2
    left, top = int(x) - reach, int(y) - reach
    a, b = max(0, left), max(0, top)
    right, low = min(shape[1], int(x) + reach), min(shape[0], int(y) + reach)
    if right - a < 2 or low - b < 2:
        return None, None
    move = np.array([[k * c, k * s * stretch, 0.0], [-k * s, k * c * stretch, 0.0]])
    move[:, 2] = (x - a, y - b) - move[:, :2] @ np.array([CELL / 2, CELL / 2])
    part = cv2.warpAffine(sprite, move, (right - a, low - b), flags=cv2.INTER_LINEAR)
    return part, (slice(b, low), slice(a, right))


def _shade(
    one: Table, scene: np.ndarray, stand: Stand, cell: int, origin: tuple[float, float], strong: float
) -> None:
    row, column = divmod(cell, COLUMNS)
    dark = one.sheet.shadow[row * CELL : (row + 1) * CELL, column * CELL : (column + 1) * CELL]
    part, box = _warped(one, dark, stand, origin, scene.shape)
    if part is not None:
        scene[box] *= 1 - strong * np.clip(part, 0, 0.97)[..., None]


def _painted(
    one: Table, how: flat.Paint, scene: np.ndarray, stand: Stand, origin: tuple[float, float]
) -> np.ndarray:
    low = np.array([stand.x, stand.y]) + stand.up * one.lean
    foot, top = ((origin[0] + x * PX, origin[1] - y * PX) for x, y in (low, low + one.tall * one.lean))
    tone = one.skins[stand.owner].faces[0].mean((0, 1))
    return flat.drawn(scene, how, tone, foot, top, one.wide * PX / 2)
