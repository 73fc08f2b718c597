"""Measures the eye: ``make bench ARGS="eye [SET …]"``.

One row a folder, look, light and surface, the worst first: how many pictures were read exactly right (each
value, nothing extra, asked or not), how many were wrong although the eye was certain (lies), how many it
asked about, and the time. Then how far the told sureness can be believed, and speed, sizes and memory. The
photographs are no part of the project, and `make looks` draws the held-out looks; a set that is not there is
skipped with a word.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

import cv2
import numpy as np

from tests.bench.eye.films import KEPT, MADE, films
from tests.bench.eye.look_pictures import LOOKS
from tests.bench.eye.rest import main as films_of_throws
from tests.bench.eye.rest import rest_rows
from tests.bench.eye.sets import FRAMES, HELD, PHOTOS, framed
from tests.bench.eye.speed import memory_line, size_lines, speed_lines
from tests.bench.eye.tables import (
    Folders,
    Report,
    asking_rows,
    composed_rows,
    look_rows,
    number_rows,
    photograph_rows,
    shell_rows,
    steadiness_rows,
    teaching_rows,
)
from tests.bench.eye.voids import voids
from tests.bench.figures import HEAD
from tests.bench.score import Result, calibration, worst
from vision.eye import Eye
from vision.overlay import draw

READINGS = ("photographs", "shells", "composed", "looks", "asking", "number", "teaching", "steadiness")
"""Sets of single pictures."""
NAMES: Mapping[str, str] = {
    "photographs": "dice photographed by strangers",
    "shells": "real cowries cut out, on surfaces",
    "composed": "our own pictures and held-out scenes",
    "looks": "held-out looks of shells and dice",
    "asking": "held-out looks about which a person must be asked",
    "number": "readings whose number is not told",
    "teaching": "looks before and after a table's set was shown",
    "steadiness": "turned, dimmer, blurred, noisy pictures",
    "films": "films of throws: rest and readings",
    "voids": "dice that are taken for cocked",
    "speed": "speed, sizes of models, memory",
}
"""Sets by name."""


def main(arguments: Sequence[str]) -> int:
    """Print the tables; `films` as the first word takes arguments of its own."""
    if arguments[:1] == ["films"]:
        return films_of_throws(arguments[1:])
    parser = argparse.ArgumentParser(prog="make bench ARGS=eye", description=__doc__)
    parser.add_argument("sets", nargs="*", metavar="SET", help=f"some of {', '.join(NAMES)}; else all")
    parser.add_argument("--photos", type=Path, default=PHOTOS, help="folder of the photographs")
    parser.add_argument("--held", type=Path, default=HELD, help="folder of composed scenes with truth.toml")
    parser.add_argument("--looks", type=Path, default=LOOKS, help="folder of the held-out looks")
    parser.add_argument(
        "--every", type=int, default=1, metavar="N", help="read only every Nth throw of a look"
    )
    parser.add_argument("--misses", action="store_true", help="list every picture that was read wrong")
    parser.add_argument("--worst", type=int, default=0, metavar="N", help="list the N worst pictures")
    parser.add_argument(
        "--save", type=Path, metavar="FOLDER", help="write the worst pictures with rings there"
    )
    parser.add_argument("--threads", type=int, default=1, help="threads to read with")
    parser.add_argument("--quick", action="store_true", help="leave out steadiness, films, voids, speed")
    asked = parser.parse_args(arguments)
    wanted = set(asked.sets or (READINGS[:-1] if asked.quick else NAMES))
    if unknown := sorted(wanted - NAMES.keys()):
        parser.error(f"no set {unknown[0]!r}: there are {', '.join(NAMES)}")
    eye = Eye(threads=asked.threads)
    where = Folders(asked.photos, asked.held, asked.looks)
    results = tables(eye, where, wanted, every=asked.every, report=partial(print, flush=True))
    if asked.misses:
        print("\nread wrong")
        for one in results:
            if not one.right:
                print(one.told)
    if asked.worst and results:
        print(f"\nthe {asked.worst} worst")
        for number, one in enumerate(worst(results, asked.worst), 1):
            print(f"{number:3}  {one.told}")
            if asked.save is not None:
                save(one, asked.save, number)
    if "films" in wanted:
        print("\nfilms of throws: what the watch told")
        rest_rows(films(MADE, KEPT), eye=eye, report=print)
    if "voids" in wanted:
        print(f"\ndice taken for cocked\n{HEAD}")
        for figure in voids(eye):
            print(figure, flush=True)
    if "speed" in wanted:
        print("\nspeed, sizes, memory")
        frames = [(one.frame, one.expect) for one in framed(FRAMES, "tests/frames")]
        for line in speed_lines(eye, frames):
            print(line)
        print(memory_line(frames[0][0]))
        for line in size_lines():
            print(line)
    return 0


def tables(eye: Eye, where: Folders, wanted: set[str], *, every: int, report: Report) -> list[Result]:
    """Read the wanted sets and report on them; return every reading of an undisturbed picture."""
    told: list[Result] = []
    if "photographs" in wanted:
        told += photograph_rows(eye, where, report)
    if "shells" in wanted:
        told += shell_rows(eye, where, report)
    if "composed" in wanted:
        told += composed_rows(eye, where, report)
    if "looks" in wanted:
        told += look_rows(eye, where, report, every=every)
    if "asking" in wanted:
        asking_rows(eye, where, report)
    if "number" in wanted:
        number_rows(eye, where, report, every=every)
    if "teaching" in wanted:
        teaching_rows(eye, where, report)
    if "steadiness" in wanted:
        steadiness_rows(eye, where, report, every=every)
    if told:
        report("\nhow far the told sureness of whole readings can be believed")
        for line in calibration(told):
            report(line)
    return told


def save(one: Result, folder: Path, number: int) -> Path:
    """Write a picture with rings and a line of what went wrong under it."""
    drawn = draw(one.sample.frame, one.reading)
    scale = 800 / drawn.shape[1]
    drawn = np.asarray(cv2.resize(drawn, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    words = cv2.copyMakeBorder(drawn, 0, 56, 0, 0, cv2.BORDER_CONSTANT, value=(255, 255, 255))
    for line, text in enumerate((one.told[:100], one.told[100:200])):
        place = (8, drawn.shape[0] + 22 + 24 * line)
        cv2.putText(words, text, place, cv2.FONT_HERSHEY_SIMPLEX, 0.45, (0, 0, 0), 1, cv2.LINE_AA)
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / f"{number:02}-{one.sample.group}-{one.sample.name}.png".replace("/", "-").replace(
        ": ", "-"
    ).replace(" ", "-")
    cv2.imwrite(str(target), words)
    return target
