"""Throws of which it is told that they are shells: polished ones, and foreign things among them."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from frames_for_tests import DICE, SHELLS, TRUTH, expected, is_right, picture
from vision import Expect, Eye, Face, Frame, Seen
from vision.calibration import Taught
from vision.find import Spot, both
from vision.house_set import HouseSet, ShownThrow
from vision.outline import is_shell_like
from vision.reading import BOX


def laid(frame: Frame, thing: Frame, at: tuple[float, float], *, size: float, turn: float) -> Frame:
    """Lay a thing, cut out with its ground, on a picture: its middle shows as a soft disc."""
    side = thing.shape[0]
    scale = size / side
    move = cv2.getRotationMatrix2D((side / 2, side / 2), turn, scale)
    move[:, 2] += np.array(at) - side / 2
    shape = frame.shape[1], frame.shape[0]
    disc = np.zeros((side, side), np.float32)
    cv2.circle(disc, (side // 2, side // 2), int(0.47 * side), 1.0, -1, cv2.LINE_AA)
    cover = cv2.warpAffine(cv2.GaussianBlur(disc, (0, 0), 0.02 * side), move, shape)[..., None]
    on_top = cv2.warpAffine(thing, move, shape, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(frame * (1 - cover) + on_top * cover, np.uint8)


def shining(frame: Frame, seen: tuple[Seen, ...], *, part: float) -> Frame:
    """Let a round lamp mirror in the middle of every back."""
    for one in seen:
        if one.face is Face.BACK:
            lamp = np.zeros(frame.shape[:2], np.float32)
            (x, y), reach = one.centre, part * one.width / BOX
            middle = round(16 * x), round(16 * y)
            cv2.circle(lamp, middle, round(16 * reach), 1.0, -1, cv2.LINE_AA, 4)
            light = cv2.GaussianBlur(lamp, (0, 0), 0.6)[..., None]
            frame = np.asarray(frame * (1 - light) + 255 * light, np.uint8)
    return frame


@pytest.mark.parametrize("part", [0.09, 0.13, 0.17])
@pytest.mark.parametrize("name", SHELLS)
def test_a_lamp_in_a_polished_back_is_no_pip_where_only_shells_lie(eye: Eye, name: str, part: float) -> None:
    polished = shining(picture(name), eye.read(picture(name), expect=expected(name)).seen, part=part)
    reading = eye.read(polished, expect=expected(name))
    assert is_right(name, reading)
    assert reading.shells == TRUTH[name]["shells"]


def scenes_with_a_die(eye: Eye, count: int) -> list[tuple[str, Frame, int]]:
    """Throws of shells in each of which a die lies in the place of one, and how many things lie there."""
    rng = np.random.default_rng(15)
    dice = []
    for name in DICE:
        frame = picture(name)
        for one in eye.read(frame, expect=expected(name)).seen:
            (x, y), half = one.centre, round(0.75 * one.width / BOX)
            top, left = round(y) - half, round(x) - half
            if min(top, left) >= 0 and top + 2 * half <= frame.shape[0] and left + 2 * half <= frame.shape[1]:
                dice.append(frame[top : top + 2 * half, left : left + 2 * half])
    throws = [name for name in SHELLS if TRUTH[name]["shells"] > 1]
    seen = {name: eye.read(picture(name), expect=expected(name)) for name in throws}
    scenes = []
    for number in range(count):
        name = throws[number % len(throws)]
        place = seen[name].seen[int(rng.integers(len(seen[name].seen)))]
        size = 1.5 * place.width / BOX * rng.uniform(0.8, 1.05)
        die = dice[int(rng.integers(len(dice)))]
        frame = laid(picture(name), die, place.centre, size=size, turn=float(rng.uniform(0, 360)))
        scenes.append((name, frame, TRUTH[name]["shells"]))
    return scenes


@pytest.mark.parametrize(
    "count",
    [60, pytest.param(200, marks=pytest.mark.slow)],  # 6 s of a processor for more of the same
)
def test_of_many_throws_with_a_die_in_a_shells_place_none_is_certain(eye: Eye, count: int) -> None:
    certain = [
        name
        for name, frame, shells in scenes_with_a_die(eye, count)
        if eye.read(frame, expect=Expect("cowries", shells)).certain
    ]
    assert certain == []


def test_a_die_beside_the_whole_throw_is_asked_about(eye: Eye) -> None:
    for name, frame, _ in scenes_with_a_die(eye, 6):
        reading = eye.read(frame, expect=Expect("cowries", TRUTH[name]["shells"] - 1))
        assert not reading.certain
        assert reading.shells == TRUTH[name]["shells"] - 1


def test_a_set_that_was_taught_makes_no_shell_of_a_die(eye: Eye) -> None:
    known = HouseSet()
    for _ in range(6):
        known = known.shown(
            ShownThrow(2, 2, (85.0, 2.0, 12.0, 20.0, 6.0, 0.2), (60.0, 8.0, 30.0, 3.0, -3.0, 0.5), strange=2)
        )
    taught = Eye(taught=Taught(shells=known, eye=eye.name))
    for _, frame, count in scenes_with_a_die(eye, 30):
        assert not taught.read(frame, expect=Expect("cowries", count)).certain


def drawn(shape: str) -> Frame:
    """A thing on a plain green cloth with noise."""
    frame = np.full((72, 72, 3), (60, 110, 60), np.uint8)
    if shape == "shell":
        cv2.ellipse(frame, (36, 36), (25, 16), 30, 0, 360, (90, 140, 190), -1, cv2.LINE_AA)
    elif sides := {"die": (38, 38), "long die": (50, 30)}.get(shape):
        corners = cv2.boxPoints(((36, 36), sides, 20)).astype(np.int32)
        cv2.fillPoly(frame, [corners], (90, 140, 190), cv2.LINE_AA)
    noise = np.random.default_rng(4).normal(0, 3, frame.shape)
    return np.asarray((frame + noise).clip(0, 255), np.uint8)


@pytest.mark.parametrize(("shape", "told"), [("shell", True), ("die", False), ("long die", False)])
def test_a_shell_has_another_outline_than_a_die(shape: str, told: bool) -> None:
    assert is_shell_like(drawn(shape)) is told


def test_where_nothing_stands_out_there_is_no_outline() -> None:
    assert is_shell_like(drawn("nothing")) is None
    assert is_shell_like(np.zeros((72, 72, 3), np.uint8)) is None


def test_what_is_seen_in_the_turned_picture_only_counts_less() -> None:
    here, there = Spot(100, 100, 40, 0.8, 0.1), Spot(300, 200, 40, 0.6, 0.9)
    assert both([here], []) == [here]
    [less] = both([], [there])
    assert (less.x, less.y, less.score) == (300, 200, pytest.approx(0.45))
    assert both([here], [Spot(104, 98, 42, 1.0, 0.3)]) == [here]
    assert both([here], [there]) == [here, less]
