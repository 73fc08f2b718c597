"""Pictures that are made to measure by, each written beside its truth."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import cv2
import numpy as np

from vision.reading import Frame

ENDING = ".jpg"


def write_picture(target: Path, frame: Frame, *, quality: int) -> Path:
    """Write a picture as JPEG and return where it lies; folders are made.

    Args:
        target: Without the ending.
        frame: Shape (height, width, 3), uint8, BGR. Not modified.
        quality: Of the JPEG, 0 to 100.

    Raises:
        RuntimeError: If it cannot be packed.
    """
    path = Path(f"{target}{ENDING}")
    path.parent.mkdir(exist_ok=True, parents=True)
    done, packed = cv2.imencode(ENDING, frame, [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not done:
        raise RuntimeError(f"{path} could not be packed")
    path.write_bytes(np.asarray(packed, np.uint8).tobytes())
    return path


def write_truth(target: Path, truth: Mapping[str, object]) -> Path:
    """Write what is to be read in a picture beside it, last, as it says that both are there; return where."""
    beside = Path(f"{target}.json")
    beside.write_text(json.dumps(truth) + "\n", "utf-8")
    return beside


def share_of_work(part: str) -> tuple[int, int]:
    """Read which part of the work is done here: of `2/3` the second of three, as numbers 1 and 3.

    Raises:
        ValueError: If it is no such part.
    """
    which, of = (int(one) for one in part.split("/"))
    if not 1 <= which <= of:
        raise ValueError(f"there is no part {part!r} of the work: the parts are 1/{of} to {of}/{of}")
    return which - 1, of
