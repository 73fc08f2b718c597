"""Counts of right, wrong although certain and asked, with intervals."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from vision.reading import Expect, Face, Frame, Reading

BINS = (0.0, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 1.0)
"""Ends of the told sureness in the table of calibration."""


@dataclass(frozen=True, slots=True)
class Sample:
    """One picture with its truth."""

    group: str
    """The folder or set."""
    name: str
    frame: Frame
    expect: Expect
    values: tuple[int, ...] = ()
    """Pips from high to low."""
    mouths: int = 0
    shells: int = 0
    """Shells that lie there; 0 where dice do."""
    light: str = ""
    """As its maker says; empty where nobody said."""
    surface: str = ""
    trained: bool = False
    """The eye's training has seen this picture."""
    places: tuple[tuple[Face, float, float, float], ...] = ()
    """Each shell with its side, x, y and length in pixels, where that is known."""
    look: Mapping[str, str] = field(default_factory=dict)
    """What its maker or a label says of the things: `look`, `species`, `finish`, `roll`."""
    must_ask: bool = False
    """A person must be asked, whatever is seen: a shell leans, a die lies in its place, a hand is there."""


@dataclass(frozen=True, slots=True)
class Result:
    """A picture and how it was read."""

    sample: Sample
    reading: Reading
    ms: float

    @property
    def right(self) -> bool:
        """Every value right and nothing extra, asked or not; where one must ask, asking."""
        of, told = self.sample, self.reading
        if of.must_ask:
            return not told.certain
        if of.shells or told.kind == "cowries":
            return (told.mouths, told.shells) == (of.mouths, of.shells)
        return told.values == of.values

    @property
    def lie(self) -> bool:
        """Wrong although certain."""
        return self.reading.certain and not self.right

    @property
    def sureness(self) -> float:
        """The probability of the whole reading, as the eye tells it."""
        return math.prod(one.confidence for one in self.reading.seen)

    @property
    def told(self) -> str:
        """What went wrong, in a line."""
        of, read = self.sample, self.reading
        if of.shells:
            said = f"{read.mouths} of {read.shells} instead of {of.mouths} of {of.shells}"
        else:
            said = f"{list(read.values)} instead of {list(of.values)}"
        why = "certain" if read.certain else "; ".join(map(str, read.doubts))
        return f"{of.group}/{of.name}: {said} ({why})" if not self.right else f"{of.group}/{of.name}: {why}"


@dataclass(slots=True)
class Row:
    """What came out of one folder, light or surface."""

    name: str
    results: list[Result] = field(default_factory=list)

    @property
    def badness(self) -> tuple[float, float, float]:
        """How bad it is: by the share of lies, then of what is wrong, then of what is asked."""
        seen = max(1, len(self.results))
        lies, right = sum(one.lie for one in self.results), sum(one.right for one in self.results)
        asked = sum(not one.reading.certain for one in self.results)
        return lies / seen, 1 - right / seen, asked / seen

    def __str__(self) -> str:
        seen = len(self.results)
        right, lies = sum(one.right for one in self.results), sum(one.lie for one in self.results)
        asked = [one for one in self.results if not one.reading.certain]
        times = [one.ms for one in self.results] or [0.0]
        median, late = np.percentile(times, [50, 99])
        return (
            f"{self.name:{NAME}.{NAME}} {share(right, seen)}  {share(lies, seen)}  {share(len(asked), seen)}"
            f" {sum(one.right for one in asked):4}  {median:6.1f} {late:6.1f}"
        )


_COLUMNS = "".join(f" {name:>9} {'%':>6} {'95 %':<13}" for name in ("right", "lies", "asked"))
NAME = 45
"""Letters that the name of a row has room for."""
HEAD = f"{'':{NAME}}{_COLUMNS} right     ms     ms\n{'':{NAME + 91}}median   99 %"
"""Lies are wrong although certain; the second `right` is of those asked."""


def worst_first(rows: Iterable[Row]) -> list[Row]:
    """Sort rows: most wrong although certain first, then most wrong, then most asked."""
    return sorted(rows, key=lambda row: tuple(-part for part in row.badness))


def grouped(results: Iterable[Result], key: Callable[[Result], str]) -> list[Row]:
    """Make one row for each key, in order of appearance; an empty key is left out."""
    rows: dict[str, Row] = {}
    for one in results:
        if name := key(one):
            rows.setdefault(name, Row(name)).results.append(one)
    return list(rows.values())


def share(part: int, whole: int) -> str:
    """Write a part with its 95 % interval.

    >>> share(50, 100)
    '   50/100   50.0 (40.4-59.6) '
    """
    low, high = interval(part, whole)
    ends = f"({100 * low:.1f}-{100 * high:.1f})" if whole else ""
    return f"{part:5}/{whole:<4} {100 * part / max(1, whole):5.1f} {ends:12}".rstrip().ljust(29)


def interval(right: int, seen: int) -> tuple[float, float]:
    """Return the 95 % interval of a part, after Wilson.

    >>> [round(end, 3) for end in interval(50, 100)]
    [0.404, 0.596]
    """
    if not seen:
        return 0.0, 1.0
    z, part = 1.96, right / seen
    middle = part + z * z / (2 * seen)
    half = z * math.sqrt(part * (1 - part) / seen + z * z / (4 * seen * seen))
    return max(0.0, (middle - half) / (1 + z * z / seen)), min(1.0, (middle + half) / (1 + z * z / seen))


def one_by_one(results: Iterable[Result]) -> str:
    """Count shells instead of throws: each by what was seen at its place, asked or not."""
    right = lies = asked = whole = 0
    for one in results:
        for side, x, y, long in one.sample.places:
            near = [seen for seen in one.reading.seen if math.dist(seen.centre, (x, y)) < 0.5 * long]
            best = min(near, key=lambda seen: math.dist(seen.centre, (x, y)), default=None)
            is_right = best is not None and best.face is side
            whole += 1
            right += is_right
            lies += one.reading.certain and not is_right
            asked += best is None or best.doubt is not None
    parts = f"{share(right, whole)}  {share(lies, whole)}  {share(asked, whole)}"
    return f"{'the same, shell by shell':{NAME}} {parts}"


def calibration(results: Iterable[Result]) -> list[str]:
    """Compare the told sureness of whole readings with the share that is right, bin by bin."""
    some = [one for one in results if one.reading.seen]
    lines = [f"{'told sureness':16} {'mean told':>9}  {'right':>9} {'%':>6} {'95 %':>9}"]
    for low, high in pairwise(BINS):
        inside = [one for one in some if low < one.sureness <= high]
        if not inside:
            continue
        mean = 100 * sum(one.sureness for one in inside) / len(inside)
        right = sum(one.right for one in inside)
        lines.append(f"{100 * low:5.0f} to {100 * high:3.0f} %   {mean:8.1f}  {share(right, len(inside))}")
    return lines


def worst(results: Sequence[Result], count: int) -> list[Result]:
    """Return the worst pictures: lies first, the surest of them at the top; then what was wrong and asked."""
    wrong = [one for one in results if not one.right]
    asked = [one for one in results if one.right and not one.reading.certain]
    ranked = sorted(wrong, key=lambda one: (not one.reading.certain, -one.sureness))
    return [*ranked, *sorted(asked, key=lambda one: one.sureness)][:count]
