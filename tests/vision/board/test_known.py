"""Pieces found by where they stand in a game: on them, on nothing else, and how wide they are."""

from __future__ import annotations

import numpy as np
import pytest

from boards.board_camera import BoardCamera
from boards.painted_cloth import COLOURS, painted_cloth
from device.follow.plans import plan_of
from engine.chowka_bhara.board import Board
from vision import Frame
from vision.board import Pose
from vision.board.empty import EmptyBoard
from vision.board.known import spots_of
from vision.board.placing.pose import UNIT

LAYOUT = Board(5, players=2).layout
EYE = BoardCamera(5, 5, (0.3, 1.5, 7.5), size=(1280, 960))
POSE = Pose.of_corners(EYE.project(UNIT), plan_of(LAYOUT), size=EYE.size)
PIECES = [("r4c2", 0)] * 4 + [("r0c2", 1)] * 3 + [("r2c0", 1)]
STANDING = {"r4c2": (4, 0), "r0c2": (0, 3), "r2c0": (0, 1)}
PRINTS = [(square.id, 0) for square in LAYOUT.squares if square.id not in STANDING]


def lie_on(frame: Frame, taps: tuple[tuple[float, float], ...], owner: int) -> bool:
    colours = [frame[round(y), round(x)].astype(int) for x, y in taps]
    return all(int(np.abs(np.array(COLOURS) - one).sum(axis=1).argmin()) == owner for one in colours)


def test_every_spot_lies_on_a_piece_of_its_owner() -> None:
    frame = painted_cloth(EYE, LAYOUT, PIECES)
    before = frame.copy()
    found = spots_of(frame, POSE, STANDING, 2)
    assert (before == frame).all()
    assert [len(taps) for taps in found.taps] == [4, 4]
    for owner, taps in enumerate(found.taps):
        assert lie_on(frame, taps, owner)
    assert found.radius == pytest.approx(0.22, abs=0.06)


def test_prints_in_a_player_s_colour_are_told_by_the_empty_board_alone() -> None:
    printed = painted_cloth(EYE, LAYOUT, PRINTS, tall=0.0)
    bare, alone = painted_cloth(EYE, LAYOUT, []), painted_cloth(EYE, LAYOUT, PIECES)
    is_bare = np.abs(alone.astype(int) - bare).max(axis=2, keepdims=True) < 25
    frame = np.where(is_bare, printed, alone).astype(np.uint8)
    assert spots_of(frame, POSE, STANDING, 2).taps[0] == ()
    found = spots_of(frame, POSE, STANDING, 2, empty=EmptyBoard(printed, POSE))
    assert len(found.taps[0]) == 4
    assert lie_on(frame, found.taps[0], 0)


def test_what_is_not_there_is_not_found() -> None:
    bare = painted_cloth(EYE, LAYOUT, [])
    assert spots_of(bare, POSE, STANDING, 2).taps == ((), ())
    assert spots_of(np.zeros_like(bare), POSE, STANDING, 2).taps == ((), ())
    assert spots_of(bare, POSE, {}, 2).taps == ((), ())
    assert spots_of(painted_cloth(EYE, LAYOUT, PIECES), POSE, {"r4c2": (4, 1)}, 2).taps == ((), ())


def test_a_board_out_of_view_gives_nothing() -> None:
    corners = EYE.project(UNIT)
    corners[:, 0] += 3000.0
    shifted = Pose.of_corners(corners, plan_of(LAYOUT), size=EYE.size)
    found = spots_of(painted_cloth(EYE, LAYOUT, PIECES), shifted, STANDING, 2)
    assert found.taps == ((), ())
    assert found.radius is None
