"""Times every page, address, command and start with records of three sizes, and prints what grows.

Costs are milliseconds of the processor, as the machine may be busy; what grows most comes first.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from tests.bench.box.process import BenchError, Helper, RunningBox, environment, memory_mb
from tests.bench.box.years.record import record_of

SIZES = (1, 3, 10)
"""How often the smallest record."""

_MOST = {
    "GET /api/v1/events?since=0&limit=200": 200.0,
    "GET /games/throws": 300.0,
    "GET /api/v1/throws": 300.0,
}
"""Milliseconds of the processor at most, with the largest record."""


class Cost(NamedTuple):
    """What something costs with one record."""

    first_ms: float
    """At first: nothing of it is remembered yet."""
    later_ms: float
    answer_kb: float
    """How much it answers; of a command and of a start, how many megabytes of memory it takes."""


def _pages(folder: Path) -> Iterator[tuple[str, Cost]]:
    with Helper("years.asked", str(folder)) as box:
        for word, found in box.end():
            if word == "asked":
                name, first, later, size = found
                yield name, Cost(first, later, size / 1000)
            elif word == "memory":
                yield "memory while all of that is asked, MB", Cost(found, found, 0.0)


def _commands(folder: Path, scratch: Path) -> Iterator[tuple[str, Cost]]:
    at = ("--data", str(folder))
    backup, restored = scratch / "years.backup", scratch / "restored"
    for name, *arguments in (
        ("games", *at),
        ("matches", *at),
        ("show", "1", *at),
        ("export", str(scratch / "years.jsonl"), *at),
        ("export", "--match", "1", "--mat", str(scratch / "match.mat"), *at),
        ("backup", str(backup), *at),
        ("restore", str(backup), "--data", str(restored)),
        ("doctor", *at),
    ):
        yield (
            f"charkoni {' '.join((name, *(one for one in arguments if one.startswith('--m'))))}",
            _run(name, *arguments),
        )
    shutil.rmtree(restored)
    for path in scratch.iterdir():
        path.unlink()


def _run(*arguments: str) -> Cost:
    """Run a command, and return what it has used.

    Raises:
        BenchError: If it fails.
    """
    process = subprocess.Popen(
        [sys.executable, "-m", "device", *arguments], env=environment(), stdout=subprocess.DEVNULL
    )
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1):  # the doctor finds something wrong with a machine that is no Pi
        raise BenchError(f"charkoni {' '.join(arguments)} ended with {process.returncode}")
    took = 1000 * (used.ru_utime + used.ru_stime)
    return Cost(took, took, used.ru_maxrss / 1024)


def _start(folder: Path) -> Iterator[tuple[str, Cost]]:
    """Start the box as people do, with the game that goes on."""
    with RunningBox("--game", "backgammon", folder=folder) as box:
        took = 1000 * box.start_cpu_s
        yield "start of the box", Cost(took, took, memory_mb(box.pid, peak=True))


def years(arguments: Sequence[str]) -> int:
    """Print cost against size; return 1 when a goal was missed."""
    parser = argparse.ArgumentParser(prog="make bench ARGS=box years", description=__doc__)
    parser.add_argument("--records", type=Path, default=Path("build/years"), help="where records are kept")
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES, help="how often the smallest record")
    asked = parser.parse_args(arguments)
    costs: dict[str, dict[int, Cost]] = {}
    for size in sorted(asked.sizes):
        kept = record_of(size, cache_at=asked.records)
        with tempfile.TemporaryDirectory(prefix="charkoni-bench-") as scratch:
            folder = Path(scratch) / "data"
            shutil.copytree(kept, folder)
            (Path(scratch) / "made").mkdir()
            for found in (_commands(folder, Path(scratch) / "made"), _start(folder), _pages(folder)):
                for name, cost in found:
                    costs.setdefault(name, {})[size] = cost
    return _printed(costs, sorted(asked.sizes))


def _printed(costs: dict[str, dict[int, Cost]], sizes: Sequence[int]) -> int:
    """Print the table; return 1 when a goal was missed."""
    least, most = sizes[0], sizes[-1]
    head = "".join(f"{f'{size} ×':>9}" for size in sizes)
    print(f"{'milliseconds of the processor':58}{head}{'grows':>7}{f'first {most} ×':>11}{'kB or MB':>16}")
    missed = 0
    for name, found in sorted(costs.items(), key=lambda one: _grown(one[1], least, most)):
        if {least, most} - found.keys():
            continue
        later = "".join(f"{found[size].later_ms:9,.0f}" if size in found else f"{'':9}" for size in sizes)
        one, many = found[least], found[most]
        grows = many.later_ms / max(one.later_ms, 0.5)
        answers = f"{one.answer_kb:,.0f} → {many.answer_kb:,.0f}"
        is_missed = many.later_ms > _MOST.get(name, many.later_ms)
        missed += is_missed
        ending = "  MISSED" if is_missed else ""
        print(f"{name:58}{later}{grows:6.1f}×{many.first_ms:11,.0f}{answers:>16}{ending}")
    return 1 if missed else 0


def _grown(found: dict[int, Cost], least: int, most: int) -> float:
    return found[least].later_ms - found[most].later_ms if {least, most} <= found.keys() else 0.0
