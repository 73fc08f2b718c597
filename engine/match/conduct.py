"""How a match is conducted: what its players or a director settle beside the rules of the game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from engine.errors import SetupError
from engine.record import Within, sparse

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


@sparse
@dataclass(frozen=True, slots=True)
class Conduct:
    """What is settled for a match."""

    event: Annotated[str, Within(0, LONGEST_HEADING)] = ""
    """Name of the tournament; empty where there is none."""
    round: Annotated[str, Within(0, LONGEST_HEADING)] = ""
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
    spectators_lag_s: Annotated[int, Within(0, LONGEST_LAG_S)] = 0
    """So much later those see the match who only watch, in seconds."""

    def __post_init__(self) -> None:
        """Check that it can be.

        Raises:
            SetupError: If a text is too long or has more than one line.
        """
        for key, given in (("event", self.event), ("round", self.round)):
            if len(given) > LONGEST_HEADING or not given.isprintable():
                raise SetupError(f"{key!r} is a text of at most {LONGEST_HEADING} letters in one line")
