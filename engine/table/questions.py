"""What stands of a game, what waits beside the board, and what the table asks: parts of its memory."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.events import BoardAsked, BoardRefused, Closer, How, PositionSet, Source, ThrowAsked
from engine.move import Move, PieceMove, Play
from engine.reasons import Reason
from engine.throw import Throw


@dataclass(frozen=True, slots=True)
class Action:
    """Something that changed the position and still stands."""

    seq: int
    player: int
    action: Throw | Move | PositionSet
    how: How = "chosen"
    source: Source = "camera"
    photo: str = ""
    corrected: int = 0
    """The newest correction of this throw; 0 without one."""
    whose: int | None = None
    """As in `engine.events.Moved`."""


@dataclass(frozen=True, slots=True)
class Closed:
    """A turn of a match has been ended before its play was known: as soon as that is entered, it is over."""

    seq: int
    of: int
    """The throw of the turn."""
    source: Closer
    put_right: bool = False
    """The play was illegal, and the player has taken it back to play another one."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A throw that waits: it came early, or the eye asks what it was."""

    seq: int
    throw: Throw | None
    """None until the players have answered."""
    source: Source = "camera"
    photo: str = ""
    asked: ThrowAsked | None = None
    corrected: int = 0
    """The newest correction of this throw; 0 without one."""
    closed: Closed | None = None
    """Its turn has been ended already: the dice were lifted."""


@dataclass(frozen=True, slots=True)
class Illegal:
    """Hands did something illegal; three honest ends are open."""

    seq: int
    player: int
    move: Move
    reason: Reason
    source: Source = "typed"
    photo: str = ""
    """Of the board, if the eye saw it."""

    def is_same(self, move: Move) -> bool:
        """True if hands do the same in another move: the same pieces from where to where."""
        done = _hands(self.move)
        return done is not None and done == _hands(move)


def _hands(move: Move) -> tuple[object, ...] | None:
    """Tell which pieces went from where to where; None for a move of no piece."""
    if isinstance(move, PieceMove):
        return (move.pieces, move.start, move.end)
    if isinstance(move, Play):
        return (move.steps[0].start, move.steps[-1].end)
    return None


@dataclass(frozen=True, slots=True)
class Warned:
    """A legal move can never be made good; it is made once somebody says that it is meant so."""

    seq: int
    player: int
    move: Move
    reason: Reason


@dataclass(frozen=True, slots=True)
class Conflict:
    """A correction does not agree with a later move; the board shown stays as it was."""

    of: int
    """The corrected throw."""
    throw: Throw
    at: Action
    """The first move that does not fit."""
    done: tuple[Action, ...]
    """The new record up to it."""
    rest: tuple[Action, ...]
    """What comes after it."""
    can_accept: bool
    """A board can show the game with that move as it was played."""

    @property
    def accepted(self) -> tuple[Action, ...]:
        """The new record with that move as it was played."""
        return (*self.done, replace(self.at, how="accepted"), *self.rest)


@dataclass(frozen=True, slots=True)
class Unclear:
    """The eye cannot tell what was done on the board."""

    seq: int
    asked: BoardAsked


@dataclass(frozen=True, slots=True)
class Wrong:
    """Hands did something that the rules do not have and that is no move; three honest ends are open."""

    seq: int
    refused: BoardRefused

    @property
    def player(self) -> int:
        """Whose turn it is, or has just been."""
        return self.refused.player


@dataclass(frozen=True, slots=True)
class LostBoard:
    """Nothing explains what the board shows; the game goes on beside it."""

    seq: int
    places: tuple[str, ...] = ()
    """Ids of the squares that differ."""
    photo: str = ""


Question = Illegal | Warned | Conflict | Unclear | Wrong
"""What holds the kept throws back until somebody answers."""


def is_of_board(question: Question | None) -> bool:
    """True of what the eye on the board has asked or objected to; not of what a phone told."""
    return isinstance(question, Unclear | Wrong) or (
        isinstance(question, Illegal) and question.source == "camera"
    )
