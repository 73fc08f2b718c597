"""The reader of a board: right where it is sure, else unsure.

What spoils a picture is in `test_spoilt_boards`.
"""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boards.board_camera import BoardCamera
from boards.painted_board import painted, start
from boards.read_boards import MIDDLE, OVERHEAD, PLAN, SLANTED, pose_of, tap, taps_of, truth
from engine import record
from vision.board import BoardError, Cutter, Place, Plan, Pose
from vision.board.circles import ring_radius
from vision.board.learnt import Learnt
from vision.board.occupancy import ALIKE, SURE, Occupancy
from vision.board.planes import EACH, SHARED, planes
from vision.board.reader import BoardReader

READER = BoardReader()


def read(eye: BoardCamera, points: dict[int, int], picture: np.ndarray) -> Occupancy:
    pose = pose_of(eye)
    return READER.read(picture, pose, READER.learn(picture, pose, taps_of(eye, points), None))


def on_points(seen: Occupancy) -> dict[str, object]:
    return {place.name: place.standing for place in seen.places if place.name.startswith("p")}


def on_points_in_truth() -> dict[str, object]:
    return {name: standing for name, standing in truth(MIDDLE).items() if name.startswith("p")}


@pytest.mark.parametrize("eye", [OVERHEAD, SLANTED])
@pytest.mark.parametrize("points", [start(), MIDDLE])
def test_of_a_set_that_no_training_knows_one_point_at_most_is_told_wrong_and_none_certainly(
    eye: BoardCamera, points: dict[int, int]
) -> None:
    seen = read(eye, points, painted(eye, points))
    wrong = [name for name, standing in truth(points).items() if seen.place(name).standing != standing]
    assert len([name for name in wrong if name.startswith("p")]) <= 1
    assert all(seen.place(name).sure < SURE for name in wrong)


def test_two_colours_that_are_one_are_told() -> None:
    picture = painted(OVERHEAD, MIDDLE, a=(60, 60, 65), b=(55, 57, 60))
    assert ALIKE in read(OVERHEAD, MIDDLE, picture).doubts


def test_colours_that_nobody_trained_with_are_told_apart_as_they_were_tapped() -> None:
    picture = painted(OVERHEAD, MIDDLE, a=(200, 60, 210), b=(60, 200, 200), felt=(120, 60, 40))
    assert on_points(read(OVERHEAD, MIDDLE, picture)) == on_points_in_truth()


def test_what_lies_under_a_sleeve_is_hidden_or_at_least_not_certain() -> None:
    picture = painted(SLANTED, MIDDLE)
    x, y = SLANTED.project(np.array([[3 / 13, 8.5 / 11]]))[0]
    cv2.ellipse(picture, (int(x), int(y)), (75, 200), 5, 0, 360, (205, 90, 160), -1)
    seen = read(SLANTED, MIDDLE, picture)
    for name in ("p9", "p10"):
        place = seen.place(name)
        assert place.is_hidden or place.sure < SURE
    assert seen.place("p13").standing == (0, 4)


def test_what_was_learnt_is_kept_and_used_without_taps() -> None:
    picture, pose = painted(OVERHEAD, start()), pose_of(OVERHEAD)
    learnt = READER.learn(picture, pose, taps_of(OVERHEAD, start()), None)
    kept = record.read(Learnt, record.write(learnt))
    later = painted(OVERHEAD, MIDDLE, table=8)
    assert on_points(READER.read(later, pose, kept)) == on_points_in_truth()
    assert READER.learn(later, pose, [[], []], kept) == kept


def test_pieces_are_as_wide_as_the_rings_around_them() -> None:
    picture, taps = painted(OVERHEAD, start(), light=(120, 170, 185)), taps_of(OVERHEAD, start())
    assert ring_radius(picture, pose_of(OVERHEAD), taps) == pytest.approx(0.44, abs=0.045)
    with pytest.raises(BoardError, match="beside the board"):
        ring_radius(picture, pose_of(OVERHEAD), [[(5.0, 5.0)], taps[1]])


def test_a_tap_beside_the_board_and_none_at_all_are_refused() -> None:
    picture, pose = painted(OVERHEAD, start()), pose_of(OVERHEAD)
    with pytest.raises(BoardError, match="beside the board"):
        READER.learn(picture, pose, [[(5.0, 5.0)], [tap(OVERHEAD, 1)]], None)
    with pytest.raises(BoardError, match="player 2"):
        READER.learn(picture, pose, [[tap(OVERHEAD, 24)], []], None)


@pytest.mark.parametrize("shown", ["noise", "stripes", "torn", "grey", "flash", "turned"])
def test_nothing_is_certain_in_pictures_of_no_board(shown: str) -> None:
    chance = np.random.default_rng(6)
    picture, pose = painted(OVERHEAD, MIDDLE), pose_of(OVERHEAD)
    learnt = READER.learn(picture, pose, taps_of(OVERHEAD, MIDDLE), None)
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
def test_no_picture_and_no_pose_break_a_reader(seed: int, size: tuple[int, int], faces: int) -> None:
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


plain = st.one_of(st.none(), st.booleans(), st.floats(), st.integers(), st.text(max_size=4))
anything = st.recursive(
    plain, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=3)
)
nearly = st.fixed_dictionaries({"colours": anything, "radius": st.one_of(plain, st.just(0.45))})


@given(st.one_of(anything, nearly))
def test_whatever_comes_as_learnt_is_a_set_or_refused(saved: object) -> None:
    try:
        learnt = record.read(Learnt, saved)
    except ValueError:
        return
    assert record.read(Learnt, record.write(learnt)) == learnt


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


def test_a_stretched_place_has_its_rim_below_and_its_neighbours_beside() -> None:
    picture = painted(
        OVERHEAD, {24: 2}, a=(10, 20, 250), felt=(90, 90, 90), light=(90, 90, 90), dark=(90, 90, 90)
    )
    cut = Cutter(picture, pose_of(OVERHEAD), side_px=26).stretched(
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


def test_pieces_of_three_owners_on_rows_are_refused() -> None:
    picture, pose = painted(OVERHEAD, MIDDLE), pose_of(OVERHEAD)
    with pytest.raises(BoardError, match="3 owners"):
        READER.learn(picture, pose, [[tap(OVERHEAD, point)] for point in (24, 20, 13)], None)
    with pytest.raises(BoardError, match="3 owners"):
        READER.read(picture, pose, Learnt((((40, 128, 128),),) * 3, 0.45))


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
