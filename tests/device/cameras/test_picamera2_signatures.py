"""The stand-in for Picamera2 takes the arguments that the real one takes.

A normal run compares it with a recorded table; a slow one gets the newest picamera2 and compares it with its
source. ``python tests/device/cameras/test_picamera2_signatures.py FOLDER`` records the table anew.
"""

from __future__ import annotations

import ast
import json
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from places import GOLDEN, ROOT, SUPPORT

TABLE = GOLDEN / "picamera2.json"
CLASSES = {"picamera2.py": "Picamera2", "request.py": "CompletedRequest", "job.py": "Job"}
OURS = {"Picamera2.must_own"}
"""What only the stand-in has."""

Signatures = dict[str, str]


def signatures(source: str, name: str) -> Signatures:
    """Read the methods of a class: how each is called, without its annotations."""
    found = {}
    for method in methods(source, name):
        marks = {ast.unparse(mark) for mark in method.decorator_list}
        if "overload" in marks:
            continue
        for argument in [*method.args.posonlyargs, *method.args.args, *method.args.kwonlyargs]:
            argument.annotation = None
        kind = next((mark for mark in ("property", "staticmethod", "classmethod") if mark in marks), "method")
        found[f"{name}.{method.name}"] = f"{kind} ({ast.unparse(method.args)})"
    return found


def methods(source: str, name: str) -> Iterator[ast.FunctionDef]:
    [found] = [
        node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ClassDef) and node.name == name
    ]
    for node in found.body:
        if isinstance(node, ast.FunctionDef) and not any(
            "setter" in ast.unparse(d) for d in node.decorator_list
        ):
            yield node


def of_package(folder: Path) -> Signatures:
    """Read the classes of a picamera2 that was unpacked into a folder."""
    found: Signatures = {}
    for file, name in CLASSES.items():
        found |= signatures((folder / "picamera2" / file).read_text("utf-8"), name)
    return found


def of_stand_in() -> Signatures:
    source = (SUPPORT / "devices" / "picamera2_stand_in.py").read_text("utf-8")
    found: Signatures = {}
    for name in CLASSES.values():
        found |= signatures(source, name)
    return {name: how for name, how in found.items() if name not in OURS}


def wrong(stand_in: Signatures, real: Signatures) -> list[str]:
    """List the methods that are called otherwise, or do not exist."""
    return [
        f"{name}: {how}, really {real.get(name)}" for name, how in stand_in.items() if real.get(name) != how
    ]


def test_the_stand_in_takes_what_the_recorded_picamera2_takes() -> None:
    recorded = json.loads(TABLE.read_text("utf-8"))
    stand_in = of_stand_in()
    assert len(stand_in) > 15
    assert wrong(stand_in, recorded["signatures"]) == []


def test_the_box_calls_nothing_that_the_stand_in_has_not() -> None:
    source = (ROOT / "device" / "cameras" / "pi.py").read_text("utf-8")
    calls = {
        (node.func.value.id, node.func.attr)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
        if isinstance(node.func.value, ast.Name) and node.func.value.id in ("camera", "request", "picamera2")
    }
    classes = {"camera": "Picamera2", "picamera2": "Picamera2", "request": "CompletedRequest"}
    known = of_stand_in()
    assert len(calls) > 10
    assert [f"{who}.{name}" for who, name in sorted(calls) if f"{classes[who]}.{name}" not in known | {
        "Picamera2.__new__": ""
    }] == []  # fmt: skip


@pytest.mark.slow  # asks the package index for picamera2
def test_the_table_is_that_of_the_newest_picamera2(tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "pip",
        "download",
        "--quiet",
        "--no-deps",
        "--dest",
        str(tmp_path),
        "picamera2",
    ]
    got = subprocess.run(command, capture_output=True, text=True, check=False)
    if got.returncode:
        pytest.skip(f"picamera2 cannot be had here: {got.stderr.strip().splitlines()[-1]}")
    [wheel] = tmp_path.glob("*.whl")
    zipfile.ZipFile(wheel).extractall(tmp_path)
    assert wrong(of_stand_in(), of_package(tmp_path)) == []


def record(wheel: Path, folder: Path) -> None:
    """Write the table of those methods that the stand-in has."""
    zipfile.ZipFile(wheel).extractall(folder)
    real, needed = of_package(folder), of_stand_in()
    table = {
        "version": wheel.name.split("-")[1],
        "signatures": {name: how for name, how in sorted(real.items()) if name in needed},
    }
    TABLE.write_text(json.dumps(table, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    record(next(folder.glob("picamera2-*.whl")), folder)
