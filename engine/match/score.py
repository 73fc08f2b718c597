"""Matches and money play: the score, the Crawford game, and by which options the next game is played.

A `Match` is a value: `after` gives the next one. It says under which options its next game is played, and
`engine.backgammon` plays that game (BP28, BS5).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated

from engine.errors import NotNowError, SetupError
from engine.facts import Ending, Outcome
from engine.options import OptionValue
from engine.record import NEEDED, Count


@dataclass(frozen=True, slots=True)
class Match:
    """A series of games between two players.

    >>> match = Match(length=3, score=(2, 0))
    >>> match.is_crawford
    True
    """

    length: Count
    """Points that win it; 0 plays for money, without an end."""
    score: Annotated[tuple[Count, Count], NEEDED] = (0, 0)
    """Points by seat."""
    crawford: Annotated[bool, NEEDED] = True
    """In a match, one game is played without doubling."""
    crawford_played: Annotated[bool, NEEDED] = False
    """That game is over."""
    jacoby: Annotated[bool, NEEDED] = False
    """For money only."""
    beavers: Annotated[bool, NEEDED] = False
    """For money only."""

    def __post_init__(self) -> None:
        """Check that it can be.

        Raises:
            SetupError: If the length or the score cannot be, or money play and match are mixed.
        """
        if type(self.length) is not int or not 0 <= self.length <= 99:
            raise SetupError(f"a match goes to 1 to 99 points, or 0 for money, not to {self.length!r}")
        if len(self.score) != 2 or any(type(points) is not int or points < 0 for points in self.score):
            raise SetupError(f"the score is {self.score!r}: give two whole numbers from 0 on")
        if self.length and min(self.score) >= self.length:
            raise SetupError(
                f"the score is {self.score!r}: only one player can have won {self.length} points"
            )
        for name, given in (("jacoby", self.jacoby), ("beavers", self.beavers)):
            if self.length and given:
                raise SetupError(f"{name!r} is for money play (length 0), not for a match to {self.length}")

    @property
    def is_over(self) -> bool:
        """True if somebody has won the match."""
        return bool(self.length) and max(self.score) >= self.length

    @property
    def winner(self) -> int | None:
        """Name the seat that has won the match; None before that."""
        return self.score.index(max(self.score)) if self.is_over else None

    @property
    def is_crawford(self) -> bool:
        """True if the next game is the Crawford game: a player has just come within one point."""
        within_one = self.length > 1 and max(self.score) == self.length - 1
        return self.crawford and within_one and not self.crawford_played

    @property
    def is_post_crawford(self) -> bool:
        """True if the Crawford game is over: the cube is live again."""
        return self.crawford_played and not self.is_over

    def options(self) -> dict[str, OptionValue]:
        """Return the options of the next game; in the Crawford game `crawford` forbids doubling.

        Raises:
            NotNowError: If the match is over.
        """
        if self.is_over:
            raise NotNowError("the match is over: there is no next game")
        return {
            "cube": True,
            "crawford": self.is_crawford,
            "jacoby": self.jacoby,
            "beavers": self.beavers,
        }

    def after(self, outcome: Outcome) -> Match:
        """Return the match after one more game; one that all agreed to leave without a winner counts nothing.

        Raises:
            NotNowError: If the match is over, or the game has not one winner of two.
        """
        if self.is_over:
            raise NotNowError("the match is over: no further game counts")
        if outcome.ending is Ending.AGREED and not outcome.winners:
            return self
        if outcome.winners not in ((0,), (1,)):
            raise NotNowError(f"a game of a match is won by seat 0 or 1, not by {outcome.winners!r}")
        mine, theirs = self.score
        won = outcome.points
        score = (mine + won, theirs) if outcome.winners == (0,) else (mine, theirs + won)
        return replace(self, score=score, crawford_played=self.crawford_played or self.is_crawford)
