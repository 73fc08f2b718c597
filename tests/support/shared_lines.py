"""What two folders of code have in common, for tests that hold a measure apart from what it measures."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator
from pathlib import Path

LONG = 24
"""Lines with fewer letters than this say too little to be shared."""


def modules(folder: Path) -> Iterator[Path]:
    """Yield what is ours: not the environments and sets that training puts beside its code."""
    if not folder.is_dir():
        raise FileNotFoundError(f"{folder} is not there: nothing can be compared with it")
    for path in sorted(folder.rglob("*.py")):
        if not any(part.startswith(".") or part == "out" for part in path.relative_to(folder).parts):
            yield path


def lines(folder: Path, *, idioms: Collection[str]) -> Iterator[str]:
    """Yield the lines of a folder's modules, bare of spaces and comments; no short ones, imports, idioms."""
    for path in modules(folder):
        for line in path.read_text("utf-8").splitlines():
            bare = re.sub(r"\s+", "", line.split("#")[0])
            if len(bare) >= LONG and bare not in idioms and not bare.startswith(("from", "import")):
                yield bare


def imported(folder: Path) -> Iterator[str]:
    """Yield what a folder's modules import."""
    for path in modules(folder):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module is not None:
                yield node.module
            elif isinstance(node, ast.Import):
                yield from (one.name for one in node.names)
