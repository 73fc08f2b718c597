"""One still: a board laid out, pieces put on it, things strewn about, a camera hung, and its truth."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from tests.bench.board.tracing import backgammon, cloth
from tests.bench.board.tracing.clutter import strewn
from tests.bench.board.tracing.look import Look
from tests.bench.board.tracing.meshes import plate
from tests.bench.board.tracing.pieces import TALL, Kit, paint, surface
from tests.bench.board.tracing.rooms import hue, lamps
from tests.bench.board.tracing.scene import Board, Lamp, Mesh, Paint, Thing, Triple
from tests.bench.board.tracing.standing import group, leaned, row, spun, upside_down
from tests.bench.board.tracing.truth import told
from tests.bench.board.tracing.view import View, hung
from tests.bench.eye.looks.grounds import GROUNDS, WIDE, ground

SIZES: Mapping[str, tuple[int, int]] = {
    "overhead": (960, 720),
    "slanted": (960, 720),
    "dim webcam": (640, 480),
}
"""Width and height of the pictures; those of the cross, which has small squares, are `FINER`."""
FINER: Mapping[str, float] = {"cross": 1.4}
"""By how much a layout's pictures are larger."""
SLANTS: Mapping[str, tuple[float, float]] = {"overhead": (0, 7), "slanted": (15, 35), "dim webcam": (0, 20)}
"""By how many degrees the camera leans."""


@dataclass(frozen=True, slots=True)
class Still:
    """All that a picture is made of."""

    things: tuple[Thing, ...]
    lamps: tuple[Lamp, ...]
    fill: Triple
    hue: Triple
    view: View
    dim: bool
    truth: dict[str, object]


def still(look: Look, view_name: str, rng: np.random.Generator) -> Still:
    """Lay out one still of a look."""
    if isinstance(look.style, backgammon.Style):
        board = backgammon.board(look.style, float(rng.uniform(3.0, 4.4)), rng)
        pieces = _checkers(look, board, rng)
    else:
        units = {"cross": (2.7, 3.4), "5x5": (5.0, 8.0), "7x7": (4.0, 6.0)}[look.layout]
        board = cloth.board(look.layout, look.style, float(rng.uniform(*units)), rng)
        pieces = _on_squares(look, board, rng)
    extra, names = strewn(board, rng)
    wide, high = SIZES[view_name]
    finer = FINER.get(look.layout, 1.0)
    view = hung(
        rng,
        board,
        size=(round(wide * finer), round(high * finer)),
        slant=SLANTS[view_name],
        bent=bool(rng.random() < 0.5),
    )
    lit, fill = lamps(look.light, rng, board.half)
    things = (*table(board, rng), *board.things, *pieces, *extra)
    truth: dict[str, object] = {
        "look": look.name,
        "view": view_name,
        "light": look.light,
        "clutter": names,
        **told(board, pieces, extra, view, rng),
    }
    return Still(things, tuple(lit), fill, hue(lit, fill), view, view_name == "dim webcam", truth)


def table(board: Board, rng: np.random.Generator, name: str = "") -> list[Thing]:
    """Lay what the board lies on: a ground of this name, or any."""
    name = name or list(GROUNDS)[int(rng.integers(len(GROUNDS)))]
    laid = ground(name, rng)
    seen = np.asarray(np.clip(laid.colour, 0, 1) ** (1 / 2.2) * 255, np.uint8)
    reach = WIDE / 22 / 2 * 1.6
    skin = Paint(np.ascontiguousarray(seen), rough=0.6, coat=laid.gloss * 0.5, coat_rough=laid.rough)
    below = -0.85 if board.layout == "backgammon" else -0.95
    sheet = plate((reach, reach))
    return [Thing(sheet, skin, (x * 2 * reach, y * 2 * reach, below)) for x in (-1, 0, 1) for y in (-1, 0, 1)]


def meshes(kit: Kit, width: float, rng: np.random.Generator) -> dict[str, tuple[Mesh, float, Paint]]:
    """Make one piece of every owner: its mesh, how tall it is, and its paint."""
    made = {}
    for owner, make in kit.makes.items():
        form = make.form or kit.form
        tall = kit.thick * width * (1.0 if form != "button" or kit.form == "button" else 0.5)
        made[owner] = (surface(form, width, tall, rng), tall, paint(make, rng))
    return made


def _checkers(look: Look, board: Board, rng: np.random.Generator) -> list[Thing]:
    habit = look.habits[int(rng.integers(len(look.habits)))]
    width = board.unit * float(rng.uniform(0.86, 0.97))
    made = meshes(look.kit, width, rng)
    points, hit = backgammon.position(rng, bar=board.bar_columns > 0.45)
    things = []
    for place, count in points.items():
        owner = "a" if count > 0 else "b"
        name = f"{'tb'[place // 12]}{place % 12}"
        if not count:
            continue
        spot = board.place(name)
        x = (spot.outline[0][0] + spot.outline[1][0]) / 2
        sign = 1 if place < 12 else -1
        rim = sign * board.half[1]
        mesh, tall, skin = made[owner]
        for one in row(rng, abs(count), length=board.length, width=width, tall=tall, habit=habit):
            at = (x + one.aside, rim - sign * one.along, one.up)
            way = leaned(-sign * math.pi / 2, one.tilt)
            things.append(checker(mesh, skin, tall, at, way, owner, name, rng))
    for owner, count in hit.items():
        mesh, tall, skin = made[owner]
        for number in range(int(count)):
            y = (1 if owner == "a" else -1) * (0.12 * board.half[1] + width * (0.6 + 1.04 * (number % 4)))
            at = (float(rng.normal(0, 0.05 * width)), y, board.bar_height + tall * (number // 4))
            things.append(checker(mesh, skin, tall, at, np.eye(3, dtype=np.float32), owner, "bar", rng))
    _off(board, made, points, hit, width, things, rng)
    return things


def _off(
    board: Board,
    made: Mapping[str, tuple[Mesh, float, Paint]],
    points: Mapping[int, int],
    hit: Mapping[str, int],
    width: float,
    things: list[Thing],
    rng: np.random.Generator,
) -> None:
    """Put those that were borne off beside the board, in piles."""
    for owner, sign in (("a", 1), ("b", -1)):
        rest = 15 - hit[owner] - sum(max(0, sign * count) for count in points.values())
        mesh, tall, skin = made[owner]
        x = float(rng.choice([-1, 1])) * (board.half[0] + board.unit * 2.2)
        for number in range(rest):
            pile, up = divmod(number, 5)
            y = -sign * board.half[1] * 0.4 + (pile - 1) * width * 1.1
            at = (x + float(rng.normal(0, 0.04 * width)), y, -0.85 + up * tall)
            things.append(checker(mesh, skin, tall, at, np.eye(3, dtype=np.float32), owner, "off", rng))


def checker(
    mesh: Mesh,
    skin: Paint,
    tall: float,
    at: Triple,
    way: np.ndarray[tuple[int, ...], np.dtype[np.float32]],
    owner: str,
    place: str,
    rng: np.random.Generator,
) -> Thing:
    """Put a checker down, either face up."""
    face = int(rng.random() < 0.5)
    turn = way @ spun(float(rng.uniform(0, 2 * math.pi)))
    if face:
        flip = turn @ upside_down()
        lift = turn[:, 2] * tall
        at = (at[0] + float(lift[0]), at[1] + float(lift[1]), at[2] + float(lift[2]))
        return Thing(mesh, skin, at, np.asarray(flip, np.float32), "piece", place, owner, face=1)
    return Thing(mesh, skin, at, np.asarray(turn, np.float32), "piece", place, owner)


def _on_squares(look: Look, board: Board, rng: np.random.Generator) -> list[Thing]:
    owners = "abcd"[: int(rng.choice([2, 3, 4], p=(0.3, 0.2, 0.5)))]
    share = (0.56, 0.72) if board.layout == "cross" else (0.3, 0.46)
    width = board.unit * float(rng.uniform(*share)) * (0.8 if look.kit.form == "cowrie" else 1.0)
    made = meshes(look.kit, width, rng)
    things = []
    for name, there in cloth.position(board.layout, owners, rng).items():
        corners = np.array(board.place(name).outline)
        middle = corners.mean(0)
        side = float(corners[1, 0] - corners[0, 0])
        pieces = [(owner, lies) for owner, each in there.items() for lies in each]
        spots = group(rng, len(pieces), side=side * 0.94, width=width * 1.02)
        for (owner, lies), (x, y) in zip(pieces, spots, strict=True):
            mesh, tall, skin = made[owner]
            yaw = spun(float(rng.uniform(0, 2 * math.pi)))
            thing = Thing(
                mesh, skin, (float(middle[0] + x), float(middle[1] + y), 0.0), yaw, "piece", name, owner
            )
            form = look.kit.makes[owner].form or look.kit.form
            if lies and form in TALL[:5]:
                thing = laid(thing, float(rng.uniform(0, 2 * math.pi)))
            elif form in ("cowrie", "button") and rng.random() < 0.4:
                flip = np.asarray(yaw @ upside_down(), np.float32)
                thing = replace(thing, at=(thing.at[0], thing.at[1], tall), turn=flip, face=1)
            things.append(thing)
    return things


def laid(thing: Thing, toward: float) -> Thing:
    """Lay a piece on its side, its middle where it stood."""
    turn = np.asarray(leaned(toward, math.pi / 2) @ thing.turn, np.float32)
    points = thing.mesh.points @ turn.T
    middle = (points.max(0) + points.min(0)) / 2
    at = (thing.at[0] - float(middle[0]), thing.at[1] - float(middle[1]), -float(points[:, 2].min()))
    return replace(thing, at=at, turn=turn, lying=True)
