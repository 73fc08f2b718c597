"""The box's buttons answer a resignation, and begin the next game of a match."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from device.board.turn_ended import TurnEnded
from device.pins.buttons import Deeds
from engine.ending import Resign
from engine.events import Logged
from engine.move import EndTurn
from engine.table import Table
from engine.throw import Dice
from engines.random_matches import match_setup


@dataclass
class Box:
    """A table on which a match is played, with buttons, and what it said to them."""

    events: list[Logged] = field(default_factory=list)
    said: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.table = Table(record=self.events.extend)
        refuse = lambda: self.said.append("refused")  # noqa: E731 - as short as what it stands for
        ended = TurnEnded(self.table, chosen=lambda: "throw", tray=lambda: "empty")
        self.deeds = Deeds(self.table, self, refuse=refuse, remark=self.remark, ends_turn=ended.press)
        self.table.start(match_setup(5))
        self.table.throw(Dice((3, 1)))

    def remark(self, key: str, /, *, player: str = "") -> None:
        self.said.append(key)

    def open_door(self) -> None:
        raise AssertionError("nobody lets phones in")

    @property
    def score(self) -> tuple[int, int]:
        match = self.table.model.match
        assert match is not None
        return match.score


@pytest.fixture
def box() -> Box:
    return Box()


def test_a_resignation_is_accepted_by_a_long_press_and_a_short_one_says_so(box: Box) -> None:
    box.table.play(Resign(0, 2))
    box.deeds.press("confirm", "short")
    assert (box.said, box.table.model.outcome) == (["hold-to-accept-resignation"], None)
    box.deeds.press("confirm", "long")
    assert box.score == (0, 2)


def test_a_resignation_is_refused_by_the_other_button_and_the_record_says_so(box: Box) -> None:
    box.table.play(Resign(0))
    box.deeds.press("undo", "short")
    assert box.said == ["hold-to-refuse"]
    assert box.table.model.line.declared.offered is not None
    box.deeds.press("undo", "long")
    assert box.table.model.line.declared.offered is None
    assert [str(action.action) for action in box.table.model.actions][1:] == ["resign 1", "refuse"]
    box.deeds.press("undo", "long")
    assert box.table.model.line.declared.offered is not None, "what was refused can be taken back again"


def test_the_button_begins_the_next_game_and_not_one_after_the_match(box: Box) -> None:
    box.table.play(Resign(0, 3))
    box.deeds.press("confirm", "long")
    box.deeds.press("confirm", "short")
    assert (box.table.model.game, box.score, box.said) == (2, (0, 3), [])
    box.deeds.press("undo", "long")
    assert box.table.model.game == 1, "undo leads back over the end of the game"
    box.table.redo()
    box.table.throw(Dice((3, 1)))
    box.table.play(Resign(0, 2))
    box.deeds.press("confirm", "long")
    assert box.score == (0, 5)
    box.deeds.press("confirm", "short")
    assert box.said == ["refused"]


def test_a_turn_still_ends_by_the_button(box: Box) -> None:
    model = box.table.model
    while box.table.model.turn == model.turn and box.table.model.waits.value == "move":
        box.table.play(box.table.model.line.moves[0])
    box.deeds.press("confirm", "short")
    assert box.table.model.actions[-1].action == EndTurn()
    assert box.said == []
