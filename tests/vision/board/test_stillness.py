"""Hands, sleeves and their shadows are found over a board; light and grain never keep it from resting."""

from __future__ import annotations

from collections.abc import Iterable

import cv2
import numpy as np
import pytest

from boards.board_camera import BoardCamera
from boards.hand_over_board import grainy, lit, reaching, shaded
from boards.painted_board import Picture, cell_of, moved, painted, start
from boards.spoilt_board import sleeve
from vision.board import Place, Plan, Pose
from vision.board.occupancy import Occupancy, PlaceSeen
from vision.board.placing.pose import UNIT
from vision.board.stillness import LONG_S, Still, Stillness, concealed

FPS = 6
EYE = BoardCamera(13, 11, (0.0, 2.0, 20.0), size=(640, 480))
SLANTED = BoardCamera(13, 11, (2.0, 9.0, 17.0), size=(640, 480))


def place(point: int) -> Place:
    """Return a point of backgammon as the eye knows it."""
    x, y = cell_of(point, 0)
    rim, end = (0.0, 5.0) if y < 5 else (11.0, 6.0)
    left, right = (x - 0.5) / 13, (x + 0.5) / 13
    outline = ((left, rim / 11), (right, rim / 11), (right, end / 11), (left, end / 11))
    if y > 5:
        outline = ((right, rim / 11), (left, rim / 11), (left, end / 11), (right, end / 11))
    return Place(f"p{point}", outline, has_rim=True, tall=0.25, length=5.0)


PLAN = Plan("case", 13.0, 11.0, tuple(map(place, range(1, 25))), loose=0.08)
HANDS_DOWN = [12.0 - n for n in range(9)]
"""A hand reaches in from below to the upper half, in pictures of a sixth of a second."""


BEFORE = painted(EYE, start())
AFTER = painted(EYE, moved(start(), (24, 20)))


class Watched:
    """A board that is watched picture by picture, at six a second, with grain."""

    def __init__(self, eye: BoardCamera = EYE, *, grain: float = 2.5) -> None:
        self.stillness = Stillness(Pose.of_corners(eye.project(UNIT), PLAN, size=eye.size))
        self.now = 100.0
        self.grain = grain
        self._chance = np.random.default_rng(5)

    def look(self, pictures: Iterable[Picture]) -> list[Still]:
        found = []
        for picture in pictures:
            self.now += 1 / FPS
            shown = grainy(picture, self._chance, by=self.grain)
            found.append(self.stillness.look(shown, time_s=self.now))
        return found

    def rest(self, picture: Picture, seconds: float = 2.0) -> Still:
        return self.look([picture] * round(seconds * FPS))[-1]


@pytest.mark.parametrize("grain", [1.0, 4.0, 8.0])
@pytest.mark.parametrize("light", [1.0, 0.25])
def test_a_board_at_rest_rests_whatever_the_grain(grain: float, light: float) -> None:
    told = Watched(grain=grain).rest(lit(BEFORE, gain=light), 5)
    assert told.rested_s > 4.5
    assert not told.covered


def test_a_hand_that_moves_a_checker_is_movement_and_then_the_board_rests() -> None:
    watched = Watched()
    watched.rest(BEFORE)
    way = watched.look([reaching(BEFORE, EYE, 10.0, y) for y in HANDS_DOWN])
    assert all(one.rested_s == 0 for one in way[2:])
    back = watched.look([reaching(AFTER, EYE, 10.0, y) for y in HANDS_DOWN[::-1]])
    assert all(one.rested_s == 0 for one in back[:-2])
    told = watched.rest(AFTER, 1.5)
    assert 1.0 < told.rested_s < 1.8
    assert not told.covered


def test_nothing_is_believed_under_a_hand_that_rests_over_the_board() -> None:
    watched = Watched()
    watched.rest(BEFORE)
    x, _ = cell_of(9, 0)  # over point 9, the fingers at point 16
    watched.look([reaching(BEFORE, EYE, x, y) for y in HANDS_DOWN])
    told = watched.rest(reaching(BEFORE, EYE, x, 4.0), 3.0)
    assert told.rested_s > 2.5
    assert {"p9", "p16"} <= told.covered
    assert not {"p24", "p1", "p2", "p23", "p13", "p12"} & told.covered
    assert not watched.rest(BEFORE).covered


@pytest.mark.parametrize("seed", range(4))
def test_nothing_is_believed_under_a_sleeve_of_any_colour(seed: int) -> None:
    watched = Watched()
    watched.rest(BEFORE)
    over = sleeve(BEFORE, EYE, np.random.default_rng(seed))
    told = watched.rest(over)
    away = cv2.absdiff(over, BEFORE).max(axis=2)
    for one in PLAN.places:
        mask = np.zeros(away.shape, np.uint8)
        pose = Pose.of_corners(EYE.project(UNIT), PLAN, size=EYE.size)
        cv2.fillPoly(mask, [pose.outline(one).round().astype(np.int32)], 1)
        if float((away[mask > 0] > 40).mean()) > 0.5:
            assert one.name in told.covered
        if float((away[mask > 0] > 12).mean()) < 0.02:
            assert one.name not in told.covered


def test_moved_checkers_are_believed_although_they_are_changes() -> None:
    watched = Watched()
    watched.rest(BEFORE)
    after = painted(EYE, moved(start(), (24, 20), (13, 7), (13, 8), (6, 5)))
    told = watched.rest(after, 1.0)
    assert 0.7 < told.rested_s < 1.1
    assert not told.covered


def test_a_board_that_a_child_has_cleared_is_believed() -> None:
    watched = Watched()
    watched.rest(BEFORE)
    watched.look([reaching(BEFORE, EYE, 3.0 + n, 4.0) for n in range(6)])
    assert not watched.rest(painted(EYE, {}), 1.5).covered


@pytest.mark.parametrize("eye", [EYE, SLANTED])
def test_a_lamp_that_is_switched_covers_nothing_and_the_board_rests_again(eye: BoardCamera) -> None:
    watched, board = Watched(eye), painted(eye, start())
    watched.rest(board)
    for other in (lit(board, gain=0.45), lit(board, gain=1.3, slope=0.25, warm=0.1), board):
        told = watched.rest(other, 1.5)
        assert told.rested_s > 1.0
        assert not told.covered


def test_the_sun_that_wanders_never_keeps_the_board_from_resting() -> None:
    watched = Watched()
    told = watched.look(
        lit(shaded(BEFORE, at=0.01 * n), gain=1 + 0.004 * n, slope=0.002 * n) for n in range(60)
    )
    assert all(one.rested_s > 0.9 for one in told[8:])
    assert not any(one.covered for one in told)


def test_a_shadow_that_passes_quickly_covers_nothing_once_it_lies_still() -> None:
    watched = Watched()
    watched.rest(BEFORE)
    watched.look(shaded(BEFORE, at=0.1 * n) for n in range(7))
    told = watched.rest(shaded(BEFORE, at=0.6), 1.5)
    assert told.rested_s > 1.0
    assert not told.covered


def test_what_lies_still_for_long_is_left_to_the_reader_and_can_be_taken_away() -> None:
    watched = Watched()
    watched.rest(BEFORE)
    arm = reaching(BEFORE, EYE, 6.5, 6.0)
    assert watched.rest(arm, 3.0).covered
    assert not watched.rest(arm, LONG_S).covered
    elsewhere = reaching(AFTER, EYE, 6.5, 6.0)
    assert not watched.rest(elsewhere, 1.5).covered  # a checker went on beside it
    assert not watched.rest(AFTER, 1.5).covered


def test_the_rest_begins_anew_after_a_camera_was_away() -> None:
    watched = Watched()
    assert watched.rest(BEFORE, 3.0).rested_s > 2.0
    watched.now += 60
    [told] = watched.look([AFTER])
    assert told.rested_s == 0
    assert not watched.rest(AFTER, 1.5).covered


def test_pictures_of_any_size_are_looked_at() -> None:
    for shape in ((480, 640), (720, 960), (1440, 1920), (60, 80), (7, 9)):
        stillness = Stillness(Pose.of_corners(EYE.project(UNIT), PLAN, size=EYE.size))
        picture = np.asarray(cv2.resize(BEFORE, shape[::-1], interpolation=cv2.INTER_AREA), np.uint8)
        assert [stillness.look(picture, time_s=n / 4).rested_s for n in range(3)] == [0, 0.25, 0.5]


def test_a_picture_of_one_shade_is_no_crash_and_movement() -> None:
    for value in (0, 255):
        watched = Watched(grain=0.0)
        watched.rest(BEFORE)
        assert watched.look([np.full_like(BEFORE, value)])[0].rested_s == 0


def test_what_is_covered_is_told_hidden_and_all_else_stays() -> None:
    seen = Occupancy((PlaceSeen("p1", (((2, 0), 0.9),), 0.1), PlaceSeen("p2", (((0, 1), 1.0),))))
    told = concealed(seen, {"p1"})
    assert told.place("p1").is_hidden
    assert told.place("p2") == seen.place("p2")
    assert concealed(seen, ()) is seen


def altered(watched: Watched, picture: Picture) -> dict[str, float]:
    """Return which places look otherwise, after the board has rested so."""
    watched.rest(picture)
    return {name: part for name, part in (watched.stillness.altered() or {}).items() if part > 0.1}


def test_places_look_otherwise_where_a_checker_was_moved_and_nowhere_else() -> None:
    watched = Watched()
    assert watched.stillness.altered() is None
    watched.rest(BEFORE)
    watched.stillness.remember([one.name for one in PLAN.places])
    assert altered(watched, BEFORE) == {}
    assert altered(watched, AFTER).keys() == {"p20", "p24"}
    assert altered(watched, lit(AFTER, gain=0.7)).keys() == {"p20", "p24"}
    watched.stillness.remember(["p20"])
    assert altered(watched, AFTER).keys() == {"p24"}


def test_a_board_that_looks_otherwise_all_over_was_moved_and_says_nothing() -> None:
    watched = Watched()
    watched.rest(BEFORE)
    watched.stillness.remember([one.name for one in PLAN.places])
    assert altered(watched, np.asarray(np.roll(BEFORE, 9, axis=1), np.uint8)) == {}
