"""What the follower concludes from one look at a board."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine.following.wrong import Objection
from engine.move import Move
from engine.throw import Throw

Done = tuple[Throw | Move, ...]
"""What `FollowBoard` plays: moves in their order, and the kept throws that were taken between them."""


class Why(StrEnum):
    """Why nothing is concluded yet."""

    AGREES = "agrees"
    """The board stands as the game has it, and nothing is due that has not been said."""
    UNDER_WAY = "under way"
    """A part of the turn has been played; the rest is awaited."""
    BEHIND = "behind"
    """The game was played on by phone; hands have not moved the pieces yet."""
    HIDDEN = "hidden"
    """Something lies over places that decide it, or nothing can be seen at all."""
    UNSURE = "unsure"
    """Several positions explain the board nearly as well, or none does well yet: another picture may tell."""
    UNDONE = "undone"
    """The board shows what players have just taken back on a phone; it waits until hands do so, too."""
    SAID = "said"
    """The box has asked, objected or said that it is lost, and the board has not changed since."""


@dataclass(frozen=True, slots=True)
class Waits:
    """Nothing is done."""

    why: Why


@dataclass(frozen=True, slots=True)
class Followed:
    """A turn, or what ends it, has been seen: for `FollowBoard`."""

    done: Done
    undo: int = 0
    """Hands took back what the eye had followed in this turn and played otherwise: everything from this
    action (its `Action.seq`) on is taken back first, by `Undo`. 0 for nothing."""


@dataclass(frozen=True, slots=True)
class Asks:
    """Several turns explain the board: for `Table.ask_board`."""

    alternatives: tuple[Followed, ...]
    """The likeliest first; an empty `done` says that nothing was moved."""
    places: tuple[str, ...] = ()
    """Ids of the squares where they differ."""


@dataclass(frozen=True, slots=True)
class Objects:
    """Hands did what the rules forbid: for `Table.object_to` or `Table.refuse_board`; said once."""

    objection: Objection
    undo: int = 0
    """As in `Followed`: what is objected to was played in the place of what the eye had followed."""


@dataclass(frozen=True, slots=True)
class Lost:
    """Nothing explains the board: for `Table.lose_board`; said once."""

    places: tuple[str, ...]
    """Ids of the squares that differ from the game, those that differ most first."""


@dataclass(frozen=True, slots=True)
class Found:
    """After an objection, a question or a loss the board stands as the game has it again; said once."""


Conclusion = Waits | Followed | Asks | Objects | Lost | Found
