"""Composes our own test pictures: whole scenes of seeds that no training has seen.

    python -m compose.frames --folder ../../tests/frames 9003 9007 ...

writes one JPEG a seed and prints its lines for `truth.toml`. With `--leaning`, of each seed the first picture
in which something leans or stands on edge, of which nobody can tell the face.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import numpy as np
from compose.dice import UNSURE
from compose.scenes import Pools, compose


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("seeds", nargs="+", type=int)
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--leaning", action="store_true")
    parser.add_argument("--looks", type=float, default=0.0, help="share of parts with the looks of tables")
    parser.add_argument("--shine", type=float, default=0.0, help="share in which lamps are mirrored")
    parser.add_argument("--harsh", type=float, default=0.0, help="share with something amiss in the camera")
    parser.add_argument("--shells", type=float, default=0.4, help="share of scenes with shells")
    asked = parser.parse_args()
    pools = Pools(held=True, looks=asked.looks, shine=asked.shine)
    for seed in asked.seeds:
        rng = np.random.default_rng(seed)
        while True:
            unsure = 0.4 if asked.leaning else 0.0
            picture, objects = compose(rng, pools, unsure=unsure, shells=asked.shells, harsh=asked.harsh)
            labels = [label for _, _, _, label, _ in objects]
            if UNSURE in labels or not asked.leaning:
                break
        name = f"{'leaning' if asked.leaning else 'composed'}-{seed}.jpg"
        cv2.imwrite(str(asked.folder / name), picture, [cv2.IMWRITE_JPEG_QUALITY, 88])
        if asked.leaning:
            print(f'["{name}"]\nleans = {labels.count(UNSURE)}\nthings = {len(labels)}')
        elif labels and labels[0] < 6:
            values = sorted((label + 1 for label in labels), reverse=True)
            print(f'["{name}"]\nvalues = {values}')
        else:
            print(f'["{name}"]\nmouths = {labels.count(6)}\nshells = {len(labels)}')
        print(f'made = "composed from seed {seed}"\n')


if __name__ == "__main__":
    main()
