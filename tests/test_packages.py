"""The four packages: ours, light where they promise it, and free of what a fresh machine lacks."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

from places import ROOT

PACKAGES = ("engine", "vision", "web", "device")


def run(code: str, folder: Path) -> str:
    return subprocess.run(
        [sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, check=True, timeout=60
    ).stdout.strip()


def test_the_packages_imported_from_an_empty_folder_are_ours(tmp_path: Path) -> None:
    code = f"import {', '.join(PACKAGES)}; print({', '.join(f'{name}.__file__' for name in PACKAGES)})"
    found = run(code, tmp_path).split()
    assert [Path(one).parent for one in found] == [ROOT / name for name in PACKAGES]


def test_the_engine_pulls_in_nothing_but_the_standard_library(tmp_path: Path) -> None:
    code = (
        "import sys, pkgutil, importlib, engine\n"
        "before = set(sys.modules)\n"
        "for m in pkgutil.walk_packages(engine.__path__, 'engine.'):\n"
        "    importlib.import_module(m.name)\n"
        "print(*{n.split('.')[0] for n in set(sys.modules) - before})"
    )
    loaded = set(run(code, tmp_path).split())
    assert loaded - {"engine"} <= set(sys.stdlib_module_names) | {"__mp_main__"}


def test_the_engine_has_no_clock_no_randomness_and_no_logging() -> None:
    refused = {"random", "time", "logging", "sqlite3", "socket", "datetime"}
    for path in (ROOT / "engine").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert not refused & set(names), path


def test_asking_for_legal_moves_loads_neither_opencv_nor_flask(tmp_path: Path) -> None:
    code = (
        "import sys, io\n"
        "sys.stdin = io.StringIO('')\n"
        "from device.__main__ import main\n"
        "code = main(['legal'])\n"
        "print(code, *[n for n in ('cv2', 'flask', 'numpy', 'gpiozero', 'vision') if n in sys.modules])"
    )
    assert run(code, tmp_path) == "0"


def test_no_module_is_longer_than_900_lines() -> None:
    long = {
        str(path.relative_to(ROOT)): lines
        for package in PACKAGES
        for path in (ROOT / package).rglob("*.py")
        if "training/." not in str(path) and "/out/" not in str(path)
        if (lines := len(path.read_text("utf-8").splitlines())) > 900
    }
    assert long == {}
