"""What stands on a board when the number of pieces in a set is known: no owner has more than that.

A place by itself is told as it looks. Sixteen checkers of one colour cannot be, though: so what is told of
every place is weighed by what the others leave for it. Who knows the game and its moves knows more, and takes
what was read as it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from vision.board.occupancy import SURE, Occupancy, PlaceSeen

_Row = npt.NDArray[np.float64]

_UNSEEN = 0.5
"""On a place that nobody can look at each further piece is so many times as likely as the one before."""


def of_whole_sets(seen: Occupancy, pieces: int) -> Occupancy:
    """Weigh what was told of each place by what the other places leave of an owner's pieces.

    Args:
        seen: What was told of each place by itself. Not modified.
        pieces: Of each owner's whole set; more never stand on the board, fewer may.

    >>> one = PlaceSeen("one", (((2,), 0.6), ((1,), 0.4)))
    >>> weighed = of_whole_sets(Occupancy((one, replace(one, name="other"))), 3)
    >>> [(standing, round(chance, 2)) for standing, chance in weighed.places[0].likely]
    [((1,), 0.62), ((2,), 0.38)]
    """
    owners = max((len(standing) for place in seen.places for standing, _ in place.likely), default=0)
    left = [
        _left_by_others([_counts(place, owner, pieces) for place in seen.places]) for owner in range(owners)
    ]
    return replace(
        seen,
        places=tuple(
            _weighed(place, [own[number] for own in left]) for number, place in enumerate(seen.places)
        ),
    )


def _counts(place: PlaceSeen, owner: int, pieces: int) -> _Row:
    """Return how likely so many pieces of an owner are on a place, hidden ones too, shape (pieces + 1,)."""
    found = place.hidden * _UNSEEN ** np.arange(pieces + 1.0)
    for standing, chance in place.likely:
        if standing[owner] <= pieces:
            found[standing[owner]] += chance
    return np.asarray(found / max(found.sum(), 1e-12), np.float64)


def _left_by_others(counts: Sequence[_Row]) -> list[list[float]]:
    """Return for each place how likely the others leave so many pieces for it, or more."""
    size = len(counts[0])
    before = [np.eye(1, size)[0]]
    for row in counts[:-1]:
        before.append(np.convolve(before[-1], row)[:size])
    sums = np.add.outer(np.arange(size), np.arange(size))
    # How likely the places behind leave enough once so many pieces stand so far; none is left beyond `size`.
    after = np.concatenate([np.ones(size), np.zeros(size)])
    found: list[list[float]] = []
    for row, so_far in zip(reversed(counts), reversed(before), strict=True):
        ways = after[sums]
        found.append((ways @ so_far).tolist())
        after[:size] = ways @ row
    return found[::-1]


def _weighed(place: PlaceSeen, weights: Sequence[Sequence[float]]) -> PlaceSeen:
    """Return what is told of a place, the likeliest first, with the same chance of being hidden."""
    weighed = []
    for standing, chance in place.likely:
        for own, count in zip(weights, standing, strict=True):
            chance *= own[count] if count < len(own) else 0.0
        weighed.append((standing, chance))
    total = sum(chance for _, chance in weighed)
    if total <= 0:
        return place
    share = (1.0 - place.hidden) / total
    likely = sorted(((one, share * chance) for one, chance in weighed), key=lambda item: -item[1])
    return replace(place, likely=tuple(likely), or_more=place.or_more and likely[0][1] < SURE)
