"""A game from a file, played along: what stands in it, and where it differs from the rules."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.errors import EngineError, NotationError
from engine.events import How, Setup
from engine.messages import Message, Seat
from engine.move import Move
from engine.setup import SeatChange
from engine.table.questions import Action
from engine.table.state import Played, new_model, played
from engine.throw import Throw


@dataclass(frozen=True, slots=True)
class Difference:
    """Something that the rules do not allow, or that does not follow."""

    line: int
    """Of the file, from 1."""
    what: Message
    """Players are named by their seats (`engine.messages.Seat`)."""


MOST_DIFFERENCES = 100
"""A game with more is another game than ours, or damaged."""


def remember(differences: list[Difference], one: Difference) -> None:
    """Add a difference.

    Raises:
        NotationError: If there are too many.
    """
    if len(differences) >= MOST_DIFFERENCES:
        raise NotationError(
            Message(
                "it differs from the rules in more than {most} places: it was played by other rules, or is "
                "damaged",
                {"most": MOST_DIFFERENCES},
            )
        )
    differences.append(one)


@dataclass(slots=True)
class Playing:
    """A game that is played along while its file is read."""

    setup: Setup
    differences: list[Difference] = field(default_factory=list)
    line: Played = field(init=False)
    seats: tuple[SeatChange, ...] = ()
    """Who came or left meanwhile."""

    def __post_init__(self) -> None:
        """Lay the game out.

        Raises:
            SetupError: If the setup cannot be.
        """
        self.line = new_model(self.setup, game=0, seq=0).line

    def note(self, line: int, what: Message) -> None:
        """Remember a difference."""
        remember(self.differences, Difference(line, what))

    def do(self, line: int, done: Throw | Move, how: How = "chosen", *, noted: bool = False) -> None:
        """Carry a throw or a move out; one that the rules forbid stands as accepted, and is noted.

        Args:
            line: Of the file.
            done: What was thrown or done.
            how: Why it stands.
            noted: What is wrong with it was told already.

        Raises:
            NotationError: If it cannot be carried out at all.
        """
        before = self.line
        if not isinstance(done, Throw):
            reason = before.why_not(done)
            if reason is not None:
                how = "accepted"
                if not noted:
                    told = {"player": Seat(before.turn), "move": str(done), "reason": reason}
                    self.note(line, Message("{player} did “{move}”: {reason}. It stands as played", told))
        try:
            self.line = played(before, Action(len(before.actions) + 1, before.mover(done), done, how))
        except EngineError as error:
            raise NotationError(at_line(line, error)) from error


def at_line(line: int, error: EngineError) -> Message:
    """Tell where in a file an error lies."""
    return Message("line {line}: {error}", {"line": line, "error": error.message})
