"""Records what this version does into `tests/golden`, for later versions to be compared with.

    PYTHONPATH=.:tests/support python -m recordings.record v0.1.0 --overwrite

A recording is made once, of a version that is tagged. What differs from it later is no reason to make it anew
but a line of `differences.toml`. So one that is there is only replaced by `--overwrite`.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from compiled_once import compile_once
from places import GOLDEN, ROOT
from recordings.blocks import Blocks, file_sum, text_of

Files = Mapping[str, Blocks | bytes]

PRODUCT = ("engine", "vision", "web", "device", "pyproject.toml")
BESIDE = """\
# What may differ from what was recorded: one line each. A line that no longer applies is a failure, too.
# where: file and key, * for any letters; now: the sum of what stands there now; issue: the one that wants it.
differences = [
]
"""


def _answers(folder: Path) -> Files:
    from recordings.answers import described, opened, sent

    return {"opened.txt": opened(folder / "1"), "sent.txt": sent(folder / "2"), "openapi.txt": described()}


def _commands(_folder: Path) -> Files:
    from recordings.commands import helps

    return {"commands.txt": helps()}


def _events(_folder: Path) -> Files:
    from recordings.told import events

    return {"events.txt": events()}


def _stored(folder: Path) -> Files:
    from recordings.stored import stored

    return stored(folder)


def _read_again(folder: Path) -> Files:
    from recordings.stored import read_again, went_on

    return {"read.txt": read_again(folder), "went-on.txt": went_on(folder)}


def _readings(_folder: Path) -> Files:
    from recordings.readings import film_names, films, readings

    return {"readings.txt": readings(), "films.txt": films(film_names())}


def _authority(folder: Path) -> Files:
    from recordings.authority import made

    return made(folder)


def _https(folder: Path) -> Files:
    from recordings.authority import https, laid_out

    return {"https.txt": https(laid_out(folder))}


PARTS: Mapping[str, Callable[[Path], Files]] = {
    "answers": _answers,
    "commands": _commands,
    "events": _events,
    "stored": _stored,
    "read": _read_again,
    "readings": _readings,
    "authority": _authority,
    "https": _https,
}
"""What can be recorded, in this order; each is given an empty folder to work in."""


def record(version: str, parts: Sequence[str], *, overwrite: bool) -> list[str]:
    """Record parts of a version, all by default, and return the names of the files.

    Raises:
        SystemExit: If there is such a recording already, or the product is not as it was committed.
    """
    folder = GOLDEN / version
    if (folder / "made.toml").exists() and not overwrite:
        sys.exit(
            f"{folder} is recorded already: a wanted difference is a line of differences.toml; to replace "
            "what is recorded, add --overwrite"
        )
    changed = _git("status", "--porcelain", "--", *PRODUCT)
    if changed:
        sys.exit(f"commit first what is to be recorded, as the recording names its commit:\n{changed}")
    folder.mkdir(parents=True, exist_ok=True)
    if not parts:
        (folder / "made.toml").unlink(missing_ok=True)  # it lists nothing that is not made any more
    written = []
    for part in parts or PARTS:
        with tempfile.TemporaryDirectory() as made:
            for name, content in PARTS[part](Path(made)).items():
                path = folder / name
                path.parent.mkdir(exist_ok=True)
                path.write_bytes(content if isinstance(content, bytes) else text_of(content).encode())
                written.append(name)
            _note(folder, written)
    if not (folder / "differences.toml").exists():
        (folder / "differences.toml").write_text(BESIDE, "utf-8")
    return written


def _note(folder: Path, written: Sequence[str]) -> None:
    """Note the commit and the sum of each file that was written."""
    path, commit = folder / "made.toml", _git("rev-parse", "HEAD")
    known = tomllib.loads(path.read_text("utf-8"))["files"] if path.exists() else {}
    known |= {name: {"sum": file_sum(folder / name), "commit": commit} for name in written}
    lines = [
        f'"{name}" = {{ sum = "{one["sum"]}", commit = "{one["commit"]}" }}'
        for name, one in sorted(known.items())
    ]
    path.write_text(
        "\n".join(["# Made by `python -m recordings.record`: do not edit.", "[files]", *lines, ""]), "utf-8"
    )


def _git(*arguments: str) -> str:
    return subprocess.run(
        ["git", *arguments], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout.strip()


def main() -> None:
    """Record what the command line names."""
    parser = argparse.ArgumentParser(prog="python -m recordings.record", description=__doc__)
    parser.add_argument("version", help="such as v0.1.0: the folder in tests/golden")
    parser.add_argument("part", nargs="*", help=f"{', '.join(PARTS)}; everything by default")
    parser.add_argument("--overwrite", action="store_true", help="replace a recording that is there")
    asked = parser.parse_args()
    if unknown := set(asked.part) - set(PARTS):
        parser.error(f"there is no part {', '.join(sorted(unknown))}: give any of {', '.join(PARTS)}")
    compile_once()
    print("\n".join(record(asked.version, asked.part, overwrite=asked.overwrite)))


if __name__ == "__main__":
    main()
