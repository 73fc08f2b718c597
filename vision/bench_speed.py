"""How fast the eye and the watch are, how large the models, and how much memory reading takes."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np

from vision.eye import Eye
from vision.find import MODELS
from vision.reading import Expect, Frame
from vision.rest import Watch


def speed_lines(eye: Eye, frames: Sequence[Frame], *, rounds: int = 120) -> Iterator[str]:
    """Tell median and 99th percentile of reading and watching, in milliseconds.

    Args:
        eye: Reads; its number of threads is what is measured.
        frames: Pictures to read, in turn.
        rounds: How many readings for each size.
    """
    for width, height in ((1280, 960), (640, 480)):
        sized = [np.asarray(cv2.resize(frame, (width, height)), np.uint8) for frame in frames]
        took = []
        for turn in range(rounds + 3):
            begin = time.perf_counter()
            eye.read(sized[turn % len(sized)], expect=Expect("auto"))
            took.append(1000 * (time.perf_counter() - begin))
        yield _line(f"reading {width} x {height}", took[3:])
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
    return f"{name:28} median {median:6.2f} ms   99 % {late:6.2f} ms"


def size_lines(models: Path = MODELS) -> Iterator[str]:
    """Tell how large the models are."""
    sizes = {path.name: path.stat().st_size for path in sorted(models.glob("*.onnx"))}
    for name, size in sizes.items():
        yield f"{name:28} {size / 1e6:6.2f} MB"
    yield f"{'models together':28} {sum(sizes.values()) / 1e6:6.2f} MB"


def memory_line(frame: Frame) -> str:
    """Tell the peak memory of ``charkoni read`` in a process of its own, for one picture of 1280 x 960."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "picture.jpg"
        cv2.imwrite(str(path), cv2.resize(frame, (1280, 960)))
        command = [sys.executable, "-m", "device", "read", str(path)]
        process = subprocess.Popen(
            command,
            cwd=Path(__file__).resolve().parents[1],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        return f"{'memory of charkoni read':28} not measured: it ended with {process.returncode}"
    return f"{'memory of charkoni read':28} {used.ru_maxrss / 1000:6.0f} MB at its peak"
