"""What the eye sees on the board beside moves, as past-tense facts: questions, objections, a lost board.

Parts of `engine.events`, which writes and reads them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from engine.errors import NotationError
from engine.following.kinds import Kind
from engine.messages import Message
from engine.move import Move, parse_move
from engine.reasons import Reason
from engine.record import Count, Form
from engine.throw import Cowries, Dice, Throw, parse_throw


def _read_done(data: Any) -> Throw | Move:
    if isinstance(data, str):
        return parse_move(data)
    if data.keys() != {"throw"} or not isinstance(data["throw"], str):
        raise NotationError("what was done is a move, or an object with a throw")
    return parse_throw(data["throw"])


_DONE = Form(
    lambda done: {"throw": str(done)} if isinstance(done, Cowries | Dice) else str(done),
    _read_done,
    want=Message("a move, or an object with a throw"),
    schema={
        "anyOf": [
            {"type": "string"},
            {"type": "object", "properties": {"throw": {"type": "string"}}, "required": ["throw"]},
        ]
    },
    kinds=(str, dict),
)

Done = tuple[Annotated[Throw | Move, _DONE], ...]
"""What was done on the board, in order; a throw stands for a kept one, as in `FollowBoard`."""

Finding = Literal["again", "set", "seen"]
"""How the eye found the board again: a later picture fits, people set the pieces to the screen, or they said
that the board is right, and the picture became the position."""


@dataclass(frozen=True, slots=True)
class BoardAsked:
    """The eye cannot tell what was done on the board, and asks the players."""

    alternatives: tuple[Done, ...]
    """Whole answers, the likeliest first; an empty one is the board as it was."""
    places: tuple[str, ...] = ()
    """Ids of the squares that it is about."""
    photo: str = ""
    undoes: tuple[Count, ...] = ()
    """By alternative, the event from which on the game is taken back before it is played; 0 for none. Empty
    where nothing is."""

    def undo(self, which: int) -> int:
        """Return the event from which on the game is taken back for an alternative; 0 for none."""
        return self.undoes[which] if which < len(self.undoes) else 0


@dataclass(frozen=True, slots=True)
class BoardAnswered:
    """The players answered the question of event `of`."""

    of: Count
    which: Count | None
    """The alternative, counted from 0; None where it was none of them."""


@dataclass(frozen=True, slots=True)
class BoardRefused:
    """Hands did something that the rules do not have and that is no move; the players decide."""

    player: Count
    """Whose turn it is, or has just been."""
    kind: Kind
    reason: Reason
    places: tuple[str, ...] = ()
    """Ids of the squares that the piece left and came to; empty where there is none."""
    photo: str = ""
    position: Mapping[str, Any] | None = None
    """What the board shows, to be set if the players accept it; None where it shows nothing that can be."""


@dataclass(frozen=True, slots=True)
class BoardLost:
    """Nothing explains what the board shows: the eye has lost it."""

    places: tuple[str, ...] = ()
    """Ids of the squares that differ."""
    photo: str = ""


@dataclass(frozen=True, slots=True)
class BoardFound:
    """The board shows the game again."""

    how: Finding = "again"


BoardEvent = BoardAsked | BoardAnswered | BoardRefused | BoardLost | BoardFound
