"""The held-out looks: they share nothing with the training, and their truth is where it says."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from places import ROOT
from shared_lines import imported, lines, modules
from tests.bench.eye.look_pictures import asking, throws
from tests.bench.eye.looks.__main__ import THROWS, Task, tasks, write
from tests.bench.eye.looks.catalogue import DEV, DICE, LOOKS, MAKES, ROLLS, TEST, seed
from tests.bench.eye.looks.cowrie import SPECIES, Cowrie
from tests.bench.eye.looks.die import Die, die_turn
from tests.bench.eye.looks.grain import Grain, Grid
from tests.bench.eye.looks.painting import DRESSES, FINISHES, painted
from tests.bench.eye.looks.scenes import SCENES, throw_of
from tests.bench.eye.looks.solid import Solid, rind, turned
from tests.bench.eye.looks.throw import laid
from tests.bench.eye.looks.tracing import hung as lit
from tests.bench.eye.looks.tracing import surface

HELD_OUT = ROOT / "tests" / "bench" / "eye" / "looks"
TRAINING = ROOT / "vision" / "training"
IDIOMS = {
    "from__future__importannotations",
    "@dataclass(frozen=True,slots=True)",
    'if__name__=="__main__":',
    "fromdataclassesimportdataclass",
    "fromdataclassesimportdataclass,replace",
    "importnumpy.typingasnpt",
    "rng:np.random.Generator,",
}
"""What every module of this project begins with, and a parameter that stands on a line of its own."""


def test_no_line_of_the_held_out_looks_is_one_of_the_training() -> None:
    assert not set(lines(HELD_OUT, idioms=IDIOMS)) & set(lines(TRAINING, idioms=IDIOMS))


def test_looks_and_training_import_nothing_of_each_other() -> None:
    rooms = {path.relative_to(TRAINING).parts[0] for path in modules(TRAINING)} - {"tests"}
    assert not [name for name in imported(HELD_OUT) if name.split(".")[0] in rooms or "training" in name]
    assert not [name for name in imported(TRAINING) if "looks" in name.split(".")]


def test_looks_take_nothing_of_ours_but_words_of_a_reading_and_how_to_write() -> None:
    ours = {
        one for one in imported(HELD_OUT) if one.startswith(("vision", "tests")) and "eye.looks" not in one
    }
    tracer = {one for one in ours if one.startswith("tests.bench.board.tracing.")}
    assert ours - tracer == {"vision.reading", "tests.bench.written"}


def test_there_are_more_than_forty_looks_and_at_most_four_hundred_pictures_of_all_kinds() -> None:
    names = {one.name for one in LOOKS}
    assert len(names) == len(LOOKS) >= 40
    assert 0.3 < len(DEV) / len(LOOKS) < 0.36
    assert {one.species for one in TEST} == set(SPECIES)
    assert {one.finish for one in TEST} == set(FINISHES)
    assert {one.roll for one in TEST} == set(ROLLS)
    every = list(tasks())
    assert len({task.path for task in every}) == len(every) <= 400
    assert {task.look for task in every} == {one.name for one in (*LOOKS, *DICE)}
    assert len(every) == THROWS * (len(LOOKS) + len(DICE)) + sum(count for _, count in SCENES.values())


@pytest.mark.parametrize("light", sorted({one.light for one in (*LOOKS, *DICE)}))
def test_every_light_of_the_looks_has_lamps_above_the_table(light: str) -> None:
    lamps, fill = lit(light, np.random.default_rng(1))
    assert all(lamp.at[2] > 10 and lamp.light > 0 for lamp in lamps)
    assert 0 < max(fill) < sum(lamp.light for lamp in lamps)


def test_the_surface_of_a_traced_shell_is_that_of_the_solid() -> None:
    solid = shell("money")
    points = surface(solid).reshape(-1, 3)
    assert np.abs(solid.field(points)).max() < 0.01
    assert np.allclose(surface(solid)[:, 0], surface(solid)[:, -1], atol=1e-3), "it is closed all around"


def shell(species: str) -> Cowrie:
    rng = np.random.default_rng(3)
    return Cowrie(SPECIES[species], painted(DRESSES["tan"], FINISHES["polished"], rng), Grain(rng))


def seen_from_above(solid: Solid, turn: Grid, x: Grid, y: Grid) -> Grid:
    """Return the uppermost points of a turned solid at places of the table, shape (n, 3)."""
    heights = np.linspace(1.8, -1.8, 721, dtype=np.float32)
    columns = np.stack(np.broadcast_arrays(x[:, None], y[:, None], heights), -1).astype(np.float32)
    inside = solid.field(columns.reshape(-1, 3) @ turn).reshape(columns.shape[:2]) < 0
    first = np.where(inside.any(1), inside.argmax(1), -1)
    return np.asarray(columns[np.arange(len(x)), first], np.float32)


@pytest.mark.parametrize("species", SPECIES)
def test_a_mouth_has_a_slit_and_a_back_has_none(species: str) -> None:
    def depth(flat: float) -> float:
        across = np.linspace(-0.3, 0.3, 121, dtype=np.float32)
        top = seen_from_above(shell(species), turned(flat, 0, 0), np.zeros_like(across), across)
        return float(np.ptp(top[:, 2]))

    assert depth(0) > 0.2
    assert depth(180) < 0.15


def test_a_shell_lies_on_the_cloth_and_not_in_it() -> None:
    lying = laid(shell("egg"), 1.2, turn=turned(25, 4, 80), shows="mouth", roll=25)
    assert lying.skin is not None
    assert lying.skin[:, 2].min() == pytest.approx(0, abs=1e-5)
    inner = lying.placed.inward(lying.skin)
    assert np.abs(inner - rind(lying.placed.solid)).max() < 1e-4


@pytest.mark.parametrize("value", range(1, 7))
def test_a_die_shows_its_value(value: int) -> None:
    die = Die(replace(MAKES["ivory drilled"], drilled=0.0), Grain(np.random.default_rng(1)))
    turn = die_turn(value, 20.0)
    y, x = np.mgrid[-0.8:0.8:120j, -0.8:0.8:120j]
    top = seen_from_above(die, turn, x.ravel(), y.ravel())
    dark = (die.skin(top @ turn).colour.mean(1) < 0.3) & (top[:, 2] > 0)
    dark = dark.reshape(x.shape)
    pips, _ = cv2.connectedComponents(dark.astype(np.uint8))
    assert pips - 1 == value


@pytest.fixture
def _grey(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tracer, which needs Blender, gives an even picture."""
    plain = np.full((480, 640, 3), 0.2, np.float32)
    monkeypatch.setattr("tests.bench.eye.looks.tracing.traced", lambda *_, **__: plain)


@pytest.mark.usefixtures("_grey")
def test_a_picture_comes_from_its_seed() -> None:
    first, again, other = (throw_of(LOOKS[0], seed(LOOKS[0].name, number)) for number in (0, 0, 1))
    assert first.things == again.things != other.things
    assert (first.frame == again.frame).all()


@pytest.mark.usefixtures("_grey")
def test_the_truth_of_a_picture_lies_on_its_shells(tmp_path: Path) -> None:
    look = next(one for one in LOOKS if one.finish == "matt" and one.roll == "rolled")
    scene = throw_of(look, seed(look.name, 0))
    assert scene.frame.shape == (480, 640, 3)
    assert 4 <= len(scene.things) <= 7
    low, high = ROLLS["rolled"]
    for one in scene.things:
        x, y, roll = (float(str(one[key])) for key in ("x", "y", "roll"))
        assert 0 < x < 640
        assert 0 < y < 480
        assert roll <= 7 if one["shows"] == "back" else low <= roll <= high
        others = [math.dist((x, y), (float(str(o["x"])), float(str(o["y"])))) for o in scene.things]
        assert sorted(others)[1] > 20
    words = {"species": "s", "finish": "f", "roll": "r", "light": "l"}
    task = Task(Path("dev/a-00"), "cowries", look.name, words, lambda: scene)
    assert json.loads(write(task, tmp_path).read_text())["things"] == list(scene.things)
    (sample,) = throws(tmp_path)
    assert (sample.shells, sample.expect.count) == (len(scene.things), len(scene.things))
    assert sample.mouths == sum(one["shows"] == "mouth" for one in scene.things)
    assert sample.look["half"] == "dev"
    assert not list(throws(tmp_path / "none"))
    assert not list(asking(tmp_path, "leaning"))
