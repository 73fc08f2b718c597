"""A table of named players with its journal, and its moves as texts."""

from __future__ import annotations

from engine.events import Logged, Setup, event_to_json
from engine.facts import Outcome
from engine.move import parse_move
from engine.options import OptionValue
from engine.table import Table
from engines.recorded_table import logged_again

ASHA, RAVI, MEENA, KIRAN = range(4)
NAMES = ("Asha", "Ravi", "Meena", "Kiran")


class Played:
    """A table with its journal."""

    def __init__(self, game: str, preset: str, players: int = 2, **options: OptionValue) -> None:
        self.events: list[Logged] = []
        self.table = Table(record=self.events.extend)
        self.table.start(Setup(game, preset, NAMES[:players], options, begins=0))

    def play(self, *texts: str) -> None:
        for text in texts:
            self.table.play(parse_move(text))

    def kinds(self) -> list[str]:
        return [event_to_json(logged.event)["type"] for logged in self.events]

    @property
    def outcome(self) -> Outcome | None:
        return self.table.model.outcome

    def again(self) -> Table:
        """Return what a start of the box makes of the journal, written and read."""
        table = Table(record=self.events.extend)
        table.resume([logged_again(logged) for logged in self.events])
        return table


def backgammon(**options: OptionValue) -> Played:
    return Played("backgammon", "standard", **options)
