"""What the reader makes of a picture of the empty board: prints are no pieces, other boards no help."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import cv2
import numpy as np
import pytest

from boards.board_camera import BoardCamera
from boards.painted_board import cell_of, painted
from boards.read_boards import MIDDLE, OVERHEAD, PLAN, SLANTED, pose_of, taps_of, truth
from vision.board import Cutter
from vision.board.empty import EmptyBoard, lit_alike, untouched
from vision.board.occupancy import SURE, Occupancy
from vision.board.reader import BoardReader
from vision.reading import Frame

READER = BoardReader()
PRINTS = (3, 7, 22)
"""Points with a disc printed on them in the colour of b's checkers."""


def printed(eye: BoardCamera, points: Mapping[int, int]) -> Frame:
    bare, picture = painted(eye, {}), painted(eye, points)
    with_prints = bare.copy()
    for point in PRINTS:
        x, y = cell_of(point, 0)
        [(column, row)] = eye.project([(x / 13, y / 11)])
        cv2.circle(with_prints, (int(column), int(row)), 26, (40, 40, 40), -1)
    return np.where((picture == bare).all(axis=-1, keepdims=True), with_prints, picture)


def read(eye: BoardCamera, picture: Frame, empty: EmptyBoard | None) -> Occupancy:
    learnt = READER.learn(picture, pose_of(eye), taps_of(eye, MIDDLE), None)
    return READER.read(picture, pose_of(eye), replace(learnt, empty=empty))


def lies(seen: Occupancy) -> list[str]:
    right = truth(MIDDLE)
    return [one.name for one in seen.places if one.sure >= SURE and one.standing != right[one.name]]


@pytest.mark.parametrize("eye", [OVERHEAD, SLANTED])
def test_a_print_in_the_colour_of_pieces_is_never_told_with_certainty(eye: BoardCamera) -> None:
    picture = printed(eye, MIDDLE)
    assert {"p3", "p7"} <= set(lies(read(eye, picture, None))) <= {f"p{point}" for point in PRINTS}
    assert lies(read(eye, picture, EmptyBoard(printed(eye, {}), pose_of(eye)))) == []


@pytest.mark.parametrize("eye", [OVERHEAD, SLANTED])
def test_pieces_left_on_the_board_in_its_empty_picture_are_not_certainly_nothing(eye: BoardCamera) -> None:
    picture = painted(eye, MIDDLE)
    for left in ({24: 1, 13: -4}, {8: 5, 1: -1}, MIDDLE):
        assert lies(read(eye, picture, EmptyBoard(painted(eye, left), pose_of(eye)))) == []


def test_pieces_are_told_as_before_where_the_board_is_known_empty() -> None:
    seen = read(OVERHEAD, painted(OVERHEAD, MIDDLE), EmptyBoard(painted(OVERHEAD, {}), pose_of(OVERHEAD)))
    for name, standing in truth(MIDDLE).items():
        assert seen.place(name).standing == standing or name.startswith("bar")


def test_the_ground_behind_pieces_is_cut_out_of_a_picture_of_another_camera() -> None:
    here, there = painted(SLANTED, {}), painted(OVERHEAD, {})
    size, place = (32, 128), PLAN.place("p3")
    wanted = Cutter(here, pose_of(SLANTED), side_px=26).stretched(place, size=size, across=1.25, along=5.0)
    found = Cutter(there, pose_of(OVERHEAD), side_px=26).stretched(
        place, size=size, across=1.25, along=5.0, behind=pose_of(SLANTED)
    )
    straight = Cutter(there, pose_of(OVERHEAD), side_px=26).stretched(
        place, size=size, across=1.25, along=5.0
    )

    def apart(one: Frame) -> float:
        return float(np.abs(one.astype(np.float64) - wanted)[8:-8].mean())

    assert apart(found) < 0.6 * apart(straight)


def stacks(eye: BoardCamera, picture: Frame) -> np.ndarray:
    cutter = Cutter(picture, pose_of(eye), side_px=26)
    rows = [place for place in PLAN.places if place.has_rim]
    return np.stack([cutter.stretched(one, size=(32, 128), across=1.25, along=5.0) for one in rows])


def test_the_light_of_then_is_made_that_of_now() -> None:
    bare, now = stacks(OVERHEAD, painted(OVERHEAD, {})), stacks(OVERHEAD, painted(OVERHEAD, MIDDLE))
    evening = (bare * np.array([0.5, 0.6, 0.8])).astype(np.uint8)
    lit = lit_alike(evening, now)
    assert lit is not None
    assert np.median(np.abs(lit.astype(int) - bare)) < 5
    rows = [place.name for place in PLAN.places if place.has_rim]
    bare_now = {rows[n] for n in np.flatnonzero(untouched(lit, now))}
    assert bare_now >= {"p2", "p3", "p16", "p22"}
    assert not bare_now & {f"p{point}" for point in MIDDLE}


@pytest.mark.parametrize("what", ["another board", "a shifted board", "the dark", "noise"])
def test_a_picture_of_anything_else_is_left_out(what: str) -> None:
    now = stacks(OVERHEAD, painted(OVERHEAD, MIDDLE))
    if what == "another board":
        other = painted(OVERHEAD, {}, felt=(30, 30, 140), light=(20, 20, 20), dark=(240, 240, 240))
    elif what == "a shifted board":
        other = np.roll(painted(OVERHEAD, {}), 60, axis=1)
    elif what == "the dark":
        other = np.zeros_like(painted(OVERHEAD, {}))
    else:
        other = np.random.default_rng(1).integers(0, 255, (960, 1280, 3), dtype=np.uint8)
    assert lit_alike(stacks(OVERHEAD, other), now) is None
