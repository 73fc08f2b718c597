"""A box that looks as fast as it can: ``python -m tests.bench.box.frames COUNT [PORT of a broker]``.

The film does not wait between its frames, and somebody plays the first legal move at once. It prints lines of
JSON after each part of the frames: how many there were, throws that were read, memory in MB, seconds, and for
how many seconds of a processor the whole box worked.
"""

from __future__ import annotations

import json
import sys
import tempfile
import threading
import time
from dataclasses import replace
from pathlib import Path

from device.box import Box
from engine.game import Waits
from engine.table import Table
from engine.table.commands import CorrectThrow, PlayMove
from tests.bench.box.process import FIRST, free_port, memory_mb, quiet_config

PARTS = 20
"""The memory is told so often."""


def main(arguments: list[str]) -> int:
    """Look at so many frames."""
    count, broker = int(arguments[0]), int(arguments[1]) if arguments[1:] else 0
    done = threading.Event()
    frames, began, idle = 0, time.monotonic(), time.process_time()

    def beat() -> None:
        nonlocal frames
        frames += 1
        if frames % max(1, count // PARTS) == 0:
            passed, worked = time.monotonic() - began, time.process_time() - idle
            print(json.dumps([frames, throws(), memory_mb(), passed, worked]), flush=True)
        if frames >= count:
            done.set()

    def throws() -> int:
        rows = box.journal.read("SELECT count(*) FROM event WHERE type = 'threw'")
        return int(str(rows[0][0]))

    with tempfile.TemporaryDirectory(prefix="charkoni-bench-") as folder:
        config = quiet_config(free_port(), broker=broker)
        with Box(config, folder=Path(folder), asked=FIRST, beat=beat, pause=lambda _: done.is_set()) as box:
            box.start()
            while not done.wait(0.002):
                play_on(box.table)
    return 0


def play_on(table: Table) -> None:
    """Do what the game waits for, if that is no throw: the first legal move, or a new game."""
    model = table.model
    if model.waits is Waits.OVER:
        table.start(replace(model.setup, begins=0))
    elif model.question is None and model.waits in (Waits.MOVE, Waits.END):
        moves = [*model.rules.moves(model.state), *model.rules.optional(model.state)]
        if moves:
            table.do(PlayMove(moves[0], sure=True))
    elif model.waiting and model.waiting[0].asked is not None:
        kind = model.rules.wants(model.state)
        likely = [*model.waiting[0].asked.alternatives, *kind.throws()]
        table.do(CorrectThrow(model.waiting[0].seq, likely[0]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
