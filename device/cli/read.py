"""``charkoni read``: pictures in, readings out, one line of JSON each."""

from __future__ import annotations

import argparse
import json
import threading
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from device.cli.arguments import Commands
from device.errors import CameraError, ConfigError

if TYPE_CHECKING:
    from device.eye.picture_reader import PictureReader


def add(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser("read", help="pictures in, readings out")
    parser.add_argument("images", nargs="*", metavar="IMAGE")
    parser.add_argument("--expect", default="auto", help="dice:2, cowries:6 or auto")
    parser.add_argument("--threads", type=int, default=1, help="threads to compute with (1)")
    parser.add_argument("--watch", type=Path, metavar="FOLDER", help="read every picture that comes there")
    parser.add_argument(
        "--save", type=Path, metavar="FOLDER", help="write each picture with rings and values"
    )
    parser.set_defaults(run=_read, parser=parser)


def _read(asked: argparse.Namespace) -> int:
    """Read pictures in the order given, or every one that comes into a folder, until somebody stops it."""
    if bool(asked.images) == (asked.watch is not None):
        asked.parser.error("give pictures, or a folder with --watch")
    from device.eye.picture_reader import PictureReader, arriving

    folder: Path | None = asked.watch
    if folder is not None and not folder.is_dir():
        raise CameraError(f"there is no folder {folder}")
    if folder is not None and asked.save is not None and asked.save.resolve() == folder.resolve():
        raise ConfigError(f"--save cannot be {asked.save}: the overlays would be read as new pictures there")
    reader = PictureReader(asked.expect, threads=asked.threads, save=asked.save)
    return answer(reader, asked.images if folder is None else arriving(folder, threading.Event()))


def answer(reader: PictureReader, pictures: Iterable[Path | str]) -> int:
    """Print what each picture holds, a line of JSON each.

    Returns:
        Exit status: 0 when every picture was read, 1 when any was an error.
    """
    status = 0
    for picture in pictures:
        told = reader.answer(str(picture))
        status = 1 if "error" in told else status
        print(json.dumps(told), flush=True)
    return status
