"""Counts what the house weighs: ``python -m tests.weights [FOLDER]``, FOLDER being another checkout.

Lines are counted to see, not to steer.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

ROOMS = ("engine", "vision", "web", "device")
NOT_PRODUCT = ("vision/training/", "vision/bench/", "device/bench/", "engine/bench/", "web/build/")


def kept(folder: Path, *endings: str) -> list[Path]:
    """List the files of a checkout with these endings."""
    listed = subprocess.run(["git", "ls-files"], cwd=folder, check=True, capture_output=True, text=True)
    return [folder / name for name in listed.stdout.splitlines() if name.endswith(endings)]


def statements(tree: ast.AST) -> int:
    """Count statements without imports and docstrings.

    >>> statements(ast.parse("import this; one = 1; 'said'"))
    1
    """
    return sum(
        isinstance(node, ast.stmt)
        and not isinstance(node, ast.Import | ast.ImportFrom)
        and not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))
        for node in ast.walk(tree)
    )


def lines(paths: Sequence[Path]) -> int:
    """Count lines, blank ones and docstrings too."""
    return sum(len(path.read_text("utf-8").splitlines()) for path in paths)


def weights(folder: Path) -> Iterator[tuple[str, int]]:
    """Yield what is counted, each with its number."""
    python = {path: path.relative_to(folder).as_posix() for path in kept(folder, ".py")}
    product = [
        path
        for path, name in python.items()
        if name.startswith(tuple(f"{room}/" for room in ROOMS)) and not name.startswith(NOT_PRODUCT)
    ]
    texts: Mapping[str, str] = {python[path]: path.read_text("utf-8") for path in product}

    def found(pattern: str, room: str = "") -> int:
        return sum(
            len(re.findall(pattern, text, re.MULTILINE))
            for name, text in texts.items()
            if name.startswith(room)
        )

    yield "product: modules", len(product)
    yield "product: lines", lines(product)
    yield "product: statements", sum(statements(ast.parse(text)) for text in texts.values())
    pages = [path for path in kept(folder, ".js", ".html", ".css", ".svg", ".xml") if "/web/" in str(path)]
    yield "scripts, templates, styles: lines", lines([path for path in pages if path.suffix != ".svg"])
    yield "to_json, from_json, to_dict, from_dict", found(r"def (?:to|from)_(?:json|dict)\b")
    yield "protocols in web", found(r"^class \w+\(.*\bProtocol\b", "web/")
    yield "roles at a route", found(r"^\s*@allow\(", "web/")
    yield "NotImplementedError in engine", found(r"raise NotImplementedError", "engine/")
    tests = [
        path for path, name in python.items() if name.startswith("tests/") and "tests/bench/" not in name
    ]
    yield "tests without benches: lines", lines(tests)


def main(given: Sequence[str]) -> int:
    """Print every weight of a checkout."""
    folder = Path(given[0]) if given else Path(__file__).resolve().parents[1]
    for name, number in weights(folder.resolve()):
        print(f"{number:8,}  {name}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
