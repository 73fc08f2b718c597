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
from vision.motion.view import View, kept
from vision.motion.watch import Watch
from vision.networks import MODELS
from vision.reading import Expect, Frame
from vision.tray import Tray

_NARROW, _WIDE = "tray in 1280 x 960, processor", "the same in 2304 x 1296, processor"
_OWN = [(0.03, 0.03), (0.97, 0.03), (0.97, 0.97), (0.03, 0.97)]
_IN_WIDE = [(0.125 + 0.75 * x, y) for x, y in _OWN]
"""Corners of the tray: nearly all of a picture of its own, and the same in the wide one."""


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
    yield from wide_lines(eye, frames, rounds=max(rounds, 2) * 5 // 2)


def wide_lines(eye: Eye, frames: Sequence[tuple[Frame, Expect]], *, rounds: int = 120) -> Iterator[str]:
    """Compare the tray in a picture of its own with the same tray in a picture of a sensor's whole width.

    Both are read in turn, so that a busy machine is as busy for one as for the other.

    Args:
        eye: Reads.
        frames: Pictures of trays to read, in turn, each with what is told of it.
        rounds: How many readings of each.
    """
    narrow = [(np.asarray(cv2.resize(frame, (1280, 960)), np.uint8), expect) for frame, expect in frames]
    wide = [(_widened(frame), expect) for frame, expect in frames]
    took: dict[str, list[float]] = {_NARROW: [], _WIDE: []}
    kept_ms: dict[str, list[float]] = {_NARROW: [], _WIDE: []}
    for turn in range(rounds + 3):
        for name, pictures, corners in ((_NARROW, narrow, _OWN), (_WIDE, wide, _IN_WIDE)):
            frame, expect = pictures[turn % len(pictures)]
            tray = Tray.from_corners(corners)
            begin = time.process_time()
            view = View.of(tray, width=frame.shape[1], height=frame.shape[0])
            picture = view.cut(frame)
            reading = eye.read(picture, expect=expect, tray=view.tray)
            read = time.process_time()
            kept(picture, reading)
            took[name].append(1000 * (read - begin))
            kept_ms[name].append(1000 * (time.process_time() - read))
    for name, each in took.items():
        yield _line(name, each[3:])
        yield _line("  and to copy what is kept of it", kept_ms[name][3:])
    # The least that each picture took: what else runs here only ever adds to that.
    least = {
        name: sum(min(each[n :: len(frames)]) for n in range(len(frames))) for name, each in took.items()
    }
    more = least[_WIDE] / least[_NARROW] - 1
    yield f"the wide one takes {100 * more:+.1f} %, by the least time of each of {len(frames)} pictures"


def _widened(frame: Frame) -> Frame:
    """Return a picture of 2304 x 1296 that shows a frame of 4 to 3 in its middle."""
    middle = cv2.resize(frame, (1728, 1296), interpolation=cv2.INTER_CUBIC)
    return np.asarray(cv2.copyMakeBorder(middle, 0, 0, 288, 288, cv2.BORDER_REFLECT), np.uint8)


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
        root = Path(__file__).resolve().parents[3]
        command = [sys.executable, "-c", _IN_A_CHILD, str(path)]
        done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    told = done.stderr.split()
    if done.returncode or not told or not told[-1].isdecimal():
        return f"{'memory of charkoni read':28} not measured: it ended with {done.returncode}"
    return f"{'memory of charkoni read':28} {int(told[-1]) / 1000:6.0f} MB at its peak"
