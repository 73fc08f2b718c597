"""Throws counted against what fair dice or fair shells would give, with a drawing and a plain remark.

Fair means for a shell that it falls on either side equally often, for a die that every face comes equally
often. The remark rests on Pearson's chi-squared test; rare throws are counted together until at least five of
them are expected, and below `LEAST` throws nothing is said about fairness at all.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from markupsafe import Markup

from engine.events import Corrected, CorrectionSettled, Logged, Threw, Undone
from engine.table.state import Model
from engine.throw import Cowries, Dice, Throw
from web.language.catalogue import mark
from web.language.labels import mouths_words
from web.language.locale import _, _n

LEAST = 30
"""Fewer throws (of dice: faces) than these say nothing about fairness."""

EXPECTED = 5.0
"""Rare throws are counted together until so many are expected: with fewer the test deceives.
Source: the usual rule of thumb; W. G. Cochran, Some Methods for Strengthening the Common Chi-Squared Tests,
1954.
"""

Thrown = tuple[int, int]
"""How many shells were thrown and how many lay mouth up; 0 and the face for a die."""

_NO_THROWER = ("film", "drawn", "imported")
"""Sources of throws that nobody threw here."""

Verdict = Literal["few", "usual", "unusual", "rare"]

_FAIR = {
    "cowries": mark("Fair means: every shell falls on either side equally often. Real cowries seldom do."),
    "dice": mark("Fair means: every face of a die comes equally often."),
}


@dataclass(frozen=True, slots=True)
class Bar:
    """One throw, or one face of a die."""

    label: str
    """What it counts."""
    words: str
    """What lay there."""
    count: int
    """How often it came."""
    expected: float
    """How often it would come if all were fair."""


@dataclass(frozen=True, slots=True)
class Tally:
    """The throws of one kind: so many shells, or dice."""

    kind: Literal["cowries", "dice"]
    bars: tuple[Bar, ...]

    @property
    def total(self) -> int:
        """How many were counted."""
        return sum(bar.count for bar in self.bars)

    @property
    def likelihood(self) -> float:
        """Return the part of fair series as long as this that stray as far; 1 where nothing is known."""
        seen, expected = _together(self.bars)
        if len(expected) < 2:
            return 1.0
        strays = sum((a - b) ** 2 / b for a, b in zip(seen, expected, strict=True))
        return beyond(strays, len(expected) - 1)

    @property
    def verdict(self) -> Verdict:
        """Tell how far the throws stray from fair ones."""
        if self.total < LEAST:
            return "few"
        part = self.likelihood
        return "rare" if part < 0.01 else "unusual" if part < 0.05 else "usual"

    @property
    def fair(self) -> str:
        """Tell what fair means."""
        return _(_FAIR[self.kind])

    @property
    def remark(self) -> str:
        """Say in plain words what the numbers mean."""
        part = self.likelihood
        if self.verdict == "few":
            return _n(
                "Only {count} was counted yet. That is too few to say anything: luck alone makes such "
                "differences. Look again after {least}.",
                "Only {count} were counted yet. That is too few to say anything: luck alone makes such "
                "differences. Look again after {least}.",
                self.total,
                least=LEAST,
            )
        if self.verdict == "usual":
            return _(
                "This looks fair. Of 100 fair series as long as this, about {part} stray as far or further.",
                part=round(part * 100),
            )
        if self.verdict == "unusual":
            return _(
                "This is a little unusual. Of 100 fair series as long as this, about {part} stray as far or "
                "further: it may still be luck.",
                part=max(1, round(part * 100)),
            )
        return _(
            "This is hardly luck: of 1000 fair series as long as this, at most {part} stray so far. Perhaps "
            "one side is heavier, or some throws were misread: look at their photographs. Nobody has to have "
            "cheated.",
            part=max(1, math.ceil(part * 1000)),
        )


def thrown(model: Model) -> Counter[Thrown]:
    """Count the throws that stand, shells by mouths, dice by face; no void ones, nor what nobody threw."""
    counted: Counter[Thrown] = Counter()
    for action in model.actions:
        if action.source in _NO_THROWER or action.how == "void":
            continue
        if isinstance(action.action, Cowries | Dice):
            _count(counted, action.action)
    return counted


def _count(counted: Counter[Thrown], throw: Throw) -> None:
    if isinstance(throw, Cowries):
        counted[throw.shells, throw.mouths] += 1
    elif isinstance(throw, Dice):
        counted.update((0, pips) for pips in throw.pips)


def thrown_in(events: Sequence[Logged]) -> Counter[Thrown] | None:
    """Count the throws of a game without playing it again; None where something was put right later."""
    if any(isinstance(one.event, Undone | Corrected | CorrectionSettled) for one in events):
        return None
    counted: Counter[Thrown] = Counter()
    for one in events:
        if isinstance(one.event, Threw) and one.event.source not in _NO_THROWER:
            _count(counted, one.event.throw)
    return counted


def tallies(model: Model) -> list[Tally]:
    """Make the tallies of one game; its shells are named by what they count in it."""
    table = model.rules.table
    if table is None:
        return tallies_of(thrown(model))
    return tallies_of(thrown(model), lambda shells, up: str(table.value(Cowries(up, shells)).value))


def tallies_of(
    counted: Counter[Thrown], label: Callable[[int, int], str] = lambda _shells, up: str(up)
) -> list[Tally]:
    """Make a tally for each number of shells, and one for dice.

    Args:
        counted: How often each came.
        label: What stands below the bar of so many shells with so many mouths up; the mouths by default.
    """
    found = []
    for shells in sorted({shells for shells, _up in counted if shells}):
        came = [counted[shells, up] for up in range(shells + 1)]
        bars = tuple(
            Bar(
                label(shells, up),
                mouths_words(up, shells),
                came[up],
                sum(came) * math.comb(shells, up) / 2**shells,
            )
            for up in range(shells + 1)
        )
        found.append(Tally("cowries", bars))
    faces = [counted[0, face] for face in range(1, 7)]
    if any(faces):
        bars = tuple(Bar(str(n), str(n), count, sum(faces) / 6) for n, count in enumerate(faces, 1))
        found.append(Tally("dice", bars))
    return found


def beyond(strays: float, freedom: int) -> float:
    """Return the probability that a chi-squared value with `freedom` degrees is `strays` or more.

    Source: M. Abramowitz and I. A. Stegun, Handbook of Mathematical Functions, 1964, 26.4.4 and 26.4.5.

    >>> round(beyond(3.841, 1), 3), round(beyond(5.991, 2), 3), round(beyond(11.07, 5), 3)
    (0.05, 0.05, 0.05)
    """
    half = strays / 2
    if freedom % 2 == 0:
        return math.exp(-half) * sum(math.pow(half, k) / math.factorial(k) for k in range(freedom // 2))
    tail = sum(math.pow(half, k - 0.5) / math.gamma(k + 0.5) for k in range(1, (freedom + 1) // 2))
    return math.erfc(math.sqrt(half)) + math.exp(-half) * tail


def _together(bars: Sequence[Bar]) -> tuple[list[int], list[float]]:
    """Count rare throws together, the rarest first, until each heap is large enough."""
    seen: list[int] = []
    expected: list[float] = []
    count, weight = 0, 0.0
    for bar in sorted(bars, key=lambda bar: bar.expected):
        count, weight = count + bar.count, weight + bar.expected
        if weight >= EXPECTED:
            seen.append(count)
            expected.append(weight)
            count, weight = 0, 0.0
    if weight and seen:
        seen[-1] += count
        expected[-1] += weight
    return seen, expected


def tally_svg(tally: Tally) -> Markup:
    """Draw the counts as bars, each within the outline of what fair ones would give.

    The table beside it says the same to a screen reader.
    """
    width, height, foot, head = 360.0, 190.0, 26.0, 24.0
    most = max(max(bar.count, bar.expected) for bar in tally.bars) or 1.0
    step = width / len(tally.bars)
    parts = []
    for number, bar in enumerate(tally.bars):
        middle = (number + 0.5) * step
        fair = bar.expected / most * (height - foot - head)
        high = bar.count / most * (height - foot - head)
        base = height - foot
        wide, narrow = step * 0.72, step * 0.44
        parts.append(
            f'<rect class="fair" x="{middle - wide / 2:.1f}" y="{base - fair:.1f}" '
            f'width="{wide:.1f}" height="{fair:.1f}"/>'
            f'<rect class="came" x="{middle - narrow / 2:.1f}" y="{base - high:.1f}" '
            f'width="{narrow:.1f}" height="{high:.1f}"/>'
            f'<text class="count" x="{middle:.1f}" y="{base - max(fair, high) - 7:.1f}">{bar.count}</text>'
            f'<text class="value" x="{middle:.1f}" y="{height - 7:.1f}">{bar.label}</text>'
        )
    line = f'<path class="ground" d="M0 {height - foot:g}H{width:g}"/>'
    return Markup(
        f'<svg class="tally" viewBox="0 0 {width:g} {height:g}" aria-hidden="true">'
        f"{''.join(parts)}{line}</svg>"
    )
