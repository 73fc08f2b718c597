"""What a patch of the picture shows: a face of a die, a side of a shell, or neither."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from vision.find import MODELS, Spot
from vision.reading import DIE_FACES, SHELL_FACES, Face, Frame

CLASSES: tuple[Face | None, ...] = (*DIE_FACES, *SHELL_FACES, None, Face.UNSURE)
"""The columns of the probabilities; None is neither die nor shell, `UNSURE` one that leans, lies on edge or
under another."""

_SIDE_PX = 48
_MARGIN = 1.8
"""Side of the patch in sizes of the spot."""
_CLEAR = 0.97
"""A face told with less is looked at again, cut better: a little nearer, and a little farther, mirrored."""
_AMISS = (0.13, 0.18)
"""Looked at again is also what lies farther than this from the middle of its patch, in half sides of it, or
whose size was told wrong by more than this, as a logarithm."""


class Faces:
    """Tells faces with a network, loaded once."""

    def __init__(self, model: Path = MODELS / "faces.onnx") -> None:
        self._net = cv2.dnn.readNetFromONNX(str(model))

    def tell(self, frame: Frame, spots: Sequence[Spot]) -> tuple[npt.NDArray[np.float32], list[Spot]]:
        """Tell what each spot shows, and where it lies more exactly.

        Args:
            frame: Shape (height, width, 3), uint8, BGR. Not modified.
            spots: Where to look.

        Returns:
            The probability of each of `CLASSES` for each spot, shape (spots, 10), and the spots with their
            places and sizes corrected.
        """
        if not spots:
            return np.zeros((0, len(CLASSES)), np.float32), []
        scales = Pyramid(frame)
        told = self._run([scales.cut(spot, pixels=_SIDE_PX, margin=_MARGIN) for spot in spots])
        faces, better = told[:, : len(CLASSES)], told[:, len(CLASSES) :]
        closer = [_closer(spot, move) for spot, move in zip(spots, better, strict=True)]
        amiss = (np.abs(better[:, :2]).max(axis=1) > _AMISS[0]) | (np.abs(better[:, 2]) > _AMISS[1])
        none = faces[:, CLASSES.index(None)]
        again = np.flatnonzero(((faces.max(axis=1) < _CLEAR) | amiss) & (none < _CLEAR))
        if len(again):
            patches = []
            for margin, mirror in ((0.95 * _MARGIN, 1), (1.08 * _MARGIN, -1)):
                for i in again:
                    patch = scales.cut(closer[i], pixels=_SIDE_PX, margin=margin)
                    patches.append(patch[:, ::mirror])
            second = self._run(patches)[:, : len(CLASSES)].reshape(2, len(again), len(CLASSES))
            faces[again] = (faces[again] + 2 * second.sum(axis=0)) / 5
        return faces, closer

    def _run(self, patches: Sequence[Frame]) -> npt.NDArray[np.float32]:
        """Give the network's answer, shape (patches, 13)."""
        stack = np.stack(patches).astype(np.float32)
        mean, deviation = stack.mean(axis=(1, 2, 3), keepdims=True), stack.std(axis=(1, 2, 3), keepdims=True)
        stack = (stack - mean) / (deviation + 4.0)
        self._net.setInput(np.ascontiguousarray(stack.transpose(0, 3, 1, 2)))
        return np.array(self._net.forward(), np.float32)


def _closer(spot: Spot, better: npt.NDArray[np.float32]) -> Spot:
    """Move a spot as the network says: by half sides of its patch, and by the logarithm of its size."""
    right, down, zoom = (float(v) for v in np.clip(better, -0.4, 0.4))
    half = _MARGIN * spot.size / 2
    return replace(spot, x=spot.x + half * right, y=spot.y + half * down, size=spot.size * math.exp(-zoom))


class Pyramid:
    """A frame in halving sizes, so that a small patch of a large die keeps all its pips."""

    def __init__(self, frame: Frame) -> None:
        self._levels = [frame]

    def cut(self, spot: Spot, *, pixels: int, margin: float) -> Frame:
        """Cut a square around a spot, brought to one size; outside the frame its edge is repeated.

        Args:
            spot: Where to cut.
            pixels: Side of the result.
            margin: Side of the cut square, in sizes of the spot.

        Returns:
            A picture of shape (pixels, pixels, 3), uint8, BGR.
        """
        scale = pixels / max(2.0, spot.size * margin)
        level, x, y = 0, spot.x, spot.y
        while scale < 0.5 and min(self._levels[level].shape[:2]) > 2:
            level, scale, x, y = level + 1, scale * 2, x / 2, y / 2
            if level == len(self._levels):
                half = cv2.resize(self._levels[-1], None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
                self._levels.append(np.asarray(half, np.uint8))
        move = np.array([[scale, 0, pixels / 2 - scale * x], [0, scale, pixels / 2 - scale * y]])
        patch = cv2.warpAffine(
            self._levels[level],
            move,
            (pixels, pixels),
            flags=cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        )
        return np.asarray(patch, np.uint8)
