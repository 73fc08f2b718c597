"""What the memory of a game tells of the match that it belongs to."""

from __future__ import annotations

from engine.facts import Outcome
from engine.match import Conduct, Match
from engine.setup import Setup


class OfMatch:
    """Part of `engine.table.state.Model`."""

    __slots__ = ()
    setup: Setup
    withdrawn: bool

    @property
    def outcome(self) -> Outcome | None:
        """Who won; None while the game goes on."""
        raise NotImplementedError

    @property
    def match(self) -> Match | None:
        """The match as it stands, with this game's points once it is over; None for a single game."""
        place, outcome = self.setup.match, self.outcome
        if place is None:
            return None
        return place.match.after(outcome) if outcome and len(outcome.winners) == 1 else place.match

    @property
    def game_follows(self) -> bool:
        """True if this game of a match is over, and the match is not."""
        match = self.match
        return match is not None and self.outcome is not None and not match.is_over and not self.withdrawn

    @property
    def conduct(self) -> Conduct | None:
        """What is settled for the match now; None for a single game."""
        return None if self.setup.match is None else self.setup.match.conduct

    @property
    def is_tournament(self) -> bool:
        """True while a match in tournament mode goes on: nothing helps its players."""
        conduct, match = self.conduct, self.match
        return conduct is not None and match is not None and conduct.tournament and not match.is_over

    @property
    def tells_illegal(self) -> bool:
        """True where a play that the rules forbid is told; else it is entered as it was done."""
        conduct = self.conduct
        return conduct is None or conduct.tells_illegal or not self.is_tournament
