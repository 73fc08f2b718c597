"""The action by which something else is settled for the match on the table."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Annotated, Any, ClassVar

from engine.errors import NotNowError
from engine.match.conduct import LONGEST_HEADING, LONGEST_LAG_S, DiceOnCheckers, IllegalPlays, TurnEnds
from engine.record import About, Within
from engine.table.commands import ChangeConduct
from web.errors import MalformedError
from web.game.action_parts import Box
from web.game.actions.action import Action
from web.request_body import Whole

_OWN = frozenset(("request", "lag_minutes"))
"""Parts that are not as in `engine.match.Conduct`."""


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
    lag_minutes: Annotated[
        Whole | None, About(f"So much later spectators see it, 0 to {LONGEST_LAG_S // 60}.")
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
            MalformedError: If the lag is too long.
            EngineError: If no match is played, or something cannot be settled.
        """
        now = box.table.model.conduct
        if now is None:
            raise NotNowError("this is no match: nothing is settled for it")
        said: dict[str, Any] = {
            one.name: given
            for one in fields(self)
            if one.name not in _OWN and (given := getattr(self, one.name)) is not None
        }
        if self.lag_minutes is not None:
            if 60 * self.lag_minutes > LONGEST_LAG_S:
                most = LONGEST_LAG_S // 60
                raise MalformedError(f"'lag_minutes' is {self.lag_minutes}: give 0 to {most}")
            said["spectators_lag_s"] = 60 * self.lag_minutes
        box.table.do(ChangeConduct(replace(now, **said), box.called()), request=self.request)
