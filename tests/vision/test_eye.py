"""The eye on our own pictures, and on pictures that show nothing sensible."""

from __future__ import annotations

import tomllib
from typing import Any

import cv2
import numpy as np
import pytest

from frames_for_tests import DICE, SHELLS, TRUTH, is_right, picture
from places import FRAMES
from vision import Expect, Eye, Frame, Reading, Tray
from vision.candidates import Candidate
from vision.doubts import MANY_SHELLS, of_number
from vision.faces import Faces
from vision.find import Finder, Spot
from vision.pyramid import Pyramid

HARD = {name for name, truth in TRUTH.items() if "hard" in truth}
LEANING: dict[str, dict[str, Any]] = tomllib.loads((FRAMES / "leaning" / "truth.toml").read_text())


@pytest.mark.parametrize("name", TRUTH)
def test_our_own_pictures_are_read_right_and_what_the_eye_misreads_it_asks_about(eye: Eye, name: str) -> None:
    truth = TRUTH[name]
    kind, count = ("dice", len(truth["values"])) if name in DICE else ("cowries", truth["shells"])
    for expect in (Expect(kind), Expect("auto"), Expect(kind, count)):  # type: ignore[arg-type]
        reading = eye.read(picture(name), expect=expect)
        if name in HARD:
            assert (is_right(name, reading) and reading.shells == count) or not reading.certain
        else:
            assert is_right(name, reading)
            assert reading.total == count


@pytest.mark.parametrize("name", [name for name, truth in LEANING.items() if "lie" not in truth])
def test_what_leans_or_stands_on_edge_is_asked_about(eye: Eye, name: str) -> None:
    frame = picture(f"leaning/{name}")
    for expect in (Expect("auto"), Expect("auto", LEANING[name]["things"])):
        assert not eye.read(frame, expect=expect).certain


def test_every_picture_in_the_folder_has_its_truth() -> None:
    assert {file.name for file in FRAMES.glob("*.jpg")} == set(TRUTH)
    assert {file.name for file in FRAMES.glob("leaning/*.jpg")} == set(LEANING)
    assert len(DICE) > 3
    assert len(SHELLS) > 3


def test_the_frame_is_not_modified(eye: Eye) -> None:
    frame = picture(DICE[0])
    before = frame.copy()
    eye.read(frame, expect=Expect("auto"))
    assert np.array_equal(frame, before)


def test_another_number_than_expected_is_asked_about(eye: Eye) -> None:
    truth = TRUTH[DICE[0]]["values"]
    more = eye.read(picture(DICE[0]), expect=Expect("dice", len(truth) + 1))
    assert not more.certain
    assert of_number(len(truth), len(truth) + 1, dice=True) in more.doubts
    assert more.missing == 1
    assert more.alternatives()
    name = next(name for name in SHELLS if TRUTH[name]["shells"] > 2)
    fewer = eye.read(picture(name), expect=Expect("cowries", 2))
    assert not fewer.certain
    assert MANY_SHELLS in fewer.doubts
    assert fewer.shells == 2
    assert len(fewer.surplus) == TRUTH[name]["shells"] - 2


def test_boxes_lie_in_the_picture_around_what_was_seen(eye: Eye) -> None:
    for name in DICE:
        for one in eye.read(picture(name), expect=Expect("dice")).seen:
            assert 0 <= one.centre[0] < 640
            assert 0 <= one.centre[1] < 480
            assert 10 < one.width < 400
            assert one.confidence + sum(p for _, p in one.alternatives) <= 1.001


def test_what_lies_outside_the_tray_is_not_read(eye: Eye) -> None:
    frame = picture(DICE[0])
    seen = eye.read(frame, expect=Expect("dice")).seen
    x = min(one.centre[0] for one in seen)
    left = Tray.from_corners([(0, 0), (x + 5, 0), (x + 5, 480), (0, 480)], width=640, height=480)
    assert eye.read(frame, expect=Expect("dice"), tray=left).total < len(seen)


def test_a_larger_copy_of_the_picture_gives_the_same_answer(eye: Eye) -> None:
    frame = picture(DICE[0])
    large = np.asarray(cv2.resize(frame, None, fx=2.5, fy=2.5, interpolation=cv2.INTER_CUBIC), np.uint8)
    assert list(eye.read(large, expect=Expect("dice")).values) == TRUTH[DICE[0]]["values"]


def nonsense() -> list[tuple[str, Frame]]:
    rng = np.random.default_rng(3)
    ramp = np.tile(np.linspace(0, 255, 640).astype(np.uint8)[None, :, None], (480, 1, 3))
    checks = np.kron(np.indices((12, 16)).sum(0) % 2, np.ones((40, 40))) * 255
    lines = (np.indices((480, 640))[1] // 6 % 2 * 255)[..., None].repeat(3, 2)
    return [
        ("black", np.zeros((480, 640, 3), np.uint8)),
        ("white", np.full((480, 640, 3), 255, np.uint8)),
        ("grey", np.full((480, 640, 3), 127, np.uint8)),
        ("tiny", rng.integers(0, 256, (16, 16, 3), np.uint8)),
        ("narrow", rng.integers(0, 256, (16, 900, 3), np.uint8)),
        ("tall", rng.integers(0, 256, (1500, 20, 3), np.uint8)),
        ("snow", rng.integers(0, 256, (480, 640, 3), np.uint8)),
        ("dark snow", rng.integers(0, 9, (480, 640, 3), np.uint8)),
        ("ramp", ramp),
        ("checks", checks.astype(np.uint8)[..., None].repeat(3, 2)),
        ("stripes", lines.astype(np.uint8)),
        ("huge", np.full((4000, 6000, 3), 90, np.uint8)),
    ]


@pytest.mark.parametrize(
    ("name", "frame"), nonsense(), ids=lambda value: value if isinstance(value, str) else ""
)
def test_nonsense_is_never_read_with_certainty(eye: Eye, name: str, frame: Frame) -> None:
    for expect in ("dice", "dice:2", "cowries", "cowries:6", "auto"):
        reading = eye.read(frame, expect=Expect.parse(expect))
        assert isinstance(reading, Reading)
        assert reading.kind == "nothing" or not reading.certain
        assert reading.certain == (not reading.doubts)


@pytest.mark.parametrize("quarter", [1, 2, 3])
def test_a_turned_or_cut_picture_is_no_trouble(eye: Eye, quarter: int) -> None:
    frame = np.ascontiguousarray(np.rot90(picture(DICE[0]), quarter))
    assert eye.read(frame, expect=Expect("dice")).total > 0
    cut = np.ascontiguousarray(frame[: frame.shape[0] // 3])
    assert eye.read(cut, expect=Expect("dice")).total <= len(TRUTH[DICE[0]]["values"])


def test_a_view_into_a_larger_picture_is_read_too(eye: Eye) -> None:
    frame = picture(DICE[0])
    assert (
        eye.read(frame[::-1, ::-1][::-1, ::-1], expect=Expect("dice")).values
        == eye.read(frame, expect=Expect("dice")).values
    )


def lying(x: float, there: float, sure: float, *, face: int = 0) -> Candidate:
    """A die, or a shell where the face is 6 or 7, as the networks tell it."""
    faces = np.full(8, (1 - sure) / 7)
    faces[face] = sure
    return Candidate(Spot(x, 200, 60, there, float(face < 6)), there, faces)


def told(monkeypatch: pytest.MonkeyPatch, eye: Eye, found: list[Candidate], expect: Expect) -> Reading:
    """Read a sharp picture in which the networks find these."""
    frame = np.full((400, 640, 3), (70, 95, 40), np.uint8)
    for one in found:
        cv2.circle(frame, (round(one.spot.x), 200), 28, (225, 230, 232), -1)
    monkeypatch.setattr(eye, "_look", lambda *_: found)
    return eye.read(frame, expect=expect)


@pytest.mark.parametrize(("there", "certain"), [(0.55, False), (0.8, True)])
def test_dice_told_with_little_more_than_even_odds_are_asked_about(
    monkeypatch: pytest.MonkeyPatch, there: float, certain: bool
) -> None:
    reading = told(monkeypatch, Eye(), [lying(200, there, 0.95), lying(400, 0.99, 0.99)], Expect("dice", 2))
    assert reading.certain is certain
    assert [one.doubt is None for one in reading.seen] == [certain, True]


@pytest.mark.parametrize(
    ("count", "sure", "certain"), [(2, 0.99, True), (None, 0.99, False), (2, 0.9, False)]
)
def test_what_looks_like_a_shell_beside_clear_dice_is_no_doubt_where_their_number_is_told(
    monkeypatch: pytest.MonkeyPatch, count: int | None, sure: float, certain: bool
) -> None:
    found = [lying(150, 0.98, sure), lying(320, 0.98, sure), lying(500, 0.95, 0.99, face=7)]
    reading = told(monkeypatch, Eye(), found, Expect("dice", count))
    assert reading.certain is certain
    assert reading.values == (1, 1)


@pytest.mark.parametrize(("count", "looks"), [(2, [4, 2]), (3, [4, 4]), (None, [4, 4])])
def test_what_hardly_is_one_gets_no_second_look_where_all_that_were_thrown_lie_there(
    monkeypatch: pytest.MonkeyPatch, count: int | None, looks: list[int]
) -> None:
    faces, seen = Faces(), []

    def run(patches: list[Frame]) -> np.ndarray[Any, np.dtype[np.float32]]:
        seen.append(len(patches))
        answers = np.zeros((len(patches), 13), np.float32)
        answers[:, 0] = [0.99, 0.9, 0.3, 0.1][: len(patches)]  # clear, unclear, and two that are hardly dice
        answers[:, 8] = 1 - answers[:, 0]
        answers[3:, 8] = 0.95
        return answers

    monkeypatch.setattr(faces, "_run", run)
    spots = [Spot(100 * number, 100, 40, 0.9 if number < 2 else 0.2, 1.0) for number in range(4)]
    faces.tell(Pyramid(np.zeros((200, 400, 3), np.uint8)), spots, count=count)
    assert seen == looks


def test_the_turned_picture_is_looked_at_smaller(monkeypatch: pytest.MonkeyPatch) -> None:
    finder, sizes = Finder(), []

    def run(small: np.ndarray[Any, np.dtype[np.float32]]) -> np.ndarray[Any, np.dtype[np.float32]]:
        sizes.append(small.shape[:2])
        answer = np.zeros((5, -(-small.shape[0] // 4), -(-small.shape[1] // 4)), np.float32)
        answer[0, 12, 20] = 0.9  # one thing of a size that needs no other look
        return answer

    monkeypatch.setattr(finder, "_run", run)
    finder.find(Pyramid(np.zeros((960, 1280, 3), np.uint8)), twice=True)
    assert sizes == [(192, 256), (192, 144)]
