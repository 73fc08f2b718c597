"""What stands where: for each place how likely it is that so many pieces of each owner stand there.

Owners are numbers in the order in which their colours were given. A place that nobody can look at is hidden,
which is an answer: it is never guessed.
"""

from __future__ import annotations

from dataclasses import dataclass

from vision.reading import Doubt

Standing = tuple[int, ...]
"""Pieces by owner: (3, 0) is three of the first owner; several owners may share a castle."""

SURE = 0.99
"""From this probability on nobody is asked."""
LIKELY = 0.9
"""Probability from which people see no question mark: less is worth a look."""

HIDDEN = Doubt("the board cannot be seen: light it, and take away what lies over it")
BESIDE = Doubt("a tap lies beside the board: tap pieces that lie on it")
ALIKE = Doubt("the colours of two players look alike here: tap two pieces of each, in other places")


@dataclass(frozen=True, slots=True)
class PlaceSeen:
    """What stands on one place."""

    name: str
    likely: tuple[tuple[Standing, float], ...]
    """What may stand there with its probability, the likeliest first; with `hidden` they add up to 1."""
    hidden: float = 0.0
    """Probability that the place cannot be looked at: out of the picture, or something lies over it."""
    or_more: bool = False
    """True if pieces overlap so that the likeliest number is the least that it may be."""
    lying: tuple[float, ...] = ()
    """By owner: probability that some of its pieces lie on their side, if there are any; empty where nobody
    looked, as on points."""

    @property
    def is_hidden(self) -> bool:
        """True if that it is hidden is likelier than anything else."""
        return not self.likely or self.hidden >= self.likely[0][1]

    @property
    def standing(self) -> Standing | None:
        """The likeliest; None where the place is hidden."""
        return None if self.is_hidden else self.likely[0][0]

    @property
    def sure(self) -> float:
        """Probability of what is told, 0 to 1."""
        return self.hidden if self.is_hidden else self.likely[0][1]


@dataclass(frozen=True, slots=True)
class Occupancy:
    """What stands on a whole board."""

    places: tuple[PlaceSeen, ...]
    doubts: tuple[Doubt, ...] = ()
    """What is wrong with the picture or the set, and what would help."""

    def place(self, name: str) -> PlaceSeen:
        """Find a place.

        Raises:
            KeyError: If the board has none of that name.
        """
        for place in self.places:
            if place.name == name:
                return place
        raise KeyError(name)

    @property
    def is_certain(self) -> bool:
        """True if every place that is not hidden is told with `SURE` or more; false where all are hidden."""
        seen = [place for place in self.places if not place.is_hidden]
        return bool(seen) and all(place.sure >= SURE and not place.or_more for place in seen)


def outside(places: int) -> Doubt:
    """Say how many places lie outside the picture."""
    return Doubt(
        "{places} places lie outside the picture: bring the whole board into view", {"places": places}
    )


def covered(places: int) -> Doubt:
    """Say how many places something lies over."""
    return Doubt("{places} places cannot be seen: take away what lies over them", {"places": places})


def unknown_pieces(owner: int) -> Doubt:
    """Say that nobody has shown the pieces of an owner, who is a number from 0 on."""
    told = "nothing is known of the pieces of player {player}: tap one or two of them"
    return Doubt(told, {"player": owner + 1})
