"""The one door for files that a person or another program names: such a path may lead anywhere.

A pipe is waited for without end, a device never ends, a file with a hole is larger than the memory, and a
slow disk gives it drop by drop. So only a regular file is read, at most so much of it, and not for ever.
"""

from __future__ import annotations

import os
import stat
import time
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from device.errors import DeviceError

PATIENCE_S = 30.0
"""So long a file may take; a slow card reads tens of megabytes in that time."""

MOST_TEXT = 64 * 1024
"""Bytes of a config, a list or a certificate that a person wrote."""

_MOST_DOTS = 2000
"""Of a text in TOML. A key of so many parts is read at once, and ten times as many take a minute."""

_PIECE = 2**20

FOLDER, NO_FILE = "it is a folder", "it is a pipe or a device, no file"
"""Why what lies there is not read."""


class FileError(DeviceError, OSError):
    """A file cannot be read."""

    def __init__(self, path: Path, why: str) -> None:
        super().__init__(f"{path} cannot be read: {why}")
        self.why = self.strerror = why
        """Why, as the end of a sentence."""


def bytes_of(path: Path, *, most: int, clock: Callable[[], float] = time.monotonic) -> bytes:
    """Read a whole file.

    Args:
        path: Where it is; a link may lead to it.
        most: A file of more bytes is not read.
        clock: Seconds that only go forward.

    Raises:
        FileError: If it is missing, a folder, a pipe or a device, too large, or takes too long.
    """
    until = clock() + PATIENCE_S
    opened = opened_for_reading(path)
    try:
        with open(opened, "rb", buffering=0) as file:
            pieces, size = [], os.fstat(opened).st_size
            while size <= most and (piece := file.read(min(_PIECE, most + 1))):
                pieces.append(piece)
                size = max(size, sum(map(len, pieces)))  # it may grow meanwhile
                if clock() > until:
                    raise FileError(path, f"it takes longer than {PATIENCE_S:.0f} s")
    except OSError as error:
        raise error if isinstance(error, FileError) else FileError(path, _words(error)) from error
    if size > most:
        raise FileError(path, f"it is too large: at most {_amount(most)} are read")
    return b"".join(pieces)


def opened_for_reading(path: Path) -> int:
    """Open a regular file, and nothing that would be waited for.

    Raises:
        FileError: If it is none, or cannot be opened.
    """
    try:
        # Without O_NONBLOCK, to open a pipe that nobody writes takes for ever.
        opened = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except (OSError, ValueError) as error:
        raise FileError(path, _words(error)) from error
    mode = os.fstat(opened).st_mode
    if stat.S_ISREG(mode):
        return opened
    os.close(opened)
    raise FileError(path, _kind(mode))


def must_be_file(path: Path) -> None:
    """Look whether a path that is there leads to a regular file; that it is missing is no fault.

    Raises:
        FileError: If it leads to something else.
    """
    try:
        mode = path.stat().st_mode
    except OSError:
        return
    if not stat.S_ISREG(mode):
        raise FileError(path, _kind(mode))


def text_of(path: Path, *, most: int = MOST_TEXT) -> str:
    """Read a text in UTF-8, with or without the mark that some editors put before it.

    Raises:
        FileError: If it cannot be read.
    """
    try:
        return bytes_of(path, most=most).decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise FileError(path, "it is no UTF-8 text") from error


def toml_of(text: str) -> dict[str, Any]:
    """Read a text in TOML, whatever it holds.

    Raises:
        ValueError: If it is none, or no reader would come to its end.
    """
    if len(text) > MOST_TEXT or text.count(".") > _MOST_DOTS:
        raise ValueError(f"it is too long: at most {_amount(MOST_TEXT)} with {_MOST_DOTS} dots are read")
    try:
        return tomllib.loads(text)
    except RecursionError as error:
        raise ValueError("it is nested too deeply") from error


def _kind(mode: int) -> str:
    return FOLDER if stat.S_ISDIR(mode) else NO_FILE


def _words(error: Exception) -> str:
    return (isinstance(error, OSError) and error.strerror) or str(error)


def _amount(count: int) -> str:
    return f"{count // 2**20} MiB" if count >= 2**20 else f"{count // 1024} KiB"
