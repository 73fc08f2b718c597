"""What the shells of a house look like, remembered from throws that people confirmed.

Of each of the newest throws the mean looks of its mouths and of its backs are kept (`vision.sides.LOOK`),
some 120 bytes: the light of a room changes, and sets do.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from vision.reading import Face
from vision.sides import LOOK, SPREAD, UNKNOWN, Beliefs, Floats

MOST = 24
"""So many throws are remembered."""
_MOST_SHELLS = 99
"""More shells than this are no throw."""
_LIMIT = 1000.0
"""No number of a look is larger."""
_DRIFT = np.array([6.0, 2.0, 4.0, 3.0])
"""How far mouths lie from backs changes so much from throw to throw, with the light."""
_LIGHT = np.array([12.0, 4.0, 7.0, 4.0])
"""So much changes the middle between them."""


@dataclass(frozen=True, slots=True)
class ShownThrow:
    """A throw of which a person said what lay there."""

    mouths: int
    backs: int
    mouth: tuple[float, ...] = ()
    """The mean look of its mouths, four numbers; empty where there were none."""
    back: tuple[float, ...] = ()
    """The same of its backs."""

    def __post_init__(self) -> None:
        """Refuse what no throw can be.

        Raises:
            ValueError: If a number is of another type, or out of its limits.
        """
        for count, mean in ((self.mouths, self.mouth), (self.backs, self.back)):
            if type(count) is not int or not 0 <= count <= _MOST_SHELLS:
                raise ValueError(f"shells are counted from 0 to {_MOST_SHELLS}, not {count!r}")
            if len(mean) != (len(LOOK) if count else 0):
                raise ValueError(f"a look has {len(LOOK)} numbers, or none where there is no shell")
            if not all(type(part) in (int, float) and abs(part) <= _LIMIT for part in mean):
                raise ValueError(f"a look is numbers up to {_LIMIT}, not {mean!r}")

    @classmethod
    def of(cls, looks: Floats, faces: Sequence[Face]) -> ShownThrow:
        """Take the means of a throw.

        Args:
            looks: Each shell's look, shape (shells, 4).
            faces: What each is, mouth or back.
        """
        means = []
        for side in (Face.MOUTH, Face.BACK):
            some = [look for look, face in zip(looks, faces, strict=True) if face is side]
            means.append(tuple(round(float(part), 1) for part in np.mean(some, axis=0)) if some else ())
        return cls(list(faces).count(Face.MOUTH), list(faces).count(Face.BACK), *means)

    def to_dict(self) -> dict[str, object]:
        """Return it as plain numbers and lists, for the settings."""
        return {
            "mouths": self.mouths,
            "backs": self.backs,
            "mouth": list(self.mouth),
            "back": list(self.back),
        }


@dataclass(frozen=True, slots=True)
class HouseSet:
    """What is remembered of one set of shells."""

    throws: tuple[ShownThrow, ...] = ()
    """The newest last."""

    def shown(self, throw: ShownThrow) -> HouseSet:
        """Return the set with one more throw; the oldest goes where there are too many."""
        return HouseSet((*self.throws, throw)[-MOST:])

    def beliefs(self) -> Beliefs:
        """Return what is believed of the set before another throw of it is seen."""
        apart, weight = UNKNOWN.apart / UNKNOWN.aparts**2, 1 / UNKNOWN.aparts**2
        for throw in self.throws:
            if throw.mouths and throw.backs:
                noise = SPREAD**2 * (1 / throw.mouths + 1 / throw.backs) + _DRIFT**2
                apart = apart + (np.array(throw.mouth) - np.array(throw.back)) / noise
                weight = weight + 1 / noise
        apart = apart / weight
        middle, weight_m = UNKNOWN.middle / UNKNOWN.middles**2, 1 / UNKNOWN.middles**2
        for throw in self.throws:
            seen = [
                np.array(mean) + sign * apart / 2
                for mean, sign in ((throw.mouth, -1), (throw.back, 1))
                if mean
            ]
            if seen:
                middle = middle + np.mean(seen, axis=0) / _LIGHT**2
                weight_m = weight_m + 1 / _LIGHT**2
        drift = np.minimum(_DRIFT, UNKNOWN.aparts) if self.throws else np.zeros(len(LOOK))
        light = np.minimum(_LIGHT, UNKNOWN.middles) if self.throws else np.zeros(len(LOOK))
        return Beliefs(
            middle / weight_m, np.sqrt(1 / weight_m + light**2), apart, np.sqrt(1 / weight + drift**2)
        )

    def to_list(self) -> list[dict[str, object]]:
        """Return all throws as plain numbers, for the settings."""
        return [throw.to_dict() for throw in self.throws]

    @classmethod
    def from_list(cls, saved: object) -> HouseSet:
        """Make what `to_list` gave; a throw that cannot be is passed over, and so is what is no list."""
        throws = []
        for row in (saved if isinstance(saved, list) else [])[-MOST:]:
            try:
                throws.append(_throw(row))
            except ValueError:
                continue
        return cls(tuple(throws))


def _throw(row: object) -> ShownThrow:
    """Make one throw anew from what was written.

    Raises:
        ValueError: If it has other fields, types or sizes.
    """
    if not isinstance(row, Mapping) or set(row) != {"mouths", "backs", "mouth", "back"}:
        raise ValueError("a throw has the keys mouths, backs, mouth and back")
    for side in ("mouth", "back"):
        if not isinstance(row[side], list) or len(row[side]) > len(LOOK):
            raise ValueError(f"a look is a list of {len(LOOK)} numbers, or an empty one")
    return ShownThrow(row["mouths"], row["backs"], tuple(row["mouth"]), tuple(row["back"]))
