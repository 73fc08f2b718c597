"""Events drawn from the types of their own fields, each with nothing, one thing and many things in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from enum import Enum
from functools import cached_property
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from engine.events import Event, Setup
from engine.messages import Message
from engine.move import EndTurn, Move, parse_move
from engine.reasons import Reason
from engine.table.state import Model
from engine.throw import Dice

Amount = Literal["empty", "one", "many"]
AMOUNTS: tuple[Amount, ...] = get_args(Amount)

_SEATS = {"player", "winners", "places", "whose"}
"""Fields in which a number is a seat."""


@dataclass(frozen=True)
class Drawing:
    """Draws events that fit a game in progress."""

    model: Model

    def events(self) -> Iterator[Event]:
        """Draw events of every class, and of every kind of consequence."""
        for cls in get_args(Event):
            drawn: list[Event] = []
            drawn += (one for one in self.variants(cls) if one not in drawn)
            yield from drawn

    def variants(self, cls: type[Any]) -> Iterator[Any]:
        """Draw values of a class: all parts alike, then each part empty, and each of its choices."""
        hints = get_type_hints(cls)
        alike = {
            amount: cls(**{name: self.value(hint, name, amount) for name, hint in hints.items()})
            for amount in AMOUNTS
        }
        yield from alike.values()
        for part in fields(cls):
            yield replace(alike["many"], **{part.name: getattr(alike["empty"], part.name)})
            for value in self._choices(hints[part.name]):
                yield replace(alike["one"], **{part.name: value})

    def _choices(self, hint: Any) -> Iterator[Any]:
        """List all values of a type of which there are few, and those of a class that is a part."""
        if get_origin(hint) is Literal:
            yield from get_args(hint)
        elif isinstance(hint, type) and issubclass(hint, Enum):
            yield from hint
        elif is_dataclass(hint) and hint not in _LEAVES:
            yield from self.variants(hint)

    def value(self, hint: Any, name: str, amount: Amount) -> Any:
        """Draw a value of a type for the field of this name."""
        if hint in _LEAVES:
            return _LEAVES[hint](self.model, amount)
        origin, args = get_origin(hint), get_args(hint)
        place = AMOUNTS.index(amount)
        if origin in (Union, UnionType):
            return self._either(args, name, amount)
        if origin is tuple and args[-1] is Ellipsis:
            drawn = [self.value(args[0], name, each) for each in (*AMOUNTS, *AMOUNTS)]
            return tuple(dict.fromkeys(drawn[:0] if not place else drawn[1:2] if place == 1 else drawn))
        if origin is tuple:
            return tuple(self.value(one, name if n == 0 else "piece", amount) for n, one in enumerate(args))
        if origin is Literal:
            return args[min(place, len(args) - 1)]
        if origin in (dict, Mapping):
            return self.model.rules.to_position(self.model.state)
        if issubclass(hint, Enum):
            return list(hint)[place]
        if is_dataclass(hint):
            return hint(**{key: self.value(one, key, amount) for key, one in get_type_hints(hint).items()})
        return self._plain(hint, name, place)

    def _either(self, args: tuple[Any, ...], name: str, amount: Amount) -> Any:
        """Draw a throw, a move, or what may be missing."""
        if NoneType in args:
            rest = next(one for one in args if one is not NoneType)
            return None if amount == "empty" else self.value(rest, name, amount)
        throws, place = self.model.rules.wants(self.model.state).throws(), AMOUNTS.index(amount)
        throw = throws[(0, len(throws) // 2, -1)[place]]
        if EndTurn not in args or (Dice in args and amount == "many"):
            return throw
        usual = parse_move("13/7" if isinstance(throw, Dice) else "a 0/4 =4")
        return EndTurn() if amount == "empty" else (self._legal or [usual])[0 if amount == "one" else -1]

    def _plain(self, hint: type, name: str, place: int) -> Any:
        """Draw a text, a number or a truth."""
        if hint is bool:
            return bool(place)
        if hint is str:
            return ("", "r0c0", 'Asha <b>"&amp;" {and} 100 % more of it')[place]
        if name in _SEATS or name == "pieces":
            return (0, 0, len(self.model.setup.names) - 1)[place]
        if name in ("of", "at", "kept", "stopped_at"):
            return (0 if name in ("kept", "stopped_at") else self._events[0], *self._events[-2:])[place]
        usual = {"seconds": (-90, 60, 3600), "waits": (0, 1, 20), "piece": (0, 1, 3)}
        return usual.get(name, (0, 1, 25))[place]

    @cached_property
    def _legal(self) -> list[Move]:
        return self.model.rules.moves(self.model.state)

    @cached_property
    def _events(self) -> list[int]:
        """What other events speak of: throws and moves, then what was taken back, then throws that wait."""
        done = [one.seq for one in self.model.actions]
        return done + [one.seq for one in (*self.model.undone, *self.model.waiting)]


def _message(amount: Amount) -> Message:
    fields = {"seen": 1, "expected": 4}
    return {
        "empty": Message(""),
        "one": Message("one die leans: lay it flat"),
        "many": Message("{seen} seen, {expected} expected", fields),
    }[amount]


def _reason(amount: Amount) -> Reason:
    return {
        "empty": Reason("", "board-lost", {"player": 0, "square": "r0c0"}),
        "one": Reason("C4", "no-kadi", {"player": 0}),
        "many": Reason("C19", "entry-value", {"value": 2, "values": (1, 4, 8)}),
    }[amount]


_LEAVES: Mapping[Any, Callable[[Model, Amount], Any]] = {
    Setup: lambda model, _: model.setup,
    Message: lambda _, amount: _message(amount),
    Reason: lambda _, amount: _reason(amount),
}
"""What is drawn as a whole: its parts fit only one another."""
