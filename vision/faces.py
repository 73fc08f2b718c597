"""What a patch of the picture shows: a face of a die, a side of a shell, or neither."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from vision.find import Spot
from vision.gloss import matt
from vision.networks import MODELS, answers, network
from vision.pyramid import Pyramid
from vision.reading import DIE_FACES, SHELL_FACES, Face, Frame

CLASSES: tuple[Face | None, ...] = (*DIE_FACES, *SHELL_FACES, None, Face.UNSURE)
"""The columns of the probabilities; None is neither die nor shell, `UNSURE` one that leans, lies on edge or
under another."""

_SIDE_PX = 48
_MARGIN = 1.8
"""Side of the patch in sizes of the spot."""
_MATT_PX = 72
"""Side in pixels of the patch in which mirrored lamps are painted out."""
_CLEAR = 0.97
"""A face told with less is looked at again, cut better: a little nearer, and a little farther, mirrored."""
_NEITHER = 0.85
"""What is neither die nor shell with more than this is not looked at again."""
_AMISS = (0.13, 0.18)
"""Looked at again is also what lies farther than this from the middle of its patch, in half sides of it, or
whose size was told wrong by more than this, as a logarithm."""

_BY_FINDER, _BY_FACES, _BEFORE = 1.2, 0.4, -0.5
"""How finder and faces together tell whether something lies there: weights of their log odds, and a constant.
They were fitted on 150 composed scenes that no training had seen (seeds 9100-9249), 22 November 2026."""
_SURELY, _HARDLY = 0.8, 0.3
"""Where as many as were thrown lie there with the one probability, what does with less than the other is not
looked at again: a third fewer second looks at drawn and photographed throws, and none of them (61 of 182) had
brought anything to more than 0.35."""


_LEAST = 1e-3
"""No probability is taken for less, seen all round."""


@dataclass(frozen=True, slots=True)
class AllRound:
    """What a thing is told to be, turned by quarters and mirrored: the mean of eight looks."""

    odds: float
    """The logarithm of the odds for "mouth" against "back", -6.9 to 6.9."""
    die: float
    """Probability of the likeliest face of a die: a die shows the same pips however it is turned. Of 69 dice
    among shells of held-out looks 68 showed more than 0.9, of 1,145 shells one, 23 November 2026."""
    neither: float
    """Probability that it is neither die nor shell."""
    leans: float
    """Probability that it leans or stands on edge."""


class Faces:
    """Tells faces with a network, loaded once."""

    def __init__(self, model: Path = MODELS / "faces.onnx") -> None:
        self._net = network(model)
        self.name = hashlib.sha256(model.read_bytes()).hexdigest()[:8]
        """Names the weights: what was learnt with others says nothing."""

    def tell(
        self, picture: Pyramid, spots: Sequence[Spot], *, count: int | None = None
    ) -> tuple[npt.NDArray[np.float32], list[Spot]]:
        """Tell what each spot shows, and where it lies more exactly.

        Args:
            picture: The frame.
            spots: Where to look.
            count: How many were thrown; None where nobody said.

        Returns:
            The probability of each of `CLASSES` for each spot, shape (spots, 10), and the spots with their
            places and sizes corrected.
        """
        if not spots:
            return np.zeros((0, len(CLASSES)), np.float32), []
        told = self._run([patch(picture, spot, pixels=_SIDE_PX, margin=_MARGIN) for spot in spots])
        faces, better = told[:, : len(CLASSES)], told[:, len(CLASSES) :]
        closer = [_closer(spot, move) for spot, move in zip(spots, better, strict=True)]
        amiss = (np.abs(better[:, :2]).max(axis=1) > _AMISS[0]) | (np.abs(better[:, 2]) > _AMISS[1])
        none = faces[:, CLASSES.index(None)]
        unclear = ((faces.max(axis=1) < _CLEAR) | amiss) & (none < _NEITHER)
        there = np.array([presence(spot.score, float(one)) for spot, one in zip(spots, none, strict=True)])
        if count is not None and np.count_nonzero(there > _SURELY) >= count:
            unclear &= there > _HARDLY
        again = np.flatnonzero(unclear)
        if len(again):
            patches = []
            for margin, mirror in ((0.95 * _MARGIN, 1), (1.08 * _MARGIN, -1)):
                for i in again:
                    again_cut = patch(picture, closer[i], pixels=_SIDE_PX, margin=margin)
                    patches.append(again_cut[:, ::mirror])
            second = self._run(patches)[:, : len(CLASSES)].reshape(2, len(again), len(CLASSES))
            faces[again] = (faces[again] + 2 * second.sum(axis=0)) / 5
        return faces, closer

    def without_lamps(self, picture: Pyramid, spots: Sequence[Spot]) -> list[npt.NDArray[np.float64] | None]:
        """Tell what each spot would show in even light, with the lamps that it mirrors painted out.

        Args:
            picture: The frame.
            spots: Where to look, as `tell` corrected them.

        Returns:
            The probability of each of `CLASSES` for each spot, shape (10,); None where nothing is mirrored.
        """
        large = [matt(patch(picture, spot, pixels=_MATT_PX, margin=_MARGIN)) for spot in spots]
        small = [
            np.asarray(cv2.resize(one, (_SIDE_PX, _SIDE_PX), interpolation=cv2.INTER_AREA), np.uint8)
            for one in large
            if one is not None
        ]
        told = iter(self._run(small)[:, : len(CLASSES)].astype(np.float64) if small else ())
        return [None if one is None else next(told) for one in large]

    def all_round(self, picture: Pyramid, spots: Sequence[Spot]) -> list[AllRound]:
        """Tell what each spot shows, however it is turned: eight looks each, only for what is unclear.

        Args:
            picture: The frame.
            spots: Where to look, as `tell` corrected them.
        """
        seen = []
        for spot in spots:
            cut = patch(picture, spot, pixels=_SIDE_PX, margin=_MARGIN)
            turns = [
                np.asarray(np.rot90(one, quarters), np.uint8)
                for one in (cut, cut[:, ::-1])
                for quarters in range(4)
            ]
            told = self._run(turns)[:, : len(CLASSES)].astype(np.float64)
            mean, sides = told.mean(axis=0), np.log(np.maximum(told[:, 6:8], _LEAST)).mean(axis=0)
            seen.append(
                AllRound(float(sides[0] - sides[1]), float(mean[:6].max()), float(mean[8]), float(mean[9]))
            )
        return seen

    def _run(self, patches: Sequence[Frame]) -> npt.NDArray[np.float32]:
        """Return the network's answer, shape (patches, 13)."""
        stack = np.stack(patches).astype(np.float32)
        flat = stack.reshape(len(stack), -1)
        flat -= flat.mean(axis=1, keepdims=True)
        deviation = np.sqrt(np.einsum("ij,ij->i", flat, flat) / flat.shape[1])
        flat /= deviation[:, None] + 4.0
        return answers(self._net, len(stack), stack.transpose(0, 3, 1, 2).__getitem__)


def presence(score: float, neither: float) -> float:
    """Return the probability that something lies there, after finder and faces."""
    score, neither = (min(max(p, 1e-3), 1 - 1e-3) for p in (score, neither))
    log_odds = (
        _BY_FINDER * math.log(score / (1 - score)) + _BY_FACES * math.log((1 - neither) / neither) + _BEFORE
    )
    return 1 / (1 + math.exp(-log_odds))


def _closer(spot: Spot, better: npt.NDArray[np.float32]) -> Spot:
    """Move a spot as the network says: by half sides of its patch, and by the logarithm of its size."""
    right, down, zoom = (float(v) for v in np.clip(better, -0.4, 0.4))
    half = _MARGIN * spot.size / 2
    return replace(spot, x=spot.x + half * right, y=spot.y + half * down, size=spot.size * math.exp(-zoom))


def patch(picture: Pyramid, spot: Spot, *, pixels: int, margin: float) -> Frame:
    """Cut the square around a spot whose side is `margin` sizes of it: (pixels, pixels, 3), uint8, BGR."""
    return picture.cut(spot.x, spot.y, side=max(2.0, spot.size * margin), pixels=pixels)
