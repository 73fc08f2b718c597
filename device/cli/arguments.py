"""What several commands are told alike: where the games are, the config, the port, the camera."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TypeAlias

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"
"""Where a module of `device.cli` adds its commands. Each sets ``run``: takes what was asked, returns the exit
status."""


def add_place(parser: argparse.ArgumentParser) -> None:
    """Let a person name the journal's folder and the config."""
    parser.add_argument("--data", metavar="DIR", help="folder of the journal")
    add_config(parser)


def add_config(parser: argparse.ArgumentParser) -> None:
    """Let a person name the config."""
    parser.add_argument("--config", type=Path, metavar="FILE", help="the box's config")


def add_camera(parser: argparse.ArgumentParser) -> None:
    """Let a person choose the camera."""
    parser.add_argument("--camera", help="auto, pi, v4l2:0, film, film:PATH, folder:PATH or none")


def add_board_camera(parser: argparse.ArgumentParser) -> None:
    """Let a person choose the camera that sees the board."""
    parser.add_argument(
        "--board-camera",
        metavar="CAMERA",
        help="pi:1, v4l2:2, pretend (hands that play on a board that is not there), auto: pretend where "
        "the film plays, or none; the config comes first",
    )


def port(written: str) -> int:
    """Read the number of a port.

    Raises:
        ArgumentTypeError: If it is none.
    """
    if written.isascii() and written.isdigit() and len(written) < 6 and 1 <= int(written) <= 65535:
        return int(written)
    raise argparse.ArgumentTypeError(f"{written!r} is no port: give 1 to 65535")


def folder_of(asked: argparse.Namespace) -> Path:
    """Return the folder of the journal: the one that was named, else the config's.

    Raises:
        ConfigError: If the config cannot be.
    """
    from device.config import data_folder, load_config

    return data_folder(asked.data or load_config(asked.config).data.folder)
