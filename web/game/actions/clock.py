"""The action on the clock of a match: a person puts it right."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

from engine.record import About, Within
from engine.table.commands import GiveTime
from web.game.action_parts import Box
from web.game.actions.action import Action
from web.request_body import Whole


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
