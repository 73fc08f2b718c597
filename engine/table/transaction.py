"""A transaction: what one command changes, written on a copy of the memory.

It collects the events of the command. `engine.table` records them together and then believes the copy.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal

from engine.errors import NotNowError, ThrowError
from engine.events import (
    CorrectionSettled,
    Event,
    GameEnded,
    Happened,
    Logged,
    Moved,
    MoveHow,
    MoveRefused,
    MoveWarned,
    PositionSet,
    Seated,
    Source,
    Threw,
    ThrowAsked,
    ThrowVoided,
    TurnBegan,
    Undone,
)
from engine.game import Waits, is_forced
from engine.match.voids import VOIDS
from engine.move import CubeMove, EndTurn, Move
from engine.setup import seated
from engine.table import tournament
from engine.table.members import member_of, partner_of, person_of
from engine.table.questions import Action, Conflict, Waiting
from engine.table.state import Model, played_while_legal
from engine.throw import Throw

Answer = Literal["accepted", "undone", "withdrawn"]
"""To a correction that does not fit a later move: accept it as played, undo to it, or leave all as it was."""


class Transaction:
    """A command that is being decided: a copy of the memory and the events so far."""

    def __init__(self, model: Model, *, next_game: int = 0, request: str = "") -> None:
        self.model = model
        self.next_game = next_game
        """The number of a game that this command begins."""
        self.events: list[Logged] = []
        self._request = request

    def ask(self, asked: ThrowAsked) -> None:
        """Put a doubtful reading to the players, in the throws' order."""
        if self.model.waits is Waits.OVER:
            raise NotNowError("something was thrown, but the game is over: start a new one")
        self.emit(replace(asked, waits=len(self.model.waiting) + 1))

    def play(self, move: Move, *, sure: bool) -> None:
        """Play a legal move, or ask whether it is meant so; refuse another."""
        self.refuse_while_correcting()
        model = self.model
        if error := model.line.not_now(move):
            raise error
        reason = model.line.why_not(move)
        if reason is None:
            self.moved_or_warned(move, sure=sure)
        elif not model.tells_illegal:
            self.refuse(MoveRefused(model.turn, move, reason))
        else:
            raise tournament.illegal(model, move, reason)

    def refuse(self, refused: MoveRefused) -> None:
        """Tell all that a move is illegal, or enter it as it was done where that is not told.

        Raises:
            IllegalMoveError: If nothing can be entered now.
            NotNowError: If no board shows what is to be entered.
        """
        model, move = self.model, refused.move
        reason = tournament.without_help(refused.reason) if model.is_tournament else refused.reason
        if model.tells_illegal:
            self.emit(replace(refused, reason=reason))
            return
        tournament.must_be_entered(model, move, reason)
        self.moved(move, how="accepted", source=refused.source, photo=refused.photo)
        self.go_on()

    def moved_or_warned(self, move: Move, *, sure: bool) -> None:
        """Make a legal move; one that can never be made good is asked about first."""
        warning = None if sure else self.model.rules.warning(self.model.state, move)
        if warning is not None:
            self.emit(MoveWarned(self.model.turn, move, warning))
            return
        self.moved(move)
        self.go_on()

    def stand_as_seen(self, position: Mapping[str, Any] | None, *, photo: str) -> None:
        """Set what the eye saw on the board; None where no position is as the board shows it."""
        if position is None:
            raise NotNowError(
                "no position is as the board shows it: put the pieces right, or set the position"
            )
        self.set_position(position, source="camera", photo=photo)

    def settle(self, at: int, how: Answer) -> None:
        """Answer the question of a correction."""
        conflict = self.model.question
        if not isinstance(conflict, Conflict) or conflict.at.seq != at:
            raise NotNowError("no correction waits for an answer about event {event}", event=at)
        stopped_at = 0
        if how == "accepted":
            if not conflict.can_accept:
                raise NotNowError(
                    "{move} cannot stand after this correction: no board shows it; undo to it, or leave the "
                    "throw as it was",
                    move=conflict.at.action,
                )
            _, misfit = played_while_legal(self.model.line.cut(0), conflict.accepted)
            stopped_at = misfit.seq if misfit else 0
        self.changing(CorrectionSettled(at, how, stopped_at))
        self.go_on()

    def undo(self, of: int | None) -> None:
        """Take back everything from one action on; by default what `Model.undoes` lists."""
        self.refuse_while_correcting()
        actions = self.model.actions
        if not actions:
            raise NotNowError("there is nothing to take back: the game has just begun")
        target = self.model.undoes[0].seq if of is None else of
        if all(action.seq != target for action in actions):
            raise NotNowError(
                "event {event} is no throw or move that stands: it cannot be undone", event=target
            )
        self.changing(Undone(target))

    def set_position(self, position: Mapping[str, Any], *, source: Source = "typed", photo: str = "") -> None:
        """Set the position by hand, or as the board shows it."""
        self.refuse_while_correcting()
        if self.model.line.declared.outcome:
            raise NotNowError("the game was ended before its time: take that back, then set the position")
        self.model.rules.from_position(position)
        self.changing(PositionSet(dict(position), source, photo))

    def seat(self, seat: int, people: Sequence[str]) -> None:
        """Seat other people from here on."""
        model = self.model
        if model.waits is Waits.OVER:
            raise NotNowError("the game is over: who plays the next one is said where it begins")
        setup, whose = seated(model.setup, seat, people), person_of(model)
        self.emit(Seated(seat, setup.on(seat), model.setup.on(seat)))
        if person_of(self.model) != whose:
            self.begin_turn()

    def take_over(self, action: Action) -> None:
        """Carry out what a record says, legal or not, as it was done.

        Raises:
            ThrowError: If a throw is not due, and the record does not say that it was accepted.
            PositionError: If a position cannot be on a board.
        """
        done, model = action.action, self.model
        if isinstance(done, PositionSet):
            self.changing(done)
        elif isinstance(done, Throw):
            worth = self.worth(model.state, done)
            self.changing(
                Threw(model.turn, done, "imported", "", 0, *worth, accepted=action.how == "accepted")
            )
            if action.how == "void":
                self.changing(ThrowVoided(self.model.actions[-1].seq, model.turn, done, VOIDS["said"]))
        else:
            assert action.how != "void", "only a throw is void"
            self.moved(done, how=action.how)

    def emit(self, event: Event) -> None:
        """Add one event and what it does to the memory."""
        logged = Logged(self.model.seq + 1, self.model.game, event, self._request)
        self.model = self.model.applied(logged)
        self.events.append(logged)

    def begin_turn(self) -> None:
        """Say whose turn it is now."""
        self.emit(TurnBegan(self.model.turn, member_of(self.model), partner_of(self.model)))

    def go_on(self) -> None:
        """Take kept throws in their order, as far as they go."""
        while self.model.waiting and not self.model.question and not self.model.held:
            head = self.model.waiting[0]
            if head.throw is None:
                return
            self.make_room()
            if self.model.waits is not Waits.THROW:
                return
            try:
                self.threw(head)
            except ThrowError:
                return  # another kind of throw is wanted now: the players correct or drop it

    def threw(self, waiting: Waiting) -> None:
        """Count a throw that waited, or that has just come."""
        assert waiting.throw is not None
        model = self.model
        worth = self.worth(model.state, waiting.throw)
        self.changing(Threw(model.turn, waiting.throw, waiting.source, waiting.photo, waiting.seq, *worth))

    def moved(
        self, move: Move, *, how: MoveHow = "chosen", source: Source = "typed", photo: str = ""
    ) -> None:
        """Carry a move out, legal or not."""
        mover, whose = self.model.line.mover(move), partner_of(self.model)
        self.changing(Moved(mover, move, how, source, photo, whose))

    def changing(self, event: Event) -> None:
        """Emit an event that changes the position, and what it brought about."""
        before = self.model.line
        self.emit(event)
        line = self.model.line
        if line is before:
            return
        if isinstance(event, Threw | Moved):
            for fact in line.reached[-1].facts:
                self.emit(Happened(fact))
        outcome = line.outcome
        if outcome is not None:
            if before.outcome != outcome:
                self.emit(GameEnded(outcome))
        elif before.turn_begun != line.turn_begun and not _of_cube(event):
            self.begin_turn()

    def make_room(self) -> None:
        """Play what the rules leave no choice about, because the next throw has settled."""
        while self.model.waits in (Waits.MOVE, Waits.END):
            line = self.model.line
            if self.model.waits is Waits.END:
                if line.optional != [EndTurn()]:
                    return
                self.moved(EndTurn(), how="forced")
            else:
                moves = line.moves
                if not is_forced(line.rules, line.state, moves):
                    return
                self.moved(moves[0], how="forced")

    def worth(self, state: Any, throw: Throw) -> tuple[int, bool, bool]:
        """Return what a throw of shells counts, and whether it earns another one and enters a piece."""
        worth = self.model.rules.value_of(state, throw)
        return (worth.value, worth.again, worth.enters) if worth else (0, False, False)

    def refuse_while_correcting(self) -> None:
        """Refuse what would change the game while a correction waits for its answer."""
        if isinstance(self.model.question, Conflict):
            raise NotNowError(
                "a correction does not fit a later move: accept that move as played, undo to it, "
                "or leave the correction"
            )


def _of_cube(event: Event) -> bool:
    """True if a double was offered or answered: the turn stays that of the player who throws then."""
    return isinstance(event, Moved) and isinstance(event.move, CubeMove)


class Command(ABC):
    """What a person, a program or the eye does to the game; a frozen dataclass."""

    __slots__ = ()

    @abstractmethod
    def decide(self, game: Transaction) -> None:
        """Write on the transaction what it brings about.

        Raises:
            EngineError: If it cannot be done now, or a rule forbids it.
        """

    def newest(self, model: Model) -> tuple[int, str]:
        """Return the newest event that its sender must have heard of, and what that has done."""
        return model.revision, "has changed the game"
