"""Throws as the page shows them: the last one, those that wait, those that can be chosen from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from engine.game import Waits
from engine.table.questions import Waiting
from engine.table.state import Model
from engine.throw import Cowries, Dice, Throw, ThrowKind
from web.language.bidi import isolated
from web.language.labels import (
    counts_words,
    kept_words,
    neighbours,
    source_words,
    throw_words,
    wants_words,
)
from web.language.locale import _
from web.language.messages import said


@dataclass(frozen=True, slots=True)
class ThrowLine:
    """A throw with its words under the values in force."""

    text: str
    """As the engine writes it."""
    words: str


@dataclass(frozen=True, slots=True)
class _Thrown(ThrowLine):
    """A throw that was made."""

    seq: int
    photo: str
    """Name of the photograph; empty when there is none."""
    source: str
    others: tuple[ThrowLine, ...]
    """What it may have been instead, the likeliest first."""


@dataclass(frozen=True, slots=True)
class LastThrow(_Thrown):
    """The throw that was made last."""

    player: int
    name: str
    counts: str
    """What it counts, as short as can be."""
    source_text: str
    """Where it came from, in words; empty for the eye."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is thrown next."""

    kind: str
    count: int
    text: str
    throws: tuple[ThrowLine, ...]
    """Every throw that there can be."""


@dataclass(frozen=True, slots=True)
class KeptThrow(_Thrown):
    """A throw that came early and waits for its turn."""

    asked: ClassVar = False

    why: str
    """For what it waits, in words."""


@dataclass(frozen=True, slots=True)
class AskedThrow:
    """A throw of which the eye asks what it was."""

    seq: int
    photo: str
    source: str
    doubts: tuple[str, ...]
    """Why it asks."""
    faces: tuple[str, ...]
    likely: tuple[ThrowLine, ...]
    """The likeliest answers, the likeliest first."""
    others: tuple[ThrowLine, ...]
    asked: bool = True


def throw_line(throw: Throw, model: Model, *, state: Any = None) -> ThrowLine:
    """Write a throw with its words; under the values of another position where one is given."""
    worth = model.rules.value_of(model.state if state is None else state, throw)
    return ThrowLine(str(throw), throw_words(throw, worth, game=model.setup.game))


def _answer(throw: Throw, model: Model) -> ThrowLine:
    """Write a throw as an answer: of two dice for the beginning, whose is which."""
    if not isinstance(throw, Dice) or len(set(throw.pips)) <= model.rules.wants(model.state).count:
        return throw_line(throw, model)
    first, second = map(isolated, model.setup.names)
    mine, theirs = throw.pips
    words = _("{player} {die}, {other} {other_die}", player=first, die=mine, other=second, other_die=theirs)
    return ThrowLine(str(throw), words)


def wanted(model: Model) -> Wanted | None:
    """Write what is thrown next; None when the game is over, and no other of its match follows."""
    if model.waits is Waits.OVER and not model.game_follows:
        return None
    kind = model.rules.wants(model.rules.start() if model.game_follows else model.state)
    return Wanted(kind.kind, kind.count, wants_words(kind), _all(kind, model))


def kind_of(throw: Throw) -> ThrowKind:
    """Return what kind of throw it is: how many shells or dice."""
    if isinstance(throw, Cowries):
        return ThrowKind("cowries", throw.shells)
    return ThrowKind("dice", len(throw.pips))


def kinds(model: Model) -> Mapping[str, tuple[ThrowLine, ...]]:
    """List every throw of the kinds that were thrown in this game."""
    thrown = {kind_of(a.action) for a in model.actions if isinstance(a.action, Dice | Cowries)}
    return {str(kind): _all(kind, model) for kind in thrown}


def last_throw(model: Model) -> LastThrow | None:
    """Write the throw that was made last; None before the first."""
    action = model.last_throw
    if action is None or not isinstance(action.action, Dice | Cowries):
        return None
    before = model.states[model.place(action.seq)]
    line = throw_line(action.action, model, state=before)
    return LastThrow(
        line.text,
        line.words,
        seq=action.seq,
        player=action.player,
        name=model.setup.names[action.player],
        counts=counts_words(action.action, model.rules.value_of(before, action.action)),
        photo=action.photo,
        source=action.source,
        source_text=source_words(action.source),
        others=_others(action.action, model, state=before),
    )


def drawn_value(value: int, model: Model) -> str:
    """Return the throw that lies there when a value is to be played: a die, or so many shells."""
    last = model.last_throw
    thrown = last.action if last is not None else None
    if isinstance(thrown, Dice):
        return str(value) if 1 <= value <= 6 else ""
    if not isinstance(thrown, Cowries):
        return ""
    worth = model.rules.value_of
    fits = (
        one
        for one in kind_of(thrown).throws()
        if (counts := worth(model.state, one)) and counts.value == value
    )
    return str(next(fits, ""))


def waiting_throw(waiting: Waiting, model: Model) -> KeptThrow | AskedThrow:
    """Write a throw that waits."""
    if waiting.throw is not None:
        line = throw_line(waiting.throw, model)
        others = _others(waiting.throw, model)
        why = kept_words(model) if waiting == model.waiting[0] else _("Waits for its turn.")
        return KeptThrow(line.text, line.words, waiting.seq, waiting.photo, waiting.source, others, why)
    asked = waiting.asked
    assert asked is not None
    likely = list(asked.alternatives)
    kind = kind_of(likely[0]) if likely else model.rules.wants(model.state)
    throws = list(kind.throws())
    if any(len(set(getattr(one, "pips", ()))) > model.rules.wants(model.state).count for one in likely):
        throws += [Dice(one.pips[::-1]) for one in throws if isinstance(one, Dice)]  # either die is anybody's
    rest = [throw for throw in dict.fromkeys(throws) if throw not in likely]
    return AskedThrow(
        waiting.seq,
        waiting.photo,
        waiting.source,
        doubts=tuple(map(said, asked.doubts)),
        faces=asked.faces,
        likely=tuple(_answer(throw, model) for throw in likely[:3]),
        others=tuple(_answer(throw, model) for throw in [*likely[3:], *rest]),
    )


def _all(kind: ThrowKind, model: Model) -> tuple[ThrowLine, ...]:
    return tuple(throw_line(throw, model) for throw in kind.throws())


def _others(throw: Throw, model: Model, *, state: Any = None) -> tuple[ThrowLine, ...]:
    """List other throws, the likeliest first."""
    return tuple(throw_line(other, model, state=state) for other in neighbours(throw))
