"""A board in parts, as `make pretend-boards` traces them: the empty board, and pieces to be cut out.

Of every piece a few dozen cut-outs are there, each from another place of the board, with its soft shadow. One
that is to stand anywhere is the nearest of them, drawn as the camera would see it there. Lengths are
centimetres from the middle of the board: x to the right, y to the far side, z up.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from device.errors import CameraError
from vision import Frame
from vision.pictures import unpack

BOARDS = Path(__file__).parent / "boards"
"""The boards that come with the box, in folders named as the engine's layouts."""

OWNERS = "abcd"
"""Letters of the owners, in the order of the seats."""

Grid = npt.NDArray[np.float32]
Mask = npt.NDArray[np.uint8]
Point = tuple[float, float, float]

_BAND = 90
"""Rows of a picture that are worked on at once."""
_SHADE_SOFT = 1.6
"""Blur of a shadow, pixels: the rays leave it a little rough."""
_FAINT = 0.015
"""A shadow that takes less of the light is none."""
_REACH = 0.95
"""A cut-out reaches so far around a piece, in its widths."""


@dataclass(frozen=True, slots=True)
class Eye:
    """The camera that the parts were traced with; its lens bends nothing."""

    at: Grid
    axes: Grid
    """Its directions right, down and ahead, shape (3, 3)."""
    focal: float
    """Pixels."""
    size: tuple[int, int]
    """Width and height of its pictures."""

    def seen(self, points: Sequence[Point] | Grid) -> Grid:
        """Return where points are seen, shape (n, 2): x and y in pixels, a pixel's middle at its number."""
        out = (np.asarray(points, np.float32).reshape(-1, 3) - self.at) @ self.axes.T
        flat = out[:, :2] / out[:, 2:] * self.focal + np.array(self.size, np.float32) / 2 - 0.5
        return np.asarray(flat, np.float32)

    def away(self, point: Point) -> float:
        """Return how far a point is from the camera."""
        return float(np.linalg.norm(np.array(point, np.float32) - self.at))


@dataclass(frozen=True, slots=True, eq=False)
class CutOut:
    """One piece as it was seen on one place."""

    owner: str
    lying: bool
    at: Point
    colour: Mask
    """Shape (side, side, 3), 0 to 255, times `cover`."""
    cover: Mask
    """How much of what is behind it hides, 0 to 255, shape (side, side)."""
    shade: Mask
    """How much light it takes from what lies around it, 0 to 255."""
    foot: tuple[float, float]
    """Where its place is in the cut-out, pixels."""
    basis: Grid
    """Where a piece's width to the right, away and up is seen, shape (2, 3)."""


class Parts:
    """The parts of one board."""

    def __init__(self, folder: Path) -> None:
        """Read them.

        Raises:
            CameraError: If the folder holds no such parts.
        """
        try:
            told = json.loads((folder / "parts.json").read_text("utf-8"))
            self.empty: Frame = _picture(folder / "empty.jpg")
            self.eye = _eye(told)
            self.layout = str(told["layout"])
            self.half: tuple[float, float] = tuple(told["half"])
            self.unit = float(told["unit"])
            self.bar_columns = float(told["bar_columns"])
            self.bar_height = float(told["bar_height"])
            self.width = float(told["width"])
            """Of a piece."""
            self.tall: Mapping[str, float] = told["tall"]
            """By owner."""
            self.name = f"{told['look']}, {told['view']}"
            self._cut: dict[tuple[str, bool], list[CutOut]] = {}
            for layer in told["layers"]:
                self._take(folder, layer)
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise CameraError("the pretend board {path} cannot be read", path=str(folder)) from error

    @property
    def owners(self) -> str:
        """Letters of the owners that there are pieces of."""
        return "".join(sorted({owner for owner, _ in self._cut}))

    def corners(self) -> Grid:
        """Return where the corners of the field are seen, from the upper left clockwise, shape (4, 2)."""
        x, y = self.half
        return self.eye.seen([(-x, y, 0.0), (x, y, 0.0), (x, -y, 0.0), (-x, -y, 0.0)])

    def basis(self, at: Point) -> Grid:
        """Return where a piece's width to the right, away and up from a place is seen, shape (2, 3)."""
        x, y, z = at
        w = self.width
        foot, *ends = self.eye.seen([at, (x + w, y, z), (x, y + w, z), (x, y, z + w)])
        return np.asarray(np.stack(ends, 1) - foot[:, None], np.float32)

    def nearest(self, owner: str, at: Point, *, lying: bool = False) -> CutOut:
        """Return the cut-out of an owner's piece that was traced nearest to a place."""
        there = self._cut.get((owner, lying)) or self._cut[owner, False]
        return min(there, key=lambda one: math.dist(one.at[:2], at[:2]) + 0.5 * abs(one.at[2] - at[2]))

    def _take(self, folder: Path, layer: Mapping[str, Any]) -> None:
        full = _picture(folder / f"{layer['name']}.jpg")
        alpha = _picture(folder / f"{layer['name']}.png")[..., 0]
        if full.shape != self.empty.shape or alpha.shape != full.shape[:2]:
            raise ValueError(layer["name"])
        lying = bool(layer["lying"])
        pieces = [(str(owner), (float(x), float(y), float(z))) for owner, x, y, z in layer["pieces"]]
        middles = self.eye.seen([self._middle(owner, at, lying) for owner, at in pieces])
        shade = _shade(full, self.empty, alpha)
        for number, (owner, at) in enumerate(pieces):
            made = self._cut_out(owner, at, lying, number, middles, full, alpha, shade)
            if made is not None:
                self._cut.setdefault((owner, lying), []).append(made)

    def _middle(self, owner: str, at: Point, lying: bool) -> Point:
        return at[0], at[1], at[2] + (0.5 * self.width if lying else 0.5 * self.tall[owner])

    def _cut_out(
        self,
        owner: str,
        at: Point,
        lying: bool,
        number: int,
        middles: Grid,
        full: Frame,
        alpha: Mask,
        shade: Grid,
    ) -> CutOut | None:
        basis = self.basis(at)
        reach = _REACH * float(np.abs(basis[:, :2]).sum(1).max())
        reach += max(0.0, self.tall[owner] / self.width - 0.6) * float(np.abs(basis[:, 2]).max())
        left, top = np.floor(middles[number] - reach).astype(int)
        right, low = np.ceil(middles[number] + reach).astype(int) + 1
        high, wide = full.shape[:2]
        if left < 0 or top < 0 or right > wide or low > high:
            left, top, right, low = max(left, 0), max(top, 0), min(right, wide), min(low, high)
        window = (slice(top, low), slice(left, right))
        yy, xx = np.mgrid[top:low, left:right].astype(np.float32)
        own = np.hypot(xx - middles[number, 0], yy - middles[number, 1])
        others = np.delete(middles, number, 0)
        near = others[np.abs(others - middles[number]).max(1) < 4 * reach]
        rest = np.full(own.shape, 1e6, np.float32)
        for x, y in near:
            rest = np.minimum(rest, np.hypot(xx - x, yy - y))
        mine = own < rest
        if not mine.any():
            return None
        cover = alpha[window].astype(np.float32) / 255 * mine
        under = self.empty[window] * (1 - shade[window])[..., None]
        colour = np.clip(full[window].astype(np.float32) - (1 - cover)[..., None] * under, 0, 255)
        colour = np.minimum(colour, 255 * cover[..., None]) * (cover > 0.02)[..., None]
        fade = np.clip((rest - own) / (0.35 * reach), 0, 1) * np.clip((reach - own) / (0.25 * reach), 0, 1)
        foot = self.eye.seen([at])[0] - (left, top)
        return CutOut(
            owner,
            lying,
            at,
            np.asarray(colour.round(), np.uint8),
            np.asarray((255 * cover).round(), np.uint8),
            np.asarray((255 * np.clip(shade[window] * fade, 0, 1)).round(), np.uint8),
            (float(foot[0]), float(foot[1])),
            basis,
        )


@lru_cache(maxsize=1)
def parts_in(folder: Path) -> Parts:
    """Read the parts in a folder; those of the last one are remembered.

    Raises:
        CameraError: If the folder holds no such parts.
    """
    return Parts(folder)


def bands(high: int) -> Iterator[slice]:
    """Cut a picture into bands of rows: as floats, a whole one would take four times its memory."""
    for top in range(0, high, _BAND):
        yield slice(top, min(top + _BAND, high))


def _shade(full: Frame, bare: Frame, alpha: Mask) -> Grid:
    """Return how much light is taken from each pixel by pieces near it; beneath them it is guessed."""
    clear = np.asarray(cv2.dilate(alpha, np.ones((3, 3), np.uint8)) == 0, np.float32)
    part = _brightness(full)
    part /= np.maximum(_brightness(bare), 6)
    part = np.clip(1 - part, -0.1, 0.85) * clear
    told = np.zeros_like(part)
    for soft in (12.0, 5.0, _SHADE_SOFT):
        known = np.asarray(cv2.GaussianBlur(clear, (0, 0), soft), np.float32)
        near = np.asarray(cv2.GaussianBlur(part, (0, 0), soft), np.float32) / np.maximum(known, 1e-3)
        told = np.where(known > 0.15, near, told)
    return np.asarray(np.maximum(0, told - _FAINT), np.float32)


def _brightness(picture: Frame) -> Grid:
    return np.asarray(picture.sum(2, dtype=np.float32), np.float32)


def _picture(path: Path) -> Frame:
    return unpack(path.read_bytes()).frame


def _eye(told: Mapping[str, Any]) -> Eye:
    camera = told["camera"]
    axes = np.array([camera["right"], camera["down"], camera["ahead"]], np.float32)
    wide, high = told["size"]
    return Eye(np.array(camera["at"], np.float32), axes, float(told["focal"]), (int(wide), int(high)))
