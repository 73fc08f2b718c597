"""Deciding: what a throw, a move or a correction brings about, written on a draft of the memory.

A draft collects the events of one action. `engine.table` records them together and then believes the draft.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal

from engine.errors import NotNowError, StaleError, ThrowError
from engine.events import (
    MOST_KEPT,
    SEEN,
    Corrected,
    CorrectionSettled,
    Event,
    GameEnded,
    Happened,
    How,
    Logged,
    Moved,
    MovedBack,
    MoveRefused,
    MoveWarned,
    PositionSet,
    Redone,
    Seated,
    Source,
    Threw,
    ThrowAsked,
    ThrowDropped,
    ThrowKept,
    TurnBegan,
    Undone,
)
from engine.game import Waits, is_forced
from engine.match.match_events import ThrowVoided
from engine.match.voids import VOIDS
from engine.move import CubeMove, EndTurn, Move
from engine.setup import seated
from engine.table import tournament
from engine.table.members import member_of, partner_of, person_of
from engine.table.questions import Action, Conflict, Illegal, Waiting, Warned, Wrong
from engine.table.state import Model, played, played_while_legal
from engine.table.throws import must_be_of_game, must_differ
from engine.throw import Throw

Answer = Literal["accepted", "undone", "withdrawn"]
"""To a correction that does not fit a later move: accept it as played, undo to it, or leave all as it was."""


class Draft:
    """One action being decided: a copy of the memory and the events so far."""

    def __init__(self, model: Model, *, request: str = "") -> None:
        self.model = model
        self.events: list[Logged] = []
        self._request = request

    def throw(self, throw: Throw, *, source: Source, photo: str) -> None:
        """Count a throw, or keep it when it comes early."""
        if self.model.waits is Waits.OVER:
            raise NotNowError("{throw} was thrown, but the game is over: start a new one", throw=throw)
        if not self.model.waiting and not self.model.question:
            self.make_room()
        model = self.model
        if model.waits is Waits.THROW and not model.waiting and not model.question:
            self._threw(Waiting(0, throw, source, photo))
            return
        must_be_of_game(throw, self.model.rules.wants(self.model.state))
        if source not in SEEN and len(model.waiting) >= MOST_KEPT:
            raise NotNowError(
                "{throw} is not kept: {count} throws wait already and nobody plays; enter the moves, or drop "
                "what was no throw, then throw again",
                throw=throw,
                count=len(model.waiting),
            )
        self.emit(ThrowKept(throw, source, photo, len(model.waiting) + 1))
        self.go_on()

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
            self._moved_or_warned(move, sure=sure)
        elif not model.tells_illegal:
            self.refuse(MoveRefused(model.turn, move, reason))
        else:
            raise tournament.illegal(model, move, reason)

    def report_move(self, piece: tuple[int, int], end: str, *, sure: bool) -> None:
        """Play what hands did, ask whether it is meant so, or tell why it is illegal."""
        self.refuse_while_correcting()
        model = self.model
        move = model.rules.move_between(model.state, piece, end)
        if error := model.line.not_now(move):
            raise error
        self._refuse_standing_still(piece, end)
        reason = model.line.why_not(move)
        if reason is None:
            self._moved_or_warned(move, sure=sure)
        else:
            self.refuse(MoveRefused(model.turn, move, reason))

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

    def _moved_or_warned(self, move: Move, *, sure: bool) -> None:
        """Make a legal move; one that can never be made good is asked about first."""
        warning = None if sure else self.model.rules.warning(self.model.state, move)
        if warning is not None:
            self.emit(MoveWarned(self.model.turn, move, warning))
            return
        self.moved(move)
        self.go_on()

    def moved_back(self, of: int) -> None:
        """Close the question of a move: it was taken back on the board, or is not made."""
        self.emit(MovedBack(of, warned=isinstance(self._asked_move(of), Warned)))
        self.go_on()

    def accept(self, of: int) -> None:
        """Close the question of a move: an illegal one stands as played, one that was warned of is made."""
        asked = self._asked_move(of)
        if isinstance(asked, Wrong):
            self.stand_as_seen(asked.refused.position, photo=asked.refused.photo)
        elif isinstance(asked, Warned):
            self.moved(asked.move)
        elif not self.model.rules.fits_a_board(self.model.state, asked.move):
            raise NotNowError(
                "{move} cannot stand: no board shows it; put the pieces right, or set the position",
                move=asked.move,
            )
        else:
            self.moved(asked.move, how="accepted", source=asked.source, photo=asked.photo)
        self.go_on()

    def stand_as_seen(self, position: Mapping[str, Any] | None, *, photo: str) -> None:
        """Set what the eye saw on the board; None where no position is as the board shows it."""
        if position is None:
            raise NotNowError(
                "no position is as the board shows it: put the pieces right, or set the position"
            )
        self.set_position(position, source="camera", photo=photo)

    def correct(self, of: int, throw: Throw, *, at: int | None = None) -> None:
        """Tell that a throw was another one."""
        self.refuse_while_correcting()
        model = self.model
        self._refuse_corrected(of, at)
        kept = next((waiting for waiting in model.waiting if waiting.seq == of), None)
        if kept is not None:
            wants = model.rules.wants(model.state)
            must_be_of_game(throw, wants)
            must_differ(throw, kept.throw, wants)
            self.emit(Corrected(of, throw, 0, *self._worth(model.state, throw)))
            self.go_on()
            return
        thrown = {a.seq: a for a in model.actions if isinstance(a.action, Throw) and a.how != "void"}
        if of not in thrown:
            raise NotNowError("event {event} is no throw that stands: it cannot be corrected", event=of)
        place = model.place(of)
        before = model.line.cut(place)
        must_differ(throw, thrown[of].action, model.rules.wants(before.state))
        if thrown[of].how == "accepted":
            must_be_of_game(
                throw, self.model.rules.wants(self.model.state)
            )  # it was not due, and so counts only as far as it can
        corrected = played(before, replace(thrown[of], action=throw))
        _, misfit = played_while_legal(corrected, model.actions[place + 1 :])
        illegal = model.question
        stopped_at = misfit.seq if misfit else 0
        self.changing(Corrected(of, throw, stopped_at, *self._worth(before.state, throw)))
        if isinstance(illegal, Illegal) and self.model.question is None:
            self._try_again(illegal)
        while isinstance(conflict := self.model.question, Conflict) and not self.model.tells_illegal:
            self.settle(conflict.at.seq, "accepted")

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

    def drop(self, of: int) -> None:
        """Forget a throw that waits."""
        if all(waiting.seq != of for waiting in self.model.waiting):
            raise NotNowError("throw {event} does not wait any more", event=of)
        self.emit(ThrowDropped(of))
        self.go_on()

    def use_kept(self) -> None:
        """Go on with the kept throws after an undo held them."""
        self.model = replace(self.model, held=False)
        self.go_on()
        if not self.events:
            raise NotNowError("no kept throw can be used now")

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

    def redo(self) -> None:
        """Bring back what the last undo took away."""
        if not self.model.undone:
            raise NotNowError("there is nothing to bring back: nothing was undone, or the game has gone on")
        self.changing(Redone(self.model.undone[-1].seq))
        self.go_on()

    def set_position(self, position: Mapping[str, Any], *, source: Source = "typed", photo: str = "") -> None:
        """Set the position by hand, or as the board shows it."""
        self.refuse_while_correcting()
        if self.model.line.declared.outcome:
            raise NotNowError("the game was ended before its time: take that back, then set the position")
        self.model.rules.from_position(position)
        self.changing(PositionSet(dict(position), source, photo))

    def seat(self, seat: int, people: Sequence[str], *, at: int | None) -> None:
        """Tell who plays on a seat from here on."""
        model = self.model
        if model.waits is Waits.OVER:
            raise NotNowError("the game is over: who plays the next one is said where it begins")
        newest = max((one.seq for one in model.seated if one.seat == seat), default=0)
        if at is not None and newest > at:
            raise StaleError(
                f"this page had heard of event {at}, but event {newest} has said who plays since"
            )
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
            worth = self._worth(model.state, done)
            self.changing(
                Threw(model.turn, done, "imported", "", 0, *worth, accepted=action.how == "accepted")
            )
            if action.how == "void":
                self.changing(ThrowVoided(self.model.actions[-1].seq, model.turn, done, VOIDS["said"]))
        else:
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
                self._threw(head)
            except ThrowError:
                return  # another kind of throw is wanted now: the players correct or drop it

    def _threw(self, waiting: Waiting) -> None:
        assert waiting.throw is not None
        model = self.model
        worth = self._worth(model.state, waiting.throw)
        self.changing(Threw(model.turn, waiting.throw, waiting.source, waiting.photo, waiting.seq, *worth))

    def moved(self, move: Move, *, how: How = "chosen", source: Source = "typed", photo: str = "") -> None:
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

    def _try_again(self, illegal: Illegal) -> None:
        """Play the move that stood in question, if the corrected throw allows it."""
        model = self.model
        if model.waits is not Waits.MOVE or model.turn != illegal.player:
            return
        for tap in model.rules.taps(model.state):
            if illegal.is_same(tap.move):
                self.moved(tap.move)
                self.go_on()
                return

    def _worth(self, state: Any, throw: Throw) -> tuple[int, bool, bool]:
        worth = self.model.rules.value_of(state, throw)
        return (worth.value, worth.again, worth.enters) if worth else (0, False, False)

    def refuse_while_correcting(self) -> None:
        """Refuse what would change the game while a correction waits for its answer."""
        if isinstance(self.model.question, Conflict):
            raise NotNowError(
                "a correction does not fit a later move: accept that move as played, undo to it, "
                "or leave the correction"
            )

    def _refuse_corrected(self, of: int, at: int | None) -> None:
        """Refuse a page that has not heard what another phone has just said of the same throw."""
        if at is None:
            return
        thrown: list[Action | Waiting] = [*self.model.actions, *self.model.waiting]
        newest = next((one.corrected for one in thrown if one.seq == of), self.model.revision)
        if newest > at:
            raise StaleError(
                f"this page had heard of event {at}, but event {newest} has said what was thrown since"
            )

    def _refuse_standing_still(self, piece: tuple[int, int], end: str) -> None:
        """Refuse a touch that moves nothing; a pair is declared where it stands, and that is a tap."""
        rules, state = self.model.rules, self.model.state
        stands = any((p.player, p.piece, p.square) == (*piece, end) for p in rules.placed(state))
        if stands and all((tap.piece, tap.end) != (piece, end) for tap in rules.taps(state)):
            raise NotNowError("that piece stands there already: nothing was moved")

    def _asked_move(self, of: int) -> Illegal | Warned | Wrong:
        question = self.model.question
        if not isinstance(question, Illegal | Warned | Wrong) or question.seq != of:
            raise NotNowError("no move waits for an answer under event {event}", event=of)
        return question


def _of_cube(event: Event) -> bool:
    """True if a double was offered or answered: the turn stays that of the player who throws then."""
    return isinstance(event, Moved) and isinstance(event.move, CubeMove)
