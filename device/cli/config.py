"""``charkoni config`` and ``charkoni check``: what a box can be told, and whether a file tells it well."""

from __future__ import annotations

from pathlib import Path

from device.config import CameraConfig, examine, load_config, read_file
from device.config_reference import explained
from device.errors import DeviceError


def print_config(path: Path | None) -> int:
    """Print every key with its explanation and the value in force, as a config file.

    Raises:
        ConfigError: If the file cannot be read, or holds a key or a value that cannot be.
    """
    print(explained(load_config(path)), end="")
    return 0


def check_config(path: Path) -> int:
    """Print everything that is wrong with a config file.

    Returns:
        Exit status: 0 when nothing is, 2 when anything is.

    Raises:
        ConfigError: If the file cannot be read at all.
    """
    config, faults = examine(read_file(path), name=str(path))
    faults += [f"{path}, section [camera]: {fault}" for fault in _camera_faults(config.camera)]
    for fault in faults:
        print(fault)
    if not faults:
        print(f"{path} is in order")
    return 2 if faults else 0


def _camera_faults(camera: CameraConfig) -> list[str]:
    """Say whether there is no such camera; which one ``auto`` finds is not asked."""
    from device.cameras.sources import open_camera

    if camera.source == "auto":
        return []
    try:
        open_camera(camera.source, wanted=lambda: None, ready=lambda: False, pause=lambda _: True).close()
    except DeviceError as error:
        return [str(error)]
    return []
