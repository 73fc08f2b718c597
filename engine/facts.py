"""What a throw or a move brings about besides itself, and how a game ends."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from engine.record import NEEDED, Count, Key, Within


class Ending(StrEnum):
    """Why a game ended."""

    ALL_HOME = "all-home"
    """A player, or a team, brought every piece home."""
    BORNE_OFF = "borne-off"
    """A player bore every checker off."""
    STUCK = "stuck"
    """Nobody can ever move again; the open places are shared."""
    DROPPED = "dropped"
    """A player passed the doubling cube."""
    RESIGNED = "resigned"
    """All others gave up, or the winner accepted a resignation."""
    AGREED = "agreed"
    """The players agreed that it is over, with a winner or without."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """Who won, and why."""

    winners: tuple[Count, ...]
    """Seats; two for partners; empty when nobody won."""
    ending: Ending
    points: Annotated[Count, NEEDED] = 1
    """1 a single game, 2 a gammon, 3 a backgammon, times the cube; 0 where all agreed on no winner."""
    places: Annotated[tuple[tuple[Count, ...], ...], NEEDED] = ()
    """Seats by place, best first; those in one tuple share it. Empty where places are not counted."""
    cube: Annotated[int, Within(1, 2**40 - 1)] = 1
    """What the doubling cube shows; it is counted in `points`."""


@dataclass(frozen=True, slots=True)
class Stakes:
    """The doubling cube, as everybody in the room sees it."""

    value: int
    """What it shows."""
    owner: int | None
    """The seat that owns it; None while it is in the middle."""


class FactKind(StrEnum):
    """What a throw or a move brought about, besides itself."""

    CAPTURED = "captured"
    """Pieces were sent back: `pieces` are (player, piece)."""
    HOME = "home"
    """Pieces of the mover reached home or were borne off."""
    AGAIN = "again"
    """The player throws again (`rule` says why: a grace, a capture)."""
    LOST = "lost"
    """Values could not be used and are gone (`values`)."""
    VOID = "void"
    """A throw counts for nothing (P6)."""
    CANCELLED = "cancelled"
    """Throws cancelled one another (P23)."""
    PASSED = "passed"
    """The player could not move at all, and the turn went on."""
    TIED = "tied"
    """The throws for the beginning tie and are thrown again."""
    BEGINS = "begins"
    """The player won the throws for the beginning."""
    FINISHED = "finished"
    """A player has all pieces home and takes a place; others may go on."""
    KADI_LOST = "kadi-lost"
    """C18: the player was killed back to the start, and must kill again before the inner ring."""
    CHALLENGE_WON = "challenge-won"
    """C15: the second 1 was thrown."""
    CHALLENGE_LOST = "challenge-lost"
    """C16."""
    DOUBLED = "doubled"
    """A double is offered; `values` is what the cube would show."""
    TAKEN = "taken"
    """A double is taken; `values` is what the cube now shows."""
    RESIGNED = "resigned"
    """A player gave up; where others play on, the pieces are off the board."""
    RESIGNATION_OFFERED = "resignation-offered"
    """A player offers to resign; `values` is what the win would count before the cube."""
    RESIGNATION_REFUSED = "resignation-refused"
    """The other player refuses that."""


@dataclass(frozen=True, slots=True)
class Fact:
    """One consequence, for the voice, the lamps and the list of events."""

    kind: Annotated[FactKind, Key("type")]
    player: Count
    """Whom it concerns: who captured, who throws again, whose value is lost."""
    pieces: Annotated[tuple[tuple[Count, Count], ...], NEEDED] = ()
    values: Annotated[tuple[Count, ...], NEEDED] = ()
    rule: Annotated[str, NEEDED] = ""
