"""The reader with a network: it counts sets that it never saw, and is not certain where nobody could be."""

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
from vision.board import BoardError, Cutter, Place, Plan, Pose
from vision.board.classical import HIDDEN
from vision.board.learnt import Learnt
from vision.board.network import NetworkReader
from vision.board.occupancy import SURE, Occupancy, Standing
from vision.board.placing.pose import UNIT
from vision.board.planes import EACH, SHARED, planes

PLAN = plan_of(LAYOUTS["standard"], trays=False)
READER = NetworkReader()
OVERHEAD = BoardCamera(13, 11, (0.3, 0.2, 18.0))
SLANTED = BoardCamera(13, 11, (2.0, 9.0, 17.0), roll=0.05)
MIDDLE = {24: 1, 20: -2, 18: 3, 13: -4, 11: 1, 8: 5, 6: -3, 5: 2, 1: -1}


def tap(eye: BoardCamera, point: int) -> tuple[float, float]:
    x, y = cell_of(point, 0)
    px, py = eye.project(np.array([[x / 13, y / 11]]), 0.25)[0]
    return float(px), float(py)


def read(eye: BoardCamera, points: dict[int, int], picture: np.ndarray) -> Occupancy:
    pose = Pose.of_corners(eye.project(UNIT), PLAN, size=eye.size)
    a, b = (next(point for point, n in points.items() if n * sign > 0) for sign in (1, -1))
    return READER.read(picture, pose, READER.learn(picture, pose, [[tap(eye, a)], [tap(eye, b)]], None))


def truth(points: dict[int, int]) -> dict[str, Standing]:
    counts = {f"p{point}": points.get(point, 0) for point in range(1, 25)}
    return {name: (n, 0) if n > 0 else (0, -n) for name, n in counts.items()}


class Counted:
    """A network that counts how many patches it is shown at once."""

    def __init__(self, net: cv2.dnn.Net) -> None:
        self.net = net
        self.shown: list[int] = []

    def setInput(self, patches: np.ndarray) -> None:  # noqa: N802
        self.shown.append(len(patches))
        self.net.setInput(patches)

    def forward(self) -> np.ndarray:
        return np.asarray(self.net.forward())


def test_a_whole_board_is_shown_to_the_network_a_few_places_at_a_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    nets = {name: Counted(net) for name, net in READER._nets.items()}
    monkeypatch.setattr(READER, "_nets", nets)
    read(OVERHEAD, start(), painted(OVERHEAD, start()))
    shown = [count for net in nets.values() for count in net.shown]
    assert sum(shown) >= 24
    assert max(shown) <= 8, "a network keeps the memory that its largest run took"


@pytest.mark.parametrize("eye", [OVERHEAD, SLANTED])
@pytest.mark.parametrize("points", [start(), MIDDLE])
def test_of_a_set_that_no_training_knows_one_point_at_most_is_told_wrong_and_none_certainly(
    eye: BoardCamera, points: dict[int, int]
) -> None:
    seen = read(eye, points, painted(eye, points))
    wrong = [name for name, standing in truth(points).items() if seen.place(name).standing != standing]
    assert len(wrong) <= 1
    assert all(seen.place(name).sure < SURE for name in wrong)


def test_colours_that_nobody_trained_with_are_told_apart_as_they_were_tapped() -> None:
    picture = painted(OVERHEAD, MIDDLE, a=(200, 60, 210), b=(60, 200, 200), felt=(120, 60, 40))
    seen = read(OVERHEAD, MIDDLE, picture)
    assert {name: seen.place(name).standing for name in truth(MIDDLE)} == truth(MIDDLE)


def test_what_lies_under_a_sleeve_is_hidden_or_at_least_not_certain() -> None:
    picture = painted(SLANTED, MIDDLE)
    x, y = SLANTED.project(np.array([[3 / 13, 8.5 / 11]]))[0]
    cv2.ellipse(picture, (int(x), int(y)), (75, 200), 5, 0, 360, (205, 90, 160), -1)
    seen = read(SLANTED, MIDDLE, picture)
    for name in ("p9", "p10"):
        assert seen.place(name).is_hidden or seen.place(name).sure < SURE
    assert seen.place("p13").standing == (0, 4)


@pytest.mark.parametrize("shade", [0, 8, 127, 255])
def test_a_blank_picture_hides_every_place(shade: int) -> None:
    pose = Pose.of_corners(OVERHEAD.project(UNIT), PLAN, size=OVERHEAD.size)
    learnt = Learnt((((200, 128, 128),), ((40, 128, 128),)), 0.45)
    seen = READER.read(np.full((960, 1280, 3), shade, np.uint8), pose, learnt)
    assert all(place.is_hidden for place in seen.places)
    assert not seen.is_certain
    assert seen.doubts == (HIDDEN,)


def test_what_was_learnt_is_small_and_used_without_taps() -> None:
    picture = painted(OVERHEAD, start())
    pose = Pose.of_corners(OVERHEAD.project(UNIT), PLAN, size=OVERHEAD.size)
    learnt = READER.learn(picture, pose, [[tap(OVERHEAD, 24)], [tap(OVERHEAD, 1)]], None)
    kept = Learnt.from_dict(learnt.to_dict())
    later = READER.read(painted(OVERHEAD, MIDDLE, table=8), pose, kept)
    assert {name: later.place(name).standing for name in truth(MIDDLE)} == truth(MIDDLE)
    assert READER.learn(picture, pose, [[], []], kept) == kept


def test_a_tap_beside_the_board_and_none_at_all_are_refused() -> None:
    picture = painted(OVERHEAD, start())
    pose = Pose.of_corners(OVERHEAD.project(UNIT), PLAN, size=OVERHEAD.size)
    with pytest.raises(BoardError, match="beside the board"):
        READER.learn(picture, pose, [[(5.0, 5.0)], [tap(OVERHEAD, 1)]], None)
    with pytest.raises(BoardError, match="player 2"):
        READER.learn(picture, pose, [[tap(OVERHEAD, 24)], []], None)


def test_the_ground_around_a_small_piece_is_not_learnt_as_its_colour() -> None:
    squares = tuple(
        Place(f"r{y}c{x}", tuple(((x + a) / 3, (y + b) / 3) for a, b in UNIT), tall=0.1)
        for y in range(3)
        for x in range(3)
    )
    plan = Plan("three by three", 3.0, 3.0, squares)
    picture = np.full((600, 600, 3), (60, 120, 70), np.uint8)
    for at, shade in (((250, 250), 235), ((350, 350), 30)):
        cv2.circle(picture, at, 17, (shade, shade, shade), -1)
    pose = Pose.of_corners(np.array([[150, 150], [450, 150], [450, 450], [150, 450]]), plan, size=(600, 600))
    learnt = READER.learn(picture, pose, [[(250.0, 250.0)], [(350.0, 350.0)]], None)
    assert [[light > 200 for light, _, _ in owner] for owner in learnt.colours] == [[True], [False]]
    assert learnt.colours[1][0][0] < 50


@pytest.mark.parametrize("shown", ["noise", "stripes", "torn", "grey", "flash", "turned"])
def test_nothing_is_certain_in_pictures_of_no_board(shown: str) -> None:
    chance = np.random.default_rng(6)
    picture = painted(OVERHEAD, MIDDLE)
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


@settings(deadline=None, max_examples=30)
@given(st.integers(0, 2**31), st.sampled_from([(160, 120), (320, 240), (77, 301)]), st.integers(1, 4))
def test_no_picture_and_no_pose_break_the_reader(seed: int, size: tuple[int, int], faces: int) -> None:
    chance = np.random.default_rng(seed)
    corners = np.array([[0.2, 0.2], [0.8, 0.2], [0.8, 0.8], [0.2, 0.8]]) + chance.uniform(-0.15, 0.15, (4, 2))
    pose = Pose.of_corners(corners * size, PLAN.turned(int(chance.integers(4))), size=size)
    small = chance.integers(
        0, 255, (int(chance.integers(1, 9)), int(chance.integers(1, 9)), 3), dtype=np.uint8
    )
    picture = cv2.resize(small, size, interpolation=cv2.INTER_LINEAR)
    middle = corners.mean(axis=0) * size
    taps = [[(float(middle[0]) + n, float(middle[1])) for n in range(some)] for some in (faces, 1)]
    seen = READER.read(picture, pose, READER.learn(picture, pose, taps, None))
    assert [place.name for place in seen.places] == [place.name for place in PLAN.places]
    for place in seen.places:
        assert sum(p for _, p in place.likely) + place.hidden == pytest.approx(1, abs=1e-6)


def test_a_stretched_place_has_its_rim_below_and_its_neighbours_beside() -> None:
    picture = painted(
        OVERHEAD, {24: 2}, a=(10, 20, 250), felt=(90, 90, 90), light=(90, 90, 90), dark=(90, 90, 90)
    )
    pose = Pose.of_corners(OVERHEAD.project(UNIT), PLAN, size=OVERHEAD.size)
    cut = Cutter(picture, pose, side_px=26).stretched(
        PLAN.place("p24"), size=(32, 128), across=1.25, along=5.0
    )
    red = (cut[..., 2] > 140) & (cut[..., 1] < 80)
    rows, columns = np.nonzero(red)
    assert rows.max() > 118
    assert rows.min() == pytest.approx(128 - 2 * 25.6, abs=7)
    assert columns.mean() == pytest.approx(15.5, abs=1.5)


def test_planes_do_not_change_when_owners_swap() -> None:
    chance = np.random.default_rng(2)
    patches = chance.integers(0, 255, (9, 16, 8, 3), dtype=np.uint8)
    colours = chance.uniform(0, 255, (9, 2, 2, 3)).astype(np.float32)
    known, owners = chance.random(9) < 0.5, np.full(9, 2)
    one = planes(patches, patches[::-1], known, colours, owners)
    other = planes(patches, patches[::-1], known, colours[:, ::-1], owners)
    assert one.shape == (9, SHARED + 2 * EACH, 16, 8)
    np.testing.assert_allclose(one[:, :SHARED], other[:, :SHARED])
    np.testing.assert_allclose(one[:, SHARED : SHARED + EACH], other[:, SHARED + EACH :], atol=1e-5)
    assert not one[~known, 3:SHARED].any()


def test_pieces_of_three_owners_on_rows_are_left_to_circles_and_colours() -> None:
    picture = painted(OVERHEAD, MIDDLE)
    pose = Pose.of_corners(OVERHEAD.project(UNIT), PLAN, size=OVERHEAD.size)
    taps = [[tap(OVERHEAD, 24)], [tap(OVERHEAD, 20)], [tap(OVERHEAD, 13)]]
    learnt = READER.learn(picture, pose, taps, None)
    assert all(
        len(standing) == 3
        for place in READER.read(picture, pose, learnt).places
        for standing, _ in place.likely
    )


def test_a_field_of_several_squares_is_told_as_their_sum() -> None:
    outline = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
    plan = Plan("field", 2.0, 2.0, (Place("middle", outline, tall=0.3, length=2.0, width=2.0),))
    corners = np.array([[100, 100], [500, 100], [500, 500], [100, 500]])
    pose = Pose.of_corners(corners, plan, size=(600, 600))
    picture = np.full((600, 600, 3), (90, 140, 150), np.uint8)
    picture = cv2.add(picture, np.random.default_rng(1).integers(0, 30, picture.shape, dtype=np.uint8))
    learnt = Learnt((((40, 128, 128),), ((240, 128, 128),)), 0.45)
    (told,) = READER.read(picture, pose, learnt).places
    assert told.standing in (None, (0, 0))
