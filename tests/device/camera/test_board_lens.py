"""Which camera looks at the board: told by the camera, or chosen; seen in the plan at once, and kept."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from boards.box_over_board import LAID, Scenery
from boards.over_board import EYE, corners_of
from boards.painted_board import painted, start
from device.camera.placement import keep_board
from device.cameras.lenses import UNKNOWN, lens_of, lens_of_sensor
from frames_for_tests import opened
from vision.board import ANY, LENSES, Lens, Pose
from web.box.board_setup import CAMERAS
from web.ports import LENSES as CHOICES
from web.ports import Placement

BENT = replace(EYE, k1=0.15, k2=-0.25, focal=LENSES["module-2"].focal)
"""A camera that bends lines as a Camera Module 2 does."""
BENT_CORNERS = Placement(tuple(corners_of(BENT)))


def drawn(scene: Scenery, laid: Placement) -> np.ndarray:
    return opened(scene.board.picture(laid)).astype(np.int16)


def pose_in_use(scene: Scenery) -> Pose:
    scene.later()
    look = scene.board.look()
    assert look is not None
    assert look.pose is not None
    return look.pose


def lens_in_use(scene: Scenery) -> Lens:
    return pose_in_use(scene).lens


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


def test_what_the_camera_says_of_itself_counts_until_somebody_chooses(set_up: Scenery) -> None:
    assert set_up.line().camera == ""
    assert lens_in_use(set_up).spread == ANY.spread
    set_up.lens = "module-3"
    assert set_up.line().camera == "module-3"
    assert lens_in_use(set_up).spread == LENSES["module-3"].spread
    set_up.board.keep(replace(LAID, lens=UNKNOWN))
    assert lens_in_use(set_up).spread == ANY.spread
    set_up.board.keep(replace(LAID, lens="module-2"))
    assert (lens_in_use(set_up).k1, lens_in_use(set_up).k2) == (0.15, -0.25)
    keep_board(set_up.settings, "backgammon", replace(set_up.kept(), lens="module-9"))
    assert lens_in_use(set_up).spread == ANY.spread  # of a lens that is none any more nothing is known


def test_the_choice_is_kept_over_a_restart_and_no_change_of_the_pieces_takes_it(scene: Scenery) -> None:
    scene.lens = "module-3"
    scene.board.keep(replace(LAID, lens="module-3-wide"))
    scene.board.learn_from_game()
    scene.restart()
    assert scene.laid().lens == "module-3-wide"
    scene.board.keep(LAID)
    scene.board.learn_from_game()  # what the camera says is not taken for what people chose
    assert scene.kept().lens == ""


def test_a_board_seen_through_a_bending_lens_is_drawn_and_lies_where_the_lens_says(scene: Scenery) -> None:
    scene.frame = painted(BENT, start())
    chosen = replace(BENT_CORNERS, lens="module-2")
    straight, bent = drawn(scene, BENT_CORNERS), drawn(scene, chosen)
    assert (np.abs(straight - bent).max(axis=2) > 60).mean() > 0.002
    middles = np.array([[x / 13, y] for x in (0.5, 6.5, 12.5) for y in (0.0, 0.5, 1.0)])
    off = []
    for laid in (chosen, replace(chosen, lens=UNKNOWN)):
        scene.board.keep(laid)
        off.append(np.abs(pose_in_use(scene).seen(middles) - BENT.project(middles)).max())
    assert off[0] < 0.5 < 1.5 < off[1]


def test_boards_that_were_kept_before_lenses_were_are_still_set_up(set_up: Scenery) -> None:
    saved = dict(set_up.settings.get().boards)
    del saved["backgammon"]["lens"]
    set_up.settings.set(boards=saved)
    assert set_up.line().laid is not None
    for wrong in (None, 3, "x" * 21):
        with pytest.raises(ValueError, match="boards"):
            set_up.settings.set(boards={"backgammon": saved["backgammon"] | {"lens": wrong}})


def test_a_bump_is_found_through_a_bending_lens(scene: Scenery) -> None:
    scene.frame = painted(BENT, start())
    scene.board.keep(replace(BENT_CORNERS, lens="module-2"))
    scene.board.watch.look()
    assert scene.line().moved is None
    away = replace(BENT, away=(0.8, 2.4, 20.0), roll=0.03)
    scene.watch(painted(away, start()))
    moved = scene.line().moved
    assert moved is not None
    assert np.abs(np.array(moved.corners) - corners_of(away)).max() < 0.005
    scene.board.take_moved()
    assert scene.laid().lens == "module-2"
