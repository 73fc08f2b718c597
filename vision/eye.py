"""The eye: a frame in, a reading out."""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np

from vision import doubts as why
from vision.brightness import by_day
from vision.calibration import Taught
from vision.candidates import THERE, Candidate, apart, candidate, of_one_size, sort_out
from vision.faces import CLASSES, Faces
from vision.find import Finder
from vision.house_set import ShownThrow
from vision.pyramid import Pyramid
from vision.reading import BOX, Doubt, Expect, Face, Frame, Kind, Reading, Seen, check_frame
from vision.recognition import STRANGE, lesson
from vision.shells import HARDLY, candidates, of_throw, together
from vision.tray import Tray

_MAYBE = 0.15
"""Probability from which something that is not taken for one may be one that is missing, or all there is."""
_MORE = 0.25
"""Probability from which it makes the reading doubtful where others lie and nobody said how many."""
_ODD = 0.8
"""Probability from which a thing of the other kind is told."""
_CLEARLY = 0.9
"""Where as many dice as were thrown are told with this probability, what looks like a shell lies beside."""
_SURELY_THERE = 0.8
"""Smallest probability that something lies there for which nobody is asked. When as many were seen as were
expected, `THERE` is enough."""
_ALL_THERE = 0.35
"""Where the probability that all of them are there is less than this, `THERE` is not enough."""
_WHOLE = 0.55
"""A throw of dice that is right as a whole with less than this is asked about, however sure each die is. Of
361 photographs and looks of dice that were certain and right three are asked about so; of the eight that were
wrong although certain when they were turned, warmer or brighter, three, on which it was chosen."""
_LEANING = 0.5
"""Probability that a thing leans or stands on edge from which nobody tells its face."""
_MOST = 20
"""More things than this are no throw."""
_DARK = 28.0
"""Mean brightness, 0 to 255, under which a picture that shows nothing is dark."""
_FLAT = 2.5
"""Deviation of brightness under which a picture shows nothing at all."""


class Eye:
    """Reads throws. The models are loaded once; one eye may be used by one thread at a time."""

    def __init__(self, *, threads: int = 1, taught: Taught | None = None) -> None:
        """Load the models.

        Args:
            threads: How many threads to compute with.
            taught: What was learnt of the set; None for a set that the eye does not know.
        """
        cv2.setNumThreads(threads)
        self._finder = Finder()
        self._faces = Faces()
        self._taught = (taught or Taught()).of_eye(self.name)

    @property
    def name(self) -> str:
        """Names its weights: what was learnt with others says nothing."""
        return self._faces.name

    def use(self, taught: Taught) -> None:
        """Tell by this from now on; what other weights learnt of shells is not used."""
        self._taught = taught.of_eye(self.name)

    def lesson(
        self,
        frame: Frame,
        *,
        count: int,
        mouths: int,
        answered: bool = True,
        tray: Tray | None = None,
        number: int = 0,
    ) -> ShownThrow | None:
        """Return what a throw of shells teaches, by the eye as it was before all teaching.

        Args:
            frame: Shape (height, width, 3), uint8, BGR. Not modified.
            count: How many shells were thrown.
            mouths: How many of them lay mouth up.
            answered: People said so; else the eye was sure, and nobody corrected it.
            tray: What lies outside is not looked at.
            number: Of its photograph; 0 where it has none.

        Returns:
            None where it teaches nothing: not just so many shells are seen, or none is told apart.

        Raises:
            FrameError: If the frame has another shape or dtype.
        """
        check_frame(frame)
        picture = by_day(Pyramid(frame))
        found = self._look(picture, tray, Expect("cowries", count))
        taken, spare, others = of_throw(picture, found, count)
        maybe = sorted((one for one in spare if one.there > HARDLY), key=lambda one: -one.there)
        shells = [*taken, *maybe[: count - len(taken)]]
        if len(shells) != count or not mouths <= count or any(one.there > _ODD for one in others):
            return None
        return lesson(picture, shells, mouths, self._faces, answered=answered, number=number)

    def read(
        self, frame: Frame, *, expect: Expect, tray: Tray | None = None, without: Sequence[Seen] = ()
    ) -> Reading:
        """Read the throw in a picture.

        Args:
            frame: Shape (height, width, 3), uint8, BGR. Not modified.
            expect: What should lie there. Without a count the number is not checked.
            tray: What lies outside is not looked at. None looks at the whole picture.
            without: Things in the same picture that are not of the throw.

        Returns:
            The reading; `nothing` when no die and no shell is seen.

        Raises:
            FrameError: If the frame has another shape or dtype.
        """
        check_frame(frame)
        picture = Pyramid(frame)
        dim = float(picture.sized(64, 48).mean())
        picture = by_day(picture)
        if float(cv2.cvtColor(picture.sized(64, 48), cv2.COLOR_BGR2GRAY).std()) < _FLAT:
            reason = why.TOO_DARK if dim < _DARK else why.SHOWS_NOTHING
            return Reading("nothing", (), False, (reason,), expect.count or 0)
        shells = expect.kind == "cowries"
        found = self._look(picture, tray, expect, without)
        if not shells:
            kind, wanted, others = sort_out(found, expect)
            taken = [one for one in wanted if one.there >= THERE]
            spare = [one for one in wanted if one.there < THERE]
        else:
            known = self._taught.shells
            taken, spare, others = of_throw(picture, found, expect.count, known, self._faces)
            kind = "cowries" if taken else "nothing"
        spare.sort(key=lambda one: -one.there)
        doubts: list[Doubt] = []
        dice = kind == "dice" or (kind == "nothing" and expect.kind == "dice")
        of_one = why.OF_DIE if dice else why.OF_SHELL
        missing = 0
        surplus: list[Candidate] = []
        if expect.count is not None and len(taken) != expect.count:
            doubts.append(why.of_number(len(taken), expect.count, dice=dice))
            if len(taken) > expect.count:
                ranked = sorted(taken, key=lambda one: -one.there)
                taken, surplus = ranked[: expect.count], ranked[expect.count :]
            else:
                least = HARDLY if shells else _MAYBE
                maybe = [one for one in spare if one.there > least and taken][: expect.count - len(taken)]
                taken, spare = taken + maybe, spare[len(maybe) :]
                missing = expect.count - len(taken)
        elif expect.count is None and spare and spare[0].there > (_MORE if taken else _MAYBE):
            doubts.append(of_one["more" if taken else "alone"])
        if expect.count is None and len(taken) > _MOST:
            doubts.append(why.TOO_MANY)
        if kind == "cowries" and not shells:
            taken = together(picture, taken, self._taught.shells, self._faces)
        taken.sort(key=lambda one: (round(one.spot.y / (1.5 * one.spot.size)), one.spot.x))
        things = [one.thing(kind) for one in taken]
        all_dice = dice and len(taken) == expect.count and why.whole(things) >= _CLEARLY
        if any(one.there > _ODD for one in others) and not all_dice:
            doubts.append(of_one["others"])
        doubts += why.of_picture(picture, things, tray=tray)
        if not taken:
            return Reading("nothing", (), not doubts, _dark_first(doubts, frame), missing)
        all_there = len(taken) == expect.count and math.prod(one.there for one in taken) >= _ALL_THERE
        sure = THERE if all_there else _SURELY_THERE
        doubt = [
            _doubt(frame, one, thing, things, there=sure, sure=self._taught.of(kind), tray=tray)
            for one, thing in zip(taken, things, strict=True)
        ]
        if kind == "dice" and why.whole(things) < _WHOLE and not any(doubt):
            weakest = min(range(len(things)), key=lambda i: things[i].there * things[i].sure)
            doubt[weakest] = why.OF_DIE["untold"]
        seen = tuple(_seen(one, kind, told) for one, told in zip(taken, doubt, strict=True))
        doubts += dict.fromkeys(told for told in doubt if told)
        more = tuple(_seen(one, kind, None) for one in surplus)
        return Reading(kind, seen, not doubts, _dark_first(doubts, frame), missing, more)

    def _look(
        self, picture: Pyramid, tray: Tray | None, expect: Expect, without: Sequence[Seen] = ()
    ) -> list[Candidate]:
        """List what may belong to the throw that is expected."""
        height, width = picture.shape
        spots = [
            spot
            for spot in self._finder.find(picture, twice=expect.count is None)
            if (tray is None or tray.contains(spot.x, spot.y, width=width, height=height))
            and all(math.dist((spot.x, spot.y), one.centre) > one.width / 2 for one in without)
        ]
        if expect.kind == "cowries":
            return of_one_size(apart(candidates(picture, spots, self._faces, expect.count)))
        told, closer = self._faces.tell(picture, spots, count=expect.count)
        near = told.astype(np.float64)
        found = [candidate(spot, one) for spot, one in zip(closer, near, strict=True)]
        return of_one_size(apart(found))


def _dark_first(doubts: list[Doubt], frame: Frame) -> tuple[Doubt, ...]:
    """Name the want of light first where a reading that is not sure was taken in the dark."""
    is_dark = bool(doubts) and why.is_dark(frame)
    return tuple(dict.fromkeys([why.TOO_DARK, *doubts] if is_dark else doubts))


def _doubt(
    frame: Frame,
    one: Candidate,
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
    if why.is_short(thing, others):
        return doubts["touches"]
    if one.there < there or one.strange >= STRANGE:
        return doubts["none"]
    if thing.sure < max(sure, why.least_sure(thing, others)) or thing.leaning > _LEANING:
        return why.of_thing(frame, thing, others, tray=tray)
    return None


def _seen(one: Candidate, kind: Kind, doubt: Doubt | None) -> Seen:
    columns = range(6) if kind == "dice" else range(6, 8)
    ranked = sorted(((float(one.faces[i]), i) for i in columns), reverse=True)
    total = sum(p for p, _ in ranked)
    faces = [(CLASSES[i] or Face.UNSURE, one.there * p / total) for p, i in ranked]
    spot, side = one.spot, one.spot.size * BOX
    return Seen(
        faces[0][0], faces[0][1], spot.x - side / 2, spot.y - side / 2, side, side, tuple(faces[1:]), doubt
    )
