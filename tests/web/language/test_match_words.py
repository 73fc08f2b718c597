"""What voice, list of events and command line say of a match: its beginning, its score, who has won it."""

from __future__ import annotations

from typing import Any

from engine.ending import Accept, Resign
from engine.events import Logged
from engine.table import Table
from engine.throw import Dice
from engines.random_matches import match_setup
from web.language import speech
from web.language.event_list import told


class Said:
    """A table of which every sentence is heard."""

    def __init__(self, length: int, **about: Any) -> None:
        self.actions: list[list[Logged]] = []
        self.table = Table(record=lambda events: self.actions.append(list(events)))
        self.table.start(match_setup(length, **about))

    def lost(self, seat: int, points: int = 1) -> None:
        if self.table.model.outcome or not self.table.model.actions:
            self.table.throw(Dice((3, 1) if seat else (1, 3)))
        self.table.play(Resign(seat, points))
        self.table.play(Accept())

    def aloud(self, *, alerts_only: bool = False, back: int = 1) -> str:
        setup = self.table.model.setup
        return speech.announcement(
            self.actions[-back], setup.names, game=setup.game, alerts_only=alerts_only, setup=setup
        )

    def lines(self) -> list[str]:
        game = self.table.model.game
        events = [one for action in self.actions for one in action if one.game == game]
        return [line.text for line in told(events, self.table.model.setup)]


def test_the_voice_tells_the_points_the_score_and_who_needs_one_more() -> None:
    said = Said(5)
    assert said.aloud() == "A match to 5; Asha’s turn"
    said.lost(1, 2)
    assert said.aloud() == said.aloud(alerts_only=True)
    assert said.aloud() == "Asha has won by resignation, a gammon: 2 points; Asha 2, Ravi 0"
    said.lost(0, 3)
    assert said.aloud().endswith("a backgammon: 3 points; Asha 2, Ravi 3")
    said.lost(0)
    assert said.aloud() == "Ravi has won by resignation; Asha 2, Ravi 4; Ravi needs one more"
    said.table.next_game()
    assert said.aloud() == "Game 4: Asha 2, Ravi 4, to 5, Crawford game; Asha’s turn"
    said.lost(1, 2)
    assert said.aloud().endswith("; Asha 4, Ravi 4; both need one more")
    said.table.throw(Dice((5, 2)))
    assert said.aloud().startswith("Game 5: Asha 4, Ravi 4, to 5, after Crawford")
    said.lost(1)
    assert said.aloud() == "Asha has won by resignation; Asha wins the match, 5 to 4"


def test_the_list_of_events_tells_it_too() -> None:
    said = Said(3)
    said.lost(1)
    lines = said.lines()
    assert lines[0] == "A match to 3 begins: Asha, Ravi"
    assert lines[-1] == "Asha has won by resignation; Asha 1, Ravi 0"
    said.table.next_game()
    assert said.lines() == ["Game 2 begins: Asha 1, Ravi 0, to 3"]


def test_for_money_points_are_counted_without_an_end() -> None:
    said = Said(0)
    assert said.aloud() == "Money play; Asha’s turn"
    said.lost(1, 3)
    assert said.aloud().endswith(": 3 points; Asha 3, Ravi 0")
    said.table.next_game()
    assert said.lines() == ["Game 2 begins: Asha 3, Ravi 0"]


def test_a_match_to_one_point_has_nobody_who_needs_one_more() -> None:
    said = Said(1)
    said.lost(1)
    assert said.aloud().endswith("; Asha wins the match, 1 to 0")


def test_without_the_cube_nothing_is_said_of_crawford() -> None:
    said = Said(2, preset="finnish")
    said.lost(1)
    said.table.next_game()
    assert said.lines() == ["Game 2 begins: Asha 1, Ravi 0, to 2"]
