"""Measures the reading of boards on path-traced stills: ``make bench ARGS=board``.

`make boards` traces the stills; without them, a line says so.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

import cv2

from tests.bench.board.rows import board_rows
from tests.bench.board.truth import STILLS
from vision.board.reader import BoardReader

NAMES: Mapping[str, str] = {"": "held-out boards, each picture read alone"}
"""The one bench of boards."""


def main(arguments: Sequence[str]) -> int:
    """Print the tables."""
    parser = argparse.ArgumentParser(prog="make bench ARGS=board", description=__doc__)
    parser.add_argument("--boards", type=Path, default=STILLS, help="folder of the held-out boards")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="read only every Nth board")
    parser.add_argument("--worst", type=int, default=0, metavar="N", help="list the N worst pictures")
    parser.add_argument("--save", type=Path, metavar="FOLDER", help="write the worst pictures there")
    parser.add_argument("--threads", type=int, default=1, help="threads to read with")
    asked = parser.parse_args(arguments)
    cv2.setNumThreads(asked.threads)
    report = partial(print, flush=True)
    board_rows(BoardReader(), asked.boards, report, every=asked.every, worst=asked.worst, save=asked.save)
    return 0
