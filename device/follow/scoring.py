"""How well positions explain a reading: one number each, for thousands of positions at once.

Positions of one turn differ on few places. So each different standing of a place is looked up once, and a
position is a row of such standings: scoring another picture is one sum over rows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.reachable import Appearance

Counts = tuple[int, ...]
"""Pieces on one place, by seat."""

_SEAT_BITS = 5
"""Of a code for a place: four for the number of pieces, at most `_MOST`, one if any of them lies."""
_MOST = 15


@dataclass(frozen=True, slots=True)
class Stands:
    """What stands on one place in some position."""

    place: str
    counts: Counts
    lies: tuple[bool, ...]
    """By seat: True if any of its pieces there lies."""


LogLikelihood = Callable[[Stands], float]
"""How well a reading fits what stands on a place: 0 as well as anything could, less than that otherwise."""


class Positions:
    """Positions by what stands on each place, ready to be scored against one reading after the other."""

    def __init__(self, appearances: Sequence[Appearance], *, places: Sequence[str], seats: int) -> None:
        """Sort out which places differ.

        Args:
            appearances: The positions, at least one.
            places: Those at which the eye looks; pieces elsewhere, as in a tray beside the board, say
                nothing but by their absence here.
            seats: How many players have pieces.
        """
        self._places = tuple(places)
        self._seats = seats
        codes = self._codes(appearances)
        differs = (codes != codes[:, :1]).any(axis=1)
        self.stands: list[Stands] = []
        """Every different standing of a place, once."""
        always = [
            self._entry(column, int(codes[column, 0])) for column in np.nonzero(~differs)[0].tolist()
        ]  # those on which all positions agree
        rows = np.empty((len(appearances), int(differs.sum())), np.int64)
        for n, column in enumerate(np.nonzero(differs)[0].tolist()):
            different, inverse = np.unique(codes[column], return_inverse=True)
            entries = np.array([self._entry(column, int(code)) for code in different])
            rows[:, n] = entries[inverse.reshape(-1)]
        self._always = np.array(always, np.int64)
        self._rows = rows

    def __len__(self) -> int:
        """Return the number of positions."""
        return len(self._rows)

    def scores(self, fits: LogLikelihood) -> npt.NDArray[np.float64]:
        """Return the log likelihood of each position, shape (n,): 0 at best, less the worse it fits."""
        of_each = np.array([fits(one) for one in self.stands], np.float64)
        together = of_each[self._rows].sum(axis=1) + of_each[self._always].sum()
        return np.asarray(together, np.float64)

    def row(self, number: int) -> list[Stands]:
        """Return what stands on each place in one position."""
        return [self.stands[n] for n in (*self._always.tolist(), *self._rows[number].tolist())]

    def firsts(self, groups: Sequence[int], *, at: Callable[[str], bool]) -> list[int]:
        """List the positions that the eye sees otherwise than all before them of their group.

        Args:
            groups: Of each position.
            at: Says of a place whether it counts.
        """
        counting = [n for n, entry in enumerate(self._rows[0].tolist()) if at(self.stands[entry].place)]
        together = np.column_stack([np.array(groups, np.int64), self._rows[:, counting]])
        _, numbers = np.unique(together, axis=0, return_index=True)
        return sorted(numbers.tolist())

    def apart(self, one: int, other: int) -> tuple[str, ...]:
        """List the places on which two positions differ, as far as the eye looks at them."""
        both = zip(self._rows[one].tolist(), self._rows[other].tolist(), strict=True)
        return tuple(self.stands[a].place for a, b in both if a != b)

    def _codes(self, appearances: Sequence[Appearance]) -> npt.NDArray[np.int64]:
        """Return what stands on each place as a number, shape (places, positions)."""
        tokens: dict[tuple[str, int, bool], int] = {}
        number = tokens.setdefault
        flat = [number(piece, len(tokens)) for appearance in appearances for piece in appearance]
        sizes = [len(appearance) for appearance in appearances]
        rows = np.repeat(np.arange(len(appearances)), sizes)
        wide = max(1, len(tokens))
        many = len(appearances)
        counted = np.bincount(np.array(flat, np.int64) * many + rows, minlength=many * wide)
        counts = counted.reshape(wide, many)
        columns = {place: column for column, place in enumerate(self._places)}
        codes = np.zeros((len(self._places), many), np.int64)
        for (place, seat, lies), token in tokens.items():
            if (column := columns.get(place)) is None:
                continue
            shift = _SEAT_BITS * seat
            codes[column] += np.minimum(counts[token], _MOST) << shift
            if lies:
                codes[column] |= (counts[token] > 0).astype(np.int64) << (shift + 4)
        return codes

    def _entry(self, column: int, code: int) -> int:
        seats = [code >> (_SEAT_BITS * seat) for seat in range(self._seats)]
        self.stands.append(
            Stands(
                self._places[column],
                tuple(one & _MOST for one in seats),
                tuple(bool(one & (_MOST + 1)) for one in seats),
            )
        )
        return len(self.stands) - 1
