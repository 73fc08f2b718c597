"""``charkoni config`` and ``charkoni check``: what a box can be told, and whether a file tells it well."""

from __future__ import annotations

import argparse
from pathlib import Path

from device.cli.arguments import Commands
from device.cli.terminal import write_utf8
from device.errors import DeviceError

_MOST_FAULTS = 50
"""So many are printed: who has more has given another file."""


def add(commands: Commands) -> None:
    """Add both commands."""
    config = commands.add_parser("config", help="everything that can be set, explained, as a config file")
    config.add_argument("--config", type=Path, metavar="FILE", help="the box's config; else the defaults")
    config.set_defaults(run=_config)
    check = commands.add_parser("check", help="say everything that is wrong with a config file")
    check.add_argument("file", type=Path, metavar="FILE")
    check.set_defaults(run=_check)


def _config(asked: argparse.Namespace) -> int:
    from device.config import load_config
    from device.config_reference import explained

    write_utf8()
    print(explained(load_config(asked.config)), end="")
    return 0


def _check(asked: argparse.Namespace) -> int:
    from device.config import examine, read_file

    path = asked.file
    config, faults = examine(read_file(path), name=str(path))
    cameras = {"camera": config.camera.source}
    if not config.board_camera.is_pretend:
        cameras["board_camera"] = config.board_camera.source
    faults += [
        f"{path}, section [{section}]: {fault}"
        for section, source in cameras.items()
        for fault in _camera_faults(source)
    ]
    for fault in faults[:_MOST_FAULTS]:
        print(fault)
    if len(faults) > _MOST_FAULTS:
        print(f"{path}: {len(faults) - _MOST_FAULTS} more faults")
    if not faults:
        print(f"{path} is in order")
    return 2 if faults else 0


def _camera_faults(source: str) -> list[str]:
    """Tell whether there is no such camera; which one ``auto`` finds is not asked."""
    from device.cameras.sources import open_camera

    if source in ("", "auto"):
        return []
    try:
        open_camera(source, wanted=lambda: None, ready=lambda: False, pause=lambda _: True).close()
    except DeviceError as error:
        return [str(error)]
    return []
