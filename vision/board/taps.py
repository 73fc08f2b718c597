"""Colours of pieces from taps on them: of the spot itself, and of most of the piece around it.

A tap may hit a print, an inlay or a mirrored lamp. What most of the piece looks like tells more then, and a
print in the colour of the other player's pieces tells nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.board.learnt import FACES, Colour
from vision.reading import Frame

_Lab = np.ndarray[tuple[int, ...], np.dtype[np.float32]]

_SPOT, _DISC = 1 / 16, 0.3
"""Radius of the spot, in places, as in training, and of what is looked at around it, in pieces: a tap is a
little off the middle."""
_PIXELS = 300
"""So many of them are enough."""
_UNLIKE = 2.0
"""Colours that differ by less, in deviations of lightness and hue, are of one material."""
DEVIATIONS = np.array([22.0, 9.0, 9.0])
"""How far lightness and the two hues of a piece's pixels go from where it was tapped: standard deviations."""


@dataclass(frozen=True, slots=True)
class Tapped:
    """What one tap tells."""

    spot: Colour
    most: Colour
    """Of the larger part of the piece around it; the spot's own where the piece is of one colour."""


def at_tap(frame: Frame, x: float, y: float, *, piece_px: float, place_px: float | None = None) -> Tapped:
    """Return the colours at a tap.

    Args:
        frame: Shape (height, width, 3), uint8, BGR. Not modified.
        x: Of the tap, in pixels.
        y: The same.
        piece_px: How wide a piece is seen there.
        place_px: How wide its place is, of which the spot is a part; as wide as the piece by default.
    """
    column, row = (
        min(max(round(at), 0), size - 1) for at, size in zip((x, y), frame.shape[1::-1], strict=True)
    )
    reach, wide = max(0, round(_SPOT * (place_px or piece_px))), max(1, round(_DISC * piece_px))
    spot = _lab(frame[max(0, row - reach) : row + reach + 1, max(0, column - reach) : column + reach + 1])
    own = spot.mean(axis=0)
    top, left = max(0, row - wide), max(0, column - wide)
    near = frame[top : row + wide + 1, left : column + wide + 1]
    down, across = np.ogrid[: near.shape[0], : near.shape[1]]
    inside = (down + top - row) ** 2 + (across + left - column) ** 2 <= wide * wide
    pixels = _lab(near[inside][None])
    pixels = np.ascontiguousarray(pixels[:: max(1, len(pixels) // _PIXELS)])
    most = own
    if len(pixels) >= 8:
        rule = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 10, 0.5)
        cv2.setRNGSeed(1)
        _, labels, means = cv2.kmeans(pixels, 2, np.empty(0, np.int32), rule, 1, cv2.KMEANS_PP_CENTERS)
        larger = int(np.ravel(labels).mean() > 0.5)
        if _apart(means[0], means[1]) >= _UNLIKE and _apart(means[larger], own) >= _UNLIKE:
            most = means[larger]
    return Tapped(_colour(own), _colour(most))


def told_apart(owners: Sequence[Sequence[Tapped]]) -> tuple[tuple[Colour, ...], ...]:
    """Return the colours by which each owner is known: prints in another owner's colour are left out."""
    found = []
    for owner, taps in enumerate(owners):
        others = [tap.most for n, some in enumerate(owners) if n != owner for tap in some]
        colours = [tap.spot for tap in taps]
        colours += [tap.most for tap in taps if tap.most != tap.spot]
        clear = [
            colour
            for colour in colours
            if all(_apart(np.array(colour), np.array(other)) >= _UNLIKE for other in others)
        ]
        found.append(tuple((clear if any(tap.most in clear for tap in taps) else colours)[:FACES]))
    return tuple(found)


def _lab(pixels: Frame) -> _Lab:
    """Return the colours of pixels, shape (n, 3)."""
    return np.asarray(cv2.cvtColor(np.ascontiguousarray(pixels), cv2.COLOR_BGR2LAB), np.float32).reshape(
        -1, 3
    )


def _apart(one: _Lab, other: _Lab) -> float:
    return float(np.linalg.norm((one - other) / DEVIATIONS))


def _colour(lab: _Lab) -> Colour:
    light, red, yellow = (round(float(value), 1) for value in lab)
    return light, red, yellow
