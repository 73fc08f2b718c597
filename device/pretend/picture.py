"""Draws pieces on a board in parts: first the shadows of a layer, then its pieces, the farthest first."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from device.pretend.parts import Grid, Mask, Parts, Point, bands
from vision import Frame

_REMEMBERED = 64
"""Pieces whose drawing is kept; at most 32 stand on a board."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece where it stands."""

    owner: str
    at: Point
    """Of its foot, or of its middle if it lies."""
    lying: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class _Drawn:
    """A cut-out as it is seen from another place."""

    left: int
    top: int
    colour: Mask
    cover: Mask
    shade: Mask

    def is_in(self, band: slice) -> bool:
        """True if it lies in a band of rows of the picture."""
        return bool(self.top < band.stop and self.top + len(self.cover) > band.start)


class Painter:
    """Draws pieces on one board; what has not moved since is drawn quickly."""

    def __init__(self, parts: Parts) -> None:
        """Take a board."""
        self.parts = parts
        self._seen = lru_cache(maxsize=_REMEMBERED)(lambda piece: _moved(parts, piece))

    def drawn(self, pieces: Iterable[Piece], ground: Frame | None = None) -> Frame:
        """Return the board with pieces on it, shape (height, width, 3), uint8, BGR.

        Args:
            pieces: What stands on it.
            ground: What they are drawn on, not modified; the empty board by default.
        """
        picture = (self.parts.empty if ground is None else ground).copy()
        layers: dict[float, list[Piece]] = {}
        for piece in pieces:
            layers.setdefault(round(piece.at[2], 1), []).append(piece)
        drawn = [
            [self._seen(piece) for piece in sorted(layer, key=lambda one: -self.parts.eye.away(one.at))]
            for _, layer in sorted(layers.items())
        ]
        for band in bands(len(picture)):
            there = [[one for one in layer if one.is_in(band)] for layer in drawn]
            if not any(there):
                continue
            part = picture[band].astype(np.float32)
            for seen in there:
                for one in seen:
                    _shaded(part, band.start, one)
                for one in seen:
                    _laid(part, band.start, one)
            cv2.convertScaleAbs(part, dst=picture[band])
        return picture


def _moved(parts: Parts, piece: Piece) -> _Drawn:
    """Turn the nearest cut-out into what the camera sees from the place of a piece."""
    cut = parts.nearest(piece.owner, piece.at, lying=piece.lying)
    basis = parts.basis(piece.at)
    heights = np.array([1.0, 1.0, parts.tall[piece.owner] / parts.width], np.float32)
    source, aim = cut.basis * heights, basis * heights
    turn = aim @ source.T @ np.linalg.inv(source @ source.T)
    foot = parts.eye.seen([piece.at])[0]
    high, wide = cut.cover.shape
    corners = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32) - cut.foot
    spots = corners @ turn.T + foot
    left, top = np.floor(spots.min(0)).astype(int)
    right, low = np.ceil(spots.max(0)).astype(int) + 1
    shift = foot - turn @ np.array(cut.foot, np.float32) - (left, top)
    matrix = np.asarray(np.column_stack([turn, shift]), np.float64)
    size = (int(right - left), int(low - top))
    return _Drawn(
        int(left),
        int(top),
        *(
            np.asarray(cv2.warpAffine(image, matrix, size), np.uint8)
            for image in (cut.colour, cut.cover, cut.shade)
        ),
    )


def _window(part: Grid, first: int, one: _Drawn) -> tuple[tuple[slice, slice], tuple[slice, slice]] | None:
    """Return what a cut-out covers of some rows of the picture, and which part of the cut-out that is."""
    high, wide = part.shape[:2]
    above = one.top - first
    low, right = above + one.cover.shape[0], one.left + one.cover.shape[1]
    top, left, low, right = max(above, 0), max(one.left, 0), min(low, high), min(right, wide)
    if top >= low or left >= right:
        return None
    there = slice(top, low), slice(left, right)
    own = slice(top - above, low - above), slice(left - one.left, right - one.left)
    return there, own


def _shaded(part: Grid, first: int, one: _Drawn) -> None:
    window = _window(part, first, one)
    if window is not None:
        there, own = window
        part[there] *= _left(one.shade[own])


def _laid(part: Grid, first: int, one: _Drawn) -> None:
    window = _window(part, first, one)
    if window is not None:
        there, own = window
        part[there] *= _left(one.cover[own])
        part[there] += one.colour[own]


def _left(mask: Mask) -> Grid:
    """Return the part of the light that a mask leaves, 0 to 1, shape (height, width, 1)."""
    return np.asarray(1 - mask[..., None] / np.float32(255), np.float32)
