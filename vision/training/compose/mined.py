"""Takes patches from composed scenes where the finder looks: what lies there, or that nothing does.

    python -m compose.mined 100 101 102

reads `out/scenes/SEED.npz` and writes `out/patches/mined-SEED.npz`, in the form of `compose_patches`.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
from compose.dice import NONE
from compose.patches import OUT, PATCH, PATCH_MARGIN
from compose.rendered_pairs import UNKNOWN
from compose.scenes import OUT as SCENES

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from vision.faces import patch
from vision.find import Finder
from vision.networks import MODELS
from vision.pyramid import Pyramid


def mined(finder: Finder, picture: np.ndarray, places: np.ndarray):
    """Patch and class for each place where the finder sees something; none where it cannot be said."""
    whole = Pyramid(picture)
    for spot in finder.find(whole)[:14]:
        away = np.hypot(places[:, 0] - spot.x, places[:, 1] - spot.y)
        here = np.flatnonzero(away < 0.6 * places[:, 2])
        if not len(here):
            yield patch(whole, spot, pixels=PATCH, margin=PATCH_MARGIN), NONE
            continue
        x, y, size, label = (float(v) for v in places[here[np.argmin(away[here])]])
        if label == UNKNOWN:
            continue
        off, grown = np.hypot(spot.x - x, spot.y - y) / size, spot.size / size
        if off < 0.25 and 0.7 < grown < 1.4:
            yield (
                patch(whole, replace(spot, x=x, y=y, size=size), pixels=PATCH, margin=PATCH_MARGIN),
                int(label),
            )
        elif off > 0.5 or not 0.5 < grown < 2:
            yield patch(whole, spot, pixels=PATCH, margin=PATCH_MARGIN), NONE


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("seeds", nargs="+", type=int)
    parser.add_argument("--models", type=Path, default=MODELS)
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    finder = Finder(asked.models / "finder.onnx")
    for seed in asked.seeds:
        stored = np.load(SCENES / f"{seed}.npz")
        places = stored["places"].reshape(-1, 5)
        found = [
            one
            for i, picture in enumerate(stored["pictures"])
            for one in mined(finder, picture, places[places[:, 0] == i, 1:])
        ]
        patches, labels = (np.array(part) for part in zip(*found, strict=True))
        np.savez(OUT / f"mined-{seed}.npz", patches=patches, labels=labels.astype(np.int64))
        print(seed, np.bincount(labels, minlength=10))


if __name__ == "__main__":
    main()
