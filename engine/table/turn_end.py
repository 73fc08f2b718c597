"""How a turn of a match ends (BS7), and when an illegal play stands (BS9), decided on a transaction.

A turn is ended by lifting the dice, by the button or by a phone, as the match has it. Where its play was not
entered before, the turn is closed: the play is still told, by the eye or a phone, and then the turn is over.
"""

from __future__ import annotations

from engine.errors import NotNowError
from engine.events import MoveRefused
from engine.following.kinds import Kind
from engine.game import Waits
from engine.move import Double, EndTurn
from engine.table.questions import Action, Illegal, Waiting, Wrong, is_of_board
from engine.table.state import Model
from engine.table.transaction import Transaction


def go_on(game: Transaction) -> None:
    """End a turn that was closed as soon as its play is told, and let stand what has been thrown after."""
    question = game.model.question
    if game.model.waiting and not game.model.held:
        let_stand(game, ends=is_of_board(question) or _is_unplayed(question))
        game.go_on()
    if game.model.closed is not None and game.model.question is None:
        game.make_room()
        game.go_on()


def let_stand(game: Transaction, *, ends: bool = True) -> None:
    """Accept an illegal play of a match as it was played; nothing happens where none is in question.

    Args:
        game: The transaction.
        ends: The turn ends with it.
    """
    model, question = game.model, game.model.question
    if not can_stand(model):
        return
    assert isinstance(question, Illegal | Wrong)
    if isinstance(question, Wrong):
        game.stand_as_seen(question.refused.position, photo=question.refused.photo)
    else:
        game.moved(question.move, how="accepted", source=question.source, photo=question.photo)
    if ends:
        _end(game, begun=model.line.turn_begun)


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


def must_be_accepted(model: Model, of: int) -> None:
    """Refuse to let an illegal play stand that is put right by the rules of the match.

    Raises:
        NotNowError: If it is.
    """
    question = model.question
    if isinstance(question, Illegal | Wrong) and question.seq == of and not _by_agreement(model):
        raise NotNowError(
            "in this match an illegal play is put right (BS9): it stands with the next throw or double"
        )


def end_after(game: Transaction, question: object, *, begun: tuple[int, int], was_closed: bool) -> None:
    """End a turn of a match that waited only for an answer.

    Args:
        game: The question has been answered.
        question: It.
        begun: The turn in which it was asked.
        was_closed: That turn was closed then.
    """
    if game.model.setup.match is not None and (was_closed or _is_unplayed(question)):
        _end(game, begun=begun)
        game.go_on()


def can_double(model: Model) -> bool:
    """True if the opponent may double while an illegal play is in question, which stands then."""
    if not can_stand(model):
        return False
    game = Transaction(model)
    let_stand(game)
    return Double() in game.model.line.optional


def thrower(model: Model, kept: Waiting) -> int:
    """Name whose a throw is that waits: one after the other throws, and who has thrown first plays."""
    turns = model.waiting.index(kept) + (model.waits is not Waits.THROW)
    return (model.turn + turns) % model.rules.players


def can_end_turn(model: Model) -> bool:
    """True if a turn is played that can be ended: something was thrown in it."""
    return thrown_in_turn(model) is not None


def thrown_in_turn(model: Model) -> Action | None:
    """Return the throw of the turn in progress; None before it, and where the cube or an end is answered."""
    thrown = model.last_throw
    if thrown is None or model.waits not in (Waits.MOVE, Waits.END) or model.line.declared.offered:
        return None
    begun = model.line.cut(model.place(thrown.seq) + 1).turn_begun
    return thrown if begun == model.line.turn_begun else None


def leave_unplayed(game: Transaction) -> None:
    """Tell all that the turn ends although something must be played; it stands where more has been thrown."""
    reason = game.model.line.why_not(EndTurn())
    assert reason is not None
    game.refuse(MoveRefused(game.model.turn, EndTurn(), reason))


def _end(game: Transaction, *, begun: tuple[int, int]) -> None:
    """End a turn as it was played, whatever is left to play."""
    model = game.model
    if model.outcome is None and model.line.turn_begun == begun and model.waits is not Waits.THROW:
        game.moved(EndTurn(), how="forced" if model.waits is Waits.END else "accepted")


def _is_unplayed(question: object) -> bool:
    """True if the objection is that something is left to play."""
    if isinstance(question, Illegal):
        return isinstance(question.move, EndTurn)
    return isinstance(question, Wrong) and question.refused.kind in (Kind.VALUE_LEFT, Kind.NOTHING_MOVED)
