"""What is taken back first, or brought back: for the buttons, in words."""

from __future__ import annotations

from dataclasses import dataclass

from engine.move import EndTurn
from engine.table.questions import Action, Conflict
from engine.table.state import Model
from web.language.labels import deeds_words, short_deeds_words
from web.language.locale import _


@dataclass(frozen=True, slots=True)
class UndoView:
    """What is taken back first, or brought back."""

    seq: int
    """Its first throw or move; of what can be brought back, the event that took it back."""
    text: str
    short: str = ""
    """The same for a button that has little room: who did it is seen on the board."""
    note: str = ""
    """What cannot be brought back after it; empty where all can."""


def undo_view(model: Model) -> UndoView | None:
    """Write what an undo takes back; at the start of a game of a match, the end of the game before."""
    if isinstance(model.question, Conflict):
        return None  # while a correction asks, the board shown is not the one that would be undone
    if model.actions:
        closed = model.closed
        gone = (_end(closed.seq, model),) if closed else model.undoes
        return UndoView(gone[0].seq, deeds_words(gone, model), short_deeds_words(gone, model))
    before = model.before
    place = before.setup.match if before else None
    if before is None or place is None or not before.actions:
        return None
    gone = before.undoes
    next_game = place.number + 1
    return UndoView(
        gone[0].seq,
        _("the end of game {number}: {deed}", number=place.number, deed=deeds_words(gone, before)),
        _("end of game {number}", number=place.number),
        _("After that, the moves of game {number} that you took back cannot come back.", number=next_game)
        if model.undone
        else "",
    )


def redo_view(model: Model) -> UndoView | None:
    """Write what can be brought back; None where nothing was taken back, or the game has gone on."""
    if not model.undone:
        return None
    back = model.undone[-1]
    gone = back.actions or (_end(back.seq, model),)
    return UndoView(back.seq, deeds_words(gone, model))


def _end(seq: int, model: Model) -> Action:
    """Return that a turn was ended whose play was not known yet, as something done."""
    return Action(seq, model.turn, EndTurn())
