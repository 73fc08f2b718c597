"""What hands do wrong on a painted board: objected to once, taken back by itself, lost and found in words."""

from __future__ import annotations

import numpy as np
import pytest

from boards.over_board import EYE
from boards.painted_board import painted
from boards.scripted_board import POINTS, ScriptedBoard, moved
from device.eye.board_follow import Switches
from device.eye.board_reports import ASKS, LOST_TRACK
from device.follow.conclusions import Asks, Followed
from engine.errors import NotNowError, RecordError
from engine.events import MovedBack, MoveRefused
from engine.move import parse_move

AFTER = moved(POINTS, (8, 5), (6, 5))
TOO_FAR = moved(POINTS, (8, 2))


@pytest.fixture
def board() -> ScriptedBoard:
    """A game in which Asha has thrown 3 and 1; the board has rested."""
    made = ScriptedBoard()
    made.throw((3, 1))
    made.wait(1.6)
    return made


def told(board: ScriptedBoard) -> list[str]:
    left_out = {"GameStarted", "TurnBegan", "Threw", "ThrowKept", "Happened"}
    return [name for one in board.events if (name := type(one.event).__name__) not in left_out]


def test_a_move_too_far_is_objected_to_once_after_three_seconds_with_its_rule(board: ScriptedBoard) -> None:
    board.play(TOO_FAR)
    board.wait(2.2)
    assert told(board) == []
    board.wait(20)
    assert told(board) == ["MoveRefused"]
    refused = board.events[-1].event
    assert isinstance(refused, MoveRefused)
    assert (str(refused.move), refused.reason.rule, refused.photo) == ("8/2", "BF4", "board-1")


def test_an_illegal_move_that_is_moved_back_closes_its_question_by_itself(board: ScriptedBoard) -> None:
    board.play(TOO_FAR)
    board.wait(5)
    board.play(POINTS)
    board.wait(2)
    assert told(board) == ["MoveRefused", "MovedBack"]
    assert isinstance(board.events[-1].event, MovedBack)
    board.play(AFTER)
    board.wait(2)
    assert told(board)[2:] == ["Moved"]


def test_an_illegal_move_that_is_accepted_on_a_phone_is_the_game(board: ScriptedBoard) -> None:
    board.play(TOO_FAR)
    board.wait(5)
    board.table.accept(board.events[-1].seq)
    board.wait(8)
    assert told(board) == ["MoveRefused", "Moved"]
    assert board.reports.note() is None


def test_with_objections_off_nothing_is_objected_to_and_the_turn_is_still_followed(
    board: ScriptedBoard,
) -> None:
    board.switches = Switches(object=False)
    board.play(TOO_FAR)
    board.wait(6)
    assert told(board) == []
    board.play(AFTER)
    board.wait(2)
    assert told(board) == ["Moved"]


@pytest.mark.parametrize("points", [{}, POINTS | {3: 4, 10: -3, 20: 2, 22: -4}], ids=["cleared", "mixed"])
def test_a_board_that_nothing_explains_is_lost_in_words_and_found_by_itself(
    board: ScriptedBoard, points: dict[int, int]
) -> None:
    board.play(points)
    board.wait(12)
    assert told(board) == []
    assert board.reports.note() == LOST_TRACK
    said = board.reports.open()
    assert said is not None
    assert said.places
    board.play(POINTS)
    board.wait(2)
    assert board.reports.note() is None
    board.play(AFTER)
    board.wait(2)
    assert told(board) == ["Moved"]


def test_a_board_that_is_turned_during_play_is_no_move_and_no_objection(board: ScriptedBoard) -> None:
    board.pictures.shown = np.rot90(painted(EYE, POINTS), 2).copy()
    board.wait(30)
    assert told(board) == []
    board.show(POINTS)
    board.wait(14)
    assert board.reports.note() is None
    board.play(AFTER)
    board.wait(12)
    assert told(board) == ["Moved"]


def test_a_question_is_answered_once_and_is_over_when_the_game_goes_on(board: ScriptedBoard) -> None:
    model, frame = board.table.model, painted(EYE, AFTER)
    answers = tuple(Followed((parse_move(text),)) for text in ("8/5 6/5", "24/21 6/5"))
    seen = board.follow.seen()
    assert seen is not None
    board.reports.ask(Asks(answers, ("p8",)), model, frame, seen.pose)
    assert board.reports.note() == ASKS
    board.reports.answer(0, at=model.seq)
    assert told(board) == ["Moved"]
    assert board.reports.note() is None
    with pytest.raises(NotNowError):
        board.reports.answer(0, at=model.seq)
    assert told(board) == ["Moved"]


def test_an_objection_that_comes_when_the_turn_has_ended_is_said_once_and_takes_one_picture(
    board: ScriptedBoard, monkeypatch: pytest.MonkeyPatch
) -> None:
    def late(*_done: object, **_rest: object) -> None:
        raise NotNowError("the turn has ended")

    monkeypatch.setattr(board.table, "object_to", late)
    board.play(TOO_FAR)
    board.wait(40)
    said = board.reports.open()
    assert said is not None
    assert said.reason is not None
    assert len(board.photographs.kept) == 1
    board.play(POINTS)
    board.wait(2)
    assert board.reports.note() is None


def test_a_journal_that_cannot_be_written_is_tried_again_seldom(
    board: ScriptedBoard, monkeypatch: pytest.MonkeyPatch
) -> None:
    follow = board.table.follow

    def full(*_done: object, **_rest: object) -> None:
        raise RecordError("the disk is full")

    monkeypatch.setattr(board.table, "follow", full)
    board.play(AFTER)
    board.wait(30)
    assert told(board) == []
    assert len(board.photographs.kept) < 5
    monkeypatch.setattr(board.table, "follow", follow)
    board.wait(12)
    assert told(board) == ["Moved"]
