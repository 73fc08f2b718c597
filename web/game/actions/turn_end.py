"""The end of a turn as an action."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.table.commands import CloseTurn
from web.game.action_parts import Box
from web.game.actions.action import Action
from web.request_body import At


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnEndAction(Action):
    """End the turn: of a match also before its play is entered, and again if nothing more is played in it."""

    name: ClassVar = "turn-ends"

    at: At = None

    def do(self, box: Box) -> None:
        """End it: a phone always can."""
        box.table.do(CloseTurn(), at=self.at, request=self.request)
