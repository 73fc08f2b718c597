"""How a match is conducted: what its players or a director settle beside the rules of the game.

>>> Conduct(event="Sunday cup", turn_ends="dice").to_json()
{'event': 'Sunday cup', 'turn_ends': 'dice'}
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Literal, get_args

from engine.errors import NotationError, SetupError
from engine.json_values import flag, one_of, text, whole

TurnEnds = Literal["phone", "button", "dice"]
"""What ends a turn (BS7): a touch on a phone, the button, or lifting the dice. A phone always may."""

IllegalPlays = Literal["legal moves", "responsible moves"]
"""Of an illegal play (BS9): put right until the next throw or double, or also let stand by the opponent."""

DiceOnCheckers = Literal["void", "count"]
"""What a die that lies flat on a checker does to the throw (BS10)."""

LONGEST_LAG_S = 900
"""Spectators see the match at most so much later."""

LONGEST_HEADING = 80
"""Characters of the name of an event or a round."""


@dataclass(frozen=True, slots=True)
class Conduct:
    """What is settled for a match."""

    event: str = ""
    """Name of the tournament; empty where there is none."""
    round: str = ""
    """Which round of it: a text, as directors write it."""
    turn_ends: TurnEnds = "phone"
    illegal_plays: IllegalPlays = "legal moves"
    dice_on_checkers: DiceOnCheckers = "void"
    tournament: bool = False
    """No help before the end: no legal moves, hints, pip counts, analysis."""
    tells_illegal: bool = True
    """In a tournament: illegal plays are told all the same."""
    spoken: bool = False
    """For blind players: throws and plays are said, and both have more free seconds."""
    spectators_lag_s: int = 0
    """So much later those see the match who only watch, in seconds."""

    def __post_init__(self) -> None:
        """Check that it can be.

        Raises:
            SetupError: If a choice is none, a text too long, or the lag too long.
        """
        for key, choices in _CHOICES.items():
            if (given := getattr(self, key)) not in choices:
                raise SetupError(f"{key!r} is {given!r}: choose {' or '.join(choices)}")
        for key in _TEXTS:
            given = getattr(self, key)
            if len(given) > LONGEST_HEADING or not given.isprintable():
                raise SetupError(f"{key!r} is a text of at most {LONGEST_HEADING} letters in one line")
        if not 0 <= self.spectators_lag_s <= LONGEST_LAG_S:
            raise SetupError(f"spectators see it 0 to {LONGEST_LAG_S} seconds later")

    def to_json(self) -> dict[str, Any]:
        """Write what is not as it is by default."""
        return {one.name: given for one in fields(self) if (given := getattr(self, one.name)) != one.default}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Conduct:
        """Read it back; what is not written is as it is by default.

        Raises:
            NotationError: If a key is unknown.
            ValueError: If a part is of another kind.
        """
        if unknown := sorted(set(data) - set(_READERS)):
            raise NotationError(
                f"unknown key {unknown[0]!r} in the conduct of a match: there are {', '.join(_READERS)}"
            )
        return cls(**{key: _READERS[key](given) for key, given in data.items()})


_TEXTS = ("event", "round")
_CHOICES = {
    "turn_ends": get_args(TurnEnds),
    "illegal_plays": get_args(IllegalPlays),
    "dice_on_checkers": get_args(DiceOnCheckers),
}
_READERS: dict[str, Any] = (
    dict.fromkeys(_TEXTS, text)
    | {key: one_of(*choices) for key, choices in _CHOICES.items()}
    | dict.fromkeys(("tournament", "tells_illegal", "spoken"), flag)
    | {"spectators_lag_s": whole}
)
