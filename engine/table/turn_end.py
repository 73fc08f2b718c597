"""How a turn of a match ends (BS7), and when an illegal play stands (BS9), decided on a draft of the memory.

A turn is ended by lifting the dice, by the button or by a phone, as the match has it. Where its play was not
entered before, the turn is closed: the play is still told, by the eye or a phone, and then the turn is over.
"""

from __future__ import annotations

from engine.errors import NotNowError
from engine.events import MoveRefused
from engine.following.kinds import Kind
from engine.game import Waits
from engine.match.match_events import Closer, TurnClosed
from engine.move import Double, EndTurn, Move
from engine.table.decision import Draft
from engine.table.questions import Action, Illegal, Waiting, Wrong, is_of_board
from engine.table.state import Model


def end_turn(draft: Draft, *, source: Closer, of: int) -> None:
    """End the turn in progress; of one that was closed already, say that nothing more is played in it.

    Raises:
        NotNowError: If nothing was thrown in it, or the throw is not that of the turn.
        IllegalMoveError: In a single game, if something must be played first.
    """
    draft.refuse_while_correcting()
    model = draft.model
    if model.setup.match is None:
        draft.play(EndTurn(), sure=True)
        return
    kept = next((one for one in model.waiting if one.seq == of), None)
    if kept is not None:
        if kept.closed is None:
            draft.emit(TurnClosed(thrower(model, kept), of, source))
        return
    thrown = _thrown(model)
    if thrown is None or of not in (0, thrown.seq):
        raise NotNowError("nothing was thrown in this turn: there is no turn to end")
    if model.closed is None:
        draft.emit(TurnClosed(model.turn, thrown.seq, source))
    elif source != "camera" and model.question is None and model.waits is Waits.MOVE:
        _leave_unplayed(draft)


def go_on(draft: Draft) -> None:
    """End a turn that was closed as soon as its play is told, and let stand what has been thrown after."""
    question = draft.model.question
    if draft.model.waiting and not draft.model.held:
        let_stand(draft, ends=is_of_board(question) or _is_unplayed(question))
        draft.go_on()
    if draft.model.closed is not None and draft.model.question is None:
        draft.make_room()
        draft.go_on()


def let_stand(draft: Draft, *, ends: bool = True) -> None:
    """Accept an illegal play of a match as it was played; nothing happens where none is in question.

    Args:
        draft: The action.
        ends: The turn ends with it.
    """
    model, question = draft.model, draft.model.question
    if not can_stand(model):
        return
    assert isinstance(question, Illegal | Wrong)
    if isinstance(question, Wrong):
        draft.stand_as_seen(question.refused.position, photo=question.refused.photo)
    else:
        draft.moved(question.move, how="accepted", source=question.source, photo=question.photo)
    if ends:
        _end(draft, begun=model.line.turn_begun)


def can_stand(model: Model) -> bool:
    """True if an illegal play of a match is in question that stands with the next throw or double (BS9)."""
    return model.setup.match is not None and model.waits in (Waits.MOVE, Waits.END) and _has_position(model)


def can_let_stand(model: Model) -> bool:
    """True if an illegal play may be let stand at once: in a match by the opponent, else by all."""
    return _has_position(model) and _by_agreement(model)


def _has_position(model: Model) -> bool:
    """True if an illegal play is in question that leaves a position which a board can show."""
    question = model.question
    if isinstance(question, Wrong):
        return question.refused.position is not None
    return isinstance(question, Illegal) and model.rules.fits_a_board(model.state, question.move)


def _by_agreement(model: Model) -> bool:
    """True if players may let an illegal play stand before the next throw."""
    place = model.setup.match
    return place is None or place.conduct.illegal_plays == "responsible moves"


def accept(draft: Draft, of: int) -> None:
    """Let the move in question stand, or make the one that was warned of.

    Raises:
        NotNowError: If it does not stand in question, or is put right by the rules of the match.
    """
    question = draft.model.question
    if isinstance(question, Illegal | Wrong) and question.seq == of and not _by_agreement(draft.model):
        raise NotNowError(
            "in this match an illegal play is put right (BS9): it stands with the next throw or double"
        )
    begun, closed = draft.model.line.turn_begun, draft.model.closed
    draft.accept(of)
    if draft.model.setup.match is not None and (closed is not None or _is_unplayed(question)):
        _end(draft, begun=begun)
        draft.go_on()


def play(draft: Draft, move: Move, *, sure: bool) -> None:
    """Play a legal move; a double also lets the illegal play before it stand.

    Raises:
        IllegalMoveError: If the rules forbid it.
        NotNowError: If the game waits for something else.
    """
    if isinstance(move, Double):
        let_stand(draft)
    draft.play(move, sure=sure)


def can_double(model: Model) -> bool:
    """True if the opponent may double while an illegal play is in question, which stands then."""
    if not can_stand(model):
        return False
    draft = Draft(model)
    let_stand(draft)
    return Double() in draft.model.line.optional


def thrower(model: Model, kept: Waiting) -> int:
    """Name whose a throw is that waits: one after the other throws, and who has thrown first plays."""
    turns = model.waiting.index(kept) + (model.waits is not Waits.THROW)
    return (model.turn + turns) % model.rules.players


def can_end_turn(model: Model) -> bool:
    """True if a turn is played that can be ended: something was thrown in it."""
    return _thrown(model) is not None


def _thrown(model: Model) -> Action | None:
    """Return the throw of the turn in progress; None before it, and where the cube or an end is answered."""
    thrown = model.last_throw
    if thrown is None or model.waits not in (Waits.MOVE, Waits.END) or model.line.declared.offered:
        return None
    begun = model.line.cut(model.place(thrown.seq) + 1).turn_begun
    return thrown if begun == model.line.turn_begun else None


def _leave_unplayed(draft: Draft) -> None:
    """Tell all that the turn ends although something must be played; it stands where more has been thrown."""
    reason = draft.model.line.why_not(EndTurn())
    assert reason is not None
    draft.refuse(MoveRefused(draft.model.turn, EndTurn(), reason))


def _end(draft: Draft, *, begun: tuple[int, int]) -> None:
    """End a turn as it was played, whatever is left to play."""
    model = draft.model
    if model.outcome is None and model.line.turn_begun == begun and model.waits is not Waits.THROW:
        draft.moved(EndTurn(), how="forced" if model.waits is Waits.END else "accepted")


def _is_unplayed(question: object) -> bool:
    """True if the objection is that something is left to play."""
    if isinstance(question, Illegal):
        return isinstance(question.move, EndTurn)
    return isinstance(question, Wrong) and question.refused.kind in (Kind.VALUE_LEFT, Kind.NOTHING_MOVED)
