"""What may be played, as touches, as a list, and instead of moving. In a tournament nobody is told.

There any piece may be touched, and any square after it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from engine.game import Tap, Waits
from engine.move import PieceMove, Play
from engine.record import SPARSE
from engine.table.members import user_of
from engine.table.questions import Conflict
from engine.table.state import Model
from engine.table.tournament import instead
from web.drawing.places import Man
from web.game.question_view import warning_words
from web.language.labels import move_words, optional_words


@dataclass(frozen=True, slots=True)
class TapView:
    """A move by touch: a piece, then a square."""

    piece: tuple[int, int]
    """Player and piece."""
    start: str
    end: str
    move: str
    values: tuple[int, ...]
    """The values of the bank that it plays, as far as one can say."""
    text: str
    takes: bool
    """Something is taken where it ends."""


@dataclass(frozen=True, slots=True)
class MoveLine:
    """Something that may be played, for a button."""

    move: str
    text: str
    warning: Annotated[str, SPARSE] = ""
    """Why it is asked about before it is made; empty for any other move."""


def taps_of(model: Model, standing: Sequence[Man]) -> tuple[TapView, ...]:
    """List what may be played by touch."""
    asks = model.question is not None or model.line.declared.offered is not None
    if model.waits is not Waits.MOVE or asks or model.is_tournament:
        return ()
    return tuple(_tap(tap, model, standing) for tap in model.rules.taps(model.state))


def freely(model: Model) -> bool:
    """True where any piece of who moves is touched, and any square after it."""
    asks = model.question is not None or model.line.declared.offered is not None
    is_due = model.waits in (Waits.MOVE, Waits.END) and bool(model.rules.bank(model.state))
    return model.is_tournament and is_due and not asks


def instead_of(model: Model) -> tuple[MoveLine, ...]:
    """List what may be done instead of moving."""
    if model.waits is Waits.OVER or isinstance(model.question, Conflict):
        return ()
    return tuple(MoveLine(str(move), optional_words(move, model)) for move in instead(model))


def _tap(tap: Tap, model: Model, standing: Sequence[Man]) -> TapView:
    move = tap.move
    values: list[int] = []
    if isinstance(move, PieceMove):
        values = [move.value]
    elif isinstance(move, Play):
        dice = sorted({value for value, _ in model.rules.bank(model.state)})
        distance = move.steps[0].start - move.steps[-1].end
        values = [pip for pip in dice if pip == distance]
        if not values and move.steps[-1].end == 0:
            values = [pip for pip in dice if pip > distance]
    return TapView(
        piece=_on_top(tap, standing),
        start=tap.start,
        end=tap.end,
        move=str(move),
        values=tuple(values),
        text=move_words(move, model.setup, mover=user_of(model), home=model.rules.home_step),
        takes=bool(isinstance(move, PieceMove) and move.captures)
        or bool(isinstance(move, Play) and move.steps[-1].hit),
    )


def _on_top(tap: Tap, standing: Sequence[Man]) -> tuple[int, int]:
    """Tell which piece of a pile is touched: in a pile all are alike, and fingers meet the topmost."""
    this = next(man for man in standing if (man.player, man.piece) == tap.piece)
    if not this.piled:
        return tap.piece
    pile = [
        man.piece
        for man in standing
        if (man.player, man.square, man.step) == (this.player, this.square, this.step)
    ]
    return tap.piece[0], max(pile)


def moves_of(model: Model) -> tuple[MoveLine, ...]:
    """List what may be played."""
    if model.question or model.waits is not Waits.MOVE or model.is_tournament:
        return ()
    return tuple(
        MoveLine(
            str(move),
            move_words(move, model.setup, mover=user_of(model), home=model.rules.home_step),
            warning_words(model, move),
        )
        for move in model.line.moves
    )
