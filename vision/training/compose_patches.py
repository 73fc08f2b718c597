"""Composes patches alone, many and quickly: one die or shell in the middle, neighbours, a piece of a ground.

    python compose_patches.py --count 12000 --seed 50

takes its grounds from scenes that were composed before, and writes `out/patches/SEED.npz`.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import numpy as np
from compose_scenes import OUT as SCENES
from compose_scenes import PATCH, PATCH_MARGIN, Pools, place, spoil

OUT = Path(__file__).parent / "out" / "patches"
SIDE = 2 * PATCH
SIZE = SIDE / PATCH_MARGIN


def grounds(rng: np.random.Generator, files: list[Path]) -> list[np.ndarray]:
    """Pieces of composed scenes in which nothing lies."""
    found = []
    for file in files:
        stored = np.load(file)
        places = stored["places"].reshape(-1, 5)
        for i, picture in enumerate(stored["pictures"]):
            here = places[places[:, 0] == i]
            for _ in range(3):
                side = int(rng.uniform(40, 140))
                x, y = rng.integers(0, 320 - side), rng.integers(0, 240 - side)
                middle = np.array([x + side / 2, y + side / 2])
                if all(np.abs(one[1:3] - middle).max() > side / 2 + one[3] * 0.8 for one in here):
                    piece = picture[y : y + side, x : x + side]
                    found.append(cv2.resize(piece, (SIDE, SIDE), interpolation=cv2.INTER_CUBIC))
    return found


def compose(rng: np.random.Generator, pools: Pools, pieces: list[np.ndarray]) -> tuple[np.ndarray, int]:
    scene = pieces[rng.integers(len(pieces))].astype(np.float32) / 255
    scene *= np.float32(rng.uniform(0.6, 1.4))
    kind = str(rng.choice(["shells", "flat", "slanted"], p=[0.3, 0.45, 0.25]))
    cover = np.zeros((SIDE, SIDE), np.float32)
    turn = rng.uniform(0, 2 * np.pi)
    smear = np.array([np.cos(turn), np.sin(turn)]) * rng.choice([rng.uniform(0, 0.3), rng.uniform(0.2, 1.3)])
    dim = (rng.uniform(0.1, 0.85), rng.choice([rng.uniform(0.01, 0.05), rng.uniform(0.05, 0.25)]))

    def put(x: float, y: float, size: float) -> int | None:
        sprite = pools.pick(rng, kind)
        free = kind == "shells" or sprite["tilt"] < 0.35
        angle = rng.uniform(0, 2 * np.pi) if free else rng.normal(0, 0.12)
        box = place(scene, cover, sprite, x, y, size, angle, False, smear, dim, 0.015)
        return None if box is None else sprite["label"]

    label = None
    while label is None:
        label = put(SIDE / 2, SIDE / 2, SIZE)
    for _ in range(rng.choice([0, 0, 1, 2])):
        way, far = rng.uniform(0, 2 * np.pi), rng.uniform(0.95, 1.3) * SIZE
        x, y = SIDE / 2 + far * np.cos(way), SIDE / 2 + far * np.sin(way)
        # a neighbour reaches out of the patch, so it is put into a larger one first
        put_beside(rng, scene, cover, pools, kind, x, y, smear, dim)
    return cv2.resize(spoil(rng, scene), (PATCH, PATCH), interpolation=cv2.INTER_AREA), label


def put_beside(rng, scene, cover, pools, kind, x, y, smear, dim) -> None:
    edge = SIDE // 2
    large = cv2.copyMakeBorder(scene, edge, edge, edge, edge, cv2.BORDER_REPLICATE)
    covered = cv2.copyMakeBorder(cover, edge, edge, edge, edge, cv2.BORDER_CONSTANT)
    sprite = pools.pick(rng, kind)
    free = kind == "shells" or sprite["tilt"] < 0.35
    angle = rng.uniform(0, 2 * np.pi) if free else rng.normal(0, 0.12)
    if place(large, covered, sprite, x + edge, y + edge, SIZE, angle, False, smear, dim, 0.015) is not None:
        scene[:] = large[edge:-edge, edge:-edge]
        cover[:] = covered[edge:-edge, edge:-edge]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=12000)
    parser.add_argument("--seed", type=int, default=50)
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    rng = np.random.default_rng(asked.seed)
    pools = Pools()
    files = sorted(SCENES.glob("*.npz"))
    pieces = grounds(rng, [files[i] for i in rng.permutation(len(files))[:2]])
    made = [compose(rng, pools, pieces) for _ in range(asked.count)]
    OUT.mkdir(parents=True, exist_ok=True)
    np.savez(
        OUT / f"{asked.seed}.npz",
        patches=np.array([patch for patch, _ in made]),
        labels=np.array([label for _, label in made], np.int64),
    )


if __name__ == "__main__":
    main()
