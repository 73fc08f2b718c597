"""A box that says when things in its tray last moved: ``python -m tests.bench.box.timed FOLDER PORT``.

It prints lines of JSON:

- ``["key", its key]`` when it is ready
- ``["rested", seconds]`` by the monotonic clock, when the eye was given the frame of a last movement
- ``["frames", how many frames were looked at]`` for each line on its standard input
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

from device.box import Box
from device.cameras.film import FilmCamera
from tests.bench.box.process import FIRST, quiet_config


def tell(what: str, value: object) -> None:
    """Print a line."""
    print(json.dumps([what, value]), flush=True)


def main(arguments: list[str]) -> int:
    """Run the box until its standard input ends."""
    folder, port = Path(arguments[0]), int(arguments[1])
    seen: tuple[str, float] = ("", 0.0)
    frames = 0

    def beat() -> None:
        nonlocal seen, frames
        frames += 1
        before, at = seen
        camera = box.camera
        phase = camera.phase if isinstance(camera, FilmCamera) else ""
        if (before, phase) == ("roll", "settled"):
            tell("rested", at)
        seen = phase, time.monotonic()

    with Box(quiet_config(port), folder=folder, asked=FIRST, beat=beat) as box:
        box.start()
        box.loop.ready.wait()
        tell("key", box.phones.key)
        for _ in sys.stdin:
            tell("frames", frames)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
