"""Actions of a match: how one begins, its next game, a throw that is void, a pause."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, ClassVar

from engine.errors import NotNowError
from engine.match import LONGEST_MATCH, Conduct, Match, MatchPlace, TimeControl
from engine.match.voids import VOIDS
from engine.messages import Message
from engine.record import About, Within, no_null, one_of
from engine.table.commands import BeginNextGame, EndPause, Pause, VoidThrow
from web.game.action_parts import Box
from web.game.actions.action import Action
from web.language.catalogue import mark
from web.request_body import At, Whole

_LENGTH = Message(mark("1 to {most} points, or 0 for money"), {"most": LONGEST_MATCH})


@no_null
@dataclass(frozen=True, slots=True)
class MatchAsked:
    """The match that a game begins: what is left out is as usual."""

    length: Annotated[
        int,
        Within(0, LONGEST_MATCH, _LENGTH),
        About("Points that win it; 0 for money."),
    ]
    crawford: Annotated[bool, About("Left out, true.")] = True
    jacoby: Annotated[bool, About("For money; left out, false.")] = False
    beavers: Annotated[bool, About("For money; left out, false.")] = False
    times: Annotated[TimeControl | None, About("The clock; left out, there is none.")] = None
    conduct: Annotated[Conduct, About("What is settled beside the rules.")] = field(default_factory=Conduct)

    def place(self) -> MatchPlace:
        """Return the place of its first game.

        Raises:
            SetupError: If no such match is played.
        """
        match = Match(self.length, crawford=self.crawford, jacoby=self.jacoby, beavers=self.beavers)
        return MatchPlace(match, times=self.times, conduct=self.conduct)


@dataclass(frozen=True, slots=True, kw_only=True)
class NextGameAction(Action):
    """Begin the next game of the match; whatever is thrown after the end of a game does so, too."""

    name: ClassVar = "next-game"

    at: At = None

    def do(self, box: Box) -> None:
        """Begin it."""
        box.table.do(BeginNextGame(), at=self.at, request=self.request)


@dataclass(frozen=True, slots=True, kw_only=True)
class VoidAction(Action):
    """Tell that the throw which counts now is void (BS6): it is thrown again, and its play is taken back."""

    name: ClassVar = "void"

    of: Annotated[Whole | None, About("The event of the throw; left out, the last one.")] = None
    why: Annotated[
        str, one_of(*VOIDS), About("What is wrong with a die; left out, nothing is said of it.")
    ] = "said"
    at: At = None

    def do(self, box: Box) -> None:
        """Take it away."""
        of = self.of
        if of is None:
            last = box.table.model.last_throw
            if last is None:
                raise NotNowError("nothing has been thrown yet that could be void")
            of = last.seq
        box.table.do(VoidThrow(of, self.why), at=self.at, request=self.request)


@dataclass(frozen=True, slots=True, kw_only=True)
class PauseAction(Action):
    """Let the clock of the match stand until the pause is over, or the game goes on."""

    name: ClassVar = "pause"

    def do(self, box: Box) -> None:
        """Pause."""
        box.table.do(Pause(), request=self.request)


@dataclass(frozen=True, slots=True, kw_only=True)
class EndPauseAction(Action):
    """Let the clock of the match run again."""

    name: ClassVar = "end-pause"

    def do(self, box: Box) -> None:
        """Go on."""
        box.table.do(EndPause(), request=self.request)
