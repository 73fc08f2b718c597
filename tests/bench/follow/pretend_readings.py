"""Readings of a board as the eye might tell them, from what truly stands there: no picture, no network.

Each place is told with a sureness drawn as often as the network tells it of held-out stills
(`vision/models/boards.md`), and is wrong as often as those were. Errors belong to a place and to what was put
there, and come again in every picture until something is moved there; a few belong to one rest. A hand hides
what is around it.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.board import Layout
from engine.reachable import Appearance
from vision.board.occupancy import Occupancy, PlaceSeen, Standing

_SURENESS = (
    (0.04, 0.35, 0.5),
    (0.14, 0.5, 0.7),
    (0.03, 0.7, 0.8),
    (0.09, 0.8, 0.9),
    (0.10, 0.9, 0.95),
    (0.18, 0.95, 0.98),
    (0.12, 0.98, 0.99),
    (0.30, 0.99, 0.9995),
)
"""How often a place of the stills is told with a probability from … to."""

_WRONG = 0.4
"""A place that is told with p is wrong in so many parts of 1 − p: of the stills, 4 of 100 are wrong, although
11 would be by what they were told with."""

_COMES_AGAIN = 0.5
"""So often a place is told as before when the same stands there again."""

_SHIFTS = 0.01
"""So often a place is told anew in a rest although nothing happened there: shadows, a sleeve, a nudge."""

_LOST_ON_THE_WAY = 0.3
"""So often a hit checker lies beside the board instead of on the bar."""


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand that rests on the board."""

    x: float
    y: float
    """Its middle, in squares."""
    radius: float = 2.2


class PretendReader:
    """Tells what stands on a board, with a network's errors."""

    def __init__(self, layout: Layout, *, seats: int, seed: int, better: float = 0.0) -> None:
        """Take a board.

        Args:
            layout: The board; its trays are not looked at.
            seats: How many players there are.
            seed: Of the errors.
            better: So many of the places, as a part, are told with 0.99 and more instead: 0 as the network of
                today, 0.5 errs half as often.
        """
        self._squares = [square for square in layout.squares if square.kind != "off"]
        self._seats = seats
        self._seed = seed
        self._better = better
        self._rest = 0
        self._epochs: dict[str, tuple[Standing, int]] = {}
        self._chance = random.Random(f"rest {seed}")

    def new_rest(self) -> None:
        """Begin another rest: something has moved, light and hands are a little otherwise."""
        self._rest += 1

    def read(self, appearance: Appearance, *, hand: Hand | None = None) -> Occupancy:
        """Tell what one picture shows.

        Args:
            appearance: What truly stands where.
            hand: What hides a part of it.
        """
        counts: dict[str, list[int]] = {}
        lies: dict[str, list[bool]] = {}
        for name, seat, lies_there in appearance:
            counts.setdefault(name, [0] * self._seats)[seat] += 1
            lies.setdefault(name, [False] * self._seats)[seat] |= lies_there
        none, flat = (0,) * self._seats, (False,) * self._seats
        places = []
        for square in self._squares:
            standing = tuple(counts.get(square.id, none))
            likely, rng = self._told(square.id, standing)
            hidden = 0.002
            if hand is not None:
                apart = max(abs(square.x + square.width / 2 - hand.x), 0) ** 2
                apart = (apart + (square.y + square.height / 2 - hand.y) ** 2) ** 0.5 - hand.radius
                hidden = 0.97 if apart < 0 else 0.3 if apart < 0.7 else hidden
            seen = tuple((one, p * (1 - hidden)) for one, p in likely)
            lying = [0.8 if one else 0.1 for one in lies.get(square.id, flat)]
            told = tuple(1 - p if rng.random() < 0.1 else p for p in lying)
            places.append(PlaceSeen(square.id, seen, hidden, lying=() if square.rim else told))
        return Occupancy(tuple(places))

    def _told(self, place: str, standing: Standing) -> tuple[list[tuple[Standing, float]], random.Random]:
        before, epoch = self._epochs.get(place, (standing, 0))
        if before != standing:
            epoch += 1
        self._epochs[place] = standing, epoch
        own = random.Random(f"{self._seed} {place} {standing}")
        if own.random() > _COMES_AGAIN:  # another piece, or put down elsewhere on the place
            own = random.Random(f"{self._seed} {place} {standing} {epoch}")
        if random.Random(f"{self._seed} {place} {self._rest}").random() < _SHIFTS:
            own = random.Random(f"{self._seed} {place} {standing} {epoch} {self._rest}")
        if place.startswith("bar") and own.random() < _LOST_ON_THE_WAY:
            standing = (0,) * self._seats
        return self._drawn(place, standing, own), own

    def _drawn(self, place: str, standing: Standing, rng: random.Random) -> list[tuple[Standing, float]]:
        others = self._taken_for(standing, rng)
        sure = _drawn_sureness(rng)
        if rng.random() < self._better:
            sure = rng.uniform(0.99, 0.9995)
        if place == "charkoni" or sum(standing) > 6:
            sure = min(sure, rng.uniform(0.2, 0.7))
        is_wrong = rng.random() < (1 - sure) * _WRONG
        first, *rest = [others[0], standing, *others[1:]] if is_wrong else [standing, *others]
        shares = [(0.7 if n == 0 else 0.3 / max(1, len(rest) - 1)) for n in range(len(rest))]
        chances = {first: sure} | {
            one: (1 - sure) * share for one, share in zip(rest, shares, strict=True) if one != first
        }
        shaken = {one: p * 2.7 ** self._chance.gauss(0, 0.15) for one, p in chances.items()}
        total = sum(shaken.values())
        return sorted(((one, p / total) for one, p in shaken.items()), key=lambda item: -item[1])

    def _taken_for(self, standing: Standing, rng: random.Random) -> list[Standing]:
        """List what a place may be taken for, the likeliest first."""
        found: list[Standing] = []
        for seat, count in enumerate(standing):
            found += [
                (*standing[:seat], count + more, *standing[seat + 1 :])
                for more in (-1, 1)
                if 0 <= count + more <= 15 and (count or not any(standing))
            ]
            if count:
                other = rng.randrange(self._seats)
                swapped = [0] * self._seats
                swapped[other] = count
                found.append(tuple(swapped))
        rng.shuffle(found)
        return [one for one in dict.fromkeys(found) if one != standing] or [(1,) + (0,) * (self._seats - 1)]


def _drawn_sureness(rng: random.Random) -> float:
    part = rng.random()
    for share, low, high in _SURENESS:
        if part < share:
            return rng.uniform(low, high)
        part -= share
    return 0.995


def some_hand(squares: Sequence[str], layout: Layout, rng: random.Random) -> Hand:
    """Return a hand that rests somewhere near one of some squares."""
    where: Mapping[str, tuple[float, float]] = {
        one.id: (one.x + one.width / 2, one.y + one.height / 2) for one in layout.squares
    }
    x, y = where[rng.choice(list(squares))]
    return Hand(x + rng.uniform(-1, 1), y + rng.uniform(-1, 1))
