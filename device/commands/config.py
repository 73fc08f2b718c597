"""``charkoni config`` and ``charkoni check``: what a box can be told, and whether a file tells it well.

The reference is made from the code: from the dataclasses of `device.config` and the string under each field.
"""

from __future__ import annotations

import ast
import inspect
import json
import textwrap
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import get_type_hints

from device.config import CameraConfig, Config, examine, load_config, read_file
from device.errors import DeviceError

_WIDTH = 100


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
    from device.camera import open_camera

    if camera.source == "auto":
        return []
    try:
        open_camera(camera.source, wanted=lambda: None, ready=lambda: False, pause=lambda _: True).close()
    except DeviceError as error:
        return [str(error)]
    return []


def explained(config: Config) -> str:
    """Write a config as TOML, every key with its explanation above it."""
    return "\n".join(_lines(config)) + "\n"


def explanations(section: type) -> dict[str, str]:
    """Give the string under each field of a section; empty for a field without one."""
    (body,) = ast.parse(textwrap.dedent(inspect.getsource(section))).body
    assert isinstance(body, ast.ClassDef)
    found: dict[str, str] = {}
    for line, after in zip(body.body, [*body.body[1:], None], strict=True):
        if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name):
            told = after.value if isinstance(after, ast.Expr) else None
            text = told.value if isinstance(told, ast.Constant) else ""
            found[line.target.id] = " ".join(str(text).replace("``", "").split())
    return found


def _lines(config: Config) -> Iterator[str]:
    yield "# Everything that a Charkoni box can be told. What stays as it is may be left out."
    for section, kind in get_type_hints(Config).items():
        told = " ".join((kind.__doc__ or "").replace("``", "").split()).partition(": ")[2].rstrip(".")
        yield f"\n[{section}]" + (f"  # {told}" if told else "")
        texts, usual, now = explanations(kind), kind(), getattr(config, section)
        for key in (one.name for one in fields(kind)):
            yield from (f"# {line}" for line in textwrap.wrap(texts[key], _WIDTH))
            value, default = _toml(getattr(now, key)), _toml(getattr(usual, key))
            yield f"{key} = {value}" + (f"  # usually {default}" if value != default else "")


def _toml(value: object) -> str:
    """Write a value; texts, numbers and lists look in TOML as they do in JSON."""
    return json.dumps(list(value) if isinstance(value, tuple) else value, ensure_ascii=False)
