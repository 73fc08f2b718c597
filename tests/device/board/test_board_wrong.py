"""What hands do wrong on a painted board: objected to once, taken back by itself, lost and found in words."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from boards.over_board import EYE
from boards.painted_board import moved, painted
from boards.scripted_board import POINTS, ScriptedBoard
from device.follow.conclusions import Asks, Followed
from engine.errors import NotNowError, RecordError
from engine.events import MoveRefused
from engine.move import parse_move
from engine.table.commands import AcceptMove, AnswerBoard, RefuseBoard
from engine.table.transaction import Command
from web.house.settings import Switches

AFTER = moved(POINTS, (8, 5), (6, 5))
TOO_FAR = moved(POINTS, (8, 2))


def test_a_move_too_far_is_objected_to_once_after_three_seconds_until_it_is_moved_back(
    board: ScriptedBoard,
) -> None:
    board.play(TOO_FAR)
    board.wait(2.2)
    assert board.told() == []
    board.wait(20)
    assert board.told() == ["MoveRefused"]
    refused = board.events[-1].event
    assert isinstance(refused, MoveRefused)
    assert (str(refused.move), refused.reason.rule, refused.photo) == ("8/2", "BF4", "board-1")
    board.play(POINTS)
    board.wait(2)
    assert board.told() == ["MoveRefused", "MovedBack"]
    board.play(AFTER)
    board.wait(2)
    assert board.told()[2:] == ["Moved"]


def test_an_illegal_move_that_is_accepted_on_a_phone_is_the_game(board: ScriptedBoard) -> None:
    board.play(TOO_FAR)
    board.wait(5)
    board.table.do(AcceptMove(board.events[-1].seq))
    board.wait(8)
    assert board.told() == ["MoveRefused", "Moved"]
    assert not board.table.model.asks_of_board


def test_with_objections_off_what_was_played_is_entered_when_the_next_throw_is_made(
    board: ScriptedBoard,
) -> None:
    board.switches = Switches(object=False)
    board.play(TOO_FAR)
    board.wait(6)
    assert board.told() == []
    board.throw((5, 2))
    board.wait(8)
    played = [(str(one.action), one.how) for one in board.table.model.actions]
    assert ("8/2", "accepted") in played
    assert "MoveRefused" not in board.told()
    assert board.table.model.last_throw is not None
    assert str(board.table.model.last_throw.action) == "5-2"
    assert board.table.model.turn == 1


@pytest.mark.parametrize(
    ("shown", "told", "back"),
    [
        (TOO_FAR, ["MoveRefused"], [POINTS]),
        (POINTS | {3: 4, 10: -3, 20: 2, 22: -4}, ["BoardLost"], [POINTS]),
        ({}, ["BoardLost"], []),
    ],
    ids=["wrong", "mixed, put back", "cleared, then the turn is played on it"],
)
def test_what_was_said_is_not_said_again_after_a_restart_and_still_found(
    board: ScriptedBoard,
    shown: dict[int, int],
    told: list[str],
    back: list[dict[int, int]],
) -> None:
    board.play(shown)
    board.wait(12)
    assert board.told() == told
    if said := board.table.model.lost:
        assert (bool(said.places), said.photo) == (True, "board-1")
    board.start_again()
    board.wait(20)
    assert board.told() == told
    assert board.table.model.asks_of_board
    for points in (*back, AFTER):
        board.play(points)
        board.wait(2)
        assert not board.table.model.asks_of_board
    assert board.told()[1:] in (["MovedBack", "Moved"], ["BoardFound", "Moved"])


def test_a_board_that_is_turned_during_play_is_no_move_and_no_objection(board: ScriptedBoard) -> None:
    board.pictures.shown = np.rot90(painted(EYE, POINTS), 2).copy()
    board.wait(30)
    assert set(board.told()) <= {"BoardLost"}
    board.show(POINTS)
    board.wait(14)
    assert not board.table.model.asks_of_board
    board.play(AFTER)
    board.wait(12)
    assert board.told()[-1] == "Moved"
    assert "MoveRefused" not in board.told()


def test_a_question_is_closed_by_its_answer_and_by_the_game_going_on(board: ScriptedBoard) -> None:
    frame = painted(EYE, AFTER)
    answers = tuple(Followed((parse_move(text),)) for text in ("8/5 6/5", "24/21 6/5"))
    seen = board.follow.seen()
    assert seen is not None
    board.reports.ask(Asks(answers, ("p8",)), board.table.model, frame, seen.pose)
    question = board.table.model.question
    assert question is not None
    assert board.table.model.asks_of_board
    board.table.do(AnswerBoard(question.seq, 0))
    assert board.told() == ["BoardAsked", "BoardAnswered", "Moved"]
    assert not board.table.model.asks_of_board


def test_hands_that_put_back_what_is_asked_about_close_the_question(board: ScriptedBoard) -> None:
    answers = tuple(Followed(done) for done in ((parse_move("8/5 6/5"),), ()))
    seen = board.follow.seen()
    assert seen is not None
    board.reports.ask(Asks(answers, ("p8",)), board.table.model, painted(EYE, AFTER), seen.pose)
    board.start_again()
    board.wait(4)
    assert board.told() == ["BoardAsked", "BoardAnswered"]
    assert not board.table.model.asks_of_board


def test_an_objection_that_comes_when_the_turn_has_ended_is_one_to_the_board(
    board: ScriptedBoard, monkeypatch: pytest.MonkeyPatch
) -> None:
    do = board.table.do

    def late(command: Command, **rest: Any) -> None:
        if isinstance(command, RefuseBoard) and command.objection.move is not None:
            raise NotNowError("the turn has ended")
        do(command, **rest)

    monkeypatch.setattr(board.table, "do", late)
    board.play(TOO_FAR)
    board.wait(40)
    assert board.told() == ["BoardRefused"]
    assert len(board.photographs.kept) == 1
    board.play(POINTS)
    board.wait(2)
    assert board.told() == ["BoardRefused", "MovedBack"]


def test_a_journal_that_cannot_be_written_is_tried_again_seldom(
    board: ScriptedBoard, monkeypatch: pytest.MonkeyPatch
) -> None:
    do = board.table.do

    def full(*_done: object, **_rest: object) -> None:
        raise RecordError("the disk is full")

    monkeypatch.setattr(board.table, "do", full)
    board.play(AFTER)
    board.wait(30)
    assert board.told() == []
    assert len(board.photographs.kept) < 5
    monkeypatch.setattr(board.table, "do", do)
    board.wait(12)
    assert board.told() == ["Moved"]
