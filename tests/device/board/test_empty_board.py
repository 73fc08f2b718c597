"""The picture of the empty board goes from the page to the reader, and shows no pieces."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from boards.box_over_board import LAID, Scenery, set_up_over
from boards.over_board import BUMPED, EYE, at, board
from boards.painted_board import painted
from web.board_port import NoBoardError


@pytest.fixture
def scene(tmp_path: Path) -> Iterator[Scenery]:
    made = set_up_over(tmp_path)
    yield made
    made.journal.close()


def test_the_reader_is_given_the_empty_board_that_somebody_took(scene: Scenery) -> None:
    scene.board.learn_from_game()
    scene.standing()
    assert scene.known is not None
    assert scene.known.empty is None  # the picture of the set-up has pieces on it
    scene.frame = board(points={})
    scene.board.take_empty()
    scene.frame = None
    assert scene.standing().pieces == (15, 15)
    assert scene.known.empty is not None
    assert scene.known.empty.pose.piece_px(0.5, 0.5) == pytest.approx(24, abs=1.5)


def test_the_empty_board_is_known_after_a_restart_and_where_the_board_was_bumped(
    scene: Scenery, tmp_path: Path
) -> None:
    scene.board.learn_from_game()
    scene.frame = board(points={})
    scene.board.take_empty()
    scene.journal.close()
    scene.open(tmp_path)
    scene.play()
    scene.frame = board(BUMPED)
    for _ in range(2):
        scene.board.watch.look()
    scene.board.take_moved()
    assert scene.standing().pieces == (15, 15)
    assert scene.known is not None
    empty = scene.known.empty
    assert empty is not None
    line = scene.line()
    assert line.laid is not None
    then = empty.pose.seen(np.array([[0.0, 0.0]]))[0] / empty.pose.size
    assert np.abs(then - line.laid.corners[0]).max() > 0.01  # it lies where it lay then


def test_a_board_with_its_pieces_is_not_taken_for_an_empty_one(scene: Scenery) -> None:
    scene.board.learn_from_game()
    with pytest.raises(NoBoardError, match=r"30 pieces seem to stand on the board: take them away"):
        scene.board.take_empty()
    assert not scene.line().has_empty
    scene.frame = board(points={24: 1, 1: -1})
    scene.board.take_empty()  # a piece or two may be printed there
    assert scene.line().has_empty


def test_an_empty_board_of_a_game_that_begins_off_the_board_is_taken(scene: Scenery) -> None:
    felt = (70, 110, 60)
    scene.play("chowka-bhara", "5x5")
    scene.board.keep(LAID)
    scene.board.learn([[at(EYE, 12.5, 0.5)], [at(EYE, 0.5, 0.5)]])
    scene.frame = painted(EYE, {}, felt=felt, light=felt, dark=felt)
    scene.board.take_empty()
    assert scene.line().has_empty
