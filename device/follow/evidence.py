"""What still pictures say about each place: readings put together, and how each reads when nothing changed.

The reader is right about nineteen places of twenty, and says how sure it is. It errs alike in every picture
of a board that does not move: a pile of six that is told as five is told so again and again. So pictures of
one rest count for little more than one, and what a place was read as while the game knew what stood there is
remembered: the same reading again says that nothing changed, whatever it says.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field

from device.follow.odds import Odds
from device.follow.scoring import Counts, Stands
from vision.board.occupancy import Occupancy, PlaceSeen


@dataclass(frozen=True, slots=True)
class Read:
    """What one place is told to hold, by seat."""

    chances: Mapping[Counts, float]
    """How likely each number of pieces is if the place can be looked at; they add up to 1."""
    hidden: float
    """Probability that it cannot."""
    or_more: bool = False
    lying: tuple[float, ...] = ()

    @property
    def likeliest(self) -> Counts | None:
        """What is told; None where the place is hidden."""
        if not self.chances or self.hidden >= 0.5:
            return None
        return max(self.chances, key=self.chances.__getitem__)

    def part(self, fits: Callable[[Counts], bool]) -> float:
        """Return how likely it is, if the place can be looked at, that what stands there is so."""
        return sum(p for counts, p in self.chances.items() if fits(counts))

    def is_of_one(self, counts: Counts) -> bool:
        """True if several players' pieces are meant, and the reader knows places of one player alone here."""
        return len(_owners(counts)) > 1 and all(len(_owners(one)) < 2 for one in self.chances)

    @property
    def top(self) -> float:
        """Probability of the likeliest, if the place can be looked at."""
        return max(self.chances.values(), default=0.0)


def _owners(counts: Counts) -> list[int]:
    return [seat for seat, count in enumerate(counts) if count]


def is_mixed_of(counts: Counts, told: Counts) -> bool:
    """True if as many pieces are told as several players have there, but all of one of them."""
    return sum(told) == sum(counts) and set(_owners(told)) < set(_owners(counts))


def is_nearly(one: Counts, other: Counts) -> bool:
    """True if the same players stand there, and of a pile one piece more or less at most."""
    apart = sum(abs(a - b) for a, b in zip(one, other, strict=True))
    return apart == 0 or (apart == 1 and _owners(one) == _owners(other) and sum(other) > 1)


UNSEEN = Read({}, 1.0)
"""A place of which nothing is known."""


def read_of(place: PlaceSeen, owners: Sequence[int], seats: int) -> Read:
    """Return what is told of a place by seat instead of by owner.

    Args:
        place: As the eye told it.
        owners: The seat of each owner.
        seats: How many players there are.
    """
    total = sum(p for _, p in place.likely)
    if total <= 0 or place.hidden >= 1:
        return UNSEEN
    order = [owners.index(seat) if seat in owners else -1 for seat in range(seats)]
    chances: dict[Counts, float] = {}
    for standing, p in place.likely:
        counts = tuple(standing[owner] if 0 <= owner < len(standing) else 0 for owner in order)
        chances[counts] = chances.get(counts, 0.0) + p / total
    lying = tuple(place.lying[owner] if owner >= 0 else 0.0 for owner in order) if place.lying else ()
    return Read(chances, place.hidden, place.or_more, lying)


def overlap(one: Mapping[Counts, float], other: Mapping[Counts, float]) -> float:
    """Return how much two readings say the same, 0 to 1."""
    return sum(min(p, other.get(counts, 0.0)) for counts, p in one.items())


@dataclass(slots=True)
class _Pooled:
    read: Read
    pictures: int = 1


@dataclass(slots=True)
class Stills:
    """Pictures of one rest, put together place by place."""

    odds: Odds
    _pooled: dict[str, _Pooled] = field(default_factory=dict)

    def clear(self) -> None:
        """Forget them: something has moved."""
        self._pooled.clear()

    def add(self, seen: Occupancy, owners: Sequence[int], seats: int) -> None:
        """Add a picture. A place that is told otherwise than before begins anew: a piece was moved there."""
        for place in seen.places:
            new, old = read_of(place, owners, seats), self._pooled.get(place.name)
            is_anew = old is None or new.hidden >= 0.5 or old.read.hidden >= 0.5
            if old is None or is_anew or overlap(new.chances, old.read.chances) < self.odds.alike:
                self._pooled[place.name] = _Pooled(new)
            else:
                count = min(old.pictures + 1, self.odds.pictures)
                old.read, old.pictures = _mixed(old.read, new, 1 / count), count

    @property
    def reads(self) -> Mapping[str, Read]:
        """What is told of each place."""
        return {name: pooled.read for name, pooled in self._pooled.items()}

    def weight(self, place: str) -> float:
        """Return for how many independent pictures those of a place count."""
        pooled = self._pooled.get(place)
        return 1.0 if pooled is None else 1.0 + self.odds.again * (pooled.pictures - 1)


def _mixed(old: Read, new: Read, part: float) -> Read:
    chances = {counts: p * (1 - part) for counts, p in old.chances.items()}
    for counts, p in new.chances.items():
        chances[counts] = chances.get(counts, 0.0) + p * part
    lying = tuple((1 - part) * a + part * b for a, b in zip(old.lying, new.lying, strict=False))
    hidden = (1 - part) * old.hidden + part * new.hidden
    return Read(chances, hidden, new.or_more, lying)


_READINGS = 3
"""So many readings of one place with the same pieces on it are remembered."""


@dataclass(slots=True)
class Memory:
    """As what places were read while the game knew what stood there."""

    last: dict[str, Counts] = field(default_factory=dict)
    """By place: what stood there when it was last known."""
    ever: dict[tuple[str, Counts], list[Mapping[Counts, float]]] = field(default_factory=dict)
    """By place and what stood there: as what it was read, the newest last."""

    def keep(self, stands: Stands, read: Read, *, steady: float) -> None:
        """Remember how a place is read of which it is known what stands there."""
        if not read.chances or read.hidden >= 0.5:
            return
        self.last[stands.place] = stands.counts
        known = self.ever.setdefault((stands.place, stands.counts), [])
        known[:] = [one for one in known if overlap(one, read.chances) < steady][1 - _READINGS :]
        known.append(read.chances)

    def alike(self, place: str, counts: Counts, read: Read) -> float:
        """Return how much a reading says what was read while this stood there, 0 to 1; 1 if it never did."""
        known = self.ever.get((place, counts))
        return max(overlap(read.chances, one) for one in known) if known else 1.0


class Evidence:
    """How well the pictures of a rest fit what may stand on each place."""

    def __init__(
        self, stills: Stills, memory: Memory, odds: Odds, *, altered: Mapping[str, float] | None = None
    ) -> None:
        """Take what was seen and what is remembered; neither is changed.

        Args:
            stills: The pictures of a rest.
            memory: As what places were read.
            odds: By what it is judged.
            altered: By how much of a piece's area places look otherwise than when they were remembered; empty
                if so much does that it was no turn, None if no picture was compared.
        """
        self._altered = altered or {}
        self._is_stirred = altered is not None and not altered
        self.reads = stills.reads
        self._stills = stills
        self._memory = memory
        self._odds = odds
        self._known: dict[Stands, float] = {}
        self._expected: dict[str, float] = {}
        self._steady = {
            place: memory.alike(place, memory.last[place], read)
            for place, read in self.reads.items()
            if place in memory.last and read.chances
        }

    def fits(self, stands: Stands) -> float:
        """Return the log likelihood of what is seen on a place: 0 at best, less the worse it fits."""
        known = self._known.get(stands)
        if known is None:
            known = self._known[stands] = self._fits(stands)
        return known

    def _fits(self, stands: Stands) -> float:
        read, odds = self.reads.get(stands.place, UNSEEN), self._odds
        if not read.chances:
            return 0.0
        counted = self._stills.weight(stands.place) * math.log(self._like(read, stands.counts))
        counted = max(self._changed(stands, read, max(counted, math.log(odds.errs))), odds.least)
        counted += self._lies(read, stands)
        if is_loose(stands.place):
            return max(counted * odds.loose, odds.loose_floor)
        return counted

    def _changed(self, stands: Stands, read: Read, counted: float) -> float:
        """Return the log likelihood with what it says that a place is read as it was before, or otherwise."""
        odds, memory, seen = self._odds, self._memory, 1 - read.hidden
        looks = self._altered.get(stands.place)
        if looks is not None and stands.place in memory.last:
            stood = memory.last[stands.place] == stands.counts
            if looks <= odds.looks_same:
                if stood:
                    return max(counted, math.log(odds.same))
                is_crowd = min(sum(stands.counts), sum(memory.last[stands.place])) >= odds.crowd
                return counted + (0.0 if is_crowd else math.log(odds.unmoved) * seen)
            if looks >= odds.looks_other:
                is_slid = looks < odds.looks_moved and self._steady.get(stands.place, 0.0) >= odds.steady
                as_before = max(counted, math.log(odds.same)) if is_slid else counted
                return as_before + math.log(odds.stirred) * seen if stood else counted
        if (same := self._steady.get(stands.place)) is not None:
            stood = memory.last[stands.place] == stands.counts
            if same >= odds.steady:
                return max(counted, math.log(odds.same)) if stood else counted + math.log(odds.chance) * seen
            if stood:
                return counted + odds.changed * math.log(max(same, odds.errs) / odds.steady) * seen
        is_known = (stands.place, stands.counts) in memory.ever
        if is_known and memory.alike(stands.place, stands.counts, read) >= odds.steady:
            return max(counted, math.log(odds.same))
        return counted

    def _like(self, read: Read, counts: Counts) -> float:
        chance = read.chances.get(counts, 0.0)
        if not chance and read.is_of_one(counts):
            chance = self._odds.mixed * read.part(lambda other: is_mixed_of(counts, other))
        if read.or_more and (least := read.likeliest) is not None:
            more = [a - b for a, b in zip(counts, least, strict=True)]
            if min(more) >= 0 and all(b or not a for a, b in zip(counts, least, strict=True)):
                chance = max(chance, read.top * 0.5 ** sum(more))
        return read.hidden + (1 - read.hidden) * max(chance / read.top, self._odds.errs)

    def _lies(self, read: Read, stands: Stands) -> float:
        """Tell apart what lies and what stands on the same square: a hint only, as not everybody lays."""
        if not read.lying:
            return 0.0
        found = 0.0
        for lies, count, p in zip(stands.lies, stands.counts, read.lying, strict=False):
            if count:
                like = p if lies else 1 - p
                found += math.log(max(like, self._odds.lies)) * (1 - read.hidden)
        return found

    def misfit(self, stands: Stands) -> float:
        """Return by how much a place fits worse than what truly stands there would, at least 0."""
        if (expected := self._expected.get(stands.place)) is None:
            expected = self._expected[stands.place] = self._mean_fit(stands.place)
        misfit = max(0.0, expected - self._odds.slack - self.fits(stands))
        # What is read as it was before and looks a little otherwise is a shadow: it explains nothing away.
        return min(misfit, self._odds.shadow) if self._is_as_before(stands) else misfit

    def _is_as_before(self, stands: Stands) -> bool:
        stood = self._memory.last.get(stands.place) == stands.counts
        read = self.reads.get(stands.place, UNSEEN)
        return (
            stood
            and read.likeliest == stands.counts
            and self._steady.get(stands.place, 0.0) >= self._odds.steady
        )

    def _mean_fit(self, place: str) -> float:
        """Return what `fits` tells on average of what truly stands on a place, if the eye is calibrated."""
        read = self.reads.get(place, UNSEEN)
        if not read.chances or is_loose(place):
            return 0.0
        weight = self._stills.weight(place)
        return sum(
            p * weight * math.log(self._like(read, counts)) for counts, p in read.chances.items() if p > 0
        )

    def is_sure(self, stands: Stands, seats: Collection[int]) -> bool:
        """True if the eye tells surely enough for an objection that pieces stand there, or no more.

        Args:
            stands: What the objection says; numbers apart.
            seats: Whose pieces it is about.
        """
        read = self.reads.get(stands.place, UNSEEN)
        if is_loose(stands.place):
            return True
        if read.is_of_one(stands.counts):
            alike = read.part(lambda counts: is_mixed_of(stands.counts, counts))
        else:
            alike = read.part(
                lambda counts: all(bool(counts[seat]) == bool(stands.counts[seat]) for seat in seats)
            )
        least = self._odds.certainly
        if self._altered.get(stands.place, 0.0) >= self._odds.looks_other:
            least = 0.5  # the picture says as well that something was done there
        return alike * (1 - read.hidden) >= least

    def witnesses(self, changed: Sequence[Stands]) -> bool:
        """True if a place that is to have changed is seen: what covers all of them tells nothing.

        Where so much of the picture changed that it does not tell what, something that lies on a piece makes
        its place look empty: then a place that a piece came to must be seen.
        """
        firm = [one for one in changed if not is_loose(one.place)]
        came = [one for one in firm if sum(one.counts) > sum(self._memory.last.get(one.place, ()))]
        return not firm or any(map(self._is_seen, came if came and self._is_stirred else firm))

    def _is_seen(self, stands: Stands) -> bool:
        read = self.reads.get(stands.place, UNSEEN)
        if read.hidden >= 0.5:
            return False
        looks = self._altered.get(stands.place, 0.0) >= self._odds.looks_other
        return looks or read.chances.get(stands.counts, 0.0) * (1 - read.hidden) >= self._odds.witness

    def denies(self, row: Sequence[Stands], *, is_gone: bool = False) -> bool:
        """True if a board is not as it is told, although that may explain what is read better than all else.

        More looks otherwise on a place where nothing is to have been done than on one where something is; or
        something else is read for sure where the picture, too, shows that something was done. Where nearly
        all of the picture changed, nothing tells what hands have done.

        Args:
            row: What is told of each place.
            is_gone: A piece is told to be gone: what lies over it makes it look so, and some place beside it
                otherwise, whatever is read there.
        """
        if self._is_stirred:
            return True
        odds, last = self._odds, self._memory.last
        known = [one for one in row if one.place in self._altered and not is_loose(one.place)]
        done = [self._altered[one.place] for one in known if last.get(one.place) != one.counts]
        stayed = [one for one in known if last.get(one.place) == one.counts]
        left = [self._altered[one.place] for one in stayed if is_gone or not self._is_shadow(one)]
        if done and max(left, default=0.0) >= max(odds.looks_left, min(done)):
            return True
        other = [one for one in known if self._altered[one.place] >= odds.looks_other]
        return any(map(self._is_read_otherwise, other))

    def _is_shadow(self, stands: Stands) -> bool:
        """True if a place looks no more otherwise than a shadow makes it, and is read as it was."""
        return self._altered[stands.place] < self._odds.looks_covered and self._is_as_before(stands)

    def _is_read_otherwise(self, stands: Stands) -> bool:
        read = self.reads.get(stands.place, UNSEEN)
        if not read.chances or read.is_of_one(stands.counts):
            return False
        alike = read.part(lambda counts: is_nearly(counts, stands.counts))
        return (1 - alike) * (1 - read.hidden) >= self._odds.contradicts

    @property
    def hidden(self) -> float:
        """Part of the places at which nobody can look."""
        return sum(read.hidden >= 0.5 for read in self.reads.values()) / max(1, len(self.reads))


def is_loose(place: str) -> bool:
    """True for places beside which pieces may lie as well: bar, trays, the charkoni."""
    return place.startswith(("bar", "off")) or place == "charkoni"
