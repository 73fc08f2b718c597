"""The eye follows a game on a painted board: turns are entered once, by themselves, and none is invented."""

from __future__ import annotations

import itertools
from typing import Any

import cv2
import numpy as np
import pytest

from boards.hand_over_board import lit, reaching, shaded
from boards.over_board import EYE, corners_of
from boards.painted_board import moved, painted
from boards.scripted_board import PACE_S, POINTS, ScriptedBoard
from device.board.follow import REST_S
from device.camera.watch import Lies
from engine.events import Moved, MoveRefused, PositionSet
from engine.move import parse_move
from engine.table.commands import PlayMove
from engine.table.transaction import Command
from vision import Frame
from web.house.settings import Switches

AFTER = moved(POINTS, (8, 5), (6, 5))
"""Asha has played 3 and 1."""


def moves(board: ScriptedBoard) -> list[str]:
    return [str(one.event.move) for one in board.events if isinstance(one.event, Moved)]


def test_a_turn_is_entered_within_half_a_second_of_the_rest_with_a_photograph(board: ScriptedBoard) -> None:
    for y in (9.0, 5.0):
        board.hand(POINTS, 9.0, y)
        board.wait(0.3)
    board.show(AFTER)
    still = board.pictures.now
    while not moves(board):
        board.wait(PACE_S)
    assert board.pictures.now - still < REST_S + 0.5 + PACE_S
    assert moves(board) == ["8/5 6/5"]
    [[plain, framed]] = board.photographs.kept
    picture, marked = (
        cv2.imdecode(np.frombuffer(one, np.uint8), cv2.IMREAD_COLOR) for one in (plain, framed)
    )
    assert picture is not None
    assert marked is not None
    assert picture.shape == marked.shape
    assert abs(picture[2, 2].astype(int) - 90).max() < 12  # no table is seen beside the board
    assert np.abs(picture.astype(int) - marked).max() > 60
    last = board.table.model.actions[-1]
    assert (last.source, last.photo) == ("camera", "board-1")


def test_a_board_on_which_nothing_moves_is_looked_at_seldom_until_the_first_movement(
    board: ScriptedBoard,
) -> None:
    board.wait(20)
    since = len(board.pictures.pauses)
    board.wait(20)
    rested = board.pictures.pauses[since:]
    assert None not in rested
    assert len(rested) <= 2 * 20
    board.hand(POINTS, 9.0, 5.0)
    board.wait(1)
    since = len(board.pictures.pauses)
    board.wait(1)
    assert set(board.pictures.pauses[since:]) == {None}
    board.show(POINTS)
    board.wait(20)
    board.show(AFTER)  # no hand was seen to play it
    board.wait(4)
    assert moves(board) == ["8/5 6/5"]


def test_nothing_is_entered_under_a_hand_that_rests_on_the_board(board: ScriptedBoard) -> None:
    board.pictures.shown = reaching(painted(EYE, AFTER), EYE, 9.0, 4.0)
    board.wait(5)
    assert board.told() == []
    board.show(AFTER)
    board.wait(2)
    assert moves(board) == ["8/5 6/5"]


def test_a_tap_and_the_eye_play_one_move_once(board: ScriptedBoard) -> None:
    def tap() -> None:
        if not moves(board):
            board.table.do(PlayMove(parse_move("8/5 6/5")))

    board.pictures.before = tap  # between the judgement of rest and the picture that is read
    board.play(AFTER)
    board.wait(6)
    assert moves(board) == ["8/5 6/5"]
    assert board.told() == ["Moved"]


def test_a_tap_that_comes_while_the_board_is_read_wins(
    board: ScriptedBoard, monkeypatch: pytest.MonkeyPatch
) -> None:
    do = board.table.do

    def late(command: Command, **rest: Any) -> None:
        monkeypatch.setattr(board.table, "do", do)
        do(PlayMove(parse_move("8/5 6/5")))  # the page was quicker by a moment
        do(command, **rest)

    monkeypatch.setattr(board.table, "do", late)
    board.play(AFTER)
    board.wait(6)
    assert moves(board) == ["8/5 6/5"]
    assert board.told() == ["Moved"]


def test_a_camera_that_is_back_after_a_minute_goes_on_where_the_board_is(board: ScriptedBoard) -> None:
    board.pictures.is_away = True
    board.wait(60)
    board.show(AFTER)
    board.pictures.is_away = False
    board.wait(2.5)
    assert moves(board) == ["8/5 6/5"]


def test_a_board_that_never_lies_twice_in_one_place_is_read_all_the_same(board: ScriptedBoard) -> None:
    apart = itertools.cycle((-0.006, 0.006))

    def somewhere(_: Frame) -> Lies:
        aside = next(apart)
        return Lies(tuple((x + aside, y) for x, y in corners_of(board.eye)))

    board.wait(3)
    board.where = somewhere
    board.pictures.shown = np.rot90(painted(EYE, POINTS), 2).copy()
    board.wait(40)
    assert board.told() == ["BoardLost"]


def test_a_board_that_was_bumped_or_is_not_followed_is_not_looked_at(board: ScriptedBoard) -> None:
    board.lies = False
    board.play(AFTER)
    board.wait(3)
    board.lies, board.switches = True, Switches(follow=False)
    board.wait(3)
    assert board.told() == []
    board.switches = Switches()
    board.wait(3)
    assert moves(board) == ["8/5 6/5"]


def test_while_something_moves_in_the_tray_nothing_is_read(board: ScriptedBoard) -> None:
    board.busy = True
    board.play(AFTER)
    board.wait(3)
    assert moves(board) == []
    board.busy = False
    board.wait(0.5)
    assert moves(board) == ["8/5 6/5"]


def test_another_game_is_followed_from_its_start(board: ScriptedBoard) -> None:
    board.play(AFTER)
    board.wait(2)
    board.table.start(board.table.model.setup)
    board.throw((6, 1))
    board.show(POINTS)
    board.wait(2)
    board.play(moved(POINTS, (13, 7), (8, 7)))
    board.wait(2)
    assert moves(board) == ["8/5 6/5", "13/7 8/7"]


def test_other_light_and_spoilt_boards_invent_no_move_and_object_to_nothing(board: ScriptedBoard) -> None:
    chance = np.random.default_rng(3)
    picture = painted(EYE, POINTS)
    for shown, seconds in (
        (lit(picture, gain=0.6), 5),
        (shaded(picture, at=0.4), 5),
        (np.zeros_like(picture), 9),
        (chance.integers(0, 255, picture.shape, np.uint8), 9),
        (np.ascontiguousarray(picture[:100, :200]), 9),
    ):
        board.pictures.shown = shown
        board.wait(seconds)
    assert not any(isinstance(one.event, Moved | MoveRefused | PositionSet) for one in board.events)
