"""A reader of circles and colours: right where it is sure, unsure where pieces and points look alike."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boards.board_camera import BoardCamera
from boards.painted_board import cell_of, painted, start
from device.follow.plans import plan_of
from engine.backgammon.board import LAYOUTS
from vision.board import BoardError, Pose
from vision.board.classical import ALIKE, HIDDEN, ClassicalReader
from vision.board.learnt import Learnt
from vision.board.occupancy import Occupancy, Standing
from vision.board.placing.pose import UNIT

PLAN = plan_of(LAYOUTS["standard"], trays=False)
READER = ClassicalReader()
OVERHEAD = BoardCamera(13, 11, (0.3, 0.2, 18.0))
SLANTED = BoardCamera(13, 11, (2.0, 9.0, 17.0), roll=0.05)
MIDDLE = {24: 1, 20: -2, 18: 3, 13: -4, 11: 1, 8: 5, 6: -3, 5: 2, 1: -1}


def tap(eye: BoardCamera, point: int, number: int = 0) -> tuple[float, float]:
    x, y = cell_of(point, number)
    px, py = eye.project(np.array([[x / 13, y / 11]]), 0.25)[0]
    return float(px), float(py)


def read(eye: BoardCamera, points: dict[int, int], picture: np.ndarray, **more: Learnt) -> Occupancy:
    pose = Pose.of_corners(eye.project(UNIT), PLAN, size=eye.size)
    a, b = (next(point for point, n in points.items() if n * sign > 0) for sign in (1, -1))
    learnt = more.get("learnt") or READER.learn(picture, pose, [[tap(eye, a)], [tap(eye, b)]], None)
    return READER.read(picture, pose, learnt)


def truth(points: dict[int, int], on_bar: tuple[int, int] = (0, 0)) -> dict[str, Standing]:
    found: dict[str, Standing] = {"bar0": (on_bar[0], 0), "bar1": (0, on_bar[1])}
    for point in range(1, 25):
        count = points.get(point, 0)
        found[f"p{point}"] = (count, 0) if count > 0 else (0, -count)
    return found


@pytest.mark.parametrize("eye", [OVERHEAD, SLANTED])
@pytest.mark.parametrize("points", [start(), MIDDLE])
def test_checkers_of_their_own_colours_are_counted(eye: BoardCamera, points: dict[int, int]) -> None:
    picture = painted(eye, points, on_bar=(1, 2), light=(120, 170, 185), table=4)
    seen = read(eye, points, picture)
    assert {place.name: place.standing for place in seen.places} == truth(points, (1, 2))
    assert seen.doubts == ()


def test_where_checkers_and_points_look_alike_nothing_is_told_with_certainty() -> None:
    picture = painted(OVERHEAD, MIDDLE, light=(222, 232, 238), dark=(38, 36, 40))
    seen = read(OVERHEAD, MIDDLE, picture)
    right = truth(MIDDLE)
    wrong = [place for place in seen.places if place.standing not in (None, right[place.name])]
    assert all(place.sure < 0.9 for place in wrong)
    assert not seen.is_certain


def test_two_colours_that_are_one_are_told() -> None:
    picture = painted(OVERHEAD, MIDDLE, a=(60, 60, 65), b=(55, 57, 60))
    assert ALIKE in read(OVERHEAD, MIDDLE, picture).doubts


def test_a_place_outside_the_picture_is_hidden_and_told() -> None:
    eye = BoardCamera(13, 11, (0.0, 0.0, 16.0), (-3.5, 0.0))
    picture = painted(eye, MIDDLE)
    pose = Pose.of_corners(eye.project(UNIT), PLAN, size=eye.size)
    learnt = READER.learn(picture, pose, [[tap(eye, 18)], [tap(eye, 13)]], None)
    seen = READER.read(picture, pose, learnt)
    assert seen.place("p1").is_hidden
    assert seen.place("p24").standing is None
    assert not seen.place("p13").is_hidden
    assert any("outside the picture" in str(doubt) for doubt in seen.doubts)


def test_what_lies_under_a_sleeve_is_hidden() -> None:
    picture = painted(SLANTED, MIDDLE, light=(120, 170, 185))
    x, y = SLANTED.project(np.array([[3 / 13, 8.5 / 11]]))[0]
    cv2.ellipse(picture, (int(x), int(y)), (75, 200), 5, 0, 360, (205, 90, 160), -1)
    seen = read(SLANTED, MIDDLE, picture)
    assert {name for name in ("p9", "p10") if seen.place(name).is_hidden} == {"p9", "p10"}
    assert seen.place("p13").standing == (0, 4)


@pytest.mark.parametrize("shade", [0, 8, 127, 255])
def test_a_blank_picture_hides_every_place(shade: int) -> None:
    pose = Pose.of_corners(OVERHEAD.project(UNIT), PLAN, size=OVERHEAD.size)
    seen = READER.read(np.full((960, 1280, 3), shade, np.uint8), pose, Learnt((((200, 128, 128),),), 0.45))
    assert all(place.is_hidden for place in seen.places)
    assert not seen.is_certain
    assert seen.doubts == (HIDDEN,)


def test_what_was_learnt_is_kept_and_used_without_taps() -> None:
    picture = painted(OVERHEAD, start(), light=(120, 170, 185))
    pose = Pose.of_corners(OVERHEAD.project(UNIT), PLAN, size=OVERHEAD.size)
    learnt = READER.learn(picture, pose, [[tap(OVERHEAD, 24)], [tap(OVERHEAD, 1)]], None)
    assert learnt.radius == pytest.approx(0.46, abs=0.045)
    kept = Learnt.from_dict(learnt.to_dict())
    later = painted(OVERHEAD, MIDDLE, light=(120, 170, 185), table=8)
    assert {place.name: place.standing for place in READER.read(later, pose, kept).places} == truth(MIDDLE)
    again = READER.learn(later, pose, [[], []], kept)
    assert again == kept


def test_a_tap_beside_the_board_and_none_at_all_are_refused() -> None:
    picture = painted(OVERHEAD, start())
    pose = Pose.of_corners(OVERHEAD.project(UNIT), PLAN, size=OVERHEAD.size)
    with pytest.raises(BoardError, match="beside the board"):
        READER.learn(picture, pose, [[(5.0, 5.0)], [tap(OVERHEAD, 1)]], None)
    with pytest.raises(BoardError, match="player 2"):
        READER.learn(picture, pose, [[tap(OVERHEAD, 24)], []], None)


@pytest.mark.parametrize("size", [(160, 120), (4608, 2592)])
def test_small_and_large_pictures_are_read_or_doubted(size: tuple[int, int]) -> None:
    eye = BoardCamera(13, 11, (0.3, 0.2, 20.0), size=size, focal=0.8)
    picture = painted(eye, start(), light=(120, 170, 185))
    seen = read(eye, start(), picture)
    right = truth(start())
    assert all(place.sure < 0.95 for place in seen.places if place.standing not in (None, right[place.name]))


plain = st.one_of(st.none(), st.booleans(), st.floats(), st.integers(), st.text(max_size=4))
anything = st.recursive(
    plain, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=3)
)
nearly = st.fixed_dictionaries({"colours": anything, "radius": st.one_of(plain, st.just(0.45))})


@given(st.one_of(anything, nearly))
def test_whatever_comes_as_learnt_is_a_set_or_refused(saved: object) -> None:
    try:
        learnt = Learnt.from_dict(saved)
    except BoardError:
        return
    assert Learnt.from_dict(learnt.to_dict()) == learnt


@pytest.mark.parametrize("shown", ["noise", "stripes", "torn", "grey", "flash", "turned"])
def test_nothing_is_certain_in_pictures_of_no_board(shown: str) -> None:
    chance = np.random.default_rng(6)
    picture = painted(OVERHEAD, MIDDLE, light=(120, 170, 185))
    pose = Pose.of_corners(OVERHEAD.project(UNIT), PLAN, size=OVERHEAD.size)
    learnt = READER.learn(picture, pose, [[tap(OVERHEAD, 24)], [tap(OVERHEAD, 20)]], None)
    if shown == "noise":
        picture = chance.integers(0, 255, picture.shape, dtype=np.uint8)
    elif shown == "stripes":
        picture[:] = np.where(np.arange(1280) // 16 % 2, 230, 30).astype(np.uint8)[None, :, None]
    elif shown == "torn":
        picture[420:] = picture[419:420]
    elif shown == "grey":
        picture[:] = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)[..., None]
    elif shown == "flash":
        cv2.circle(picture, (640, 480), 400, (255, 255, 255), -1)
    else:
        picture = cv2.rotate(picture, cv2.ROTATE_180)
    assert not READER.read(picture, pose, learnt).is_certain


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 2**31), st.sampled_from([(160, 120), (320, 240), (77, 301)]))
def test_no_picture_and_no_pose_break_the_reader(seed: int, size: tuple[int, int]) -> None:
    chance = np.random.default_rng(seed)
    corners = np.array([[0.2, 0.2], [0.8, 0.2], [0.8, 0.8], [0.2, 0.8]]) + chance.uniform(-0.15, 0.15, (4, 2))
    pose = Pose.of_corners(corners * size, PLAN.turned(int(chance.integers(4))), size=size)
    small = chance.integers(
        0, 255, (int(chance.integers(1, 9)), int(chance.integers(1, 9)), 3), dtype=np.uint8
    )
    picture = cv2.resize(small, size, interpolation=cv2.INTER_LINEAR)
    taps = [[(float(x), float(y))] for x, y in (corners.mean(axis=0) * size) + chance.uniform(-9, 9, (2, 2))]
    learnt = READER.learn(picture, pose, taps, None)
    seen = READER.read(picture, pose, learnt)
    assert [place.name for place in seen.places] == [place.name for place in PLAN.places]
    for place in seen.places:
        assert sum(p for _, p in place.likely) + place.hidden == pytest.approx(1, abs=1e-6)
