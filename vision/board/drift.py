"""How the colours of a set go with the light: slowly, and only by pieces that nobody doubts."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from vision.board.learnt import Colour, Learnt
from vision.board.occupancy import SURE, Occupancy
from vision.board.placing.cut import Cutter
from vision.board.placing.pose import Pose
from vision.reading import Frame

_PART = 0.2
"""Of the way to what is seen now: evening comes in an hour, a hand's shadow goes in a second."""
_NEAR = np.array([34.0, 14.0, 14.0])
"""Pixels whose lightness and colours (Lab, 0 to 255) differ by less are of that colour in other light."""
_LEAST = 40
"""Fewer pixels tell nothing."""
_SIZE = (12, 48)
"""Width and height at which places are looked at."""


def drifted(frame: Frame, pose: Pose, learnt: Learnt, seen: Occupancy) -> Learnt:
    """Return the set in the light of a picture that was just read: its colours moved a little towards it.

    Args:
        frame: Shape (height, width, 3), uint8, BGR. Not modified.
        pose: Where the board lies in it.
        learnt: The set as it was known.
        seen: What was told with it. Only places that are certain, with pieces of one owner, are looked at.
    """
    cutter = Cutter(frame, pose, side_px=max(_SIZE))
    found: dict[int, list[np.ndarray[tuple[int, ...], np.dtype[np.float32]]]] = {}
    for place in pose.plan.places:
        told = seen.place(place.name)
        standing = told.standing
        if standing is None or told.sure < SURE or sum(count > 0 for count in standing) != 1:
            continue
        owner = next(n for n, count in enumerate(standing) if count)
        shown = cutter.stretched(place, size=_SIZE, across=0.7, along=place.length)
        lab = np.asarray(cv2.cvtColor(shown, cv2.COLOR_BGR2LAB), np.float32)
        found.setdefault(owner, []).append(lab.reshape(-1, 3))
    colours = tuple(
        tuple(_moved(colour, np.concatenate(found[owner])) for colour in own) if owner in found else own
        for owner, own in enumerate(learnt.colours)
    )
    return replace(learnt, colours=colours)


def _moved(colour: Colour, pixels: np.ndarray[tuple[int, ...], np.dtype[np.float32]]) -> Colour:
    """Return a colour a little nearer to the pixels that look like it."""
    was = np.array(colour)
    near = pixels[(np.abs(pixels - was) < _NEAR).all(axis=1)]
    if len(near) < _LEAST:
        return colour
    light, red, yellow = (was + _PART * (near.mean(axis=0) - was)).clip(0, 255).tolist()
    return light, red, yellow
