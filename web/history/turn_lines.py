"""The list of turns in the reader's words: one line a turn, as short as players write it.

Throws stand as they lay, with what they count (``2/6 · 2``, ``6-5``); a piece by its letter with the steps of
its way (``a 12→14``; ``a →0 (4)`` where it waited beside the board); a play of checkers whole (``24/13``),
however many touches it was made with.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from engine.ending import Accept, Agree, EndingMove, Refuse, Resign
from engine.events import PositionSet, Setup
from engine.facts import FactKind
from engine.move import CubeMove, Decline, EndTurn, PieceMove, Play, Step
from engine.notation import whole_play
from engine.table.members import setup_at
from engine.table.state import Model
from engine.table.turns import Deed, MarkKind, Turn
from engine.throw import Cowries, Dice
from web.games import page_of
from web.language import points
from web.language.catalogue import mark
from web.language.labels import CUBE_WORDS, piece_names, play_words
from web.language.locale import _, translated

_ENDING_WORDS = {
    Resign: mark("resigns"),
    Accept: mark("accepts"),
    Refuse: mark("refuses"),
    Agree: mark("all agree to end"),
}

_SIGNS: Mapping[MarkKind, str] = {"double": "×2", "question": "?", "set": "✎"}
"""A capture has the game's own word instead: a cross would look like a mistake."""

NOTHING = "–"
"""What could not be played."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A sign beside what is worth looking at."""

    kind: MarkKind
    sign: str
    words: str
    """For who does not see the sign."""


@dataclass(frozen=True, slots=True)
class Item:
    """A throw, a move or a whole play."""

    text: str
    first: int
    """The positions that it led to; 0 for what was taken back."""
    last: int
    marks: tuple[Mark, ...] = ()
    throw: bool = False


@dataclass(frozen=True, slots=True)
class TurnLine:
    """One line of the list."""

    row: int
    """Which turn it is, from 0."""
    number: int
    """What people call it, from 1."""
    player: int
    name: str
    """Of the seat, as it was called then."""
    items: tuple[Item, ...]


def turn_lines(model: Model, turns: Sequence[Turn], rows: range) -> list[TurnLine]:
    """Write some turns, by their places in the list."""
    return [
        TurnLine(row, turn.number, turn.player, setup.names[turn.player], tuple(_items(turn.deeds, then)))
        for row in rows
        for turn in [turns[row]]
        for setup in [setup_at(model, turn.deeds[-1].seq)]
        for then in [model if setup is model.setup else replace(model, setup=setup)]
    ]


def mark_of(kind: MarkKind, setup: Setup) -> Mark:
    """Name a mark in the game's own words."""
    words = {
        "capture": page_of(setup.game).words.capture,
        "double": CUBE_WORDS["double"],
        "question": mark("People decided"),
        "set": mark("Set by hand"),
    }
    word = translated(words[kind])
    return Mark(kind, _SIGNS.get(kind, word), word)


def _items(deeds: Iterable[Deed], model: Model) -> list[Item]:
    """Write what was done; plays that follow one another are one, and so is what belongs to a throw alone."""
    found: list[Item] = []
    for (is_play, stands), group in groupby(deeds, _kind):
        together = list(group)
        if is_play and stands:
            found.append(_play(together, model))
            continue
        for deed in together:
            if isinstance(deed.action.action, EndTurn) and deed.step and found and found[-1].last:
                found[-1] = _with_end(found[-1], deed)
            elif not isinstance(deed.action.action, EndTurn) or deed.step:
                found.append(_item(deed, model))
    return found


def _kind(deed: Deed) -> tuple[bool, bool]:
    return isinstance(deed.action.action, Play), bool(deed.step)


def _with_end(item: Item, deed: Deed) -> Item:
    """Add the end of the turn to what was done last; after a throw alone, nothing was played."""
    text = item.text if not item.throw or item.text.endswith(NOTHING) else f"{item.text} {NOTHING}"
    return Item(text, item.first, deed.step, item.marks, item.throw)


def _play(deeds: Sequence[Deed], model: Model) -> Item:
    setup, mover = model.setup, deeds[0].action.player
    steps: list[Step] = []
    for deed in deeds:
        play = points.move(deed.action.action, mover, game=setup.game, preset=setup.preset)  # type: ignore[arg-type]
        steps += play.steps if isinstance(play, Play) else ()
    kinds = dict.fromkeys(kind for deed in deeds for kind in deed.marks)
    marks = tuple(mark_of(kind, setup) for kind in kinds)
    return Item(play_words(whole_play(steps)), deeds[0].step, deeds[-1].step, marks)


def _item(deed: Deed, model: Model) -> Item:
    is_throw = isinstance(deed.action.action, Cowries | Dice)
    text = _throw(deed, model) if is_throw else _move(deed, model)
    if deed.action.how == "void":
        text = _("{throw} void", throw=text)
    elif deed.is_idle:
        text += f" {NOTHING}"
    marks = tuple(mark_of(kind, model.setup) for kind in deed.marks)
    return Item(text, deed.step, deed.step, marks, is_throw)


def _throw(deed: Deed, model: Model) -> str:
    throw = deed.action.action
    if isinstance(throw, Dice):
        return "-".join(map(str, sorted(throw.pips, reverse=True)))
    assert isinstance(throw, Cowries)
    if deed.step:
        worth = model.rules.value_of(model.line.reached[deed.step - 1].state, throw)
        value, again = (worth.value, worth.again) if worth else (0, False)
    else:
        value, again = (deed.threw.value, deed.threw.again) if deed.threw else (0, False)
    return f"{throw} · {value}{'+' * again}"


def _move(deed: Deed, model: Model) -> str:
    move, setup, player = deed.action.action, model.setup, deed.action.player
    match move:
        case PieceMove():
            return _piece(move, setup, player, deed.action.whose, home=model.rules.home_step)
        case Play():
            numbered = points.move(move, player, game=setup.game, preset=setup.preset)
            return play_words(whole_play(numbered.steps if isinstance(numbered, Play) else ()))
        case Decline():
            return f"{move.value}: {NOTHING}"
        case EndTurn():
            return NOTHING
        case PositionSet():
            return translated(mark("Set by hand"))
    if isinstance(move, EndingMove):
        return translated(_ENDING_WORDS[type(move)])
    if isinstance(move, CubeMove):
        text = translated(CUBE_WORDS[str(move)])
        facts = model.line.reached[deed.step].facts if deed.step else ()
        value = next((fact.values[0] for fact in facts if fact.kind is FactKind.DOUBLED and fact.values), 0)
        return f"{text} → {value}" if value else text
    return str(move)


def _piece(move: PieceMove, setup: Setup, player: int, whose: int | None, *, home: int) -> str:
    names = piece_names(move, setup, mover=player, whose=whose)
    if move.kind == "pair":
        return f"{names} = {move.start}"
    start = str(move.start) if move.start >= 0 else ""  # a pawn that waits stands on no step
    end = _("home") if move.end == home else str(move.end)
    tells = move.value and (move.value != move.end - move.start or not start)
    return f"{names} {start}→{end}" + (f" ({move.value})" if tells else "")
