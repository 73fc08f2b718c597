"""How fast the eye and the watch are, how large the models, and how much memory reading takes."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np

from vision.eye import Eye
from vision.motion.watch import Watch
from vision.networks import MODELS
from vision.reading import Expect, Frame


def speed_lines(eye: Eye, frames: Sequence[tuple[Frame, Expect]], *, rounds: int = 120) -> Iterator[str]:
    """Tell median and 99th percentile of reading and watching, in milliseconds.

    The processor's own time is told too: on a busy machine it is nearer to the truth than the clock.

    Args:
        eye: Reads; its number of threads is what is measured.
        frames: Pictures to read, in turn, each with what is told of it; they are read once without, too.
        rounds: How many readings for each size.
    """
    for width, height in ((1280, 960), (640, 480)):
        sized = [
            (np.asarray(cv2.resize(frame, (width, height)), np.uint8), expect) for frame, expect in frames
        ]
        for told, note in ((True, ""), (False, ", number not told")):
            took, worked = [], []
            for turn in range(rounds + 3):
                frame, expect = sized[turn % len(sized)]
                begin, cpu = time.perf_counter(), time.process_time()
                eye.read(frame, expect=expect if told else Expect("auto"))
                took.append(1000 * (time.perf_counter() - begin))
                worked.append(1000 * (time.process_time() - cpu))
            yield _line(f"reading {width} x {height}{note}", took[3:])
            yield _line("  of it the processor", worked[3:])
    yield _line("watching 640 x 480", watch_ms(eye))


def watch_ms(eye: Eye, *, frames: int = 300) -> list[float]:
    """Time each step of the watch over an empty tray with noise and now and then a shadow that moves."""
    rng = np.random.default_rng(4)
    empty = rng.integers(80, 100, (480, 640, 3), np.uint8)
    watch = Watch(eye, expect=Expect("auto"))
    took = []
    for number in range(frames):
        frame = cv2.add(empty, np.asarray(rng.integers(0, 4, empty.shape), np.uint8))
        if number > 30 and number % 40 < 12:
            cv2.circle(frame, (20 + 50 * (number % 40), 240), 40, (30, 30, 30), -1)
        begin = time.perf_counter()
        step = watch.step(np.asarray(frame, np.uint8), time_s=number / 15)
        if step.reading is None:
            took.append(1000 * (time.perf_counter() - begin))
    return took


def _line(name: str, took: Sequence[float]) -> str:
    median, late = np.percentile(took, [50, 99])
    return f"{name:38} median {median:6.2f} ms   99 % {late:6.2f} ms"


def size_lines(models: Path = MODELS) -> Iterator[str]:
    """Tell how large the models are."""
    sizes = {path.name: path.stat().st_size for path in sorted(models.glob("*.onnx"))}
    for name, size in sizes.items():
        yield f"{name:28} {size / 1e6:6.2f} MB"
    yield f"{'models together':28} {sum(sizes.values()) / 1e6:6.2f} MB"


_IN_A_CHILD = """
import sys
from device.__main__ import main
main(["read", sys.argv[1]])
lines = open("/proc/self/status").read().splitlines()
print(next(line.split()[1] for line in lines if line.startswith("VmHWM")), file=sys.stderr)
"""


def memory_line(frame: Frame) -> str:
    """Tell the peak memory of ``charkoni read`` in a process of its own, for one picture of 1280 x 960.

    The child reads its own `VmHWM`: what a parent is told counts the parent's memory before the start.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "picture.jpg"
        cv2.imwrite(str(path), cv2.resize(frame, (1280, 960)))
        root = Path(__file__).resolve().parents[2]
        command = [sys.executable, "-c", _IN_A_CHILD, str(path)]
        done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    told = done.stderr.split()
    if done.returncode or not told or not told[-1].isdecimal():
        return f"{'memory of charkoni read':28} not measured: it ended with {done.returncode}"
    return f"{'memory of charkoni read':28} {int(told[-1]) / 1000:6.0f} MB at its peak"
