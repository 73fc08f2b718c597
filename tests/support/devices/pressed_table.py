"""A table with the box's buttons, and what was said to whoever pressed them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from device.board.turn_ended import TurnEnded
from device.pins.buttons import Deeds
from engine.errors import RecordError
from engine.events import Logged, Setup
from engine.table import Table
from web.language.speech import remark


@dataclass
class PressedTable:
    """A table whose buttons a test presses."""

    setup: Setup | None = None
    failing: bool = False
    """Nothing can be written."""
    events: list[Logged] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    """Keys of remarks, and `refused`."""
    opened: int = 0

    def __post_init__(self) -> None:
        self.table = Table(record=self.record)
        self.deeds = Deeds(
            self.table,
            self,
            refuse=lambda: self.said.append("refused"),
            remark=self.remark,
            ends_turn=TurnEnded(self.table, chosen=lambda: "throw", tray=lambda: "empty").press,
        )
        if self.setup is not None:
            self.table.start(self.setup)

    def record(self, events: Iterable[Logged]) -> None:
        if self.failing:
            raise RecordError("the journal cannot be written: make room")
        self.events += events

    def remark(self, key: str) -> None:
        remark(key)  # it has its words
        self.said.append(key)

    def open_door(self) -> None:
        self.opened += 1

    def press(self, *presses: str) -> list[str]:
        """Press buttons, such as `undo`, `let in` or `confirm long`; list what was said since."""
        before = len(self.said)
        for one in presses:
            button, is_long = one.removesuffix(" long"), one.endswith(" long")
            self.deeds.press(button, "long" if is_long else "short")  # type: ignore[arg-type]
        return self.said[before:]

    def happened(self, kind: type) -> list[object]:
        return [one.event for one in self.events if isinstance(one.event, kind)]

    @property
    def actions(self) -> list[str]:
        return [str(action.action) for action in self.table.model.actions]

    @property
    def score(self) -> tuple[int, int]:
        match = self.table.model.match
        assert match is not None
        return match.score
