"""What the eye reads in a folder of pictures, to the last digit: ``readings.py FOLDER`` prints it as JSON."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision import Expect, Eye


def readings(folder: Path) -> dict[str, Any]:
    """Read every picture: its name → what lies there, how surely, where, and what was doubted."""
    eye, read = Eye(), {}
    for path in sorted(folder.rglob("*.jpg")):
        found = eye.read(np.asarray(cv2.imread(str(path)), np.uint8), expect=Expect("auto"))
        read[str(path.relative_to(folder))] = {
            "kind": found.kind,
            "certain": found.certain,
            "doubts": [str(one) for one in found.doubts],
            "faces": [one.face.value for one in found.seen],
            "doubted": [str(one.doubt or "") for one in found.seen],
            "numbers": [
                [one.confidence, one.x, one.y, one.width, one.height, *(part for _, part in one.alternatives)]
                for one in found.seen
            ],
        }
    return read


if __name__ == "__main__":
    print(json.dumps(readings(Path(sys.argv[1]))))
