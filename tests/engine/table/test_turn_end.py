"""How a turn of a match ends: by a phone, the button or lifted dice, also before its play is told (BS7)."""

from __future__ import annotations

import pytest

from engine.errors import IllegalMoveError, NotNowError
from engine.events import Closer, Corrected, Moved, Setup, Threw, TurnClosed
from engine.game import Waits
from engine.match import Conduct, TimeControl
from engine.move import Double, parse_move
from engine.table.commands import CloseTurn, CorrectThrow, PlayMove, Redo, SetPosition, Undo
from engine.table.match_clock import move_of
from engine.table.state import replayed
from engine.throw import Dice
from engines.random_matches import NAMES, match_setup
from engines.recorded_table import Box, logged_again


def begun(**conduct: object) -> Box:
    """Begin a match whose first player has thrown 3-1."""
    box = Box(match_setup(5, times=TimeControl(12.0, 600.0), conduct=Conduct(**conduct)))  # type: ignore[arg-type]
    box.dice(3, 1)
    return box


@pytest.mark.parametrize("source", ["phone", "button", "camera"])
def test_bs7_a_play_counts_once_the_turn_is_ended_and_the_record_says_by_what(
    source: Closer,
) -> None:
    box = begun()
    box.play("8/5 6/5")
    before = len(box.record)
    box.table.do(CloseTurn(source=source))
    assert box.types(before) == ["turn-closed", "moved", "turn-began"]
    closed, ended = box.record[before].event, box.record[before + 1].event
    assert closed == TurnClosed(0, box.model.actions[0].seq, source)
    assert ended == Moved(0, parse_move("end"), "forced")
    assert (box.model.turn, box.model.closed) == (1, None)
    box.restart()


def test_the_turn_is_closed_before_its_play_is_told_and_over_as_soon_as_that_is_done() -> None:
    box = begun()
    box.play("8/5")
    box.table.do(CloseTurn(source="camera"))
    assert (box.model.turn, box.model.waits) == (0, Waits.MOVE)
    assert box.model.closed is not None
    box.restart()
    box.play("6/5")
    assert (box.deeds(), box.model.turn) == (["3-1", "8/5", "6/5", "end"], 1)
    assert box.model.closed is None
    box.restart()


def test_what_is_thrown_before_the_late_turn_is_told_stands_and_waits_for_it() -> None:
    box = begun()
    box.table.do(CloseTurn(source="camera"))
    box.dice(6, 2)
    assert len(box.model.waiting) == 1
    box.play("8/5 6/5")
    assert box.deeds() == ["3-1", "8/5 6/5", "end", "6-2"]
    box.restart()


def test_a_throw_that_waits_may_be_lifted_already_and_its_turn_ends_with_its_play() -> None:
    box = begun()
    box.dice(6, 2)
    kept = box.model.waiting[0].seq
    box.table.do(CloseTurn(source="camera", of=kept))
    before = len(box.record)
    box.table.do(CloseTurn(source="camera", of=kept))
    assert len(box.record) == before, "it is closed already"
    assert box.record[-1].event == TurnClosed(1, kept, "camera")
    box.restart()
    box.play("8/5 6/5")
    assert box.deeds() == ["3-1", "8/5 6/5", "end", "6-2"]
    assert box.model.closed is not None
    box.restart()
    box.play("24/18 13/11")
    assert box.deeds()[-2:] == ["24/18 13/11", "end"]


def test_what_the_rules_leave_no_choice_about_is_played_when_the_turn_is_ended() -> None:
    box = begun()
    shut = [0, 2, *[0] * 17, -2, -2, -2, -2, -2, -2, 1]
    box.table.do(SetPosition({"board": shut, "turn": 0, "number": 9}))
    box.dice(6, 5)
    box.table.do(CloseTurn(source="camera"))
    assert (box.deeds()[-1], box.model.turn) == ("end", 1)


def test_from_the_moment_the_dice_are_lifted_the_clock_runs_for_the_other_player() -> None:
    box = begun()
    mine = move_of(box.model)
    box.table.do(CloseTurn(source="camera"))
    theirs = move_of(box.model)
    assert (mine, theirs) == ((1, 0, 1, 0, 0), (1, 1, 2, 0, 0))
    box.play("8/5 6/5")
    assert move_of(box.model) == theirs, "free seconds are given once"
    box.table.do(Undo())
    assert move_of(box.model) == mine


def test_that_a_turn_was_ended_too_early_is_taken_back_and_comes_back() -> None:
    box = begun()
    box.table.do(CloseTurn(source="camera"))
    closed = box.model.closed
    box.table.do(Undo())
    assert (box.model.closed, box.deeds()) == (None, ["3-1"])
    box.restart()
    box.table.do(Redo())
    assert (box.model.closed, box.deeds()) == (closed, ["3-1"])
    box.restart()
    box.do("undo", "8/5 6/5")
    assert box.deeds() == ["3-1", "8/5 6/5"], "the turn goes on"
    box.do("undo", "undo")
    assert box.deeds() == []


def test_undo_and_redo_of_an_ended_turn_and_of_a_play_in_a_closed_one() -> None:
    box = begun()
    box.play("8/5")
    box.table.do(CloseTurn(source="button"))
    box.play("6/5")
    ended = box.model.line
    box.table.do(Undo())
    assert (box.deeds(), box.model.closed) == (["3-1"], None)
    box.table.do(Redo())
    assert (box.model.line, box.model.turn) == (ended, 1)
    box.table.do(Undo(box.model.actions[-1].seq))
    assert (box.deeds(), box.model.waits) == (["3-1", "8/5", "6/5"], Waits.END)
    box.table.do(Redo())
    assert box.model.line == ended
    box.restart()


def test_a_throw_that_was_read_wrong_is_corrected_in_a_closed_turn() -> None:
    box = begun()
    box.table.do(CloseTurn(source="camera"))
    box.table.do(CorrectThrow(box.model.actions[0].seq, Dice((6, 5))))
    assert isinstance(box.record[-1].event, Corrected | Moved | Threw)
    box.play("24/18 18/13")
    assert (box.deeds()[-1], box.model.turn) == ("end", 1 - box.model.actions[-1].player)


def test_there_is_no_turn_to_end_before_the_throw_and_while_the_cube_is_offered() -> None:
    box = begun()
    box.play("8/5 6/5", "end")
    with pytest.raises(NotNowError, match="no turn to end"):
        box.table.do(CloseTurn())
    with pytest.raises(NotNowError, match="no turn to end"):
        box.table.do(CloseTurn(source="camera", of=box.model.actions[0].seq))
    box.table.do(PlayMove(Double()))
    with pytest.raises(NotNowError, match="no turn to end"):
        box.table.do(CloseTurn())


def test_a_single_game_is_ended_as_ever() -> None:
    box = Box(Setup("backgammon", "standard", NAMES, begins=0))
    box.dice(3, 1)
    with pytest.raises(IllegalMoveError):
        box.table.do(CloseTurn())
    box.play("8/5 6/5")
    before = len(box.record)
    box.table.do(CloseTurn(source="button"))
    assert box.types(before) == ["moved", "turn-began"]


def test_the_end_of_the_last_turn_of_a_game_is_no_end_of_another() -> None:
    box = begun()
    box.table.do(SetPosition({"board": [0, 1, *[0] * 22, -1, 0], "turn": 0, "number": 9}))
    box.dice(6, 5)
    box.table.do(CloseTurn(source="camera"))
    assert (box.deeds()[-1], box.model.waits, box.model.closed) == ("1/off", Waits.OVER, None)
    box.restart()
    with pytest.raises(NotNowError, match="no turn to end"):
        box.table.do(CloseTurn())


def test_a_journal_of_the_time_before_reads_as_it_did() -> None:
    box = begun()
    box.play("8/5 6/5", "end")
    assert "turn-closed" not in box.types()
    assert replayed(map(logged_again, box.record)).line.actions == box.model.actions
