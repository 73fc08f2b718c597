"""Mouths and backs of one throw, told together: the shells of a throw are of one set.

Each shell is a few numbers: its colour beside what the lamp mirrors, and the darkest line through it. Mouths
of one set are alike in them, and backs are. All ways to call the shells mouth or back are gone through: each
counts by what the network says of every shell, and by how alike it makes the mouths and the backs. What the
set of a house looks like (`vision.house_set`) says how far its mouths differ from its backs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import cv2
import numpy as np
import numpy.typing as npt

from vision.pyramid import Pyramid
from vision.reading import Frame

Floats = npt.NDArray[np.float64]

LOOK = ("lightness", "red", "yellow", "line")
"""What is known of a shell: lightness 0 to 100 and the two colours of CIE L*a*b*, the middle of all that is
no mirrored lamp; and how much darker its darkest line is than both sides of it, in hundredths."""

SPREAD = np.array([9.0, 3.0, 5.0, 7.0])
"""Deviation of these among the mouths, or the backs, of one throw: 1.5 times that of drawn sets of shells,
matt and polished, on which all numbers here were found, 23 November 2026. Real shells differ more."""
_MIDDLE, _MIDDLES = np.array([60.0, 4.0, 12.0, 5.0]), np.array([30.0, 15.0, 20.0, 6.0])
"""Where the middle between mouths and backs lies, and its deviation from set to set."""
_APART, _APARTS = np.array([15.0, -2.0, -3.0, 11.0]), np.array([20.0, 10.0, 14.0, 7.0])
"""How far mouths lie from backs, and its deviation from set to set."""
_LIKENESS = 0.5
"""What likeness counts, as a part of its logarithm: it is not as sure as it seems."""
_MOST_VOTE = 2.0
"""The logarithm of odds that the others of a throw count at most."""
_MOST_ODDS = 5.0
"""The logarithm of odds that counts at most for a shell alone."""
_MOST_FREE = 9
"""Of more shells than these the clearest are taken as they are."""

_SIDE, _MARGIN = 36, 1.8
"""Side of the patch in which a shell is looked at, in pixels and in sizes of the shell."""


@dataclass(frozen=True, slots=True)
class Beliefs:
    """What is believed of a set before a throw of it is seen, all of shape (4,) as in `LOOK`."""

    middle: Floats
    """Half way between its mouths and its backs."""
    middles: Floats
    """The deviation of that from throw to throw, with the light."""
    apart: Floats
    """Mouths less backs."""
    aparts: Floats
    """The deviation of that."""


UNKNOWN = Beliefs(_MIDDLE, _MIDDLES, _APART, _APARTS)
"""What is believed of a set that nobody knows."""


def look(patch: Frame) -> Floats:
    """Return what a shell looks like, as in `LOOK`, shape (4,).

    Args:
        patch: Shape (36, 36, 3), uint8, BGR, 1.8 sizes of the shell wide. Not modified.
    """
    lab = cv2.cvtColor(patch.astype(np.float32) / 255, cv2.COLOR_BGR2LAB)
    plain = _INSIDE & (patch.max(axis=2) < 244)
    if np.count_nonzero(plain) < 0.3 * np.count_nonzero(_INSIDE):
        plain = _INSIDE
    some = lab[plain].T
    half = some.shape[1] // 2, (some.shape[1] - 1) // 2
    middle = np.partition(some, half, axis=1)[:, half].mean(axis=1)  # the median, in a third of its time
    grey = cv2.GaussianBlur(patch.mean(axis=2).astype(np.float32), (0, 0), 0.6)
    lines = grey.ravel()[_LINES].mean(axis=2)
    sides = np.minimum(lines[:, 2 * _BESIDE :], lines[:, : -2 * _BESIDE])
    line = float((sides - lines[:, _BESIDE:-_BESIDE]).max()) / 2.55
    return np.array([*middle, line], np.float64)


def looks_at(picture: Pyramid, places: Sequence[tuple[float, float, float]]) -> Floats:
    """Return what shells look like, as in `LOOK`, shape (shells, 4).

    Args:
        picture: The frame.
        places: Middle x, y and size of each shell, in pixels of the frame.
    """
    cuts = [picture.cut(x, y, side=max(2.0, size * _MARGIN), pixels=_SIDE) for x, y, size in places]
    return np.array([look(cut) for cut in cuts], np.float64).reshape(-1, len(LOOK))


def odds(looks: Floats, alone: Floats, believed: Beliefs = UNKNOWN) -> Floats:
    """Return how likely each shell of a throw lies mouth up, given all of them.

    Args:
        looks: Each shell's look, shape (shells, 4).
        alone: The logarithm of the odds for "mouth" of each by itself, shape (shells,).
        believed: What is known of the set.

    Returns:
        The logarithm of the odds for "mouth", shape (shells,).
    """
    told = np.clip(alone, -_MOST_ODDS, _MOST_ODDS)
    free = np.argsort(np.abs(told))[:_MOST_FREE]
    ways = np.tile(np.where(told > 0, 0.5, -0.5), (2 ** len(free), 1))
    ways[:, free] = list(product((-0.5, 0.5), repeat=len(free)))
    score = _LIKENESS * _likeness(looks, ways, believed) + ways @ told
    weight = np.exp(score - score.max())
    mouth = np.clip((weight[:, None] * (ways > 0)).sum(axis=0) / weight.sum(), 1e-6, 1 - 1e-6)
    others = np.clip(np.log(mouth / (1 - mouth)) - told, -_MOST_VOTE, _MOST_VOTE)
    fixed = np.ones(len(told), np.bool_)
    fixed[free] = False
    return np.where(fixed, alone, alone + others)


def _likeness(looks: Floats, ways: Floats, believed: Beliefs) -> Floats:
    """Return the logarithm of the probability of these looks, for each way to call them: shape (ways,).

    A look is the throw's middle, plus or minus half of how far its mouths lie from its backs, plus spread.
    Both are integrated out: they are normal, so that a matrix of two by two is all there is to it.
    """
    away = (looks - believed.middle) / SPREAD
    middles, aparts = believed.middles / SPREAD, believed.aparts / SPREAD
    rest = away[None] - ways[..., None] * (believed.apart / SPREAD)
    first, second = rest.sum(axis=1), (rest * ways[..., None]).sum(axis=1)
    a = len(looks) + 1 / middles**2
    b = ways.sum(axis=1)[:, None]
    c = (ways**2).sum(axis=1)[:, None] + 1 / aparts**2
    det = a * c - b * b
    square = (rest**2).sum(axis=1) - (c * first**2 - 2 * b * first * second + a * second**2) / det
    return np.asarray(-0.5 * (square + np.log(det * (middles * aparts) ** 2)).sum(axis=-1), np.float64)


_AWAY = np.arange(_SIDE) - (_SIDE - 1) / 2
_INSIDE = np.hypot(*np.meshgrid(_AWAY, _AWAY)) < 0.35 * _SIDE / _MARGIN
_BESIDE = 2
"""A line is compared with what lies so many pixels beside it."""


def _lines() -> npt.NDArray[np.intp]:
    """Return which pixels lie along lines of twelve directions beside one another: shape (12, lines, 15)."""
    turn = np.arange(12)[:, None, None] * np.pi / 12
    beside = np.arange(-7, 8)[None, :, None]
    along = np.arange(-7, 8)[None, None, :]
    middle = (_SIDE - 1) / 2
    x = np.rint(middle + along * np.cos(turn) - beside * np.sin(turn)).astype(np.intp)
    y = np.rint(middle + along * np.sin(turn) + beside * np.cos(turn)).astype(np.intp)
    return np.asarray(y * _SIDE + x, np.intp)


_LINES = _lines()
