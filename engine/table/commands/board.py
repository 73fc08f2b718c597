"""Commands of the eye on the board, and the answers to what it asks: a turn, an objection, a loss."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.errors import IllegalMoveError, NotNowError
from engine.events import (
    BoardAnswered,
    BoardAsked,
    BoardFound,
    BoardLost,
    BoardRefused,
    Done,
    Finding,
    MoveRefused,
    Threw,
)
from engine.following.explained import position_of
from engine.following.kinds import Kind
from engine.following.wrong import Objection
from engine.game import Waits
from engine.move import Decline, EndTurn, Move
from engine.table.questions import Unclear
from engine.table.tournament import without_help
from engine.table.transaction import Command, Transaction
from engine.throw import Throw

MOST_ALTERNATIVES = 12
"""So many answers to a question of the board are offered; nobody reads more."""


@dataclass(frozen=True, slots=True)
class FollowBoard(Command):
    """Play what the eye saw on the board: a turn, or a part of one, all or nothing.

    A value that is given up and the end of a turn are noted as inferred.

    Raises:
        IllegalMoveError: If the rules forbid any of it.
    """

    done: Done
    """In its order, as `engine.following.search` lists it; a throw stands for the kept one taken there."""
    photo: str = ""
    """Name of the photograph of the board; empty when there is none."""
    undo: int = 0
    """The event from which on the game is taken back first, as hands have played otherwise; 0 for none."""

    def decide(self, game: Transaction) -> None:
        game.refuse_while_correcting()
        _play(game, self.done, photo=self.photo, undo=self.undo)
        game.go_on()


@dataclass(frozen=True, slots=True)
class ObjectToMove(Command):
    """Tell all that the eye saw an illegal move on the board, after a legal part.

    Raises:
        IllegalMoveError: If the rules forbid the part that is to be legal.
    """

    move: Move
    done: Done = ()
    """The legal part, as in `FollowBoard`."""
    photo: str = ""
    undo: int = 0

    def decide(self, game: Transaction) -> None:
        game.refuse_while_correcting()
        _play(game, self.done, photo=self.photo, undo=self.undo)
        model, move = game.model, self.move
        if error := model.line.not_now(move):
            raise error
        reason = model.line.why_not(move)
        if reason is None:
            raise NotNowError("{move} is legal: there is nothing to object to", move=move)
        game.refuse(MoveRefused(model.turn, move, reason, "camera", self.photo))


@dataclass(frozen=True, slots=True)
class RefuseBoard(Command):
    """Tell all what is wrong on the board, after its legal part: an illegal move, or what is no move.

    Three ends are open: `TakeMoveBack`, `CorrectThrow` (the throw was another one), and `AcceptMove`, which
    sets the position as it was seen where it can be.

    Raises:
        IllegalMoveError: If the rules forbid the part that is to be legal.
    """

    objection: Objection
    photo: str = ""
    undo: int = 0
    """As in `FollowBoard`."""

    def decide(self, game: Transaction) -> None:
        objection, photo, undo = self.objection, self.photo, self.undo
        if not game.model.tells_illegal:
            EnterBoard(objection, photo, undo).decide(game)
            return
        if objection.move is not None:
            ObjectToMove(objection.move, objection.done, photo, undo).decide(game)
            return
        game.refuse_while_correcting()
        _play(game, objection.done, photo=photo, undo=undo)
        model = game.model
        shown = None
        if objection.kind is not Kind.LOST:  # nobody accepts that a piece is gone
            shown = position_of(model.rules, model.state, objection.appearance)
        places = tuple(filter(None, objection.places))
        reason = without_help(objection.reason) if model.is_tournament else objection.reason
        game.emit(BoardRefused(objection.player, objection.kind, reason, places, photo, shown))


@dataclass(frozen=True, slots=True)
class EnterBoard(Command):
    """Enter what is wrong on the board as it was played, after its legal part: nothing is objected to.

    A move stands as accepted; what is none becomes the position that the board shows.

    Raises:
        IllegalMoveError: If the rules forbid the part that is to be legal.
    """

    objection: Objection
    photo: str = ""
    undo: int = 0
    """As in `FollowBoard`."""

    def decide(self, game: Transaction) -> None:
        objection = self.objection
        game.refuse_while_correcting()
        _play(game, objection.done, photo=self.photo, undo=self.undo)
        model, move = game.model, objection.move
        can_enter = False
        if move is not None and model.line.not_now(move) is None:
            if model.line.why_not(move) is None:
                raise NotNowError("{move} is legal: there is nothing to object to", move=move)
            can_enter = model.rules.fits_a_board(model.state, move)
        if move is not None and can_enter:
            game.moved(move, how="accepted", source="camera", photo=self.photo)
        else:
            shown = position_of(model.rules, model.state, objection.appearance)
            game.stand_as_seen(shown, photo=self.photo)
        game.go_on()


@dataclass(frozen=True, slots=True)
class AskBoard(Command):
    """Ask the players which of several turns was played; `AnswerBoard`, or any move, is the answer.

    Raises:
        IllegalMoveError: If the rules forbid one of them.
    """

    asked: BoardAsked

    def decide(self, game: Transaction) -> None:
        game.refuse_while_correcting()
        model, asked = game.model, self.asked
        if model.waits is Waits.OVER:
            raise NotNowError("the game is over: there is nothing to ask of the board")
        if model.question is not None and not isinstance(model.question, Unclear):
            raise NotNowError("another question about the board stands: it is answered first")
        offered = len(asked.alternatives)
        if not 2 <= offered <= MOST_ALTERNATIVES:
            raise NotNowError(
                "{count} answers are offered: there may be 2 to {most}", count=offered, most=MOST_ALTERNATIVES
            )
        for which, done in enumerate(asked.alternatives):
            _play(Transaction(model), done, photo="", undo=asked.undo(which))
        game.emit(asked)


@dataclass(frozen=True, slots=True)
class AnswerBoard(Command):
    """Answer the question of the board: play an alternative, or None of them.

    Raises:
        IllegalMoveError: If the rules forbid it by now.
    """

    of: int
    which: int | None
    """Counted from 0."""

    def decide(self, game: Transaction) -> None:
        question, of, which = game.model.question, self.of, self.which
        if not isinstance(question, Unclear) or question.seq != of:
            raise NotNowError("no question about the board waits for an answer under event {event}", event=of)
        asked = question.asked
        if which is not None and not 0 <= which < len(asked.alternatives):
            raise NotNowError("there is no answer {which}", which=which)
        game.emit(BoardAnswered(of, which))
        if which is not None:
            _play(game, asked.alternatives[which], photo=asked.photo, undo=asked.undo(which))
        game.go_on()


@dataclass(frozen=True, slots=True)
class LoseBoard(Command):
    """Tell all that nothing explains the board; said once, until it is found.

    The game goes on: throws count and phones play.
    """

    places: tuple[str, ...] = ()
    photo: str = ""

    def decide(self, game: Transaction) -> None:
        if game.model.waits is Waits.OVER:
            raise NotNowError("the game is over: the board may be cleared")
        if game.model.lost is None:
            game.emit(BoardLost(self.places, self.photo))


@dataclass(frozen=True, slots=True)
class FindBoard(Command):
    """Tell all that the board shows the game again; nothing happens where it was not lost."""

    how: Finding = "again"

    def decide(self, game: Transaction) -> None:
        if game.model.lost is not None:
            game.emit(BoardFound(self.how))


@dataclass(frozen=True, slots=True)
class ConfirmBoard(Command):
    """Set the position as the board shows it: `engine.following.explained.position_of` writes it.

    Raises:
        PositionError: If it cannot be on a board.
    """

    position: Mapping[str, Any]
    photo: str = ""

    def decide(self, game: Transaction) -> None:
        game.set_position(self.position, source="camera", photo=self.photo)
        FindBoard("seen").decide(game)
        game.go_on()


def _play(game: Transaction, done: Done, *, photo: str, undo: int) -> None:
    """Take back what was played otherwise, and play moves; what is only said is concluded from the board.

    A board that can be explained is lost no longer.
    """
    FindBoard().decide(game)
    if undo:
        game.undo(undo)
    for one in done:
        if isinstance(one, Throw):
            _take_kept(game, one)
            continue
        line = game.model.line
        if error := line.not_now(one):
            raise error
        if reason := line.why_not(one):
            raise IllegalMoveError("{move} is not legal: {reason}", move=one, reason=reason)
        is_said = isinstance(one, Decline | EndTurn)
        game.moved(one, how="inferred" if is_said else "chosen", source="camera", photo=photo)


def _take_kept(game: Transaction, throw: Throw) -> None:
    """Take the kept throw that a followed turn goes on with."""
    before = len(game.events)
    game.go_on()
    threw = [one.event.throw for one in game.events[before:] if isinstance(one.event, Threw)]
    if threw != [throw]:
        raise NotNowError("{throw} is not the throw that waits: look at the board again", throw=throw)
