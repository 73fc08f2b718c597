"""``charkoni read``: pictures in, readings out, one line of JSON each."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from device.camera import pictures, read_picture
from device.errors import CameraError, ConfigError
from vision import Expect, ExpectError, Eye, Reading, VisionError

_LOOK_S = 0.5
"""How often a watched folder is looked at."""

_PATIENCE_S = 2.0
"""A picture that cannot be read may still be being written, for this long after its last change."""


def read_images(images: Sequence[str], *, expect: str, threads: int) -> int:
    """Read pictures in the order given.

    Returns:
        Exit status: 0 when every picture was read, 1 when any was an error.

    Raises:
        ConfigError: If `expect` or `threads` cannot be.
    """
    reader = Reader(expect, threads=threads)
    status = 0
    for image in images:
        answer = reader.answer(image)
        status = 1 if "error" in answer else status
        print(json.dumps(answer), flush=True)
    return status


def watch_folder(folder: Path, *, expect: str, threads: int, stop: threading.Event | None = None) -> int:
    """Read every picture of a folder and every one that comes, until somebody stops it.

    Raises:
        ConfigError: If `expect` or `threads` cannot be.
        CameraError: If the folder cannot be read.
    """
    if not folder.is_dir():
        raise CameraError(f"there is no folder {folder}")
    reader = Reader(expect, threads=threads)
    for path in _arriving(folder, stop or threading.Event()):
        print(json.dumps(reader.answer(str(path))), flush=True)
    return 0


class Reader:
    """An eye that answers in the words of the contract."""

    def __init__(self, expect: str, *, threads: int) -> None:
        try:
            self._expect = Expect.parse(expect)
        except ExpectError as error:
            raise ConfigError(str(error)) from error
        if not 1 <= threads <= 64:
            raise ConfigError(f"--threads cannot be {threads}: give 1 to 64")
        self._eye = Eye(threads=threads)

    def answer(self, image: str) -> dict[str, Any]:
        """Read one picture; what cannot be read gives an ``error``."""
        path = Path(image)
        frame = read_picture(path)
        if frame is None:
            why = "is no picture that can be read" if path.is_file() else "does not exist"
            return {"image": image, "error": f"{image} {why}"}
        begin = time.perf_counter()
        try:
            reading = self._eye.read(frame, expect=self._expect)
        except VisionError as error:
            return {"image": image, "error": str(error)}
        milliseconds = 1000 * (time.perf_counter() - begin)
        return {"image": image} | _told(reading, self._expect) | _seen(reading, milliseconds)


def _told(reading: Reading, expect: Expect) -> dict[str, Any]:
    """Say what lies there. Where nothing does, the kind is the expected one, with nothing in it."""
    kind = expect.kind if reading.kind == "nothing" and expect.kind != "auto" else reading.kind
    if kind == "dice":
        return {"kind": kind, "values": list(reading.values)}
    if kind == "cowries":
        return {"kind": kind, "mouths": reading.mouths, "shells": reading.shells}
    return {"kind": kind}


def _seen(reading: Reading, milliseconds: float) -> dict[str, Any]:
    seen = [
        {
            "face": one.face.value,
            "confidence": round(one.confidence, 3),
            "box": [round(one.x), round(one.y), round(one.width), round(one.height)],
        }
        for one in reading.seen
    ]
    return {
        "certain": reading.certain,
        "ms": round(milliseconds, 1),
        "seen": seen,
        "doubts": list(reading.doubts),
    }


def _arriving(folder: Path, stop: threading.Event) -> Iterator[Path]:
    """Give the pictures of a folder, then each that is put there, when it is whole."""
    known: set[Path] = set()
    while True:
        try:
            found = pictures(folder)
        except CameraError:  # empty as yet
            found = []
        for path in found:
            if path in known:
                continue
            try:
                age = time.time() - path.stat().st_mtime
            except FileNotFoundError:
                continue
            if age < _PATIENCE_S and read_picture(path) is None:
                continue
            known.add(path)
            yield path
        if stop.wait(_LOOK_S):
            return
