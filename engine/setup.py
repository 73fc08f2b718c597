"""What is played, by which rules, by whom; several people may share a seat, and take its turns in order.

>>> members_of(["Asha & Ravi", "Mina"])
(('Asha', 'Ravi'), ('Mina',))
>>> members_of(["Asha", "Mina"])
()
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from engine.errors import NotationError, NotNowError, SetupError
from engine.facts import Outcome
from engine.house import HouseRules
from engine.json_values import keyed, text, whole
from engine.match import Conduct, MatchPlace, check_game
from engine.names import names_of, trimmed
from engine.options import OptionValue, options_of
from engine.registry import game_info, pieces_each, recorded, written_out

Members = tuple[tuple[str, ...], ...]
"""The people of each seat, in the order of their turns; empty where nobody shares a seat."""

SEATS = 16
"""More than any game has."""

MOST = 8
"""So many people share a seat at most."""

_BETWEEN = re.compile("[&\uff06]")
"""What stands between the people of one seat."""

_JOINED = " & "
"""What is written between them."""


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
    match: MatchPlace | None = None
    """Which game of a match it is, and how the match stood; None for a single game."""

    @property
    def people(self) -> tuple[str, ...]:
        """Everyone who plays, in the order of the seats."""
        return sum(self.members, ()) or self.names

    @property
    def each(self) -> int:
        """How many pieces each player of a cowrie game has, as `engine.move.piece_owner` wants it."""
        return pieces_each(self.game, self.preset, self.options)

    def on(self, seat: int) -> tuple[str, ...]:
        """List who plays on a seat, in the order of their turns."""
        return self.members[seat] if self.members else (self.names[seat],)

    def seated(self, seat: int, people: Sequence[str]) -> Setup:
        """Return it with other people on a seat.

        Raises:
            LookupError: If there is no such seat.
        """
        if not 0 <= seat < len(self.names):
            raise LookupError(f"there is no seat {seat}: there are {len(self.names)}")
        names = (*self.names[:seat], seat_name(people), *self.names[seat + 1 :])
        members = [self.on(other) if other != seat else tuple(people) for other in range(len(names))]
        is_shared = any(len(one) > 1 for one in members)
        return replace(self, names=names, members=tuple(members) if is_shared else ())

    def conducted(self, conduct: Conduct) -> Setup:
        """Return it with something else settled for its match; a single game stays as it is."""
        return self if self.match is None else replace(self, match=replace(self.match, conduct=conduct))

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
            **({"match": self.match.to_json()} if self.match else {}),
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
        match = data.get("match")
        if match is not None:
            check_game(game, len(names))
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
            None if match is None else MatchPlace.from_json(keyed(match)),
        )


@dataclass(frozen=True, slots=True)
class Seating:
    """Other people have had a seat since an event."""

    seq: int
    """The event."""
    seat: int
    people: tuple[str, ...]
    before: Setup
    """Who played until then."""


@dataclass(frozen=True, slots=True)
class SeatChange:
    """Other people have a seat from here on."""

    place: int
    """After so many throws and moves."""
    seat: int
    people: tuple[str, ...]


def playable(setup: Setup) -> Setup:
    """Return a setup as it is played at the table: a game of a match with the options that this gives it.

    Raises:
        SetupError: If it cannot be played: an option belongs to matches, or is not that of its match, or
            the game is none of which there are matches.
        NotNowError: If its match is over.
    """
    info = game_info(setup.game)
    if setup.match is None:
        info.must_be_played(setup.options)
        return setup
    check_game(setup.game, len(setup.names))
    cube = info.in_force(info.preset(setup.preset), setup.options)["cube"] is True
    return replace(setup, options=setup.match.options(setup.options, cube=cube))


def following(setup: Setup, outcome: Outcome, *, game: int) -> Setup:
    """Return the setup of the next game of a match.

    Args:
        setup: Of a game of the match.
        outcome: How that game ended.
        game: The journal's number of that game.

    Raises:
        NotNowError: If it is no game of a match, or its match is over.
    """
    if setup.match is None:
        raise NotNowError("this is no match: start a new game")
    return playable(at_place(setup, setup.match.following(outcome, game=game)))


def at_place(setup: Setup, place: MatchPlace) -> Setup:
    """Return the setup of another game of a match; who begins it is left to the rules."""
    kept = {key: value for key, value in setup.options.items() if key != "crawford"}
    return replace(setup, options=kept, begins=None, imported="", match=place)


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


def seated(setup: Setup, seat: int, people: Iterable[str]) -> Setup:
    """Return a setup with other people on a seat; a name such as ``Asha & Ravi`` is two of them.

    Raises:
        SetupError: If there is no such seat, nobody would have it, too many, or those who have it already, or
            if two people would have the same name, or one a name that cannot be.
    """
    if not 0 <= seat < len(setup.names):
        raise SetupError(
            "there is no seat {seat}: there are {seats}, counted from 0", seat=seat, seats=len(setup.names)
        )
    wanted = [name for one in people for name in people_on(one) if trimmed(name)]
    if not 0 < len(wanted) <= MOST:
        raise SetupError(
            "{count} people cannot share a seat: there are 1 to {most}", count=len(wanted), most=MOST
        )
    if tuple(wanted) == setup.on(seat):
        raise SetupError("{players} have that seat already", players=seat_name(wanted))
    changed = setup.seated(seat, wanted)
    names_of(changed.people)
    return changed


def people_on(seat: str) -> tuple[str, ...]:
    """List the people of one seat by its name.

    >>> people_on("Asha & Ravi")
    ('Asha', 'Ravi')
    """
    return tuple(filter(None, map(trimmed, _BETWEEN.split(seat)))) or (seat,)


def seat_name(people: Iterable[str]) -> str:
    """Name a seat by who plays on it.

    >>> seat_name(["Asha", "Ravi"])
    'Asha & Ravi'
    """
    return _JOINED.join(people)


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
    return tuple(map(read_seat, data))


def read_seat(data: object) -> tuple[str, ...]:
    """Read from JSON who plays on one seat.

    Raises:
        NotationError: If it is no list of people.
    """
    people = tuple(map(text, data)) if isinstance(data, list) else ()
    if not 0 < len(people) <= MOST or not all(people):
        raise NotationError(f"a seat has {str(data)[:80]!r}: give the names of 1 to {MOST} people")
    return people


def member_on_turn(
    people: Sequence[str],
    turns: Iterable[tuple[int, int]],
    *,
    seat: int,
    changes: Mapping[int, Sequence[Sequence[str]]] = MappingProxyType({}),
) -> str:
    """Name who of a seat throws and moves: its people take its turns one after another.

    Args:
        people: Of the seat, at first.
        turns: The seat that plays, and the number of its turn, position by position from the first.
        seat: Which one is meant.
        changes: Who had the seat after a position was reached, by the number of the position.

    >>> turns = [(0, 1), (0, 1), (1, 2), (0, 3)]
    >>> member_on_turn(["Asha", "Ravi"], turns, seat=0)
    'Ravi'
    >>> member_on_turn(["Asha", "Ravi"], turns, seat=0, changes={1: [["Asha", "Dev", "Ravi"]]})
    'Dev'
    """
    latest = -1
    before: Any = None
    for place, turn in enumerate(turns):
        if turn != before and turn[0] == seat:
            latest = (latest + 1) % len(people)
        before = turn
        for others in changes.get(place, ()):
            latest = _handed_on(people, latest, others, plays=turn[0] == seat)
            people = others
    return people[max(latest, 0)]


def _handed_on(people: Sequence[str], latest: int, others: Sequence[str], *, plays: bool) -> int:
    """Tell which of other people counts as who had a seat's latest turn, so that the order goes on.

    Who is still there keeps it. Else the next one who stays takes a turn over that goes on (`plays`), or has
    the one that comes.
    """
    if latest < 0:
        return -1
    for place, name in enumerate((*people[latest:], *people[:latest])):
        if name in others:
            heir = others.index(name)
            return heir if place == 0 or plays else (heir - 1) % len(others)
    return 0 if plays else len(others) - 1
