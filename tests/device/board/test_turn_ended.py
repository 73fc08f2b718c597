"""When a turn is over: lifted dice and the button, each only where the house has chosen it."""

from __future__ import annotations

import pytest

from boards.painted_board import moved
from boards.scripted_board import POINTS, ScriptedBoard
from device.board.turn_ended import TurnEnded
from engine.events import Setup
from engine.table import Table
from engine.table.commands import TakeThrow, Undo
from engine.throw import Dice


class TrayAndTable:
    """A game of backgammon, and a tray that a test says to be so or so."""

    def __init__(self, table: Table | None = None) -> None:
        self.chosen = "dice"
        self.tray = "empty"
        self.table = table or Table(record=lambda _: None)
        if not self.table.has_game:
            self.table.start(Setup("backgammon", "standard", ("Asha", "Ravi"), {}, 0))
        self.ended = TurnEnded(self.table, chosen=lambda: self.chosen, tray=lambda: self.tray)

    def becomes(self, *states: str) -> None:
        for self.tray in states:
            self.ended.watch_tray()

    @property
    def is_over(self) -> bool:
        return self.ended(self.table.model)


@pytest.fixture
def game() -> TrayAndTable:
    made = TrayAndTable()
    made.table.do(TakeThrow(Dice((3, 1)), photo="throw-1"))
    return made


def test_lifted_dice_end_the_turn_in_which_they_were_thrown(game: TrayAndTable) -> None:
    game.becomes("read")
    assert not game.is_over
    game.becomes("hand", "cleared")
    assert game.is_over
    game.becomes("empty")
    assert game.is_over
    game.table.do(Undo())
    assert not game.is_over, "nothing is thrown"


@pytest.mark.parametrize(
    ("chosen", "source", "states"),
    [("dice", "camera", ["empty"]), ("dice", "typed", ["read", "cleared"])]
    + [(chosen, "camera", ["read", "cleared"]) for chosen in ("throw", "button")],
    ids=["lay there at the start", "typed", "ends with the throw", "ends with the button"],
)
def test_a_turn_is_not_over_by_dice_that_were_not_lifted_or_do_not_count(
    chosen: str, source: str, states: list[str]
) -> None:
    game = TrayAndTable()
    game.chosen = chosen
    assert not game.ended.press(), "nothing is thrown"
    game.table.do(TakeThrow(Dice((3, 1)), source=source, photo="throw-1" if source == "camera" else ""))
    game.becomes(*states)
    assert not game.is_over


def test_the_button_ends_the_turn_as_it_stands_and_nothing_after_it(game: TrayAndTable) -> None:
    assert not game.ended.press(), "the house lifts its dice"
    game.chosen = "button"
    assert game.ended.press()
    assert game.is_over
    game.table.do(Undo())
    game.table.do(TakeThrow(Dice((3, 1))))
    assert not game.is_over


def test_what_was_left_is_objected_to_once_the_turn_is_over() -> None:
    board = ScriptedBoard()
    game = TrayAndTable(board.table)
    game.chosen = "button"
    board.follow._turn_may_end = game.ended
    board.throw((3, 1))
    board.play(moved(POINTS, (8, 5)))
    board.wait(8)
    assert "MoveRefused" not in board.told()
    assert game.ended.press()
    board.wait(12)
    assert board.told().count("MoveRefused") + board.told().count("BoardRefused") == 1
    assert "MovedBack" not in board.told()
    board.play(moved(POINTS, (8, 5), (6, 5)))
    board.wait(3)
    assert board.told()[-1] == "Moved"
    assert board.table.model.question is None
