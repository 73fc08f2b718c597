"""What a record does not carry, told in words: what was refused, corrected or taken back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from engine.events import (
    BoardAnswered,
    BoardAsked,
    BoardFound,
    BoardLost,
    BoardRefused,
    Corrected,
    CorrectionSettled,
    Logged,
    MovedBack,
    MoveRefused,
    MoveWarned,
    PositionSet,
    Redone,
    ThrowDropped,
    ThrowVoided,
    Undone,
)
from engine.table.questions import Action
from engine.table.state import Model, model_after

_SETTLED = {
    "accepted": "what does not fit the corrected throw is accepted as played",
    "undone": "everything from what does not fit the corrected throw on is taken back",
    "withdrawn": "the correction is left",
}
_SHOWN = 6


def remarks(events: Iterable[Logged]) -> Iterator[tuple[int, str]]:
    """Tell what a record leaves out, as (sequence number, one line of text).

    Args:
        events: All events of one game, its start first.
    """
    model: Model | None = None
    for logged in events:
        said = _remark(model, logged) if model is not None else ""
        if said:
            yield logged.seq, _one_line(said)
        model = model_after(model, logged)


def _remark(model: Model, logged: Logged) -> str:
    """Tell what one event means for a game as it is before it; empty for what the record itself shows."""
    names = model.setup.names
    match logged.event:
        case MoveRefused(player, move, reason):
            return f"{names[player]} did {move}: {reason.text(names=names)}"
        case MoveWarned(player, move, reason):
            return f"{names[player]} was warned of {move}: {reason.text(names=names)}"
        case BoardRefused(player, _, reason):
            return f"on the board, in the turn of {names[player]}: {reason.text(names=names)}"
        case BoardAsked():
            return "the eye was not sure what was done on the board"
        case BoardAnswered(_, which):
            return "it was none of what the eye took it for" if which is None else ""
        case BoardLost():
            return "the eye lost the board"
        case BoardFound():
            return "the board showed the game again"
        case MovedBack(_, warned):
            return "it was not made" if warned else "it was moved back on the board"
        case ThrowVoided(_, player, throw, reason):
            return f"the throw {throw} of {names[player]} is void: {reason.text(names=names)}"
        case Undone(of):
            return f"taken back: {_listed(model.actions[model.place(of) :])}"
        case Redone() if model.undone:
            return f"brought back: {_listed(model.undone[-1].actions)}"
        case Corrected(of, throw):
            for action in model.actions:
                if action.seq == of:
                    return f"the throw {action.action} of {names[action.player]} is corrected to {throw}"
            return f"a throw that waits is {throw}"
        case CorrectionSettled(_, how):
            return _SETTLED[how]
        case ThrowDropped():
            return "what lay there was no throw"
    return ""


def _listed(actions: Sequence[Action]) -> str:
    texts = [
        "a position set by hand" if isinstance(action.action, PositionSet) else str(action.action)
        for action in actions
    ]
    more = f"; and {len(texts) - _SHOWN} more" if len(texts) > _SHOWN else ""
    return "; ".join(texts[:_SHOWN]) + more


def _one_line(text: str) -> str:
    """Keep a remark on one line, whatever characters a name has."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)
