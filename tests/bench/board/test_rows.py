"""The bench of boards: its plans are the box's; wrong places, lies and hidden places are counted each."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import cv2
import numpy as np
import pytest

from boards.board_camera import BoardCamera
from boards.painted_board import cell_of, painted
from device.follow.plans import plan_of
from engine.backgammon.board import LAYOUTS
from engine.pachisi.board import layout as cross
from tests.bench.board.rows import board_rows, calibration, ranked, read
from tests.bench.board.truth import points, squares, stills
from vision.board import Plan, Pose
from vision.board.learnt import Learnt
from vision.board.occupancy import Occupancy, PlaceSeen
from vision.board.placing.pose import UNIT
from vision.reading import Frame

EYE = BoardCamera(13, 11, (0.3, 0.2, 18.0))
THERE = {24: 2, 13: -4, 6: 3, 1: -1}
NAMES = {**{f"t{n}": f"p{13 + n}" for n in range(12)}, **{f"b{n}": f"p{12 - n}" for n in range(12)}}
NAMES |= {"bar0": "bar0", "bar1": "bar1"}


class Says:
    """A reader that tells the truth but where it is told otherwise."""

    def __init__(self, instead: Mapping[str, PlaceSeen]) -> None:
        self.instead = instead

    def learn(self, frame: Frame, pose: Pose, taps: object, before: Learnt | None) -> Learnt:
        return Learnt((((10, 128, 128),), ((240, 128, 128),)), 0.45)

    def read(self, frame: Frame, pose: Pose, learnt: Learnt) -> Occupancy:
        seen = []
        for place in pose.plan.places:
            count = THERE.get(int(NAMES[place.name][1:]), 0) if place.has_rim else 0
            standing = (count, 0) if count > 0 else (0, -count)
            seen.append(self.instead.get(place.name, PlaceSeen(place.name, ((standing, 0.999),))))
        return Occupancy(tuple(seen))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """One painted still with its truth, as `make boards` writes it; something lies over t3."""
    places = [
        {"name": name, "pieces": {"a": n} if n > 0 else {"b": -n} if n else {}, "covered": 0.0, "hidden": 0}
        for name, n in ((name, THERE.get(int(NAMES[name][1:]), 0)) for name in NAMES if name[0] in "t")
    ]
    places += [
        {"name": name, "pieces": {"a": n} if n > 0 else {"b": -n} if n else {}, "covered": 0.3, "hidden": 0}
        for name, n in ((name, THERE.get(int(NAMES[name][1:]), 0)) for name in NAMES if name[1:].isdigit())
        if name[0] == "b"
    ]
    places.append({"name": "bar", "pieces": {}, "covered": 0.0, "hidden": 0})
    places[3] = {**places[3], "covered": 0.8, "hidden": 1}
    taps = {}
    for owner, point in (("a", 24), ("b", 13)):
        x, y = cell_of(point, 0)
        taps[owner] = EYE.project(np.array([[x / 13, y / 11]]), 0.25).tolist()
    truth = {
        "picture": "one.jpg", "look": "painted", "view": "overhead", "layout": "backgammon",
        "bar_columns": 1.0, "corners": EYE.project(UNIT).tolist(), "taps": taps, "places": places,
    }  # fmt: skip
    (tmp_path / "overhead").mkdir()
    cv2.imwrite(str(tmp_path / "overhead" / "one.jpg"), painted(EYE, THERE))
    (tmp_path / "overhead" / "one.json").write_text(json.dumps(truth), "utf-8")
    return tmp_path


def same(one: Plan, other: Plan, names: Mapping[str, str]) -> bool:
    alike = (one.width, one.height, one.loose) == (other.width, other.height, other.loose)
    return alike and all(
        np.allclose(one.place(name).points, other.place(theirs).points)
        and one.place(name).tall == other.place(theirs).tall
        and one.place(name).length == pytest.approx(other.place(theirs).length)
        and one.place(name).has_rim == other.place(theirs).has_rim
        for name, theirs in names.items()
    )


@pytest.mark.parametrize("bar", [0.0, 0.6, 1.0, 1.4])
def test_the_bench_reads_with_the_plan_that_the_box_has(bar: float) -> None:
    boxes = plan_of(LAYOUTS["standard"], bar_columns=bar, trays=False)
    assert same(points(bar), boxes, NAMES)


def test_the_cross_is_the_boxs_cross() -> None:
    boxes = plan_of(cross(players=4), trays=False)
    names = [place.name for place in boxes.places if place.name.startswith("r")]
    assert same(squares("cross", names), boxes, {name: name for name in names})


def test_what_is_hidden_must_be_told_hidden(folder: Path) -> None:
    (still,) = stills(folder)
    assert read(still, Says({})).wrong == ["t3"]
    assert read(still, Says({"t3": PlaceSeen("t3", (), 1.0)})).wrong == []


def test_what_is_covered_a_little_may_be_told_hidden(folder: Path) -> None:
    (still,) = stills(folder)
    told = read(still, Says({name: PlaceSeen(name, (), 1.0) for name in ("t3", "b4", "t4")}))
    assert told.wrong == ["t4"]


def test_a_lie_is_what_was_told_with_certainty_and_is_wrong(folder: Path) -> None:
    (still,) = stills(folder)
    sure, unsure = (PlaceSeen("t0", (((1, 0), p), ((0, 4), 1 - p))) for p in (0.995, 0.9))
    assert read(still, Says({"t0": sure})).lies == ["t0", "t3"]
    assert read(still, Says({"t0": unsure})).lies == ["t3"]
    assert ranked([read(still, Says({"t0": unsure})), read(still, Says({"t0": sure}))])[0].lies == [
        "t0",
        "t3",
    ]


def test_both_halves_of_a_bar_are_one_place(folder: Path) -> None:
    (still,) = stills(folder)
    halves = {
        "bar0": PlaceSeen("bar0", (((1, 0), 0.9),)),
        "bar1": PlaceSeen("bar1", (((0, 2), 0.5), ((0, 1), 0.5))),
    }
    told = read(still, Says(halves), alone=True).told["bar"]
    assert (told.standing, told.sure) == ((1, 2), pytest.approx(0.45))
    assert read(still, Says({"bar1": PlaceSeen("bar1", (), 1.0)})).told["bar"].standing is None


def test_tables_are_printed_and_the_worst_are_saved(folder: Path) -> None:
    lines: list[str] = []
    told = board_rows(Says({}), folder, lines.append, worst=1, save=folder / "worst")
    assert any(line.startswith("backgammon, overhead") and "24/25" in line for line in lines)
    assert "t3 0+0 (0.999), is hidden" in lines[-1]
    assert [path.name for path in (folder / "worst").iterdir()] == ["01-overhead-one.png"]
    assert any("99.9 to 100.0" in line and "23/24" in line for line in calibration(told))


def test_boards_that_are_not_there_are_skipped_with_a_word(tmp_path: Path) -> None:
    lines: list[str] = []
    assert board_rows(Says({}), tmp_path / "none", lines.append) == []
    assert "make boards" in lines[-1]
