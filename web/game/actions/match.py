"""Actions of a match: how one begins, its next game, a throw that is void, a pause."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from typing import Annotated, Any, ClassVar

from engine.errors import NotNowError
from engine.match import LONGEST_MATCH, Conduct, Match, MatchPlace, TimeControl
from engine.match.conduct import LONGEST_HEADING, DiceOnCheckers, IllegalPlays, TurnEnds
from engine.match.voids import VOIDS
from engine.messages import Message
from engine.record import About, Within, no_null, one_of
from engine.table.commands import (
    BeginNextGame,
    ChangeConduct,
    CloseTurn,
    EndPause,
    GiveTime,
    Pause,
    VoidThrow,
)
from web.game.action_parts import Box
from web.game.actions.action import Action, sends
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


NextGameAction = sends("next-game", BeginNextGame)
TurnEndAction = sends("turn-ends", CloseTurn)
PauseAction = sends("pause", Pause, knows_when=False)
EndPauseAction = sends("end-pause", EndPause, knows_when=False)


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
class TimeAction(Action):
    """Give a player more time on the clock of the match, or take some away; it stands in the record."""

    name: ClassVar = "times"

    player: Annotated[Whole, About("The seat, counted from 0.")]
    minutes: Whole = 0
    seconds: Annotated[Whole, About("Beside the minutes.")] = 0
    less: Annotated[bool, About("The time is taken away.")] = False
    why: Annotated[str, Within(0, 400), About("The reason, in at most 80 letters.")]

    def do(self, box: Box) -> None:
        """Give it."""
        seconds = 60 * self.minutes + self.seconds
        given = GiveTime(self.player, -seconds if self.less else seconds, self.why)
        box.table.do(given, request=self.request)


@dataclass(frozen=True, slots=True, kw_only=True)
class ConductAction(Action):
    """Settle something else for the match on the table, such as tournament mode; what is left out stays."""

    name: ClassVar = "conduct"

    tournament: Annotated[bool | None, About("Until the match is over nothing helps its players.")] = None
    tells_illegal: Annotated[bool | None, About("In a tournament: illegal plays are told all the same.")] = (
        None
    )
    spoken: Annotated[
        bool | None, About("For blind players: throws and plays are said, and both have more time.")
    ] = None
    turn_ends: Annotated[TurnEnds | None, About("What ends a turn (BS7).")] = None
    illegal_plays: Annotated[IllegalPlays | None, About("As in BS9.")] = None
    dice_on_checkers: Annotated[DiceOnCheckers | None, About("As in BS10.")] = None
    event: Annotated[
        str | None, Within(0, LONGEST_HEADING), About("Name of the tournament; empty for none.")
    ] = None
    round: Annotated[str | None, Within(0, LONGEST_HEADING), About("Which round of it.")] = None

    def do(self, box: Box) -> None:
        """Settle it.

        Raises:
            EngineError: If no match is played, or something cannot be settled.
        """
        now = box.table.model.conduct
        if now is None:
            raise NotNowError("this is no match: nothing is settled for it")
        said: dict[str, Any] = {
            one.name: given
            for one in fields(self)
            if one.name != "request" and (given := getattr(self, one.name)) is not None
        }
        box.table.do(ChangeConduct(replace(now, **said), box.called()), request=self.request)
