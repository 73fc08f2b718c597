"""What may be a die or shell of the throw: places with probabilities, sorted into what belongs to it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from vision import doubts as why
from vision.faces import CLASSES, presence
from vision.find import Spot
from vision.reading import Expect, Face, Kind

THERE = 0.5
"""Probability from which something is taken for a die or shell."""
_ALIKE = 1.75
"""Things whose sizes differ by more than this factor are not of one throw."""
_LACKING = 0.15
"""Where one shell of those expected lacks, and just one thing may be a shell, that is it from this
probability on: seldom has a shell left the tray, and then seldom does something else look like one. Dice have
sides that look like dice, so that they are asked about. Of 200 throws of real shells with one more expected
than lay there three are told so, of 75 slanted photographs of dice it would have been eight."""
_RIVAL = 0.5
"""Another is as likely where it has more than this part of that probability."""
_SELDOM = 0.02
"""How much seldomer things lean at the table than in training, where one in ten did."""
_NONE = CLASSES.index(None)
"""The column of the faces' network for what is neither."""
_LEANS = CLASSES.index(Face.UNSURE)
"""Its column for what leans, stands on edge or lies under another."""

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A place with its probabilities."""

    spot: Spot
    there: float
    """Probability that a die or shell lies there."""
    faces: Floats
    """Probability of 1 to 6, mouth and back, if something lies there."""
    leaning: float = 0.0
    """Probability that it shows no face at all, if something lies there."""
    strange: float = 0.0
    """Where only shells are thrown: probability, at the first look, that this is none."""
    matt: float = 0.0
    """Where only shells are thrown: probability that it is one, with the lamps in it painted out."""

    @property
    def die(self) -> float:
        """Probability that it is a die, if something lies there."""
        return float(self.faces[:6].sum())

    def thing(self, kind: Kind) -> why.Thing:
        """Return what the doubts need to know."""
        told = self.faces[:6] if kind == "dice" else self.faces[6:]
        sure = float(told.max() / told.sum())
        return why.Thing(
            self.spot.x, self.spot.y, self.spot.size, kind == "dice", sure, self.leaning, self.there
        )


def candidate(spot: Spot, near: Floats) -> Candidate:
    """Return what a place may be.

    Args:
        spot: Where, as the finder told it.
        near: Probability of each of `CLASSES` from close, shape (10,).
    """
    odd = _SELDOM * near[_LEANS]
    faces = near[:8] + odd * np.repeat([spot.die / 6, (1 - spot.die) / 2], [6, 2])
    leaning = float(odd / max(1e-6, near[:8].sum() + odd))
    faces = np.maximum(faces / max(1e-6, faces.sum()), 1e-4)
    return Candidate(spot, presence(spot.score, float(near[_NONE])), faces / faces.sum(), leaning)


def shell(spot: Spot, near: Floats, without_lamp: Floats | None) -> Candidate:
    """Return what a place may be where shells are thrown and nothing else.

    Args:
        spot: Where, as the finder told it.
        near: Probability of each of `CLASSES` from close, shape (10,).
        without_lamp: The same with the mirrored lamp painted out; None where nobody looked so.
    """
    told = near if without_lamp is None else (near + 2 * without_lamp) / 3
    odd = _SELDOM * told[_LEANS]
    strange = float(near[:6].sum() + near[_NONE])
    if spot.die > 0.5 and near[6:8].sum() < _SURELY_SHELL:
        strange = max(strange, spot.die)  # from afar it is a die
    sides = told[6:8] + odd / 2 + np.array(_MOSTLY_BACK) * (1 - told[6:8].sum())
    leaning = float(odd / max(1e-6, told[6:8].sum() + odd))
    faces = np.maximum(np.concatenate([np.zeros(6), sides / sides.sum()]), 1e-6)
    there = presence(spot.score, float(min(near[_NONE], told[_NONE])))  # paint hides no shell
    matt = 0.0 if without_lamp is None else float(without_lamp[6:8].sum())
    return Candidate(spot, there, faces / faces.sum(), leaning, strange, matt)


_SURELY_SHELL = 0.65
"""What is a die from afar and a shell from close is a shell from this probability on."""
_MOSTLY_BACK = 0.01, 0.03
"""What is told as a die or as nothing, and is a shell, is a back three times in four."""


def apart(found: Sequence[Candidate]) -> list[Candidate]:
    """Keep the likeliest of what lies on top of each other."""
    kept: list[Candidate] = []
    for one in sorted(found, key=lambda one: -one.there):
        reach = 0.7 if one.die > 0.5 else 0.5
        if all(
            math.dist((one.spot.x, one.spot.y), (other.spot.x, other.spot.y))
            > reach * max(min(one.spot.size, 1.5 * other.spot.size), other.spot.size)
            for other in kept
        ):
            kept.append(one)
    return kept


def of_one_size(found: list[Candidate]) -> list[Candidate]:
    """Trust less what is far larger or smaller than the rest: dice and shells of a throw are alike."""
    there = sorted((one for one in found if one.there >= THERE), key=lambda one: one.spot.size)
    if not there:
        return found
    weight = np.cumsum([one.there * one.spot.size for one in there])
    usual = there[int(np.searchsorted(weight, weight[-1] / 2))].spot.size
    return [
        one if 1 / _ALIKE < one.spot.size / usual < _ALIKE else replace(one, there=0.3 * one.there)
        for one in found
    ]


def sort_out(found: list[Candidate], expect: Expect) -> tuple[Kind, list[Candidate], list[Candidate]]:
    """Tell what kind of throw it is, which things belong to it, and which are of the other kind."""
    dice = [one for one in found if one.die >= 0.5]
    shells = [one for one in found if one.die < 0.5]
    weight = [sum(one.there for one in some if one.there >= THERE) for some in (dice, shells)]
    kind = expect.kind
    if kind == "auto":
        kind = "dice" if weight[0] >= weight[1] else "cowries"
    wanted, others = (dice, shells) if kind == "dice" else (shells, dice)
    if not any(one.there >= THERE for one in wanted):
        return "nothing", wanted, others
    return kind, wanted, others


def completed(wanted: list[Candidate], count: int) -> list[Candidate]:
    """Trust the one thing that may be the shell that lacks."""
    maybe = sorted((one for one in wanted if one.there < THERE), key=lambda one: -one.there)
    if len(wanted) - len(maybe) != count - 1 or not maybe or maybe[0].there < _LACKING:
        return wanted
    if len(maybe) > 1 and maybe[1].there > _RIVAL * maybe[0].there:
        return wanted
    it = replace(maybe[0], there=THERE + (1 - THERE) * maybe[0].there)
    return [it if one is maybe[0] else one for one in wanted]
