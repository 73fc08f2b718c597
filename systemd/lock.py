"""Write the lists of locked packages anew: ``python systemd/lock.py``, in the environment of `make test`.

`pure.txt` is what the box needs and Debian does not bring (`debian.txt`), `build.txt` what builds its wheel,
`pins.txt` the pins' library where Debian's is too old. Every line names one wheel of pure Python by its hash,
so that every Pi gets the same bytes. The versions are those of the environment.
"""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path

HERE = Path(__file__).parent

HEADS = {
    "pure.txt": "What pip brings for the installed box, with --no-deps, beside what apt brings (debian.txt).",
    "build.txt": "What builds the wheel of the box; it does not stay on the machine.",
    "pins.txt": "The pins' library, where apt's is older than version 2, as on plain Debian.",
}

BUILD = ("editables", "hatchling")
PINS = ("colorzero", "gpiozero")


def plain(name: str) -> str:
    """Write a package's name as the index compares it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def from_debian() -> dict[str, str]:
    """Read which packages apt brings: name on the index → Debian package."""
    lines = (HERE / "debian.txt").read_text().splitlines()
    return dict(line.split() for line in lines if line and not line.startswith("#"))


def locked(name: str) -> dict[str, str]:
    """Read a list: name → version."""
    return dict(re.findall(r"(?m)^([\w.-]+)==(\S+)", (HERE / name).read_text()))


def needed(roots: Iterable[str]) -> set[str]:
    """Follow what packages require, extras left out, on this machine's Python.

    Args:
        roots: Requirements.

    Raises:
        metadata.PackageNotFoundError: If one is not installed here.
    """
    from packaging.requirements import Requirement

    found: set[str] = set()
    open_ones = [plain(Requirement(root).name) for root in roots]
    while open_ones:
        name = open_ones.pop()
        if name in found:
            continue
        found.add(name)
        if name in from_debian():
            continue
        for line in metadata.requires(name) or []:
            requirement = Requirement(line)
            if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
                open_ones.append(plain(requirement.name))
    return found


def asked() -> list[str]:
    """Read what pyproject.toml asks for."""
    project = tomllib.loads((HERE.parent / "pyproject.toml").read_text())["project"]
    return [*project["dependencies"]]


def wanted() -> dict[str, set[str]]:
    """Say what belongs into each list."""
    return {
        "pure.txt": needed(asked()) - set(from_debian()),
        "build.txt": needed(BUILD),
        "pins.txt": set(PINS),
    }


def _lines(names: Iterable[str]) -> list[str]:
    """Fetch the wheels in their versions here, and write a line for each."""
    pinned = [f"{name}=={metadata.version(name)}" for name in sorted(names)]
    with tempfile.TemporaryDirectory() as folder:
        fetch = [
            sys.executable,
            "-m",
            "pip",
            "download",
            "--quiet",
            "--disable-pip-version-check",
            "--no-deps",
        ]
        subprocess.run([*fetch, "--only-binary=:all:", "--dest", folder, *pinned], check=True)
        wheels = {plain(path.name.split("-")[0]): path for path in Path(folder).iterdir()}
        lines = []
        for pin in pinned:
            wheel = wheels[pin.split("==")[0]]
            if not wheel.name.endswith("-none-any.whl"):
                raise SystemExit(
                    f"{wheel.name} is not pure Python: name it in debian.txt and take it from apt"
                )
            lines.append(f"{pin} --hash=sha256:{hashlib.sha256(wheel.read_bytes()).hexdigest()}")
    return lines


def main() -> None:
    """Write every list."""
    for name, names in wanted().items():
        head = f"# {HEADS[name]}\n# Written by systemd/lock.py; neither numpy nor OpenCV may stand here.\n"
        (HERE / name).write_text(head + "\n".join(_lines(names)) + "\n")
        print(f"{name}: {len(names)} packages")


if __name__ == "__main__":
    main()
