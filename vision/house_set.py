"""What the shells of a house look like, remembered from throws that people confirmed.

Of each of the newest throws the mean of its mouths and of its backs is kept, some 150 bytes: their look
(`vision.sides.LOOK`), and what the network tells of them all round (`vision.faces.AllRound`). The light of a
room changes, and sets do: old throws make room for new ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.reading import Face
from vision.sides import LOOK, SPREAD, UNKNOWN, Beliefs, Floats

MOST = 24
"""So many throws are remembered."""
SHOWN = (*LOOK, "odds", "leans")
"""What is kept of a side: its look, and of `AllRound` the odds for "mouth", all as means; and how much that
one seems to lean which seems to lean most."""
_ENOUGH = 4
"""A set is known after so many throws."""
_MOST_SHELLS = 99
"""More shells than this are no throw."""
_LIMIT = 1000.0
"""No number of a look is larger."""
_MOST_NUMBER = 2**53
"""No number of a photograph is larger."""
_DRIFT = np.array([6.0, 2.0, 4.0, 3.0])
"""How far mouths lie from backs changes so much from throw to throw, with the light."""
_LIGHT = np.array([12.0, 4.0, 7.0, 4.0])
"""So much changes the middle between them."""
_USUAL_ODDS, _AS_MANY = (6.0, -5.0), 6.0
"""The odds all round of mouths and of backs of a usual set, and as many shells of it as they count for."""
_MIDDLE, _STEEP, _SPREAD_ODDS = 1.5, 1.5, 2.0
"""The middle between mouths and backs moves so far at most; odds are stretched by no more than this; and
their deviation within a side. These and the limits below were chosen on the `dev` looks, 23 November 2026."""
_NEAR = 0.22
"""A shell is of the set where both its colours, as parts of its lightness, differ by less from those kept."""
_DARK = 10.0
"""Lightness under which colours say little."""


@dataclass(frozen=True, slots=True)
class ShownThrow:
    """A throw of which a person said what lay there, or agreed with what was told."""

    mouths: int
    backs: int
    mouth: tuple[float, ...] = ()
    """The mean of its mouths, six numbers as in `SHOWN`; empty where there were none."""
    back: tuple[float, ...] = ()
    """The same of its backs."""
    strange: int = 0
    """So many of them were taken for something else at first."""
    told: int = 0
    """So many mouths people said, those included of which is not known which they are."""
    of: int = 0
    """The number of its photograph; 0 where it was shown by hand."""

    def __post_init__(self) -> None:
        """Refuse what no throw can be.

        Raises:
            ValueError: If a number is of another type, or out of its limits.
        """
        most = dict.fromkeys(("mouths", "backs", "strange", "told"), _MOST_SHELLS) | {"of": _MOST_NUMBER}
        for name, limit in most.items():
            count = getattr(self, name)
            if type(count) is not int or not 0 <= count <= limit:
                raise ValueError(f"{name} is a whole number from 0 to {limit}, not {count!r}")
        for count, mean in ((self.mouths, self.mouth), (self.backs, self.back)):
            if len(mean) != (len(SHOWN) if count else 0):
                raise ValueError(f"a side has {len(SHOWN)} numbers, or none where there is no shell")
            if not all(type(part) in (int, float) and abs(part) <= _LIMIT for part in mean):
                raise ValueError(f"a side is numbers up to {_LIMIT}, not {mean!r}")

    @classmethod
    def of_shells(
        cls, shown: Floats, faces: Sequence[Face], *, strange: int = 0, told: int = 0, number: int = 0
    ) -> ShownThrow:
        """Take the means of a throw.

        Args:
            shown: Each shell as in `SHOWN`, shape (shells, 6).
            faces: What each is; one that is neither mouth nor back is left out.
            strange: How many of them were taken for something else at first.
            told: How many mouths people said.
            number: Of its photograph.
        """
        means: dict[Face, tuple[float, ...]] = {}
        for side in (Face.MOUTH, Face.BACK):
            some = [one for one, face in zip(shown, faces, strict=True) if face is side]
            mean = [*np.mean(some, axis=0)[:-1].tolist(), float(max(one[-1] for one in some))] if some else []
            means[side] = tuple(round(part, 1 + (i >= len(LOOK))) for i, part in enumerate(mean))
        mouths, backs = (list(faces).count(side) for side in means)
        return cls(mouths, backs, means[Face.MOUTH], means[Face.BACK], strange, told, number)

    def side(self, face: Face) -> tuple[int, tuple[float, ...]]:
        """Return how many mouths or backs it had, and their mean."""
        return (self.mouths, self.mouth) if face is Face.MOUTH else (self.backs, self.back)


@dataclass(frozen=True, slots=True)
class HouseSet:
    """What is remembered of one set of shells."""

    throws: tuple[ShownThrow, ...] = ()
    """The newest last."""

    @property
    def is_known(self) -> bool:
        """True if enough throws were shown to tell by them."""
        return len(self.throws) >= _ENOUGH

    @property
    def has_strange(self) -> bool:
        """True if people said of something that was taken for something else that it is one of these."""
        return any(throw.strange for throw in self.throws)

    def shown(self, throw: ShownThrow) -> HouseSet:
        """Return the set with one more throw; the oldest goes where there are too many."""
        return HouseSet((*self.throws, throw)[-MOST:])

    def without(self, number: int) -> HouseSet:
        """Return the set without the throw of this photograph."""
        return HouseSet(tuple(throw for throw in self.throws if throw.of != number))

    def beliefs(self) -> Beliefs:
        """Return what is believed of the set before another throw of it is seen."""
        looks = len(LOOK)
        apart, weight = UNKNOWN.apart / UNKNOWN.aparts**2, 1 / UNKNOWN.aparts**2
        for throw in self.throws:
            if throw.mouths and throw.backs:
                noise = SPREAD**2 * (1 / throw.mouths + 1 / throw.backs) + _DRIFT**2
                apart = apart + (np.array(throw.mouth) - np.array(throw.back))[:looks] / noise
                weight = weight + 1 / noise
        apart = apart / weight
        middle, weight_m = UNKNOWN.middle / UNKNOWN.middles**2, 1 / UNKNOWN.middles**2
        for throw in self.throws:
            seen = [
                np.array(mean)[:looks] + sign * apart / 2
                for mean, sign in ((throw.mouth, -1), (throw.back, 1))
                if mean
            ]
            if seen:
                middle = middle + np.mean(seen, axis=0) / _LIGHT**2
                weight_m = weight_m + 1 / _LIGHT**2
        drift = np.minimum(_DRIFT, UNKNOWN.aparts) if self.throws else np.zeros(looks)
        light = np.minimum(_LIGHT, UNKNOWN.middles) if self.throws else np.zeros(looks)
        return Beliefs(
            middle / weight_m, np.sqrt(1 / weight_m + light**2), apart, np.sqrt(1 / weight + drift**2)
        )

    def odds_of(self, all_round: float) -> float:
        """Return the logarithm of the odds for "mouth" in this set, from those that are told all round.

        Mouths of one set are told with odds of 7, those of another with 1, and its backs with -4: the middle
        between them moves, and the nearer they lie to one another the less is told.
        """
        mouth, back = self._mean(Face.MOUTH, 4, _USUAL_ODDS[0]), self._mean(Face.BACK, 4, _USUAL_ODDS[1])
        middle = min(max((mouth + back) / 2, -_MIDDLE), _MIDDLE)
        steep = min(max((mouth - back) / _SPREAD_ODDS**2, 0.0), _STEEP)
        return steep * (all_round - middle)

    def leaning(self, face: Face) -> float:
        """Return how much mouths or backs of this set may seem to lean when they lie flat, 0 to 1.

        That is the second largest of all throws: one wrong word does not change it.
        """
        seem = sorted(mean[5] for count, mean in (throw.side(face) for throw in self.throws) if count)
        return seem[-2] if len(seem) > 1 else 0.0

    def has_colour(self, look: Floats, face: Face) -> bool:
        """True if a shell has the colour of the mouths, or of the backs, of this set, in any brightness.

        Args:
            look: As in `vision.sides.LOOK`, shape (4,).
            face: Mouth or back.
        """
        kept = [mean for count, mean in (throw.side(face) for throw in self.throws) if count]
        if not kept:
            return False
        hues = np.array([_hue(np.array(mean)) for mean in kept])
        reach = _NEAR + hues.std(axis=0)
        return bool((np.abs(_hue(look) - hues.mean(axis=0)) < reach).all())

    def _mean(self, face: Face, part: int, usual: float) -> float:
        """Return the mean of one part of a side; the usual counts for as many shells as it is worth."""
        total, weight = _AS_MANY * usual, _AS_MANY
        for throw in self.throws:
            count, mean = throw.side(face)
            if count:
                total, weight = total + count * mean[part], weight + count
        return total / weight


def _hue(look: Floats) -> Floats:
    """Return both colours of a look as parts of its lightness: they stay where the light becomes weaker."""
    return np.asarray(look[1:3] / max(_DARK, float(look[0])), np.float64)
