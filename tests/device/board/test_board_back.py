"""Corners set worse than before are brought back by one touch, with all that was set beside them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from boards.box_over_board import LAID, Scenery
from boards.over_board import BUMPED, board, corners_of
from device.follow.board_kept import KeptBoard, kept_board
from engine.backgammon.board import LAYOUTS
from web.board_port import Laid, NoBoardError

WORSE = Laid(((0.02, 0.3), *LAID.corners[1:]))
"""The upper left corner was dragged too far."""


@pytest.fixture
def scene(tmp_path: Path) -> Iterator[Scenery]:
    made = Scenery(tmp_path)
    made.play()
    yield made
    made.journal.close()


def laid(scene: Scenery) -> Laid:
    found = scene.line().laid
    assert found is not None
    return found


def lies(scene: Scenery, wanted: Laid) -> bool:
    now = laid(scene)
    alike = np.allclose(now.corners, wanted.corners, atol=1e-4)
    return bool(alike) and replace(now, corners=()) == replace(wanted, corners=())


def kept(scene: Scenery) -> KeptBoard:
    found = kept_board(scene.settings.get(), LAYOUTS["standard"].name)
    assert found is not None
    return found


def test_nothing_was_before_the_first_corners(scene: Scenery) -> None:
    for what in ("no corners", "the first ones"):
        with pytest.raises(NoBoardError, match="there are no corners before these"):
            scene.board.take_back()
        scene.board.keep(LAID)
        assert scene.line().before is None, what


def test_a_corner_dragged_wrong_comes_back_over_a_restart_and_goes_again(
    scene: Scenery, tmp_path: Path
) -> None:
    scene.board.keep(LAID)
    scene.board.learn_from_game()
    scene.board.keep(WORSE)
    assert lies(scene, WORSE)
    scene.journal.close()
    scene.open(tmp_path)
    scene.play()
    before = scene.line().before
    assert before is not None
    assert np.allclose(before.corners, LAID.corners, atol=1e-4)
    scene.board.take_back()
    assert lies(scene, LAID)
    assert scene.standing().pieces == (15, 15)
    scene.board.watch.look()
    assert scene.line().moved is None  # the picture of then shows the board at these corners
    scene.board.take_back()
    assert lies(scene, WORSE)


@pytest.mark.parametrize(
    "other",
    [replace(LAID, quarters=3), replace(LAID, bar=0.0), replace(LAID, lens="module-3"), WORSE],
    ids=["quarters", "bar", "lens", "corners"],
)
def test_all_that_is_set_with_the_corners_comes_back_with_them(scene: Scenery, other: Laid) -> None:
    scene.board.keep(LAID)
    scene.board.keep(other)
    assert lies(scene, other)
    scene.board.take_back()
    assert lies(scene, LAID)


def test_corners_saved_once_more_are_not_those_before(scene: Scenery) -> None:
    scene.board.keep(WORSE)
    scene.board.keep(LAID)
    form = Laid(tuple((round(x, 4), round(y, 4)) for x, y in LAID.corners))  # as the page's form has them
    scene.board.keep(form)
    scene.board.take_back()
    assert lies(scene, WORSE)


def test_a_place_that_was_taken_for_a_bump_is_given_back(scene: Scenery) -> None:
    scene.board.keep(LAID)
    scene.frame = board(BUMPED)
    for _ in range(2):
        scene.board.watch.look()
    scene.board.take_moved()
    scene.frame = None  # somebody has put it back
    scene.board.take_back()
    assert lies(scene, LAID)
    for _ in range(2):
        scene.board.watch.look()
    assert scene.line().moved is None
    scene.board.take_back()
    scene.frame = board(BUMPED)
    for _ in range(2):
        scene.board.watch.look()
    assert scene.line().moved is None  # the picture of before the bump still fits
    assert np.allclose(laid(scene).corners, corners_of(BUMPED), atol=0.004)


def test_the_picture_of_the_empty_board_stays_and_fits_the_corners_before(scene: Scenery) -> None:
    scene.board.keep(LAID)
    scene.frame = board(points={})
    scene.board.take_empty()
    scene.frame = None
    scene.board.keep(WORSE)
    assert scene.line().has_empty
    scene.board.take_back()
    assert scene.line().has_empty
    assert np.allclose(kept(scene).shown, LAID.corners, atol=1e-4)
    scene.board.watch.look()
    assert scene.line().moved is None


def test_a_picture_taken_since_shows_the_board_at_either_corners(scene: Scenery) -> None:
    scene.board.keep(LAID)
    scene.frame = board(BUMPED)
    for _ in range(2):
        scene.board.watch.look()
    scene.board.take_moved()
    scene.board.keep(WORSE)  # takes a new picture
    scene.board.take_back()
    assert np.allclose(kept(scene).shown, laid(scene).corners, atol=1e-4)


def test_corners_of_pictures_of_another_shape_are_not_brought_back(scene: Scenery) -> None:
    scene.board.keep(LAID)
    scene.frame = np.ascontiguousarray(board()[60:600])
    flat = Laid(tuple((x, (720 * y - 60) / 540) for x, y in LAID.corners))
    scene.board.keep(flat)
    assert scene.line().before is None
    with pytest.raises(NoBoardError):
        scene.board.take_back()
    scene.board.keep(replace(flat, quarters=2))
    scene.board.take_back()
    assert lies(scene, flat)


def test_each_kind_of_board_has_its_own_corners_before(scene: Scenery) -> None:
    scene.board.keep(LAID)
    scene.board.keep(WORSE)
    scene.play("chowka-bhara", "5x5")
    scene.board.keep(LAID)
    assert scene.line().before is None
    scene.board.forget()
    scene.play()
    scene.board.take_back()
    assert lies(scene, LAID)


@pytest.mark.parametrize(
    "change",
    [
        {"corners": None},
        {"quarters": 4},
        {"bar": "1"},
        {"lens": 3},
        {"size": [4]},
        {"shown": None},
        {"more": 1},
    ],
)
def test_what_was_before_is_foreign_when_it_is_read_back(scene: Scenery, change: dict[str, object]) -> None:
    scene.board.keep(LAID)
    scene.board.keep(WORSE)
    saved = scene.settings.get()["boards"]["backgammon"]
    with pytest.raises(ValueError, match="boards"):
        scene.settings.set({"boards": {"backgammon": saved | {"before": saved["before"] | change}}})
    scene.settings.set({"boards": {"backgammon": saved | {"before": saved["before"] | {"bar": 5}}}})
    assert scene.line().laid is None  # what the eye cannot use is a board that is not set up
