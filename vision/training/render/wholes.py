"""Path-trace whole scenes, to see whether composed pictures tell the truth about the eye.

    cd vision/training; .venv/bin/python -m render.wholes --count 120

Every scene is light, tray, ground and throw in one rendering: shadows fall on neighbours, grounds shine
back, nothing is pasted. Even seeds throw cowries, odd ones dice, of looks that no training takes. Pictures of
640 by 480 pixels land in `vision/training/out/wholes` with their `truth.toml`, which `make bench ARGS="eye composed"`
reads. About ten seconds a picture on one core; a picture that is there is not rendered again.
"""

from __future__ import annotations

import argparse
import tomllib
import zlib
from pathlib import Path

import bpy
import numpy as np
from render import parts, picture, studio, tray
from shapes.shape import Colour, Floats, rotation

WIDTH, HEIGHT = 640, 480
SAMPLES = 10
OUT = Path(__file__).resolve().parents[1] / "out" / "wholes"
HELD = 9000
"""Looks from this number on are in no training."""
GROUNDS = ("felt", "weave", "wood", "plain")
LIGHTS = ("daylight", "one hard lamp", "warm dim lamp", "two lamps", "coloured lamp")


def _any_colour(random: np.random.Generator, low: float, high: float) -> Colour:
    base = random.uniform(low, high)
    red, green, blue = np.clip(base * np.exp(random.normal(size=3) * 0.3), 0.02, 0.95)
    return float(red), float(green), float(blue)


def _lighter(colour: Colour, times: float) -> Colour:
    red, green, blue = (min(0.98, part * times) for part in colour)
    return red, green, blue


def _ground(random: np.random.Generator, kind: str) -> bpy.types.Material:
    dark = _any_colour(random, 0.08, 0.6)
    light = _lighter(dark, float(random.uniform(1.05, 1.6)))
    if kind == "wood":
        return studio.wood("floor", (0.36, 0.22, 0.12), (0.66, 0.46, 0.28), stretch=(0.4, 2.4, 2.4))
    if kind == "plain":
        return studio.cloth("floor", dark, _lighter(dark, 1.03), grain=2.0)
    return studio.cloth("floor", dark, light, grain=float(random.uniform(4, 14)), weave=kind == "weave")


def _light(random: np.random.Generator, kind: str) -> None:
    def hang(size: float, watts: float, colour: Colour) -> None:
        turn, high = random.uniform(0, 2 * np.pi), random.uniform(0.5, 1.35)
        place = 52 * np.array([np.cos(turn) * np.cos(high), np.sin(turn) * np.cos(high), np.sin(high)])
        where = (float(place[0]), float(place[1]), float(place[2]))
        studio.lamp(where, size=size, watts=watts * float(random.uniform(0.75, 1.3)), colour=colour)

    room = {"daylight": 0.75, "one hard lamp": 0.16, "warm dim lamp": 0.12, "two lamps": 0.3}.get(kind, 0.25)
    if kind == "daylight":
        hang(40.0, 9000, (0.92, 0.96, 1.0))
    elif kind == "one hard lamp":
        hang(2.5, 21000, (1.0, 0.94, 0.85))
    elif kind == "warm dim lamp":
        hang(9.0, 10000, (1.0, 0.78, 0.5))
    elif kind == "two lamps":
        hang(6.0, 13000, (1.0, 0.93, 0.82))
        hang(14.0, 9000, (0.86, 0.93, 1.0))
    else:
        hang(10.0, 19000, _lighter(_any_colour(random, 0.5, 0.8), 1.2))
    studio.room((1.0, 0.97, 0.93), room)


def _thrown(random: np.random.Generator, seed: int, count: int) -> list[tuple[parts.Part, Floats]]:
    """Choose things that lie flat, and where they lie, apart from each other and from the rim."""
    chosen: list[tuple[parts.Part, Floats, float]] = []
    make, faces = (parts.die_part, "123456") if seed % 2 else (parts.cowrie_part, ("mouth", "back"))
    number = HELD + 40 * seed
    while len(chosen) < count:
        number += 1
        part = make(number, np.random.default_rng([number, 67]))
        if part.face not in faces:
            continue
        points = part.shape.points @ rotation(np.array(part.turn)).T
        reach = float(np.linalg.norm(points[:, :2], axis=1).max())
        for _ in range(200):
            where = random.uniform(-1, 1, 2) * (tray.HALF_WIDTH - reach, tray.HALF_DEPTH - reach)
            if all(np.linalg.norm(where - at[:2]) > reach + other for _, at, other in chosen):
                chosen.append((part, np.array([*where, -points[:, 2].min()]), reach))
                break
    return [(part, at) for part, at, _ in chosen]


def scene(seed: int) -> str:
    """Render one scene and give its lines of `truth.toml`."""
    random = np.random.default_rng([seed, 71])
    ground, light = (str(random.choice(names)) for names in (GROUNDS, LIGHTS))
    studio.clean(width=WIDTH, height=HEIGHT, samples=SAMPLES, threads=1)
    studio.add(
        tray.plane(tray.HALF_WIDTH + 0.1, tray.HALF_DEPTH + 0.1, 0.0), "floor", _ground(random, ground)
    )
    if random.uniform() < 0.7:
        dark = _any_colour(random, 0.1, 0.4)
        rim = studio.wood("rim", dark, _lighter(dark, 1.7), stretch=(0.6, 2.6, 2.6))
        studio.add(tray.rim(), "rim", rim)
    studio.add(tray.plane(60.0, 60.0, -1.2), "table", _ground(random, str(random.choice(GROUNDS))))
    count = int(random.integers(1, 6) if seed % 2 else random.integers(4, 8))
    thrown = _thrown(random, seed, count)
    for part, where in thrown:
        glaze = studio.painted(
            "glaze", roughness=float(random.uniform(0.3, 0.5)), clear=part.look.startswith("clear")
        )
        studio.place(studio.add(part.shape, part.kind, glaze), where, np.array(part.turn))
    _light(random, light)
    slant = float(abs(random.normal() * 8) if random.uniform() < 0.6 else random.uniform(0, 35))
    studio.look_down(
        distance=float(random.uniform(30, 60)),
        slant_deg=slant,
        span=tray.SPAN * float(random.uniform(1, 1.5)),
    )
    name = f"whole-{seed:03}"
    raw = OUT / f"{name}.png"
    studio.render(raw)
    picture.shoot(picture.load(raw), OUT / f"{name}.jpg", seed=zlib.crc32(name.encode()))
    raw.unlink()
    faces = [part.face for part, _ in thrown]
    what = (
        f"values = {sorted(map(int, faces), reverse=True)}"
        if seed % 2
        else f"mouths = {faces.count('mouth')}\nshells = {len(faces)}"
    )
    return f'["{name}.jpg"]\n{what}\nlight = "{light}"\nground = "{ground}"\nslant_deg = {slant:.1f}\n\n'


def main() -> None:
    """Read the command line and render what is not there yet."""
    parser = argparse.ArgumentParser(description="Path-trace whole scenes.")
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=120)
    given = parser.parse_args()
    OUT.mkdir(parents=True, exist_ok=True)
    truth = OUT / "truth.toml"
    known = tomllib.loads(truth.read_text("utf-8")) if truth.exists() else {}
    for seed in range(given.first, given.first + given.count):
        if f"whole-{seed:03}.jpg" not in known:
            lines = scene(seed)
            with truth.open("a", encoding="utf-8") as file:
                file.write(lines)


if __name__ == "__main__":
    main()
