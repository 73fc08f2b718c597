"""Measures the eye: `python -m vision.bench`.

One row a folder, light and surface: how many pictures were read exactly right (every value, nothing extra,
asked or not), how many were wrong although the eye was certain (lies), how many it asked about, and the time.
Then how far the told sureness can be believed, and speed, sizes and memory. The photographs are no part of
the project; a set that is not there is skipped with a word.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterable
from pathlib import Path

import cv2
import numpy as np

from vision.bench.films import KEPT, MADE, films
from vision.bench.rest import rest_rows
from vision.bench.score import HEAD, Result, Row, Sample, calibration, one_by_one, worst
from vision.bench.sets import (
    FRAMES,
    HELD,
    NEAR,
    PHOTOS,
    SHELLS,
    SLANTED,
    WHOLES,
    framed,
    photographs,
    shells_on_surfaces,
)
from vision.bench.speed import memory_line, size_lines, speed_lines
from vision.eye import Eye
from vision.overlay import draw

Report = Callable[[str], None]


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(prog="python -m vision.bench", description=__doc__)
    parser.add_argument("--photos", type=Path, default=PHOTOS, help="folder of the photographs")
    parser.add_argument("--held", type=Path, default=HELD, help="folder of composed scenes with truth.toml")
    parser.add_argument("--misses", action="store_true", help="list every picture that was read wrong")
    parser.add_argument("--worst", type=int, default=0, metavar="N", help="list the N worst pictures")
    parser.add_argument(
        "--save", type=Path, metavar="FOLDER", help="write the worst pictures with rings there"
    )
    parser.add_argument("--threads", type=int, default=1, help="threads to read with")
    parser.add_argument("--quick", action="store_true", help="leave out films, speed, sizes and memory")
    asked = parser.parse_args()
    eye = Eye(threads=asked.threads)
    results = tables(eye, photos=asked.photos, held=asked.held, report=print)
    if asked.misses:
        print("\nread wrong")
        for one in results:
            if not one.right:
                print(one.told)
    if asked.worst:
        print(f"\nthe {asked.worst} worst")
        for number, one in enumerate(worst(results, asked.worst), 1):
            print(f"{number:3}  {one.told}")
            if asked.save is not None:
                save(one, asked.save, number)
    if not asked.quick:
        print("\nfilms of throws: what the watch told")
        rest_rows(films(MADE, KEPT), eye=eye, report=print)
        print("\nspeed, sizes, memory")
        frames = [one.sample.frame for one in results if one.sample.group.startswith("tests/frames")]
        if frames:
            for line in speed_lines(eye, frames):
                print(line)
            print(memory_line(frames[0]))
        for line in size_lines():
            print(line)


def tables(eye: Eye, *, photos: Path, held: Path, report: Report) -> list[Result]:
    """Read all sets and tell the tables; give what came out of every picture whose number was told."""
    told: list[Result] = []
    for counted in (False, True):
        report(f"\nphotographs of dice, their number {'told' if counted else 'not told'} beforehand\n{HEAD}")
        some = [
            one
            for name in (*NEAR, SLANTED)
            for one in read(eye, photographs(photos / "dice" / name, counted=counted))
        ]
        fresh = [one for one in some if not one.sample.trained]
        by(fresh, lambda one: one.sample.group, report)
        report(str(Row("near overhead, all", [one for one in fresh if one.sample.group != SLANTED])))
        report(str(Row("files used in training", [one for one in some if one.sample.trained])))
        report("  by light, as measured in the picture")
        by(fresh, lambda one: one.sample.light, report)
        report("  by surface, as measured in the picture")
        by(fresh, lambda one: one.sample.surface, report)
        if not some:
            report(f"skipped: no photographs under {photos}")
        told = some
    for title, samples in (
        ("real cowries, cut out and composed on surfaces", shells_on_surfaces(photos / "cowries" / SHELLS)),
        ("composed and rendered dice and cowries, held out", framed(held, "held out")),
        ("path-traced whole scenes, held out", framed(WHOLES, "path-traced")),
        ("our own test pictures", framed(FRAMES, "tests/frames")),
    ):
        report(f"\n{title}\n{HEAD}")
        some = read(eye, samples)
        if not some:
            report("skipped: there are none")
            continue
        by(some, lambda one: one.sample.group, report)
        if any(one.sample.places for one in some):
            report(one_by_one(some))
        report("  by light")
        by(some, lambda one: one.sample.light, report)
        report("  by surface")
        by(some, lambda one: one.sample.surface, report)
        told += some
    report("\nhow far the told sureness of whole readings can be believed")
    for line in calibration(told):
        report(line)
    return told


def read(eye: Eye, samples: Iterable[Sample]) -> list[Result]:
    """Read pictures one by one, with the time each took."""
    results = []
    for sample in samples:
        begin = time.perf_counter()
        reading = eye.read(sample.frame, expect=sample.expect)
        results.append(Result(sample, reading, 1000 * (time.perf_counter() - begin)))
    return results


def by(results: Iterable[Result], key: Callable[[Result], str], report: Report) -> None:
    """Tell one row for each key, in order of appearance."""
    rows: dict[str, Row] = {}
    for one in results:
        if key(one):
            rows.setdefault(key(one), Row(key(one))).results.append(one)
    for row in rows.values():
        report(str(row))


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


if __name__ == "__main__":
    main()
