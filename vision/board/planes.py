"""What the networks of boards are given of a place: its picture, the empty place, the owners' colours.

A network that is shown colours has to learn what a colour is for every set there may be. So the pictures are
compared with the learnt colours before: the network sees how near, not what, and a new set needs no training.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Stack = npt.NDArray[np.float32]
"""Shape (n, planes, height, width)."""

_Map = npt.NDArray[np.float32]

EACH, SHARED = 3, 7
"""Planes for each owner; those of the pictures and of whether the empty place is known."""
_DEEP, _TONE = 28.0, 0.14
"""How far lightness (0 to 255) and tone of a piece go from where it was tapped: standard deviations."""
_BLACK = 24.0
"""Added to lightness where tone is told: what is nearly black has none."""
_FAR = 9.0
"""Square of the distance, in deviations, from which a colour is none of an owner's."""

_AT_ONCE = 6
"""Places that are done together: their numbers stay in the processor's cache, which takes half the time."""


def planes(
    patches: npt.NDArray[np.uint8],
    empties: npt.NDArray[np.uint8],
    known: npt.NDArray[np.bool_],
    colours: npt.NDArray[np.float32],
    owners: npt.NDArray[np.int64],
) -> Stack:
    """Return what a network is given of some places.

    Args:
        patches: The places, shape (n, height, width, 3), B, G, R. Not modified.
        empties: The same without pieces, of the same shape; black where nobody knows.
        known: Whether there is a picture of the empty place, shape (n,).
        colours: Samples of each owner's pieces, 0 to 255, shape (n, owners, samples, 3), B, G, R.
        owners: How many of the owners there are, shape (n,); the last ones are none.

    Returns:
        Shape (n, `SHARED` + `EACH` · owners, height, width).
    """
    count, height, width = patches.shape[:3]
    out = np.empty((count, SHARED + EACH * colours.shape[1], height, width), np.float32)
    for first in range(0, count, _AT_ONCE):
        some = slice(first, first + _AT_ONCE)
        _fill(out[some], patches[some], empties[some], known[some], colours[some], owners[some])
    return out


def _fill(
    out: Stack,
    patches: npt.NDArray[np.uint8],
    empties: npt.NDArray[np.uint8],
    known: npt.NDArray[np.bool_],
    colours: npt.NDArray[np.float32],
    owners: npt.NDArray[np.int64],
) -> None:
    """Write the planes of a few places into `out`."""
    count, most = len(patches), colours.shape[1]
    light, red, blue = _parts(patches)
    mean = light.mean(axis=(1, 2), keepdims=True)
    scale = np.float32(1) / (light.std(axis=(1, 2), keepdims=True) + np.float32(12))
    np.multiply(light - mean, scale, out=out[:, 0])
    np.multiply(red, 3, out=out[:, 1])
    np.multiply(blue, 3, out=out[:, 2])
    out[:, 3:SHARED] = 0
    there = np.flatnonzero(known)
    if len(there):
        before = _parts(empties[there])
        out[there, 3], out[there, 4] = (before[0] - mean[there]) * scale[there], 3 * before[1]
        out[there, 5], out[there, 6] = 3 * before[2], 1
    samples = _parts(colours.transpose(1, 2, 0, 3).reshape(-1, count, 1, 3))
    scaled = [light * np.float32(1 / _DEEP), red * np.float32(1 / _TONE), blue * np.float32(1 / _TONE)]
    spots = [part * np.float32(1 / size) for part, size in zip(samples, (_DEEP, _TONE, _TONE), strict=True)]
    fars = []
    for owner in range(most):
        far = tone = np.full((1, 1, 1), np.inf, np.float32)
        for sample in range(owner * colours.shape[2], (owner + 1) * colours.shape[2]):
            deep, across, along = (
                here - spot[sample, :, :, None] for here, spot in zip(scaled, spots, strict=True)
            )
            across *= across
            along *= along
            across += along
            deep *= deep
            deep += across
            tone, far = np.minimum(tone, across), np.minimum(far, deep)
        missing = owners <= owner
        far = np.minimum(far, np.float32(_FAR))
        near = out[:, SHARED + EACH * owner]
        np.divide(1, far + 1, out=near)
        near[far >= _FAR] = 0
        np.divide(1, tone + 1, out=out[:, SHARED + EACH * owner + 1])
        if missing.any():
            far[missing] = _FAR
            out[missing, SHARED + EACH * owner : SHARED + EACH * owner + 2] = 0
        fars.append(far)
    for owner, far in enumerate(fars):
        others = [one for n, one in enumerate(fars) if n != owner]
        other = others[0] if others else np.full_like(far, _FAR)
        for one in others[1:]:
            other = np.minimum(other, one)
        both = other + far
        both += np.float32(0.1)
        np.divide(other - far, both, out=out[:, SHARED + EACH * owner + 2])


_TO_PARTS = np.array([[0.25, 0.5, 0.25], [0, -1, 1], [1, -1, 0]], np.float32)
"""From blue, green and red to lightness, red without green, blue without green."""


def _parts(pictures: npt.NDArray[np.uint8] | npt.NDArray[np.float32]) -> tuple[_Map, _Map, _Map]:
    """Return lightness, 0 to 255, and tone: how red and how blue for that lightness."""
    shape = pictures.shape[:-1]
    flat = np.ascontiguousarray(pictures.reshape(-1, 3).T, np.float32)
    light, red, blue = _TO_PARTS @ flat
    share = np.float32(1) / (light + np.float32(_BLACK))
    red *= share
    blue *= share
    return light.reshape(shape), red.reshape(shape), blue.reshape(shape)
