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
from itertools import groupby
from typing import Annotated, Any

from engine.errors import NotationError, NotNowError, SetupError
from engine.facts import Outcome
from engine.house import HouseRules
from engine.match import Conduct, MatchPlace, check_game
from engine.names import names_of, trimmed
from engine.options import OptionValue
from engine.record import NEEDED, SPARSE, Count, Within
from engine.registry import game_info, pieces_each, recorded, written_out

SEATS = 16
"""More than any game has."""

MOST = 8
"""So many people share a seat at most."""

SeatPeople = Annotated[tuple[Annotated[str, Within(1)], ...], Within(1, MOST)]
"""The people of one seat, in the order of their turns."""

Members = tuple[SeatPeople, ...]
"""Those of each seat; empty where nobody shares a seat."""

_BETWEEN = re.compile("[&\uff06]")
"""What stands between the people of one seat."""

_JOINED = " & "
"""What is written between them."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What is played, by which rules, by whom."""

    game: str
    preset: str
    names: Annotated[tuple[str, ...], Within(1, SEATS)]
    """Players in turn order."""
    options: Annotated[Mapping[str, OptionValue], NEEDED] = field(default_factory=dict)
    """What was chosen differently from the preset, and every option that came later than others and is not as
    before it came: a record says by itself how it was played."""
    begins: Annotated[Count | None, NEEDED] = None
    """The seat that begins; None leaves it to the rules."""
    house: HouseRules | None = None
    """The house rules that were chosen by their name, as they were then; they say nothing that `preset` and
    `options` do not. None where there are none, and in games of versions that knew none."""
    imported: str = ""
    """The name of the file that it was imported from; empty for a game that was played here."""
    members: Annotated[Members, SPARSE] = ()
    """Who shares a seat; `names` has one text for each seat all the same."""
    match: Annotated[MatchPlace | None, SPARSE] = None
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

    @classmethod
    def from_fields(cls, fields: dict[str, Any]) -> Setup:
        """Put one together that was read; an unknown option of its version is as it was played then.

        Raises:
            NotationError: If another seat begins than there is, or it has other people than seats.
            SetupError: If it is of a match, and there are none of its game.
        """
        game, preset, seats = fields["game"], fields["preset"], len(fields["names"])
        begins, members = fields["begins"], fields.get("members", ())
        if begins is not None and begins >= seats:
            raise NotationError(f"seat {begins} begins, and there are {seats}")
        if members and len(members) != seats:
            raise NotationError(f"members are those of {len(members)} seats: give a list for each of {seats}")
        if fields.get("match") is not None:
            check_game(game, seats)
        if house := fields.get("house"):
            fields["house"] = house.of(game, preset)
        fields["options"] = recorded(game, preset, fields["options"])
        return cls(**fields)


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


def member_on_turn(people: Sequence[str], turns: Iterable[tuple[int, int]], *, seat: int) -> str:
    """Name who of a seat throws and moves: its people take its turns one after another.

    Args:
        people: Of the seat.
        turns: The seat that plays, and the number of its turn, position by position from the first.
        seat: Which one is meant.

    >>> member_on_turn(["Asha", "Ravi"], [(0, 1), (0, 1), (1, 2), (0, 3)], seat=0)
    'Ravi'
    """
    count = sum(turn[0] == seat for turn, _ in groupby(turns))
    return people[max(count - 1, 0) % len(people)]
