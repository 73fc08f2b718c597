"""Commands of every game: throws, moves, corrections, answers, undo, people, a position set by hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from engine.errors import NotNowError
from engine.events import (
    MOST_KEPT,
    SEEN,
    ConductChanged,
    Corrected,
    GameWithdrawn,
    MovedBack,
    MoveRefused,
    Redone,
    Source,
    ThrowAsked,
    ThrowDropped,
    ThrowKept,
    Undone,
)
from engine.game import Waits
from engine.move import Double, Move
from engine.table import match_play, turn_end
from engine.table.questions import Action, Conflict, Illegal, Waiting, Warned, Wrong
from engine.table.state import Model, played, played_while_legal
from engine.table.throws import must_be_of_game, must_differ
from engine.table.transaction import Answer, Command, Transaction
from engine.throw import Throw


@dataclass(frozen=True, slots=True)
class TakeThrow(Command):
    """Take a throw. One that comes early is kept, with its picture, and taken in its order.

    A forced move is played by itself first; a turn with nothing left to play counts as ended. An illegal play
    that nobody has put right stands with it (BS9).

    Raises:
        ThrowError: If the dice or shells are not those of the game.
    """

    throw: Throw
    source: Source = "camera"
    photo: str = ""
    """Name of the photograph; empty when there is none."""

    def decide(self, game: Transaction) -> None:
        match_play.go_on_in_match(game)
        turn_end.let_stand(game)
        throw = self.throw
        if game.model.waits is Waits.OVER:
            raise NotNowError("{throw} was thrown, but the game is over: start a new one", throw=throw)
        if not game.model.waiting and not game.model.question:
            game.make_room()
        model = game.model
        if model.waits is Waits.THROW and not model.waiting and not model.question:
            game.threw(Waiting(0, throw, self.source, self.photo))
            return
        must_be_of_game(throw, model.rules.wants(model.state))
        if self.source not in SEEN and len(model.waiting) >= MOST_KEPT:
            raise NotNowError(
                "{throw} is not kept: {count} throws wait already and nobody plays; enter the moves, or drop "
                "what was no throw, then throw again",
                throw=throw,
                count=len(model.waiting),
            )
        game.emit(ThrowKept(throw, self.source, self.photo, len(model.waiting) + 1))
        game.go_on()


@dataclass(frozen=True, slots=True)
class AskThrow(Command):
    """Ask the players about a reading that the eye is not sure of; `CorrectThrow` answers it."""

    asked: ThrowAsked

    def decide(self, game: Transaction) -> None:
        match_play.go_on_in_match(game)
        turn_end.let_stand(game)
        game.ask(self.asked)


@dataclass(frozen=True, slots=True)
class PlayMove(Command):
    """Play a legal move, decline a value, or end the turn; a double lets the illegal play before it stand.

    Before a move that can never be made good (`Rules.warning`) the players are asked: `AcceptMove` makes it,
    `TakeMoveBack` leaves it, and so does any other move.

    Raises:
        IllegalMoveError: If the rules forbid it.
    """

    move: Move
    sure: bool = False
    """Make it without asking."""

    def decide(self, game: Transaction) -> None:
        if isinstance(self.move, Double):
            turn_end.let_stand(game)
        game.play(self.move, sure=self.sure)


@dataclass(frozen=True, slots=True)
class ReportMove(Command):
    """Report what hands did on the board: a piece (player, number) went to a square.

    A legal move is played. An illegal one is told to all, with its rule, and three ends are open:
    `TakeMoveBack`, `CorrectThrow` (the throw was another one), `AcceptMove`.

    Raises:
        NotationError: If the piece or the square does not exist.
    """

    piece: tuple[int, int]
    end: str
    sure: bool = False
    """As in `PlayMove`."""

    def decide(self, game: Transaction) -> None:
        game.refuse_while_correcting()
        model = game.model
        move = model.rules.move_between(model.state, self.piece, self.end)
        if error := model.line.not_now(move):
            raise error
        self._refuse_standing_still(model)
        reason = model.line.why_not(move)
        if reason is None:
            game.moved_or_warned(move, sure=self.sure)
        else:
            game.refuse(MoveRefused(model.turn, move, reason))

    def _refuse_standing_still(self, model: Model) -> None:
        """Refuse a touch that moves nothing; a pair is declared where it stands, and that is a tap."""
        rules, state, touched = model.rules, model.state, (self.piece, self.end)
        stands = any(((one.player, one.piece), one.square) == touched for one in rules.placed(state))
        if stands and all((tap.piece, tap.end) != touched for tap in rules.taps(state)):
            raise NotNowError("that piece stands there already: nothing was moved")


@dataclass(frozen=True, slots=True)
class TakeMoveBack(Command):
    """Close the question of a move: it was taken back on the board, or is not made after the warning."""

    of: int

    def decide(self, game: Transaction) -> None:
        game.emit(MovedBack(self.of, warned=isinstance(_asked_move(game.model, self.of), Warned)))
        game.go_on()


@dataclass(frozen=True, slots=True)
class AcceptMove(Command):
    """Close the question of a move: it is accepted as played, or made in spite of the warning.

    What the eye saw on the board and is no move is accepted as the position that the board shows.
    """

    of: int

    def decide(self, game: Transaction) -> None:
        question = game.model.question
        turn_end.must_be_accepted(game.model, self.of)
        begun, closed = game.model.line.turn_begun, game.model.closed
        asked = _asked_move(game.model, self.of)
        if isinstance(asked, Wrong):
            game.stand_as_seen(asked.refused.position, photo=asked.refused.photo)
        elif isinstance(asked, Warned):
            game.moved(asked.move)
        elif not game.model.rules.fits_a_board(game.model.state, asked.move):
            raise NotNowError(
                "{move} cannot stand: no board shows it; put the pieces right, or set the position",
                move=asked.move,
            )
        else:
            game.moved(asked.move, how="accepted", source=asked.source, photo=asked.photo)
        game.go_on()
        turn_end.end_after(game, question, begun=begun, was_closed=closed is not None)


@dataclass(frozen=True, slots=True)
class CorrectThrow(Command):
    """Say what a throw was: one that counts, one that is kept, or one asked about.

    A page that has not heard of all moves may correct, but not what another has just corrected. Later moves
    are played again. Those still legal stay; at the first that is not a question is asked, and until
    `SettleCorrection` answers it the board stays as it was. An illegal move that stood in question is played
    if it fits the new throw.

    Raises:
        ThrowError: If the dice or shells are not those of the game.
    """

    of: int
    throw: Throw

    def newest(self, model: Model) -> tuple[int, str]:
        thrown: list[Action | Waiting] = [*model.actions, *model.waiting]
        newest = next((one.corrected for one in thrown if one.seq == self.of), model.revision)
        return newest, "has said what was thrown"

    def decide(self, game: Transaction) -> None:
        game.refuse_while_correcting()
        model, of, throw = game.model, self.of, self.throw
        kept = next((waiting for waiting in model.waiting if waiting.seq == of), None)
        if kept is not None:
            wants = model.rules.wants(model.state)
            must_be_of_game(throw, wants)
            must_differ(throw, kept.throw, wants)
            game.emit(Corrected(of, throw, 0, *game.worth(model.state, throw)))
            game.go_on()
            return
        thrown = {a.seq: a for a in model.actions if isinstance(a.action, Throw) and a.how != "void"}
        if of not in thrown:
            raise NotNowError("event {event} is no throw that stands: it cannot be corrected", event=of)
        place = model.place(of)
        before = model.line.cut(place)
        must_differ(throw, thrown[of].action, model.rules.wants(before.state))
        if thrown[of].how == "accepted":  # it was not due, and so counts only as far as it can
            must_be_of_game(throw, model.rules.wants(model.state))
        corrected = played(before, replace(thrown[of], action=throw))
        _, misfit = played_while_legal(corrected, model.actions[place + 1 :])
        illegal = model.question
        stopped_at = misfit.seq if misfit else 0
        game.changing(Corrected(of, throw, stopped_at, *game.worth(before.state, throw)))
        if isinstance(illegal, Illegal) and game.model.question is None:
            _try_again(game, illegal)
        while isinstance(conflict := game.model.question, Conflict) and not game.model.tells_illegal:
            game.settle(conflict.at.seq, "accepted")


def _try_again(game: Transaction, illegal: Illegal) -> None:
    """Play the move that stood in question, if the corrected throw allows it."""
    model = game.model
    if model.waits is not Waits.MOVE or model.turn != illegal.player:
        return
    for tap in model.rules.taps(model.state):
        if illegal.is_same(tap.move):
            game.moved(tap.move)
            game.go_on()
            return


@dataclass(frozen=True, slots=True)
class SettleCorrection(Command):
    """Answer the question of a correction: what becomes of the move of event `of`."""

    of: int
    how: Answer

    def decide(self, game: Transaction) -> None:
        game.settle(self.of, self.how)


@dataclass(frozen=True, slots=True)
class DropThrow(Command):
    """Forget what was kept or asked about: it was no throw."""

    of: int

    def decide(self, game: Transaction) -> None:
        if all(waiting.seq != self.of for waiting in game.model.waiting):
            raise NotNowError("throw {event} does not wait any more", event=self.of)
        game.emit(ThrowDropped(self.of))
        game.go_on()


@dataclass(frozen=True, slots=True)
class UseKeptThrows(Command):
    """Go on with the kept throws after an undo held them."""

    def decide(self, game: Transaction) -> None:
        game.model = replace(game.model, held=False)
        game.go_on()
        if not game.events:
            raise NotNowError("no kept throw can be used now")


@dataclass(frozen=True, slots=True)
class Undo(Command):
    """Take back everything from the action of event `of` on; by default the last action alone.

    After the end of a turn in which checkers were played, the default is its whole play with its end; a turn
    that was closed before its play was known goes on. At the start of a game of a match it is the end of the
    game before, which lies on the table again.
    """

    of: int | None = None

    def decide(self, game: Transaction) -> None:
        of, closed = self.of, game.model.closed
        if closed is not None and of in (None, closed.seq):
            game.refuse_while_correcting()
            game.emit(Undone(closed.seq))
            return
        before = game.model.before
        reaches_back = of is None or (before and of in (action.seq for action in before.actions))
        if before is not None and not game.model.actions and reaches_back:
            game.refuse_while_correcting()
            waiting = game.model.waiting
            game.emit(GameWithdrawn())
            left = game.model
            game.model = replace(before, seq=left.seq, requests=left.requests)
            if before.conduct != left.conduct and before.conduct and left.conduct:
                # Nobody has settled anything by an undo.
                game.emit(ConductChanged(before.conduct, left.conduct))
            match_play.keep_again(game, waiting)
        game.undo(of)


@dataclass(frozen=True, slots=True)
class Redo(Command):
    """Bring back what the last undo took away; one after the other, until the game goes on."""

    def decide(self, game: Transaction) -> None:
        if not game.model.undone:
            raise NotNowError("there is nothing to bring back: nothing was undone, or the game has gone on")
        game.changing(Redone(game.model.undone[-1].seq))
        game.go_on()


@dataclass(frozen=True, slots=True)
class ChangeSeat(Command):
    """Say who plays on a seat from here on: somebody came to share it, or left.

    Their order is that of their turns. Who plays at the moment goes on while there; else the next who stays.
    Undo takes no person back: say again who plays.

    Raises:
        SetupError: If they cannot have it, such as two of one name.
    """

    seat: int
    people: tuple[str, ...]

    def newest(self, model: Model) -> tuple[int, str]:
        newest = max((one.seq for one in model.seated if one.seat == self.seat), default=0)
        return newest, "has said who plays"

    def decide(self, game: Transaction) -> None:
        game.seat(self.seat, self.people)


@dataclass(frozen=True, slots=True)
class SetPosition(Command):
    """Set the position by hand: the real board is the truth.

    Raises:
        PositionError: If it cannot be on a board.
    """

    position: Mapping[str, Any]

    def decide(self, game: Transaction) -> None:
        game.set_position(self.position)


def _asked_move(model: Model, of: int) -> Illegal | Warned | Wrong:
    question = model.question
    if not isinstance(question, Illegal | Warned | Wrong) or question.seq != of:
        raise NotNowError("no move waits for an answer under event {event}", event=of)
    return question
