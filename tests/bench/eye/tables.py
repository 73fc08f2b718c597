"""Tables of the eye's readings, each over one sort of pictures; the worst row comes first."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, groupby
from pathlib import Path

import numpy as np

from tests.bench.eye.cutouts import others, plain_species
from tests.bench.eye.look_pictures import ASKING, BESIDE, THROWS, asking, throws
from tests.bench.eye.sets import FRAMES, NEAR, SLANTED, WHOLES, framed, photographs, shells_on_surfaces
from tests.bench.eye.steadiness import HEAD as STEADY_HEAD
from tests.bench.eye.steadiness import changes
from tests.bench.eye.teaching import HEAD as TEACHING_HEAD
from tests.bench.eye.teaching import Change, change
from tests.bench.score import HEAD, Result, Row, Sample, grouped, one_by_one, worst_first
from vision.eye import Eye
from vision.reading import Expect

_NONE = np.zeros((1, 1, 3), np.uint8)
"""Stands for a picture that is not kept."""

Report = Callable[[str], None]

OTHERS = "other real shells on surfaces"
"""A museum's tray, a plate, and two of a game: the same few shells lie there again and again."""


@dataclass(frozen=True, slots=True)
class Folders:
    """Where the pictures lie; a set that is not there is skipped with a word."""

    photos: Path
    held: Path
    looks: Path


def readings(eye: Eye, samples: Iterable[Sample]) -> Iterator[Result]:
    """Read pictures one by one, with the time each took."""
    for sample in samples:
        begin = time.perf_counter()
        reading = eye.read(sample.frame, expect=sample.expect)
        yield Result(sample, reading, 1000 * (time.perf_counter() - begin))


def read(eye: Eye, samples: Iterable[Sample]) -> list[Result]:
    """Read pictures, and keep those that were read wrong or asked about; a thousand would fill the memory."""
    return [
        one
        if not one.right or not one.reading.certain
        else replace(one, sample=replace(one.sample, frame=_NONE))
        for one in readings(eye, samples)
    ]


def by(results: Iterable[Result], key: Callable[[Result], str], report: Report) -> None:
    """Report one row for each key, the worst first."""
    for row in worst_first(grouped(results, key)):
        report(str(row))


def photograph_rows(eye: Eye, where: Folders, report: Report) -> list[Result]:
    """Report on photographs of dice, with their number told and without; return the readings with it."""
    told: list[Result] = []
    for counted in (False, True):
        report(f"\nphotographs of dice, their number {'told' if counted else 'not told'} beforehand\n{HEAD}")
        some = read(eye, _photographs(where, counted=counted))
        fresh = [one for one in some if not one.sample.trained]
        by(fresh, lambda one: one.sample.group, report)
        report(str(Row("near overhead, all", [one for one in fresh if one.sample.group != SLANTED])))
        report(str(Row("files used in training", [one for one in some if one.sample.trained])))
        report("  by light, as measured in the picture")
        by(fresh, lambda one: one.sample.light, report)
        report("  by surface, as measured in the picture")
        by(fresh, lambda one: one.sample.surface, report)
        if not some:
            report(f"skipped: no photographs under {where.photos}")
        told = some
    return told


def shell_rows(eye: Eye, where: Folders, report: Report) -> list[Result]:
    """Report on real cowries, cut out of photographs and laid on surfaces, by species and source."""
    told: list[Result] = []
    for title, samples in (
        ("real cowries, cut out and composed on surfaces", _two_species(where)),
        ("other real cowries: few shells, laid again and again", _others(where)),
    ):
        some = _table(eye, title, samples, report)
        by(some, lambda one: one.sample.look["species"], report)
        _lights_and_surfaces(some, report)
        told += some
    return told


def composed_rows(eye: Eye, where: Folders, report: Report) -> list[Result]:
    """Report on composed and path-traced scenes and the project's own test pictures."""
    told: list[Result] = []
    for title, samples in (
        ("composed and rendered dice and cowries, held out", framed(where.held, "held out")),
        ("path-traced whole scenes, held out", framed(WHOLES, "path-traced")),
        ("our own test pictures", framed(FRAMES, "tests/frames")),
    ):
        some = _table(eye, title, samples, report)
        by(some, lambda one: one.sample.group, report)
        _lights_and_surfaces(some, report)
        told += some
    return told


def look_rows(eye: Eye, where: Folders, report: Report, *, every: int = 1) -> list[Result]:
    """Report on the held-out looks: one row a look, then by species, finish, roll and light."""
    some = _table(eye, "held-out looks, one row each", throws(where.looks, every=every), report)
    shells = [one for one in some if one.sample.shells]
    by(some, lambda one: one.sample.look["look"], report)
    for word in ("species", "finish", "roll"):
        report(f"  shells by {word}")
        by(shells, lambda one, word=word: one.sample.look[word], report)  # type: ignore[misc]
    report("  shells by light")
    by(shells, lambda one: one.sample.light, report)
    report("  shells by ground")
    by(shells, lambda one: one.sample.surface, report)
    if some:
        report("  all of them")
        counted = [one for one in shells if one.sample.look["half"] == "test"]
        glossy = [
            one for one in shells
            if one.sample.look["species"] == "money"
            and one.sample.look["finish"] in ("polished", "mirror", "lacquered")
        ]  # fmt: skip
        for name, part in (
            ("shells", shells),
            ("  of looks that are only counted", counted),
            ("  polished money cowries", glossy),
            ("dice", [one for one in some if not one.sample.shells]),
        ):
            report(str(Row(name, part)))
        report(one_by_one(shells))
    return some


def asking_rows(eye: Eye, where: Folders, report: Report) -> None:
    """Report on pictures about which a person must be asked: right is to ask, a lie is to be certain."""
    report(f"\npictures about which a person must be asked\n{HEAD}")
    for folder in ASKING:
        some = read(eye, asking(where.looks, folder))
        if not some:
            report(f"skipped: no {folder} under {where.looks}")
            continue
        report(str(Row(ASKING[folder], some)))
        by(some, lambda one: one.sample.look["how"] and f"  {one.sample.look['how']}", report)
    some = read(eye, throws(where.looks, (BESIDE,)))
    if some:
        report(str(Row("dice beside the shells: may be told", some)))


def number_rows(eye: Eye, where: Folders, report: Report, *, every: int = 1) -> None:
    """Report on all sets without the number of dice or shells told beforehand, worst first."""
    report(f"\nthe number not told beforehand\n{HEAD}")
    samples = chain(
        _photographs(where, counted=False),
        map(_uncounted, chain(_two_species(where), _others(where), framed(FRAMES, "tests/frames"))),
        throws(where.looks, every=every, counted=False),
    )
    some = read(eye, (one for one in samples if not one.trained))
    kinds = {True: ": dice", False: ": cowries"}

    def name(one: Result) -> str:
        return one.sample.group + (kinds[bool(one.sample.values)] if "looks" in one.sample.group else "")

    by(some, name, report)
    report(str(Row("all", some)))


def teaching_rows(eye: Eye, where: Folders, report: Report) -> None:
    """Report how much less is asked of each look of shells once six of its throws were shown, worst first."""
    report(f"\nteaching: six throws of a look are shown, the others read before and after\n{TEACHING_HEAD}")
    rows: list[Change] = []
    for half in THROWS:
        samples = throws(where.looks, (half,), kind="cowries")
        for look, some in groupby(samples, key=lambda one: one.look["look"]):
            rows.append(replace(change(eye, look, list(some)), name=f"{half}: {look}"))
    for row in sorted(rows, key=lambda one: (-one.lies[1], -one.asked[1], -one.asked[0])):
        if any((*row.asked, *row.lies)):
            report(str(row))
    for name, part in (
        (
            "hard looks (more than 20 % asked), dev",
            [one for one in rows if one.is_hard and one.name[0] == "d"],
        ),
        ("hard looks, only counted", [one for one in rows if one.is_hard and one.name[0] == "t"]),
        ("hard looks, all", [one for one in rows if one.is_hard]),
        ("all looks", rows),
    ):
        report(str(sum(part, Change(f"{name}: {len(part)}"))))
    if not rows:
        report(f"skipped: no looks under {where.looks}")


def steadiness_rows(eye: Eye, where: Folders, report: Report, *, every: int = 1) -> None:
    """Report what turning, other light, blur, a poor JPEG and noise cost, on each sort of pictures."""
    # Laying them on a surface takes longer than reading them, and they are few.
    shells = [*_two_species(where, throws=4), *_others(where)]
    sets: dict[str, Callable[[], Iterable[Sample]]] = {
        "photographs of dice": lambda: (one for one in _photographs(where, counted=True) if not one.trained),
        "real cowries": lambda: shells,
        "held-out looks, shells": lambda: throws(where.looks, kind="cowries", every=every),
        "held-out looks, dice": lambda: throws(where.looks, kind="dice", every=every),
    }
    for name, samples in sets.items():
        plain, rows = changes(samples, lambda some: readings(eye, some))
        report(f"\nsteadiness: {name}\n{STEADY_HEAD}")
        for row in (plain, *rows) if plain.seen else ():
            report(str(row))
        if not plain.seen:
            report("skipped: there are none")


def _photographs(where: Folders, *, counted: bool) -> Iterator[Sample]:
    for name in (*NEAR, SLANTED):
        yield from photographs(where.photos / "dice" / name, counted=counted)


def _two_species(where: Folders, *, throws: int = 8) -> Iterable[Sample]:
    return shells_on_surfaces(plain_species(where.photos), throws=throws)


def _others(where: Folders) -> Iterable[Sample]:
    return shells_on_surfaces(others(where.photos), group=OTHERS, throws=3, seed=2027)


def _uncounted(sample: Sample) -> Sample:
    return replace(sample, expect=Expect(sample.expect.kind))


def _table(eye: Eye, title: str, samples: Iterable[Sample], report: Report) -> list[Result]:
    report(f"\n{title}\n{HEAD}")
    some = read(eye, samples)
    if not some:
        report("skipped: there are none")
    return some


def _lights_and_surfaces(some: Sequence[Result], report: Report) -> None:
    if not some:
        return
    if any(one.sample.places for one in some):
        report(one_by_one(some))
    report("  by light")
    by(some, lambda one: one.sample.light, report)
    report("  by surface")
    by(some, lambda one: one.sample.surface, report)
