"""Renew the lists of packages, of `make` and of an installed box: ``python systemd/lock.py`` (`make lock`).

`requirements.lock` names every package for playing, testing and building, with its version and the hashes of
its files, for the Pythons and machines that `pyproject.toml` names. Its first part is what a box plays with
and what builds its wheel; the second is what the checks need beside it. From the first part come the lists of
an installed box, where Debian brings the rest (`debian.txt`): `pure.txt` is what the box needs, `build.txt`
what builds its wheel, `pins.txt` the pins' library where Debian's is too old. Each of their lines names one
wheel of pure Python by its hash, so that every Pi gets the same bytes.
"""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path

HERE = Path(__file__).parent
PROJECT = HERE.parent / "pyproject.toml"
LOCK = HERE.parent / "requirements.lock"

CHECKS = "# What the checks need beside it:\n"
"""The line between the two parts; `environment.sh`, Makefile and `tests/wheel.sh` cut there."""

HEAD = """\
# Every package that make installs, with the hashes of its files. Renewed by `make lock`; install a part with
# --no-deps, as the list is whole. What a box plays with, and what builds it:
"""

LISTS = {
    "pure.txt": "What pip brings for the installed box, with --no-deps, beside what apt brings (debian.txt).",
    "build.txt": "What builds the wheel of the box; it does not stay on the machine.",
    "pins.txt": "The pins' library, where apt's is older than version 2, as on plain Debian.",
}

PINS = frozenset({"colorzero", "gpiozero"})


def from_debian() -> dict[str, str]:
    """Read which packages apt brings: name on the index → Debian package."""
    lines = (HERE / "debian.txt").read_text().splitlines()
    return dict(line.split() for line in lines if line and not line.startswith("#"))


def entries(text: str) -> dict[str, str]:
    """Split a lock file: name of each package → its lines, one entry for each version."""
    found: dict[str, str] = {}
    for entry in re.findall(r"(?m)^[a-z0-9].*\n(?:[ \t].*\n)*", text):
        name = re.split(r"[=\[]", entry, maxsplit=1)[0]
        found[name] = found.get(name, "") + entry
    return found


def parts(text: str) -> tuple[dict[str, str], dict[str, str]]:
    """Split a lock file into what a box plays with, and what the checks need beside it."""
    play, checks = text.split(CHECKS)
    return entries(play), entries(checks)


def _resolve(*what: str, constraint: Path | None = None) -> str:
    """Resolve requirements of `pyproject.toml` with uv.

    Args:
        what: Arguments which name a part of it.
        constraint: A lock file whose versions are kept.
    """
    kept = ["--constraint", str(constraint)] if constraint else []
    command = ["uv", "pip", "compile", "--quiet", "--universal", "--python-version", "3.11", "--upgrade"]
    form = ["--generate-hashes", "--no-header", "--no-annotate"]
    done = subprocess.run(
        [*command, *form, *kept, *what], check=True, capture_output=True, text=True, cwd=HERE.parent
    )
    return done.stdout


def asked() -> list[str]:
    """Read what the box requires in `pyproject.toml`."""
    return list(tomllib.loads(PROJECT.read_text())["project"]["dependencies"])


def plain(name: str) -> str:
    """Write a package's name, or a requirement's, as the index compares it."""
    return re.sub(r"[-_.]+", "-", re.split(r"[^\w.-]", name, maxsplit=1)[0]).lower()


def _wheel_hashes(pins: Mapping[str, str]) -> dict[str, str]:
    """Fetch wheels: name → SHA-256 of its wheel.

    Raises:
        SystemExit: If one is not pure Python.
    """
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        fetch = [
            sys.executable,
            "-m",
            "pip",
            "download",
            "--quiet",
            "--no-deps",
            "--only-binary=:all:",
            "--dest",
            folder,
        ]
        subprocess.run([*fetch, *(f"{name}=={version}" for name, version in pins.items())], check=True)
        for wheel in Path(folder).iterdir():
            if not wheel.name.endswith("-none-any.whl"):
                raise SystemExit(
                    f"{wheel.name} is not pure Python: name it in debian.txt and take it from apt"
                )
            found[plain(wheel.name.split("-")[0])] = hashlib.sha256(wheel.read_bytes()).hexdigest()
    return found


def version(entry: str) -> str:
    """Return the one version of an entry of the lock file.

    Raises:
        ValueError: If it has several, one for each of some Pythons.
    """
    (only,) = set(re.findall(r"(?m)^[\w.-]+==(\S+)", entry))
    return str(only)


def _write_list(name: str, names: Iterable[str], play: Mapping[str, str]) -> None:
    """Write a list of an installed box."""
    pins = {one: version(play[one]) for one in sorted(names)}
    hashes = _wheel_hashes(pins)
    head = f"# {LISTS[name]}\n# Written by systemd/lock.py; neither numpy nor OpenCV may stand here.\n"
    lines = (f"{one}=={pins[one]} --hash=sha256:{hashes[one]}\n" for one in pins)
    (HERE / name).write_text(head + "".join(lines))
    print(f"systemd/{name}: {len(pins)} packages")


def main() -> None:
    """Write the lock file and every list."""
    everything = _resolve("pyproject.toml", "--group", "dev")
    with tempfile.TemporaryDirectory() as folder:
        whole, beside = Path(folder) / "whole.txt", Path(folder) / "beside.in"
        whole.write_text(everything)
        # What Debian brings, brings what it needs itself.
        beside.write_text("".join(f"{one}\n" for one in asked() if plain(one) not in from_debian()))
        box = set(entries(_resolve("pyproject.toml", constraint=whole)))
        pure = set(entries(_resolve(str(beside), constraint=whole)))
        build = set(entries(_resolve("--group", "build", constraint=whole)))
    found = entries(everything)
    play = {name: found[name] for name in sorted(box | build)}
    checks = {name: found[name] for name in sorted(found.keys() - play.keys())}
    LOCK.write_text(HEAD + "".join(play.values()) + CHECKS + "".join(checks.values()))
    print(f"{LOCK.name}: {len(play)} packages to play and to build, {len(checks)} for the checks")
    _write_list("pure.txt", pure - from_debian().keys(), play)
    _write_list("build.txt", build - {"pip"}, play)
    _write_list("pins.txt", PINS, play)


if __name__ == "__main__":
    main()
