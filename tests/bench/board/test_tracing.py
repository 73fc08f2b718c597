"""The held-out boards: they share nothing with the training, and their truth is where it says."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest

from places import ROOT
from shared_lines import imported, lines, modules
from tests.bench.board.tracing import backgammon, cloth
from tests.bench.board.tracing.__main__ import EACH, tasks
from tests.bench.board.tracing.catalogue import BY_NAME, LOOKS
from tests.bench.board.tracing.look import VIEWS, Look, seed
from tests.bench.board.tracing.meshes import block
from tests.bench.board.tracing.pieces import CHECKERS, TALL, surface
from tests.bench.board.tracing.scene import Paint, Thing
from tests.bench.board.tracing.standing import group, row
from tests.bench.board.tracing.stills import Still, still
from tests.bench.board.tracing.truth import told
from tests.bench.board.tracing.view import bent, hung

HELD_OUT = ROOT / "tests" / "bench" / "board" / "tracing"
TRAINING = ROOT / "vision" / "training"
IDIOMS = {
    "from__future__importannotations",
    "@dataclass(frozen=True,slots=True)",
    'if__name__=="__main__":',
    "rng:np.random.Generator,",
    "bpy.ops.wm.read_factory_settings(use_empty=True)",
    "bpy.ops.render.render(write_still=True)",
    'scene.view_settings.view_transform="Raw"',
}
"""What modules of this project begin with, a parameter on a line of its own, and how Blender is called."""


def test_no_line_of_the_held_out_boards_is_one_of_the_training() -> None:
    assert not set(lines(HELD_OUT, idioms=IDIOMS)) & set(lines(TRAINING, idioms=IDIOMS))


def test_boards_and_training_import_nothing_of_each_other() -> None:
    rooms = {path.relative_to(TRAINING).parts[0] for path in modules(TRAINING)} - {"tests"}
    assert not [name for name in imported(HELD_OUT) if name.split(".")[0] in rooms or "training" in name]
    assert not [name for name in imported(TRAINING) if "bench" in name.split(".")]


def test_there_are_at_least_three_hundred_stills_of_all_boards_and_all_views() -> None:
    every = list(tasks())
    assert len({task.path for task in every}) == len(every) == len(LOOKS) * len(VIEWS) * EACH >= 300
    assert len(BY_NAME) == len(LOOKS)
    assert {look.layout for look in LOOKS} == {"backgammon", "cross", "5x5", "7x7"}


def laid_out(look: Look, number: int = 0, view: str = "slanted") -> Still:
    return still(look, view, seed(look.name, view, number))


def pieces(one: Still) -> list[Thing]:
    return [thing for thing in one.things if thing.role == "piece"]


def places(one: Still) -> list[dict[str, object]]:
    found = json.loads(json.dumps(one.truth["places"]))
    assert isinstance(found, list)
    return found


@pytest.mark.parametrize(
    "name", ["club felt, oxblood and bone", "sewn cross, indigo", "seven by seven, card"]
)
def test_a_still_comes_from_its_seed_and_has_the_truth_of_its_pieces(name: str) -> None:
    look = BY_NAME[name]
    one, again, other = laid_out(look), laid_out(look), laid_out(look, 1)
    assert one.truth == again.truth != other.truth
    there = pieces(one)
    for place in places(one):
        own = [thing for thing in there if thing.place == place["name"]]
        counts = {owner: sum(thing.owner == owner for thing in own) for owner in {t.owner for t in own}}
        assert place["pieces"] == counts
    wide, high = one.view.size
    corners = np.array(one.truth["corners"])
    assert (corners > 0).all()
    assert (corners < (wide, high)).all()
    taps = one.truth["taps"]
    assert isinstance(taps, dict)
    for owner, spots in taps.items():
        for x, y in spots:
            ahead = [t for t in there if t.owner == owner and _covers(one, t, x, y)]
            assert ahead, f"{owner} is tapped beside its pieces"


def _covers(one: Still, thing: Thing, x: float, y: float) -> bool:
    spots = one.view.seen(thing.world(thing.mesh.points))
    return bool((spots.min(0) - 2 < (x, y)).all() and (spots.max(0) + 2 > (x, y)).all())


def test_a_position_of_backgammon_has_fifteen_checkers_a_side_at_most() -> None:
    for number in range(40):
        rng = np.random.default_rng(number)
        points, hit = backgammon.position(rng, bar=bool(number % 2))
        for owner, sign in (("a", 1), ("b", -1)):
            count = sum(max(0, sign * n) for n in points.values()) + hit[owner]
            assert 0 < count <= 15
        if number % 2 == 0:
            assert hit == {"a": 0, "b": 0}


@pytest.mark.parametrize("habit", ["loose", "piled", "shingled"])
@pytest.mark.parametrize("count", [1, 5, 7, 9, 12])
def test_checkers_of_one_layer_do_not_go_through_each_other(habit: str, count: int) -> None:
    spots = row(np.random.default_rng(3), count, length=15.6, width=2.9, tall=0.7, habit=habit)
    assert len(spots) == count
    for number, one in enumerate(spots):
        assert 0 < one.along < 15.6 + 2.9
        for other in spots[number + 1 :]:
            if one.up == other.up and not (one.tilt or other.tilt):
                assert math.hypot(one.along - other.along, one.aside - other.aside) > 0.97 * 2.9
    leaning = [one.tilt for one in spots if one.tilt]
    assert bool(leaning) == (habit == "shingled" and count > 5)


def test_pieces_of_a_square_stand_beside_each_other() -> None:
    for count in range(1, 5):
        spots = group(np.random.default_rng(count), count, side=3.0, width=1.2)
        apart = [math.dist(a, b) for n, a in enumerate(spots) for b in spots[n + 1 :]]
        assert min(apart, default=9) > 1.2


@pytest.mark.parametrize("form", [*CHECKERS, *TALL])
def test_every_piece_stands_on_the_board_and_looks_outwards(form: str) -> None:
    mesh = surface(form, 2.0, 1.5, np.random.default_rng(1))
    assert -0.02 < mesh.points[:, 2].min() < 0.1
    assert mesh.uv.min() >= 0
    assert mesh.uv.max() <= 1
    widest = mesh.points[np.hypot(mesh.points[:, 0], mesh.points[:, 1]).argmax()]
    face = next(f for f in mesh.faces if any(np.allclose(mesh.points[c], widest) for c in f))
    a, b, c = (mesh.points[i] for i in face[:3])
    assert np.cross(b - a, c - a) @ (widest * (1, 1, 0)) >= 0


def test_a_cup_on_a_point_hides_its_checkers_and_is_told() -> None:
    look = BY_NAME["club felt, oxblood and bone"]
    rng = seed(look.name, "overhead", 0)
    assert isinstance(look.style, backgammon.Style)
    board = backgammon.board(look.style, 3.6, rng)
    spot = board.place("t3").outline
    x, y = (spot[0][0] + spot[1][0]) / 2, spot[0][1] - 1.8
    checker = Thing(
        surface("plain", 3.3, 0.8, rng), _grey(), (x, y, 0.0), role="piece", place="t3", owner="a"
    )
    lid = Thing(block((2.5, 2.5, 1.5)), _grey(), (x, y, 1.0), role="clutter")
    view = hung(rng, board, size=(960, 720), slant=(0, 3), bent=False)
    bare, covered = (told(board, [checker], extra, view, np.random.default_rng(2)) for extra in ([], [lid]))
    first, second = (next(p for p in one["places"] if p["name"] == "t3") for one in (bare, covered))
    assert (first["pieces"], first["hidden"], first["covered"]) == ({"a": 1}, 0, 0)
    assert (second["pieces"], second["hidden"]) == ({"a": 1}, 1)
    assert 0.1 < second["covered"] < 0.9
    assert bare["top"] == covered["top"] == [0, 0, 0, 1, *[0] * 8]
    assert "a" in bare["taps"]
    assert "a" not in covered["taps"]


def _grey() -> Paint:
    return Paint(np.full((4, 4, 3), 128, np.uint8))


def test_the_lens_bends_the_picture_as_it_bends_the_corners() -> None:
    rng = np.random.default_rng(5)
    look = BY_NAME["five by five, cloth"]
    assert isinstance(look.style, cloth.Style)
    board = cloth.board(look.layout, look.style, 6.0, rng)
    view = hung(rng, board, size=(320, 240), slant=(10, 20), bent=True)
    assert view.lens[0]
    x, y = board.half
    corner = np.array([[-x, y, 0]], np.float32)
    straight = view.seen(corner, straight=True)[0]
    light = np.zeros((269, 358, 3), np.float32)
    at = straight + (np.array([358, 269]) - np.array(view.size)) / 2
    left, top = round(float(at[0])) - 1, round(float(at[1])) - 1
    light[top : top + 3, left : left + 3] = 1
    seen = bent(light, view)[..., 0]
    row_, column = np.unravel_index(int(seen.argmax()), seen.shape)
    assert math.dist((float(column), float(row_)), view.seen(corner)[0]) < 2.5
