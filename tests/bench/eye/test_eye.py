"""What the bench counts, and which pictures it makes."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import cv2
import numpy as np
import pytest

from tests.bench.eye.command import READINGS, main, save, tables
from tests.bench.eye.cutouts import SHELLS, others, plain_species
from tests.bench.eye.sets import (
    FRAMES,
    LIGHTS,
    PHOTOS,
    SURFACES,
    framed,
    looks,
    photographs,
    shells_on_surfaces,
    trained,
)
from tests.bench.eye.speed import memory_line, size_lines
from tests.bench.eye.tables import Folders, by, read
from tests.bench.score import HEAD, Result, Row, Sample, calibration, interval, one_by_one, worst
from vision import Doubt, Expect, Face, Reading, Seen
from vision.eye import Eye
from vision.reading import Frame
from vision.tray import Tray

FRAME = np.full((48, 64, 3), 90, np.uint8)


def result(values: tuple[int, ...], told: tuple[int, ...], *, certain: bool, sure: float = 0.9) -> Result:
    seen = tuple(Seen(Face(str(value)), sure, 10, 10, 20, 20) for value in told)
    doubts = () if certain else (Doubt("one die leans: lay it flat"),)
    return Result(
        Sample("some", "a.jpg", FRAME, Expect("dice"), values), Reading("dice", seen, certain, doubts), 5.0
    )


RIGHT = result((6, 1), (1, 6), certain=True)
ASKED = result((6, 1), (1, 6), certain=False)
LIE = result((6, 1), (1, 5), certain=True)
WRONG = result((6,), (6, 6), certain=False)


def test_right_lies_and_asked_are_counted_each() -> None:
    row = str(Row("some", [RIGHT, ASKED, LIE, WRONG]))
    assert row.split()[:2] == ["some", "2/4"]
    assert "1/4" in row
    assert len(HEAD.splitlines()) == 2
    assert (ASKED.right, LIE.lie, WRONG.lie, WRONG.right) == (True, True, False, False)


def test_shells_among_dice_are_not_right() -> None:
    shells = Reading("cowries", (Seen(Face.BACK, 0.9, 1, 1, 9, 9),), True)
    assert not Result(Sample("some", "a", FRAME, Expect("auto")), shells, 1.0).right
    some = Sample("some", "a", FRAME, Expect("auto"), (), 0, 1)
    assert Result(some, shells, 1.0).right


def test_the_worst_picture_is_the_surest_lie() -> None:
    surer = result((6,), (5,), certain=True, sure=0.99)
    assert worst([RIGHT, ASKED, WRONG, LIE, surer], 4) == [surer, LIE, WRONG, ASKED]


def test_shells_are_counted_each_at_its_place() -> None:
    seen = (Seen(Face.BACK, 0.9, 10, 10, 20, 20), Seen(Face.BACK, 0.9, 50, 10, 20, 20))
    places = ((Face.BACK, 20.0, 20.0, 24.0), (Face.MOUTH, 60.0, 20.0, 24.0), (Face.BACK, 200.0, 20.0, 24.0))
    some = Sample("some", "a", FRAME, Expect("cowries"), (), 1, 3, places=places)
    row = one_by_one([Result(some, Reading("cowries", seen, True), 1.0)])
    assert [part for part in row.split() if "/" in part] == ["1/3", "2/3", "1/3"]


def test_an_interval_holds_its_part_and_narrows() -> None:
    assert interval(0, 0) == (0.0, 1.0)
    assert interval(10, 10)[1] == 1.0
    wide, narrow = interval(5, 10), interval(500, 1000)
    assert wide[0] < narrow[0] < 0.5 < narrow[1] < wide[1]


def test_calibration_puts_each_reading_in_its_bin() -> None:
    lines = calibration(
        [result((6,), (6,), certain=True, sure=0.97)] * 3 + [result((6,), (5,), certain=True, sure=0.6)]
    )
    assert len(lines) == 3
    assert "0/1" in lines[1]
    assert "3/3" in lines[2]


def test_rows_are_made_for_each_key_that_is_known() -> None:
    told: list[str] = []
    by([RIGHT, LIE], lambda one: "" if one.lie else "fine", told.append)
    assert len(told) == 1
    assert told[0].startswith("fine")


def test_the_worst_are_saved_with_a_line_of_what_went_wrong(tmp_path: Path) -> None:
    path = save(LIE, tmp_path / "worst", 1)
    assert path.name == "01-some-a.jpg.png"
    assert cv2.imread(str(path)).shape == (656, 800, 3)
    assert LIE.told == "some/a.jpg: [5, 1] instead of [6, 1] (certain)"


def test_our_own_pictures_come_with_their_truth_and_light() -> None:
    samples = list(framed(FRAMES, "tests/frames"))
    assert len(samples) == len(list(FRAMES.glob("*.jpg")))
    assert any(one.light for one in samples)
    assert all(one.values or one.shells for one in samples)


def test_sets_that_are_not_there_are_empty(tmp_path: Path) -> None:
    assert not [*framed(tmp_path, "x"), *photographs(tmp_path, counted=True), *shells_on_surfaces({})]
    assert not {**plain_species(tmp_path), **others(tmp_path)}


def test_light_and_surface_are_measured_where_nobody_wrote_them() -> None:
    rng = np.random.default_rng(1)
    assert looks(np.full((48, 64, 3), 30, np.uint8)) == ("dim, neutral", "plain")
    assert looks(rng.integers(0, 256, (480, 640, 3), np.uint8))[1] != "plain"


def test_photographs_used_in_training_exist() -> None:
    for name in trained():
        assert name.split("/")[0] in ("DamianTab_DiceDetection", "matteop65_oblique")
        if PHOTOS.exists():
            assert (PHOTOS / "dice" / name).exists()


def test_reading_one_picture_takes_little_memory() -> None:
    told = memory_line(np.asarray(cv2.imread(str(next(FRAMES.glob("*.jpg")))), np.uint8))
    assert told.endswith("MB at its peak")
    assert 20 < float(told.split()[-5]) <= 150


def test_models_are_small() -> None:
    assert [line for line in size_lines() if "together" in line]


@pytest.mark.skipif(
    not (PHOTOS / "cowries" / SHELLS).exists(), reason="the photographs lie beside some checkouts only"
)
def test_real_shells_lie_on_every_surface_in_every_light() -> None:
    samples = list(shells_on_surfaces(plain_species(PHOTOS), throws=1))
    assert {(one.surface, one.light) for one in samples} == {(s, light) for s in SURFACES for light in LIGHTS}
    assert all(3 <= one.shells <= 7 and one.mouths <= one.shells for one in samples)


class Blind:
    """An eye that sees nothing and is sure of it."""

    def read(self, frame: Frame, *, expect: Expect, tray: Tray | None = None) -> Reading:
        return Reading("nothing", (), True)


@pytest.mark.parametrize("name", [one for one in READINGS if one != "composed"])
def test_a_set_that_is_not_there_is_skipped_with_a_word(name: str, tmp_path: Path) -> None:
    told: list[str] = []
    where = Folders(tmp_path, tmp_path, tmp_path)
    tables(cast(Eye, Blind()), where, {name}, every=1, report=told.append)
    if name == "number":  # our own pictures are always there
        assert any(line.startswith("tests/frames: cowries") for line in told)
    else:
        assert [line for line in told if line.startswith("skipped")]


def test_an_unknown_set_is_refused_with_those_that_exist(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit):
        main(["cowries"])
    assert "'cowries': there are photographs, shells," in capsys.readouterr().err


def test_pictures_that_were_read_right_are_not_kept() -> None:
    fine = Sample("some", "a", FRAME, Expect("dice"))
    wrong = Sample("some", "b", FRAME, Expect("dice"), (6,))
    kept = [one.sample.frame.shape for one in read(cast(Eye, Blind()), [fine, wrong])]
    assert kept == [(1, 1, 3), FRAME.shape]
