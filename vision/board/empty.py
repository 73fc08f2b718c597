"""The board without its pieces, as it was seen once: the network is shown what lies under them.

The picture may be older than the light, and the board may have been bumped since: places are cut out of it
where the ground behind their pieces lies now, and made as bright as the picture in which they are looked for.
Where most of what is seen then is something else, the picture is left out, as it would mislead.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.board.placing.pose import Pose
from vision.reading import Frame

Stack = npt.NDArray[np.uint8]
"""Places, shape (n, height, width, 3), B, G, R."""
Frame32 = npt.NDArray[np.float32]

_BLOCK = 4
"""So many pixels each way are compared as one: their noise is none of the board's."""
_DARK = 6.0
"""Added to brightness where it is compared: what is nearly black has no proportion."""
_NEAR = 0.2
"""Blocks whose brightness differs by less, as a logarithm, are of one ground in one light."""
_LEAST = 0.4
"""Of all blocks so many must be, or the picture is of another board, or of a light that nobody can undo. Of
harsh composed boards, each place in a shade of its own, 151 of 173 with points are kept so, 77 of 88 with
squares."""
_MOST = 1.6
"""Light that is so many times as strong or as weak, as a logarithm, leaves nothing to compare."""


_TINT = 0.8
"""Of red, green and blue one may change by so much more than another, as a logarithm."""
_CHANGED = 0.02
"""A place of which less has changed, as a part of its width squared, looks as it did: of held-out composed
points 198 of 990 without checkers and 4 of 2,563 with some, of squares 129 of 430 and 2 of 744."""
_LOGS = np.log(np.arange(256, dtype=np.float32) + 2 * _DARK)


@dataclass(frozen=True, eq=False, slots=True)
class EmptyBoard:
    """A picture of the board without pieces."""

    frame: Frame
    """Shape (height, width, 3), uint8, BGR. Not modified."""
    pose: Pose
    """Where the board lies in it."""


def lit_alike(empties: Stack, patches: Stack) -> Stack | None:
    """Return empty places in the light of those that are looked at now; None where they are of no use.

    Args:
        empties: The places without pieces. Not modified.
        patches: The same places now, of the same shape, about a third of them under pieces at most.
    """
    before, now = _blocks(empties), _blocks(patches)
    flat = np.log(now + _DARK) - np.log(before + _DARK)
    gain = np.median(flat, axis=0)
    for _ in range(2):
        near = np.abs(flat - gain).max(axis=1) < _NEAR
        if near.mean() < _LEAST:
            return None
        gain = flat[near].mean(axis=0)
    if np.abs(gain).max() > _MOST or np.ptp(gain) > _TINT:
        return None
    values = np.arange(256, dtype=np.float32)[:, None]
    lit = ((values + _DARK) * np.exp(gain) - _DARK).clip(0, 255).round().astype(np.uint8)
    return np.asarray(cv2.LUT(_joined(empties), lit[:, None]), np.uint8).reshape(empties.shape)


def untouched(empties: Stack, patches: Stack) -> npt.NDArray[np.bool_]:
    """Tell which places look as they do without pieces: what seems to be one may be printed on the board.

    Args:
        empties: The places without pieces, in the light of now. Not modified.
        patches: The same places now, of the same shape. Not modified.

    Returns:
        Shape (n,).
    """
    count, high, wide = patches.shape[:3]
    blue, green, red = cv2.split(cv2.absdiff(_logs(patches), _logs(empties)))
    apart = cv2.blur(cv2.max(cv2.max(blue, green), red), (3, 3)).reshape(count, high, wide)
    edge = round(wide / 6)  # what stands on the places beside it is seen there
    inside = apart[:, edge : high - edge if high == wide else high, edge : wide - edge]
    differs = np.count_nonzero(inside > _NEAR, axis=(1, 2)) / (inside.shape[1] * inside.shape[2])
    return np.asarray(differs * (high / wide) < _CHANGED, np.bool_)


def _joined(stack: Stack) -> Frame:
    """Return all places as one picture, one under the other."""
    return np.ascontiguousarray(stack).reshape(-1, *stack.shape[2:])


def _logs(stack: Stack) -> Frame32:
    """Return the logarithm of each brightness, places joined."""
    return np.asarray(cv2.LUT(_joined(stack), _LOGS), np.float32)


def _blocks(stack: Stack) -> Frame32:
    """Return the mean colour of each block, shape (n, 3)."""
    joined = _joined(stack)
    high, wide = joined.shape[:2]
    small = cv2.resize(joined, (wide // _BLOCK, high // _BLOCK), interpolation=cv2.INTER_AREA)
    return np.asarray(small.reshape(-1, 3), np.float32)
