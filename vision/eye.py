"""The eye: a frame in, a reading out."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from vision import doubts as why
from vision.calibration import Taught
from vision.faces import CLASSES, Faces
from vision.find import Finder, Spot
from vision.pyramid import Pyramid
from vision.reading import Doubt, Expect, Face, Frame, Kind, Reading, Seen, check_frame
from vision.tray import Tray

_THERE = 0.5
"""Probability from which something is taken for a die or shell."""
_MAYBE = 0.15
"""Probability from which something that is not taken for one may be one that is missing, or all there is."""
_MORE = 0.25
"""Probability from which it makes the reading doubtful where others lie and nobody said how many."""
_BY_FINDER, _BY_FACES, _BEFORE = 1.2, 0.4, -0.5
"""How finder and faces together tell whether something lies there: weights of their log odds, and a constant.
They were fitted on 150 composed scenes that no training had seen (seeds 9100-9249), 22 November 2026."""
_ODD = 0.8
"""Probability from which a thing of the other kind is told."""
_ALIKE = 1.75
"""Things whose sizes differ by more than this factor are not of one throw."""
_LACKING = 0.15
"""Where one shell of those expected lacks, and just one thing may be a shell, that is it from this
probability on: seldom has a shell left the tray, and then seldom does something else look like one. Dice have
sides that look like dice, so that they are asked about. Of 200 throws of real shells with one more expected
than lay there three are told so, of 75 slanted photographs of dice it would have been eight."""
_RIVAL = 0.5
"""Another is as likely where it has more than this part of that probability."""
_SURELY_THERE = 0.8
"""Smallest probability that something lies there for which nobody is asked. When as many were seen as were
expected, `_THERE` is enough."""
_ALL_THERE = 0.35
"""Where the probability that all of them are there is less than this, `_THERE` is not enough."""
_LEANING = 0.5
"""Probability that a thing leans or stands on edge from which nobody tells its face."""
_NONE = CLASSES.index(None)
"""The column of the faces' network for what is neither."""
_LEANS = CLASSES.index(Face.UNSURE)
"""Its column for what leans, stands on edge or lies under another."""
_SELDOM = 0.02
"""How much seldomer things lean at the table than in training, where one in ten did."""
_MOST = 20
"""More things than this are no throw."""
_DARK = 28.0
"""Mean brightness, 0 to 255, under which a picture that shows nothing is dark."""
_FLAT = 2.5
"""Deviation of brightness under which a picture shows nothing at all."""
_DIM = 80.0
"""Where the brightest fiftieth of the picture is darker than this, 0 to 255, it is read brightened."""
_LIT, _MOST_LIGHT = 150.0, 5.0
"""What its brightest fiftieth is brought to, and by how much at most: noise is brightened too."""


@dataclass(frozen=True, slots=True)
class _Found:
    """A spot with its probabilities."""

    spot: Spot
    there: float
    faces: npt.NDArray[np.float64]
    """Probability of 1 to 6, mouth and back, if something lies there."""
    leaning: float = 0.0
    """Probability that it shows no face at all, if something lies there."""

    @property
    def die(self) -> float:
        return float(self.faces[:6].sum())

    def thing(self, kind: Kind) -> why.Thing:
        """Return what the doubts need to know."""
        told = self.faces[:6] if kind == "dice" else self.faces[6:]
        sure = float(told.max() / told.sum())
        return why.Thing(self.spot.x, self.spot.y, self.spot.size, kind == "dice", sure, self.leaning)


class Eye:
    """Reads throws. The models are loaded once; one eye may be used by one thread at a time."""

    def __init__(self, *, threads: int = 1, taught: Taught | None = None) -> None:
        """Load the models.

        Args:
            threads: How many threads to compute with.
            taught: What `charkoni teach` learnt of the set; None for a set that the eye does not know.
        """
        cv2.setNumThreads(threads)
        self._taught = taught or Taught()
        self._finder = Finder()
        self._faces = Faces()

    def read(self, frame: Frame, *, expect: Expect, tray: Tray | None = None) -> Reading:
        """Read the throw in a picture.

        Args:
            frame: Shape (height, width, 3), uint8, BGR. Not modified.
            expect: What should lie there. Without a count the number is not checked.
            tray: What lies outside is not looked at. None looks at the whole picture.

        Returns:
            The reading; `nothing` when no die and no shell is seen.

        Raises:
            FrameError: If the frame has another shape or dtype.
        """
        check_frame(frame)
        picture = Pyramid(frame)
        dim = float(picture.sized(64, 48).mean())
        picture = _lit(picture)
        if float(cv2.cvtColor(picture.sized(64, 48), cv2.COLOR_BGR2GRAY).std()) < _FLAT:
            reason = why.TOO_DARK if dim < _DARK else why.SHOWS_NOTHING
            return Reading("nothing", (), False, (reason,), expect.count or 0)
        found = self._look(picture, tray)
        kind, wanted, others = _sort_out(found, expect)
        if kind == "cowries" and expect.count is not None:
            wanted = _completed(wanted, expect.count)
        taken = [one for one in wanted if one.there >= _THERE]
        spare = sorted((one for one in wanted if one.there < _THERE), key=lambda one: -one.there)
        doubts: list[Doubt] = []
        dice = kind == "dice" or (kind == "nothing" and expect.kind == "dice")
        of_one = why.OF_DIE if dice else why.OF_SHELL
        missing = 0
        if expect.count is not None and len(taken) != expect.count:
            counts = {"seen": len(taken), "expected": expect.count}
            if dice:
                doubts.append(Doubt("{seen} dice seen, {expected} expected", counts))
            else:
                doubts.append(Doubt("{seen} shells seen, {expected} expected", counts))
            if len(taken) > expect.count:
                taken = sorted(taken, key=lambda one: -one.there)[: expect.count]
            else:
                more = [one for one in spare if one.there > _MAYBE and taken][: expect.count - len(taken)]
                taken, spare = taken + more, spare[len(more) :]
                missing = expect.count - len(taken)
        elif expect.count is None and spare and spare[0].there > (_MORE if taken else _MAYBE):
            doubts.append(of_one["more" if taken else "alone"])
        if expect.count is None and len(taken) > _MOST:
            doubts.append(why.TOO_MANY)
        if any(one.there > _ODD for one in others):
            doubts.append(of_one["others"])
        taken.sort(key=lambda one: (round(one.spot.y / (1.5 * one.spot.size)), one.spot.x))
        things = [one.thing(kind) for one in taken]
        doubts += why.of_picture(picture, things, tray=tray)
        if not taken:
            return Reading("nothing", (), not doubts, _dark_first(doubts, frame), missing)
        all_there = len(taken) == expect.count and math.prod(one.there for one in taken) >= _ALL_THERE
        sure = _THERE if all_there else _SURELY_THERE
        doubt = [
            _doubt(frame, one, thing, things, there=sure, sure=self._taught.of(kind), tray=tray)
            for one, thing in zip(taken, things, strict=True)
        ]
        seen = tuple(_seen(one, kind, told) for one, told in zip(taken, doubt, strict=True))
        doubts += dict.fromkeys(told for told in doubt if told)
        return Reading(kind, seen, not doubts, _dark_first(doubts, frame), missing)

    def _look(self, picture: Pyramid, tray: Tray | None) -> list[_Found]:
        height, width = picture.shape
        spots = [
            spot
            for spot in self._finder.find(picture)
            if tray is None or tray.contains(spot.x, spot.y, width=width, height=height)
        ]
        found = []
        told, closer = self._faces.tell(picture, spots)
        for spot, near in zip(closer, told.astype(np.float64), strict=True):
            odd = _SELDOM * near[_LEANS]
            faces = near[:8] + odd * np.repeat([spot.die / 6, (1 - spot.die) / 2], [6, 2])
            leaning = float(odd / max(1e-6, near[:8].sum() + odd))
            faces = np.maximum(faces / max(1e-6, faces.sum()), 1e-4)
            score, neither = (min(max(p, 1e-3), 1 - 1e-3) for p in (spot.score, float(near[_NONE])))
            log_odds = (
                _BY_FINDER * np.log(score / (1 - score))
                + _BY_FACES * np.log((1 - neither) / neither)
                + _BEFORE
            )
            there = 1 / (1 + np.exp(-log_odds))
            found.append(_Found(spot, float(there), faces / faces.sum(), leaning))
        return _of_one_size(_apart(found))


def _lit(picture: Pyramid) -> Pyramid:
    """Brighten a picture taken in little light; others are given back as they are."""
    bright = why.brightest(picture.sized(64, 48), 98)
    if bright >= _DIM:
        return picture
    gain = min(_MOST_LIGHT, _LIT / max(1.0, bright))
    return Pyramid(np.asarray(cv2.convertScaleAbs(picture.frame, alpha=gain), np.uint8))


def _dark_first(doubts: list[Doubt], frame: Frame) -> tuple[Doubt, ...]:
    """Name the want of light first where a reading that is not sure was taken in the dark."""
    is_dark = bool(doubts) and why.is_dark(frame)
    return tuple(dict.fromkeys([why.TOO_DARK, *doubts] if is_dark else doubts))


def _apart(found: list[_Found]) -> list[_Found]:
    """Keep the likeliest of what lies on top of each other."""
    kept: list[_Found] = []
    for one in sorted(found, key=lambda one: -one.there):
        reach = 0.7 if one.die > 0.5 else 0.5
        if all(
            math.dist((one.spot.x, one.spot.y), (other.spot.x, other.spot.y))
            > reach * max(min(one.spot.size, 1.5 * other.spot.size), other.spot.size)
            for other in kept
        ):
            kept.append(one)
    return kept


def _of_one_size(found: list[_Found]) -> list[_Found]:
    """Trust less what is far larger or smaller than the rest: dice and shells of a throw are alike."""
    there = sorted((one for one in found if one.there >= _THERE), key=lambda one: one.spot.size)
    if not there:
        return found
    weight = np.cumsum([one.there * one.spot.size for one in there])
    usual = there[int(np.searchsorted(weight, weight[-1] / 2))].spot.size
    return [
        one if 1 / _ALIKE < one.spot.size / usual < _ALIKE else replace(one, there=0.3 * one.there)
        for one in found
    ]


def _sort_out(found: list[_Found], expect: Expect) -> tuple[Kind, list[_Found], list[_Found]]:
    """Tell what kind of throw it is, which things belong to it, and which are of the other kind."""
    dice = [one for one in found if one.die >= 0.5]
    shells = [one for one in found if one.die < 0.5]
    weight = [sum(one.there for one in some if one.there >= _THERE) for some in (dice, shells)]
    kind = expect.kind
    if kind == "auto":
        kind = "dice" if weight[0] >= weight[1] else "cowries"
    wanted, others = (dice, shells) if kind == "dice" else (shells, dice)
    if not any(one.there >= _THERE for one in wanted):
        return "nothing", wanted, others
    return kind, wanted, others


def _completed(wanted: list[_Found], count: int) -> list[_Found]:
    """Trust the one thing that may be the shell that lacks."""
    maybe = sorted((one for one in wanted if one.there < _THERE), key=lambda one: -one.there)
    if len(wanted) - len(maybe) != count - 1 or not maybe or maybe[0].there < _LACKING:
        return wanted
    if len(maybe) > 1 and maybe[1].there > _RIVAL * maybe[0].there:
        return wanted
    it = replace(maybe[0], there=_THERE + (1 - _THERE) * maybe[0].there)
    return [it if one is maybe[0] else one for one in wanted]


def _doubt(
    frame: Frame,
    one: _Found,
    thing: why.Thing,
    things: list[why.Thing],
    *,
    there: float,
    sure: float,
    tray: Tray | None,
) -> Doubt | None:
    """Tell why one is not surely told; None if it is."""
    doubts = why.OF_DIE if thing.die else why.OF_SHELL
    others = [other for other in things if other is not thing]
    if why.is_stacked(thing, others):
        return doubts["stacked"]
    if one.there < there:
        return doubts["none"]
    if thing.sure < sure or thing.leaning > _LEANING:
        return why.of_thing(frame, thing, others, tray=tray)
    return None


def _seen(one: _Found, kind: Kind, doubt: Doubt | None) -> Seen:
    columns = range(6) if kind == "dice" else range(6, 8)
    ranked = sorted(((float(one.faces[i]), i) for i in columns), reverse=True)
    total = sum(p for p, _ in ranked)
    faces = [(CLASSES[i] or Face.UNSURE, one.there * p / total) for p, i in ranked]
    spot, side = one.spot, one.spot.size * 1.2
    return Seen(
        faces[0][0], faces[0][1], spot.x - side / 2, spot.y - side / 2, side, side, tuple(faces[1:]), doubt
    )
