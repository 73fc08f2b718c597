"""Composes patches, many and quickly: what lies in the middle, neighbours, a piece of a ground.

    python -m compose.patches --count 12000 --seed 50

takes its grounds from scenes that were composed before, and writes `out/patches/SEED.npz`: patches of 72 by
72 pixels, 2.4 sizes wide, and their classes. Of six patches one shows neither die nor shell, or shows one far
aside, far too large or far too small.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import numpy as np
from compose.dice import NONE, UNSURE
from compose.ground import clutter
from compose.scenes import OUT as SCENES
from compose.scenes import Pools, place, spoil

OUT = Path(__file__).resolve().parents[1] / "out" / "patches"
PATCH, PATCH_MARGIN = 72, 2.4
SIDE = 2 * PATCH
SIZE = SIDE / PATCH_MARGIN
JUNK = 700


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


def junk(rng: np.random.Generator, count: int) -> list[tuple[np.ndarray, np.ndarray]]:
    """Things that are neither die nor shell, cut to the size of a patch: picture and cover."""
    found = []
    while len(found) < count:
        thing, cover = clutter(rng, SIZE)
        rows, columns = np.nonzero(cover > 0.5)
        if not len(rows):
            continue
        pick = rng.integers(len(rows))
        y, x = int(rows[pick]) - SIDE // 2, int(columns[pick]) - SIDE // 2
        move = np.float32([[1, 0, -x], [0, 1, -y]])
        cut = [cv2.warpAffine(a.astype(np.float32), move, (SIDE, SIDE)) for a in (thing, cover)]
        found.append(tuple(np.float16(a) for a in cut))
    return found


class Composer:
    """Composes one patch after the other."""

    def __init__(
        self,
        rng: np.random.Generator,
        files: list[Path],
        pools: Pools,
        *,
        shells: float = 0.3,
        harsh: float = 0.0,
        pairs: float = 0.0,
    ) -> None:
        self.rng, self.shells, self.harsh, self.pairs = rng, shells, harsh, pairs
        self.pools = pools
        self.pieces = grounds(rng, files)
        self.junk = junk(rng, JUNK)

    def compose(self) -> tuple[np.ndarray, int]:
        """One patch of (72, 72, 3), uint8, and its class."""
        rng = self.rng
        scene = self.pieces[rng.integers(len(self.pieces))].astype(np.float32) / 255
        scene *= np.float32(rng.uniform(0.6, 1.4))
        if rng.random() < 0.12:
            self._litter(scene)
        kind = str(
            rng.choice(
                ["shells", "flat", "slanted"],
                p=[self.shells, 0.6 * (1 - self.shells), 0.4 * (1 - self.shells)],
            )
        )
        edge = SIDE // 2  # neighbours reach out of the patch, so all is put into a larger one
        large = cv2.copyMakeBorder(scene, edge, edge, edge, edge, cv2.BORDER_REFLECT)
        cover = np.zeros(large.shape[:2], np.float32)
        turn = rng.uniform(0, 2 * np.pi)
        smear = np.array([np.cos(turn), np.sin(turn)])
        smear = smear * rng.choice([rng.uniform(0, 0.3), rng.uniform(0.2, 1.3)])
        dim = (rng.uniform(0.1, 0.85), rng.choice([rng.uniform(0.01, 0.05), rng.uniform(0.05, 0.25)]))
        middle = np.array([2.0 * edge, 2.0 * edge])

        def put(
            at: np.ndarray, size: float, *, unsure: float = 0.0, overlap: float = 0.015, two: bool = False
        ) -> int | None:
            sprite = self.pools.pair(rng, kind) if two else self.pools.pick(rng, kind, unsure=unsure)
            free = kind == "shells" or sprite["tilt"] < 0.35 or self.harsh > 0
            angle = rng.uniform(0, 2 * np.pi) if free else rng.normal(0, 0.12)
            box = place(large, cover, sprite, at[0], at[1], size, angle, False, smear, dim, overlap)
            return None if box is None else sprite["label"]

        def beside(low: float, high: float, *, size: float = SIZE, overlap: float = 0.015) -> int | None:
            way, far = rng.uniform(0, 2 * np.pi), rng.uniform(low, high) * SIZE
            return put(middle + far * np.array([np.cos(way), np.sin(way)]), size, overlap=overlap)

        label = None
        kind_of_patch = rng.random()
        if kind_of_patch < 0.17:
            label = NONE
            how = rng.random()
            if how < 0.3:
                inner = large[edge:-edge, edge:-edge]
                self._litter(inner)
                if rng.random() < 0.3:
                    beside(0.9, 1.4)
            elif how < 0.65:
                beside(0.55, 1.15)
                if rng.random() < 0.3:
                    beside(0.55, 1.15)
            elif how < 0.9:
                far = rng.uniform(0, 0.3 if rng.random() < 0.5 else 0.9)
                size = SIZE * (rng.uniform(2.1, 3.2) if rng.random() < 0.7 else rng.uniform(0.15, 0.42))
                beside(far, far + 0.01, size=size)
        else:
            two = bool(self.pairs) and rng.random() < self.pairs
            while label is None:
                label = put(middle, SIZE, unsure=0.14 if self.pairs else 0.09, two=two)
            near, often = (0.6, 0.07) if self.pairs else (0.45, 0.045)
            if not two and rng.random() < often and beside(0.25, near, overlap=0.7) is not None:
                label = UNSURE  # another lies on it: nobody can say
            elif not two and self.pairs and rng.random() < 0.4:
                for far in np.arange(0.6, 1.4, 0.06):  # until another fits: it touches
                    if beside(far, far + 0.03, overlap=0.0) is not None:
                        break
            for _ in range(rng.choice([0, 0, 1, 2])):
                beside(0.9, 1.3)
        whole = large[edge:-edge, edge:-edge]
        return cv2.resize(
            spoil(rng, whole, harsh=self.harsh), (PATCH, PATCH), interpolation=cv2.INTER_AREA
        ), label

    def _litter(self, scene: np.ndarray) -> None:
        thing, cover = self.junk[self.rng.integers(len(self.junk))]
        turns, cover = int(self.rng.integers(4)), cover[..., None].astype(np.float32)
        thing, cover = np.rot90(thing, turns).astype(np.float32), np.rot90(cover, turns)
        scene[:] = scene * (1 - cover) + thing * cover


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=12000)
    parser.add_argument("--seed", type=int, default=50)
    parser.add_argument("--shells", type=float, default=0.3, help="share of patches with shells")
    parser.add_argument("--looks", type=float, default=0.0, help="share of parts with the looks of tables")
    parser.add_argument("--shine", type=float, default=0.0, help="share in which lamps are mirrored")
    parser.add_argument("--harsh", type=float, default=0.0, help="share with something amiss in the camera")
    parser.add_argument("--pairs", type=float, default=0.0, help="share in which two things touch")
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    rng = np.random.default_rng(asked.seed)
    files = sorted(SCENES.glob("*.npz"))
    some = [files[i] for i in rng.permutation(len(files))[:2]]
    pools = Pools(looks=asked.looks, shine=asked.shine)
    composer = Composer(rng, some, pools, shells=asked.shells, harsh=asked.harsh, pairs=asked.pairs)
    made = [composer.compose() for _ in range(asked.count)]
    OUT.mkdir(parents=True, exist_ok=True)
    np.savez(
        OUT / f"{asked.seed}.npz",
        patches=np.array([patch for patch, _ in made]),
        labels=np.array([label for _, label in made], np.int64),
    )


if __name__ == "__main__":
    main()
