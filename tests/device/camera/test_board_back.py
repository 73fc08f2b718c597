"""Corners set worse than before are brought back by one touch, with all that was set beside them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from boards.box_over_board import LAID, Scenery
from boards.over_board import BUMPED, board, corners_of
from web.ports import NoBoardError, Placement

WORSE = Placement(((0.02, 0.3), *LAID.corners[1:]))
"""The upper left corner was dragged too far."""


def lies(scene: Scenery, wanted: Placement) -> bool:
    now = scene.laid()
    alike = np.allclose(now.corners, wanted.corners, atol=1e-4)
    return bool(alike) and replace(now, corners=()) == replace(wanted, corners=())


def test_nothing_was_before_the_first_corners(scene: Scenery) -> None:
    for what in ("no corners", "the first ones"):
        with pytest.raises(NoBoardError):
            scene.board.take_back()
        scene.board.keep(LAID)
        assert scene.line().before is None, what


def test_a_corner_dragged_wrong_comes_back_over_a_restart_and_goes_again(set_up: Scenery) -> None:
    set_up.board.learn_from_game()
    set_up.board.keep(WORSE)
    assert lies(set_up, WORSE)
    set_up.restart()
    before = set_up.line().before
    assert before is not None
    assert np.allclose(before.corners, LAID.corners, atol=1e-4)
    set_up.board.take_back()
    assert lies(set_up, LAID)
    assert set_up.standing().pieces == (15, 15)
    set_up.board.watch.look()
    assert set_up.line().moved is None  # the picture of then shows the board at these corners
    set_up.board.take_back()
    assert lies(set_up, WORSE)


@pytest.mark.parametrize(
    "other",
    [replace(LAID, quarters=3), replace(LAID, bar=0.0), replace(LAID, lens="module-3")],
    ids=["quarters", "bar", "lens"],
)
def test_all_that_is_set_with_the_corners_comes_back_with_them(set_up: Scenery, other: Placement) -> None:
    set_up.board.keep(other)
    assert lies(set_up, other)
    set_up.board.take_back()
    assert lies(set_up, LAID)


def test_corners_saved_once_more_are_not_those_before(scene: Scenery) -> None:
    scene.board.keep(WORSE)
    scene.board.keep(LAID)
    form = Placement(
        tuple((round(x, 4), round(y, 4)) for x, y in LAID.corners)
    )  # as the page's form has them
    scene.board.keep(form)
    scene.board.take_back()
    assert lies(scene, WORSE)


def test_a_place_that_was_taken_for_a_bump_is_given_back(set_up: Scenery) -> None:
    set_up.watch(board(BUMPED))
    set_up.board.take_moved()
    set_up.frame = None  # somebody has put it back
    set_up.board.take_back()
    assert lies(set_up, LAID)
    set_up.watch(None)
    assert set_up.line().moved is None
    set_up.board.take_back()
    set_up.watch(board(BUMPED))
    assert set_up.line().moved is None  # the picture of before the bump still fits
    assert np.allclose(set_up.laid().corners, corners_of(BUMPED), atol=0.004)


def test_the_picture_of_the_empty_board_stays_and_fits_the_corners_before(set_up: Scenery) -> None:
    set_up.take_empty()
    set_up.board.keep(WORSE)
    assert set_up.line().has_empty
    set_up.board.take_back()
    assert set_up.line().has_empty
    assert np.allclose(set_up.kept().shown, LAID.corners, atol=1e-4)
    set_up.board.watch.look()
    assert set_up.line().moved is None


def test_a_picture_taken_since_shows_the_board_at_either_corners(set_up: Scenery) -> None:
    set_up.watch(board(BUMPED))
    set_up.board.take_moved()
    set_up.board.keep(WORSE)  # takes a new picture
    set_up.board.take_back()
    assert np.allclose(set_up.kept().shown, set_up.laid().corners, atol=1e-4)


def test_corners_of_pictures_of_another_shape_are_not_brought_back(set_up: Scenery) -> None:
    set_up.frame = np.ascontiguousarray(board()[60:600])
    flat = Placement(tuple((x, (720 * y - 60) / 540) for x, y in LAID.corners))
    set_up.board.keep(flat)
    assert set_up.line().before is None
    set_up.board.keep(replace(flat, quarters=2))
    set_up.board.take_back()
    assert lies(set_up, flat)


def test_each_kind_of_board_has_its_own_corners_before(set_up: Scenery) -> None:
    set_up.board.keep(WORSE)
    set_up.play("chowka-bhara", "5x5")
    set_up.board.keep(LAID)
    assert set_up.line().before is None
    set_up.board.forget()
    set_up.play()
    set_up.board.take_back()
    assert lies(set_up, LAID)


@pytest.mark.parametrize(
    "change",
    [
        {"corners": None},
        {"quarters": 4},
        {"bar": 5},
        {"lens": 3},
        {"size": [4]},
        {"shown": None},
        {"more": 1},
    ],
)
def test_what_was_before_is_foreign_when_it_is_read_back(set_up: Scenery, change: dict[str, object]) -> None:
    set_up.board.keep(WORSE)
    saved = set_up.settings.get().boards["backgammon"]
    with pytest.raises(ValueError, match="boards"):
        set_up.settings.set(boards={"backgammon": saved | {"before": saved["before"] | change}})
