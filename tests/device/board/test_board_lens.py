"""Which camera looks at the board: told by the camera, or chosen; seen in the plan at once, and kept."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from boards.box_over_board import LAID, Scenery
from boards.over_board import EYE, board, corners_of
from boards.painted_board import painted, start
from device.cameras.lenses import UNKNOWN, lens_of, lens_of_sensor
from device.follow.board_kept import keep_board, kept_board
from vision.board import ANY, LENSES, Lens
from web.board_port import LENSES as CHOICES
from web.board_port import Laid
from web.box.board_setup import CAMERAS

BENT = replace(EYE, k1=0.15, k2=-0.25, focal=LENSES["module-2"].focal)
"""A camera that bends lines as a Camera Module 2 does."""


@pytest.fixture
def scene(tmp_path: Path) -> Iterator[Scenery]:
    made = Scenery(tmp_path)
    made.play()
    yield made
    made.journal.close()


def drawn(scene: Scenery, laid: Laid | None = None) -> np.ndarray:
    jpeg = scene.board.picture(laid)
    assert jpeg is not None
    return np.asarray(cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR), np.int16)


def lens_in_use(scene: Scenery) -> Lens:
    scene.later()
    look = scene.board._looks.look()
    assert look is not None
    assert look.pose is not None
    return look.pose.lens


def test_the_page_has_a_name_for_every_lens_there_is() -> None:
    assert set(CHOICES) == {*LENSES, UNKNOWN} == set(CAMERAS)
    assert lens_of(UNKNOWN) == lens_of("") == lens_of("module-9") == ANY


@pytest.mark.parametrize(
    ("model", "lens"),
    [
        ("ov5647", "module-1"),
        ("imx219", "module-2"),
        ("imx219_noir", "module-2"),
        ("imx708", "module-3"),
        ("imx708_wide", "module-3-wide"),
        ("imx708_wide_noir", "module-3-wide"),
        ("imx477", ""),
        ("imx219_wide", ""),
        ("", ""),
        ("_wide", ""),
    ],
)
def test_a_sensor_tells_its_lens_where_it_is_sold_with_one(model: str, lens: str) -> None:
    assert lens_of_sensor(model) == lens


def test_what_the_camera_says_of_itself_counts_until_somebody_chooses(scene: Scenery) -> None:
    scene.board.keep(LAID)
    assert scene.line().camera == ""
    assert lens_in_use(scene).spread == ANY.spread
    scene.lens = "module-3"
    assert (scene.line().camera, scene.line().laid) == ("module-3", scene.line().laid)
    assert lens_in_use(scene).spread == LENSES["module-3"].spread
    scene.board.keep(replace(LAID, lens=UNKNOWN))
    assert lens_in_use(scene).spread == ANY.spread
    scene.board.keep(replace(LAID, lens="module-2"))
    assert (lens_in_use(scene).k1, lens_in_use(scene).k2) == (0.15, -0.25)


def test_the_choice_is_kept_over_a_restart_and_no_change_of_the_pieces_takes_it(
    scene: Scenery, tmp_path: Path
) -> None:
    scene.lens = "module-3"
    scene.board.keep(replace(LAID, lens="module-3-wide"))
    scene.board.learn_from_game()
    scene.journal.close()
    scene.open(tmp_path)
    scene.play()
    laid = scene.line().laid
    assert laid is not None
    assert laid.lens == "module-3-wide"
    scene.board.keep(LAID)
    scene.board.learn_from_game()  # what the camera says is not taken for what people chose
    assert kept_board(scene.settings.get(), "backgammon") is not None
    assert kept_board(scene.settings.get(), "backgammon").lens == ""  # type: ignore[union-attr]


def test_another_lens_is_seen_at_once_in_the_plan_that_is_drawn(scene: Scenery) -> None:
    scene.frame = painted(BENT, start())
    laid = Laid(tuple(corners_of(BENT)))
    straight, bent = drawn(scene, laid), drawn(scene, replace(laid, lens="module-2"))
    assert (np.abs(straight - bent).max(axis=2) > 60).mean() > 0.002
    assert np.array_equal(bent, drawn(scene, replace(laid, lens="module-2")))


def test_a_board_seen_through_a_bending_lens_lies_where_the_lens_says(scene: Scenery) -> None:
    scene.frame = painted(BENT, start())
    middles = np.array([[x / 13, y] for x in (0.5, 6.5, 12.5) for y in (0.0, 0.5, 1.0)])
    off = {}
    for lens in (UNKNOWN, "module-2"):
        scene.board.keep(Laid(tuple(corners_of(BENT)), lens=lens))
        scene.later()
        look = scene.board._looks.look()
        assert look is not None
        assert look.pose is not None
        off[lens] = np.abs(look.pose.seen(middles) - BENT.project(middles)).max()
    assert off["module-2"] < 0.5 < 1.5 < off[UNKNOWN]


def test_a_lens_that_is_none_any_more_is_one_of_which_nothing_is_known(scene: Scenery) -> None:
    scene.board.keep(replace(LAID, lens="module-2"))
    kept = kept_board(scene.settings.get(), "backgammon")
    assert kept is not None
    keep_board(scene.settings, "backgammon", replace(kept, lens="module-9"))
    assert lens_in_use(scene).spread == ANY.spread


def test_boards_that_were_kept_before_lenses_were_are_still_set_up(scene: Scenery) -> None:
    scene.board.keep(LAID)
    saved = dict(scene.settings.get()["boards"])
    del saved["backgammon"]["lens"]
    scene.settings.set({"boards": saved})
    assert scene.line().laid is not None
    for wrong in (None, 3, "x" * 21):
        with pytest.raises(ValueError, match="boards"):
            scene.settings.set({"boards": {"backgammon": saved["backgammon"] | {"lens": wrong}}})


def test_a_bump_is_found_through_a_bending_lens(scene: Scenery) -> None:
    scene.frame = painted(BENT, start())
    scene.board.keep(Laid(tuple(corners_of(BENT)), lens="module-2"))
    scene.board.watch.look()
    assert scene.line().moved is None
    away = replace(BENT, away=(0.8, 2.4, 20.0), roll=0.03)
    scene.frame = painted(away, start())
    for _ in range(2):
        scene.board.watch.look()
    moved = scene.line().moved
    assert moved is not None
    assert np.abs(np.array(moved.corners) - corners_of(away)).max() < 0.005
    scene.board.take_moved()
    assert scene.line().laid is not None
    assert scene.line().laid.lens == "module-2"  # type: ignore[union-attr]
    assert board().shape == scene.frame.shape
