"""A board that was bumped is noticed and found again; one that lies still is never told as bumped."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from boards.board_camera import BoardCamera
from boards.painted_board import painted, start
from boards.painted_markers import lay
from vision.board import Place, Plan, Pose
from vision.board.placing.anchor import Anchor, Look
from vision.board.placing.markers import Markers
from vision.board.placing.pose import UNIT

PLAN = Plan("case", 13.0, 11.0, (Place("a", ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))),), loose=0.08)
AWAY = (2.0, 9.0, 17.0)
EYE = BoardCamera(13, 11, AWAY)
LATE = {24: 1, 13: 3, 12: -4, 5: 6, 1: -2, 18: 2}
HAS = hasattr(cv2, "aruco")


@pytest.fixture(scope="module")
def anchor() -> Anchor:
    """The board at its start, seen from one place."""
    pose = Pose.of_corners(EYE.project(UNIT), PLAN, size=EYE.size)
    return Anchor(painted(EYE, start()), pose)


def bumped(look: tuple[float, float], roll: float = 0.0) -> BoardCamera:
    """Return the camera for which the board lies so much elsewhere in the picture."""
    return BoardCamera(13, 11, AWAY, look, roll)


def off(look: Look, eye: BoardCamera) -> float:
    return float(np.linalg.norm(look.pose.seen(UNIT) - eye.project(UNIT), axis=1).max())


def moved(eye: BoardCamera, pose: Pose) -> float:
    """Return how far the board truly went, in pieces."""
    return float(np.linalg.norm(PLAN.in_pieces(pose.lies(eye.project(UNIT)) - UNIT), axis=1).max())


@pytest.mark.parametrize(("position", "light"), [(start(), 1.0), (LATE, 0.45), (start(), 0.45), (LATE, 1.1)])
def test_a_board_that_lies_still_is_not_told_as_bumped(
    anchor: Anchor, position: dict[int, int], light: float
) -> None:
    picture = (painted(EYE, position, table=9) * light).clip(0, 255).astype(np.uint8)
    look = anchor.look(picture)
    assert look is not None
    assert not look.is_bumped
    assert look.moved < 0.08


@pytest.mark.parametrize(
    ("position", "look", "roll"),
    [
        (start(), (0.25, 0.15), 0.0),
        (LATE, (0.25, 0.15), 0.0),
        (LATE, (0.5, -0.3), 0.0),
        (start(), (0.8, 0.4), 0.02),
        (LATE, (-2, 0.4), 0.1),
        (start(), (1, 1.4), -0.2),
        (LATE, (0, 0), 0.5),
    ],
)
def test_a_bumped_board_is_noticed_and_found_again(
    anchor: Anchor, position: dict[int, int], look: tuple[float, float], roll: float
) -> None:
    eye = bumped(look, roll)
    found = anchor.look(painted(eye, position, table=9))
    assert found is not None
    assert found.is_bumped
    assert found.moved == pytest.approx(moved(eye, anchor.pose), abs=0.15)
    assert off(found, eye) < 6  # of 45 pixels a piece


def test_a_nudge_of_a_tenth_is_followed_but_is_no_bump(anchor: Anchor) -> None:
    eye = bumped((0.1, 0.0))
    found = anchor.look(painted(eye, LATE, table=9))
    assert found is not None
    assert 0.04 < found.moved < 0.25
    assert not found.is_bumped
    assert off(found, eye) < 4


def test_a_hand_over_half_the_board_changes_nothing(anchor: Anchor) -> None:
    picture = painted(EYE, start(), table=3)
    cv2.ellipse(picture, (420, 700), (300, 260), 30, 0, 360, (140, 160, 205), -1)
    found = anchor.look(picture)
    assert found is None or found.moved < 0.1


def test_where_the_board_is_not_seen_nothing_is_told(anchor: Anchor) -> None:
    picture = painted(EYE, start(), table=3)
    torn = picture.copy()
    torn[300:] = 128
    for shown in (
        cv2.resize(picture[:200, :300], (1280, 960)),  # the table
        np.zeros_like(picture),
        np.full_like(picture, 127),
        torn,
        np.random.default_rng(4).integers(0, 255, picture.shape, dtype=np.uint8),
        painted(bumped((14, 9)), start(), table=3),
    ):
        assert anchor.look(np.asarray(shown, np.uint8)) is None


def test_a_second_board_beside_it_does_not_confuse() -> None:
    eye = BoardCamera(13, 11, (8.0, 0.0, 34.0), (8.0, 0.0), size=(1280, 960))
    other = BoardCamera(13, 11, (-8.0, 0.0, 34.0), (-8.0, 0.0), size=(1280, 960))

    def both(first: BoardCamera) -> np.ndarray:
        left, right = painted(first, start()), painted(other, LATE)
        left[:, 640:] = right[:, 640:]
        return left

    anchor = Anchor(both(eye), Pose.of_corners(eye.project(UNIT), PLAN, size=eye.size))
    still = anchor.look(both(eye))
    assert still is not None
    assert still.moved < 0.05
    nudged = BoardCamera(13, 11, (8.0, 0.0, 34.0), (8.5, 0.4))
    found = anchor.look(both(nudged))
    assert found is not None
    assert found.is_bumped
    assert off(found, nudged) < 4


def test_a_bump_that_was_taken_is_where_the_board_lies(anchor: Anchor) -> None:
    own = Anchor(painted(EYE, start()), anchor.pose)
    eye = bumped((1, 0.5), 0.1)
    found = own.look(painted(eye, start(), table=3))
    assert found is not None
    own.take(found)
    again = own.look(painted(eye, LATE, table=5))
    assert again is not None
    assert again.moved < 0.1


@pytest.mark.skipif(not HAS, reason="this OpenCV draws no markers")
def test_markers_find_a_plain_board_that_went_far() -> None:
    plain = {"felt": (70, 110, 60), "light": (72, 112, 62), "dark": (68, 108, 58)}

    def marked(eye: BoardCamera) -> np.ndarray:
        picture = painted(eye, {}, **plain)  # type: ignore[arg-type]
        for number in range(4):
            lay(eye, picture, number)
        return picture

    high = BoardCamera(13, 11, (1.0, 4.0, 24.0), size=(1600, 1200))
    pose = Pose.of_corners(high.project(UNIT), PLAN, size=high.size)
    anchor = Anchor(marked(high), pose, markers=Markers())
    eye = BoardCamera(13, 11, (1.0, 4.0, 24.0), (-1.5, 1.0), 0.3, size=(1600, 1200))
    found = anchor.look(marked(eye))
    assert found is not None
    assert found.is_bumped
    assert off(found, eye) < 6


def test_a_board_that_shows_nothing_is_not_watched() -> None:
    pose = Pose.of_corners(EYE.project(UNIT), PLAN, size=EYE.size)
    blank = np.full((960, 1280, 3), 120, np.uint8)
    anchor = Anchor(blank, pose)
    assert not anchor.can_tell
    assert anchor.look(blank) is None
