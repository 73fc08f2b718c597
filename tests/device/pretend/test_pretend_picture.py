"""Pictures of the pretend board: what is composed is what the eye reads, as the camera would see it."""

from __future__ import annotations

import random
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from device.errors import CameraError
from device.follow.plans import plan_of
from device.pretend.hand import Hand, Reach
from device.pretend.laying import Laid
from device.pretend.light import LIGHTS, PLAIN, lit, passing
from device.pretend.parts import BOARDS, Parts, parts_in
from device.pretend.picture import Painter, Piece
from engine.following.search import appearance_of
from engine.registry import make_rules
from vision.board import Pose

GAMES = {"backgammon": "backgammon", "chowka-bhara-5x5": "chowka-bhara", "pachisi": "pachisi"}


@pytest.fixture(params=sorted(GAMES))
def parts(request: pytest.FixtureRequest) -> Parts:
    return parts_in(BOARDS / request.param)


def start_of(parts: Parts) -> Laid:
    rules = make_rules(next(family for name, family in GAMES.items() if name == parts.name.partition(",")[0]))
    laid = Laid(parts, rules.layout, random.Random(1))
    laid.lay(appearance_of(rules, rules.start(begins=0)))
    return laid


def test_the_boards_in_the_wheel_are_less_than_three_megabytes() -> None:
    files = [path for path in BOARDS.rglob("*") if path.is_file()]
    assert {path.parent.name for path in files} == {*GAMES, "hand"}
    assert sum(path.stat().st_size for path in files) < 3_000_000


def test_the_eye_of_the_parts_and_a_pose_of_its_corners_agree(parts: Parts) -> None:
    rules = make_rules(GAMES[parts.name.partition(",")[0]])
    plan = plan_of(rules.layout, bar_columns=parts.bar_columns or 1.0, trays=False)
    pose = Pose.of_corners(np.asarray(parts.corners(), np.float64), plan, size=parts.eye.size)
    for place in plan.places:
        x, y = place.middle
        for up, most in ((0.0, 0.02), (1.0, 0.15)):
            spot = ((2 * x - 1) * parts.half[0], (1 - 2 * y) * parts.half[1], up * parts.unit)
            off = pose.seen(np.array([(x, y)]), up)[0] - parts.eye.seen([spot])[0]
            assert np.linalg.norm(off) < most * pose.piece_px(x, y)


def test_a_piece_shows_where_it_stands_and_changes_nothing_far_from_it(parts: Parts) -> None:
    at = (0.31 * parts.half[0], 0.02 * parts.half[1], 0.0)
    if parts.layout == "cross":
        at = (0.2 * parts.unit, 5.3 * parts.unit, 0.0)
    picture = Painter(parts).drawn([Piece("a", at)])
    changed = np.abs(picture.astype(int) - parts.empty).max(axis=2) > 6
    x, y = parts.eye.seen([(at[0], at[1], 0.5 * parts.tall["a"])])[0]
    assert changed[int(y), int(x)]
    rows, columns = np.nonzero(changed)
    wide = float(np.abs(parts.basis(at)[:, :2]).sum())
    assert np.hypot(rows - y, columns - x).max() < 2.2 * wide
    assert not np.array_equal(picture, parts.empty)


def test_a_cut_out_put_where_it_was_traced_is_the_traced_picture() -> None:
    parts = parts_in(BOARDS / "backgammon")
    traced = cv2.imread(str(BOARDS / "backgammon" / "b.jpg"))
    assert traced is not None
    cut = parts.nearest("b", (0.5, 3.0, 0.0))
    picture = Painter(parts).drawn([Piece("b", cut.at)])
    x, y = (round(float(v)) for v in parts.eye.seen([cut.at])[0])
    part = (slice(y - 24, y + 25), slice(x - 24, x + 25))
    assert np.abs(picture[part].astype(int) - traced[part]).mean() < 4


def test_pieces_far_behind_are_drawn_before_those_in_front() -> None:
    parts = parts_in(BOARDS / "chowka-bhara-5x5")
    one, other = Piece("a", (0.0, 0.0, 0.0)), Piece("b", (0.0, -0.3 * parts.width, 0.0))
    painter = Painter(parts)
    assert np.array_equal(painter.drawn([one, other]), painter.drawn([other, one]))


def test_a_light_leaves_the_picture_its_shape_and_every_picture_has_other_grain() -> None:
    picture = np.full((96, 128, 3), 120, np.uint8)
    for light in LIGHTS.values():
        taken = lit(picture, light, 1)
        assert (taken.shape, taken.dtype) == (picture.shape, picture.dtype)
    assert (picture == 120).all()
    assert lit(picture, LIGHTS["dim"], 1).mean() < 0.6 * lit(picture, PLAIN, 1).mean()
    assert not np.array_equal(lit(picture, PLAIN, 1), lit(picture, PLAIN, 2))
    assert all(-1 < part < 2 for moment in range(40) for part in passing(float(moment)))


def test_a_hand_covers_what_lies_under_its_tips_and_comes_from_its_side() -> None:
    parts = parts_in(BOARDS / "chowka-bhara-5x5")
    for side, edge in {
        "bottom": np.s_[-1, :],
        "top": np.s_[0, :],
        "left": np.s_[:, 0],
        "right": np.s_[:, -1],
    }.items():
        picture = Hand().drawn(parts.empty, parts.eye, Reach((0.0, 0.0, 2.0), side))  # type: ignore[arg-type]
        changed = np.abs(picture.astype(int) - parts.empty).max(axis=2) > 20
        assert changed[edge].mean() > 0.04, side
        assert 0.04 < changed.mean() < 0.5


def test_pieces_stand_apart_from_one_another_and_on_their_places(parts: Parts) -> None:
    laid = start_of(parts)
    spots = np.array([piece.at for piece in laid.pieces()])
    apart = np.linalg.norm(spots[:, None] - spots[None], axis=2) + 99 * np.eye(len(spots))
    assert apart.min() > 0.8 * parts.width
    assert (np.abs(spots[:, 0]) < parts.half[0]).all()
    assert (np.abs(spots[:, 1]) < parts.half[1]).all()


def test_only_what_is_moved_moves() -> None:
    parts = parts_in(BOARDS / "chowka-bhara-5x5")
    laid = start_of(parts)
    before = set(laid.pieces())
    rules = make_rules("chowka-bhara")
    look = list(appearance_of(rules, rules.start(begins=0)))
    look[look.index(("r4c2", 0, False))] = ("r4c3", 0, False)
    laid.show(tuple(sorted(look)))
    after = set(laid.pieces())
    others = {piece for piece in before if piece.owner != "a"}
    assert others <= after
    assert len(after) == len(before)
    laid.slide("r4c3", 0.3)
    assert {piece for piece in laid.pieces() if piece.owner != "a"} == others


def test_a_folder_without_parts_is_told(tmp_path: Path) -> None:
    with pytest.raises(CameraError):
        Parts(tmp_path)
    with pytest.raises(CameraError):
        Hand(tmp_path)


def peak_of(work: Callable[[], object]) -> int:
    """Return how many bytes of pictures and numbers work takes at most beside what was there before."""
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_drawing_never_holds_a_whole_picture_as_floats() -> None:
    parts = parts_in(BOARDS / "chowka-bhara-5x5")
    painter, pieces, hand = Painter(parts), start_of(parts).pieces(), Hand(BOARDS / "hand")
    lit(painter.drawn(pieces), PLAIN, 0)  # cut-outs and grain are made once, and kept
    whole, reach = parts.empty.nbytes, Reach((0.0, 0.0, 0.0))
    assert peak_of(lambda: painter.drawn(pieces)) < 3 * whole
    assert peak_of(lambda: lit(parts.empty, PLAIN, 1)) < 3 * whole
    assert peak_of(lambda: hand.drawn(parts.empty, parts.eye, reach)) < 3 * whole
    grey = np.full((722, 962, 3), 99, np.uint8)
    assert peak_of(lambda: lit(grey, PLAIN, 1)) < 7 * grey.nbytes, "grain for a new size: four fields stay"
