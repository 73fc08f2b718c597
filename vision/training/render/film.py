"""Make the built-in film of throws anew.

Command, from the repository's root, in the environment of the group `render`:

    cd vision/training; .venv/bin/python -m render.film --out ../../device/film

Every throw comes from a seed in `render/scenes.py`, the shells and dice from their looks there, the sensor
noise from the frame's name: the same command gives the same throws, and pictures that differ at most by what
the denoiser makes of a grain. `--search` looks for the seeds again and prints them. Clean renderings are kept
in `vision/training/out/film`; a picture that is already there is not rendered again, so delete that folder
after changing a look. About 20 minutes on two cores.
"""

from __future__ import annotations

import argparse
import time
import zlib
from dataclasses import dataclass
from pathlib import Path

import bpy
import numpy as np
from PIL import Image
from render import hand, picture, scenes, studio, throw, tray
from render.reel import Entry, Truth, write
from render.scenes import SCENES, Scene
from shapes.shape import Floats, rotation

WIDTH, HEIGHT = 640, 480
EVERY = throw.STEPS_PER_S // 15
"""Steps of physics from frame to frame of film."""
SAMPLES, SAMPLES_MOVING = 12, 5
SHUTTER = 0.6
"""Exposure, in steps of physics: 10 ms."""
VARIANTS = 3
"""Pictures of one still view, alike but for the noise."""
LAMP_SHADOW = ((0.46, -0.42, 0.17), (-0.85, 0.30, 0.3))
"""For each lamp: where a shadow falls for each centimetre of height, and how far it spreads."""
RAW = Path(__file__).resolve().parents[1] / "out" / "film"


@dataclass(slots=True)
class Stage:
    """What stands in the studio while one scene is rendered."""

    scene: Scene
    flights: list[throw.Flight]
    points: list[Floats]
    things: list[bpy.types.Object]
    hand_things: list[bpy.types.Object]
    hand_points: Floats
    start: int
    """Step of physics of the first frame of the roll."""
    frames: int
    """Frames of the roll."""


def _spot(thing: bpy.types.Object, flight: throw.Flight, step: int) -> None:
    thing.location = flight.places[step]
    thing.rotation_quaternion = flight.turns[step]
    thing.keyframe_insert("location", frame=step)
    thing.keyframe_insert("rotation_quaternion", frame=step)


def _region(clouds: list[Floats]) -> tuple[int, int, int, int]:
    """Find what part of the picture bodies and their shadows can change: left, top, right, bottom."""
    seen = []
    for cloud in clouds:
        seen.append(cloud)
        for dx, dy, spread in LAMP_SHADOW:
            high = np.clip(cloud[:, 2:], 0, None)
            ground = np.column_stack([cloud[:, :2] + high * [dx, dy], np.zeros(len(cloud))])
            for sx, sy in ((-1, -1), (1, 1)):
                seen.append(ground + np.column_stack([high * spread * sx, high * spread * sy, 0 * high]))
    pixels = studio.outline(np.concatenate(seen), np.zeros(3), np.array([1.0, 0, 0, 0]))
    low = np.clip(pixels.min(axis=0) - 22, 0, [WIDTH, HEIGHT]).astype(int)
    high_px = np.clip(pixels.max(axis=0) + 22, 0, [WIDTH, HEIGHT]).astype(int)
    return int(low[0]), int(low[1]), int(high_px[0]), int(high_px[1])


def _render(target: Path, region: tuple[int, int, int, int], empty: Floats) -> None:
    """Render a region and lay it over the empty tray."""
    left, top, right, bottom = region
    started = time.monotonic()
    settings = bpy.context.scene.render
    settings.use_border = settings.use_crop_to_border = True
    settings.border_min_x, settings.border_max_x = left / WIDTH, right / WIDTH
    settings.border_min_y, settings.border_max_y = 1 - bottom / HEIGHT, 1 - top / HEIGHT
    part = target.with_suffix(".part.png")
    studio.render(part)
    whole = picture.patch(empty, picture.load(part), left, top)
    Image.fromarray(np.clip(np.rint(whole), 0, 255).astype(np.uint8)).save(target)
    part.unlink()
    print(f"{target.parent.name}/{target.name}: {time.monotonic() - started:.1f} s", flush=True)


def empty_tray() -> Floats:
    """Render the empty tray, or take it as it was rendered before."""
    target = RAW / "empty.png"
    if not target.exists():
        bpy.context.scene.cycles.samples = 2 * SAMPLES
        studio.render(target)
    return picture.load(target)


def _stage(scene: Scene, flights: list[throw.Flight], material: bpy.types.Material) -> Stage:
    models = scenes.models(scene)
    things = [studio.add(model, scene.kind, material) for model in models]
    for thing, flight in zip(things, flights, strict=True):
        for step in range(len(flight.places)):
            _spot(thing, flight, step)
    points = [model.points[::7] for model in models]
    hand_things, hand_points = hand.build() if scene.hand else ([], np.zeros((0, 3)))
    start = throw.HELD
    while not any(_is_in_view(p, f, start) for p, f in zip(points, flights, strict=True)):
        start += 1
    frames = -(-(max(flight.rest() for flight in flights) - start) // EVERY) + 1
    stage = Stage(scene, flights, points, things, hand_things, hand_points, start, frames)
    for number in range(len(hand.SWING) if scene.hand else 0):
        step = _hand_step(stage, number)
        for thing in hand_things:
            thing.location = (*hand.SWING[number], hand.HEIGHT)
            thing.keyframe_insert("location", frame=step)
    return stage


def _hand_step(stage: Stage, number: int) -> int:
    return stage.start + (number - hand.FRAMES_BEFORE_ROLL) * EVERY


def _is_in_view(points: Floats, flight: throw.Flight, step: int) -> bool:
    pixels = studio.outline(points, flight.places[step], flight.turns[step])
    return bool(((pixels > 4) & (pixels < [WIDTH - 4, HEIGHT - 4])).all(axis=1).any())


def _shot(stage: Stage, target: Path, *, step: int, hand_at: int | None, moving: bool, empty: Floats) -> None:
    if target.exists():
        return
    world = bpy.context.scene
    clouds = []
    last = len(stage.flights[0].places) - 1
    for thing, flight, points in zip(stage.things, stage.flights, stage.points, strict=True):
        thing.hide_render = step < throw.HELD
        if step >= throw.HELD:
            ends = (max(step - 1, 0), min(step + 1, last))
            clouds += [points @ rotation(flight.turns[at]).T + flight.places[at] for at in ends]
    for thing in stage.hand_things:
        thing.hide_render = hand_at is None
    if hand_at is not None:
        clouds.append(stage.hand_points + np.array([*hand.SWING[hand_at], hand.HEIGHT]))
    world.render.use_motion_blur = moving
    world.render.motion_blur_shutter = SHUTTER
    world.cycles.samples = SAMPLES_MOVING if moving else SAMPLES
    world.frame_set(step)
    _render(target, _region(clouds), empty)


def truth(stage: Stage) -> list[Truth]:
    """Tell where everything lies in the settled picture, from the places of the objects themselves."""
    found = []
    for number, flight in enumerate(stage.flights):
        pixels = studio.outline(stage.points[number], flight.places[-1], flight.turns[-1])
        centre = (pixels.min(axis=0) + pixels.max(axis=0)) / 2
        radius = float(np.linalg.norm(pixels - centre, axis=1).max())
        face = scenes.lying(stage.scene, number, flight.turns[-1]).face
        found.append(Truth(float(centre[0]), float(centre[1]), radius, face))
    return found


def _develop(raw: Path, out: Path, name: str) -> str:
    picture.shoot(picture.load(raw), out / name, seed=zlib.crc32(name.encode()))
    return name


def film_scene(scene: Scene, stage: Stage, empty: Floats, out: Path) -> tuple[list[Entry], list[Truth]]:
    """Render one scene and write its pictures.

    Returns:
        The order of its pictures, and what lies in the settled ones.
    """
    raw = RAW / scene.name
    shots: list[tuple[str, int, int | None]] = []
    if scene.hand:
        shots += [("hand", _hand_step(stage, n), n) for n in range(hand.FRAMES_BEFORE_ROLL)]
    for frame in range(stage.frames):
        hand_at = frame + hand.FRAMES_BEFORE_ROLL
        is_seen = scene.hand and hand_at < len(hand.SWING)
        shots.append(("roll", stage.start + frame * EVERY, hand_at if is_seen else None))
    names: dict[str, list[str]] = {"hand": [], "roll": []}
    for number, (phase, step, hand_at) in enumerate(shots):
        _shot(stage, raw / f"{number:03}.png", step=step, hand_at=hand_at, moving=True, empty=empty)
        names[phase].append(_develop(raw / f"{number:03}.png", out, f"{scene.name}/{number:03}.jpg"))
    still = raw / "still.png"
    _shot(stage, still, step=len(stage.flights[0].places) - 1, hand_at=None, moving=False, empty=empty)
    first = len(shots)
    lying = [_develop(still, out, f"{scene.name}/{first + v:03}.jpg") for v in range(VARIANTS)]
    bare = [f"empty/{v:03}.jpg" for v in range(VARIANTS)]
    entries = [Entry("empty", bare, VARIANTS)]
    entries += [Entry("hand", names["hand"], len(names["hand"]))] if scene.hand else []
    entries += [Entry("roll", names["roll"], len(names["roll"])), Entry("settled", lying, 30)]
    entries += [Entry("cleared", bare, 9)]
    return entries, truth(stage)


def main() -> None:
    """Read the command line and make the film."""
    parser = argparse.ArgumentParser(description="Make the built-in film of throws anew.")
    parser.add_argument("--out", type=Path, required=True, help="folder of the film")
    parser.add_argument("--only", nargs="*", help="names of scenes; without it, all")
    parser.add_argument("--search", action="store_true", help="look for seeds and print them; render nothing")
    given = parser.parse_args()
    if given.search:
        for scene in SCENES:
            print(scene.name, scenes.search(scene), flush=True)
        return
    chosen = [scene for scene in SCENES if not given.only or scene.name in given.only]
    flights = {scene.name: throw.throw(scenes.bodies(scene), scene.seed) for scene in chosen}
    studio.clean(width=WIDTH, height=HEIGHT, samples=SAMPLES)
    tray.build()
    material = studio.painted("glaze")
    empty = empty_tray()
    for variant in range(VARIANTS):
        name = f"empty/{variant:03}.jpg"
        if not (given.only and (given.out / name).exists()):
            _develop(RAW / "empty.png", given.out, name)
    done = []
    for scene in chosen:
        stage = _stage(scene, flights[scene.name], material)
        done.append((scene, *film_scene(scene, stage, empty, given.out)))
        write(given.out / "film.toml", done)
        studio.remove([*stage.things, *stage.hand_things])


if __name__ == "__main__":
    main()
