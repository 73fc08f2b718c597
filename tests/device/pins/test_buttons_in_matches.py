"""The box's buttons in a match: they end turns, answer offers and begin games."""

from __future__ import annotations

import pytest

from devices.pressed_table import PressedTable
from engine.ending import Resign
from engine.events import TurnClosed
from engine.match import Conduct
from engine.move import Double, parse_move
from engine.table.commands import CloseTurn, ObjectToMove, PlayMove, Redo, TakeThrow
from engine.table.questions import Illegal
from engine.throw import Dice
from engines.random_matches import match_setup


def thrown(**conduct: object) -> PressedTable:
    """Begin a match whose first player has thrown 3-1."""
    box = PressedTable(match_setup(5, conduct=Conduct(**conduct)))  # type: ignore[arg-type]
    box.table.do(TakeThrow(Dice((3, 1))))
    return box


def second(box: PressedTable | None = None) -> PressedTable:
    """Begin a match in which the second player may double."""
    box = box or PressedTable(match_setup(5))
    box.table.do(TakeThrow(Dice((3, 1))))
    box.table.do(PlayMove(parse_move("8/5 6/5")))
    box.table.do(CloseTurn())
    return box


# The end of a turn


@pytest.mark.parametrize("turn_ends", ["button", "dice", "phone"])
def test_bs7_the_button_ends_a_turn_whose_play_is_complete(turn_ends: str) -> None:
    box = thrown(turn_ends=turn_ends)
    box.table.do(PlayMove(parse_move("8/5 6/5")))
    assert box.press("confirm") == []
    assert (box.table.model.turn, box.actions[-1]) == (1, "end")
    [closed] = box.happened(TurnClosed)
    assert isinstance(closed, TurnClosed)
    assert closed.source == "button"


def test_bs7_where_the_match_has_it_so_the_button_ends_a_turn_before_its_play_is_told() -> None:
    box = thrown(turn_ends="button")
    box.press("confirm")
    assert box.table.model.closed is not None
    box.table.do(PlayMove(parse_move("8/5 6/5")))
    assert box.table.model.turn == 1
    other = thrown(turn_ends="dice")
    assert other.press("confirm") == ["refused"]
    assert other.table.model.closed is None


def test_bs7_the_button_ends_nothing_before_the_throw() -> None:
    box = second()
    closed = box.happened(TurnClosed)
    assert box.press("confirm") == ["refused"]
    assert box.happened(TurnClosed) == closed


def test_bs9_no_button_lets_an_illegal_play_stand() -> None:
    box = thrown(turn_ends="button")
    box.table.do(ObjectToMove(parse_move("13/8")))
    assert box.press("confirm", "confirm long") == ["refused"] * 2
    assert isinstance(box.table.model.question, Illegal)


def test_bs9_where_the_opponent_may_let_it_stand_a_long_press_does() -> None:
    box = thrown(illegal_plays="responsible moves")
    box.table.do(ObjectToMove(parse_move("13/8")))
    assert box.press("confirm") == ["hold-to-accept"]
    box.press("confirm long")
    assert box.table.model.actions[-1].how == "accepted"


# Resignations and games


def test_a_resignation_is_accepted_by_a_long_press_and_a_short_one_says_so() -> None:
    box = thrown()
    box.table.do(PlayMove(Resign(0, 2)))
    assert box.press("confirm") == ["hold-to-accept-resignation"]
    assert box.table.model.outcome is None
    box.press("confirm long")
    assert box.score == (0, 2)


def test_a_resignation_is_refused_by_the_other_button_and_the_record_says_so() -> None:
    box = thrown()
    box.table.do(PlayMove(Resign(0)))
    assert box.press("undo") == ["hold-to-refuse"]
    assert box.table.model.line.declared.offered is not None
    box.press("undo long")
    assert box.table.model.line.declared.offered is None
    assert box.actions[1:] == ["resign 1", "refuse"]
    box.press("undo long")
    assert box.table.model.line.declared.offered is not None, "what was refused can be taken back again"


@pytest.mark.parametrize(("press", "hint", "score"), [("confirm", "take", (0, 0)), ("undo", "drop", (0, 1))])
def test_a_double_is_taken_or_dropped_by_a_long_press(press: str, hint: str, score: tuple[int, int]) -> None:
    box = second()
    box.table.do(PlayMove(Double()))
    assert box.press(press) == [f"hold-to-{hint}"]
    box.press(f"{press} long")
    assert (hint in box.actions, box.score) == (True, score)


def test_the_button_begins_the_next_game_and_not_one_after_the_match() -> None:
    box = thrown()
    box.table.do(PlayMove(Resign(0, 3)))
    assert box.press("confirm long", "confirm") == []
    assert (box.table.model.game, box.score) == (2, (0, 3))
    box.press("undo long")
    assert box.table.model.game == 1, "undo leads back over the end of the game"
    box.table.do(Redo())
    box.table.do(TakeThrow(Dice((3, 1))))
    box.table.do(PlayMove(Resign(0, 2)))
    box.press("confirm long")
    assert box.score == (0, 5)
    assert box.press("confirm") == ["refused"]
