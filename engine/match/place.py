"""Where in a match a game stands: written with the game's start, so that each game knows its score by itself.

A match is a chain of games: each names the first one and the one before it. What was played after an end
that was taken back is on no chain any more, and nothing of it is deleted.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Any

from engine.errors import NotationError, SetupError
from engine.facts import Outcome
from engine.match.clock import Clock, TimeControl
from engine.match.conduct import Conduct
from engine.match.origin import Origin
from engine.match.score import Match
from engine.options import OptionValue
from engine.record import FLAT, NEEDED, SPARSE, Count

MATCHES = "backgammon"
"""Of this game there are matches."""

LONGEST_MATCH = 25
"""Points that a match on the table goes to at most."""

MOST_POINTS = 1_000_000
"""A score for money is below it, and so is the number of a game of a match."""

_OPTIONS = ("crawford", "jacoby", "beavers")
"""What the match says of the rules of each game."""


def check_game(game: str, players: int) -> None:
    """Refuse a match of a game of which there are none.

    Raises:
        SetupError: If it is another game, or not for two.
    """
    if (game, players) != (MATCHES, 2):
        raise SetupError(f"a match is of {MATCHES} between two, not of {game!r} with {players}")


@dataclass(frozen=True, slots=True)
class MatchPlace:
    """Which game of a match a game is, and how the match stood when it began."""

    match: Annotated[Match, FLAT]
    """As it stood then."""
    number: Annotated[Count, NEEDED] = 1
    """Which game of the match it is, from 1."""
    first: Annotated[Count, NEEDED] = 0
    """The journal's number of the first game; 0 if this is it."""
    before: Annotated[Count, NEEDED] = 0
    """The journal's number of the game before; 0 if there was none on this box."""
    times: TimeControl | None = None
    """None where it is played without a clock."""
    conduct: Annotated[Conduct, SPARSE] = field(default_factory=Conduct)
    """What is settled beside the rules."""
    origin: Annotated[Origin | None, SPARSE] = None
    """What its file says of it; None for a match of this box."""

    def __post_init__(self) -> None:
        """Check that it can be played on the table.

        Raises:
            SetupError: If the match is too long, or a number cannot be.
        """
        if self.match.length > LONGEST_MATCH:
            raise SetupError(
                f"a match on the table goes to 1 to {LONGEST_MATCH} points, or 0 for money, "
                f"not to {self.match.length!r}"
            )
        if max(self.match.score) >= MOST_POINTS or not 1 <= self.number < MOST_POINTS:
            raise SetupError(f"a score and the number of a game are below {MOST_POINTS}")
        if min(self.first, self.before) < 0:
            raise SetupError("the number of a game in the journal is 1 or more, or 0 for none")

    @property
    def clock(self) -> Clock | None:
        """The clock before the first move; None where the match is played without one."""
        return None if self.times is None else Clock.of(self.times, spoken=self.conduct.spoken)

    def following(self, outcome: Outcome, *, game: int) -> MatchPlace:
        """Return the place of the game that follows one with this place.

        Args:
            outcome: How that game ended.
            game: The journal's number of that game.

        Raises:
            NotNowError: If the match is over, or the game has not one winner of two.
        """
        match = self.match.after(outcome)
        return replace(self, match=match, number=self.number + 1, first=self.first or game, before=game)

    def options(self, written: Mapping[str, OptionValue], *, cube: bool) -> dict[str, OptionValue]:
        """Return the options of this game: those written, and what the match says of its own.

        Args:
            written: Of the setup.
            cube: It is played with the doubling cube; without it nobody doubles in any game.

        Raises:
            NotNowError: If the match is over.
            SetupError: If an option is not that of the match, or the match is played with the Jacoby rule or
                beavers, but without the cube.
        """
        said = self.match.options()
        for key in ("jacoby", "beavers"):
            if said[key] and not cube:
                raise SetupError(f"{key!r} is about the doubling cube, and this match is played without it")
        kept = {key: value for key, value in written.items() if key not in _OPTIONS}
        own = [key for key in _OPTIONS if cube and said[key]]
        for key in _OPTIONS:
            if written.get(key) is True and key not in own:
                raise SetupError(f"option {key!r} is not that of the match: leave it to the match")
        return kept | dict.fromkeys(own, True)

    @classmethod
    def from_fields(cls, fields: dict[str, Any]) -> MatchPlace:
        """Put one together that was read.

        Raises:
            NotationError: If the match is over.
        """
        match: Match = fields["match"]
        if match.is_over:
            raise NotationError(
                f"a match to {match.length} points at {match.score} is over: no game of it is played"
            )
        return cls(**fields)
