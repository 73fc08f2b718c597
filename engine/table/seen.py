"""What the eye saw on the board, as an action on the table: a turn, a question, an objection, its loss."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.errors import IllegalMoveError, NotNowError
from engine.events import MoveRefused, Threw
from engine.following.board_events import (
    BoardAnswered,
    BoardAsked,
    BoardFound,
    BoardLost,
    BoardRefused,
    Finding,
)
from engine.following.explained import position_of
from engine.following.kinds import Kind
from engine.following.wrong import Objection
from engine.game import Waits
from engine.move import Decline, EndTurn, Move
from engine.table.decision import Draft
from engine.table.questions import Unclear
from engine.table.tournament import without_help
from engine.throw import Throw

MOST_ALTERNATIVES = 12
"""So many answers to a question of the board are offered; nobody reads more."""


def follow(draft: Draft, done: Sequence[Throw | Move], *, photo: str, undo: int) -> None:
    """Play a turn or a part of one, all or nothing; a throw stands for the kept one taken there.

    What hands have played otherwise is taken back first: everything from the event `undo` on; 0 for nothing.

    Raises:
        IllegalMoveError: If the rules forbid any of it.
        NotNowError: If the game waits for something else, or another throw than that was kept.
    """
    draft.refuse_while_correcting()
    _play(draft, done, photo=photo, undo=undo)
    draft.go_on()


def object_to(draft: Draft, move: Move, *, done: Sequence[Throw | Move], photo: str, undo: int) -> None:
    """Tell all that hands did what the rules forbid, after a legal part.

    Raises:
        IllegalMoveError: If the rules forbid the part that is to be legal.
        NotNowError: If the rules allow it, or the game waits for something else.
    """
    draft.refuse_while_correcting()
    _play(draft, done, photo=photo, undo=undo)
    model = draft.model
    if error := model.line.not_now(move):
        raise error
    reason = model.line.why_not(move)
    if reason is None:
        raise NotNowError("{move} is legal: there is nothing to object to", move=move)
    draft.refuse(MoveRefused(model.turn, move, reason, "camera", photo))


def refuse_board(draft: Draft, objection: Objection, *, photo: str, undo: int) -> None:
    """Tell all what is wrong on the board: as a move that is refused where it is one.

    Raises:
        IllegalMoveError: If the rules forbid the part that is to be legal.
        NotNowError: If the rules allow it, or the game waits for something else.
    """
    if not draft.model.tells_illegal:
        enter_board(draft, objection, photo=photo, undo=undo)
        return
    if objection.move is not None:
        object_to(draft, objection.move, done=objection.done, photo=photo, undo=undo)
        return
    draft.refuse_while_correcting()
    _play(draft, objection.done, photo=photo, undo=undo)
    model = draft.model
    shown = None
    if objection.kind is not Kind.LOST:  # nobody accepts that a piece is gone
        shown = position_of(model.rules, model.state, objection.appearance)
    places = tuple(filter(None, objection.places))
    reason = without_help(objection.reason) if model.is_tournament else objection.reason
    draft.emit(BoardRefused(objection.player, objection.kind, reason, places, photo, shown))


def enter_board(draft: Draft, objection: Objection, *, photo: str, undo: int) -> None:
    """Enter what the rules do not have as it was played, where nobody wants to hear an objection.

    Raises:
        IllegalMoveError: If the rules forbid the part that is to be legal.
        NotNowError: If the rules allow it, no position is as the board shows it, or the game waits for
            something else.
    """
    draft.refuse_while_correcting()
    _play(draft, objection.done, photo=photo, undo=undo)
    model, move = draft.model, objection.move
    can_enter = False
    if move is not None and model.line.not_now(move) is None:
        if model.line.why_not(move) is None:
            raise NotNowError("{move} is legal: there is nothing to object to", move=move)
        can_enter = model.rules.fits_a_board(model.state, move)
    if move is not None and can_enter:
        draft.moved(move, how="accepted", source="camera", photo=photo)
    else:
        draft.stand_as_seen(position_of(model.rules, model.state, objection.appearance), photo=photo)
    draft.go_on()


def ask_board(draft: Draft, asked: BoardAsked) -> None:
    """Ask the players what was done on the board.

    Raises:
        IllegalMoveError: If the rules forbid an alternative.
        NotNowError: If the game is over, waits for something else, or another question stands.
    """
    draft.refuse_while_correcting()
    model = draft.model
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
        _play(Draft(model), done, photo="", undo=asked.undo(which))
    draft.emit(asked)


def answer_board(draft: Draft, of: int, which: int | None) -> None:
    """Play what the players say was done; None where it was none of what was offered.

    Raises:
        NotNowError: If that question does not stand, or has no such answer.
        IllegalMoveError: If the rules forbid it by now.
    """
    question = draft.model.question
    if not isinstance(question, Unclear) or question.seq != of:
        raise NotNowError("no question about the board waits for an answer under event {event}", event=of)
    asked = question.asked
    if which is not None and not 0 <= which < len(asked.alternatives):
        raise NotNowError("there is no answer {which}", which=which)
    draft.emit(BoardAnswered(of, which))
    if which is not None:
        _play(draft, asked.alternatives[which], photo=asked.photo, undo=asked.undo(which))
    draft.go_on()


def lose_board(draft: Draft, *, places: Sequence[str], photo: str) -> None:
    """Tell all that nothing explains the board; said once, until it is found.

    Raises:
        NotNowError: If the game is over.
    """
    if draft.model.waits is Waits.OVER:
        raise NotNowError("the game is over: the board may be cleared")
    if draft.model.lost is None:
        draft.emit(BoardLost(tuple(places), photo))


def find_board(draft: Draft, how: Finding) -> None:
    """Tell all that the board shows the game again, where it was lost."""
    if draft.model.lost is not None:
        draft.emit(BoardFound(how))


def board_is_right(draft: Draft, position: Mapping[str, Any], *, photo: str) -> None:
    """Set the position as the board shows it.

    Raises:
        PositionError: If it cannot be on a board.
        NotNowError: If the game was ended, or a correction waits.
    """
    draft.set_position(position, source="camera", photo=photo)
    find_board(draft, "seen")
    draft.go_on()


def _play(draft: Draft, done: Sequence[Throw | Move], *, photo: str, undo: int) -> None:
    """Take back what was played otherwise, and play moves; what is only said is concluded from the board.

    A board that can be explained is lost no longer.
    """
    find_board(draft, "again")
    if undo:
        draft.undo(undo)
    for one in done:
        if isinstance(one, Throw):
            _take_kept(draft, one)
            continue
        line = draft.model.line
        if error := line.not_now(one):
            raise error
        if reason := line.why_not(one):
            raise IllegalMoveError("{move} is not legal: {reason}", move=one, reason=reason)
        is_said = isinstance(one, Decline | EndTurn)
        draft.moved(one, how="inferred" if is_said else "chosen", source="camera", photo=photo)


def _take_kept(draft: Draft, throw: Throw) -> None:
    """Take the kept throw that a followed turn goes on with."""
    before = len(draft.events)
    draft.go_on()
    threw = [one.event.throw for one in draft.events[before:] if isinstance(one.event, Threw)]
    if threw != [throw]:
        raise NotNowError("{throw} is not the throw that waits: look at the board again", throw=throw)
