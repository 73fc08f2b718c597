"""What the eye saw on the board, as an action on the table: a turn that was followed, or an objection."""

from __future__ import annotations

from collections.abc import Sequence

from engine.errors import IllegalMoveError, NotNowError
from engine.events import MoveRefused, Threw
from engine.move import Move
from engine.table.decision import Draft
from engine.throw import Throw


def follow(draft: Draft, done: Sequence[Throw | Move], *, photo: str) -> None:
    """Play a turn or a part of one, all or nothing; a throw stands for the kept one taken there.

    Raises:
        IllegalMoveError: If the rules forbid any of it.
        NotNowError: If the game waits for something else, or another throw than that was kept.
    """
    draft.refuse_while_correcting()
    for one in done:
        if isinstance(one, Throw):
            _take_kept(draft, one)
            continue
        line = draft.model.line
        if error := line.not_now(one):
            raise error
        if reason := line.why_not(one):
            raise IllegalMoveError("{move} is not legal: {reason}", move=one, reason=reason)
        draft.moved(one, source="camera", photo=photo)
    draft.go_on()


def object_to(draft: Draft, move: Move, *, photo: str) -> None:
    """Tell all that hands did what the rules forbid.

    Raises:
        NotNowError: If the rules allow it, or the game waits for something else.
    """
    draft.refuse_while_correcting()
    model = draft.model
    if error := model.line.not_now(move):
        raise error
    reason = model.line.why_not(move)
    if reason is None:
        raise NotNowError("{move} is legal: there is nothing to object to", move=move)
    draft.emit(MoveRefused(model.turn, move, reason, "camera", photo))


def _take_kept(draft: Draft, throw: Throw) -> None:
    """Take the kept throw that a followed turn goes on with."""
    before = len(draft.events)
    draft.go_on()
    threw = [one.event.throw for one in draft.events[before:] if isinstance(one.event, Threw)]
    if threw != [throw]:
        raise NotNowError("{throw} is not the throw that waits: look at the board again", throw=throw)
