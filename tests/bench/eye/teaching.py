"""Teaching: how much less is asked of a set after some of its throws were shown, as a box at a table learns.

Six throws of a look are shown in order. What the eye asks about is answered with the number of mouths; what
it is certain of is taken as it was read, as people do who play on. The others are read before and after.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tests.bench.score import NAME, Sample, share
from vision.calibration import Taught
from vision.eye import Eye
from vision.reading import Reading

TAUGHT = 6
"""So many throws of a look are shown."""
HARD = 0.2
"""A look is hard where more than this part of all its throws is asked."""


@dataclass(frozen=True, slots=True)
class Change:
    """What teaching changed of one look, or of several, on throws that were not shown."""

    name: str
    seen: int = 0
    asked: tuple[int, int] = (0, 0)
    """Before and after."""
    lies: tuple[int, int] = (0, 0)
    """Wrong although certain."""
    right: tuple[int, int] = (0, 0)
    is_hard: bool = False

    def __add__(self, other: Change) -> Change:
        asked, lies, right = (
            (mine[0] + more[0], mine[1] + more[1])
            for mine, more in (
                (self.asked, other.asked),
                (self.lies, other.lies),
                (self.right, other.right),
            )
        )
        return Change(self.name, self.seen + other.seen, asked, lies, right, self.is_hard)

    def __str__(self) -> str:
        parts = [f"{share(count, self.seen)}" for pair in (self.asked, self.lies) for count in pair]
        return f"{self.name:{NAME}.{NAME}} {'  '.join(parts)}  {self.right[0]:4} {self.right[1]:4}"


HEAD = (
    f"{'':{NAME}} {'asked before':29}  {'asked after':29}  {'wrong, certain before':29}  "
    f"{'wrong, certain after':29} right, right after"
)


def taught(eye: Eye, throws: Iterable[Sample]) -> Taught:
    """Show throws to an eye that knows nothing, and return what it learnt.

    Args:
        eye: Afterwards it tells by what it learnt.
        throws: Of shells, their number told.
    """
    known = Taught(eye=eye.name)
    eye.use(known)
    for one in throws:
        reading = eye.read(one.frame, expect=one.expect)
        mouths = reading.mouths if reading.certain else one.mouths
        shown = eye.lesson(one.frame, count=one.shells, mouths=mouths, answered=not reading.certain)
        if shown is not None:
            known = Taught(shells=known.shells.shown(shown), eye=eye.name)
            eye.use(known)
    return known


def change(eye: Eye, name: str, throws: Sequence[Sample]) -> Change:
    """Read the throws of a look before and after the first six were shown; the eye forgets them again."""
    eye.use(Taught())
    before = [eye.read(one.frame, expect=one.expect) for one in throws]
    taught(eye, throws[:TAUGHT])
    rest = throws[TAUGHT:]
    after = [eye.read(one.frame, expect=one.expect) for one in rest]
    eye.use(Taught())
    counted = _counts(rest, before[TAUGHT:]), _counts(rest, after)
    asked, lies, right = zip(*counted, strict=True)
    is_hard = sum(not one.certain for one in before) > HARD * len(throws)
    return Change(name, len(rest), asked, lies, right, is_hard)


def _counts(throws: Sequence[Sample], readings: Sequence[Reading]) -> tuple[int, int, int]:
    """Count what was asked, wrong although certain, and right."""
    is_right = [
        (told.mouths, told.shells) == (one.mouths, one.shells)
        for one, told in zip(throws, readings, strict=True)
    ]
    lies = sum(told.certain and not right for told, right in zip(readings, is_right, strict=True))
    return sum(not told.certain for told in readings), lies, sum(is_right)
