"""Picture files read by the eye, and a folder in which pictures arrive; `charkoni read` prints both."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from device.cameras.folder import is_picture
from device.cameras.overlays import OverlayFolder
from device.cameras.pictures import CutError, PictureError, load_picture, load_unpacked
from device.errors import ConfigError
from vision import Expect, ExpectError, Eye, Reading, VisionError, draw

log = logging.getLogger(__name__)

_LOOK_S = 0.5
"""How often a watched folder is looked at."""

_PATIENCE_S = 2.0
"""A picture that is not whole may still be being written, for this long after its last change."""


class PictureReader:
    """An eye that reads picture files and answers in the words of the contract."""

    def __init__(self, expect: str, *, threads: int = 1, save: Path | None = None) -> None:
        """Load the eye.

        Args:
            expect: What lies there, such as ``dice:2``.
            threads: How many threads to compute with.
            save: Where overlays are written, rings and values drawn onto the pictures; None writes none.

        Raises:
            ConfigError: If `expect` or `threads` cannot be.
            CameraError: If `save` cannot be written.
        """
        try:
            self._expect = Expect.parse(expect)
        except ExpectError as error:
            raise ConfigError(str(error)) from error
        if not 1 <= threads <= 64:
            raise ConfigError(f"--threads cannot be {threads}: give 1 to 64")
        self._overlays = None if save is None else OverlayFolder(save)
        self._eye = Eye(threads=threads)

    def answer(self, image: str) -> dict[str, Any]:
        """Read one picture; what cannot be read gives an ``error``.

        Raises:
            CameraError: If the overlay cannot be written.
        """
        path = Path(image)
        try:
            picture = load_unpacked(path)
            frame = picture.frame
            begin = time.perf_counter()
            reading = self._eye.read(frame, expect=self._expect)
        except (PictureError, VisionError) as error:
            return {"image": image, "error": str(error)}
        milliseconds = 1000 * (time.perf_counter() - begin)
        answer = (
            {"image": image}
            | _told(reading, self._expect)
            | _seen(reading, milliseconds, times=picture.times)
        )
        if self._overlays is not None:
            name = path.name if path.suffix.lower() in (".jpg", ".jpeg") else f"{path.name}.jpg"
            answer["saved"] = str(self._overlays.write(draw(frame, reading), name, of=path))
        return answer


def _told(reading: Reading, expect: Expect) -> dict[str, Any]:
    """Return what lies there. Where nothing does, the kind is the expected one, with nothing in it."""
    kind = expect.kind if reading.kind == "nothing" and expect.kind != "auto" else reading.kind
    if kind == "dice":
        return {"kind": kind, "values": list(reading.values)}
    if kind == "cowries":
        return {"kind": kind, "mouths": reading.mouths, "shells": reading.shells}
    return {"kind": kind}


def _seen(reading: Reading, milliseconds: float, *, times: int) -> dict[str, Any]:
    """Return what was seen, in pixels of the picture, which is so many times as large as the frame."""
    seen = [
        {
            "face": one.face.value,
            "confidence": round(one.confidence, 3),
            "box": [round(times * side) for side in (one.x, one.y, one.width, one.height)],
        }
        for one in reading.seen
    ]
    return {
        "certain": reading.certain,
        "ms": round(milliseconds, 1),
        "seen": seen,
        "doubts": list(map(str, reading.doubts)),
    }


def arriving(folder: Path, stop: threading.Event) -> Iterator[Path]:
    """Yield the pictures of a folder, then each that is put there, when it is whole, until `stop` is set.

    A file that stays cut is passed over with a warning until it is written on; so are hidden files, such as
    ``._a.jpg``, which macOS puts beside pictures. A file that is written over comes again.
    """
    known: dict[Path, tuple[int, int]] = {}
    growing: dict[Path, tuple[tuple[int, int], float]] = {}
    while True:
        for path in _listed(folder):
            try:
                now = path.stat()
            except OSError:  # taken away meanwhile
                continue
            stamp = (now.st_mtime_ns, now.st_size)
            if known.get(path) == stamp:
                continue
            # How long it has not grown is measured by our own clock: that of the files may jump.
            moment = time.monotonic()
            if growing.get(path, (None, 0.0))[0] != stamp:
                growing[path] = stamp, moment
            flaw = _flaw(path)
            if flaw is not None and moment - growing[path][1] < _PATIENCE_S:
                continue
            del growing[path]
            known[path] = stamp
            if isinstance(flaw, CutError):
                log.warning("passed over: %s", flaw)
            else:
                yield path
        if stop.wait(_LOOK_S):
            return


def _listed(folder: Path) -> list[Path]:
    try:
        return sorted(filter(is_picture, folder.iterdir()))
    except OSError:  # unplugged or renamed: it may come back
        return []


def _flaw(path: Path) -> PictureError | None:
    try:
        load_picture(path)
    except PictureError as error:
        return error
    return None
