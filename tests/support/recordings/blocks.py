"""Recordings of what a version of Charkoni does: text files of blocks, and how they are compared.

A recording is a file of blocks. Each has a key, `== GET /clock`, and lines that are indented. A block that is
new, gone or different is a difference. A wanted one stands as one line in `differences.toml`, with a sum of
what stands there now, so that a further change of the same block fails again.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Iterable, Mapping
from difflib import unified_diff
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from places import GOLDEN, ROOT

Blocks = dict[str, list[str]]
"""Lines by key."""

VERSION = "v0.1.0"
FOLDER = GOLDEN / VERSION
MADE = FOLDER / "made.toml"
DIFFERENCES = FOLDER / "differences.toml"

_FIELDS = {"where": str, "now": str, "what": str, "why": str, "issue": int}


class RecordingError(Exception):
    """A recording is missing or damaged."""


def text_of(blocks: Mapping[str, Iterable[str]]) -> str:
    """Write blocks as the text of a file.

    >>> text_of({"GET /": ["200", "", "b"]})
    '== GET /\\n  200\\n\\n  b\\n'
    """
    lines = []
    for key, block in blocks.items():
        lines += [f"== {key}", *(f"  {line}" if line else "" for part in block for line in part.split("\n"))]
    return "".join(f"{line}\n" for line in lines)


def blocks_of(text: str) -> Blocks:
    """Read the text of a file.

    >>> blocks_of('== GET /\\n  200\\n\\n  b\\n')
    {'GET /': ['200', '', 'b']}
    """
    found: Blocks = {}
    for line in text.split("\n")[:-1]:
        if line.startswith("== "):
            block = found[line[3:]] = []
        else:
            block.append(line[2:])
    return found


def sum_of(blocks: Mapping[str, Iterable[str]]) -> str:
    """Return eight letters that stand for the content of blocks."""
    return hashlib.sha256(text_of(dict(sorted(blocks.items()))).encode()).hexdigest()[:8]


def file_sum(path: Path) -> str:
    """Return the sum by which `made.toml` knows a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def manifest() -> dict[str, Any]:
    """Read the sum of each recorded file, and the commit that it was made with.

    Raises:
        RecordingError: If it is missing or damaged.
    """
    try:
        return tomllib.loads(MADE.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise RecordingError(_lost(MADE, "cannot be read")) from error


def recorded(name: str) -> bytes:
    """Read a file of the recordings, which is intact.

    Raises:
        RecordingError: If it is missing, damaged or not listed.
    """
    path = FOLDER / name
    known = manifest()["files"].get(name)
    if known is None:
        raise RecordingError(_lost(MADE, f"does not list {name}"))
    if not path.is_file():
        raise RecordingError(_lost(path, "is missing"))
    if file_sum(path) != known["sum"]:
        raise RecordingError(_lost(path, "is damaged: its content is not what was recorded"))
    return path.read_bytes()


def differences(name: str) -> list[dict[str, Any]]:
    """List the wanted differences of one file.

    Raises:
        RecordingError: If a line of the list is not complete.
    """
    lines = tomllib.loads(DIFFERENCES.read_text("utf-8")).get("differences", [])
    for line in lines:
        kinds = {field: type(value) for field, value in line.items()}
        if kinds != _FIELDS or not all(line.values()):
            raise RecordingError(
                f"{DIFFERENCES.name}: {line} needs the fields {', '.join(_FIELDS)}, none empty"
            )
    return [line for line in lines if line["where"].partition(": ")[0] == name]


def faults(name: str, now: Mapping[str, list[str]] | bytes) -> list[str]:
    """Compare what stands in a recording with what is so now.

    Args:
        name: The file.
        now: The whole file as it is made now; bytes are compared as one block with the key `all`.

    Returns:
        A text for each difference that is not wanted, and for each wanted one that is none.

    Raises:
        RecordingError: If the recording is missing or damaged.
    """
    before = recorded(name).decode()
    was = {"all": before.split("\n")} if isinstance(now, bytes) else blocks_of(before)
    normal = {"all": now.decode().split("\n")} if isinstance(now, bytes) else blocks_of(text_of(now))
    changed = {key for key in was.keys() | normal.keys() if was.get(key) != normal.get(key)}
    found, explained = [], set[str]()
    for line in differences(name):
        pattern = line["where"].partition(": ")[2]
        mine = {key for key in changed if key == pattern or fnmatchcase(key, pattern)}
        explained |= mine
        if not mine:
            found.append(f"{DIFFERENCES.name}: “{line['where']}” is no difference any more: remove its line")
            continue
        total = sum_of({key: normal.get(key, []) for key in mine})
        if total != line["now"]:
            found += [f"“{line['where']}” has changed again: its line says {line['now']}, it is now {total}"]
            found += [_told(key, was.get(key, []), normal.get(key, [])) for key in sorted(mine)]
    for key in sorted(changed - explained):
        told = _told(key, was.get(key, []), normal.get(key, []))
        total = sum_of({key: normal.get(key, [])})
        found.append(
            f"{name} has changed:\n{told}\nIf it is meant so, {DIFFERENCES.name} gets this line:\n"
            f'    {{ where = "{name}: {key}", now = "{total}", what = "…", why = "…", issue = … }},'
        )
    return found


def _told(key: str, was: list[str], now: list[str]) -> str:
    return "\n".join(unified_diff(was, now, f"{key} in {VERSION}", f"{key} now", lineterm="", n=1))


def _lost(path: Path, what: str) -> str:
    name = path.relative_to(ROOT)
    return f"{name} {what}: `git checkout HEAD -- {name}` brings it back"
