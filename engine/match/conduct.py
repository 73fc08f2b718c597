"""How a match is conducted: what its players or a director settle beside the rules of the game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from engine.errors import SetupError
from engine.record import About, Within, sparse

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

    event: Annotated[str, Within(0, LONGEST_HEADING), About("Name of the tournament; empty for none.")] = ""
    round: Annotated[str, Within(0, LONGEST_HEADING), About("Which round of it.")] = ""
    turn_ends: Annotated[TurnEnds, About("What ends a turn (BS7).")] = "phone"
    illegal_plays: Annotated[IllegalPlays, About("As in BS9.")] = "legal moves"
    dice_on_checkers: Annotated[DiceOnCheckers, About("As in BS10.")] = "void"
    tournament: Annotated[bool, About("Until the match is over nothing helps its players.")] = False
    tells_illegal: Annotated[bool, About("In a tournament: illegal plays are told all the same.")] = True
    spoken: Annotated[
        bool, About("For blind players: throws and plays are said, and both have more time.")
    ] = False
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
