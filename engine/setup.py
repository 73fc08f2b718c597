"""What is played, by which rules, by whom; several people may share a seat, and take its turns in order.

>>> members_of(["Asha & Ravi", "Mina"])
(('Asha', 'Ravi'), ('Mina',))
>>> members_of(["Asha", "Mina"])
()
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.errors import NotationError
from engine.house import HouseRules
from engine.json_values import text, whole
from engine.names import names_of, trimmed
from engine.options import OptionValue, options_of
from engine.registry import recorded, written_out

Members = tuple[tuple[str, ...], ...]
"""The people of each seat, in the order of their turns; empty where nobody shares a seat."""

SEATS = 16
"""More than any game has."""

MOST = 8
"""So many people share a seat at most."""

_BETWEEN = re.compile("[&\uff06]")
"""What stands between the people of one seat."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What is played, by which rules, by whom."""

    game: str
    preset: str
    names: tuple[str, ...]
    """Players in turn order."""
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    """What was chosen differently from the preset, and every option that came later than others and is not as
    before it came: a record says by itself how it was played."""
    begins: int | None = None
    """The seat that begins; None leaves it to the rules."""
    house: HouseRules | None = None
    """The house rules that were chosen by their name, as they were then; they say nothing that `preset` and
    `options` do not. None where there are none, and in games of versions that knew none."""
    imported: str = ""
    """The name of the file that it was imported from; empty for a game that was played here."""
    members: Members = ()
    """Who shares a seat; `names` has one text for each seat all the same."""

    @property
    def people(self) -> tuple[str, ...]:
        """Everyone who plays, in the order of the seats."""
        return sum(self.members, ()) or self.names

    def __post_init__(self) -> None:
        object.__setattr__(self, "options", written_out(self.game, self.preset, self.options))

    def to_json(self) -> dict[str, Any]:
        """Write it for the journal and the page."""
        return {
            "game": self.game,
            "preset": self.preset,
            "names": list(self.names),
            "options": dict(self.options),
            "begins": self.begins,
            "house": self.house.to_json() if self.house else None,
            "imported": self.imported,
            **({"members": [list(people) for people in self.members]} if self.members else {}),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Setup:
        """Read it back; an option that the version which wrote it did not know is as it was played then.

        Raises:
            ValueError: If a part is of another kind.
            KeyError: If a part is missing.
        """
        game, preset = text(data["game"]), text(data["preset"])
        names, begins, house = read_names(data["names"]), data["begins"], data.get("house")
        if begins is not None and not 0 <= whole(begins) < len(names):
            raise NotationError(f"seat {begins} begins, and there are {len(names)}")
        return cls(
            game,
            preset,
            names,
            recorded(game, preset, options_of(data["options"])),
            begins,
            HouseRules.from_json(house, game=game, preset=preset) if house else None,
            text(data.get("imported", "")),
            read_members(data.get("members"), seats=len(names)),
        )


def members_of(names: Iterable[str]) -> Members:
    """Tell who shares a seat, by the names of the seats: ``Asha & Ravi`` are two people.

    Raises:
        SetupError: If two people have the same name, or one has a name that cannot be.
    """
    found = tuple(map(people_on, names))
    if all(len(people) == 1 for people in found):
        return ()
    names_of(name for people in found for name in people)
    return found


def people_on(seat: str) -> tuple[str, ...]:
    """List the people of one seat by its name.

    >>> people_on("Asha & Ravi")
    ('Asha', 'Ravi')
    """
    return tuple(filter(None, map(trimmed, _BETWEEN.split(seat)))) or (seat,)


def read_names(data: object) -> tuple[str, ...]:
    """Read the names of the seats from JSON.

    Raises:
        NotationError: If they are none.
    """
    if not isinstance(data, list) or not 0 < len(data) <= SEATS:
        raise NotationError(f"names are {str(data)[:80]!r}: give those of 1 to {SEATS} players")
    return tuple(map(text, data))


def read_members(data: object, *, seats: int) -> Members:
    """Read who shares a seat from JSON.

    Raises:
        NotationError: If it is no list with the people of each seat.
    """
    if not data and data in ([], None):
        return ()
    if not isinstance(data, list) or len(data) != seats:
        raise NotationError(f"members are {str(data)[:80]!r}: give a list for each of {seats} seats")
    for people in data:
        if not isinstance(people, list) or not 0 < len(people) <= MOST:
            raise NotationError(f"a seat has {str(people)[:80]!r}: give the names of 1 to {MOST} people")
    return tuple(tuple(map(text, people)) for people in data)


def member_on_turn(people: Sequence[str], turns: Iterable[tuple[int, int]], *, seat: int) -> str:
    """Name who of a seat throws and moves: its people take its turns one after another.

    Args:
        people: Of the seat.
        turns: The seat that plays, and the number of its turn, position by position from the first.
        seat: Which one is meant.

    >>> member_on_turn(["Asha", "Ravi"], [(0, 1), (0, 1), (1, 2), (0, 3)], seat=0)
    'Ravi'
    """
    begun = 0
    before: Any = None
    for turn in turns:
        begun += turn != before and turn[0] == seat
        before = turn
    return people[max(begun - 1, 0) % len(people)]
