"""Makes the held-out boards in Blender's environment: `python -m tests.bench.board.tracing --folder FOLDER`.

Each picture lies beside a file of the same name with its truth. What is there already is left, so that a run
can go on where it was cut off, and several may share the work (`--part 1/2`).
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from tests.bench.board.tracing.catalogue import LOOKS
from tests.bench.board.tracing.look import VIEWS, Look, seed
from tests.bench.board.tracing.stills import Still, still
from tests.bench.board.tracing.tracer import traced
from tests.bench.board.tracing.view import taken
from tests.bench.board.truth import EMPTY
from tests.bench.written import ENDING, share_of_work, write_picture, write_truth

EACH = 3
"""Stills of each look in each view."""
RAYS = 8
"""Of each pixel; what they leave rough is smoothed."""


@dataclass(frozen=True, slots=True)
class Task:
    """One still that is to be made."""

    path: Path
    """Without the folder and the ending."""
    look: Look
    view: str
    number: int

    def still(self, *, is_empty: bool = False) -> Still:
        """Lay it out anew from its seed; empty, only the board and the table under it are there."""
        one = still(self.look, self.view, seed(self.look.name, self.view, self.number))
        bare = tuple(thing for thing in one.things if thing.role == "board")
        return replace(one, things=bare) if is_empty else one


def tasks(*, each: int = EACH) -> Iterator[Task]:
    """List all stills: first one of each look and view, then the next."""
    for number in range(each):
        for view in VIEWS:
            for look in LOOKS:
                plain = look.name.replace(",", "").replace(":", "").replace(" ", "-")
                yield Task(Path(view.replace(" ", "-")) / f"{plain}-{number:02}", look, view, number)


def write(task: Task, folder: Path, *, rays: int = RAYS, threads: int = 1, is_empty: bool = False) -> Path:
    """Trace one still and write it, with its truth unless it is empty; return where the picture lies."""
    one = task.still(is_empty=is_empty)
    light = traced(one.things, one.lamps, one.fill, one.view, rays=rays, threads=threads)
    rng = np.random.default_rng([task.number, 5 + is_empty])
    frame, quality = taken(light, one.view, rng, dim=one.dim, hue=one.hue)
    target = folder / task.path
    if is_empty:
        return write_picture(Path(f"{target}{EMPTY}"), frame, quality=quality)
    picture = write_picture(target, frame, quality=quality)
    write_truth(target, {"picture": picture.name, **one.truth})
    return picture


def main() -> None:
    """Make what is not there yet."""
    asking = argparse.ArgumentParser(prog="python -m tests.bench.board.tracing", description=__doc__)
    asking.add_argument("--folder", type=Path, required=True, help="where the pictures go")
    asking.add_argument(
        "--only", nargs="*", choices=[v.replace(" ", "-") for v in VIEWS], help="these views alone"
    )
    asking.add_argument("--each", type=int, default=EACH, help="stills of each look in each view")
    asking.add_argument("--every", type=int, default=1, help="only every so many of them")
    asking.add_argument("--rays", type=int, default=RAYS)
    asking.add_argument("--threads", type=int, default=1)
    asking.add_argument("--part", default="1/1", help="which part of the work, such as 1/2")
    asking.add_argument(
        "--empty", action="store_true", help="the same boards without pieces, of the stills that are there"
    )
    asked = asking.parse_args()
    cv2.setNumThreads(1)
    which, of = share_of_work(asked.part)
    for number, task in enumerate(tasks(each=asked.each)):
        wanted = not asked.only or task.path.parts[0] in asked.only
        mine = number % of == which and number % asked.every == 0
        if asked.empty:
            missing = (asked.folder / f"{task.path}.json").exists() and not (
                asked.folder / f"{task.path}{EMPTY}{ENDING}"
            ).exists()
        else:
            missing = not (asked.folder / f"{task.path}.json").exists()
        if mine and wanted and missing:
            begun = time.perf_counter()
            write(task, asked.folder, rays=asked.rays, threads=asked.threads, is_empty=asked.empty)
            print(f"{task.path} {time.perf_counter() - begun:.1f} s", flush=True)


if __name__ == "__main__":
    main()
