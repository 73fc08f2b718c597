"""The watch and the eye on the film that comes with the box: each throw read once, right, for sure."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Any

import cv2
import numpy as np
import pytest

from places import ROOT
from vision import Expect, Eye, Frame, Reading, State, Watch, WatchStep

FILM = ROOT / "device" / "film"
SCENES: list[dict[str, Any]] = tomllib.loads((FILM / "film.toml").read_text())["scene"]


@cache
def picture(name: str) -> Frame:
    return np.asarray(cv2.imread(str(FILM / name), cv2.IMREAD_COLOR), np.uint8)


def expected(scene: dict[str, Any]) -> Expect:
    return (
        Expect("cowries", scene["shells"])
        if scene["kind"] == "cowries"
        else Expect("dice", len(scene["pips"]))
    )


def is_right(scene: dict[str, Any], reading: Reading) -> bool:
    if scene["kind"] == "cowries":
        return (reading.mouths, reading.shells) == (scene["mouths"], scene["shells"])
    return list(reading.values) == scene["pips"]


class Player:
    """Plays scenes to one watch, the clock running on."""

    def __init__(self, eye: Eye) -> None:
        self.watch = Watch(eye, expect=Expect("auto"), fps=15)
        self.time_s = 0.0

    def play(self, scene: dict[str, Any], *, empty_frames: int = 10) -> list[tuple[str, WatchStep]]:
        self.watch.set_expect(expected(scene))
        told = []
        for entry in scene["frames"]:
            count = max(empty_frames, entry["count"]) if entry["phase"] == "empty" else entry["count"]
            for i in range(count):
                frame = picture(entry["files"][i % len(entry["files"])])
                told.append((entry["phase"], self.watch.step(frame, time_s=self.time_s)))
                self.time_s += 1 / scene["fps"]
        return told


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene["name"])
def test_every_still_picture_of_the_film_is_read_right_and_certain(eye: Eye, scene: dict[str, Any]) -> None:
    for entry in scene["frames"]:
        if entry["phase"] != "settled":
            continue
        for name in entry["files"]:
            for expect in (expected(scene), Expect(scene["kind"]), Expect("auto")):
                reading = eye.read(picture(name), expect=expect)
                assert is_right(scene, reading), (name, expect, reading)
                # The box always tells the number; without it a person may be asked.
                assert reading.certain or expect.count is None, (name, expect, reading.doubts)


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene["name"])
def test_what_was_seen_lies_where_the_film_says(eye: Eye, scene: dict[str, Any]) -> None:
    entry = next(entry for entry in scene["frames"] if entry["phase"] == "settled")
    seen = eye.read(picture(entry["files"][0]), expect=expected(scene)).seen
    for thing in scene["lying"]:
        near = [
            one
            for one in seen
            if np.hypot(one.centre[0] - thing["x"], one.centre[1] - thing["y"]) < 0.6 * thing["radius"]
        ]
        assert [one.face.value for one in near] == [str(thing["face"])], thing


def test_the_film_played_twice_gives_each_throw_once_soon_after_it_lies_still(eye: Eye) -> None:
    player = Player(eye)
    for scene in SCENES * 2:
        told = player.play(scene)
        readings = [(phase, step) for phase, step in told if step.reading is not None]
        assert [phase for phase, _ in readings] == ["settled"], scene["name"]
        step = readings[0][1]
        assert step.reading is not None
        assert is_right(scene, step.reading)
        assert step.reading.certain
        assert not step.changed
        assert told[-1][1].state in (State.CLEARED, State.EMPTY)
        settled = [one.reading is not None for phase, one in told if phase == "settled"]
        assert settled.index(True) / scene["fps"] <= 0.5
        hands = [one.state for phase, one in told if phase == "hand"]
        assert not hands or State.HAND in hands, scene["name"]


def test_an_empty_tray_of_the_film_is_read_as_nothing(eye: Eye) -> None:
    for name in {
        name
        for scene in SCENES
        for entry in scene["frames"]
        if entry["phase"] == "empty"
        for name in entry["files"]
    }:
        for kind in ("dice", "cowries", "dice:2", "cowries:4", "auto"):
            assert eye.read(picture(name), expect=Expect.parse(kind)).kind == "nothing"
